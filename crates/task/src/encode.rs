//! Encodings: a task and a horizon as a formula, with the map back to actions.
//!
//! Every encoding is INIT (the start), ITER(i) (step i leads from state i−1 to state i) and POST
//! (the goal), three functions of the trait [`Encode`]; each has a file here and a folder in `encodings/`
//! with its numbered axioms. `naive` is the plain formula, over states alone. They see a [`Task`] and no game.

mod at_most_one;
mod chain;
mod conditional;
mod derived;
mod disabling;
mod exists;
mod fold;
mod forall;
mod grammar;
mod invariants;
mod language;
mod naive;
mod order;
mod r2_exists;
mod relaxed_layers;
mod script;
mod sequential;
mod size;
pub mod smt;
mod steps;
pub mod text;
mod unroll;
mod writer;

pub use at_most_one::AtMostOne;
pub use order::Order;
pub use smt::SmtForm;
pub use steps::Steps;
pub use unroll::{Encode, Out, StepMap, Unrolling, When};

use crate::formula::{Formula, Mark, Reads};
use crate::stop::{Stop, StopReason};
use crate::task::Task;

/// Encodings, with their choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// One action a step, over states alone: the plain formula.
    Naive,
    /// One action a step.
    Sequential {
        /// Form of "at most one action".
        at_most_one: AtMostOne,
    },
    /// A set of actions a step that may be played in any order; interference by pairs.
    Forall,
    /// Forall with interference by chains, which are linear in the task.
    ForallChain,
    /// A set of actions a step that can be played in one fixed order.
    Exists,
    /// Every action once a step, each optional, in a fixed order.
    R2Exists {
        /// The order of the actions within the steps.
        order: Order,
        /// Whether an action needs a reason not to have been played a step earlier.
        left_packing: bool,
        /// Whether units from start and goal are propagated before the formula is written.
        fold: bool,
    },
    /// One action a step, as SMT-LIB.
    Smt {
        /// Form of a step.
        form: SmtForm,
    },
}

impl Encoding {
    /// All, with their default choices.
    pub const ALL: [Self; 6] = [
        Self::Naive,
        Self::SEQUENTIAL,
        Self::Forall,
        Self::Exists,
        Self::R2_EXISTS,
        Self::Smt {
            form: SmtForm::Disjunction,
        },
    ];

    /// `sequential` with at-most-one written pairwise.
    pub const SEQUENTIAL: Self = Self::Sequential {
        at_most_one: AtMostOne::Pairwise,
    };

    /// `r2-exists`, actions by direction, folded, not packed.
    pub const R2_EXISTS: Self = Self::R2Exists {
        order: Order::GROUPED,
        left_packing: false,
        fold: true,
    };

