//! Weights of fluents as a reason why there is no plan, for any task.
//!
//! The weight of a state is the sum of the weights of the fluents that are true in it. Two kinds of
//! weights show that there is no plan:
//!
//! - *pagoda*: no action raises the weight of a state, and every goal weighs more than the start. It is
//!   the dual of the state equation, by which every fluent must be made true often enough;
//! - *modulo k*: no action changes the weight modulo k, and every goal weighs otherwise than the start.
//!
//! [`check()`] accepts such weights, in integers; who looked for them, and how, does not matter. What an action does to
//! the weight is known only where it is known whether a fluent was true before: by a precondition, or because a proved
//! group has another member that is. Where it is not known, the worst is assumed.
//!
//! Derived fluents weigh nothing.
//!
//! At a goal, fluents that are neither wanted nor excluded are taken together by the proved groups: in
//! the order of the task, each group with those of its members that no group before it has. Exactly
//! one member of a whole group of kind *exactly one* is true, at most one of any other.
//!
//! Berlekamp, Conway, Guy, *Winning Ways*, ch. 23, for pagoda functions; Bonet and van den Briel,
//! *Flow-based heuristics for optimal planning* (ICAPS 2014), for the state equation.

mod check;

pub use check::{Checker, check};

/// Claim that weights are said to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WeightKind {
    /// No action raises the weight, and every goal weighs more than the start.
    Pagoda,
    /// No action changes the weight modulo this, and every goal weighs otherwise than the start.
    Modulo(u32),
}

impl WeightKind {
    /// The word used in results: the kinds of certificates of the puzzles.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pagoda => "pagoda",
            Self::Modulo(_) => "lattice",
        }
    }
}

/// Weights that [`check()`] has accepted: the task has no plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedWeights {
    kind: WeightKind,
    weights: Vec<i64>,
    start: i128,
    goal: i128,
}

impl CheckedWeights {
    /// Claim that they show.
    pub const fn kind(&self) -> WeightKind {
        self.kind
    }

    /// The weight of each fluent.
    pub fn weights(&self) -> &[i64] {
        &self.weights
    }

    /// The weight of the start.
    pub const fn start(&self) -> i128 {
        self.start
    }

    /// The least weight of a goal; modulo k, the only one.
    pub const fn goal(&self) -> i128 {
        self.goal
    }
}
