//! Encodings: a task and a horizon as a formula, with the map back to actions.
//!
//! Every encoding is INIT (the start), ITER(i) (step i leads from state i−1 to state i) and POST
//! (the goal); each has a file here and a folder in `encodings/` with its numbered axioms. They
//! see a [`Task`] and no game.

mod chain;
mod disabling;
mod encoded;
mod exists;
mod fold;
mod forall;
mod grammar;
mod invariants;
mod order;
mod r2_exists;
mod relaxed_layers;
mod sequential;
mod size;
pub mod smt;
mod steps;
pub mod text;
mod writer;

pub use encoded::{Encoded, VarMap, When};
pub use order::Order;
pub use sequential::AtMostOne;
pub use smt::SmtForm;
pub use steps::Steps;

use crate::task::Task;

/// Which encoding, with its choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// One action a step.
    Sequential {
        /// How "at most one action" is written.
        at_most_one: AtMostOne,
    },
    /// A set of actions a step that may be played in any order; interference by pairs.
    Forall,
    /// The same with interference by chains, which are linear in the task.
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
        /// Which of the two ways to write a step.
        form: SmtForm,
    },
}

impl Encoding {
    /// All, with their default choices.
    pub const ALL: [Self; 5] = [
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
            Self::Sequential { .. } => "sequential",
            Self::Forall | Self::ForallChain => "forall",
            Self::Exists => "exists",
            Self::R2Exists { .. } => "r2-exists",
            Self::Smt { .. } => "smt",
        }
    }

    /// Whether a step has exactly one action, so that the horizon is the length of the plan.
    pub const fn is_sequential(self) -> bool {
        matches!(self, Self::Sequential { .. } | Self::Smt { .. })
    }

    /// Writes the formula for plans of `horizon` steps.
    pub fn encode(self, task: &Task, horizon: usize) -> Encoded {
        let (formula, var_map) = match self {
            Self::Sequential { at_most_one } => sequential::encode(task, horizon, at_most_one),
            Self::Forall => return forall::by_pairs(task).encode(horizon),
            Self::ForallChain => return forall::by_chains(task).encode(horizon),
            Self::Exists => return exists::steps(task).encode(horizon),
            Self::R2Exists {
                order,
                left_packing,
                fold,
            } => r2_exists::encode(task, horizon, order, left_packing, fold),
            Self::Smt { form } => smt::encode(task, horizon, form),
        };
        Encoded {
            encoding: self,
            horizon,
            formula,
            var_map,
        }
    }
}

#[cfg(test)]
mod tests;
