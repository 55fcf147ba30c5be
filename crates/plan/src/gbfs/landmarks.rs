//! Landmarks: atoms that every plan makes true at some time.
//!
//! All landmarks of the relaxed task are found as a greatest fixed point. The label of an atom contains the atoms that
//! must be true before it can be reached: the intersection over all actions that achieve it. Rules of derived fluents
//! count as actions here. Atoms of the initial state are not in the labels. Two kinds of order between landmarks are
//! used:
//!
//! - *needed*: if all actions that can first achieve a landmark share a precondition, the precondition must be true
//!   just before the landmark; it can be an atom of the initial state;
//! - *reasonable*: if the mutex groups of the task imply that a goal A can only be achieved while a goal B is false, A
//!   comes before B.
//!
//! Zhu and Givan, *Landmark extraction via planning graph propagation* (2003); Keyder, Richter and
//! Helmert, *Sound and complete landmarks for and/or graphs* (ECAI 2010); Richter and Westphal,
//! *The LAMA planner* (JAIR 39, 2010), for the orders.

use std::collections::VecDeque;

use crate::relaxed_task::RelaxedTask;
use saut_base::lists::{Lists, number};
use saut_base::stop::{Stop, Ticker};
use saut_task::task::{Literal, Task};

/// The landmarks of a task with their orders.
#[derive(Clone, Debug)]
pub struct Landmarks {
    /// The atom of each landmark.
    pub atoms: Vec<u32>,
    /// The landmark of each atom.
    pub of_atom: Vec<Option<u32>>,
    /// Whether each landmark must be true in the goal.
    pub is_goal: Vec<bool>,
    /// For each landmark, the landmarks just before which it must be true.
    pub needed_for: Vec<Vec<u32>>,
    /// For each landmark, the landmarks that it should come after.
    pub after: Vec<Vec<u32>>,
}

/// Maximum total size of the labels (about 400 MB).
const MAX_LABELS: usize = 100_000_000;
/// Maximum work, as a number of compared atoms.
const MAX_WORK: usize = 1_000_000_000;

impl Landmarks {
    /// Finds the landmarks of a task; `None` if the search takes too much work or `stop` ends it.
    pub fn find(task: &Task, atoms: &RelaxedTask, stop: &Stop) -> Option<Self> {
        let mut labels = Labels::new(task, atoms);
        labels.spread(stop)?;
        labels.landmarks(task, stop)
    }
}

/// For each atom, the atoms that must be true before it can be reached.
struct Labels<'a> {
    atoms: &'a RelaxedTask,
    is_start: Vec<bool>,
    /// The labels in increasing order. Labels of atoms of the initial state are empty.
    of_atom: Vec<Option<Vec<u32>>>,
    made_by: Lists,
    size: usize,
    work: usize,
}

impl<'a> Labels<'a> {
    fn new(task: &Task, atoms: &'a RelaxedTask) -> Self {
        let mut is_start = vec![false; atoms.count];
        let mut labels = vec![None; atoms.count];
        for atom in Literal::of_state(task.start()) {
            is_start[atom] = true;
            labels[atom] = Some(Vec::new());
        }
        Self {
            made_by: atoms.makes.turned(atoms.count),
            atoms,
            is_start,
            of_atom: labels,
            size: 0,
            work: 0,
        }
    }

    /// Returns atoms that must be true before an action can be applied; `None` if it is unreachable.
    fn of_action(&self, action: usize) -> Option<Vec<u32>> {
        let mut all = Vec::new();
        for &atom in self.atoms.needs.of(action) {
            all = union(&all, self.of_atom[atom as usize].as_ref()?);
        }
        Some(all)
    }

    /// Computes the fixed point. A label only shrinks after it was first set.
    fn spread(&mut self, stop: &Stop) -> Option<()> {
        let mut queue: VecDeque<usize> = (0..self.atoms.needs.count()).collect();
        let mut is_queued = vec![true; queue.len()];
        let mut turns = 0_u32;
        while let Some(action) = queue.pop_front() {
            is_queued[action] = false;
            turns = turns.wrapping_add(1);
            let is_too_much = self.size > MAX_LABELS || self.work > MAX_WORK;
            if is_too_much || (turns.is_multiple_of(256) && stop.stop_reason().is_some()) {
                return None;
            }
            let Some(before) = self.of_action(action) else {
                continue;
            };
            self.work += before.len() + 1;
            for &made in self.atoms.makes.of(action) {
                if !self.is_start[made as usize] && self.narrow(made, &before) {
                    for &next in self.atoms.needed_by.of(made as usize) {
                        if !std::mem::replace(&mut is_queued[next as usize], true) {
                            queue.push_back(next as usize);
                        }
                    }
                }
            }
        }
        Some(())
    }

    /// Updates the label of an atom for another action that achieves it; returns whether the label changed.
    fn narrow(&mut self, made: u32, before: &[u32]) -> bool {
        let label = &mut self.of_atom[made as usize];
        let Some(known) = label else {
            let new = union(before, &[made]);
            self.size += new.len();
            *label = Some(new);
            return true;
        };
        self.work += known.len();
        let length = known.len();
        known.retain(|&atom| atom == made || before.binary_search(&atom).is_ok());
        self.size -= length - known.len();
        known.len() < length
    }

