//! Goals: constraints on the last state of a plan.

use super::{Fluent, Literal};

/// A constraint on the last state. A goal is satisfied if all its constraints hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GoalConstraint {
    /// This literal holds.
    Literal(Literal),
    /// At least one of these literals holds.
    AnyOf(Vec<Literal>),
    /// No two of these fluents are true.
    AtMostOne(Vec<Fluent>),
}

impl GoalConstraint {
    /// Whether the constraint holds in a state.
    pub fn holds(&self, state: &[bool]) -> bool {
        match self {
            Self::Literal(literal) => literal.holds(state),
            Self::AnyOf(literals) => literals.iter().any(|literal| literal.holds(state)),
            Self::AtMostOne(fluents) => {
                fluents
                    .iter()
                    .filter(|fluent| state[fluent.index()])
                    .count()
                    <= 1
            }
        }
    }

    /// Returns the fluents that the constraint mentions.
    pub fn fluents(&self) -> Vec<Fluent> {
        match self {
            Self::Literal(literal) => vec![literal.fluent],
            Self::AnyOf(literals) => literals.iter().map(|literal| literal.fluent).collect(),
            Self::AtMostOne(fluents) => fluents.clone(),
        }
    }
}
