//! The table of engines for tasks with numbers.

use saut_numeric::NumericDomain;

use super::search::NumericSearch;
use crate::engine::Slot;
use crate::error::Error;
use crate::race::{Aim, Raced, race};
use crate::settings::Settings;

/// Any plan of a task with numbers, or why there is none.
///
/// # Errors
/// As [`race`].
pub fn plan_numeric<D: NumericDomain>(
    domain: &D,
    settings: &Settings,
) -> Result<Raced<D>, Error> {
    let table = vec![Slot::new(NumericSearch::new(domain))];
    let (threads, stop) = (settings.threads(), &settings.stop);
    race(domain, Aim::AnyPlan, table, threads, stop, &|_, _, _| {})
}
