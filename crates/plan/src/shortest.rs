//! Shortest plans: horizons searched upward, and the ones below the plan's proved to be too short.
//!
//! Domain-independent: it takes a task and an encoding, and a way to replay a plan. Threads take horizons one after the
//! other, from the task's lower bound on. Once one has a plan and all below are refuted, the DRAT proofs that the claim
//! "no shorter plan" needs are checked: of every horizon below, or, where the task says that plans can be padded, of
//! the last few. Where the states that are possible at every time are few, `layers` has lemmas for the solver, or the
//! whole proof.
//!
//! Rintanen, *Evaluation strategies for planning as satisfiability* (ECAI 2004): algorithm S, run
//! on several horizons at once.

mod horizons;
mod layers;
mod prove;
mod work;

use std::sync::{Mutex, PoisonError};

use crate::backend;
use crate::decision::{Decision, Verdict};
use crate::domain::Domain;
use crate::encode::Encoding;
use crate::error::Error;
use crate::refute::PROVER;
use crate::settings::Settings;
use crate::stop::{Stop, StopReason};
use horizons::Horizons;
use prove::{first_horizon, padding, prove_all};
use work::Work;

/// Finds a plan of the smallest horizon that the task's bounds leave, and proves that it is:
/// [`Decision::optimal`] says whether that was possible, [`Decision::refuted`] holds the proofs. A limit that
/// is reached before leaves the best plan that was found, if one was, and the proofs of what is known from below.
///
/// # Errors
/// A backend that is missing, fails or lies.
pub fn shortest<D: Domain, C>(
    domain: &D,
    encoding: Encoding,
    settings: &Settings,
) -> Result<Decision<D::Replayed, C>, Error> {
    shortest_within(domain, encoding, settings, &settings.stop)
}

/// As [`shortest`], with limits of the search that are reached before those of the settings: what is left then is
/// for the proofs.
///
/// # Errors
/// As [`shortest`].
pub fn shortest_within<D: Domain, C>(
    domain: &D,
    encoding: Encoding,
    settings: &Settings,
    search: &Stop,
) -> Result<Decision<D::Replayed, C>, Error> {
    let backends = match settings.backends[..] {
        [] => vec![backend::by_name(PROVER)?],
        _ => settings.backends()?,
    };
    let task = domain.task();
    let first = first_horizon(task, encoding);
    let steps = match encoding.steps(task, search) {
        Ok(steps) => steps,
        Err(why) => {
            return Ok(Decision {
                verdict: Verdict::Undecided(why),
                ..Decision::default()
            });
        }
    };
    let work = Work {
        domain,
        encoding,
        steps,
        settings,
        search,
        backends,
        horizons: Mutex::new(Horizons::new(
            first,
            task.length().at_most,
            padding(task, encoding),
        )),
    };
    std::thread::scope(|scope| {
        for _ in 1..settings.threads() {
            scope.spawn(|| search.with_partners(|| work.run()));
        }
        search.with_partners(|| work.run());
    });
    let horizons = work.horizons.into_inner();
    let mut horizons = horizons.unwrap_or_else(PoisonError::into_inner);
    if let Some(error) = horizons.failed.take() {
        return Err(error);
    }
    let mut decision = Decision {
        attempts: horizons.attempts,
        conflicts: horizons.conflicts,
        ..Decision::default()
    };
    let why = horizons.gave_up.unwrap_or(StopReason::NothingLeft);
    let end = horizons.end(settings.stop.time_left());
    let count = end.needed.len();
    decision.refuted = prove_all(domain, encoding, settings, end.needed)?;
    match end.witness {
        None => decision.verdict = Verdict::Undecided(why),
        Some(witness) => {
            decision.optimal = Some(end.is_first && decision.refuted.len() == count);
            decision.set(Verdict::Solved(witness.plan), witness.method);
        }
    }
    Ok(decision)
}
