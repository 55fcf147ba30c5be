//! Known facts about a task that are trusted without a proof.
//!
//! Known facts save work for the solver. A wrong fact could make a formula unsatisfiable although a plan exists, and
//! the check of a proof would not detect this.

use super::{ActionId, Fluent, InvalidTask, Literal};

/// Bounds on the number of actions of a plan, known before any search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Length {
    /// No plan has fewer actions.
    pub at_least: usize,
    /// If there is a plan, there is a plan with at most this number of actions; `None` if no such bound is known.
    pub at_most: Option<usize>,
}

impl Length {
    /// Returns the number of actions that a shortest plan has, if this number is known. The task may have no plan.
    pub fn exactly(self) -> Option<usize> {
        (self.at_most == Some(self.at_least)).then_some(self.at_least)
    }
}

/// Facts that follow from the task and that its creator knows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TrustedFacts {
    /// Clauses that hold in every reachable state. In a clause, at least one of the literals is true.
    pub invariants: Vec<Vec<Literal>>,
    /// For sets of fluents, the minimum distances of the states in which all fluents of the set are true.
    pub bounds: Vec<ParityBound>,
    /// For some actions, the maximum number of times that the action occurs in any plan.
    pub at_most: Vec<(ActionId, usize)>,
    /// If there is a plan, there is a plan that begins with one of these actions; empty if no such actions are known.
    /// Only this fact may exclude plans, but never all plans.
    pub first: Vec<ActionId>,
    /// A number p > 0 such that every plan of n actions can be extended to a plan of n + p actions; 0 if no such number
    /// is known.
    pub padding: usize,
}

/// For certain fluents: minimum distances from the initial state to the states in which they are all true, and from
/// these states to the goal.
///
/// Each array contains the minimum even and the minimum odd number of actions. `None` means that no sequence of actions
/// has this parity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParityBound {
    /// The fluents that are true together.
    pub fluents: Vec<Fluent>,
    /// Minimum numbers of actions from the initial state to such a state.
    pub from_start: [Option<usize>; 2],
    /// Minimum numbers of actions from such a state to the goal.
    pub to_goal: [Option<usize>; 2],
}

impl ParityBound {
    /// Whether the fluents can be true together `after` actions after the initial state, but not `before_end` actions
    /// before the goal.
    pub fn forbids(&self, after: usize, before_end: usize) -> bool {
        let reaches = |fewest: &[Option<usize>; 2], actions: usize| {
            fewest[actions % 2].is_some_and(|fewest| fewest <= actions)
        };
        reaches(&self.from_start, after) && !reaches(&self.to_goal, before_end)
    }
}

impl TrustedFacts {
    pub(super) fn check_range(&self, fluents: usize, actions: usize) -> Result<(), InvalidTask> {
        let invariants = self
            .invariants
            .iter()
            .flatten()
            .map(|literal| literal.fluent);
        let bounds = self.bounds.iter().flat_map(|bound| &bound.fluents).copied();
        for fluent in invariants.chain(bounds) {
            InvalidTask::unless_fluent("a known fact", fluent, fluents)?;
        }
        let at_most = self.at_most.iter().map(|&(id, _)| id);
        let mut named = at_most.chain(self.first.iter().copied());
        named.try_for_each(|id| InvalidTask::unless_action(id.index(), actions))
    }
}
