//! Shortest plans: horizons searched upward, and the ones below the plan's proved to be too short.
//!
//! Of no game: it takes a task and an encoding, and a way to replay a plan. Threads take horizons
//! one after the other, from the task's lower bound on. Once one has a plan and all below are
//! refuted, the DRAT proofs that the claim "no shorter plan" needs are checked: of every horizon
//! below, or, where the task says that plans can be drawn out, of the last few. Where the states that
//! are possible at every time are few, `layers` has lemmas for the solver, or the whole proof.
//!
//! Rintanen, *Evaluation strategies for planning as satisfiability* (ECAI 2004): algorithm S, run
//! on several horizons at once.

mod horizons;
mod layers;
mod prove;
mod work;

use std::sync::{Mutex, PoisonError};

use super::{Error, Method, Settings};
use crate::certify::proof::RefutedHorizon;
use horizons::{First, Horizons};
use prove::{PROVER, first_horizon, prove, repeats};
use saut_plan::backend;
use saut_plan::encode::Encoding;
use saut_plan::plan::Plan;
use saut_plan::stop::Why;
use saut_plan::task::{ActionId, Task};
use work::Work;

/// A plan of the smallest horizon that has one.
#[derive(Clone, Debug)]
pub struct Shortest<P> {
    /// The plan, replayed.
    pub plan: P,
    /// The horizon.
    pub horizon: usize,
    /// The backend that found it.
    pub backend: String,
    /// The variables of its formula.
    pub variables: usize,
    /// The clauses of its formula.
    pub clauses: usize,
    /// The horizons proved to have no plan.
    pub refuted: Vec<RefutedHorizon>,
    /// Whether these and the task's bound exclude every smaller horizon.
    pub is_proved: bool,
}

impl<P> Shortest<P> {
    /// What gave the plan.
    pub(super) fn method(&self, encoding: Encoding) -> Method {
        Method::Formula {
            encoding,
            horizon: self.horizon,
            backend: self.backend.clone(),
            variables: self.variables,
            clauses: self.clauses,
        }
    }
}

/// How a search ended.
#[derive(Clone, Debug)]
pub enum Ending<P> {
    /// With a plan.
    Plan(Box<Shortest<P>>),
    /// Without one, by a limit.
    Undecided(Why),
}

/// An ending and its cost.
#[derive(Clone, Debug)]
pub struct Search<P> {
    /// The ending.
    pub ending: Ending<P>,
    /// Formulas that were tried.
    pub attempts: usize,
    /// Conflicts of all of them, where the backends told.
    pub conflicts: u64,
}

/// Finds a plan of the smallest horizon that the task's bounds leave, and proves that it is.
/// `replay` is the game's simulator.
///
/// # Errors
/// A backend that is missing, fails or lies.
pub fn shortest<P: Send>(
    task: &Task,
    encoding: Encoding,
    settings: &Settings,
    replay: impl Fn(Plan<ActionId>) -> Result<P, String> + Sync,
) -> Result<Search<P>, Error> {
    let backends = match settings.backends[..] {
        [] => vec![backend::by_name(PROVER)?],
        _ => settings.backends()?,
    };
    let first = first_horizon(task, encoding);
    let repeats = repeats(task, encoding);
    let work = Work {
        task,
        encoding,
        settings,
        backends,
        replay,
        horizons: Mutex::new(Horizons::new(first, task.length.at_most, repeats)),
    };
    std::thread::scope(|scope| {
        for _ in 1..settings.threads() {
            scope.spawn(|| work.run());
        }
        work.run();
    });
    let horizons = work.horizons.into_inner();
    let mut horizons = horizons.unwrap_or_else(PoisonError::into_inner);
    if let Some(error) = horizons.failed.take() {
        return Err(error);
    }
    let (attempts, conflicts) = (horizons.attempts, horizons.conflicts);
    let why = horizons.gave_up.unwrap_or(Why::Exhausted);
    let ending = match horizons.end(first) {
        None => Ending::Undecided(why),
        Some(First {
            horizon,
            witness,
            needed,
        }) => {
            let count = needed.len();
            let refuted = prove(task, encoding, settings, needed)?;
            Ending::Plan(Box::new(Shortest {
                plan: witness.plan,
                horizon,
                backend: witness.backend,
                variables: witness.variables,
                clauses: witness.clauses,
                is_proved: refuted.len() == count,
                refuted,
            }))
        }
    };
    Ok(Search {
        ending,
        attempts,
        conflicts,
    })
}
