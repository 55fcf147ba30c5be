//! Landmarks: sets of atoms such that every plan makes at least one atom of the set true at some time. Most landmarks
//! have one atom.
//!
//! All landmarks of the relaxed task with one atom are found as a greatest fixed point. The label of an atom contains
//! the atoms that must be true before it can be reached. An action contributes the labels of all its preconditions, and
//! the label is the intersection over all actions that achieve the atom. Rules of derived fluents count as actions
//! here. Atoms of the initial state are not in the labels. Two kinds of order between landmarks are used:
//!
//! - *needed*: if all actions that can achieve a landmark first share a precondition, this precondition must be true
//!   just before the landmark. The precondition can be an atom of the initial state. If each of these actions has a
//!   precondition in the same mutex group, and there are few of these preconditions, they are a landmark with several
//!   atoms;
//! - *reasonable*: if a goal can only be achieved while another goal is false, the first goal comes before the second
//!   one. The mutex groups of the task show this.
//!
//! Zhu and Givan, *Landmark extraction via planning graph propagation* (2003); Keyder, Richter and
//! Helmert, *Sound and complete landmarks for and/or graphs* (ECAI 2010); Richter and Westphal,
//! *The LAMA planner* (JAIR 39, 2010), for the orders and for landmarks with several atoms.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::relaxed_task::RelaxedTask;
use saut_base::lists::{Lists, distinct, number};
use saut_base::stop::{Stop, Ticker};
use saut_task::task::{Literal, Task};

/// The landmarks of a task with their orders.
#[derive(Clone, Debug, Default)]
pub struct Landmarks {
    /// The atoms of each landmark. No atom is in two landmarks.
    pub atoms: Vec<Vec<u32>>,
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
/// Maximum number of atoms of a landmark.
const MAX_ATOMS: usize = 4;
/// Maximum work, as a number of compared atoms.
const MAX_WORK: usize = 1_000_000_000;

impl Landmarks {
    /// Finds the landmarks of a task; `None` if the search takes too much work or `stop` ends it.
    pub fn find(task: &Task, atoms: &RelaxedTask, stop: &Stop) -> Option<Self> {
        let mut labels = Labels::new(task, atoms);
        labels.spread(stop)?;
        labels.landmarks(task, stop)
    }

    /// Returns the number of the landmark with these atoms, and adds it if it is new. `None` if another landmark has
    /// some of the atoms.
    fn add(&mut self, atoms: &[u32]) -> Option<u32> {
        let known = atoms.iter().map(|&atom| self.of_atom[atom as usize]);
        if let Some(known) = known.flatten().next() {
            return (self.atoms[known as usize] == atoms).then_some(known);
        }
        let new = number(self.atoms.len());
        for &atom in atoms {
            self.of_atom[atom as usize] = Some(new);
        }
        self.atoms.push(atoms.to_vec());
        self.is_goal.push(false);
        self.needed_for.push(Vec::new());
        Some(new)
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

    /// Returns the known atoms that must be true before an action can be applied; `None` if the action is unreachable.
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
            let ways = goal
                .iter()
                .filter_map(|&a| self.of_atom[a as usize].clone());
            let common = ways.reduce(|common, way| common_of(&common, &way));
            all = union(&all, &common.unwrap_or_default());
        }
        let mut found = Landmarks {
            of_atom: vec![None; self.atoms.count],
            ..Landmarks::default()
        };
        for atom in all {
            if (atom as usize) < self.atoms.literals {
                found.add(&[atom]);
            }
        }
        let mut next = 0;
        while let Some(landmark) = found.atoms.get(next).cloned() {
            if !landmark.iter().any(|&atom| self.is_start[atom as usize]) {
                let achievers = landmark
                    .iter()
                    .map(|&atom| self.made_by.of(atom as usize).len());
                limits.spend(achievers.sum()).ok()?;
                for needed in self.needed_for(&landmark, task) {
                    if let Some(needed) = found.add(&needed) {
                        found.needed_for[needed as usize].push(number(next));
                    }
                }
            }
            next += 1;
        }
        let index = |atom: u32| found.of_atom[atom as usize].unwrap_or_default();
        for &wish in &wishes {
            found.is_goal[index(wish) as usize] = true;
        }
        found.after = self.reasonable(task, &wishes, &index, next, &limits)?;
        Some(found)
    }

    /// Returns the landmarks that must be true just before a landmark that is false at first. Each of them contains a
    /// precondition of every action that can achieve the landmark first. These preconditions are the same, or in the
    /// same mutex group.
    fn needed_for(&self, landmark: &[u32], task: &Task) -> Vec<Vec<u32>> {
        let achievers = landmark.iter().map(|&atom| self.made_by.of(atom as usize));
        let is_first = |&action: &u32| {
            let before = self.of_action(action as usize);
            before.is_some_and(|before| common_of(landmark, &before).is_empty())
        };
        let first = distinct(achievers.flatten().copied())
            .into_iter()
            .filter(is_first);
        // The classes are the mutex groups and the single atoms. A precondition is in the class of its atom, and in the
        // classes of its mutex groups.
        let classes = |action: u32| -> BTreeMap<usize, BTreeSet<u32>> {
            let needs = self.atoms.needs.of(action as usize).iter();
            let needs = needs.filter(|&&atom| (atom as usize) < self.atoms.literals);
            let classes = needs.flat_map(|&atom| {
                let groups = task.groups_by_fluent().of(atom as usize / 2).iter();
                let groups = groups.filter(move |_| atom.is_multiple_of(2));
                let groups = groups.map(|&group| self.atoms.count + group as usize);
                groups
                    .chain([atom as usize])
                    .map(move |class| (class, BTreeSet::from([atom])))
            });
            classes.collect()
        };
        let join = |common: BTreeMap<usize, BTreeSet<u32>>, mut needs: BTreeMap<_, _>| {
            let joined = common.into_iter().filter_map(|(class, mut atoms)| {
                atoms.append(needs.get_mut(&class)?);
                (atoms.len() <= MAX_ATOMS).then_some((class, atoms))
            });
            joined.collect()
        };
        let common = first.map(classes).reduce(join).unwrap_or_default();
        let is_open = |atoms: &BTreeSet<u32>| {
            atoms.len() == 1 || !atoms.iter().any(|&atom| self.is_start[atom as usize])
        };
        let common = common.into_values().filter(is_open);
        distinct(common.map(|atoms| atoms.into_iter().collect()))
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
        let single = |atoms: Vec<u32>| (atoms.len() == 1).then_some(atoms[0]);
        let needed_for = |&wish: &u32| self.needed_for(&[wish], task).into_iter();
        let needs = wishes
            .iter()
            .map(|wish| needed_for(wish).filter_map(single).collect());
        let needs: Vec<Vec<u32>> = needs.collect();
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
