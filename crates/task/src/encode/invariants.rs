//! Invariants that hold in every reachable state: mutex groups and mutexes. They help a solver and exclude no plan.

use std::borrow::Cow;

use rustsat::types::Lit;

use super::AtMostOne;
use super::writer::{Writer, signed};
use crate::task::{ActionId, GroupKind, Literal, Mutexes, Task};

/// If there are more mutexes than this for each literal of the actions, none is written: they would dominate the
/// formula.
const MOST_PAIRS: usize = 2;

/// The invariants of a task that are worth writing.
#[derive(Clone, Debug)]
pub struct Invariants<'a> {
    task: &'a Task,
    /// Mutexes that no mutex group implies.
    pairs: Vec<(Literal, Literal)>,
    /// The mutexes of the groups and the written mutexes.
    stated: Cow<'a, Mutexes>,
    /// The actions that need two mutually exclusive literals.
    never: Vec<ActionId>,
}

impl<'a> Invariants<'a> {
    /// Selects the invariants of a task that are worth writing.
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

    /// The mutexes that the formula states in every state after a step.
    pub fn stated(&self) -> &Mutexes {
        &self.stated
    }

    /// Upper bound on the number of clauses per step, with at-most-one in linear form.
    pub fn most_clauses(task: &Task) -> usize {
        let members: usize = task.groups().iter().map(|group| group.fluents.len()).sum();
        let pairs = task
            .pairs()
            .map_or(0, |_| MOST_PAIRS * task.size() + task.actions().len());
        4 * members + pairs
    }

    /// Writes the mutex groups of a state.
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

    /// Writes the mutexes of a state.
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

    /// Writes that the actions that can never happen do not happen in a step.
    pub fn never(&self, writer: &mut Writer, happens: &[Lit]) {
        for action in &self.never {
            writer.clause([!happens[action.index()]]);
        }
    }
}
