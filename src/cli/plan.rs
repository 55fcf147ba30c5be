//! `saut plan`: any planning task, in PDDL or SAS+, and the same three answers.

mod better;

use std::time::Instant;

use saut::answer::TaskAnswer;
use saut_pddl::ValidatedPlan;

use super::answer::reply_of_task;
use super::arguments::{Global, PlanTask};
use super::progress::Line;
use super::reply::{Failure, Reply};
use super::{planning, settings};
pub use better::{PlanFiles, check_numbered};

/// Runs `saut plan`.
pub fn run(arguments: &PlanTask, global: &Global) -> Result<Reply, Failure> {
    let settings = settings::of_plan(arguments, global)?;
    let (plan_file, proof) = (global.out.as_deref(), arguments.proof.as_deref());
    let outputs = [("-o", plan_file), ("--proof", proof)];
    let began = Instant::now();
    let (answer, plans) = Line::new().over(settings, |settings| -> Result<_, Failure> {
        let named = &arguments.task;
        let inputs = [&named.sas, &named.domain, &named.problem].map(Option::as_ref);
        check_numbered(plan_file, &inputs.into_iter().flatten().collect::<Vec<_>>())?;
        let task = planning::task(named, "saut plan", &outputs, global.strict, &settings.stop)?;
        let plans = PlanFiles::new(plan_file);
        let better = |plan: &ValidatedPlan, bound: Option<&_>| plans.tell(plan, bound);
        let answer = TaskAnswer::solve(&task, arguments.method, settings, &better);
        let answer = answer.map_err(Failure::from).inspect_err(|failure| {
            if !matches!(failure, Failure::Input(_)) {
                plans.remove_older();
            }
        })?;
        Ok((answer, plans))
    })?;
    plans.finish(&answer)?;
    reply_of_task(answer.within(began.elapsed()), proof)
}
