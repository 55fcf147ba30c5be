//! Measuring horizons: how `instances/horizons.toml` is made.
//!
//! Horizons are tried from the bottom up with a fast backend until a plan is found, which the
//! simulator has replayed. A refutation counts only with a DRAT proof that our checker accepts,
//! so the horizons below the plan are tried again, from the top down, with a backend that writes
//! proofs. Both `forall` and `r2-exists` may leave steps empty, so what is refuted at a horizon
//! is refuted at all below; `sequential` is asked only where plans may have several lengths.

use std::time::Duration;

use super::fingerprint;
use super::formulas;
use super::horizons::HorizonEntry;
use saut_base::stop::Stop;
use saut_criteria::compile::peg_task;
use saut_peg::peg::{Expectation, Puzzle};
use saut_plan::Error;
use saut_plan::attempt::{AttemptResult, ClaimedRefutation, attempt};
use saut_plan::backend::{self, Availability, Backend, SolveLimits};
use saut_plan::refute::{PROVER, Proved, prove};
use saut_task::encode::Encoding;
use saut_task::task::Task;

/// A proof takes about as long to check as to find; more conflicts than these for a second of the
/// limit would take longer.
const CONFLICTS_A_SECOND: u64 = 8_000;

/// The most horizons below the plan for which a proof is looked for.
const MOST_PROOFS: usize = 3;

/// Limits of the measurement.
#[derive(Clone, Debug)]
pub struct MeasureLimits {
    /// For one formula.
    pub each: Duration,
    /// For all.
    pub stop: Stop,
}

/// The encodings whose smallest horizon has to be measured for a puzzle: none if it has no plan.
pub fn encodings(puzzle: &Puzzle, task: &Task) -> Vec<Encoding> {
    if puzzle.expect == Expectation::Infeasible {
        return Vec::new();
    }
    let mut encodings = vec![Encoding::Forall, Encoding::R2_EXISTS];
    if task.length().exactly().is_none() {
        encodings.push(Encoding::SEQUENTIAL);
    }
    encodings
}

/// Measures one puzzle under one encoding; `None` if no plan was found within the limits.
///
/// # Errors
/// The failure of a backend.
pub fn measure(
    puzzle: &Puzzle,
    encoding: Encoding,
    limits: &MeasureLimits,
) -> Result<Option<HorizonEntry>, Error> {
    let task = &peg_task(puzzle);
    let Some((smallest, least_unknown)) = smallest(task, encoding, limits)? else {
        return Ok(None);
    };
    let refuted = highest_refuted(task, encoding, least_unknown, limits)?;
    let formula = |horizon| fingerprint::of_formula(&encoding.encode(task, horizon).formula);
    Ok(Some(HorizonEntry {
        puzzle: puzzle.name().to_owned(),
        encoding,
        smallest,
        smallest_formula: formula(smallest),
        refuted,
        refuted_formula: refuted.map(formula),
    }))
}

/// The first horizon at which a plan was found, and the first that was not refuted.
fn smallest(
    task: &Task,
    encoding: Encoding,
    limits: &MeasureLimits,
) -> Result<Option<(usize, usize)>, Error> {
    let finder = finder()?;
    let most = task.length().at_most.unwrap_or(task.fluents().len());
    let least = if encoding.is_sequential() {
        task.length().at_least
    } else {
        1
    };
    let mut least_unknown = None;
    let mut undecided = 0;
    for horizon in least..=most {
        if formulas::estimate(task, encoding, horizon) > super::MOST_CLAUSES {
            return Ok(None);
        }
        let run = SolveLimits {
            stop: limits.stop.with_timeout(limits.each),
            ..SolveLimits::default()
        };
        match attempt(task, encoding, horizon, finder.as_ref(), &run)?.result {
            AttemptResult::Plan(_) => return Ok(Some((horizon, least_unknown.unwrap_or(horizon)))),
            AttemptResult::Refuted(_) => {}
            AttemptResult::Unknown(_) => {
                least_unknown = least_unknown.or(Some(horizon));
                undecided += 1;
            }
        }
        if limits.stop.stop_reason().is_some() || undecided == MOST_UNDECIDED {
            return Ok(None);
        }
    }
    Ok(None)
}

/// Number of horizons without an answer after which larger ones are not tried.
const MOST_UNDECIDED: usize = 8;

/// The fastest backend that is here.
fn finder() -> Result<Box<dyn Backend>, Error> {
    let cadical = backend::by_name("cadical")?;
    if matches!(cadical.availability(), Availability::Missing { .. }) {
        return Ok(backend::by_name("batsat")?);
    }
    Ok(cadical)
}

/// The highest horizon below this one with a refutation that was checked.
fn highest_refuted(
    task: &Task,
    encoding: Encoding,
    below: usize,
    limits: &MeasureLimits,
) -> Result<Option<usize>, Error> {
    for horizon in (0..below).rev().take(MOST_PROOFS) {
        if is_refuted(task, encoding, horizon, limits)? {
            return Ok(Some(horizon));
        }
    }
    Ok(None)
}

/// Whether the formula has a proof, and the checker accepts it.
///
/// # Errors
/// The failure of the prover.
pub fn is_refuted(
    task: &Task,
    encoding: Encoding,
    horizon: usize,
    limits: &MeasureLimits,
) -> Result<bool, Error> {
    if matches!(encoding, Encoding::Smt) {
        return Ok(false);
    }
    let run = SolveLimits {
        stop: limits.stop.with_timeout(limits.each),
        conflicts: Some(CONFLICTS_A_SECOND.saturating_mul(limits.each.as_secs())),
        ..SolveLimits::default()
    };
    let claim = ClaimedRefutation {
        encoding,
        horizon,
        proof: None,
        backend: PROVER.to_owned(),
    };
    Ok(matches!(prove(task, claim, &run)?, Proved::Refuted(..)))
}