    /// Returns the landmarks of the goal, and the atoms needed just before them; `None` if `stop` ends the work.
    fn landmarks(&self, task: &Task, stop: &Stop) -> Option<Landmarks> {
        let limits = Ticker::new(stop);
        let mut all: Vec<u32> = Vec::new();
        let mut wishes = Vec::new();
        for goal in &self.atoms.goals {
            limits.spend(all.len()).ok()?;
            if let [wish] = goal[..] {
                wishes.push(wish);
                all = union(&all, &[wish]);
            }
            let ways = goal.iter();
            let ways = ways.filter_map(|&a| self.of_atom[a as usize].clone());
            let common = ways.reduce(|common, way| common_of(&common, &way));
            all = union(&all, &common.unwrap_or_default());
        }
        let is_literal = |atom: &u32| (*atom as usize) < self.atoms.literals;
        all.retain(is_literal);
        let needs: Vec<(u32, Vec<u32>)> = all
            .iter()
            .filter(|&&landmark| !self.is_start[landmark as usize])
            .map(|&landmark| {
                limits
                    .spend(self.made_by.of(landmark as usize).len())
                    .ok()?;
                let mut needed = self.needed_for(landmark);
                needed.retain(is_literal);
                Some((landmark, needed))
            })
            .collect::<Option<_>>()?;
        for (_, needed) in &needs {
            limits.spend(all.len()).ok()?;
            all = union(&all, needed);
        }
        let mut of_atom = vec![None; self.atoms.count];
        for (landmark, &atom) in all.iter().enumerate() {
            of_atom[atom as usize] = Some(number(landmark));
        }
        let index = |atom: u32| of_atom[atom as usize].unwrap_or_default();
        let mut needed_for = vec![Vec::new(); all.len()];
        for (landmark, needed) in &needs {
            for &atom in needed {
                needed_for[index(atom) as usize].push(index(*landmark));
            }
        }
        let mut is_goal = vec![false; all.len()];
        for &wish in &wishes {
            is_goal[index(wish) as usize] = true;
        }
        let after = self.reasonable(task, &wishes, &index, all.len(), &limits)?;
        Some(Landmarks {
            atoms: all,
            is_goal,
            needed_for,
            after,
            of_atom,
        })
    }

    /// Returns the preconditions shared by all actions that can be the first to achieve a landmark.
    fn needed_for(&self, landmark: u32) -> Vec<u32> {
        let ways = self.made_by.of(landmark as usize).iter();
        let first = ways.filter(|&&action| {
            let before = self.of_action(action as usize);
            before.is_some_and(|before| before.binary_search(&landmark).is_err())
        });
        let needs = first.map(|&action| {
            let mut needs = self.atoms.needs.of(action as usize).to_vec();
            needs.sort_unstable();
            needs
        });
        let common = needs.reduce(|common, needs| common_of(&common, &needs));
        common.unwrap_or_default()
    }

    /// Returns, for each landmark, the goals that should be achieved before it.
    fn reasonable(
        &self,
        task: &Task,
        wishes: &[u32],
        index: &impl Fn(u32) -> u32,
        count: usize,
        limits: &Ticker,
    ) -> Option<Vec<Vec<u32>>> {
        let mutexes = task.mutexes().of_groups();
        let exclude = |one: u32, other: u32| {
            let [one, other] = [one, other].map(|atom| atom as usize);
            let is_literal = one < self.atoms.literals;
            is_literal && mutexes.exclude(Literal::of_index(one), Literal::of_index(other))
        };
        let needs: Vec<Vec<u32>> = wishes.iter().map(|&wish| self.needed_for(wish)).collect();
        let mut after = vec![Vec::new(); count];
        for (wish, needs) in wishes.iter().zip(&needs) {
            for &other in wishes {
                limits.spend(needs.len() + 1).ok()?;
                if other != *wish && needs.iter().any(|&need| exclude(need, other)) {
                    after[index(other) as usize].push(index(*wish));
                }
            }
        }
        without_circles(&mut after);
        Some(after)
    }
}

/// Removes orders that close a cycle.
fn without_circles(after: &mut [Vec<u32>]) {
    #[derive(Clone, Copy, PartialEq)]
    enum Mark {
        New,
        Open,
        Done,
    }
    let mut marks = vec![Mark::New; after.len()];
    for root in 0..after.len() {
        if marks[root] != Mark::New {
            continue;
        }
        marks[root] = Mark::Open;
        let mut path = vec![(root, 0)];
        while let Some((node, position)) = path.last_mut() {
            let Some(&next) = after[*node].get(*position) else {
                marks[*node] = Mark::Done;
                path.pop();
                continue;
            };
            match marks[next as usize] {
                Mark::Open => {
                    after[*node].swap_remove(*position);
                }
                Mark::Done => *position += 1,
                Mark::New => {
                    *position += 1;
                    marks[next as usize] = Mark::Open;
                    path.push((next as usize, 0));
                }
            }
        }
    }
}

/// Returns the union of two ordered lists, without duplicates.
fn union(one: &[u32], other: &[u32]) -> Vec<u32> {
    if one.is_empty() {
        return other.to_vec();
    }
    let mut all = Vec::with_capacity(one.len() + other.len());
    let (mut i, mut j) = (0, 0);
    while i < one.len() && j < other.len() {
        let (a, b) = (one[i], other[j]);
        all.push(a.min(b));
        i += usize::from(a <= b);
        j += usize::from(b <= a);
    }
    all.extend(&one[i..]);
    all.extend(&other[j..]);
    all
}

/// Returns the common elements of two ordered lists.
fn common_of(one: &[u32], other: &[u32]) -> Vec<u32> {
    let is_common = |atom: &u32| other.binary_search(atom).is_ok();
    one.iter().copied().filter(is_common).collect()
}

#[cfg(test)]
mod tests;
