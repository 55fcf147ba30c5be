//! What an encoding makes: a formula, and the map from its models back to actions.

use rustsat::types::Lit;

use super::Encoding;
use crate::formula::Formula;
use crate::task::ActionId;

/// When a model says that an action happens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum When {
    /// In every model.
    Always,
    /// If the literal is true.
    If(Lit),
    /// If the integer symbol has this value.
    Equals(String, i64),
}

/// From the models of a formula to plans.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VarMap {
    /// For each step its possible actions, in the order in which they are played.
    Actions(Vec<Vec<(ActionId, When)>>),
    /// For each time, from 0, the boolean symbol of each fluent: the action of a step is the one
    /// that explains the change of state.
    States(Vec<Vec<String>>),
}

/// A formula with its map and how it was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Encoded {
    /// The encoding, with its choices.
    pub encoding: Encoding,
    /// The number of steps.
    pub horizon: usize,
    /// The formula.
    pub formula: Formula,
    /// The way back.
    pub var_map: VarMap,
}
