//! That no shorter plan exists: which horizons must be refuted for it, and their proofs checked.

use crate::certify::Rejected;
use crate::certify::proof::{Proof, RefutedHorizon, check_horizon_within};
use crate::decide::{Error, Settings};
use saut_plan::backend::{self, Run};
use saut_plan::encode::Encoding;
use saut_plan::task::Task;

/// The backend that writes proofs.
pub(super) const PROVER: &str = "varisat";

/// The smallest horizon that may have a plan: where a step has room for several actions, one is
/// enough for any number of them.
pub(super) fn first_horizon(task: &Task, encoding: Encoding) -> usize {
    let at_least = task.length.at_least;
    if encoding.is_sequential() {
        at_least
    } else {
        at_least.min(1)
    }
}

/// How many horizons below the last must be refuted so that all are: a step of `forall` may be empty,
/// so it counts for all shorter plans; in the others that depends on the game. 0 means all.
pub(super) fn repeats(task: &Task, encoding: Encoding) -> usize {
    match encoding {
        Encoding::Forall => 1,
        _ => task.known.repeats,
    }
}

/// Checks the proofs of these horizons side by side, and makes those that are missing. The ones
/// for which the time was too short are left out.
pub(super) fn prove(
    task: &Task,
    encoding: Encoding,
    settings: &Settings,
    needed: Vec<(usize, Option<Vec<u8>>)>,
) -> Result<Vec<RefutedHorizon>, Error> {
    let one = |(horizon, proof): (usize, Option<Vec<u8>>)| -> Result<Option<_>, Error> {
        if settings.stop.why().is_some() {
            return Ok(None);
        }
        let drat = if let Some(drat) = proof {
            drat
        } else {
            let formula = encoding.encode(task, horizon).formula;
            let run = Run {
                stop: settings.stop.clone(),
                proof: true,
                meter: None,
                ..Run::default()
            };
            match backend::by_name(PROVER)?.solve(&formula, &run)?.proof {
                Some(drat) => drat,
                None => return Ok(None),
            }
        };
        let proof = Proof {
            encoding,
            horizon,
            drat,
            limits: Vec::new(),
        };
        match check_horizon_within(task, proof, &settings.stop) {
            Ok(refuted) => Ok(Some(refuted)),
            Err(Rejected::Unfinished(_)) => Ok(None),
            Err(rejected) => Err(backend::Error::WrongAnswer {
                name: PROVER.to_owned(),
                fact: format!("its proof is not accepted: {rejected}"),
            }
            .into()),
        }
    };
    let width = settings.threads().max(1);
    let mut refuted = Vec::new();
    let mut needed = needed.into_iter().peekable();
    while needed.peek().is_some() {
        let some: Vec<_> = needed.by_ref().take(width).collect();
        let results: Vec<Result<Option<RefutedHorizon>, Error>> = std::thread::scope(|scope| {
            let handles: Vec<_> = some
                .into_iter()
                .map(|each| scope.spawn(|| one(each)))
                .collect();
            let joined = handles
                .into_iter()
                .map(|handle| handle.join().unwrap_or(Ok(None)));
            joined.collect()
        });
        for result in results {
            refuted.extend(result?);
        }
    }
    Ok(refuted)
}
