//! The formulas of a task. The part that all horizons of an encoding share is written only once.

use std::sync::{Arc, Mutex, PoisonError};

use super::configuration::Configuration;
use crate::attempt::Source;
use crate::backend::LemmaExchange;
use crate::settings::EncodingChoice;
use saut_base::stop::{Stop, StopReason};
use saut_task::encode::{Encoding, Steps};
use saut_task::formula::Reads;
use saut_task::task::Task;

/// On large tasks, the upper bound on the clauses of a step is at least this many times their actual number.
const BOUND_TO_CLAUSES: u128 = 3;

/// Number of clauses whose hand-over to a solver that keeps them costs as much as one conflict.
const KEPT_A_CONFLICT: u128 = 60_000;

/// Formulas that were already written, by encoding.
pub(crate) struct FormulaCache<'a> {
    task: &'a Task,
    /// Maximum number of clauses of a step. A step that may have more clauses is not written.
    most_clauses: u128,
    written: Vec<(Encoding, Mutex<Shared>)>,
}

/// Steps shared by all horizons of an encoding.
#[derive(Clone, Debug, Default)]
enum Shared {
    #[default]
    NotWritten,
    Written(Arc<Steps>, LemmaExchange),
    /// The steps differ, or a single step may be too large.
    None,
}

impl<'a> FormulaCache<'a> {
    pub fn new(
        task: &'a Task,
        choices: impl Iterator<Item = EncodingChoice>,
        most_clauses: u128,
    ) -> Self {
        let fixed = choices.filter_map(|choice| match choice {
            EncodingChoice::Fixed(encoding) => Some((encoding, Mutex::default())),
            EncodingChoice::VariedOrder { .. } | EncodingChoice::MixedOrder => None,
        });
        Self {
            task,
            most_clauses,
            written: fixed.collect(),
        }
    }

    /// Returns the shared steps of all horizons. `None` if the steps differ, a single step may be too large, or `stop`
    /// ended the work before they were written.
    pub fn steps(&self, encoding: Encoding, stop: &Stop) -> Option<Arc<Steps>> {
        self.shared(encoding, stop).map(|(steps, _)| steps)
    }

    /// Returns the exchange of lemmas for the solver of a horizon; `None` if horizons share no steps.
    pub fn lemmas(&self, encoding: Encoding, horizon: usize, stop: &Stop) -> Option<LemmaExchange> {
        let (steps, lemmas) = self.shared(encoding, stop)?;
        Some(lemmas.at(&steps.template, horizon))
    }

    fn shared(&self, encoding: Encoding, stop: &Stop) -> Option<(Arc<Steps>, LemmaExchange)> {
        let (_, shared) = self.written.iter().find(|(of, _)| *of == encoding)?;
        // Other threads wait here while the steps are written.
        let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
        if let Shared::NotWritten = *shared {
            // This function is called for every arm, so it must not start work that is stopped immediately.
            if stop.stop_reason().is_some() {
                return None;
            }
            let most = self.most_clauses.saturating_mul(BOUND_TO_CLAUSES);
            let is_small = encoding.most_clauses(self.task, 1) <= most;
            let steps = if is_small {
                encoding.steps(self.task, stop).ok()?
            } else {
                None
            };
            *shared = steps.map_or(Shared::None, |steps| {
                let lemmas = LemmaExchange::new(&steps.template);
                Shared::Written(Arc::new(steps), lemmas)
            });
        }
        match &*shared {
            Shared::Written(steps, lemmas) => Some((Arc::clone(steps), lemmas.clone())),
            Shared::NotWritten | Shared::None => None,
        }
    }

    /// Returns an upper bound on the clauses of an arm's formula. If the solver keeps the formula, the bound is for the
    /// kept clauses.
    pub fn most_clauses(&self, arm: &Configuration, stop: &Stop) -> u128 {
        let (encoding, horizon) = (arm.choice.encoding(0), arm.horizon);
        match self.steps(encoding, stop) {
            Some(steps) if arm.turns.is_some() => steps.template.kept_clauses(horizon),
            Some(steps) => steps.template.clauses(horizon),
            None => encoding.most_clauses(self.task, horizon),
        }
    }

    /// Returns the cost of handing over a formula that the solver keeps, in conflicts.
    pub fn opening(&self, arm: &Configuration, stop: &Stop) -> u64 {
        if arm.turns.is_none() || self.steps(arm.choice.encoding(0), stop).is_none() {
            return 0;
        }
        let clauses = self.most_clauses(arm, stop);
        u64::try_from(clauses / KEPT_A_CONFLICT).unwrap_or(u64::MAX)
    }

    /// Returns the formula for plans of `horizon` steps, in this language.
    ///
    /// # Errors
    /// The reason why the formula was not written completely.
    pub fn source(
        &self,
        encoding: Encoding,
        horizon: usize,
        reads: Reads,
        stop: &Stop,
    ) -> Result<Source, StopReason> {
        if let Some(steps) = self.steps(encoding, stop) {
            return Ok(Source::Steps(steps, horizon));
        }
        let whole = encoding.encode_within(self.task, horizon, reads, stop);
        whole.map(Source::Whole)
    }
}
