//! The ground task for the solvers.

use super::formula::Numeric;
use super::limits::Stopped;
use rustc_hash::FxHashMap;
use saut_base::BadInput;
use saut_task::task::{Action, Fluent, Group, InvalidTask, Literal, Rule};
use thiserror::Error;

/// A planning task without variables. Its facts are the fluents of the planner.
///
/// Facts that are heads of axioms are *derived*: no action changes them, and the initial state contains none of them.
/// In every state, they follow from the other facts by the axioms, stratum after stratum ([`saut_task::task::Rule`]).
/// Preconditions and goals may contain them.
///
/// Facts and actions are numbered from 0 in the order of their lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroundTask {
    /// The names of the facts, such as `on a b`.
    pub facts: Vec<String>,
    /// The actions, in an unspecified but deterministic order.
    pub actions: Vec<GroundAction>,
    /// Axioms that define the derived facts.
    pub axioms: Vec<Rule>,
    /// The facts of the initial state, without derived facts.
    pub initial: Vec<Fluent>,
    /// Literals that must hold at the end.
    pub goal: Vec<Literal>,
    /// Sets of facts of which at most one, or exactly one, holds in every reachable state.
    pub mutex_groups: Vec<Group>,
    /// Sets of facts of which, according to an unproved claim of an SAS+ file, at most one holds in every reachable
    /// state.
    pub(crate) claimed_groups: Vec<Group>,
    /// Actions that are left out because the problem does not give their cost.
    pub missing_cost: Option<MissingCost>,
    /// Facts that represent comparisons and numeric changes.
    pub(crate) numeric: FxHashMap<u32, Numeric>,
    /// Number of reachable facts that can change, including irrelevant facts. Reachability ignores deletions.
    pub reachable_facts: usize,
    /// Number of reachable ground actions with an effect, including irrelevant actions.
    pub reachable_actions: usize,
}

/// An action without variables. A fact that its effects both add and delete holds afterwards. All conditions are about
/// the state before the action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroundAction {
    /// Name as in plan files, such as `(move a b)`. If an action of the domain is split into cases, the cases have the
    /// same name. An applicable case has the same effects as the action of the domain.
    pub name: String,
    /// Whether the action is a step of a plan. The other actions mark a disjunctive goal as reached, or confirm or pay
    /// for a preference.
    pub is_step: bool,
    /// Conditions, effects and cost. Conditional effects are kept if the action would have too many cases. An action
    /// that pays for a preference is not a step, but has a cost.
    pub action: Action,
}

/// Costs that are missing in a problem that minimises `total-cost`.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{term} has no value in `:init`, but is the cost of {action}{}", of_more_than_one(*actions))]
pub struct MissingCost {
    /// The first term without a value, such as `(distance a b)`.
    pub term: String,
    /// The first ground action without a cost, such as `(drive a b)`.
    pub action: String,
    /// Number of ground actions without a cost.
    pub actions: usize,
}

fn of_more_than_one(actions: usize) -> String {
    match actions {
        1 => String::new(),
        actions => format!("; {actions} actions have no cost"),
    }
}

impl MissingCost {
    /// Returns the error message at a place.
    pub fn bad_input(&self, place: &str) -> BadInput {
        BadInput::new(place, self.to_string()).remedy(
            "give the term a value, exclude the action by a precondition, or leave out `:metric`",
        )
    }
}

/// Reason why there is no ground task, or no task for the planner.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum GroundingError {
    /// A part of the goal cannot be reached even if nothing is ever deleted, so there is no plan.
    #[error("{} is unreachable even if no fact is ever deleted", goal_part(atom))]
    GoalUnreachable {
        /// The required atom, with `not` before it if it must not hold, or `goal` if no single part of the goal is the
        /// reason.
        atom: String,
    },
    /// A number is out of range, or an action contradicts itself. Tasks from [`crate::ground()`] do not have these
    /// faults.
    #[error(transparent)]
    Invalid(#[from] InvalidTask),
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// The task is numeric, and cannot be encoded as clauses.
    #[error("the task is numeric, but this operation supports only tasks without numbers")]
    Numeric,
    /// Costs are minimised, and an action does not have a cost.
    #[error(transparent)]
    MissingCost(#[from] MissingCost),
}

fn goal_part(atom: &str) -> String {
    match atom {
        "goal" => "the goal".to_owned(),
        atom => format!("({atom})"),
    }
}
