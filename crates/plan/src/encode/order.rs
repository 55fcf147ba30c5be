//! The order in which `r2-exists` offers the actions within a step, as a strategy.
//!
//! The order decides how many jumps fit into one step, and so the horizon that is needed; see
//! `encodings/README.md` for what was measured.

use std::fmt;
use std::str::FromStr;

use crate::random::Random;
use crate::task::{ActionId, Task};

/// Where the order of a step comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Base {
    /// By the key of the action (for jumps: its direction), then by number.
    Grouped,
    /// One random order for all steps.
    Random(u64),
    /// Another random order for every step.
    Fresh(u64),
}

/// An action order for every step; by default [`Order::GROUPED`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Order {
    base: Base,
    alternating: bool,
}

impl Default for Order {
    fn default() -> Self {
        Self::GROUPED
    }
}

impl Order {
    /// Actions of one key together (for jumps: by direction), then by number.
    pub const GROUPED: Self = Self {
        base: Base::Grouped,
        alternating: false,
    };

    /// One random order.
    pub const fn random(seed: u64) -> Self {
        Self {
            base: Base::Random(seed),
            alternating: false,
        }
    }

    /// A new random order every step.
    pub const fn fresh(seed: u64) -> Self {
        Self {
            base: Base::Fresh(seed),
            alternating: false,
        }
    }

    /// The same, every other step reversed.
    #[must_use]
    pub const fn alternating(self) -> Self {
        Self {
            alternating: true,
            ..self
        }
    }

    /// The names of the strategies, for messages.
    pub const NAMES: &str = "direction, random:SEED or fresh:SEED, each also with -alternating";

    /// The actions in the order of this step (from 1).
    pub fn of_step(self, task: &Task, step: usize) -> Vec<ActionId> {
        let mut actions: Vec<ActionId> = task.action_ids().collect();
        match self.base {
            Base::Grouped => actions.sort_by_key(|&id| task.action(id).order_key),
            Base::Random(seed) => Random::new(seed).shuffle(&mut actions),
            Base::Fresh(seed) => {
                Random::new(seed.wrapping_mul(1_000_003).wrapping_add(step as u64))
                    .shuffle(&mut actions);
            }
        }
        if self.alternating && step.is_multiple_of(2) {
            actions.reverse();
        }
        actions
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.base {
            Base::Grouped => f.write_str("direction")?,
            Base::Random(seed) => write!(f, "random:{seed}")?,
            Base::Fresh(seed) => write!(f, "fresh:{seed}")?,
        }
        f.write_str(if self.alternating { "-alternating" } else { "" })
    }
}

impl FromStr for Order {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, alternating) = match text.strip_suffix("-alternating") {
            Some(name) => (name, true),
            None => (text, false),
        };
        let (name, seed) = match name.split_once(':') {
            Some((name, seed)) => (name, Some(seed)),
            None => (name, None),
        };
        let number = seed
            .unwrap_or("0")
            .parse()
            .map_err(|_| format!("{:?} is no seed", seed.unwrap_or_default()))?;
        let base = match (name, seed) {
            ("direction", None) => Base::Grouped,
            ("random", _) => Base::Random(number),
            ("fresh", _) => Base::Fresh(number),
            _ => {
                let names = Self::NAMES;
                return Err(format!("no order is called {text:?}; there are {names}"));
            }
        };
        Ok(Self { base, alternating })
    }
}
