//! The FF heuristic: the length of a plan if no fluent ever lost a value.
//!
//! Every fluent is two *atoms*, that it is true and that it is false, and an atom once reached stays.
//! The cheapest way to each atom is estimated by summing up (`h_add`), and a relaxed plan is read
//! off these ways backward from the goal. "At most one of these" in a goal is left out of the
//! relaxation.
//!
//! Keyder and Geffner, *Heuristics for planning with action costs revisited* (ECAI 2008).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::task::{ActionId, GoalConstraint, Literal, Task};

/// An estimate of a state.
pub struct Estimate {
    /// The number of actions of the relaxed plan.
    pub length: u32,
    /// The actions that are applicable in the state.
    pub applicable: Vec<ActionId>,
    /// Those of them that the relaxed plan begins with, in order.
    pub preferred: Vec<ActionId>,
}

const UNREACHED: u32 = u32::MAX;

/// The relaxed task, and room to work in.
pub struct Relaxation {
    /// The atoms that each action needs.
    needs: Vec<Vec<u32>>,
    /// The atoms that each action makes and somebody wants.
    makes: Vec<Vec<u32>>,
    /// The actions that need each atom.
    needed_by: Vec<Vec<u32>>,
    /// One atom of each list is to be reached.
    goals: Vec<Vec<u32>>,
    cost: Vec<u32>,
    supporter: Vec<u32>,
    /// For each action the preconditions not reached yet, and the cost of the others together.
    open: Vec<u32>,
    sum: Vec<u32>,
    queue: BinaryHeap<Reverse<(u32, u32)>>,
    in_plan: Vec<bool>,
}

fn atom(literal: Literal) -> u32 {
    let index = 2 * literal.fluent.index() + usize::from(!literal.value);
    u32::try_from(index).unwrap_or(u32::MAX)
}

fn number(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

impl Relaxation {
    /// The relaxation of a task.
    pub fn new(task: &Task) -> Self {
        let (atoms, actions) = (2 * task.fluents().len(), task.actions().len());
        let atoms_of = |literals: &[Literal]| literals.iter().copied().map(atom).collect();
        let needs: Vec<Vec<u32>> = task
            .actions()
            .iter()
            .map(|action| atoms_of(&action.preconditions))
            .collect();
        let wish = |constraint: &GoalConstraint| match constraint {
            GoalConstraint::Literal(literal) => Some(vec![atom(*literal)]),
            GoalConstraint::AnyOf(literals) => Some(atoms_of(literals)),
            GoalConstraint::AtMostOne(_) => None,
        };
        let goals: Vec<Vec<u32>> = task.goal().iter().filter_map(wish).collect();
        let mut needed_by = vec![Vec::new(); atoms];
        for (index, needs) in needs.iter().enumerate() {
            for &atom in needs {
                needed_by[atom as usize].push(number(index));
            }
        }
        let mut is_wanted: Vec<bool> = needed_by.iter().map(|by| !by.is_empty()).collect();
        for &atom in goals.iter().flatten() {
            is_wanted[atom as usize] = true;
        }
        let makes = task.actions().iter().map(|action| {
            let made = action.effects.iter().copied().map(atom);
            made.filter(|&atom| is_wanted[atom as usize]).collect()
        });
        Self {
            makes: makes.collect(),
            needs,
            needed_by,
            goals,
            cost: vec![UNREACHED; atoms],
            supporter: vec![0; atoms],
            open: vec![0; actions],
            sum: vec![0; actions],
            queue: BinaryHeap::new(),
            in_plan: vec![false; actions],
        }
    }

    /// The estimate of a state; `None` if not even the relaxation has a plan.
    pub fn estimate(&mut self, values: &[bool]) -> Option<Estimate> {
        let applicable = self.begin(values);
        self.spread();
        let mut wanted = Vec::with_capacity(self.goals.len());
        for goal in &self.goals {
            let cheapest = goal.iter().min_by_key(|&&atom| self.cost[atom as usize])?;
            if self.cost[*cheapest as usize] == UNREACHED {
                return None;
            }
            wanted.push(*cheapest);
        }
        let (length, preferred) = self.read_plan(wanted);
        Some(Estimate {
            length,
            applicable,
            preferred,
        })
    }

    /// Atoms of the state cost nothing; the actions that need nothing else are applicable.
    fn begin(&mut self, values: &[bool]) -> Vec<ActionId> {
        self.cost.fill(UNREACHED);
        self.sum.fill(0);
        self.queue.clear();
        let mut applicable = Vec::new();
        for (action, needs) in self.needs.iter().enumerate() {
            self.open[action] = number(needs.len());
            if needs.is_empty() {
                applicable.push(action);
            }
        }
        for (fluent, &value) in values.iter().enumerate() {
            let atom = 2 * fluent + usize::from(!value);
            self.cost[atom] = 0;
            for &action in &self.needed_by[atom] {
                let action = action as usize;
                self.open[action] -= 1;
                if self.open[action] == 0 {
                    applicable.push(action);
                }
            }
        }
        for &action in &applicable {
            self.reach(action);
        }
        applicable.into_iter().map(ActionId::new).collect()
    }

    /// The cheapest ways to all other atoms, cheapest first; ends when every goal has its way.
    fn spread(&mut self) {
        let single = |goal: &Vec<u32>| goal.len() == 1;
        let can_end_early = self.goals.iter().all(single);
        let is_open = |cost: &[u32], goal: &Vec<u32>| cost[goal[0] as usize] > 0;
        let mut open_goals = 0;
        if can_end_early {
            open_goals = self.goals.iter().filter(|g| is_open(&self.cost, g)).count();
            if open_goals == 0 {
                return;
            }
        }
        while let Some(Reverse((cost, atom))) = self.queue.pop() {
            if cost > self.cost[atom as usize] {
                continue;
            }
            if can_end_early {
                open_goals -= self.goals.iter().filter(|goal| goal[0] == atom).count();
                if open_goals == 0 {
                    return;
                }
            }
            for index in 0..self.needed_by[atom as usize].len() {
                let action = self.needed_by[atom as usize][index] as usize;
                self.sum[action] = self.sum[action].saturating_add(cost);
                self.open[action] -= 1;
                if self.open[action] == 0 {
                    self.reach(action);
                }
            }
        }
    }

    /// An action whose preconditions are all reached.
    fn reach(&mut self, action: usize) {
        let cost = self.sum[action].saturating_add(1).min(UNREACHED - 1);
        for &atom in &self.makes[action] {
            let known = &mut self.cost[atom as usize];
            if cost < *known {
                *known = cost;
                self.supporter[atom as usize] = number(action);
                self.queue.push(Reverse((cost, atom)));
            }
        }
    }

    /// The relaxed plan, backward from the goal: its length and its actions that need nothing.
    fn read_plan(&mut self, mut wanted: Vec<u32>) -> (u32, Vec<ActionId>) {
        let mut plan = Vec::new();
        while let Some(atom) = wanted.pop() {
            if self.cost[atom as usize] == 0 {
                continue;
            }
            let action = self.supporter[atom as usize] as usize;
            if !std::mem::replace(&mut self.in_plan[action], true) {
                plan.push(action);
                wanted.extend(&self.needs[action]);
            }
        }
        for &action in &plan {
            self.in_plan[action] = false;
        }
        let first = plan.iter().filter(|&&action| self.sum[action] == 0);
        let mut preferred: Vec<ActionId> = first.copied().map(ActionId::new).collect();
        preferred.sort_unstable();
        (number(plan.len()), preferred)
    }
}
