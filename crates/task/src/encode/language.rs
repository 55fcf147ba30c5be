//! The output languages: SMT-LIB (`script.rs`) and clauses (`writer.rs`).

use super::derived::Clauses;
use super::step_map::When;
use crate::formula::{Formula, Mark, Part};
use crate::task::Task;
use saut_base::stop::{Stop, StopReason};

/// A condition in a part of a disjunct of `naive`.
pub enum FluentCondition<B> {
    /// The fluent has the same value in both states.
    Equal(B, B),
    /// At least one of these fluents has the given value.
    Any(Vec<(B, bool)>),
}

/// The parts (1), (2) and (3) of a disjunct of `naive`.
pub type Branch<B> = [Vec<FluentCondition<B>>; 3];

/// A formula that is being written, in one of the two languages. A bit is the variable of a fluent at a time: a literal
/// of a CNF formula, or a symbol of a script.
pub trait FormulaBuilder: Default + Clauses {
    /// Creates an empty formula. After `stop` has ended the work, all clauses and assertions are ignored.
    fn within(stop: &Stop) -> Self;

    /// Checks that no limit has been reached.
    ///
    /// # Errors
    /// [`StopReason`] if a limit has been reached. Then the formula is incomplete.
    fn check(&self) -> Result<(), StopReason>;

    /// Begins a part of the formula.
    fn mark(&mut self, part: Part);

    /// Returns the formula, and the marks at which its parts begin. A script has no marks, because it contains
    /// comments.
    fn finish(self) -> (Formula, Vec<Mark>);

    /// INIT: creates the variables of state 0 and fixes them to the initial state.
    fn start(&mut self, task: &Task) -> Vec<Self::Bit>;

    /// Creates the variables of the state at a time.
    fn state(&mut self, task: &Task, time: usize) -> Vec<Self::Bit>;

    /// Requires that at least one disjunct holds. There is one disjunct for each action of step i.
    fn one_of(&mut self, task: &Task, i: usize, disjuncts: Vec<Branch<Self::Bit>>);

    /// POST: requires that the state is a goal.
    fn goal(&mut self, task: &Task, state: &[Self::Bit]);

    /// Returns the condition under which a fluent is true in a model.
    fn when(bit: &Self::Bit) -> When;
}
