//! Invariants, proved of every reachable state: groups and pairs. They help a solver and excludes no plan.

use rustsat::types::Lit;

use super::AtMostOne;
use super::writer::{Writer, signed};
use crate::task::{ActionId, GroupKind, Literal, Pairs, Task};

/// More pairs than this for each literal of the actions are not written: the formula would be little
/// else.
const MOST_PAIRS: usize = 2;

/// The invariants of a task that are worth writing.
#[derive(Clone, Debug)]
pub struct Invariants<'a> {
    task: &'a Task,
    /// Excluded pairs that no group implies already.
    pairs: Vec<(Literal, Literal)>,
    /// Whether the pairs of the task are all said, by these or by groups.
    has_all_pairs: bool,
    /// The actions that need a pair.
    never: Vec<ActionId>,
}

impl<'a> Invariants<'a> {
    /// Invariants of a task that are worth writing.
    pub fn of(task: &'a Task) -> Self {
        let Some(pairs) = task.pairs() else {
            let (pairs, never) = (Vec::new(), Vec::new());
            return Self {
                task,
                pairs,
                has_all_pairs: false,
                never,
            };
        };
        let groups_of = task.groups_by_fluent();
        let share = |a: Literal, b: Literal| {
            let mut groups = groups_of[a.fluent.index()].iter();
            groups.any(|group| groups_of[b.fluent.index()].contains(group))
        };
        let is_said = |&(a, b): &(Literal, Literal)| a != b && a.value && b.value && share(a, b);
        let few = MOST_PAIRS * task.size();
        let new = pairs.iter().filter(|pair| !is_said(pair));
        let mut new: Vec<_> = new.take(few + 1).collect();
        let has_all_pairs = new.len() <= few;
        if !has_all_pairs {
            new.clear();
        }
        let is_never = |id: &ActionId| pairs.is_never(task.action(*id));
        Self {
            task,
            pairs: new,
            has_all_pairs,
            never: task.action_ids().filter(is_never).collect(),
        }
    }

    /// The pairs of the task, if they are all said.
    pub fn all_pairs(&self) -> Option<&'a Pairs> {
        self.task.pairs().filter(|_| self.has_all_pairs)
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
