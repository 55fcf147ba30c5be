//! Fewest jumps, where the goal leaves the number of jumps open.
//!
//! A plan of any length comes first. Then `sequential` is asked for exactly n jumps, for the n
//! from a lower bound upward, in rounds with twice the conflicts each; the bound is that of
//! [`crate::certify::cone::fewest_jumps`], with a tree that its checker has accepted. That the
//! plan is the shortest is only said if the bound meets it, or if `sequential` is refuted at every
//! n between by a proof that the checker accepts.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::attempt::{Attempt, Found, attempt};
use super::{Decision, Error, Method, Settings, Verdict};
use crate::certify::cone;
use crate::certify::proof::check_drat_within;
use crate::peg::Puzzle;
use saut_plan::backend::{self, Backend, Run};
use saut_plan::encode::{AtMostOne, Encoding};
use saut_plan::formula::Formula;
use saut_plan::task::Task;

/// Fewer clauses than pairwise, which matters on the large boards of open goals.
const ENCODING: Encoding = Encoding::Sequential {
    at_most_one: AtMostOne::Product,
};

/// What the lower bound may take: the parts of each tree, and the time of all.
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

/// Shortens the plan of a decision, and says whether it is proved to be the shortest.
pub fn jumps(
    puzzle: &Puzzle,
    task: &Task,
    settings: &Settings,
    backends: &[Box<dyn Backend>],
    decision: &mut Decision,
) -> Result<(), Error> {
    let Verdict::Solved(plan) = &decision.verdict else {
        return Ok(());
    };
    let mut best = plan.plan().len();
    if task.length.exactly().is_some() {
        decision.optimal = Some(true);
        return Ok(());
    }
    let bound = cone::fewest_jumps(puzzle, BOUND_PARTS, &settings.stop.within(BOUND_TIME));
    let proved = usize::try_from(bound.least).unwrap_or(0);
    let estimate = proved.max(task.length.at_least);
    if estimate >= best {
        decision.optimal = Some(true);
        return Ok(());
    }
    let backend = backends.iter().find(|backend| backend.counts_conflicts());
    let mut refuted = vec![false; best];
    let mut round = 0;
    while let (Some(backend), true) = (backend, round < ROUNDS && settings.stop.why().is_none()) {
        let open = (estimate..best)
            .filter(|&length| !refuted[length])
            .take(WINDOW)
            .collect();
        let attempts = try_lengths(puzzle, task, settings, backend.as_ref(), round, open)?;
        let before = best;
        for attempt in attempts {
            decision.attempts += 1;
            decision.conflicts += attempt.conflicts.unwrap_or(0);
            let method = Method::of(&attempt, backend.name().to_owned());
            match attempt.found {
                Found::Plan(plan) if attempt.horizon < best => {
                    best = attempt.horizon;
                    decision.set((Verdict::Solved(plan), method));
                }
                Found::Refuted => refuted[attempt.horizon] = true,
                _ => {}
            }
        }
        round += u32::from(best == before);
        if (estimate..best).all(|length| refuted[length]) {
            break;
        }
    }
    let is_shortest = (estimate..best).all(|length| refuted[length])
        && (estimate..best).all(|length| is_refuted(task, settings, length));
    decision.optimal = Some(is_shortest);
    Ok(())
}

/// One attempt at each length, on all threads; a plan ends the attempts at greater lengths.
fn try_lengths(
    puzzle: &Puzzle,
    task: &Task,
    settings: &Settings,
    backend: &dyn Backend,
    round: u32,
    mut lengths: Vec<usize>,
) -> Result<Vec<Attempt>, Error> {
    lengths.reverse();
    let queue = Mutex::new((lengths, Ok(Vec::new())));
    let lock = || queue.lock().unwrap_or_else(PoisonError::into_inner);
    let work = || {
        loop {
            let Some(length) = lock().0.pop() else { return };
            let run = Run {
                stop: settings.stop.clone(),
                seed: settings.seed.wrapping_add(u64::from(round)),
                conflicts: Some(FIRST_CONFLICTS << round),
                proof: false,
                ..Run::default()
            };
            let outcome = attempt(puzzle, task, ENCODING, length, backend, &run);
            let mut shared = lock();
            match (outcome, &mut shared.1) {
                (Ok(attempt), Ok(attempts)) => {
                    let found = matches!(attempt.found, Found::Plan(_));
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

/// Whether there is surely no plan of this length: varisat says so, and its proof is accepted.
fn is_refuted(task: &Task, settings: &Settings, length: usize) -> bool {
    let formula = ENCODING.encode(task, length).formula;
    let run = Run {
        stop: settings.stop.clone(),
        seed: 0,
        conflicts: Some(PROOF_CONFLICTS),
        proof: true,
        ..Run::default()
    };
    let proof = backend::by_name("varisat")
        .ok()
        .and_then(|varisat| varisat.solve(&formula, &run).ok()?.proof);
    match (&formula, proof) {
        (Formula::Cnf { cnf, names }, Some(proof)) => {
            check_drat_within(cnf, names.len(), &proof, &settings.stop).is_ok()
        }
        _ => false,
    }
}
