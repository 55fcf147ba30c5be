//! One call of [`MethodName::decide`], whose verdicts are checked before they are given.

use super::super::meter::{Measurement, Worker};
use super::call::{failed, gave_up};
use crate::method::MethodName;
use crate::record::{Claimed, Record, RunOutcome};
use saut_plan::backend::Meter;
use saut_plan::process::descendants;
use saut_puzzles::decide::{Decision, Error, Method, Settings, Verdict};
use saut_puzzles::peg::Puzzle;

/// Decides, with all that the settings allow.
pub fn decided(puzzle: &Puzzle, mut settings: Settings, method: MethodName) -> Record {
    let mut run = Record::default();
    settings.progress = None;
    let measurement = Measurement::begin();
    let decision = method.decide(puzzle, &settings);
    descendants::end_all();
    measurement.end(Worker::Both, &Meter::default(), &mut run);
    match decision {
        Err(Error::Backend(error)) => failed(&error, &mut run),
        Err(Error::Settings(bad)) => {
            run.ends(Claimed::Nothing, RunOutcome::GaveUp, bad.to_string());
        }
        Err(error @ Error::Internal(_)) => {
            run.ends(Claimed::Nothing, RunOutcome::Crashed, error.to_string());
        }
        Ok(decision) => verdict(&decision, &mut run),
    }
    run
}

fn verdict(decision: &Decision, run: &mut Record) {
    run.conflicts = Some(decision.conflicts).filter(|&conflicts| conflicts > 0);
    run.decisions = decision.method.as_ref().and_then(Method::nodes);
    run.tries = decision.method.as_ref().and_then(Method::tries);
    if let Some(Method::Formula {
        horizon,
        variables,
        clauses,
        ..
    }) = &decision.method
    {
        run.horizon = Some(*horizon);
        (run.variables, run.clauses) = (Some(*variables), Some(*clauses));
    }
    match &decision.verdict {
        Verdict::Solved(_) => run.holds(Claimed::Sat, RunOutcome::Solved, "replay"),
        Verdict::Infeasible(certificate) => {
            run.holds(Claimed::Unsat, RunOutcome::Infeasible, certificate.kind());
        }
        Verdict::Undecided(why) => gave_up(*why, run),
    }
}
