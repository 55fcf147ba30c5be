//! `saut solve` for planning tasks in PDDL or SAS+ (also `saut plan`), and `saut improve`.

mod files;
pub mod several;

use std::time::Duration;

use saut::BadInput;
use saut::answer::{GivenPlan, PlanObserver, Repair, SubjectNames, TaskAnswer};
use saut::named::Named as _;
use saut::settings::Settings;
use saut::stop::Stop;
use saut_check::{Document, plan_of};
use saut_pddl::{Compiled, InvalidPlan, NamedPlan, PlanningTask, Quality, ValidatedPlan};
use saut_plan::Minimise;
use saut_plan::cost::eliminate::cheapest_part;
use saut_plan::numeric::cheapest_numeric;
use saut_plan::planning::{PlanMethod, cheapest};
use saut_plan::work::Work;
use saut_task::Problem as _;

use super::arguments::{Global, Improve, PlanFormat, Solve, method_named};
use super::print::counted;
use super::progress::Line;
use super::reply::{CommandOutput, Failure, unusable};
use super::{input, settings};
use files::PlanFiles;

/// The flags of `saut solve` that apply to planning tasks.
const OF_TASKS: [&str; 11] = [
    "sas",
    "method",
    "minimise",
    "proof",
    "backend",
    "encoding",
    "schedule",
    "horizon",
    "format",
    "plans",
    "from-state",
];

/// Work limit of the search for the most expensive set of superfluous actions, one or two seconds. If the limit is
/// reached, the set of the greedy elimination is used.
const SUPERFLUOUS: Work = 2_000_000;
/// Time limit for removing the actions of a numeric plan one by one.
const LEAVING_OUT: Duration = Duration::from_secs(2);
/// Time limit for planning from the end of the valid part of an invalid plan.
const REPAIR: Duration = Duration::from_secs(30);

/// Runs `saut solve` for a planning task.
pub fn run(
    arguments: &Solve,
    names: &SubjectNames<'_>,
    global: &Global,
) -> Result<CommandOutput, Failure> {
    global.refuse_other_than(&OF_TASKS)?;
    let name = &arguments.method;
    let method = method_named(PlanMethod::by_name(name), name, "planning tasks")?;
    let settings = settings::of_plan(arguments, method, global)?;
    let (out, proof) = (global.out.as_deref(), arguments.proof.as_deref());
    let outputs = [("-o", out), ("--proof", proof)];
    let format = arguments.format;
    if format == PlanFormat::Dot && arguments.plans.is_some() {
        return unusable(
            "--format dot",
            "this format shows one plan, but --plans finds several",
            "leave out one of them",
        );
    }
    let inputs = [names.first, names.problem.unwrap_or_default()];
    let plans = PlanFiles::new(out, &inputs)?.printing(format, global.json);
    let is_ordered = format == PlanFormat::Dot || settings.minimise == Some(Minimise::Steps);
    Line::new().over(settings, |settings| -> Result<CommandOutput, Failure> {
        let stop = &settings.stop;
        let task = input::task(names, &outputs, out, global.strict, stop)?;
        let task = in_state(task, arguments.from_state.as_deref(), stop)?;
        if let Some(most) = arguments.plans {
            return several::run(&task, most.get(), method, settings, plans);
        }
        let better = |plan: &ValidatedPlan, bound: Option<&_>| plans.report(plan, bound);
        let answer = TaskAnswer::solve(&task, method, settings, &better).map_err(Failure::from);
        let mut answer = answer.inspect_err(|failure| {
            if !matches!(failure, Failure::Input(_)) {
                plans.remove_older();
            }
        })?;
        if is_ordered {
            let ordered = answer.with_order(&task, stop);
            answer = ordered.map_err(|why| input::not_compiled(why, task.name(), stop))?;
        }
        plans.finish(answer, proof, &global.stop)
    })
}

/// Returns the task with the state in a file as initial state, if a file is named.
fn in_state(task: PlanningTask, file: Option<&str>, stop: &Stop) -> Result<PlanningTask, BadInput> {
    match file {
        Some(file) => task.from_state(&input::text(file, stop)?, file, stop),
        None => Ok(task),
    }
}

