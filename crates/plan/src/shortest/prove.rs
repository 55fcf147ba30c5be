//! Proof that no shorter plan exists: the horizons that must be refuted for it, and the checks of their proofs.

use crate::backend::SolveLimits;
use crate::domain::Domain;
use crate::encode::Encoding;
use crate::error::Error;
use crate::proof::RefutedHorizon;
use crate::refute::{ClaimedRefutation, PROVER, Proved, prove};
use crate::settings::Settings;
use crate::task::Task;

/// The smallest horizon that may have a plan: where a step has room for several actions, one is
/// enough for any number of them.
pub(super) fn first_horizon(task: &Task, encoding: Encoding) -> usize {
    let at_least = task.length().at_least;
    if encoding.is_sequential() {
        at_least
    } else {
        at_least.min(1)
    }
}

/// Number of horizons below the last that must be refuted so that all are: a step of `forall` may be empty,
/// so it counts for all shorter plans; in the others that depends on the game. 0 means all.
pub(super) fn padding(task: &Task, encoding: Encoding) -> usize {
    match encoding {
        Encoding::Forall | Encoding::ForallChain => 1,
        _ => task.known().padding,
    }
}

/// Checks the proofs of these horizons side by side, and makes those that are missing. The ones
/// for which the time was too short are left out.
pub(super) fn prove_all<D: Domain>(
    domain: &D,
    encoding: Encoding,
    settings: &Settings,
    needed: Vec<(usize, Option<Vec<u8>>)>,
) -> Result<Vec<RefutedHorizon>, Error> {
    let run = SolveLimits {
        stop: settings.stop.clone(),
        ..SolveLimits::default()
    };
    let one = |(horizon, drat): (usize, Option<Vec<u8>>)| -> Result<Option<_>, Error> {
        if settings.stop.why().is_some() {
            return Ok(None);
        }
        let claim = ClaimedRefutation {
            encoding,
            horizon,
            drat,
            backend: PROVER.to_owned(),
        };
        match prove(domain, claim, &run)? {
            Proved::Refuted(refuted, _) => Ok(Some(refuted)),
            Proved::Unknown(_) => Ok(None),
            Proved::Plan(..) => Err(Error::internal(
                format_args!("{horizon} steps were called too few"),
                "the prover has a plan of so many",
            )),
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
            let joined = handles.into_iter().map(|handle| match handle.join() {
                Ok(result) => result,
                Err(cause) => Err(Error::panicked("a prover", cause.as_ref())),
            });
            joined.collect()
        });
        for result in results {
            refuted.extend(result?);
        }
    }
    Ok(refuted)
}
