//! Weighted A* with inadmissible estimates: an anytime search that soon finds good plans, and then better plans.
//!
//! The search starts greedily and continues with decreasing weights of the estimates. It restarts from the initial
//! state when it has found a plan (LAMA), and when a weight has found no plan for some time. Without restarts, the
//! search would keep expensive actions that it chose early, and would notice only near the goal that they cost too
//! much. After the last weight, the first weight follows again, with twice the work for each weight.
//!
//! The estimates are the cost of a relaxed plan and the cost of the missing landmarks. In both estimates, every action
//! costs one more, so that actions of cost 0 count, and large costs are scaled down. A state is skipped if its cost so
//! far plus the bound of the potential functions reaches the best cost.
//!
//! Richter, Thayer, Ruml, *The joy of forgetting: faster anytime search via restarting* (ICAPS 2010); Richter and
//! Westphal, *The LAMA planner* (JAIR 39, 2010).

use std::sync::Arc;

use super::potentials::SharedPotentials;
use crate::decision::Method;
use crate::engine::{Budget, Turn};
use crate::error::Error;
use crate::gbfs::best_first::BestFirst;
use crate::gbfs::relaxation::TieBreaking;
use crate::relaxed_task::{DerivedFalse, RelaxedTask};
use crate::work::Work;
use saut_base::stop::StopReason;
use saut_task::bound::CheckedPotential;
use saut_task::domain::{Cost, INFINITE};
use saut_task::task::Task;

/// The weights of the estimates in order; `None` ignores the cost so far.
const WEIGHTS: [Option<u64>; 5] = [None, Some(5), Some(3), Some(2), Some(1)];
/// Initial work without a plan after which the next weight is used.
const PATIENCE: Work = 500_000;
/// If the memory limit is reached with fewer states than this, the search ends instead of restarting.
const MIN_STATES: usize = 1_000;
/// Maximum scaled cost of an action in the estimates, before 1 is added.
const MAX_PRICE: u64 = 100;

/// Number of queue entries and words of states per unit of work, and the number after which this work is charged.
const LOOKS_A_WORK: Work = 12;
const LOOKS_A_TURN: Work = 4_096;

/// A resumable weighted A* search.
pub struct WeightedSearch<'a> {
    open: BestFirst<'a>,
    /// Potential functions for pruning, used as soon as another engine has computed them: their linear programs can
    /// take longer than the search for a plan.
    shared: SharedPotentials,
    potentials: Vec<CheckedPotential>,
    /// The cost per unit of the estimates.
    unit: u64,
    paid: Vec<Cost>,
    /// Index of the current weight.
    weight: usize,
    /// Work with this weight. The search restarts when this work exceeds `patience`.
    idle: Work,
    /// Queue entries and words of states that are not charged yet.
    looks: Work,
    patience: Work,
    best: Cost,
}

impl<'a> WeightedSearch<'a> {
    /// The name in answers and result files.
    pub const NAME: &'static str = "weighted-astar";

    pub fn new(task: &'a Task, shared: SharedPotentials) -> Self {
        let atoms = Arc::new(RelaxedTask::new(task, DerivedFalse::Exact));
        let dearest = task.actions().iter().map(|action| action.cost).max();
        let unit = dearest.unwrap_or(0).div_ceil(MAX_PRICE).max(1);
        let price = |cost: u64| u32::try_from(1 + cost / unit).unwrap_or(u32::MAX);
        let prices: Vec<u32> = task.actions().iter().map(|one| price(one.cost)).collect();
        Self {
            open: BestFirst::new(task, atoms, TieBreaking::First, prices),
            shared,
            potentials: Vec::new(),
            unit,
            paid: vec![0],
            weight: 0,
            idle: 0,
            looks: 0,
            patience: PATIENCE,
            best: INFINITE,
        }
    }

    /// Disables landmarks, which cost more time than they save on small tasks.
    #[must_use]
    pub fn without_landmarks(mut self) -> Self {
        self.open.has_looked = true;
        self
    }

