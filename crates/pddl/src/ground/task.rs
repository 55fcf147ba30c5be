//! The ground task, as solvers see it.

use std::fmt;

use super::auxiliary::Numeric;
use rustc_hash::FxHashMap;
use saut_task::task::{Action, Fluent, Group, Literal, Rule};

/// A planning task without variables, in the terms of the planner: facts are its fluents.
///
/// Facts that are heads of axioms are *derived*: no action changes them, and none is in the initial state; in every
/// state they are what follows by the axioms from the others, stratum after stratum ([`saut_task::task::Rule`]).
/// Preconditions and goals may ask for them.
///
/// Facts and actions are numbered from 0 in the order of their lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroundTask {
    /// The name of the problem.
    pub name: String,
    /// `on a b`.
    pub facts: Vec<String>,
    /// In no particular order, but always in the same.
    pub actions: Vec<GroundAction>,
    /// Axioms by which derived facts follow.
    pub axioms: Vec<Rule>,
    /// The facts that hold at the start, but for derived ones.
    pub initial: Vec<Fluent>,
    /// Literals that must hold at the end.
    pub goal: Vec<Literal>,
    /// Sets of facts of which at most one, or exactly one, holds in every reachable state.
    pub mutex_groups: Vec<Group>,
    /// Whether the costs of the actions are to be minimised; if not, each is 1.
    pub minimises_cost: bool,
    /// Actions that are left out because the problem does not say what they cost.
    pub missing_cost: Option<MissingCost>,
    /// Facts that stand for comparisons and numeric changes.
    pub(crate) numeric: FxHashMap<u32, Numeric>,
    /// Sizes before facts and actions that do not matter were left out.
    pub reachable: Reached,
}

/// An action without variables. No action both adds and deletes a fact, but by conditional effects, which all are about
/// the state before it: then it holds afterwards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroundAction {
    /// `(move a b)`, as plan files have it. Several actions have the same name if one had to be
    /// split; of these, any applicable one does what the action of the domain does.
    pub name: String,
    /// Whether it is a step of a plan, as all are but those that say that a disjunctive goal is reached, and those that
    /// settle what the preferences cost.
    pub is_step: bool,
    /// Its conditions, effects and cost. Conditional effects are kept where it would have too many cases. Of the actions
    /// that are no steps of a plan, those cost something that go without a preference.
    pub action: Action,
}

/// Costs that a problem which minimises `total-cost` does not give.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingCost {
    /// The first term without a value, `(distance a b)`.
    pub term: String,
    /// The first ground action that costs it, `(drive a b)`.
    pub action: String,
    /// Number of ground actions without a cost.
    pub actions: usize,
}

impl fmt::Display for MissingCost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            term,
            action,
            actions,
        } = self;
        write!(f, "{term} has no value in `:init`, and {action} costs it")?;
        match actions {
            1 => Ok(()),
            actions => write!(f, "; {actions} actions are without a cost"),
        }
    }
}

/// Numbers of what is reachable if nothing is ever deleted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reached {
    /// Facts that can change.
    pub facts: usize,
    /// Ground actions with an effect.
    pub actions: usize,
}
