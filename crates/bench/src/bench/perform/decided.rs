//! One decision, whose verdicts are checked before they are given.

use super::super::job::Measured;
use super::super::meter::{Measurement, Worker};
use super::{failed, gave_up};
use crate::method::MethodName;
use crate::record::{Claim, Outcome};
use saut_plan::backend::Meter;
use saut_plan::process::descendants;
use saut_puzzles::decide::{Decision, Error, Method, Settings, Verdict};
use saut_puzzles::peg::Puzzle;

/// Decides, with all that the settings allow.
pub fn decided(puzzle: &Puzzle, method: MethodName, mut settings: Settings) -> Measured {
    let mut measured = Measured::default();
    settings.progress = None;
    let measurement = Measurement::begin();
    let decision = method.decide(puzzle, &settings);
    descendants::end_all();
    measurement.end(Worker::Both, &Meter::default(), &mut measured);
    match decision {
        Err(Error::Backend(error)) => failed(&error, &mut measured),
        Err(Error::Settings(bad)) => {
            measured.ends(Claim::Nothing, Outcome::GaveUp, bad.to_string());
        }
        Err(error @ Error::Internal(_)) => {
            measured.ends(Claim::Nothing, Outcome::Crashed, error.to_string());
        }
        Ok(decision) => verdict(&decision, &mut measured),
    }
    measured
}

fn verdict(decision: &Decision, measured: &mut Measured) {
    measured.conflicts = Some(decision.conflicts).filter(|&conflicts| conflicts > 0);
    measured.decisions = decision.method.as_ref().and_then(Method::nodes);
    if let Some(Method::Formula {
        horizon,
        variables,
        clauses,
        ..
    }) = &decision.method
    {
        measured.horizon = Some(*horizon);
        (measured.variables, measured.clauses) = (Some(*variables), Some(*clauses));
    }
    match &decision.verdict {
        Verdict::Solved(_) => measured.holds(Claim::Sat, Outcome::Solved, "replay"),
        Verdict::Infeasible(certificate) => {
            measured.holds(Claim::Unsat, Outcome::Infeasible, certificate.kind());
        }
        Verdict::Undecided(why) => gave_up(*why, measured),
    }
}
