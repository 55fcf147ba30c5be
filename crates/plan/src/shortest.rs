//! Shortest plans: horizons searched upward, and the ones below the plan's proved to be too short.
//!
//! Domain-independent: it takes a task and an encoding, and a way to replay a plan. Engines of one [`race`] take
//! horizons one after the other, from the task's lower bound on. Once one has a plan and all below are refuted, the same
//! engines check the DRAT proofs that the claim "no shorter plan" needs: those of
//! [`too_few`](saut_task::proof::too_few). The caller may have [`Lemmas`] for the solver, or the whole proof.
//!
//! Rintanen, *Evaluation strategies for planning as satisfiability* (ECAI 2004): algorithm S, run
//! on several horizons at once; with a plan in hand and little hope for the horizons below, something like his
//! algorithm A, some horizons by turns with conflicts that double.

mod engine;
mod horizons;
mod lemmas;

use std::ops::Range;
use std::sync::Mutex;

use crate::backend::{self, Backend};
use crate::decision::Decision;
use crate::engine::Slot;
use crate::error::Error;
use crate::portfolio::FormulaCache;
use crate::race::{Aim, race};
use crate::refute::PROVER;
use crate::settings::{EncodingChoice, Minimise, Settings};
use engine::{OfHorizons, Search};
use horizons::{Effort, Horizons};
use saut_base::stop::Stop;
use saut_task::domain::Problem;
use saut_task::encode::{AtMostOne, Encoding};
use saut_task::proof::first_horizon;
use saut_task::task::Task;

pub use lemmas::{FindLemmas, Lemmas, NO_LEMMAS};

/// The encoding of fewest actions, unless another is asked for: it has fewer clauses than pairwise.
pub const FEWEST_ACTIONS: Encoding = Encoding::Sequential {
    at_most_one: AtMostOne::Product,
};

/// The encoding of a shortest plan in this measure.
pub(crate) fn shortest_encoding(task: &Task, minimise: Minimise, settings: &Settings) -> Encoding {
    match (minimise, settings.encoding) {
        (Minimise::Steps, _) => Encoding::Forall.scaled_to(task),
        (Minimise::Actions, Some(EncodingChoice::Fixed(encoding))) if encoding.is_sequential() => {
            encoding
        }
        (Minimise::Actions | Minimise::Cost, _) => FEWEST_ACTIONS,
    }
}

/// Finds a plan of the smallest horizon that the task's bounds leave, and proves that it is:
/// [`Decision::optimal`] says whether that was possible, [`Decision::refuted`] holds the proofs. A limit that
/// is reached before leaves the best plan that was found, if one was, and the proofs of what is known from below.
///
/// # Errors
/// A backend that is missing, fails or lies.
pub fn shortest<P: Problem, C>(
    problem: &P,
    encoding: Encoding,
    settings: &Settings,
) -> Result<Decision<P::Plan, C>, Error> {
    shortest_within(problem, encoding, settings, &settings.stop, &NO_LEMMAS)
}

/// As [`shortest`], with limits of the search that are reached before those of the settings: what is left then is
/// for the proofs. What the caller finds out about a formula spares its solver work.
///
/// # Errors
/// As [`shortest`].
pub fn shortest_within<P: Problem, C>(
    problem: &P,
    encoding: Encoding,
    settings: &Settings,
    search: &Stop,
    lemmas: FindLemmas<'_>,
) -> Result<Decision<P::Plan, C>, Error> {
    let backends = match settings.backends[..] {
        [] => vec![backend::by_name(PROVER)?],
        _ => settings.backends()?,
    };
    let task = problem.task();
    let first = first_horizon(task, encoding);
    let end = task.length().at_most.map_or(LAST_HORIZON, |most| most + 1);
    let effort = Effort::unlimited(settings.threads());
    let horizons = Horizons::new(task, encoding, first..end, None, effort);
    raced(problem, settings, search, &backends, horizons, lemmas)
}

/// The horizons that come after the last are tried only below this one.
const LAST_HORIZON: usize = 100_000;

/// Looks for a plan of a horizon in this range, below a plan in hand that has as many steps as its end. The lowest are
/// tried by turns, with conflicts that double and have an end. [`Decision::optimal`] says whether the best plan now, the
/// one in hand if none is found, is proved to be the shortest from the beginning of the range on.
///
/// # Errors
/// A backend that fails or lies.
pub fn shorten<P: Problem, C>(
    problem: &P,
    encoding: Encoding,
    below: Range<usize>,
    settings: &Settings,
    backends: &[Box<dyn Backend>],
) -> Result<Decision<P::Plan, C>, Error> {
    let in_hand = Some(below.end);
    let horizons = Horizons::new(problem.task(), encoding, below, in_hand, Effort::BRIEF);
    let stop = &settings.stop;
    raced(problem, settings, stop, backends, horizons, &NO_LEMMAS)
}

/// The race for the horizons.
fn raced<P: Problem, C>(
    problem: &P,
    settings: &Settings,
    limits: &Stop,
    backends: &[Box<dyn Backend>],
    horizons: Horizons<'_>,
    lemmas: FindLemmas<'_>,
) -> Result<Decision<P::Plan, C>, Error> {
    let encoding = horizons.encoding();
    let choices = std::iter::once(EncodingChoice::Fixed(encoding));
    let search = Search {
        task: problem.task(),
        encoding,
        formulas: FormulaCache::new(problem.task(), choices, u128::MAX),
        settings,
        limits,
        backends,
        horizons: Mutex::new(horizons),
        lemmas,
    };
    let table = Slot::each(settings.threads(), OfHorizons(&search)).collect();
    let mut answer = race(problem, Aim::Shortest, None, table, settings, &|_, _| {})?;
    // Those of engines of one name, side by side, would add up to more than has passed.
    answer.stages.clear();
    (answer.refuted, answer.optimal) = search.horizons().take_proved();
    let no_certificates = |_| Error::internal("horizons were searched", "and gave a certificate");
    answer.try_map(|certificate| Err(no_certificates(certificate)))
}

#[cfg(test)]
mod tests;
