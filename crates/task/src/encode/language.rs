//! The output languages of `naive`: SMT-LIB (`script.rs`) and clauses (`writer.rs`).

use super::derived::Clauses;
use super::unroll::{Out, When};
use crate::task::Task;

/// A condition on one fluent in a part of a disjunct.
pub enum Says<B> {
    /// The fluent has this value.
    Is(B, bool),
    /// The fluent has the same value in both states.
    Equal(B, B),
    /// One of these fluents has the given value.
    Any(Vec<(B, bool)>),
}

/// The parts (1), (2) and (3) of a disjunct.
pub type Branch<B> = [Vec<Says<B>>; 3];

/// An output language that has states and disjunctions of parts. A bit is the variable of a fluent at a time: a literal
/// or a symbol.
pub trait Language: Out + Clauses {
    /// INIT: creates the variables of state 0 and fixes them to the initial state.
    fn start(&mut self, task: &Task) -> Vec<Self::Bit>;

    /// Creates the variables of the state at a time.
    fn state(&mut self, task: &Task, time: usize) -> Vec<Self::Bit>;

    /// Requires that at least one disjunct holds; there is one disjunct for each action of step i.
    fn one_of(&mut self, task: &Task, i: usize, disjuncts: Vec<Branch<Self::Bit>>);

    /// POST: requires that the state is a goal.
    fn goal(&mut self, task: &Task, state: &[Self::Bit]);

    /// Returns where a model has the value of a fluent.
    fn when(bit: &Self::Bit) -> When;
}
