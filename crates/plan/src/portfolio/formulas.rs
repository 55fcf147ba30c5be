//! The formulas of a portfolio: what all horizons of an encoding share is written once.

use std::sync::{Arc, OnceLock};

use super::Lineup;
use super::arm::Arm;
use crate::attempt::Source;
use crate::encode::{Encoded, Encoding, Steps};
use crate::settings::EncodingChoice;
use crate::task::Task;

/// The bound on the clauses of a step is so many times what a large task has, or more.
const BOUND_TO_CLAUSES: u128 = 3;

/// Keeping this many clauses for the first time costs as much as one conflict.
const KEPT_A_CONFLICT: u128 = 60_000;

/// What of a task was written for which encoding.
pub struct Formulas<'a> {
    task: &'a Task,
    /// A step that may have more clauses is not written.
    most_clauses: u128,
    written: Vec<(Encoding, OnceLock<Option<Arc<Steps>>>)>,
}

impl<'a> Formulas<'a> {
    /// Those of a lineup, none written yet.
    pub fn new(task: &'a Task, lineup: &Lineup) -> Self {
        let fixed = lineup
            .choices
            .iter()
            .filter_map(|&(choice, _)| match choice {
                EncodingChoice::Fixed(encoding) => Some((encoding, OnceLock::new())),
                _ => None,
            });
        Self {
            task,
            most_clauses: lineup.most_clauses,
            written: fixed.collect(),
        }
    }

    /// What all horizons share; `None` if steps differ, or one alone may be too large.
    pub fn steps(&self, encoding: Encoding) -> Option<&Arc<Steps>> {
        let (_, steps) = self.written.iter().find(|(of, _)| *of == encoding)?;
        let write = || {
            let most = self.most_clauses.saturating_mul(BOUND_TO_CLAUSES);
            let is_small = encoding.most_clauses(self.task, 1) <= most;
            let steps = is_small.then(|| encoding.steps(self.task)).flatten();
            steps.map(Arc::new)
        };
        steps.get_or_init(write).as_ref()
    }

    /// The formula of an arm has no more clauses; if its solver keeps it, it keeps no more.
    pub fn most_clauses(&self, arm: &Arm) -> u128 {
        let (encoding, horizon) = (arm.encoding(0), arm.horizon);
        match self.steps(encoding) {
            Some(steps) if arm.turns.is_some() => steps.template.kept_clauses(horizon),
            Some(steps) => steps.template.clauses(horizon),
            None => encoding.most_clauses(self.task, horizon),
        }
    }

    /// What it costs to hand over the formula of an arm that is kept, in conflicts.
    pub fn opening(&self, arm: &Arm) -> u64 {
        if arm.turns.is_none() || self.steps(arm.encoding(0)).is_none() {
            return 0;
        }
        u64::try_from(self.most_clauses(arm) / KEPT_A_CONFLICT).unwrap_or(u64::MAX)
    }

    /// The formula for plans of so many steps, for a solver that keeps it.
    pub fn source(&self, encoding: Encoding, horizon: usize) -> Source {
        match self.steps(encoding) {
            Some(steps) => Source::Steps(Arc::clone(steps), horizon),
            None => Source::Whole(encoding.encode(self.task, horizon)),
        }
    }

    /// The formula for plans of so many steps.
    pub fn encode(&self, encoding: Encoding, horizon: usize) -> Encoded {
        match self.steps(encoding) {
            Some(steps) => steps.encode(horizon),
            None => encoding.encode(self.task, horizon),
        }
    }
}
