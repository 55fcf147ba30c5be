//! The methods of `saut` by name, for comparisons of methods.
//!
//! If a baseline has searched all positions without a plan, it has no certificate. So its verdict is undecided, and
//! [`Method::Baseline`](crate::decide::Method::Baseline) is the method of the decision.

use std::fmt;
use std::str::FromStr;

use saut_base::BadInput;
use saut_base::named::Named;
use saut_criteria::certify::cone::FewestJumps;
use saut_peg::peg::Puzzle;

use crate::baseline::{self, Baseline};
use crate::decide::{self, Decision, Error, MethodChoice, Settings};

/// A method by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MethodName {
    /// A method whose verdicts are checked.
    Decide(MethodChoice),
    /// A baseline: a search program of the older literature.
    Baseline(Baseline),
}

impl MethodName {
    /// Returns all methods.
    pub fn all() -> impl Iterator<Item = Self> {
        let decide = MethodChoice::ALL.iter().copied().map(Self::Decide);
        decide.chain(Baseline::ALL.iter().copied().map(Self::Baseline))
    }

    /// Returns the description of the method, without the full stop.
    pub fn help(self) -> String {
        match self {
            Self::Decide(MethodChoice::Auto) => {
                "Criteria, formulas and exhaustive search together".to_owned()
            }
            Self::Decide(MethodChoice::Formulas) => "Only formulas".to_owned(),
            Self::Decide(MethodChoice::Exhaustive) => {
                "Only exhaustive search from both ends (boards of at most 64 holes)".to_owned()
            }
            Self::Baseline(baseline) => baseline.help(),
        }
    }

    /// Returns the name of the method in commands.
    pub fn name(self) -> &'static str {
        match self {
            Self::Decide(method) => method.name(),
            Self::Baseline(baseline) => baseline.name(),
        }
    }

    /// Decides a puzzle by this method, and ignores the method of the settings. Also returns the bound of
    /// [`decide::decide_with_bound`].
    ///
    /// # Errors
    /// [`enum@Error`] as in [`decide::decide`], or if the settings make choices about formulas for a baseline.
    pub fn decide_with_bound(
        self,
        puzzle: &Puzzle,
        settings: &Settings,
    ) -> Result<(Decision, Option<FewestJumps>), Error> {
        match self {
            Self::Decide(method) => {
                let settings = Settings {
                    method,
                    ..settings.clone()
                };
                decide::decide_with_bound(puzzle, &settings)
            }
            Self::Baseline(baseline) => {
                if let Some(what) = settings.named_choice() {
                    let fact =
                        format!("{self} does not use formulas, so {what} would have no effect");
                    let bad = BadInput::new("--method", fact);
                    return Err(bad.remedy("leave out one of the two").into());
                }
                Ok((baseline::decide(puzzle, settings, baseline, None)?, None))
            }
        }
    }
}

impl Default for MethodName {
    fn default() -> Self {
        Self::Decide(MethodChoice::default())
    }
}

impl fmt::Display for MethodName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for MethodName {
    type Err = BadInput;

    fn from_str(text: &str) -> Result<Self, BadInput> {
        let found = Self::all().find(|method| method.name() == text);
        found.ok_or_else(|| {
            let names: Vec<&str> = Self::all().map(Self::name).collect();
            BadInput::new("", format!("no method is called {text:?}"))
                .remedy(format!("choose one of {}", names.join(", ")))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::MethodName;

    #[test]
    fn method_names_survive_a_round_trip_and_others_are_rejected() {
        for method in MethodName::all() {
            assert_eq!(method.to_string().parse(), Ok(method));
            assert!(!method.help().is_empty());
        }
        let refused = "magic".parse::<MethodName>().unwrap_err().to_string();
        assert!(
            refused.ends_with(
                "choose one of auto, formulas, exhaustive, depth-first, gravity, \
            random-restarts, random-symmetric, random-order, depth-first-table, best-first"
            ),
            "{refused}"
        );
    }
}
