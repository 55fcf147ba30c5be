//! Choices of one formula: its encoding and its horizon, as far as they were said, and what they are where they
//! were not.

use saut::BadInput;
use saut::decide::EncodingChoice;
use saut::encode::Encoding;
use saut::task::Task;
use saut_plan::numeric::{NumericEncoding, numeric_encoding};

/// Choices that were said of one formula.
pub struct Choices {
    /// The encoding, if one was named, or a choice of `r2-exists`.
    pub named: Option<EncodingChoice>,
    /// That one with all its choices, `r2-exists` if none was named.
    pub encoding: Encoding,
    pub horizon: Option<usize>,
}

impl Choices {
    /// Encoding and horizon for a puzzle. A horizon that is not the number of jumps means `r2-exists`.
    ///
    /// # Errors
    /// The horizon is missing.
    pub fn of_puzzle(&self, task: &Task) -> Result<(Encoding, usize), BadInput> {
        let is_of_length = self.horizon.is_none() || self.horizon == task.length().exactly();
        let is_plain = self.named.is_none() && is_of_length;
        let encoding = if is_plain {
            Encoding::Naive
        } else {
            self.encoding
        };
        self.with_horizon(encoding, task)
    }

    /// Encoding and horizon for a planning task: `exists`, unless another is asked for; linear in the task where that
    /// is large.
    ///
    /// # Errors
    /// The horizon is missing.
    pub fn of_task(&self, task: &Task) -> Result<(Encoding, usize), BadInput> {
        let named = self.named.map(|_| self.encoding);
        self.with_horizon(named.unwrap_or(Encoding::Exists).scaled_to(task), task)
    }

    /// Encoding and horizon for a task with numbers.
    ///
    /// # Errors
    /// The horizon is missing, or the encoding has no numbers.
    pub fn of_numbers(&self) -> Result<(NumericEncoding, usize), BadInput> {
        let Some(horizon) = self.horizon else {
            let bad = BadInput::new("--horizon", "it is not known how many steps a plan has");
            return Err(bad.remedy("give a number of steps"));
        };
        Ok((numeric_encoding(self.named)?, horizon))
    }

    /// The horizon as given, or the number of jumps where a step is one jump.
    fn with_horizon(&self, encoding: Encoding, task: &Task) -> Result<(Encoding, usize), BadInput> {
        let (length, name) = (task.length(), encoding.name());
        match (self.horizon, length.exactly()) {
            (Some(steps), _) => Ok((encoding, steps)),
            (None, Some(length)) if encoding.is_sequential() => Ok((encoding, length)),
            (None, None) if encoding.is_sequential() => {
                let least = length.at_least;
                let range = match length.at_most {
                    Some(most) => format!("{least} to {most}"),
                    None => format!("{least} or more"),
                };
                let fact = format!("plans may have {range} actions, and a step of {name} is one");
                Err(BadInput::new("--horizon", fact).remedy("give the number of actions of a plan"))
            }
            (None, _) => {
                let fact = format!("auto does not say how many steps of {name} to write");
                let remedy = format!(
                    "give a number; saut solve, and of a planning task saut plan, finds one with --encoding {name}"
                );
                Err(BadInput::new("--horizon", fact).remedy(remedy))
            }
        }
    }
}
