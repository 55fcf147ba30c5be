//! One of the engines that take horizons: a turn is one attempt, or one proof.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use super::horizons::{Attempted, Horizons, Next};
use super::lemmas::{FindLemmas, Lemmas};
use crate::attempt::{Attempt, AttemptResult, ClaimedRefutation, attempt_encoded};
use crate::backend::{Backend, BackendError, SolveLimits};
use crate::decision::{FORMULAS, Method};
use crate::engine::{Budget, Engine, Turn};
use crate::error::Error;
use crate::portfolio::FormulaCache;
use crate::refute::{Proved, prove};
use crate::settings::Settings;
use saut_base::stop::Stop;
use saut_task::encode::Encoding;
use saut_task::task::Task;

/// Claimant of the refutations that are found without a solver.
const LEMMAS: &str = "lemmas";

/// Parts of a search that its engines share.
pub(super) struct Search<'a> {
    pub task: &'a Task,
    pub encoding: Encoding,
    pub formulas: FormulaCache<'a>,
    pub settings: &'a Settings,
    /// Limits of the search for plans, which leave the time for proofs.
    pub limits: &'a Stop,
    pub backends: &'a [Box<dyn Backend>],
    pub horizons: Mutex<Horizons<'a>>,
    pub lemmas: FindLemmas<'a>,
}

impl<'a> Search<'a> {
    pub fn horizons(&self) -> MutexGuard<'_, Horizons<'a>> {
        self.horizons.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An engine that takes horizons until nothing is left to be solved or proved.
#[derive(Clone)]
pub(super) struct OfHorizons<'a>(pub &'a Search<'a>);

impl OfHorizons<'_> {
    fn attempt(&self, attempted: &Attempted, budget: &mut Budget<'_>) -> Result<Turn, Error> {
        let began = Instant::now();
        let search = self.0;
        let backend = search.backends[attempted.before % search.backends.len()].as_ref();
        if let Some(progress) = &search.settings.progress {
            let (horizon, before) = (attempted.horizon, attempted.before);
            progress.attempt(search.encoding, horizon, backend.name(), before);
        }
        let attempt = self.solve(attempted, backend)?;
        budget.spend(attempt.work());
        budget.tried(1, attempt.effort.conflicts.unwrap_or(0));
        let method = Method::of(&attempt);
        let mut horizons = search.horizons();
        let shorter = horizons.record(attempted.horizon, attempt.result, began.elapsed());
        Ok(shorter.map_or(Turn::Paused, |plan| Turn::Plan(plan, method)))
    }

    /// The attempt at the formula of a horizon.
    fn solve(&self, attempted: &Attempted, backend: &dyn Backend) -> Result<Attempt, Error> {
        let search = self.0;
        let (encoding, horizon, stop) = (search.encoding, attempted.horizon, &attempted.stop);
        let ended = |by: &str, result| Attempt::ended((encoding, horizon), by, result);
        let (formulas, reads) = (&search.formulas, backend.reads());
        let source = formulas.source(encoding, horizon, reads, stop);
        let encoded = match source.and_then(|source| source.encode(stop)) {
            Ok(encoded) => encoded,
            Err(why) => return Ok(ended(backend.name(), AttemptResult::Unknown(why))),
        };
        let lemmas = match (search.lemmas)(&encoded, stop) {
            Some(Lemmas::Refuted(proof)) => {
                let claim = ClaimedRefutation {
                    encoding,
                    horizon,
                    proof: Some(proof),
                    backend: LEMMAS.to_owned(),
                };
                return Ok(ended(LEMMAS, AttemptResult::Refuted(claim)));
            }
            Some(Lemmas::Clauses(lemmas)) => lemmas,
            None => Vec::new(),
        };
        let round = u64::from(attempted.round);
        let limits = SolveLimits {
            stop: stop.clone(),
            seed: search.settings.seed.wrapping_add(round),
            conflicts: attempted.conflicts,
            // What has a limit is proved by itself, if it is needed.
            proof: attempted.conflicts.is_none(),
            ..SolveLimits::default()
        };
        let attempt = attempt_encoded(search.task, &encoded, &lemmas, backend, &limits)?;
        Ok(attempt)
    }

    /// Proves within the limits that a horizon has no plan, which a solver said.
    fn prove(&self, claim: ClaimedRefutation, budget: &Budget<'_>) -> Result<Turn, Error> {
        let search = self.0;
        let limits = SolveLimits {
            stop: budget.stop().clone(),
            conflicts: search.horizons().effort().of_proof,
            ..SolveLimits::default()
        };
        let (horizon, claimant) = (claim.horizon, claim.backend.clone());
        match prove(search.task, claim, &limits)? {
            Proved::Refuted(refuted, _) => search.horizons().is_proved(refuted),
            Proved::Unknown(_) => search.horizons().has_no_proof(),
            Proved::Plan(..) => {
                return Err(BackendError::wrong_refutation(claimant, horizon).into());
            }
        }
        Ok(Turn::Paused)
    }
}

impl Engine for OfHorizons<'_> {
    fn name(&self) -> &'static str {
        FORMULAS
    }

    fn turn(&mut self, budget: &mut Budget<'_>) -> Result<Turn, Error> {
        let next = self.0.horizons().next(self.0.limits, budget.stop());
        match next {
            Next::Attempt(attempted) => self.attempt(&attempted, budget),
            Next::Proof(claim) => self.prove(claim, budget),
            Next::Waits => Ok(Turn::Blocked),
            Next::Nothing(why) => Ok(Turn::Done(why)),
        }
    }
}
