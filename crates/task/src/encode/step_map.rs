//! Decoding maps: how a model of a formula determines the steps of a plan.

use rustsat::types::Lit;

use crate::task::ActionId;

/// The condition under which an action happens, or a fluent is true, in a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum When {
    /// True in every model.
    Always,
    /// The literal is true.
    If(Lit),
    /// The boolean symbol is true.
    Symbol(String),
}

/// The decoding map of one step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepMap {
    /// The actions that the step may contain, in the order in which they are executed.
    Actions(Vec<(ActionId, When)>),
    /// The fluents of the state after the step. Decoding looks for an action that leads to this state.
    State(Vec<When>),
}

impl StepMap {
    /// Creates the map of a step whose actions happen if their literals are true.
    pub fn of(literals: impl IntoIterator<Item = (ActionId, Lit)>) -> Self {
        let actions = literals.into_iter();
        Self::Actions(
            actions
                .map(|(id, happens)| (id, When::If(happens)))
                .collect(),
        )
    }

    /// Returns the actions that the step may contain, in order. The list is empty if the step is decoded from its
    /// state.
    pub fn actions(&self) -> &[(ActionId, When)] {
        match self {
            Self::Actions(actions) => actions,
            Self::State(_) => &[],
        }
    }
}
