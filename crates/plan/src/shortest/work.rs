//! The work of one thread: horizon after horizon, each by one attempt.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use super::horizons::{HorizonStatus, Horizons, Outcome, Turn, Witness};
use super::layers::{LayerFindings, layers};
use crate::attempt::{AttemptResult, attempt_encoded};
use crate::backend::{Backend, SolveLimits};
use crate::decision::Method;
use crate::domain::Domain;
use crate::encode::{Encoded, Encoding, Steps};
use crate::error::Error;
use crate::settings::Settings;
use crate::stop::Stop;

/// Work that the threads share.
pub(super) struct Work<'a, D: Domain> {
    pub domain: &'a D,
    pub encoding: Encoding,
    /// Steps that all horizons share, if they are alike.
    pub steps: Option<Steps>,
    pub settings: &'a Settings,
    /// Deadline, memory limit and interruption.
    pub search: &'a Stop,
    pub backends: Vec<Box<dyn Backend>>,
    pub horizons: Mutex<Horizons<D::Replayed>>,
}

impl<D: Domain> Work<'_, D> {
    fn horizons(&self) -> MutexGuard<'_, Horizons<D::Replayed>> {
        self.horizons.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One thread, until there is no turn left.
    pub fn run(&self) {
        loop {
            let turn = self.horizons().turn(self.search);
            let Some(turn) = turn else {
                return;
            };
            let horizon = turn.horizon;
            let outcome = self.attempt(turn);
            self.horizons().record_outcome(horizon, outcome);
        }
    }

    fn attempt(&self, turn: Turn) -> Result<Outcome<D::Replayed>, Error> {
        let began = Instant::now();
        let backend = self.backends[turn.number % self.backends.len()].as_ref();
        if let Some(progress) = &self.settings.progress {
            progress.attempt(self.encoding, turn.horizon, backend.name(), turn.number);
        }
        let encoded = if let Some(steps) = &self.steps {
            steps.encode(turn.horizon, &turn.stop)
        } else {
            let task = self.domain.task();
            self.encoding.encode_within(task, turn.horizon, &turn.stop)
        };
        let encoded = match encoded {
            Ok(encoded) => encoded,
            Err(why) => {
                return Ok(Outcome {
                    known: Err(why),
                    conflicts: 0,
                    elapsed: began.elapsed(),
                });
            }
        };
        let lemmas = match self.layers(&encoded, &turn) {
            Some(LayerFindings::Refuted(proof)) => {
                return Ok(Outcome {
                    known: Ok(HorizonStatus::Refuted(Some(proof))),
                    conflicts: 0,
                    elapsed: began.elapsed(),
                });
            }
            Some(LayerFindings::Lemmas(lemmas)) => lemmas,
            None => Vec::new(),
        };
        let run = SolveLimits {
            stop: turn.stop,
            seed: self.settings.seed,
            proof: true,
            ..SolveLimits::default()
        };
        let attempt = attempt_encoded(self.domain, &encoded, &lemmas, backend, &run)?;
        let conflicts = attempt.effort.conflicts.unwrap_or(0);
        let method = Method::of(&attempt, backend.name());
        let known = match attempt.result {
            AttemptResult::Refuted(drat) => Ok(HorizonStatus::Refuted(drat)),
            AttemptResult::Unknown(why) => Err(why),
            AttemptResult::Plan(plan) => Ok(HorizonStatus::Plan(Witness { plan, method })),
        };
        Ok(Outcome {
            known,
            conflicts,
            elapsed: began.elapsed(),
        })
    }

    /// Findings from the possible states, where a step is one action and they are few.
    fn layers(&self, encoded: &Encoded, turn: &Turn) -> Option<LayerFindings> {
        let is_sequential = matches!(self.encoding, Encoding::Sequential { .. });
        is_sequential
            .then(|| layers(self.domain.task(), encoded, &turn.stop))
            .flatten()
    }
}
