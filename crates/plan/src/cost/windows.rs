//! Windows: stretches of a plan, asked again.
//!
//! The actions between two places of a plan lead from the state before them to a state in which all holds that the rest of the plan and
//! the goal need. Whatever leads there for less makes the plan cheaper. Windows wander over the plan, overlap by half, and grow
//! when all of one size were asked; with each round of sizes a window may take more work.
//!
//! A window is searched by A* with landmark cuts first, which ends when nothing is cheaper, and if that is too much work by weighted
//! A*.
//!
//! Siddiqui and Haslum, *Continuing plan quality optimisation* (JAIR 54, 2015).

use super::astar::{self, AStar};
use super::weighted::{self, WeightedSearch};
use crate::domain::Cost;
use crate::stop::{Stop, StopReason};
use crate::task::{ActionId, GoalConstraint, Literal, Task};
use crate::work::Work;

/// The actions of the first windows.
const FIRST_LENGTH: usize = 6;
/// The work of a window in the first round.
const FIRST_WORK: Work = 100_000;

/// The way over a plan.
pub struct Windows {
    /// The task, with the start and the goal of the last window.
    inner: Option<Task>,
    goal: Vec<GoalConstraint>,
    length: usize,
    next: usize,
    work: Work,
}

/// The end of a window.
pub enum Window {
    /// A cheaper plan.
    Cheaper(Vec<ActionId>),
    /// Nothing cheaper was found; there are other windows.
    Nothing,
    /// The last window was the whole plan, and nothing is cheaper.
    Optimal,
}

impl Windows {
    /// Over plans of a task.
    pub fn new(task: &Task) -> Self {
        Self {
            inner: Some(task.clone()),
            goal: task.goal().to_vec(),
            length: FIRST_LENGTH,
            next: 0,
            work: FIRST_WORK,
        }
    }

    /// Asks the next window of a plan that is valid, and adds the work to `spent`.
    pub fn next(
        &mut self,
        task: &Task,
        plan: &[ActionId],
        stop: &Stop,
        spent: &mut Work,
    ) -> Window {
        let first = self.next.min(plan.len());
        let last = (first + self.length).min(plan.len());
        let cost = |part: &[ActionId]| -> Cost {
            let costs = part.iter().map(|&action| task.action(action).cost);
            costs.fold(0, u64::saturating_add)
        };
        let old = cost(&plan[first..last]);
        let found = if old > 0 {
            let start = state_after(task, &plan[..first]);
            let goal = self.needed(task, plan, last);
            self.search(&start, goal, old, stop, spent)
        } else {
            Searched::Nothing
        };
        match found {
            Searched::Plan(part) => {
                let parts = [&plan[..first], &part[..], &plan[last..]];
                return Window::Cheaper(parts.concat());
            }
            Searched::Nothing if first == 0 && last == plan.len() => return Window::Optimal,
            Searched::Nothing | Searched::Unfinished => {}
        }
        self.next = first + (self.length / 2).max(1);
        if last == plan.len() {
            self.next = 0;
            if self.length >= plan.len() {
                self.length = FIRST_LENGTH;
                self.work = self.work.saturating_mul(4);
            } else {
                self.length += self.length / 2;
            }
        }
        Window::Nothing
    }

    /// What must hold after the first actions of a plan, so that the others can be played and reach the goal.
    fn needed(&self, task: &Task, plan: &[ActionId], after: usize) -> Vec<GoalConstraint> {
        let is_literal = |wish: &GoalConstraint| matches!(wish, GoalConstraint::Literal(_));
        if !self.goal.iter().all(is_literal) {
            if after == plan.len() {
                return self.goal.clone();
            }
            let state = state_after(task, &plan[..after]);
            let literals = task.fluent_ids().zip(state);
            let literals = literals.map(|(fluent, value)| Literal { fluent, value });
            return literals.map(GoalConstraint::Literal).collect();
        }
        let mut needed: Vec<Option<bool>> = vec![None; task.fluents().len()];
        for wish in &self.goal {
            if let GoalConstraint::Literal(literal) = wish {
                needed[literal.fluent.index()] = Some(literal.value);
            }
        }
        for &action in plan[after..].iter().rev() {
            let action = task.action(action);
            for effect in &action.effects {
                needed[effect.fluent.index()] = None;
            }
            for need in &action.preconditions {
                needed[need.fluent.index()] = Some(need.value);
            }
        }
        let literals = task.fluent_ids().zip(needed).filter_map(|(fluent, value)| {
            let value = value?;
            Some(GoalConstraint::Literal(Literal { fluent, value }))
        });
        literals.collect()
    }

    fn search(
        &mut self,
        start: &[bool],
        goal: Vec<GoalConstraint>,
        old: Cost,
        stop: &Stop,
        spent: &mut Work,
    ) -> Searched {
        let Some(inner) = self.inner.take() else {
            return Searched::Unfinished;
        };
        let Ok(inner) = inner.with_start(start).with_goal(goal) else {
            return Searched::Unfinished;
        };
        *spent += inner.size() as Work / 20;
        let found = search(&inner, old, self.work, stop, spent);
        self.inner = Some(inner);
        found
    }
}

enum Searched {
    Plan(Vec<ActionId>),
    Nothing,
    Unfinished,
}

/// A plan of a small task that costs less than `old`.
fn search(task: &Task, old: Cost, most: Work, stop: &Stop, spent: &mut Work) -> Searched {
    const MOST_MIB: u64 = 256;
    let mut left = most;
    let mut charge = |work: Work| {
        *spent += work;
        left = left.saturating_sub(work);
        left > 0
    };
    let mut best = None;
    let mut exact = AStar::new(task, Vec::new(), true);
    let mut cost = old;
    loop {
        match exact.run(stop, cost, MOST_MIB, &mut charge) {
            astar::Found::Plan(plan, cheaper) => (best, cost) = (Some(plan), cheaper),
            astar::Found::AtLeast(..) => {}
            astar::Found::Done(StopReason::NothingLeft) => {
                return best.map_or(Searched::Nothing, Searched::Plan);
            }
            astar::Found::More | astar::Found::Done(_) => break,
        }
    }
    if let Some(plan) = best {
        return Searched::Plan(plan);
    }
    left = most;
    let mut charge = |work: Work| {
        *spent += work;
        left = left.saturating_sub(work);
        left > 0
    };
    match WeightedSearch::new(task, Vec::new()).run(stop, old, MOST_MIB, &mut charge) {
        weighted::Found::Plan(plan, _) => Searched::Plan(plan),
        weighted::Found::More | weighted::Found::Done(_) => Searched::Unfinished,
    }
}

fn state_after(task: &Task, plan: &[ActionId]) -> Vec<bool> {
    let mut state = task.start().to_vec();
    for &action in plan {
        task.action(action).apply(&mut state);
    }
    state
}
