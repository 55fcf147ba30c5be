//! Finds shortest plans: searches the horizons upward, and proves that all smaller horizons are too short.
//!
//! The search is domain-independent: its input is a task, an encoding and a function that validates plans. The engines
//! of one [`race`] take one horizon after another, from the task's lower bound upward. When a horizon has a plan and
//! all smaller ones are refuted, the same engines check the DRAT proofs required for the claim "no shorter plan" (see
//! [`too_few`](saut_task::proof::too_few)). The caller can provide [`Lemmas`]: clauses for the solver, or a complete
//! proof.
//!
//! Rintanen, *Evaluation strategies for planning as satisfiability* (ECAI 2004): algorithm S, run on several horizons
//! concurrently. When a plan is known and smaller horizons are unlikely to have one, the search resembles his algorithm
//! A: some horizons are tried alternately, with doubling conflict limits.

mod horizons;

use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rustsat::types::Clause;

use crate::attempt::{Attempt, AttemptResult, ClaimedRefutation, attempt_encoded};
use crate::backend::{self, Backend, BackendError, Fault, SolveLimits};
use crate::decision::{Decision, FORMULAS, Method, UnprovedRefutation};
use crate::engine::{Budget, Slot, Turn};
use crate::error::Error;
use crate::portfolio::FormulaCache;
use crate::race::{Aim, race};
use crate::refute::{PROVER, Proved, prove};
use crate::settings::{EncodingChoice, Minimise, Settings};
use horizons::{Effort, HorizonAttempt, Horizons, Next};
use saut_base::stop::Stop;
use saut_task::domain::Problem;
use saut_task::encode::{AtMostOne, Encoded, Encoding};
use saut_task::proof::first_horizon;
use saut_task::task::Task;

/// The default encoding for fewest actions. Its at-most-one constraint has fewer clauses than the pairwise one.
pub const FEWEST_ACTIONS: Encoding = Encoding::Sequential {
    at_most_one: AtMostOne::Product,
};

/// Returns the encoding for the search for a plan with the fewest steps or actions.
pub(crate) fn shortest_encoding(task: &Task, minimise: Minimise, settings: &Settings) -> Encoding {
    match (minimise, settings.encoding) {
        (Minimise::Steps, _) => Encoding::Forall.scaled_to(task),
        (Minimise::Actions, Some(EncodingChoice::Fixed(encoding))) if encoding.is_sequential() => {
            encoding
        }
        (Minimise::Actions | Minimise::Cost, _) => FEWEST_ACTIONS,
    }
}

/// Finds a plan with the smallest horizon within the task's bounds, and proves that it is the smallest.
/// [`Decision::optimal`] is true if the proof succeeded, and [`Decision::refuted`] has the proofs. If a limit is
/// reached first, the answer has the best plan found, if any, and the proofs of the known lower bounds.
///
/// # Errors
/// A backend that is missing, fails or gives a wrong answer.
pub fn shortest<P: Problem, C>(
    problem: &P,
    encoding: Encoding,
    settings: &Settings,
) -> Result<Decision<P::Plan, C>, Error> {
    let stop = &settings.stop;
    shortest_within(problem, encoding, settings, stop, NOTHING_KNOWN, &NO_LEMMAS)
}

/// Like [`shortest`], with separate limits of the search, which are reached before the limits of the settings. The
/// remaining time is for proofs. The search tries only horizons of at least `bound` steps, and of fewer steps than the
/// known plan (`in_hand`). `lemmas` can save the solver work.
///
/// # Errors
/// Same as [`shortest`].
pub fn shortest_within<P: Problem, C>(
    problem: &P,
    encoding: Encoding,
    settings: &Settings,
    search: &Stop,
    (bound, in_hand): (usize, Option<usize>),
    lemmas: FindLemmas<'_>,
) -> Result<Decision<P::Plan, C>, Error> {
    let backends = match settings.backends[..] {
        [] => vec![backend::by_name(PROVER)?],
        _ => settings.backends()?,
    };
    let task = problem.task();
    let first = first_horizon(task, encoding).max(bound);
    let end = task.length().at_most.map_or(LAST_HORIZON, |most| most + 1);
    let effort = Effort::unlimited(settings.threads());
    let horizons = Horizons::new(task, encoding, first..end, in_hand, effort);
    raced(problem, settings, search, &backends, horizons, lemmas)
}

