//! The engines that ask for the reason that a goal is out of reach: of ranges, of weights, and of all states.

use std::time::{Duration, Instant};

use saut_numeric::NumericDomain;

use super::weights::{NumericWeights, WEIGHTS};
use crate::decision::Method;
use crate::engine::{Budget, Engine, Turn};
use crate::error::Error;
use crate::work::{Work, clocked};
use saut_base::stop::{Stop, StopReason};
use saut_task::domain::Reasons;
use saut_task::{CheckError, Checked};

/// The first turn.
const FIRST: Work = 300_000;

/// The finder of a reason and its check, which are one where there is nothing to look for; a turn that was too short is
/// begun anew in the next, which is longer.
pub struct OutOfReach<'a, D: NumericDomain> {
    name: &'static str,
    find: Find<'a, D>,
}

type Found<D> = Result<Checked<<D as Reasons>::Reason>, CheckError>;
type Find<'a, D> = Box<dyn FnMut(&Stop) -> Found<D> + Send + 'a>;

impl<'a, D: NumericDomain> OutOfReach<'a, D> {
    /// The relaxation with ranges.
    pub fn ranges(domain: &'a D) -> Self {
        Self {
            name: "range-reachability",
            find: Box::new(|stop| domain.out_of_reach(stop)),
        }
    }

    /// Weights of facts and functions.
    pub fn weights(domain: &'a D) -> Self {
        let mut weights = NumericWeights::new(domain);
        Self {
            name: WEIGHTS,
            find: Box::new(move |stop| weights.find(stop)),
        }
    }

    /// The visit of all states.
    pub fn states(domain: &'a D) -> Self {
        Self {
            name: "numeric-states",
            find: Box::new(|stop| match domain.all_states() {
                Some(reason) => Checked::own(domain, reason, stop),
                None => Err(CheckError::rejected("there is no reason of this goal")),
            }),
        }
    }
}

impl<D: NumericDomain> Engine<D> for OutOfReach<'_, D> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn least(&self) -> Work {
        FIRST
    }

    fn turn(&mut self, budget: &mut Budget<'_>) -> Result<Turn<D>, Error> {
        let began = Instant::now();
        let stop = budget
            .stop()
            .with_timeout(Duration::from_micros(budget.left()));
        let found = (self.find)(&stop);
        budget.spend(clocked(began.elapsed()));
        Ok(match found {
            Ok(checked) => Turn::AtLeast(checked, Method::Criterion(self.name)),
            Err(CheckError::Rejected(_) | CheckError::Stopped(StopReason::TooLarge)) => {
                Turn::Done(StopReason::NothingLeft)
            }
            Err(CheckError::Stopped(_)) => Turn::More,
        })
    }
}
