//! Language for `naive`: `script.rs` is SMT-LIB, `writer.rs` clauses.

use super::derived::Clauses;
use super::unroll::{Out, When};
use crate::task::Task;

/// Statement of one part of a disjunct about one fluent.
pub enum Says<B> {
    /// It has this value.
    Is(B, bool),
    /// It has the same value in both states.
    Equal(B, B),
    /// One of these has its value.
    Any(Vec<(B, bool)>),
}

/// The parts (1), (2) and (3) of a disjunct.
pub type Disjunct<B> = [Vec<Says<B>>; 3];

/// Language that has states and disjunctions of parts. A bit is the variable of a fluent at a time: a literal, or a
/// symbol.
pub trait Language: Out + Clauses {
    /// INIT: variables of state 0, which is the start.
    fn start(&mut self, task: &Task) -> Vec<Self::Bit>;

    /// Variables of the state at a time.
    fn state(&mut self, task: &Task, time: usize) -> Vec<Self::Bit>;

    /// At least one disjunct holds; there is one for each action of step i.
    fn one_of(&mut self, task: &Task, i: usize, disjuncts: Vec<Disjunct<Self::Bit>>);

    /// POST: the state is a goal.
    fn goal(&mut self, task: &Task, state: &[Self::Bit]);

    /// Place of the value of a fluent in a model.
    fn when(bit: &Self::Bit) -> When;
}
