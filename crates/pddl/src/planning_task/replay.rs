//! Converts plans of the ground task into plans of the planning task, which the validator checks.

use saut_base::stop::Stop;
use saut_task::task::{ActionId, Task};
use saut_task::{Cost, Plan as Steps, RefusedPlan};

use super::PlanningDomain;
use crate::plan::NamedPlan;
use crate::validate::{StopAt, ValidatedPlan, validate_within};

impl saut_task::Problem for PlanningDomain<'_> {
    type Plan = ValidatedPlan;

    fn task(&self) -> &Task {
        &self.task
    }

    fn validate(&self, plan: Steps<ActionId>) -> Result<(ValidatedPlan, Cost), RefusedPlan> {
        let actions = plan.actions();
        let actions = actions.map_while(|id| self.ground.actions.get(id.index()));
        // The action that marks a disjunctive goal as reached is not a step of a plan. A plan from a formula may have
        // further actions in the same step or later, and they may make the goal false again. All actions after the
        // first goal state are left out.
        let steps = actions.take_while(|action| action.is_step);
        let plan = NamedPlan::of_names(steps.map(|action| &*action.name));
        let stop = Stop::default();
        let valid = validate_within(&self.source.problem, &plan, StopAt::FirstGoalState, &stop);
        let valid = valid.map_err(RefusedPlan::new)?;
        let cost = valid.cost();
        Ok((valid, cost))
    }

    fn actions(&self, plan: &ValidatedPlan) -> Option<Vec<ActionId>> {
        let mut state = self.task.start().to_vec();
        let mut actions = Vec::new();
        let mut perform = |cases: &[ActionId]| {
            let mut cases = cases.iter().map(|&case| (case, self.task.action(case)));
            let case = cases.find(|(_, action)| action.is_applicable(&state));
            case.map(|(case, _)| {
                self.task.apply(case, &mut state);
                actions.push(case);
            })
        };
        for step in self.actions_of(plan.plan())? {
            perform(&step)?;
        }
        // The cheapest actions are tried first: a preference that holds costs nothing.
        let mut reached: Vec<ActionId> = self.goal_step().collect();
        reached.sort_by_key(|id| self.task.action(*id).cost);
        for _ in 0..self.goal_steps() {
            perform(&reached)?;
        }
        Some(actions)
    }
}
