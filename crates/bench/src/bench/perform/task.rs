//! Work on a planning task: by all engines, by formulas of one encoding and solver, or by a planner; and whether a formula
//! of it has no model.

use std::fs;

use saut_answer::{TaskAnswer, TaskFiles};
use saut_base::BadInput;
use saut_pddl::{InvalidPlan, NamedPlan, PlanningTask};
use saut_plan::Settings;
use saut_plan::backend::Meter;
use saut_plan::planning::PlanMethod;
use saut_plan::process::descendants;
use saut_plan::refute::PROVER;
use saut_plan::settings::{EncodingChoice, Horizon};

use super::super::facts::Fact;
use super::super::job::{Job, Performed, Work};
use super::super::meter::{Measurement, Worker};
use super::super::subject::TaskSource;
use super::call::{choice, concluded, no_such_work, settings, settled, stop};
use super::planner::called;
use crate::credit::{Credit, Decider};
use crate::record::{Claimed, Record, RunOutcome};

/// Does the work on a task.
///
/// # Errors
/// The task cannot be read, or there is no such solver.
pub fn of_task(source: &TaskSource, job: &Job) -> Result<Performed, BadInput> {
    let mut settings = settings(job);
    let task = source.read(&settings.stop)?;
    Ok(match &job.work {
        Work::Planner(command) => planner(&task, &source.files, command, job)?.into(),
        Work::Formulas {
            encoding,
            horizon,
            backend,
        } => {
            let encoding = choice(*encoding);
            settings.horizon = horizon.map_or(Horizon::Auto, Horizon::Steps);
            settings.encoding = Some(encoding);
            settings.backends = vec![backend.clone()];
            settings.own_proofs = true;
            let is_one_claim = horizon.is_none() || !encoding.is_varied();
            let decider = Decider::Backend(backend);
            decided(
                &task,
                PlanMethod::Formulas,
                &settings,
                decider,
                is_one_claim,
            )
            .into()
        }
        Work::Saut => decided(&task, PlanMethod::Auto, &settings, Decider::Saut, false).into(),
        Work::Check => settled_by(&task, PlanMethod::Auto, &settings).into(),
        Work::CheckFormula { encoding, horizon } => {
            settings.horizon = Horizon::Steps(*horizon);
            settings.encoding = Some(EncodingChoice::Fixed(*encoding));
            settings.backends = vec![PROVER.to_owned()];
            settled_by(&task, PlanMethod::Formulas, &settings).into()
        }
        Work::Method(_) => return Err(no_such_work(&job.work, "a planning task")),
    })
}

fn settled_by(task: &PlanningTask, method: PlanMethod, settings: &Settings) -> Fact {
    let answer = TaskAnswer::solve(task, method, settings, &|_, _| ());
    settled(answer.as_ref().map(TaskAnswer::decision))
}

/// Decides, with the grounding in the measured time.
fn decided(
    task: &PlanningTask,
    method: PlanMethod,
    settings: &Settings,
    decider: Decider<'_>,
    is_one_claim: bool,
) -> Record {
    let mut run = Record::default();
    let measurement = Measurement::begin();
    let answer = TaskAnswer::solve(task, method, settings, &|_, _| ());
    descendants::end_all();
    measurement.end(Worker::Both, &Meter::default(), &mut run);
    let decision = answer.as_ref().map(TaskAnswer::decision);
    concluded(decision, decider, is_one_claim, &mut run);
    run
}

/// Lets a planner work on the files as they are, and validates what it prints.
fn planner(
    task: &PlanningTask,
    files: &TaskFiles,
    command: &str,
    job: &Job,
) -> Result<Record, BadInput> {
    let TaskFiles::Pddl(domain, problem) = files else {
        return Err(BadInput::new("the job", "a planner reads PDDL"));
    };
    let text = |place: &String| {
        let cannot = |error: std::io::Error| BadInput::new(place, error.to_string());
        fs::read_to_string(place).map_err(cannot)
    };
    let (domain, problem) = (text(domain)?, text(problem)?);
    called([&domain, &problem], job, command, |text, run| {
        judged(task, text, job, run);
    })
}

/// Validates a plan of a planner.
fn judged(task: &PlanningTask, text: &str, job: &Job, run: &mut Record) {
    let plan = match NamedPlan::read_within(text, "the plan", &stop(job)) {
        Ok(plan) => plan,
        Err(bad) => {
            run.ends(Claimed::Nothing, RunOutcome::Garbage, bad.to_string());
            return;
        }
    };
    match task.validate(&plan, &stop(job)) {
        Ok(plan) => run.credited(Credit::plan(&plan)),
        Err(InvalidPlan::Unfinished(why)) => {
            run.ends(Claimed::Sat, RunOutcome::Unchecked, why.name());
        }
        Err(wrong) => run.ends(Claimed::Sat, RunOutcome::Wrong, wrong.to_string()),
    }
}
