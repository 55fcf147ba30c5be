//! From a trial and what came of it to its record.

use crate::record::{Claim, Outcome, Record};
use saut_plan::backend::Reads;
use saut_plan::stop::Why;
use saut_puzzles::formats::toml_file::write_toml;
use saut_puzzles::pose;

use super::encoding_name;
use super::job::{Job, Measured, Work};
use super::solver::{Kind, Solver};
use super::supervise::Ended;
use super::trials::Trial;

/// The record of a trial before it is made.
pub fn asked(trial: &Trial, machine: &str, began: String) -> Record {
    let puzzle = &trial.puzzle;
    Record {
        run: trial.key.clone(),
        experiment: trial.experiment.clone(),
        puzzle: puzzle.name().to_owned(),
        family: trial.family.clone(),
        holes: puzzle.board().len(),
        jumps: pose::peg_task(puzzle).length().exactly(),
        encoding: trial.encoding_name(),
        horizon: trial.horizon,
        backend: trial.solver.name.clone(),
        seed: trial.seed,
        timeout_seconds: trial.limits.timeout_seconds,
        memory_mib: trial.limits.memory_mib,
        machine: machine.to_owned(),
        began,
        ..Record::default()
    }
}

/// The job of a trial.
pub fn job(trial: &Trial) -> Job {
    let command = trial.solver.command.clone();
    let encoding = trial.encoding.map(encoding_name::write);
    let work = match (trial.solver.kind, encoding, trial.horizon) {
        (Kind::Backend(Reads::Clauses | Reads::SmtLib), Some(encoding), Some(horizon)) => {
            Work::Formula {
                encoding,
                horizon,
                backend: command,
            }
        }
        (Kind::Backend(_), encoding, _) => Work::Search {
            encoding: encoding.unwrap_or_default(),
            backend: command,
        },
        (Kind::Planner, _, _) => Work::Planner(command),
        (Kind::Method, _, _) => {
            Work::Method(Solver::method(&command).unwrap_or_default().to_owned())
        }
        (Kind::Saut, _, _) => Work::Saut,
    };
    Job {
        puzzle: write_toml(std::slice::from_ref(&trial.puzzle)),
        work,
        timeout_seconds: trial.limits.timeout_seconds,
        memory_mib: trial.limits.memory_mib,
        seed: trial.seed,
        threads: trial.limits.threads,
    }
}

/// What a run came to; `None` if it was interrupted.
pub fn measured(ended: Ended) -> Option<Measured> {
    let mut measured = Measured::default();
    match ended {
        Ended::Measured(measured) => return Some(*measured),
        Ended::Killed(Why::Interrupted) => return None,
        Ended::Killed(Why::Memory) => measured.ends(
            Claim::Nothing,
            Outcome::Memory,
            "the whole run was killed far above its memory limit",
        ),
        Ended::Killed(_) => measured.ends(
            Claim::Nothing,
            Outcome::Timeout,
            "the whole run was killed, long after its time limit",
        ),
        Ended::Broken(fact) => measured.ends(Claim::Nothing, Outcome::Crashed, fact),
    }
    Some(measured)
}

/// Writes what was measured and judged into the record.
pub fn fill(record: &mut Record, measured: Measured) {
    record.claim = measured.claim;
    record.outcome = measured.outcome;
    record.checked = measured.checked;
    record.check = measured.check;
    record.wall_seconds = measured.wall_seconds;
    record.cpu_seconds = measured.cpu_seconds;
    record.peak_mib = measured.peak_mib;
    record.encode_seconds = measured.encode_seconds;
    record.check_seconds = measured.check_seconds;
    record.variables = measured.variables;
    record.clauses = measured.clauses;
    record.conflicts = measured.conflicts;
    record.decisions = measured.decisions;
    record.propagations = measured.propagations;
}