/// The arguments of [`shortest_within`] if nothing is known: the lower bound 0, and no plan.
pub const NOTHING_KNOWN: (usize, Option<usize>) = (0, None);

/// Exclusive upper bound on the horizons that are tried if the task has no upper bound on its plans.
const LAST_HORIZON: usize = 100_000;

/// Searches for a plan with a horizon in this range. The end of the range is the number of steps of a known plan. The
/// smallest horizons are tried alternately, a limited number of times, with doubling conflict limits.
/// [`Decision::optimal`] is true if checked proofs show that the horizons of the range below the best plan have no
/// plan. The best plan is the known plan if no other plan is found.
///
/// # Errors
/// A backend that fails or gives a wrong answer.
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

fn raced<P: Problem, C>(
    problem: &P,
    settings: &Settings,
    limits: &Stop,
    backends: &[Box<dyn Backend>],
    horizons: Horizons<'_>,
    lemmas: FindLemmas<'_>,
) -> Result<Decision<P::Plan, C>, Error> {
    let encoding = horizons.encoding;
    let choices = std::iter::once(EncodingChoice::Fixed(encoding));
    let search = HorizonSearch {
        task: problem.task(),
        encoding,
        formulas: FormulaCache::new(problem.task(), choices, u128::MAX),
        settings,
        limits,
        backends,
        horizons: Mutex::new(horizons),
        lemmas,
    };
    let table = Slot::each(settings.threads(), FORMULAS, 1, |budget| {
        search.turn(budget)
    })
    .collect();
    let mut answer = race(problem, Aim::Shortest, None, table, settings, &|_, _| {})?;
    // The engines have the same name and run in parallel, so the sum of their times would exceed the elapsed time.
    answer.stages.clear();
    (answer.refuted, answer.optimal) = search.horizons().take_proved();
    let no_certificates = |_| Error::internal("a certificate of a horizon search", "expected none");
    answer.try_map(|certificate| Err(no_certificates(certificate)))
}

/// Lemmas about a formula.
#[derive(Debug)]
pub enum Lemmas {
    /// The formula has no model. The DRAT proof is checked like a solver's proof.
    Refuted(Vec<u8>),
    /// Clauses that follow from the formula. The formula may have a model.
    Clauses(Vec<Clause>),
}

/// Finds lemmas about the formula of a horizon; `None` if there are none, or the search was stopped.
pub type FindLemmas<'a> = &'a (dyn Fn(&Encoded, &Stop) -> Option<Lemmas> + Sync);

/// A function that returns no lemmas.
pub const NO_LEMMAS: fn(&Encoded, &Stop) -> Option<Lemmas> = |_, _| None;

/// The backend name of refutations that are found without a solver.
const LEMMAS: &str = "lemmas";

/// The part of a search that its engines share. Each engine has a reference to it, and takes horizons until nothing is
/// left to be solved or proved. A turn is one attempt or one proof.
struct HorizonSearch<'a> {
    task: &'a Task,
    encoding: Encoding,
    formulas: FormulaCache<'a>,
    settings: &'a Settings,
    /// Limits of the search for plans, which leave time for proofs.
    limits: &'a Stop,
    backends: &'a [Box<dyn Backend>],
    horizons: Mutex<Horizons<'a>>,
    lemmas: FindLemmas<'a>,
}

