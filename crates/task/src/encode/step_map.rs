//! The way from a model of a formula to the steps of a plan.

use rustsat::types::Lit;

use crate::task::ActionId;

/// Condition on a model under which an action happens or a fluent is true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum When {
    /// True in every model.
    Always,
    /// The literal is true.
    If(Lit),
    /// The boolean symbol is true.
    Symbol(String),
}

/// Decoding map for one step of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepMap {
    /// The actions that the step may contain, in the order in which they are executed.
    Actions(Vec<(ActionId, When)>),
    /// The fluents of the state after the step; its action is the one that explains the change.
    State(Vec<When>),
}

impl StepMap {
    /// Creates the map for actions that each happen if their literal is true.
    pub fn of(literals: impl IntoIterator<Item = (ActionId, Lit)>) -> Self {
        let actions = literals.into_iter();
        Self::Actions(
            actions
                .map(|(id, happens)| (id, When::If(happens)))
                .collect(),
        )
    }

    /// Returns the actions that the step may contain, in order; empty if the step is decoded from its state.
    pub fn actions(&self) -> &[(ActionId, When)] {
        match self {
            Self::Actions(actions) => actions,
            Self::State(_) => &[],
        }
    }
}
