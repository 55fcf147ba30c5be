//! The landmark count of a state: the total cost of the landmarks that must still be reached, or reached again.
//!
//! Each state stores the landmarks that were reached on the path to it. A reached landmark counts again if it is false
//! and either the goal requires it, or it must be true just before a landmark that is not reached yet.
//!
//! Richter and Westphal, *The LAMA planner* (JAIR 39, 2010).

use super::landmarks::Landmarks;
use crate::relaxed_task::RelaxedTask;
use saut_base::bits;
use saut_base::lists::Lists;
use saut_task::task::ActionId;

/// The landmarks, and the set of landmarks reached in each state.
#[derive(Clone, Debug)]
pub struct LandmarkCount {
    landmarks: Landmarks,
    /// For each action, the landmarks that it achieves.
    makes: Lists,
    /// For each landmark, the least cost of an action that achieves it.
    costs: Vec<u32>,
    /// Number of words per state.
    width: usize,
    /// The reached landmarks, as one row of bits per state.
    pub reached: Vec<u64>,
}

impl LandmarkCount {
    /// Creates a counter without states. `prices` are the action costs.
    pub fn new(landmarks: Landmarks, atoms: &RelaxedTask, prices: &[u32]) -> Self {
        let mut makes: Vec<Vec<u32>> = vec![Vec::new(); atoms.actions];
        for action in 0..atoms.actions + atoms.conditional.len() {
            let made = atoms.makes.of(action).iter();
            let made = made.filter_map(|&atom| landmarks.of_atom[atom as usize]);
            if let Some(played) = atoms.played(action) {
                makes[played as usize].extend(made);
            }
        }
        let makes = Lists::new(makes);
        let mut costs = vec![u32::MAX; landmarks.atoms.len()];
        for (action, &price) in prices.iter().enumerate() {
            for &landmark in makes.of(action) {
                let least = &mut costs[landmark as usize];
                *least = price.min(*least);
            }
        }
        for cost in &mut costs {
            // A landmark that no action achieves is true initially or is derived.
            *cost = if *cost == u32::MAX { 1 } else { *cost };
        }
        Self {
            costs,
            width: bits::words(landmarks.atoms.len()),
            landmarks,
            makes,
            reached: Vec::new(),
        }
    }

    /// Enters a state reached from `parent`, and returns the cost of its missing landmarks. For the initial state,
    /// `parent` is the state itself. States must be entered in the order of their numbers.
    pub fn enter(&mut self, state: u32, parent: u32, values: &[bool]) -> u32 {
        debug_assert_eq!(self.reached.len(), state as usize * self.width);
        let before = parent as usize * self.width;
        if state == 0 {
            self.reached = vec![0; self.width];
        } else {
            self.reached.extend_from_within(before..before + self.width);
        }
        let here = state as usize * self.width;
        let count = self.landmarks.atoms.len();
        let holds = |&atom: &u32| values[atom as usize / 2] == atom.is_multiple_of(2);
        let is_true = |landmark: usize| self.landmarks.atoms[landmark].iter().any(holds);
        // The landmarks reached before this state.
        let old = self.reached[here..here + self.width].to_vec();
        for landmark in 0..count {
            let waits = || {
                let mut before = self.landmarks.after[landmark].iter();
                before.any(|&other| !bits::get(&old, other as usize) && !is_true(other as usize))
            };
            if is_true(landmark) && !bits::get(&old, landmark) && !waits() {
                bits::set(&mut self.reached[here..], landmark, true);
            }
        }
        let now = &self.reached[here..here + self.width];
        let missing = (0..count).filter(|&landmark| {
            if !bits::get(now, landmark) {
                return true;
            }
            !is_true(landmark) && {
                let mut needed_for = self.landmarks.needed_for[landmark].iter();
                self.landmarks.is_goal[landmark]
                    || needed_for.any(|&next| !bits::get(now, next as usize))
            }
        });
        let costs = missing.map(|landmark| self.costs[landmark]);
        costs.fold(0, u32::saturating_add)
    }

    /// Returns the applicable actions that achieve an unreached landmark whose predecessors in the order are all
    /// reached.
    pub fn preferred(&self, state: u32, applicable: &[ActionId]) -> Vec<ActionId> {
        let words = &self.reached[state as usize * self.width..][..self.width];
        let is_reached = |landmark: u32| bits::get(words, landmark as usize);
        let leads_on = |action: &&ActionId| {
            self.makes.of(action.index()).iter().any(|&landmark| {
                let mut before = self.landmarks.after[landmark as usize].iter();
                !is_reached(landmark) && before.all(|&other| is_reached(other))
            })
        };
        applicable.iter().filter(leads_on).copied().collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{LandmarkCount, Landmarks, RelaxedTask};
    use crate::random_task::any_random_task;
    use crate::relaxed_task::DerivedFalse;
    use saut_base::stop::Stop;
    use saut_task::exhaustive::{ExplorationEnding, explore};
    use saut_task::task::Literal;

    #[test]
    fn a_plan_leaves_no_landmark_out_and_its_start_some() {
        let mut longer = 0;
        for seed in 0..6000 {
            let task = &any_random_task(seed);
            let ExplorationEnding::Plan(plan) = explore(task, &Stop::default()) else {
                continue;
            };
            let atoms = RelaxedTask::new(task, DerivedFalse::Exact);
            let landmarks = Landmarks::find(task, &atoms, &Stop::default()).unwrap();
            let mut count = LandmarkCount::new(landmarks, &atoms, &vec![1; task.actions().len()]);
            let mut values = task.start().to_vec();
            let mut missing = count.enter(0, 0, &values);
            let wishes: HashSet<Literal> = task.goal_literals().collect();
            let wishes = wishes.iter().filter(|wish| !wish.holds(&values)).count();
            assert!(missing as usize >= wishes, "seed {seed}");
            for (state, &action) in (1..).zip(&plan) {
                task.apply(action, &mut values);
                missing = count.enter(state, state - 1, &values);
            }
            assert_eq!(missing, 0, "seed {seed}");
            longer += usize::from(plan.len() > 1);
        }
        assert!(longer > 50, "{longer}");
    }
}
