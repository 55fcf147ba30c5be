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

use super::answer::deliver;
use super::arguments::{PlanMethodName, PlanMinimiseName, PlanTask};
use super::failure::Failure;
use super::planning::{self, TaskFiles};
use super::progress::Line;
use super::solve::stop_at_ctrl_c;
use super::{settings, whole};
pub use better::BetterPlans;

/// Outputs of an answer.
#[derive(Clone, Copy)]
pub struct Wanted<'a> {
    /// The plan file of the competitions.
    pub plan_file: Option<&'a Path>,
    /// File for what shows the bound.
    pub proof: Option<&'a Path>,
    /// Whether a document is printed.
    pub json: bool,
}

impl<'a> Wanted<'a> {
    fn of(arguments: &'a PlanTask) -> Self {
        Self {
            plan_file: arguments.plan_file.as_deref(),
            proof: arguments.proof.as_deref(),
            json: arguments.output.json,
        }
    }

    /// Checks that the files can be written, and are none of those that are read.
    pub fn check(self, inputs: &[&String]) -> Result<(), Failure> {
        let files = [("-o", self.plan_file), ("--proof", self.proof)];
        whole::are_apart(&files, inputs)?;
        for (_, file) in files {
            if let Some(file) = file {
                whole::is_possible(file)?;
            }
        }
        Ok(())
    }
}

/// Runs `saut plan`.
pub fn run(arguments: &PlanTask) -> Result<u8, Failure> {
    let files = files(arguments)?;
    Wanted::of(arguments).check(&files.all())?;
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
    print_answer(Wanted::of(arguments), answer, &settings.stop)
}

fn files(arguments: &PlanTask) -> Result<TaskFiles, BadInput> {
    match (&arguments.sas, &arguments.domain) {
        (Some(file), _) => Ok(TaskFiles::Sas(file.clone())),
        (None, Some(first)) => planning::pddl(first, arguments.problem.as_deref(), "saut plan", ""),
        (None, None) => Err(BadInput::new("saut plan", "a problem is missing")
            .remedy("give a domain and a problem, or --sas FILE")),
    }
}

fn asked(arguments: &PlanTask) -> Result<Settings, BadInput> {
    let choices = &arguments.encoding;
    Ok(Settings {
        backends: settings::backends(&arguments.backends, choices)?,
        encoding: settings::encoding_choice(choices),
        horizon: choices.horizon.into(),
        threads: arguments.limits.threads,
        seed: arguments.limits.seed,
        stop: settings::stop(&arguments.limits),
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

/// Delivers the answer to a task, and the plan file that was asked for.
pub fn print_answer(wanted: Wanted<'_>, answer: TaskAnswer, stop: &Stop) -> Result<u8, Failure> {
    if let (Some(file), Some(plan)) = (wanted.plan_file, answer.plan_file()) {
        whole::write(file, plan)?;
    }
    let answer = Answer::Task(Box::new(answer));
    deliver(&answer, wanted.proof, wanted.json, stop)
}
