//! Knowledge about a task that nobody proves here: part of what is trusted.
//!
//! It saves an encoder's solver work and must change no plan. A wrong fact would make a formula
//! unsatisfiable that has a plan, and a checked proof of that formula would still be accepted.

use super::{ActionId, Fluent, InvalidTask, Literal};

/// Bounds known on the number of actions of a plan before anything is searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Length {
    /// No plan has fewer actions.
    pub at_least: usize,
    /// If there is a plan at all, there is one with no more; `None` if nothing is known.
    pub at_most: Option<usize>,
}

impl Length {
    /// The length, if every plan has the same.
    pub fn exactly(self) -> Option<usize> {
        (self.at_most == Some(self.at_least)).then_some(self.at_least)
    }
}

/// Facts that the maker of a task knows and that follow from it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Known {
    /// Clauses true in every reachable state: at least one of the literals holds.
    pub invariants: Vec<Vec<Literal>>,
    /// Distances of states in which some fluents are true together.
    pub bounds: Vec<ParityBound>,
    /// Actions with the most times that each occurs in any plan.
    pub at_most: Vec<(ActionId, usize)>,
    /// If there is a plan, there is one that begins with one of these; empty where nothing is known.
    /// Unlike all else here it leaves plans out, but never all.
    pub first: Vec<ActionId>,
    /// A number p > 0 such that a plan of n actions can be padded to one of n + p actions. 0: no
    /// such number is known.
    pub padding: usize,
}

/// Distances of states in which some fluents are true together, from the start and to the goal.
///
/// Each pair holds the fewest actions of even and of odd number, or `None` if there is no such number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParityBound {
    /// The fluents.
    pub fluents: Vec<Fluent>,
    /// The fewest actions from the start.
    pub from_start: [Option<usize>; 2],
    /// The fewest actions to the goal.
    pub to_goal: [Option<usize>; 2],
}

impl ParityBound {
    /// Whether the fluents cannot be true together `after` actions from the start and
    /// `before_end` actions before the end, although the start alone would allow it.
    pub fn forbids(&self, after: usize, before_end: usize) -> bool {
        let reaches = |fewest: &[Option<usize>; 2], actions: usize| {
            fewest[actions % 2].is_some_and(|fewest| fewest <= actions)
        };
        reaches(&self.from_start, after) && !reaches(&self.to_goal, before_end)
    }
}

impl Known {
    pub(super) fn check_range(&self, fluents: usize, actions: usize) -> Result<(), InvalidTask> {
        let invariants = self
            .invariants
            .iter()
            .flatten()
            .map(|literal| literal.fluent);
        let bounds = self.bounds.iter().flat_map(|bound| &bound.fluents).copied();
        for fluent in invariants.chain(bounds) {
            InvalidTask::unless_fluent("what is known", fluent, fluents)?;
        }
        let at_most = self.at_most.iter().map(|&(id, _)| id);
        let mut named = at_most.chain(self.first.iter().copied());
        named.try_for_each(|id| InvalidTask::unless_action(id.index(), actions))
    }
}
