//! The work of one thread: horizon after horizon, each encoded, solved, decoded and replayed.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::horizons::{Horizons, Known, Outcome, Turn, Witness};
use super::layers::{Layers, layers};
use crate::decide::{Error, Settings};
use saut_plan::backend::{self, Answer, Backend, Run};
use saut_plan::decode;
use saut_plan::encode::{Encoded, Encoding};
use saut_plan::formula::Formula;
use saut_plan::plan::Plan;
use saut_plan::task::{ActionId, Task};

/// What the threads work on.
pub(super) struct Work<'a, P, R> {
    pub task: &'a Task,
    pub encoding: Encoding,
    pub settings: &'a Settings,
    pub backends: Vec<Box<dyn Backend>>,
    pub replay: R,
    pub horizons: Mutex<Horizons<P>>,
}

impl<P, R: Fn(Plan<ActionId>) -> Result<P, String>> Work<'_, P, R> {
    fn horizons(&self) -> MutexGuard<'_, Horizons<P>> {
        self.horizons.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One thread, until there is no turn left.
    pub fn run(&self) {
        loop {
            let turn = self.horizons().turn(&self.settings.stop);
            let Some(turn) = turn else {
                return;
            };
            let horizon = turn.horizon;
            let outcome = self.attempt(turn);
            self.horizons().took(horizon, outcome);
        }
    }

    fn attempt(&self, turn: Turn) -> Result<Outcome<P>, Error> {
        let backend = &self.backends[turn.number % self.backends.len()];
        if let Some(progress) = &self.settings.progress {
            progress.attempt(self.encoding, turn.horizon, backend.name(), turn.number);
        }
        let encoded = self.encoding.encode(self.task, turn.horizon);
        let lemmas = match self.layers(&encoded, &turn) {
            Some(Layers::Refuted(proof)) => {
                return Ok(Outcome {
                    known: Ok(Known::Refuted(Some(proof))),
                    conflicts: 0,
                });
            }
            Some(Layers::Lemmas(lemmas)) => lemmas,
            None => Vec::new(),
        };
        let formula = match &encoded.formula {
            Formula::Cnf { cnf, names } if !lemmas.is_empty() => {
                let (mut cnf, names) = (cnf.clone(), names.clone());
                for lemma in lemmas {
                    cnf.add_clause(lemma);
                }
                Some(Formula::Cnf { cnf, names })
            }
            _ => None,
        };
        let run = Run {
            stop: turn.stop,
            seed: self.settings.seed,
            conflicts: None,
            // A proof of a formula with lemmas would be none of the formula; `prove` makes that.
            proof: formula.is_none(),
            meter: None,
        };
        let outcome = backend.solve(formula.as_ref().unwrap_or(&encoded.formula), &run)?;
        let known = match outcome.answer {
            Answer::Unsat => Ok(Known::Refuted(outcome.proof)),
            Answer::Unknown(why) => Err(why),
            Answer::Sat(model) => {
                let wrong = |fact: String| backend::Error::WrongModel {
                    name: backend.name().to_owned(),
                    fact,
                };
                let plan = decode::decode(self.task, &encoded, &model)
                    .map_err(|bad| wrong(bad.to_string()))?;
                Ok(Known::Plan(Witness {
                    plan: (self.replay)(plan).map_err(wrong)?,
                    backend: backend.name().to_owned(),
                    variables: encoded.formula.variables(),
                    clauses: encoded.formula.clauses(),
                }))
            }
        };
        Ok(Outcome {
            known,
            conflicts: outcome.effort.conflicts.unwrap_or(0),
        })
    }

    /// What the possible states say, where a step is one action and they are few.
    fn layers(&self, encoded: &Encoded, turn: &Turn) -> Option<Layers> {
        let is_sequential = matches!(self.encoding, Encoding::Sequential { .. });
        is_sequential
            .then(|| layers(self.task, encoded, &turn.stop))
            .flatten()
    }
}
