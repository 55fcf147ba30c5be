//! `saut solve` of a planning task, in PDDL or SAS+ (also `saut plan`).

mod better;

use std::time::Instant;

use saut::answer::TaskAnswer;
use saut::named::Named as _;
use saut_pddl::ValidatedPlan;
use saut_plan::planning::PlanMethod;

use super::answer::reply;
use super::arguments::{Global, Solve, method_named};
use super::progress::Line;
use super::reply::{Failure, Reply};
use super::{planning, settings};
pub use better::{PlanFiles, check_numbered};

/// Flags for planning tasks.
const OF_TASKS: [&str; 7] = [
    "sas", "method", "minimise", "proof", "backend", "encoding", "horizon",
];

/// Runs `saut solve` of a planning task.
pub fn run(arguments: &Solve, global: &Global) -> Result<Reply, Failure> {
    global.refuse_other_than(&OF_TASKS)?;
    let name = &arguments.method;
    let method = method_named(PlanMethod::by_name(name), name, "planning tasks")?;
    let settings = settings::of_plan(arguments, method, global)?;
    let (plan_file, proof) = (global.out.as_deref(), arguments.proof.as_deref());
    let outputs = [("-o", plan_file), ("--proof", proof)];
    let began = Instant::now();
    let (answer, plans) = Line::new().over(settings, |settings| -> Result<_, Failure> {
        let named = &arguments.subject;
        let inputs = [&named.sas, &named.puzzle.puzzle, &named.problem].map(Option::as_ref);
        check_numbered(plan_file, &inputs.into_iter().flatten().collect::<Vec<_>>())?;
        let task = planning::task(named, "saut plan", &outputs, global.strict, &settings.stop)?;
        let plans = PlanFiles::new(plan_file);
        let better = |plan: &ValidatedPlan, bound: Option<&_>| plans.tell(plan, bound);
        let answer = TaskAnswer::solve(&task, method, settings, &better);
        let answer = answer.map_err(Failure::from).inspect_err(|failure| {
            if !matches!(failure, Failure::Input(_)) {
                plans.remove_older();
            }
        })?;
        Ok((answer, plans))
    })?;
    plans.finish(&answer)?;
    reply(answer.within(began.elapsed()).into(), proof, &global.stop)
}
