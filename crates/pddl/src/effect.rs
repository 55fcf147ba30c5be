//! Effects of actions, and what an action costs.

use crate::condition::{Atom, Condition, Expression, Parameter, Term};

/// Effect of an action on a state. All conditions are evaluated before anything changes;
/// an atom that one action both adds and deletes holds afterwards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The atom holds afterwards.
    Add(Atom),
    /// The atom does not hold afterwards, unless it is added as well.
    Delete(Atom),
    /// All of these.
    And(Vec<Effect>),
    /// The effect for every choice of objects.
    ForAll(Vec<Parameter>, Box<Effect>),
    /// The effect where the condition held before.
    When(Condition, Box<Effect>),
    /// The function has another value afterwards.
    Change(Box<NumericChange>),
}

/// Change of the value of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumericChange {
    /// Use of the amount.
    pub operator: Operator,
    /// The number of the function.
    pub function: usize,
    /// As many as it has parameters.
    pub arguments: Vec<Term>,
    /// Evaluated in the state before.
    pub amount: Expression,
}

/// Use of the amount of a numeric effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// The new value.
    Assign,
    /// Number that is added.
    Increase,
    /// Number that is taken away.
    Decrease,
    /// Factor.
    ScaleUp,
    /// Divisor.
    ScaleDown,
}

/// The greatest cost of an action: sums of millions of these fit into 64 bits.
pub(crate) const MOST_COST: u64 = 1_000_000_000_000;

/// The function that action costs add up to.
pub(crate) const TOTAL_COST: &str = "total-cost";

/// One `(increase (total-cost) ...)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cost {
    /// This much.
    Constant(u64),
    /// As much as the problem's initial state says.
    Value {
        /// The number of the function.
        function: usize,
        /// Parameters of the action, or objects.
        arguments: Vec<Term>,
    },
}
