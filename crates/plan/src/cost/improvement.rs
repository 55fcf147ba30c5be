//! The engine that makes plans cheaper, and the incumbent from which it starts.

use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use super::eliminate::{cheapest_part, eliminate, of_places};
use super::narrow::cost_of;
use super::windows::{Window, WindowNeighbourhood};
use crate::decision::Method;
use crate::engine::{Budget, Turn};
use crate::error::Error;
use crate::work::{Work, clocked};
use saut_base::stop::StopReason;
use saut_task::domain::{Cost, INFINITE};
use saut_task::task::{ActionId, Task};

/// The incumbent: the actions and the cost of the best plan so far, shared by engines and the observer of better plans.
#[derive(Debug, Default)]
pub struct Incumbent(Mutex<Option<(Vec<ActionId>, Cost)>>);

impl Incumbent {
    /// Stores a plan if it is cheaper than the incumbent.
    pub fn put(&self, plan: Vec<ActionId>, cost: Cost) {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if held.as_ref().is_none_or(|(_, old)| cost < *old) {
            *held = Some((plan, cost));
        }
    }

    /// Returns the plan with its cost, if it costs less than `than`.
    pub fn cheaper(&self, than: Cost) -> Option<(Vec<ActionId>, Cost)> {
        let held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        held.clone().filter(|(_, cost)| *cost < than)
    }
}

/// An engine that makes the best plan cheaper by removing redundant actions and by replanning windows.
pub struct PlanImprovement<'a> {
    task: &'a Task,
    incumbent: &'a Incumbent,
    windows: Option<WindowNeighbourhood<'a>>,
    plan: Vec<ActionId>,
    cost: Cost,
    /// The cost of the last result of exact elimination.
    parted: Cost,
}

impl<'a> PlanImprovement<'a> {
    /// Charge for a turn without a plan to improve. Without this charge, the engine would immediately get the next
    /// turn.
    const IDLE: Work = 20_000;
    /// Work limit of exact elimination for a plan.
    const PARTS: Work = 200_000;
    /// Exact elimination runs again when the cost has fallen by more than its last result divided by this number.
    const NEXT_PART: Cost = 50;

    /// Creates an engine that improves the plan of `incumbent`, and restarts from every better plan.
    pub const fn new(task: &'a Task, incumbent: &'a Incumbent) -> Self {
        Self {
            task,
            incumbent,
            windows: None,
            plan: Vec::new(),
            cost: INFINITE,
            parted: INFINITE,
        }
    }

    /// Sets the current plan, and returns it if it is cheaper than the best plan.
    fn better(&mut self, plan: Vec<ActionId>, best: Cost) -> Option<Turn> {
        self.cost = cost_of(self.task, &plan);
        self.plan = plan;
        let is_better = self.cost < best;
        let turn = || Turn::path(self.plan.iter().copied(), Method::search("improved"));
        is_better.then(turn)
    }

    /// Runs exact elimination if the current plan is more than 2 % cheaper than the last result of exact elimination.
    fn part(&mut self, budget: &mut Budget<'_>) -> Result<Option<Turn>, Error> {
        let is_asked = self.cost >= self.parted - self.parted / Self::NEXT_PART;
        if is_asked || self.plan.is_empty() {
            return Ok(None);
        }
        let part = cheapest_part(self.task, &self.plan, Self::PARTS, budget.stop)?;
        budget.spend(1 + part.spent);
        let turn = self.better(of_places(&self.plan, &part.kept), budget.best());
        self.parted = self.cost;
        Ok(turn)
    }

    pub fn turn(&mut self, budget: &mut Budget<'_>) -> Result<Turn, Error> {
        let (task, stop, best) = (self.task, budget.stop, budget.best());
        if let Some((plan, _)) = self.incumbent.cheaper(self.cost) {
            let began = Instant::now();
            let plan = of_places(&plan, &eliminate(task, &plan, stop));
            budget.spend(clocked(began.elapsed()));
            if let Some(turn) = self.better(plan, best) {
                return Ok(turn);
            }
        }
        if let Some(turn) = self.part(budget)? {
            return Ok(turn);
        }
        // Windows do not support derived fluents or conditional effects.
        if self.plan.is_empty() || !task.is_plain() {
            budget.spend(Self::IDLE);
            return Ok(Turn::Blocked);
        }
        loop {
            if let Some(why) = stop.stop_reason() {
                return Ok(Turn::Done(why));
            }
            let mut spent = 1;
            let new = || WindowNeighbourhood::new(task);
            let windows = self.windows.get_or_insert_with(new);
            let window = windows.next(&self.plan, stop, &mut spent)?;
            let may_go_on = budget.spend(spent);
            match window {
                Window::Cheaper(plan) => {
                    let plan = of_places(&plan, &eliminate(task, &plan, stop));
                    if let Some(turn) = self.better(plan, best) {
                        return Ok(turn);
                    }
                }
                Window::Optimal => return Ok(Turn::Done(StopReason::NothingLeft)),
                Window::Nothing => {}
            }
            if !may_go_on {
                return Ok(Turn::Paused);
            }
        }
    }
}
