//! Methods by name: the ways to decide a puzzle that can be asked for alone, so that they can be
//! compared: those of `decide`, and the baselines.

use std::fmt;
use std::str::FromStr;

use crate::baseline::{self, Baseline};
use saut_plan::BadInput;
use saut_puzzles::decide::{Decision, Error, MethodChoice, Settings, decide};
use saut_puzzles::peg::Puzzle;

/// A way to decide, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MethodName {
    /// One of `decide`.
    Decide(MethodChoice),
    /// A search program of the older literature.
    Baseline(Baseline),
}

impl Default for MethodName {
    fn default() -> Self {
        Self::Decide(MethodChoice::Auto)
    }
}

impl MethodName {
    /// All of them.
    pub fn all() -> impl Iterator<Item = Self> {
        let baselines = Baseline::ALL.into_iter().map(Self::Baseline);
        MethodChoice::ALL
            .into_iter()
            .map(Self::Decide)
            .chain(baselines)
    }

    /// The name that it is asked for by.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Decide(choice) => choice.name(),
            Self::Baseline(baseline) => baseline.name(),
        }
    }

    /// Decides a puzzle in this way.
    ///
    /// # Errors
    /// Settings that mean nothing to it, or a part at fault.
    pub fn decide(self, puzzle: &Puzzle, settings: &Settings) -> Result<Decision, Error> {
        match self {
            Self::Decide(method) => {
                let settings = settings.clone();
                decide(puzzle, &Settings { method, ..settings })
            }
            Self::Baseline(baseline) => {
                if let Some(what) = settings.named_choice() {
                    let fact = format!("{self} solves no formula and has no use for {what}");
                    let bad = BadInput::new("--method", fact);
                    return Err(bad.remedy("leave one of the two out").into());
                }
                baseline::decide(puzzle, settings, baseline)
            }
        }
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
        let named = Self::all().find(|one| one.name() == text);
        named.ok_or_else(|| {
            let names: Vec<_> = Self::all().map(Self::name).collect();
            let fact = format!("no method is called \"{text}\"");
            BadInput::new("--method", fact).remedy(format!("choose of {}", names.join(", ")))
        })
    }
}
