//! Parts of a planning task for the planner, if the whole task has too many ground actions.
//!
//! The type of the infeasibility reasons of a [`PartialTask`] has no values. So a result about a part can never be
//! mistaken for an answer about the task. Plans of a part are validated on the parsed task, as all plans are.

use saut_task::task::{ActionId, Task};
use saut_task::{Cost, Plan as Steps, Problem, RefusedPlan};

use crate::ground::relevant_atoms::{part, relevant_atoms};
use crate::ground::{GroundingError, GroundingLimits, Stopped};
use crate::measure::Quality;
use crate::planning_task::{PlanningDomain, PlanningTask};
use crate::problem::GroundAtom;
use crate::validate::ValidatedPlan;

/// A sequence of growing parts of a task.
#[derive(Debug)]
pub struct PartialGrounding<'a> {
    task: &'a PlanningTask,
    /// The candidates for near atoms, in the order in which they become near.
    near: Vec<GroundAtom>,
    /// Number of near atoms in the next part; `None` after the largest part.
    next: Option<usize>,
}

/// A part of a task: the same task with some of its ground actions.
#[derive(Debug)]
pub struct PartialTask<'a>(PlanningDomain<'a>);

impl PlanningTask {
    /// Returns the parts of the task, guided by relaxed plans; `None` if the task is numeric, or if the relaxation does
    /// not reach the goal.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn partial_grounding(
        &self,
        limits: &GroundingLimits,
    ) -> Result<Option<PartialGrounding<'_>>, Stopped> {
        if self.is_numeric() {
            return Ok(None);
        }
        let near = relevant_atoms(&self.problem, limits)?;
        Ok(near.map(|(near, first)| PartialGrounding {
            task: self,
            near,
            next: Some(first.max(1)),
        }))
    }
}

impl<'a> PartialGrounding<'a> {
    /// Returns the next part, with twice as many near atoms as the previous part; `None` after the largest part. The
    /// first part has the atoms of the first relaxed plan.
    ///
    /// # Errors
    /// [`GroundingError`] for the part, which does not imply anything about the whole task.
    pub fn next_part(
        &mut self,
        limits: &GroundingLimits,
    ) -> Option<Result<PartialTask<'a>, GroundingError>> {
        let size = self.next?;
        self.next = (size < self.near.len()).then_some(2 * size);
        let near = &self.near[..size.min(self.near.len())];
        let problem = part(&self.task.problem, near);
        let part = PlanningDomain::new(self.task, &problem, Quality::AnyPlan, limits);
        Some(part.map(PartialTask))
    }
}

impl PartialTask<'_> {
    /// Returns the number of reachable ground actions of the part.
    pub fn actions(&self) -> usize {
        self.0.ground().reachable_actions
    }
}

saut_task::no_reasons!(PartialTask<'_>);

impl Problem for PartialTask<'_> {
    type Plan = ValidatedPlan;

    fn task(&self) -> &Task {
        self.0.task()
    }

    fn validate(&self, plan: Steps<ActionId>) -> Result<(ValidatedPlan, Cost), RefusedPlan> {
        self.0.validate(plan)
    }
}
