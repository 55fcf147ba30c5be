//! The engine that asks for the reason that a goal is out of reach of ranges.

use std::time::{Duration, Instant};

use saut_numeric::NumericDomain;

use crate::NotAccepted;
use crate::decision::Method;
use crate::engine::{Budget, Engine, Turn};
use crate::error::Error;
use crate::stop::StopReason;
use crate::work::{Work, clocked};

/// The first turn.
const FIRST: Work = 300_000;

/// The check of the relaxation with ranges, which is its own finder; a turn that was too short is begun anew in the next,
/// which is longer.
pub struct Ranges<'a, D>(pub &'a D);

impl<D: NumericDomain> Engine<D> for Ranges<'_, D> {
    fn name(&self) -> &'static str {
        "range-reachability"
    }

    fn least(&self) -> Work {
        FIRST
    }

    fn turn(&mut self, budget: &mut Budget<'_>) -> Result<Turn<D>, Error> {
        let began = Instant::now();
        let stop = budget
            .stop()
            .with_timeout(Duration::from_micros(budget.left()));
        let found = self.0.out_of_reach(&stop);
        budget.spend(clocked(began.elapsed()));
        Ok(match found {
            Ok(checked) => Turn::AtLeast(checked, Method::Criterion("range-reachability")),
            Err(NotAccepted::Refused(_)) => Turn::Done(StopReason::NothingLeft),
            Err(NotAccepted::Unfinished(_)) => Turn::More,
        })
    }
}
