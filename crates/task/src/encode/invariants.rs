//! Invariants, proved of every reachable state: groups and pairs. They help a solver and excludes no plan.

use std::borrow::Cow;

use rustsat::types::Lit;

use super::AtMostOne;
use super::writer::{Writer, signed};
use crate::task::{ActionId, GroupKind, Literal, Mutexes, Task};

/// More pairs than this for each literal of the actions are not written: the formula would be little
/// else.
const MOST_PAIRS: usize = 2;

/// The invariants of a task that are worth writing.
#[derive(Clone, Debug)]
pub struct Invariants<'a> {
    task: &'a Task,
    /// Excluded pairs that no group implies already.
    pairs: Vec<(Literal, Literal)>,
    /// Those of groups and these pairs.
    stated: Cow<'a, Mutexes>,
    /// The actions that need a pair.
    never: Vec<ActionId>,
}

impl<'a> Invariants<'a> {
    /// Invariants of a task that are worth writing.
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

    /// Mutexes that the formula states of every state after a step.
    pub fn stated(&self) -> &Mutexes {
        &self.stated
    }

    /// Upper bound on the clauses of a step, at-most-one in linear form.
    pub fn most_clauses(task: &Task) -> usize {
        let members: usize = task.groups().iter().map(|group| group.fluents.len()).sum();
        let pairs = task
            .pairs()
            .map_or(0, |_| MOST_PAIRS * task.size() + task.actions().len());
        4 * members + pairs
    }

    /// The groups, of a state.
    pub fn groups(&self, writer: &mut Writer, state: &[Lit]) {
        for group in self.task.groups() {
            let members: Vec<Lit> = group.fluents.iter().map(|f| state[f.index()]).collect();
            if group.kind == GroupKind::ExactlyOne {
                writer.clause(members.iter().copied());
            }
            match members.len() {
                0 | 1 => {}
                2..=5 => writer.at_most_one(AtMostOne::Pairwise, &members),
                _ => writer.at_most_one(AtMostOne::Ladder, &members),
            }
        }
    }

    /// The pairs, of a state.
    pub fn pairs(&self, writer: &mut Writer, state: &[Lit]) {
        let at = |literal: Literal| signed(state[literal.fluent.index()], literal.value);
        for &(a, b) in &self.pairs {
            if a == b {
                writer.clause([!at(a)]);
            } else {
                writer.clause([!at(a), !at(b)]);
            }
        }
    }

    /// The actions that can never happen, of a step.
    pub fn never(&self, writer: &mut Writer, happens: &[Lit]) {
        for action in &self.never {
            writer.clause([!happens[action.index()]]);
        }
    }
}
