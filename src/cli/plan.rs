//! `saut solve` of a planning task, in PDDL or SAS+ (also `saut plan`).

mod better;

use std::time::Instant;

use saut::answer::{Question, SubjectNames, solve};
use saut::named::Named as _;
use saut_plan::planning::PlanMethod;

use super::arguments::{Global, Solve, method_named};
use super::progress::Line;
use super::reply::{Failure, Reply};
use super::{input, proofs, settings};
pub use better::PlanFiles;

/// Flags for planning tasks.
const OF_TASKS: [&str; 7] = [
    "sas", "method", "minimise", "proof", "backend", "encoding", "horizon",
];

/// Runs `saut solve` of a planning task.
pub fn run(arguments: &Solve, names: &SubjectNames<'_>, global: &Global) -> Result<Reply, Failure> {
    global.refuse_other_than(&OF_TASKS)?;
    let name = &arguments.method;
    let method = method_named(PlanMethod::by_name(name), name, "planning tasks")?;
    let settings = settings::of_plan(arguments, method, global)?;
    let (plan_file, proof) = (global.out.as_deref(), arguments.proof.as_deref());
    let outputs = [("-o", plan_file), ("--proof", proof)];
    let began = Instant::now();
    let plans = PlanFiles::new(plan_file, &[names.first, names.problem.unwrap_or_default()])?;
    let answer = Line::new().over(settings, |settings| -> Result<_, Failure> {
        let task = input::task(names, &outputs, global.strict, &settings.stop)?;
        let question = Question {
            task_method: method,
            better: &|plan, bound| plans.tell(plan, bound),
            ..task.into()
        };
        let answer = solve(&question, settings).map_err(Failure::from);
        answer.inspect_err(|failure| {
            if !matches!(failure, Failure::Input(_)) {
                plans.remove_older();
            }
        })
    })?;
    plans.finish(&answer)?;
    proofs::reply(answer.within(began.elapsed()), proof, &global.stop)
}
