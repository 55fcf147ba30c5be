//! Redundant axioms for mutex groups and mutexes, which hold in every reachable state. They help a solver and exclude
//! no plan.

use std::borrow::Cow;

use rustsat::types::Lit;

use super::derived::Clauses;
use super::writer::Writer;
use crate::task::{ActionId, Fluent, GroupKind, Literal, Mutexes, Task};

/// Maximum number of mutexes outside the mutex groups, per literal of the actions. If a task has more, the formula
/// states only the groups. Otherwise, most clauses of the formula would be mutexes.
const MOST_PAIRS: usize = 2;

/// The invariants of a task that a formula states.
#[derive(Clone, Debug)]
pub struct Invariants<'a> {
    task: &'a Task,
    /// The mutexes that the formula states as separate clauses, because no mutex group implies them.
    pairs: Vec<(Literal, Literal)>,
    /// All mutexes that the formula states: `pairs` and the mutexes of the groups.
    stated: Cow<'a, Mutexes>,
    /// The actions that require two mutually exclusive literals.
    never: Vec<ActionId>,
}

impl<'a> Invariants<'a> {
    pub fn of(task: &'a Task) -> Self {
        let mut invariants = Self {
            task,
            pairs: Vec::new(),
            stated: Cow::Borrowed(task.mutexes()),
            never: Vec::new(),
        };
        if let Some(pairs) = task.pairs() {
            let of_groups = task.mutexes().of_groups();
            let few = MOST_PAIRS * task.size();
            let new = pairs.iter().filter(|&(a, b)| !of_groups.exclude(a, b));
            invariants.pairs = new.take(few + 1).collect();
            if invariants.pairs.len() > few {
                invariants.pairs.clear();
                invariants.stated = Cow::Owned(of_groups);
            }
            let is_never = |id: &ActionId| task.mutexes().never(task.action(*id));
            invariants.never = task.action_ids().filter(is_never).collect();
        }
        invariants
    }

    /// Returns the mutexes that the formula states in every state after a step.
    pub fn stated(&self) -> &Mutexes {
        &self.stated
    }

    /// Returns an upper bound on the number of clauses per step.
    pub fn most_clauses(task: &Task) -> usize {
        let members: usize = task.groups().iter().map(|group| group.fluents.len()).sum();
        let pairs = task
            .pairs()
            .map_or(0, |_| MOST_PAIRS * task.size() + task.actions().len());
        4 * members + pairs
    }

    /// Calls `read` for each group and each mutex of `pairs`, with the literals of its axioms.
    pub fn for_each(&self, mut read: impl FnMut(&[Literal])) {
        for group in self.task.groups() {
            let members = || group.fluents.iter();
            let mut literals: Vec<Literal> = members().map(|one| one.is_false()).collect();
            if group.kind == GroupKind::ExactlyOne {
                literals.extend(members().map(|one| one.is_true()));
            }
            read(&literals);
        }
        self.pairs.iter().for_each(|&(a, b)| read(&[!a, !b]));
    }

    /// Writes the mutex groups of a state.
    pub fn groups<L: Clauses>(&self, out: &mut L, state: &[L::Bit]) {
        self.groups_of(out, state, |_| true);
    }

    /// Writes the mutex groups of a state that `chosen` accepts.
    pub fn groups_of<L: Clauses>(
        &self,
        out: &mut L,
        state: &[L::Bit],
        chosen: impl Fn(&[Fluent]) -> bool,
    ) {
        let groups = self.task.groups().iter();
        for group in groups.filter(|group| chosen(&group.fluents)) {
            let members = group.fluents.iter().map(|one| state[one.index()].clone());
            let members: Vec<L::Bit> = members.collect();
            // If the group has two members, a stated mutex may already require that one of them is true.
            let is_mutex = |a: Fluent, b: Fluent| self.stated.exclude(a.is_false(), b.is_false());
            let is_stated = matches!(group.fluents[..], [a, b] if is_mutex(a, b));
            if group.kind == GroupKind::ExactlyOne && !is_stated {
                let all: Vec<_> = members.iter().map(|one| (one.clone(), true)).collect();
                out.any_of(&all);
            }
            out.at_most_one(&members);
        }
    }

    /// Writes the mutexes of a state.
    pub fn pairs<L: Clauses>(&self, out: &mut L, state: &[L::Bit]) {
        self.pairs_of(out, state, |_| true);
    }

    /// Writes the mutexes of a state whose fluents `chosen` accepts.
    pub fn pairs_of<L: Clauses>(
        &self,
        out: &mut L,
        state: &[L::Bit],
        chosen: impl Fn(&[Fluent]) -> bool,
    ) {
        let is_not = |one: Literal| (state[one.fluent.index()].clone(), !one.value);
        let pairs = self.pairs.iter();
        for &(a, b) in pairs.filter(|(a, b)| chosen(&[a.fluent, b.fluent])) {
            if a == b {
                out.any_of(&[is_not(a)]);
            } else {
                out.any_of(&[is_not(a), is_not(b)]);
            }
        }
    }

    pub fn is_never(&self, action: ActionId) -> bool {
        self.never.binary_search(&action).is_ok()
    }

    /// Forbids the actions that can never happen in a step.
    pub fn never(&self, writer: &mut Writer, happens: &[Lit]) {
        for action in &self.never {
            writer.clause([!happens[action.index()]]);
        }
    }
}
