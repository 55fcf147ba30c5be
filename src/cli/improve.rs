//! `saut improve`: begins with a plan, also of another planner, says which of its actions are superfluous, and makes it
//! cheaper for as long as there is time, with a checked bound beside it.

use std::time::{Duration, Instant};

use saut::answer::{Better, GivenPlan, NumberedStep, TaskAnswer};
use saut::settings::Settings;
use saut::{Answer, BadInput};
use saut_check::{Document, plan_of};
use saut_pddl::{Compiled, InvalidPlan, NamedPlan, PlanningTask, Quality, ValidatedPlan};
use saut_plan::Minimise;
use saut_plan::cost::eliminate::cheapest_part;
use saut_plan::numeric::cheapest_numeric;
use saut_plan::planning::cheapest;
use saut_plan::work::Work;
use saut_task::Problem as _;

use super::arguments::{Global, Improve};
use super::plan::PlanFiles;
use super::reply::{Failure, Reply};
use super::{grounding, input, proofs, settings};

/// The work of looking for the actions that are superfluous together and cost the most, about two seconds; after that
/// they are those of the greedy elimination.
const SUPERFLUOUS: Work = 2_000_000;
/// The time of leaving out actions of a plan with numbers one by one.
const LEAVING_OUT: Duration = Duration::from_secs(2);

/// Runs `saut improve`.
pub fn run(arguments: &Improve, global: &Global) -> Result<Reply, Failure> {
    let words = [&arguments.domain, &arguments.problem, &arguments.plan].map(Option::as_ref);
    let (names, place) = input::names_with_document(arguments.sas.as_ref(), words, "saut improve");
    let (plan_file, proof) = (global.out.as_deref(), arguments.proof.as_deref());
    let inputs = [names.first, names.problem.unwrap_or_default(), place];
    let plans = PlanFiles::new(plan_file, &inputs)?;
    let began = Instant::now();
    let settings = Settings {
        minimise: Some(Minimise::Cost),
        ..settings::within(global)
    };
    let outputs = [("-o", plan_file), ("--proof", proof)];
    let task = input::task(&names, &outputs, global.strict, &settings.stop)?;
    let text = input::text(place, &global.stop)?;
    let plan = plan_of(&Document::read(&text, place, None)?, &settings.stop)?;
    let validate = |plan: &NamedPlan| task.validate(plan, &settings.stop);
    let mut valid = validate(&plan).map_err(|why| no_plan(place, "it is no plan", &why))?;
    if let Some(sequence) = plan.in_sequence() {
        let fact = "it is no plan with its actions one after another";
        valid = validate(&sequence).map_err(|why| no_plan(place, fact, &why))?;
    }
    let better = |plan: &ValidatedPlan, bound: Option<&_>| plans.tell(plan, bound);
    let answer = improved(&task, valid, &settings, &better)?;
    let answer = Answer::from(answer.within(began.elapsed()));
    plans.finish(&answer)?;
    proofs::reply(answer, proof, &global.stop)
}

/// Improves a plan, and lists its superfluous actions.
fn improved(
    task: &PlanningTask,
    valid: ValidatedPlan,
    settings: &Settings,
    better: Better<'_>,
) -> Result<TaskAnswer, Failure> {
    let stop = &settings.stop;
    let steps = valid.plan().steps.iter().zip(1..);
    let steps = steps.map(|(step, number)| NumberedStep {
        number,
        step: step.written(),
    });
    let domain = match grounding::compiled(task, Quality::Cheapest, task.name(), stop)? {
        Compiled::Classical(domain) => domain,
        Compiled::Numeric(domain) => {
            // It continues from the plan without its superfluous actions.
            let reduced = domain.reduced(valid.clone(), &stop.with_timeout(LEAVING_OUT));
            let is_out = |step: &NumberedStep| {
                reduced
                    .superfluous
                    .binary_search(&(step.number - 1))
                    .is_ok()
            };
            let given = GivenPlan::new(&valid, steps.filter(is_out).collect());
            let decision = cheapest_numeric(&domain, Some(reduced.plan), settings, better)?;
            return Ok(TaskAnswer::improved(task, given, 0, decision));
        }
    };
    let superfluous = match domain.actions(&valid) {
        Some(actions) => {
            let part = cheapest_part(domain.task(), &actions, SUPERFLUOUS, stop)?;
            let is_out = |step: &NumberedStep| part.kept.binary_search(&(step.number - 1)).is_err();
            steps.filter(is_out).collect()
        }
        None => Vec::new(),
    };
    let given = GivenPlan::new(&valid, superfluous);
    let cost = valid.cost();
    let decision = cheapest(&domain, Some((valid, cost)), settings, better)?;
    Ok(TaskAnswer::improved(
        task,
        given,
        domain.goal_steps(),
        decision,
    ))
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