/// Runs `saut improve`: lists the superfluous actions of a given plan, and searches for cheaper plans until the time
/// limit. It also prints a checked lower bound on the cost.
pub fn improve(arguments: &Improve, global: &Global) -> Result<CommandOutput, Failure> {
    let words = [&arguments.domain, &arguments.problem, &arguments.plan].map(Option::as_ref);
    let (names, place) = input::names_with_document(arguments.sas.as_ref(), words, "saut improve");
    let (out, proof) = (global.out.as_deref(), arguments.proof.as_deref());
    let inputs = [names.first, names.problem.unwrap_or_default(), place];
    let plans = PlanFiles::new(out, &inputs)?;
    let settings = Settings {
        minimise: Some(Minimise::Cost),
        ..settings::within(global)
    };
    let outputs = [("-o", out), ("--proof", proof)];
    let task = input::task(&names, &outputs, out, global.strict, &settings.stop)?;
    let task = in_state(task, arguments.from_state.as_deref(), &settings.stop)?;
    let text = input::text(place, &global.stop)?;
    let plan = plan_of(&Document::read(&text, place, None)?, &settings.stop)?;
    let validate = |plan: &NamedPlan| task.validate(plan, &settings.stop);
    let plan = match (validate(&plan), plan.in_sequence()) {
        (Ok(_), Some(sequence)) => sequence,
        _ => plan,
    };
    let (valid, repair) = match validate(&plan) {
        Ok(valid) => (valid, None),
        Err(why @ InvalidPlan::Unfinished(_)) => return Err(no_plan(place, &why)),
        Err(why) => repaired(&task, &plan, &why, place, &settings)?,
    };
    let better = |plan: &ValidatedPlan, bound: Option<&_>| plans.report(plan, bound);
    let answer = improved(&task, valid, repair, &settings, &better)?;
    plans.finish(answer, proof, &global.stop)
}

/// Keeps the actions of an invalid plan before its first fault, and plans from there to the goal. If this fails, plans
/// from the initial state.
fn repaired(
    task: &PlanningTask,
    plan: &NamedPlan,
    why: &InvalidPlan,
    place: &str,
    settings: &Settings,
) -> Result<(ValidatedPlan, Option<Repair>), Failure> {
    let kept = match why {
        _ if task.has_trajectory() => 0,
        InvalidPlan::Step { number, .. } => number - 1,
        InvalidPlan::Interference { numbers, .. } => numbers[0] - 1,
        InvalidPlan::Goal(_) => plan.steps.len(),
        InvalidPlan::Constraint { .. } | InvalidPlan::Unfinished(_) => 0,
    };
    let part = |kept| match kept {
        0 => "a new plan replaces the given plan".to_owned(),
        1 => "the first action is kept, and the rest is planned".to_owned(),
        kept => format!(
            "the first {} are kept, and the rest is planned",
            counted(kept, "action")
        ),
    };
    for kept in [kept, 0].into_iter().take(if kept == 0 { 1 } else { 2 }) {
        let mut steps = plan.steps[..kept].to_vec();
        let begun = steps.clone().into();
        let rest = task.after(&begun, &settings.stop);
        let rest = rest.map_err(|why| no_plan(place, &why))?;
        let stop = match kept {
            0 => settings.stop.clone(),
            _ => settings.stop.with_timeout(REPAIR),
        };
        let settings = Settings {
            minimise: None,
            stop,
            ..settings.clone()
        };
        let found = TaskAnswer::solve(&rest, PlanMethod::Auto, &settings, &|_, _| ())?;
        let Some(found) = found.decision().plan() else {
            continue;
        };
        steps.extend(found.plan().steps.iter().cloned());
        let valid = task.validate(&steps.into(), &settings.stop);
        let valid = valid.map_err(|why| Failure::internal(format!("a repaired plan: {why}")))?;
        tell!("saut: {place}: {why}; {}", part(kept));
        let fault = why.to_string();
        return Ok((valid, Some(Repair { fault, kept })));
    }
    Err(no_plan(place, why))
}

/// Determines the superfluous actions of a plan, and searches for cheaper plans.
fn improved(
    task: &PlanningTask,
    valid: ValidatedPlan,
    repair: Option<Repair>,
    settings: &Settings,
    better: PlanObserver<'_>,
) -> Result<TaskAnswer, Failure> {
    let stop = &settings.stop;
    match input::compiled(task, Quality::Cheapest, task.name(), stop)? {
        Compiled::Numeric(domain) => {
            // The search continues from the plan without its superfluous actions.
            let (reduced, kept) = domain.reduced(valid.clone(), &stop.with_timeout(LEAVING_OUT));
            let given = GivenPlan::new(&valid, &kept).repaired(repair);
            let decision = cheapest_numeric(&domain, Some(reduced), settings, better)?;
            Ok(TaskAnswer::improved(task, given, 0, decision))
        }
        Compiled::Classical(domain) => {
            let kept = match domain.actions(&valid) {
                Some(actions) => cheapest_part(domain.task(), &actions, SUPERFLUOUS, stop)?.kept,
                None => (0..valid.length()).collect(),
            };
            let given = GivenPlan::new(&valid, &kept).repaired(repair);
            let (steps, cost) = (domain.goal_steps(), valid.cost());
            let decision = cheapest(&domain, Some((valid, cost)), settings, better)?;
            Ok(TaskAnswer::improved(task, given, steps, decision))
        }
    }
}

/// Returns the error for a plan that is invalid, or whose validation was ended by a limit.
fn no_plan(place: &str, why: &InvalidPlan) -> Failure {
    let mut bad = BadInput::new(place, format!("the plan is invalid: {why}"));
    if let InvalidPlan::Unfinished(why) = why {
        bad.limit = Some(*why);
        return bad.into();
    }
    Failure::Refused(bad)
}
