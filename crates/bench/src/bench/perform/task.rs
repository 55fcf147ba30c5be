//! Work on a planning task: by all engines, by formulas of one encoding and solver, or by a planner; and whether the task
//! has no plan, or a formula of it no model.

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

use super::super::job::{Fact, Job, Performed};
use super::super::solver::{Solver, SolverKind};
use super::super::subject::TaskSource;
use super::call::{
    Measurement, Worker, choice, concluded, no_such_work, planned, settings, settled, stop,
};
use crate::credit::{Credit, Decider};
use crate::record::{Claimed, Record, RunOutcome};

/// Does the work on a task.
///
/// # Errors
/// The task cannot be read, or there is no such solver.
pub fn of_task(source: &TaskSource, job: &Job) -> Result<Performed, BadInput> {
    let mut settings = settings(job);
    let task = source.read(&settings.stop)?;
    let Some(command) = &job.solver else {
        return Ok(refuted(&task, job, settings).into());
    };
    Ok(match Solver::by_name(command)?.kind {
        SolverKind::Planner => planner(&task, &source.files, command, job)?.into(),
        SolverKind::Backend(_) => {
            let encoding = choice(job);
            settings.horizon = job.horizon.map_or(Horizon::Auto, Horizon::Steps);
            settings.encoding = Some(encoding);
            settings.backends = vec![command.clone()];
            settings.own_proofs = true;
            let is_one_claim = job.horizon.is_none() || !encoding.is_varied();
            let (method, decider) = (PlanMethod::Formulas, Decider::Backend(command));
            decided(&task, method, &settings, decider, is_one_claim).into()
        }
        SolverKind::Saut => {
            decided(&task, PlanMethod::Auto, &settings, Decider::Saut, false).into()
        }
        SolverKind::Method(_) => return Err(no_such_work(command, "a planning task")),
    })
}

/// Whether the task has no plan, or its formula no model.
fn refuted(task: &PlanningTask, job: &Job, mut settings: Settings) -> Fact {
    let mut method = PlanMethod::Auto;
    if let (Some(encoding), Some(horizon)) = (job.encoding, job.horizon) {
        method = PlanMethod::Formulas;
        settings.horizon = Horizon::Steps(horizon);
        settings.encoding = Some(EncodingChoice::Fixed(encoding));
        settings.backends = vec![PROVER.to_owned()];
    }
    let answer = TaskAnswer::solve(task, method, &settings, &|_, _| ());
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

/// Lets a planner work on the files as they are, and validates the plan that it prints.
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
    let judge = |text: &str, run: &mut Record| {
        let plan = NamedPlan::read_within(text, "the plan", &stop(job));
        match plan.map(|plan| task.validate(&plan, &stop(job))) {
            Err(bad) => run.ends(Claimed::Nothing, RunOutcome::Garbage, bad.to_string()),
            Ok(Ok(plan)) => run.credited(Credit::plan(&plan)),
            Ok(Err(InvalidPlan::Unfinished(why))) => {
                run.ends(Claimed::Sat, RunOutcome::Unchecked, why.name());
            }
            Ok(Err(wrong)) => run.ends(Claimed::Sat, RunOutcome::Wrong, wrong.to_string()),
        }
    };
    planned([&text(domain)?, &text(problem)?], job, command, judge)
}
