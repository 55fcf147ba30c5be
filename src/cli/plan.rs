//! `saut plan`: any planning task, in PDDL or SAS+, and the same three answers.

mod better;

use std::time::Instant;

use saut::answer::TaskAnswer;
use saut_pddl::ValidatedPlan;

use super::answer::reply_of_task;
use super::arguments::PlanTask;
use super::progress::Line;
use super::reply::{Failure, Reply};
use super::{planning, settings};
pub use better::BetterPlans;

/// Runs `saut plan`.
pub fn run(arguments: &PlanTask) -> Result<Reply, Failure> {
    let settings = settings::of_plan(arguments)?;
    let (plan_file, proof) = (arguments.plan_file.as_deref(), arguments.proof.as_deref());
    let outputs = [("-o", plan_file), ("--proof", proof)];
    let began = Instant::now();
    let answer = Line::new().over(settings, |settings| -> Result<_, Failure> {
        let task = planning::task(&arguments.task, "saut plan", &outputs, &settings.stop)?;
        let told = BetterPlans::new(plan_file, task.minimises_cost());
        let better = |plan: &ValidatedPlan, cost, bound| told.tell(plan, cost, bound);
        let method = arguments.method;
        Ok(TaskAnswer::solve(&task, method, settings, &better)?)
    })?;
    reply_of_task(answer.within(began.elapsed()), plan_file, proof)
}
