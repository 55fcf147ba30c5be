//! `saut improve`: begins with a plan, also of another planner, says which of its actions are superfluous, and makes it
//! cheaper for as long as there is time, with a checked bound beside it.

use std::time::{Duration, Instant};

use saut::BadInput;
use saut::answer::{Better, GivenPlan, NumberedStep, TaskAnswer};
use saut::settings::Settings;
use saut_check::{Document, plan_of};
use saut_pddl::{
    Compiled, InvalidPlan, NamedPlan, NumericPlanningDomain, PlanStep, PlanningTask, Quality,
    ValidatedPlan,
};
use saut_plan::Minimise;
use saut_plan::cost::eliminate::cheapest_part;
use saut_plan::numeric::cheapest_numeric;
use saut_plan::planning::cheapest;
use saut_plan::work::Work;
use saut_task::Problem as _;

use super::answer::reply;
use super::arguments::{Global, Improve};
use super::plan::{PlanFiles, check_numbered};
use super::reply::{Failure, Reply};
use super::{grounding, input, planning, settings, whole};

/// The work of looking for the actions that are superfluous together and cost the most, about two seconds; after that
/// they are those of the greedy elimination.
const SUPERFLUOUS: Work = 2_000_000;
/// The time of leaving out actions of a plan with numbers one by one.
const LEAVING_OUT: Duration = Duration::from_secs(2);

/// Runs `saut improve`.
pub fn run(arguments: &Improve, global: &Global) -> Result<Reply, Failure> {
    let given = [&arguments.domain, &arguments.problem, &arguments.plan];
    let (files, place) =
        planning::with_plan(arguments.sas.as_ref(), given, "saut improve", &global.stop)?;
    let (plan_file, proof) = (global.out.as_deref(), arguments.proof.as_deref());
    let inputs: Vec<&String> = files.all().into_iter().chain([&place]).collect();
    whole::check(&[("-o", plan_file), ("--proof", proof)], &inputs)?;
    check_numbered(plan_file, &inputs)?;
    let began = Instant::now();
    let settings = Settings {
        minimise: Some(Minimise::Cost),
        ..settings::within(global)
    };
    let task = planning::read(&files, global.strict, &settings.stop)?;
    let text = input::text(&place, &global.stop)?;
    let plan = plan_of(&Document::read(&text, &place, None)?, &settings.stop)?;
    let validate = |plan: &NamedPlan| task.validate(plan, &settings.stop);
    let mut valid = validate(&plan).map_err(|why| no_plan(&place, "it is no plan", &why))?;
    if let Some(sequence) = plan.in_sequence() {
        let fact = "it is no plan with its actions one after another";
        valid = validate(&sequence).map_err(|why| no_plan(&place, fact, &why))?;
    }
    let plans = PlanFiles::new(plan_file);
    let better = |plan: &ValidatedPlan, bound: Option<&_>| plans.tell(plan, bound);
    let domain = match grounding::compiled(&task, Quality::Cheapest, &settings.stop)? {
        Compiled::Numeric(domain) => {
            let answer = numeric(&task, &domain, &valid, &settings, &better)?;
            plans.finish(&answer)?;
            return reply(answer.within(began.elapsed()).into(), proof, &global.stop);
        }
        Compiled::Classical(domain) => domain,
    };
    let superfluous = match domain.actions(&valid) {
        Some(actions) => {
            let part = cheapest_part(domain.task(), &actions, SUPERFLUOUS, &settings.stop)?;
            let steps = valid.plan().steps.iter().enumerate();
            let out = steps.filter(|(place, _)| part.kept.binary_search(place).is_err());
            out.map(numbered).collect()
        }
        None => Vec::new(),
    };
    let given = GivenPlan::new(&valid, superfluous);
    let cost = valid.cost();
    let decision = cheapest(&domain, Some((valid, cost)), &settings, &better)?;
    let answer = TaskAnswer::improved(&task, given, domain.goal_steps(), decision);
    plans.finish(&answer)?;
    reply(answer.within(began.elapsed()).into(), proof, &global.stop)
}

/// Improves a plan of a task with numbers. It goes on from what is left of the plan without what is superfluous.
fn numeric(
    task: &PlanningTask,
    domain: &NumericPlanningDomain<'_>,
    valid: &ValidatedPlan,
    settings: &Settings,
    better: Better<'_>,
) -> Result<TaskAnswer, Failure> {
    let reduced = domain.reduced(valid.clone(), &settings.stop.with_timeout(LEAVING_OUT));
    let steps = reduced.superfluous.iter();
    let superfluous = steps.map(|&place| numbered((place, &valid.plan().steps[place])));
    let given = GivenPlan::new(valid, superfluous.collect());
    let decision = cheapest_numeric(domain, Some(reduced.plan), settings, better)?;
    Ok(TaskAnswer::improved(task, given, 0, decision))
}

/// The plan that was given is refused, or a limit ended its replay.
fn no_plan(place: &str, fact: &str, why: &InvalidPlan) -> Failure {
    let mut bad = BadInput::new(place, format!("{fact}: {why}"));
    if let InvalidPlan::Unfinished(why) = why {
        bad.limit = Some(*why);
        return bad.into();
    }
    Failure::Refused(bad)
}

fn numbered((place, step): (usize, &PlanStep)) -> NumberedStep {
    NumberedStep {
        number: place + 1,
        step: step.written(),
    }
}
