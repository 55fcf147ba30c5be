//! A planning task: fluents, ground actions, start, goal, and what is known of the length.
//!
//! This is all that encoders, backends and the decoder know of a game. Fluents and actions count
//! from 0. Ghallab, Nau, Traverso: *Automated Planning*, ch. 2 (ground, with negative
//! preconditions).

/// A proposition that changes in time, by number.
pub type Fluent = usize;

/// A ground action, by number.
pub type ActionId = usize;

/// One ground action: what it needs and what it changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// A short name for comments in formulas, without spaces.
    pub name: String,
    /// Actions of a kind stand together when a strategy orders them (for jumps: a direction).
    pub group: usize,
    /// The fluents that must be true.
    pub needs: Vec<Fluent>,
    /// The fluents that must be false.
    pub forbids: Vec<Fluent>,
    /// The fluents made true.
    pub adds: Vec<Fluent>,
    /// The fluents made false.
    pub deletes: Vec<Fluent>,
}

impl Action {
    /// Every fluent that it reads or writes, each once, in order.
    pub fn touched(&self) -> Vec<Fluent> {
        let lists = [&self.needs, &self.forbids, &self.adds, &self.deletes];
        let mut fluents: Vec<Fluent> = lists.into_iter().flatten().copied().collect();
        fluents.sort_unstable();
        fluents.dedup();
        fluents
    }

    /// Whether it may happen in this state.
    pub fn is_applicable(&self, state: &[bool]) -> bool {
        self.needs.iter().all(|&f| state[f]) && !self.forbids.iter().any(|&f| state[f])
    }

    /// Makes it happen.
    pub fn apply(&self, state: &mut [bool]) {
        for &fluent in &self.deletes {
            state[fluent] = false;
        }
        for &fluent in &self.adds {
            state[fluent] = true;
        }
    }
}

/// What is known of the number of actions of a plan before anything is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// Facts that the game knows and that follow from the task: they save an encoder's solver work
/// and change no plan.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Known {
    /// Clauses true in every state that can be reached: one of these fluents has this value.
    pub invariants: Vec<Vec<(Fluent, bool)>>,
    /// When some fluents can be true together.
    pub bounds: Vec<Bound>,
    /// The most times that an action occurs in any plan, for those of which that was shown.
    pub at_most: Vec<(ActionId, usize)>,
    /// If there is a plan of n actions, there is one of n and so many more. 0: that is not known.
    pub repeats: usize,
}

/// When some fluents can be true together. Numbers of actions are given by parity: the fewest
/// that are even, and the fewest that are odd, or `None` if there is no such number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The fluents.
    pub fluents: Vec<Fluent>,
    /// The fewest actions from the start.
    pub from_start: [Option<usize>; 2],
    /// The fewest actions to the goal.
    pub to_goal: [Option<usize>; 2],
}

impl Bound {
    /// Whether these fluents cannot be true together after so many actions, so many before the
    /// end, although the start alone would allow it.
    pub fn forbids(&self, after: usize, before_end: usize) -> bool {
        let reaches = |fewest: &[Option<usize>; 2], actions: usize| {
            fewest[actions % 2].is_some_and(|fewest| fewest <= actions)
        };
        reaches(&self.from_start, after) && !reaches(&self.to_goal, before_end)
    }
}

/// A planning task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// The name of each fluent, without spaces.
    pub fluents: Vec<String>,
    /// The actions.
    pub actions: Vec<Action>,
    /// The state before the first step, by fluent.
    pub start: Vec<bool>,
    /// The fluents whose value at the end is wanted, with that value.
    pub goal: Vec<(Fluent, bool)>,
    /// Fluents of which at most one may be true at the end; empty if there is no such wish.
    pub at_most_one_at_end: Vec<Fluent>,
    /// What is known of the length of a plan.
    pub length: Length,
    /// What else is known; nothing in most games.
    pub known: Known,
}

impl Task {
    /// Whether a state is as wanted.
    pub fn is_goal(&self, state: &[bool]) -> bool {
        self.goal
            .iter()
            .all(|&(fluent, value)| state[fluent] == value)
            && self
                .at_most_one_at_end
                .iter()
                .filter(|&&fluent| state[fluent])
                .count()
                <= 1
    }
}
