//! Plans: the actions of each step. In a sequential plan, every step has one action.

use std::fmt;

/// The time stamp of an action in a plan file: a decimal number without a sign. Time stamps are compared exactly.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Time {
    /// Length of `whole`. The derived order compares this field first, so a longer integer part is later.
    digits: usize,
    /// The integer part without leading zeros.
    whole: String,
    /// The fractional part without trailing zeros.
    fraction: String,
}

impl Time {
    /// Parses a decimal number; `None` if the word is not a decimal number.
    pub fn read(word: &str) -> Option<Self> {
        let (whole, fraction) = word.split_once('.').unwrap_or((word, ""));
        let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if !is_digits(whole) || !is_digits(fraction) || (whole.is_empty() && fraction.is_empty()) {
            return None;
        }
        let whole = whole.trim_start_matches('0');
        Some(Self {
            digits: whole.len(),
            whole: whole.to_owned(),
            fraction: fraction.trim_end_matches('0').to_owned(),
        })
    }
}

impl fmt::Display for Time {
    /// Writes the shortest decimal with this value.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.digits == 0 { "0" } else { &self.whole })?;
        if self.fraction.is_empty() {
            return Ok(());
        }
        write!(f, ".{}", self.fraction)
    }
}

/// A plan whose actions have the type `A`, for example the action numbers of a task or the jumps of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan<A> {
    /// The actions of each step, in an executable order.
    pub steps: Vec<Vec<A>>,
}

impl<A> Plan<A> {
    /// Creates a plan with one action per step.
    pub fn sequential(actions: impl IntoIterator<Item = A>) -> Self {
        Self {
            steps: actions.into_iter().map(|action| vec![action]).collect(),
        }
    }

    /// Returns all actions, first to last.
    pub fn actions(&self) -> impl Iterator<Item = &A> {
        self.steps.iter().flatten()
    }

    /// Returns all actions, first to last.
    pub fn into_actions(self) -> Vec<A> {
        self.steps.into_iter().flatten().collect()
    }

    /// Returns the number of actions.
    pub fn len(&self) -> usize {
        self.steps.iter().map(Vec::len).sum()
    }

    /// Whether the plan has no action.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Converts each action of the plan.
    pub fn map<B>(self, mut name: impl FnMut(A) -> B) -> Plan<B> {
        let steps = self.steps.into_iter();
        Plan {
            steps: steps
                .map(|step| step.into_iter().map(&mut name).collect())
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Time;

    #[test]
    fn times_are_compared_exactly() {
        let time = |word| Time::read(word).unwrap();
        let rising = [
            "0",
            "0.00000000000000000001",
            ".45",
            "0.5",
            "0.51",
            "1",
            "9.99",
            "10",
            "18446744073709551616",
        ];
        for pair in rising.windows(2) {
            assert!(time(pair[0]) < time(pair[1]), "{pair:?}");
        }
        for (one, other) in [("1", "1.000"), ("01.50", "1.5"), ("0.0", ".0")] {
            assert_eq!(time(one), time(other));
        }
        for word in ["", ".", "1.2.3", "-1", "1e3", "x"] {
            assert_eq!(Time::read(word), None, "{word}");
        }
    }
}
