//! Fewest jumps, where the goal leaves the number of jumps open.
//!
//! A plan of any length comes first. Then `sequential` is asked for exactly n jumps, for the n
//! from a lower bound upward, in rounds with twice the conflicts each; the bound is that of
//! [`crate::certify::cone::fewest_jumps`], with a tree that its checker has accepted. That the
//! plan is the shortest is only said if the bound meets it, or if `sequential` is refuted at every
//! n between by a proof that the checker accepts.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::{Decision, Error, Method, Settings, Verdict};
use crate::certify::cone::{self, FewestJumps};
use crate::compile::PegDomain;
use crate::simulate::ReplayedPlan;
use saut_plan::Domain;
use saut_plan::attempt::{Attempt, AttemptResult, attempt};
use saut_plan::backend::{Backend, SolveLimits};
use saut_plan::encode::Encoding;
use saut_plan::proof::RefutedHorizon;
use saut_plan::refute::{ClaimedRefutation, PROVER, Proved, prove};
use saut_plan::solve::FEWEST_ACTIONS;

/// Fewer clauses than pairwise, which matters on the large boards of open goals.
const ENCODING: Encoding = FEWEST_ACTIONS;

/// Limits of the lower bound: the parts of each tree, and the time of all.
const BOUND_PARTS: usize = 2000;
const BOUND_TIME: Duration = Duration::from_secs(10);

/// Conflicts of each attempt in the first round.
const FIRST_CONFLICTS: u64 = 15_000;

/// Rounds, each with twice the conflicts; one that shortens the plan is played again.
const ROUNDS: u32 = 4;

/// Lengths tried in one round.
const WINDOW: usize = 4;

/// The conflicts that the proof for one length may take.
const PROOF_CONFLICTS: u64 = 200_000;

/// Shortens the plan of a decision, and says whether it is proved to be the shortest. The lower
/// bound that this rests on is returned with its proof, unless all plans are of one length.
pub fn jumps(
    domain: &PegDomain<'_>,
    settings: &Settings,
    backends: &[Box<dyn Backend>],
    decision: &mut Decision,
) -> Result<Option<FewestJumps>, Error> {
    let Verdict::Solved(plan) = &decision.verdict else {
        return Ok(None);
    };
    let mut best = plan.plan().len();
    let length = domain.task().length();
    if length.exactly().is_some() {
        decision.optimal = Some(true);
        return Ok(None);
    }
    let bound = cone::fewest_jumps(
        domain.puzzle(),
        BOUND_PARTS,
        &settings.stop.with_timeout(BOUND_TIME),
    );
    let proved = usize::try_from(bound.least).unwrap_or(0);
    let estimate = proved.max(length.at_least);
    if estimate >= best {
        decision.optimal = Some(true);
        return Ok(Some(bound));
    }
    let backend = backends.iter().find(|backend| backend.counts_conflicts());
    let mut refuted = vec![false; best];
    let mut round = 0;
    while let (Some(backend), true) = (backend, round < ROUNDS && settings.stop.why().is_none()) {
        let open = (estimate..best)
            .filter(|&length| !refuted[length])
            .take(WINDOW)
            .collect();
        let attempts = try_lengths(domain, settings, backend.as_ref(), round, open)?;
        let before = best;
        for attempt in attempts {
            decision.attempts += 1;
            decision.conflicts += attempt.effort.conflicts.unwrap_or(0);
            let method = Method::of(&attempt, backend.name());
            match attempt.result {
                AttemptResult::Plan(plan) if attempt.horizon < best => {
                    best = attempt.horizon;
                    decision.set(Verdict::Solved(plan), method);
                }
                AttemptResult::Refuted(_) => refuted[attempt.horizon] = true,
                _ => {}
            }
        }
        round += u32::from(best == before);
        if (estimate..best).all(|length| refuted[length]) {
            break;
        }
    }
    let mut is_shortest = (estimate..best).all(|length| refuted[length]);
    for length in estimate..best {
        if !is_shortest {
            break;
        }
        match is_refuted(domain, settings, length)? {
            Some(proof) => decision.refuted.push(proof),
            None => is_shortest = false,
        }
    }
    decision.optimal = Some(is_shortest);
    Ok(Some(bound))
}

/// One attempt at each length, on all threads; a plan ends the attempts at greater lengths.
fn try_lengths(
    domain: &PegDomain<'_>,
    settings: &Settings,
    backend: &dyn Backend,
    round: u32,
    mut lengths: Vec<usize>,
) -> Result<Vec<Attempt<ReplayedPlan>>, Error> {
    lengths.reverse();
    let queue = Mutex::new((lengths, Ok(Vec::new())));
    let lock = || queue.lock().unwrap_or_else(PoisonError::into_inner);
    let work = || {
        loop {
            let Some(length) = lock().0.pop() else { return };
            let run = SolveLimits {
                stop: settings.stop.clone(),
                seed: settings.seed.wrapping_add(u64::from(round)),
                conflicts: Some(FIRST_CONFLICTS << round),
                proof: false,
                ..SolveLimits::default()
            };
            let outcome = attempt(domain, ENCODING, length, backend, &run);
            let mut shared = lock();
            match (outcome, &mut shared.1) {
                (Ok(attempt), Ok(attempts)) => {
                    let found = matches!(attempt.result, AttemptResult::Plan(_));
                    attempts.push(attempt);
                    if found {
                        shared.0.clear();
                    }
                }
                (Err(error), attempts) => *attempts = Err(error),
                (Ok(_), Err(_)) => return,
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..settings.threads() {
            scope.spawn(work);
        }
        work();
    });
    let (_, attempts) = queue.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(attempts?)
}

/// The checked proof that there is no plan of this length, if one is made within the limits.
fn is_refuted(
    domain: &PegDomain<'_>,
    settings: &Settings,
    horizon: usize,
) -> Result<Option<RefutedHorizon>, Error> {
    let run = SolveLimits {
        stop: settings.stop.clone(),
        conflicts: Some(PROOF_CONFLICTS),
        ..SolveLimits::default()
    };
    let claim = ClaimedRefutation {
        encoding: ENCODING,
        horizon,
        drat: None,
        backend: PROVER.to_owned(),
    };
    match prove(domain, claim, &run)? {
        Proved::Refuted(refuted, _) => Ok(Some(refuted)),
        Proved::Unknown(_) => Ok(None),
        Proved::Plan(..) => Err(Error::internal(
            format_args!("plans of {horizon} jumps were called refuted"),
            "the prover has one",
        )),
    }
}
