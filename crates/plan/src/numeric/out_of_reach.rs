//! The engines that ask for the reason that a goal is out of reach: of ranges, of weights, and of all states.

use std::time::{Duration, Instant};

use saut_numeric::NumericProblem;

use super::weights::{NumericWeights, WEIGHTS};
use crate::decision::Method;
use crate::engine::{Budget, Engine, Turn};
use crate::error::Error;
use crate::work::{Work, clocked};
use saut_base::stop::{Stop, StopReason};
use saut_task::CheckError;
use saut_task::certificate::Certificate;

/// The first turn.
const FIRST: Work = 300_000;

/// The finder of a reason, which is its check where there is nothing to look for. What a turn was too short for is begun
/// anew in the next, which is longer.
pub struct OutOfReach<'a, R> {
    name: &'static str,
    find: Box<Find<'a, R>>,
}

type Find<'a, R> = dyn FnMut(&Stop) -> Result<R, CheckError> + Send + 'a;

impl<'a, R> OutOfReach<'a, R> {
    /// The relaxation with ranges.
    pub fn ranges<P: NumericProblem<Reason = R>>(problem: &'a P) -> Self {
        Self {
            name: "range-reachability",
            find: Box::new(|_| Ok(problem.ranges())),
        }
    }

    /// Weights of facts and functions.
    pub fn weights<P: NumericProblem<Reason = R>>(problem: &'a P) -> Self {
        let mut weights = NumericWeights::new(problem);
        Self {
            name: WEIGHTS,
            find: Box::new(move |stop| weights.find(stop)),
        }
    }

    /// The visit of all states.
    pub fn states(all_states: R) -> Self
    where
        R: Clone + Send + 'a,
    {
        Self {
            name: "numeric-states",
            find: Box::new(move |_| Ok(all_states.clone())),
        }
    }
}

impl<R> Engine<R> for OutOfReach<'_, R> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn first_turn(&self) -> Work {
        FIRST
    }

    fn turn(&mut self, budget: &mut Budget<'_>) -> Result<Turn<R>, Error> {
        let began = Instant::now();
        let left = Duration::from_micros(budget.left());
        let found = (self.find)(&budget.stop().with_timeout(left));
        budget.spend(clocked(began.elapsed()));
        Ok(match found {
            Ok(reason) => {
                let certificate = Certificate::Own(reason);
                Turn::Guess(certificate, Method::Criterion(self.name))
            }
            Err(CheckError::Rejected(_) | CheckError::Stopped(StopReason::TooLarge)) => {
                Turn::Done(StopReason::NothingLeft)
            }
            Err(CheckError::Stopped(_)) => Turn::Paused,
        })
    }
}
