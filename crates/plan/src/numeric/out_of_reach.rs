//! The engines that ask for the reason that a goal is out of reach: of ranges, and of all states.

use std::time::{Duration, Instant};

use saut_numeric::NumericDomain;

use crate::decision::Method;
use crate::domain::Reasons;
use crate::engine::{Budget, Engine, Turn};
use crate::error::Error;
use crate::stop::{Stop, StopReason};
use crate::work::{Work, clocked};
use crate::{Checked, NotAccepted};

/// The first turn.
const FIRST: Work = 300_000;

/// The check of a reason, which is its own finder; a turn that was too short is begun anew in the next, which is longer.
pub struct OutOfReach<'a, D: NumericDomain> {
    domain: &'a D,
    name: &'static str,
    check: Check<D>,
}

type Check<D> = fn(&D, &Stop) -> Result<Checked<<D as Reasons>::Reason>, NotAccepted>;

impl<'a, D: NumericDomain> OutOfReach<'a, D> {
    /// The relaxation with ranges.
    pub fn ranges(domain: &'a D) -> Self {
        Self {
            domain,
            name: "range-reachability",
            check: D::out_of_reach,
        }
    }

    /// The visit of all states.
    pub fn states(domain: &'a D) -> Self {
        Self {
            domain,
            name: "numeric-states",
            check: |domain, stop| Checked::own(domain, domain.all_states(), stop),
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
        let found = (self.check)(self.domain, &stop);
        budget.spend(clocked(began.elapsed()));
        Ok(match found {
            Ok(checked) => Turn::AtLeast(checked, Method::Criterion(self.name)),
            Err(NotAccepted::Refused(_) | NotAccepted::Unfinished(StopReason::TooLarge)) => {
                Turn::Done(StopReason::NothingLeft)
            }
            Err(NotAccepted::Unfinished(_)) => Turn::More,
        })
    }
}
