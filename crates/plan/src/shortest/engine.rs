//! One of the engines that take horizons: a turn is one attempt, or one proof.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use super::horizons::{Attempted, Horizons, Next};
use super::lemmas::{FindLemmas, Lemmas};
use crate::attempt::{AttemptResult, ClaimedRefutation, attempt_encoded};
use crate::backend::{Backend, BackendError, SolveLimits};
use crate::decision::{FORMULAS, Method};
use crate::engine::{Budget, Engine, Turn};
use crate::error::Error;
use crate::refute::{Proved, prove};
use crate::settings::Settings;
use saut_base::stop::Stop;
use saut_task::domain::Domain;
use saut_task::encode::{Encoding, Steps};

/// Claimant of the refutations that are found without a solver.
const LEMMAS: &str = "lemmas";

/// Parts of a search that its engines share.
pub(super) struct Search<'a, D: Domain> {
    pub domain: &'a D,
    pub encoding: Encoding,
    /// Steps that all horizons share, if they are alike.
    pub steps: Option<Steps>,
    pub settings: &'a Settings,
    /// Limits of the search for plans, which leave the time for proofs.
    pub limits: &'a Stop,
    pub backends: &'a [Box<dyn Backend>],
    pub horizons: Mutex<Horizons<'a>>,
    pub lemmas: FindLemmas<'a>,
}

impl<'a, D: Domain> Search<'a, D> {
    pub fn horizons(&self) -> MutexGuard<'_, Horizons<'a>> {
        self.horizons.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An engine that takes horizons until nothing is left to be solved or proved.
pub(super) struct OfHorizons<'a, D: Domain> {
    search: &'a Search<'a, D>,
    tried: (usize, u64),
}

impl<'a, D: Domain> OfHorizons<'a, D> {
    pub const fn new(search: &'a Search<'a, D>) -> Self {
        let tried = (0, 0);
        Self { search, tried }
    }

    fn attempt(
        &mut self,
        attempted: &Attempted,
        budget: &mut Budget<'_>,
    ) -> Result<Turn<D>, Error> {
        let began = Instant::now();
        let search = self.search;
        let backend = search.backends[attempted.before % search.backends.len()].as_ref();
        if let Some(progress) = &search.settings.progress {
            let (horizon, before) = (attempted.horizon, attempted.before);
            progress.attempt(search.encoding, horizon, backend.name(), before);
        }
        self.tried.0 += 1;
        let result = self.solve(attempted, backend, budget)?;
        let mut horizons = search.horizons();
        let shorter = horizons.record(attempted.horizon, result, began.elapsed());
        Ok(shorter.map_or(Turn::More, |(plan, method)| Turn::Plan(plan, method)))
    }

    /// Result of the formula of a horizon.
    fn solve(
        &mut self,
        attempted: &Attempted,
        backend: &dyn Backend,
        budget: &mut Budget<'_>,
    ) -> Result<AttemptResult<(D::Replayed, Method)>, Error> {
        let search = self.search;
        let encoded = if let Some(steps) = &search.steps {
            steps.encode(attempted.horizon, &attempted.stop)
        } else {
            let task = search.domain.task();
            let (encoding, horizon) = (search.encoding, attempted.horizon);
            encoding.encode_within(task, horizon, &attempted.stop)
        };
        let encoded = match encoded {
            Ok(encoded) => encoded,
            Err(why) => return Ok(AttemptResult::Unknown(why)),
        };
        let lemmas = match (search.lemmas)(&encoded, &attempted.stop) {
            Some(Lemmas::Refuted(proof)) => {
                return Ok(AttemptResult::Refuted(ClaimedRefutation {
                    encoding: search.encoding,
                    horizon: attempted.horizon,
                    proof: Some(proof),
                    backend: LEMMAS.to_owned(),
                }));
            }
            Some(Lemmas::Clauses(lemmas)) => lemmas,
            None => Vec::new(),
        };
        let limits = SolveLimits {
            stop: attempted.stop.clone(),
            seed: search
                .settings
                .seed
                .wrapping_add(u64::from(attempted.round)),
            conflicts: attempted.conflicts,
            // What has a limit is proved by itself, if it is needed.
            proof: attempted.conflicts.is_none(),
            ..SolveLimits::default()
        };
        let attempt = attempt_encoded(search.domain, &encoded, &lemmas, backend, &limits)?;
        budget.spend(attempt.work());
        self.tried.1 += attempt.effort.conflicts.unwrap_or(0);
        let method = Method::of(&attempt);
        Ok(match attempt.result {
            AttemptResult::Plan(plan) => AttemptResult::Plan((plan, method)),
            AttemptResult::Refuted(claim) => AttemptResult::Refuted(claim),
            AttemptResult::Unknown(why) => AttemptResult::Unknown(why),
        })
    }

    /// Proves within the limits that a horizon has no plan, which a solver said.
    fn prove(&self, claim: ClaimedRefutation, budget: &Budget<'_>) -> Result<Turn<D>, Error> {
        let search = self.search;
        let limits = SolveLimits {
            stop: budget.stop().clone(),
            conflicts: search.horizons().effort().of_proof,
            ..SolveLimits::default()
        };
        let (horizon, claimant) = (claim.horizon, claim.backend.clone());
        match prove(search.domain, claim, &limits)? {
            Proved::Refuted(refuted, _) => search.horizons().is_proved(refuted),
            Proved::Unknown(_) => search.horizons().has_no_proof(),
            Proved::Plan(..) => {
                return Err(BackendError::wrong_refutation(claimant, horizon).into());
            }
        }
        Ok(Turn::More)
    }
}

impl<D: Domain> Engine<D> for OfHorizons<'_, D> {
    fn name(&self) -> &'static str {
        FORMULAS
    }

    fn turn(&mut self, budget: &mut Budget<'_>) -> Result<Turn<D>, Error> {
        let next = self
            .search
            .horizons()
            .next(self.search.limits, budget.stop());
        match next {
            Next::Attempt(attempted) => self.attempt(&attempted, budget),
            Next::Proof(claim) => self.prove(claim, budget),
            Next::Waits => Ok(Turn::Waits),
            Next::Nothing(why) => Ok(Turn::Done(why)),
        }
    }

    fn formulas(&self) -> (usize, u64) {
        self.tried
    }
}
