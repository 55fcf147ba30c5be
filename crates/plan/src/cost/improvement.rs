//! The engine that makes plans cheaper, and the incumbent that it begins with.

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

/// The incumbent: the actions of the best plan so far and its cost, shared by engines and the observer of better plans.
#[derive(Debug, Default)]
pub struct Incumbent(Mutex<Option<(Vec<ActionId>, Cost)>>);

impl Incumbent {
    /// Puts a better plan in.
    pub fn put(&self, plan: Vec<ActionId>, cost: Cost) {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if held.as_ref().is_none_or(|(_, old)| cost < *old) {
            *held = Some((plan, cost));
        }
    }

    /// The plan, if it costs less than `than`.
    pub fn cheaper(&self, than: Cost) -> Option<(Vec<ActionId>, Cost)> {
        let held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        held.clone().filter(|(_, cost)| *cost < than)
    }
}

/// The best plan, made cheaper: without what it does not need, and window by window.
pub struct PlanImprovement<'a> {
    task: &'a Task,
    incumbent: &'a Incumbent,
    windows: Option<WindowNeighbourhood<'a>>,
    /// The plan in work and its cost.
    plan: Vec<ActionId>,
    cost: Cost,
    /// The cost of the last plan whose parts were asked.
    parted: Cost,
}

impl<'a> PlanImprovement<'a> {
    /// Charge for a turn without a plan to work on; without it the engine would be next again at once.
    const IDLE: Work = 20_000;
    /// The work of exact elimination for each plan.
    const PARTS: Work = 200_000;
    /// Exact elimination comes again when the plan is cheaper by this part.
    const NEXT_PART: Cost = 50;

    /// Engine that improves the best plan of `incumbent`, whenever there is a better one.
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

    /// The plan in work, if it is cheaper than the best.
    fn better(&mut self, plan: Vec<ActionId>, best: Cost) -> Option<Turn> {
        self.cost = cost_of(self.task, &plan);
        self.plan = plan;
        let is_better = self.cost < best;
        let turn = || Turn::path(self.plan.iter().copied(), Method::search("improved"));
        is_better.then(turn)
    }

    /// The cheapest part of the plan in work, if that is some cheaper than the last plan that was asked.
    fn part(&mut self, budget: &mut Budget<'_>) -> Result<Option<Turn>, Error> {
        let is_asked = self.cost >= self.parted - self.parted / Self::NEXT_PART;
        if is_asked || self.plan.is_empty() {
            return Ok(None);
        }
        let part = cheapest_part(self.task, &self.plan, Self::PARTS, budget.stop())?;
        budget.spend(1 + part.spent);
        let turn = self.better(of_places(&self.plan, &part.kept), budget.best());
        self.parted = self.cost;
        Ok(turn)
    }

    /// A turn of the engine.
    pub fn turn(&mut self, budget: &mut Budget<'_>) -> Result<Turn, Error> {
        let (task, stop, best) = (self.task, budget.stop(), budget.best());
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
        // Windows know neither derived fluents nor conditional effects.
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
