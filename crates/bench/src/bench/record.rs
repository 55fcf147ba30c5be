//! From a trial and what came of it to its record.

use crate::record::{Claimed, Record, RunOutcome};
use saut_base::stop::StopReason;
use saut_criteria::compile;
use saut_task::encode::Encoding;

use super::job::{Job, Performed, Work};
use super::solver::SolverKind;
use super::subject::Subject;
use super::supervise::Ended;
use super::trials::Trial;

/// The record of a trial of which this was measured.
pub fn record(trial: &Trial, machine: &str, began: String, measured: Record) -> Record {
    let puzzle = trial.subject.puzzle();
    Record {
        run: trial.key.clone(),
        experiment: trial.experiment.clone(),
        puzzle: trial.subject.name(),
        content: trial.subject.about(),
        family: trial.family.clone(),
        holes: puzzle.map_or(0, |puzzle| puzzle.board().len()),
        jumps: puzzle.and_then(|puzzle| compile::peg_task(puzzle).length().exactly()),
        encoding: trial.encoding_name(),
        horizon: trial.horizon,
        backend: trial.solver.name.clone(),
        seed: trial.seed,
        timeout_seconds: trial.limits.timeout_seconds,
        memory_mib: trial.limits.memory_mib,
        machine: machine.to_owned(),
        began,
        ..measured
    }
}

/// The job of a trial.
pub fn job(trial: &Trial) -> Job {
    let command = trial.solver.command.clone();
    let work = match trial.solver.kind {
        SolverKind::Backend(_) => Work::Formulas {
            encoding: trial.encoding.unwrap_or(Encoding::R2_EXISTS),
            horizon: trial.horizon,
            backend: command,
        },
        SolverKind::Planner => Work::Planner(command),
        SolverKind::Method(method) => Work::Method(method),
        SolverKind::Saut => Work::Saut,
    };
    Job {
        subject: Subject::clone(&trial.subject),
        work,
        seed: trial.seed,
        limits: trial.limits,
    }
}

/// Result of a run; `None` if it was interrupted.
pub fn answer(ended: Ended) -> Option<Performed> {
    let (outcome, fact) = match ended {
        Ended::Performed(answer) => return Some(*answer),
        Ended::Killed(StopReason::Interrupted) => return None,
        Ended::Killed(StopReason::Memory) => (
            RunOutcome::Memory,
            "the whole run was killed far above its memory limit".to_owned(),
        ),
        Ended::Killed(_) => (
            RunOutcome::Timeout,
            "the whole run was killed, long after its time limit".to_owned(),
        ),
        Ended::Broken(fact) => (RunOutcome::Crashed, fact),
    };
    let mut run = Record::default();
    run.ends(Claimed::Nothing, outcome, fact);
    Some(run.into())
}
