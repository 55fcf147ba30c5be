//! Encodings: each writes a task and a horizon as a formula, and maps the models of this formula to actions.
//!
//! Every encoding consists of three functions of the trait `Encode`: INIT (the initial state), ITER(i) (step i leads
//! from state i−1 to state i) and POST (the goal). Each encoding has a file here and a folder in `encodings/` with its
//! numbered axioms. Encodings only depend on the [`Task`], never on the rules of a game.

mod at_most_one;
mod chain;
mod conditional;
mod cone;
mod cost_bound;
mod derived;
mod disabling;
mod encoded;
mod exists;
mod fold;
mod forall;
mod grammar;
mod invariants;
mod language;
pub mod map;
mod naive;
pub mod objective;
mod order;
mod r2_exists;
mod relaxed_layers;
mod sase;
mod script;
mod sequential;
mod size;
mod step_map;
mod steps;
pub mod text;
mod unroll;
mod writer;

pub use at_most_one::AtMostOne;
pub use encoded::{Encoded, Encoding};
pub use order::Order;
pub use step_map::{StepMap, When};
pub use steps::Steps;

use self::language::FormulaBuilder as _;
use self::unroll::{Encode, unroll};
use crate::formula::{Part, Reads, VarName};
use crate::task::Task;
use saut_base::stop::{Stop, StopReason};

impl Encoding {
    /// Writes the formula for plans of `horizon` steps.
    #[must_use]
    pub fn encode(self, task: &Task, horizon: usize) -> Encoded {
        self.encode_for(task, horizon, Reads::Clauses)
    }

    /// Writes the formula in a given language. The language only matters for `naive`. Every other encoding is always
    /// written in the same language.
    #[expect(
        clippy::missing_panics_doc,
        reason = "encoding without limits never fails"
    )]
    #[must_use]
    pub fn encode_for(self, task: &Task, horizon: usize, reads: Reads) -> Encoded {
        let written = self.encode_within(task, horizon, reads, &Stop::default());
        written.expect("a formula without limits")
    }

    /// Like [`Self::encode_for`], within the limits of `stop`.
    ///
    /// # Errors
    /// [`StopReason`] if a limit is reached before the formula is complete.
    pub fn encode_within(
        self,
        task: &Task,
        horizon: usize,
        reads: Reads,
        stop: &Stop,
    ) -> Result<Encoded, StopReason> {
        if let Some(steps) = self.steps(task, stop)? {
            return steps.encode(horizon, stop);
        }
        match self {
            Self::Naive if reads == Reads::Clauses => {
                self.written(&naive::Naive::<writer::Writer>::new(task), horizon, stop)
            }
            Self::Naive | Self::Smt => self.written(
                &naive::Naive::<script::SmtBuilder>::new(task),
                horizon,
                stop,
            ),
            Self::Sequential { at_most_one } => {
                let sequential = sequential::Sequential::new(task, at_most_one);
                self.written(&sequential, horizon, stop)
            }
            Self::Forall | Self::ForallChain | Self::Exists | Self::Sase => {
                unreachable!("steps are alike")
            }
            Self::R2Exists { order, fold } => {
                let encoder = r2_exists::R2Exists::new(task, order, horizon);
                let mut formula = self.written(&encoder, horizon, stop)?;
                formula.fixed = initial_facts(task);
                if fold {
                    formula = fold::fold(formula, stop)?;
                }
                fold::remove_redundant(formula, stop)
            }
        }
    }

    /// Returns the formula parts that all horizons share. `None` for encodings whose steps differ, and for encodings
    /// that are only written for a single horizon.
    ///
    /// # Errors
    /// [`StopReason`] if a limit is reached before the parts are complete.
    pub fn steps(self, task: &Task, stop: &Stop) -> Result<Option<Steps>, StopReason> {
        Ok(Some(match self {
            Self::Exists => Steps::of(self, &exists::Exists::new(task), stop)?,
            Self::Forall => Steps::of(self, &forall::Forall::by_pairs(task, stop), stop)?,
            Self::Sase => Steps::of(self, &sase::Sase::new(task), stop)?,
            Self::ForallChain => Steps::of(self, &forall::Forall::by_chains(task), stop)?,
            Self::Naive | Self::Sequential { .. } | Self::R2Exists { .. } | Self::Smt => {
                return Ok(None);
            }
        }))
    }

    fn written(
        self,
        encoder: &impl Encode,
        horizon: usize,
        stop: &Stop,
    ) -> Result<Encoded, StopReason> {
        let (out, steps) = unroll(encoder, horizon, stop)?;
        let (formula, marks) = out.finish();
        Ok(Encoded {
            encoding: self,
            horizon,
            formula,
            marks,
            fixed: Vec::new(),
            steps,
        })
    }
}

/// Returns the values of all fluents in the initial state, which are constants in the formula.
fn initial_facts(task: &Task) -> Vec<(Part, VarName, bool)> {
    let facts = task.fluent_ids().zip(task.start());
    let name = |fluent| VarName::Fluent { time: 0, fluent };
    facts
        .map(|(fluent, &value)| (Part::Init, name(fluent), value))
        .collect()
}

#[cfg(test)]
mod tests;