    fn mib(&self) -> u64 {
        let bytes = self.paid.capacity() * 40;
        self.open.states.mib() + (bytes >> 20) as u64
    }

    /// Restarts with the next weight, or with the first weight and more patience.
    fn restart(&mut self) {
        self.idle = 0;
        self.weight += 1;
        if self.weight == WEIGHTS.len() {
            self.weight = 0;
            self.patience = self.patience.saturating_mul(2);
        }
        self.paid = vec![0];
        self.open.restart();
    }

    pub fn turn(&mut self, budget: &mut Budget<'_>) -> Result<Turn, Error> {
        let method = Method::search(Self::NAME);
        self.best = self.best.min(budget.best());
        if self.potentials.is_empty()
            && let Some(potentials) = self.shared.made()
        {
            self.potentials = potentials;
        }
        if self.best == 0 {
            return Ok(Turn::Done(StopReason::NothingLeft));
        }
        let task = self.open.task;
        if task.is_goal(task.start()) {
            self.best = 0;
            return Ok(Turn::path([], method));
        }
        self.open.find_landmarks(budget.stop);
        let mut state = Vec::new();
        loop {
            if let Some(entered) = self.open.entered {
                if let Some(why) = budget.stop.stop_reason() {
                    return Ok(Turn::Done(why));
                }
                let (state, ..) = entered;
                let (paid, unit) = (self.paid[state as usize], self.unit);
                let work = self
                    .open
                    .expand(entered, |estimate| match WEIGHTS[self.weight] {
                        None => estimate,
                        Some(weight) => {
                            let rest = estimate.saturating_mul(unit);
                            paid.saturating_add(rest.saturating_mul(weight))
                        }
                    });
                self.idle += work;
                let may_go_on = budget.spend(work);
                let is_full = state.is_multiple_of(256) && self.mib() > budget.memory_mib;
                if is_full && self.open.states.count() < MIN_STATES {
                    return Ok(Turn::Done(StopReason::TooLarge));
                }
                if is_full || self.idle > self.patience {
                    self.restart();
                }
                if !may_go_on {
                    return Ok(Turn::Paused);
                }
            }
            if self.looks >= LOOKS_A_TURN {
                if let Some(why) = budget.stop.stop_reason() {
                    return Ok(Turn::Done(why));
                }
                if !budget.spend(std::mem::take(&mut self.looks) / LOOKS_A_WORK) {
                    return Ok(Turn::Paused);
                }
            }
            let Some((parent, action)) = self.open.next() else {
                if self.open.entered.is_some() {
                    continue;
                }
                if WEIGHTS[self.weight].is_none() {
                    self.restart();
                    continue;
                }
                return Ok(Turn::Done(StopReason::NothingLeft));
            };
            self.looks += 1;
            let paid = self.paid[parent as usize].saturating_add(task.action(action).cost);
            if paid >= self.best {
                continue;
            }
            self.open.successor(parent, action, &mut state);
            self.looks += (state.len() * (1 + self.potentials.len())) as Work;
            let mut rest = self.potentials.iter().map(|one| one.bound(&state));
            if rest.any(|rest| paid.saturating_add(rest) >= self.best) {
                continue;
            }
            let Some((number, is_new)) = self.open.states.find_or_enter(&state, parent, action)
            else {
                return Ok(Turn::Done(StopReason::TooLarge));
            };
            if is_new {
                self.paid.push(paid);
            } else if paid >= self.paid[number as usize] || WEIGHTS[self.weight].is_none() {
                continue;
            } else {
                self.paid[number as usize] = paid;
                self.open.states.reach(number, parent, action);
            }
            self.open.entered = Some((number, parent, !is_new));
            if self.open.packed.is_goal(&state) {
                let path = self.open.states.path_to(number);
                self.best = paid;
                if self.weight + 1 == WEIGHTS.len() {
                    // The search with the last weight continues.
                    self.idle = 0;
                } else {
                    self.restart();
                }
                return Ok(Turn::path(path, method));
            }
        }
    }
}
