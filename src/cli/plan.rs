//! `saut plan`: any planning task, in PDDL or SAS+, and the same three answers.

mod better;

use std::path::Path;
use std::time::Instant;

use saut::answer::TaskAnswer;
use saut::settings::Settings;
use saut::stop::Stop;
use saut::{Answer, BadInput};
use saut_pddl::ValidatedPlan;
use saut_plan::Minimise;

use super::answer::reply;
use super::arguments::{PlanMethodName, PlanMinimiseName, PlanTask};
use super::planning::{self, TaskFiles};
use super::progress::Line;
use super::reply::{Failure, Reply};
use super::solve::stop_at_ctrl_c;
use super::{input, settings, whole};
pub use better::BetterPlans;

/// Runs `saut plan`.
pub fn run(arguments: &PlanTask) -> Result<Reply, Failure> {
    let domain = arguments.domain.as_deref();
    let (sas, problem) = (arguments.sas.as_ref(), arguments.problem.as_deref());
    let files = planning::files(sas, domain, problem, "saut plan")?;
    let (plan_file, proof) = (arguments.plan_file.as_deref(), arguments.proof.as_deref());
    whole::check(&[("-o", plan_file), ("--proof", proof)], &files.all())?;
    let began = Instant::now();
    let settings = asked(arguments)?;
    refuse_contradictions(arguments, &settings)?;
    stop_at_ctrl_c(&settings.stop);
    let line = Line::new();
    let settings = Settings {
        progress: Some(line.clone()),
        ..settings
    };
    let answer = answer(arguments, &files, &settings);
    line.clear();
    let answer = answer?.within(began.elapsed());
    reply_of(answer, plan_file, proof, &settings.stop)
}

fn asked(arguments: &PlanTask) -> Result<Settings, BadInput> {
    let choices = &arguments.encoding;
    Ok(Settings {
        backends: settings::backends(&arguments.backends, choices)?,
        encoding: settings::encoding_choice(choices),
        horizon: choices.horizon.into(),
        threads: arguments.limits.threads,
        seed: arguments.limits.seed,
        stop: input::stop(),
        minimise: arguments.minimise.map(|what| match what {
            PlanMinimiseName::Steps => Minimise::Steps,
            PlanMinimiseName::Actions => Minimise::Actions,
            PlanMinimiseName::Cost => Minimise::Cost,
        }),
        ..Settings::default()
    })
}

/// Two flags of which one would be passed over.
fn refuse_contradictions(arguments: &PlanTask, settings: &Settings) -> Result<(), BadInput> {
    let (choices, method) = (&arguments.encoding, arguments.method);
    let is_alone = !matches!(method, PlanMethodName::Auto | PlanMethodName::Formulas);
    let (flag, fact) = match (arguments.minimise, settings.named_choice()) {
        (Some(PlanMinimiseName::Cost), _) if method != PlanMethodName::Auto => (
            "--method",
            "--minimise cost has methods of its own".to_owned(),
        ),
        (_, Some(what)) if is_alone => (
            "--method",
            format!("this method solves no formula and has no use for {what}"),
        ),
        (Some(_), _) if choices.horizon.0.is_some() => (
            "--horizon",
            "--minimise finds the number of steps itself".to_owned(),
        ),
        (Some(PlanMinimiseName::Steps), _) if choices.encoding.is_some() => (
            "--encoding",
            "--minimise steps has an encoding of its own".to_owned(),
        ),
        (Some(PlanMinimiseName::Actions), _)
            if choices.encoding.is_some_and(|it| !it.is_sequential()) =>
        {
            let fact = "--minimise actions has one action a step, and this encoding has more";
            ("--encoding", fact.to_owned())
        }
        _ => return Ok(()),
    };
    Err(BadInput::new(flag, fact).remedy("leave one of the two out"))
}

fn answer(
    arguments: &PlanTask,
    files: &TaskFiles,
    settings: &Settings,
) -> Result<TaskAnswer, Failure> {
    let task = planning::read(files, arguments.strict, &settings.stop)?;
    let told = BetterPlans::new(arguments.plan_file.as_deref(), task.minimises_cost());
    let better = |plan: &ValidatedPlan, cost, bound| told.tell(plan, cost, bound);
    Ok(TaskAnswer::solve(
        &task,
        arguments.method.into(),
        settings,
        &better,
    )?)
}

/// The reply of an answer to a task. The plan file that was asked for is written.
pub fn reply_of(
    answer: TaskAnswer,
    plan_file: Option<&Path>,
    proof: Option<&Path>,
    stop: &Stop,
) -> Result<Reply, Failure> {
    if let (Some(file), Some(plan)) = (plan_file, answer.plan_file()) {
        whole::write(file, plan)?;
    }
    reply(Answer::Task(Box::new(answer)), proof, stop)
}
