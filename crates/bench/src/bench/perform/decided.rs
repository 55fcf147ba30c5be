//! One call of [`MethodName::decide`], whose verdicts are checked before they are given.

use super::super::meter::{Measurement, Worker};
use super::call::concluded;
use crate::credit::Decider;
use crate::method::MethodName;
use crate::record::Record;
use saut_peg::peg::Puzzle;
use saut_plan::backend::Meter;
use saut_plan::process::descendants;
use saut_puzzles::decide::{Method, Settings};

/// Decides, with all that the settings allow; `decider` is measured.
pub fn decided(
    puzzle: &Puzzle,
    mut settings: Settings,
    method: MethodName,
    decider: Decider<'_>,
) -> Record {
    let mut run = Record::default();
    settings.progress = None;
    let measurement = Measurement::begin();
    let decision = method.decide(puzzle, &settings);
    descendants::end_all();
    measurement.end(Worker::Both, &Meter::default(), &mut run);
    concluded(decision.as_ref(), decider, true, &mut run);
    let method = decision.ok().and_then(|decision| decision.method);
    let Some(method) = method.filter(|_| run.checked || matches!(decider, Decider::Saut)) else {
        return run;
    };
    (run.decisions, run.tries) = (method.nodes(), method.tries());
    if let Method::Formula {
        horizon,
        variables,
        clauses,
        ..
    } = method
    {
        run.horizon = Some(horizon);
        (run.variables, run.clauses) = (Some(variables), Some(clauses));
    }
    run
}
