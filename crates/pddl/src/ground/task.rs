//! The ground task, as solvers see it.

use std::fmt;

use super::auxiliary::Numeric;
use rustc_hash::FxHashMap;

/// A planning task without variables.
///
/// A state is the set of the facts that hold. An action is applicable in a state that has all
/// its positive and none of its negative preconditions; the next state has what the action
/// adds, lacks what it deletes, and is otherwise the same. No action both adds and deletes a
/// fact. A plan is a sequence of actions, each applicable where it comes, that leads from the
/// initial state to one with all positive and no negative goals.
///
/// Facts that are heads of axioms are *derived*: no action changes them, and none is in the initial state; in every
/// state they are what follows by the axioms from the others, stratum after stratum ([`saut_task::task::Rule`]).
/// Preconditions and goals may ask for them.
///
/// Facts and actions are numbered from 0 in the order of their lists; all lists of facts are
/// sorted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroundTask {
    /// The name of the problem.
    pub name: String,
    /// `on a b`.
    pub facts: Vec<String>,
    /// In no particular order, but always in the same.
    pub actions: Vec<GroundAction>,
    /// Axioms by which derived facts follow.
    pub axioms: Vec<GroundAxiom>,
    /// The facts that hold at the start, but for derived ones.
    pub initial: Vec<u32>,
    /// The facts that must hold at the end.
    pub positive_goal: Vec<u32>,
    /// The facts that must not hold at the end.
    pub negative_goal: Vec<u32>,
    /// Sets of facts of which at most one, or exactly one, holds in every reachable state.
    pub mutex_groups: Vec<MutexGroup>,
    /// Whether the costs of the actions are to be minimised; if not, each is 1.
    pub minimises_cost: bool,
    /// Actions that are left out because the problem does not say what they cost.
    pub missing_cost: Option<MissingCost>,
    /// Facts that stand for comparisons and numeric changes.
    pub(crate) numeric: FxHashMap<u32, Numeric>,
    /// Sizes before facts and actions that do not matter were left out.
    pub reachable: Reached,
}

/// The head holds in every state with all positive and no negative facts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroundAxiom {
    /// The derived fact.
    pub head: u32,
    /// Facts that must hold.
    pub positive: Vec<u32>,
    /// Facts that must not hold.
    pub negative: Vec<u32>,
}

/// An action without variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroundAction {
    /// `(move a b)`, as plan files have it. Several actions have the same name if one had to be
    /// split; of these, any applicable one does what the action of the domain does.
    pub name: String,
    /// Whether it is a step of a plan, as all are but those that say that a disjunctive goal is reached, and those that
    /// settle what the preferences cost.
    pub is_step: bool,
    /// Facts that must hold.
    pub positive: Vec<u32>,
    /// Facts that must not hold.
    pub negative: Vec<u32>,
    /// Facts that hold afterwards.
    pub added: Vec<u32>,
    /// Facts that do not hold afterwards.
    pub deleted: Vec<u32>,
    /// Effects beside that where conditions held before; kept where it would have too many cases.
    pub conditional: Vec<GroundEffect>,
    /// At least 0; of the actions that are no steps of a plan, those cost something that go without a preference.
    pub cost: u64,
}

/// Changes under conditions. All conditions are about the state before the action; what one deletes and another adds
/// holds afterwards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroundEffect {
    /// Facts that must have held.
    pub positive: Vec<u32>,
    /// Facts that must not have held.
    pub negative: Vec<u32>,
    /// Facts that hold afterwards.
    pub added: Vec<u32>,
    /// Facts that do not hold afterwards.
    pub deleted: Vec<u32>,
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

/// Facts that exclude each other in every reachable state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MutexGroup {
    /// Two at least, or one that always holds.
    pub facts: Vec<u32>,
    /// Whether one of them always holds.
    pub exactly_one: bool,
}

/// Numbers of what is reachable if nothing is ever deleted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reached {
    /// Facts that can change.
    pub facts: usize,
    /// Ground actions with an effect.
    pub actions: usize,
}