impl<'a> HorizonSearch<'a> {
    fn horizons(&self) -> MutexGuard<'_, Horizons<'a>> {
        self.horizons.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn attempt(&self, attempted: &HorizonAttempt, budget: &mut Budget<'_>) -> Result<Turn, Error> {
        let began = Instant::now();
        let backend = self.backends[attempted.before % self.backends.len()].as_ref();
        if let Some(progress) = &self.settings.progress {
            let (horizon, before) = (attempted.horizon, attempted.before);
            progress.attempt(self.encoding, horizon, backend.name(), before);
        }
        let attempt = self.solve(attempted, backend)?;
        budget.spend(attempt.work());
        budget.tried(1, attempt.effort.conflicts.unwrap_or(0));
        let method = Method::of(&attempt);
        let mut horizons = self.horizons();
        let shorter = horizons.record(attempted.horizon, attempt.result, began.elapsed());
        Ok(shorter.map_or(Turn::Paused, |plan| Turn::Plan(plan, method)))
    }

    fn solve(&self, attempted: &HorizonAttempt, backend: &dyn Backend) -> Result<Attempt, Error> {
        let (encoding, horizon, stop) = (self.encoding, attempted.horizon, &attempted.stop);
        let ended = |by: &str, result| Attempt::ended((encoding, horizon), by, result);
        let reads = backend.reads();
        let source = self.formulas.source(encoding, horizon, reads, stop);
        let encoded = match source.and_then(|source| source.encode(stop)) {
            Ok(encoded) => encoded,
            Err(why) => return Ok(ended(backend.name(), AttemptResult::Unknown(why))),
        };
        let lemmas = match (self.lemmas)(&encoded, stop) {
            Some(Lemmas::Refuted(proof)) => {
                let claim = ClaimedRefutation {
                    encoding,
                    horizon,
                    proof: Some(proof),
                    backend: LEMMAS.to_owned(),
                    elapsed: Duration::ZERO,
                };
                return Ok(ended(LEMMAS, AttemptResult::Refuted(claim)));
            }
            Some(Lemmas::Clauses(lemmas)) => lemmas,
            None => Vec::new(),
        };
        let round = u64::from(attempted.round);
        let is_last = attempted.conflicts.is_none();
        let exchange = || self.formulas.lemmas(encoding, horizon, stop);
        let limits = SolveLimits {
            stop: stop.clone(),
            seed: self.settings.seed.wrapping_add(round),
            conflicts: attempted.conflicts,
            // A refutation found under a conflict limit is proved separately, if its proof is needed.
            proof: is_last,
            lemmas: (!(is_last && backend.proves())).then(exchange).flatten(),
            ..SolveLimits::default()
        };
        Ok(attempt_encoded(
            self.task, &encoded, &lemmas, backend, &limits,
        )?)
    }

    /// Proves, within the limits, a solver's claim that a horizon has no plan.
    fn prove(&self, claim: ClaimedRefutation, budget: &mut Budget<'_>) -> Result<Turn, Error> {
        let limits = SolveLimits {
            stop: budget.stop.clone(),
            conflicts: self.horizons().effort.of_proof,
            ..SolveLimits::default()
        };
        let unproved = UnprovedRefutation::of(&claim);
        match prove(self.task, claim, &limits)? {
            Proved::Refuted(refuted, _) => self.horizons().is_proved(refuted),
            Proved::Unknown(_) => {
                budget.unproved.push(unproved);
                self.horizons().has_no_proof();
            }
            Proved::Plan(..) => {
                let fact = format_args!("there is a plan of {} steps", unproved.horizon);
                return Err(BackendError::new(&unproved.backend, Fault::WrongAnswer, fact).into());
            }
        }
        Ok(Turn::Paused)
    }

    fn turn(&self, budget: &mut Budget<'_>) -> Result<Turn, Error> {
        let next = self.horizons().next(self.limits, budget.stop);
        match next {
            Next::Attempt(attempted) => self.attempt(&attempted, budget),
            Next::Proof(claim) => self.prove(claim, budget),
            Next::Nothing(turn) => Ok(turn),
        }
    }
}

#[cfg(test)]
mod tests;