    /// The name without the choices.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Naive => "naive",
            Self::Sequential { .. } => "sequential",
            Self::Forall | Self::ForallChain => "forall",
            Self::Exists => "exists",
            Self::R2Exists { .. } => "r2-exists",
            Self::Smt { .. } => "smt",
        }
    }

    /// Whether a step has exactly one action, so that the horizon is the length of the plan.
    pub const fn is_sequential(self) -> bool {
        matches!(
            self,
            Self::Naive | Self::Sequential { .. } | Self::Smt { .. }
        )
    }

    /// Writes the formula in a language: `naive` has one of its own in each, the others are clauses or a script,
    /// whoever reads them.
    #[expect(clippy::missing_panics_doc, reason = "it cannot")]
    #[must_use]
    pub fn encode_for(self, task: &Task, horizon: usize, reads: Reads) -> Encoded {
        let written = self.encode_for_within(task, horizon, reads, &Stop::default());
        written.expect("a formula without limits")
    }

    /// [`Self::encode_for`], no longer than `stop` allows.
    ///
    /// # Errors
    /// Why it is not written to its end.
    pub fn encode_for_within(
        self,
        task: &Task,
        horizon: usize,
        reads: Reads,
        stop: &Stop,
    ) -> Result<Encoded, StopReason> {
        let written = match (self, reads) {
            (Self::Naive, Reads::SmtLib) => Self::Smt {
                form: SmtForm::Disjunction,
            },
            _ => self,
        };
        Ok(Encoded {
            encoding: self,
            ..written.encode_within(task, horizon, stop)?
        })
    }

    /// Formula parts that all horizons share; `None` for encodings whose steps differ, or that are asked for one horizon
    /// alone.
    ///
    /// # Errors
    /// Why it is not written to its end.
    pub fn steps(self, task: &Task, stop: &Stop) -> Result<Option<Steps>, StopReason> {
        match self {
            Self::Exists => Steps::of(self, task, &exists::Exists::new(task), stop).map(Some),
            Self::Forall => {
                Steps::of(self, task, &forall::Forall::by_pairs(task, stop), stop).map(Some)
            }
            Self::ForallChain => {
                Steps::of(self, task, &forall::Forall::by_chains(task), stop).map(Some)
            }
            Self::Naive | Self::Sequential { .. } | Self::R2Exists { .. } | Self::Smt { .. } => {
                Ok(None)
            }
        }
    }

    /// Writes the formula for plans of `horizon` steps.
    #[expect(clippy::missing_panics_doc, reason = "it cannot")]
    #[must_use]
    pub fn encode(self, task: &Task, horizon: usize) -> Encoded {
        let written = self.encode_within(task, horizon, &Stop::default());
        written.expect("a formula without limits")
    }

    /// [`Self::encode`], no longer than `stop` allows.
    ///
    /// # Errors
    /// Why it is not written to its end.
    pub fn encode_within(
        self,
        task: &Task,
        horizon: usize,
        stop: &Stop,
    ) -> Result<Encoded, StopReason> {
        if let Some(steps) = self.steps(task, stop)? {
            return steps.encode(horizon, stop);
        }
        match self {
            Self::Naive => self.clauses(naive::Naive::new(task), horizon, stop),
            Self::Sequential { at_most_one } => {
                let sequential = sequential::Sequential::new(task, at_most_one);
                self.clauses(sequential, horizon, stop)
            }
            Self::Forall | Self::ForallChain | Self::Exists => unreachable!("steps are alike"),
            Self::R2Exists {
                order,
                left_packing,
                fold,
            } => {
                let r2_exists = r2_exists::R2Exists::new(task, order, left_packing);
                let formula = self.clauses(r2_exists, horizon, stop)?;
                if fold {
                    fold::fold(formula, stop)
                } else {
                    Ok(formula)
                }
            }
            Self::Smt {
                form: SmtForm::Disjunction,
            } => self.script(naive::Naive::new(task), "QF_UF", horizon, stop),
            Self::Smt {
                form: SmtForm::Integer,
            } => self.script(smt::Integer(task), "QF_LIA", horizon, stop),
        }
    }

    /// The formula of an encoder that writes clauses.
    fn clauses(
        self,
        encoder: impl Encode<Out = writer::Writer>,
        horizon: usize,
        stop: &Stop,
    ) -> Result<Encoded, StopReason> {
        let (mut out, steps) = Unrolling::within(encoder, stop).up_to(horizon).close();
        if let Some(why) = out.why() {
            return Err(why);
        }
        Ok(Encoded {
            encoding: self,
            horizon,
            formula: Formula::Cnf {
                cnf: out.cnf,
                names: out.names,
            },
            marks: out.marks,
            steps,
        })
    }

    /// The formula of an encoder that writes SMT-LIB in this logic.
    fn script(
        self,
        encoder: impl Encode<Out = script::Pen>,
        logic: &str,
        horizon: usize,
        stop: &Stop,
    ) -> Result<Encoded, StopReason> {
        let (mut out, steps) = Unrolling::within(encoder, stop).up_to(horizon).close();
        if let Some(why) = out.why() {
            return Err(why);
        }
        Ok(Encoded {
            encoding: self,
            horizon,
            formula: Formula::Smt(out.script(logic)),
            marks: Vec::new(),
            steps,
        })
    }
}

/// A formula with its map and how it was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Encoded {
    /// The encoding, with its choices.
    pub encoding: Encoding,
    /// The number of steps.
    pub horizon: usize,
    /// The formula.
    pub formula: Formula,
    /// Beginnings of INIT, ITER(i) and POST in a formula of clauses; none where folding refuted it. A script has them
    /// as comments.
    pub marks: Vec<Mark>,
    /// From its models to plans.
    pub steps: Vec<StepMap>,
}

#[cfg(test)]
mod tests;
