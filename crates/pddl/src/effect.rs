//! Effects of actions; what an action costs is one of them.

use strum::EnumString;

use crate::condition::{ALWAYS, Atom, Condition, Expression, ObjectId, Parameter, Term};

/// Changes that an action makes for every choice of objects for which the condition holds. All conditions are evaluated
/// before anything changes; an atom that one action both adds and deletes holds afterwards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effect {
    /// Variables of the quantifiers; their levels follow those of the parameters of the action.
    pub variables: Vec<Parameter>,
    /// Condition in the state before.
    pub condition: Condition,
    /// Changes of atoms and numbers.
    pub changes: Vec<SimpleEffect>,
}

impl Effect {
    /// An effect that takes place whenever the action does.
    pub(crate) fn always(changes: Vec<SimpleEffect>) -> Self {
        Self {
            variables: Vec::new(),
            condition: ALWAYS,
            changes,
        }
    }

    /// Whether it takes place whenever the action does, without a choice of objects.
    pub(crate) fn is_always(&self) -> bool {
        self.variables.is_empty() && self.condition == ALWAYS
    }
}

/// Change of one atom or number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SimpleEffect {
    /// The atom holds afterwards, or it does not, unless it is added as well.
    Set(Atom, bool),
    /// The function has another value afterwards.
    Number(Box<NumericChange>),
}

/// Change of the value of a function.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NumericChange {
    /// Use of the amount.
    pub operator: Operator,
    /// The function, with its arguments.
    pub function: Atom,
    /// Evaluated in the state before.
    pub amount: Expression,
}

impl NumericChange {
    /// The change with these objects for its variables.
    pub(crate) fn with_objects(mut self, values: &[ObjectId]) -> Self {
        let mut fill = |term: &mut Term| *term = Term::Object(term.object(values));
        self.function.arguments.iter_mut().for_each(&mut fill);
        self.amount.for_each_term(&mut fill);
        self
    }
}

/// Use of the amount of a numeric effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumString)]
#[strum(serialize_all = "kebab-case")]
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
