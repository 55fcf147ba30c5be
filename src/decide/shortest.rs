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

mod layers;
mod prove;

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::{Error, Method, Settings};
use crate::backend::{self, Answer, Backend, Run};
use crate::certify::proof::RefutedHorizon;
use crate::decode;
use crate::encode::{Encoded, Encoding};
use crate::formula::Formula;
use crate::plan::Plan;
use crate::stop::{Stop, Why};
use crate::task::{ActionId, Task};
use layers::{Layers, layers};
use prove::{PROVER, first_horizon, prove, repeats};

/// The horizons that come after the last are tried only up to this one.
const LAST_HORIZON: usize = 100_000;

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

/// What is known of one horizon.
enum Known<P> {
    /// Being worked on, by a call that this ends.
    Open(Stop),
    Refuted(Option<Vec<u8>>),
    Plan(P, String, usize, usize),
}

struct Shared<P> {
    next: usize,
    horizons: BTreeMap<usize, Known<P>>,
    attempts: usize,
    conflicts: u64,
    failed: Option<Error>,
    gave_up: Option<Why>,
}

impl<P> Shared<P> {
    /// The smallest horizon with a plan so far.
    fn best(&self) -> Option<usize> {
        let mut plans = self
            .horizons
            .iter()
            .filter(|(_, known)| matches!(known, Known::Plan(..)));
        plans.next().map(|(&horizon, _)| horizon)
    }
}

struct Work<'a, P, R> {
    task: &'a Task,
    encoding: Encoding,
    settings: &'a Settings,
    backends: Vec<Box<dyn Backend>>,
    replay: R,
    shared: Mutex<Shared<P>>,
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
    let shared = Mutex::new(Shared {
        next: first,
        horizons: BTreeMap::new(),
        attempts: 0,
        conflicts: 0,
        failed: None,
        gave_up: None,
    });
    let work = Work {
        task,
        encoding,
        settings,
        backends,
        replay,
        shared,
    };
    std::thread::scope(|scope| {
        for _ in 1..settings.threads() {
            scope.spawn(|| work.run());
        }
        work.run();
    });
    work.ending(first)
}

impl<P, R: Fn(Plan<ActionId>) -> Result<P, String>> Work<'_, P, R> {
    fn shared(&self) -> MutexGuard<'_, Shared<P>> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One thread: horizon after horizon, until one below all open ones has a plan.
    fn run(&self) {
        loop {
            let mut shared = self.shared();
            let horizon = shared.next;
            let most = self.task.length.at_most.unwrap_or(LAST_HORIZON);
            let is_over = shared.failed.is_some() || shared.gave_up.is_some();
            if is_over || shared.best().is_some() || horizon > most {
                return;
            }
            if let Some(why) = self.settings.stop.why() {
                shared.gave_up = Some(why);
                return;
            }
            shared.next += 1;
            let stop = self.settings.stop.inner();
            shared.horizons.insert(horizon, Known::Open(stop.clone()));
            let number = shared.attempts;
            shared.attempts += 1;
            drop(shared);
            self.attempt(horizon, stop, number);
        }
    }

    fn attempt(&self, horizon: usize, stop: Stop, number: usize) {
        let backend = &self.backends[number % self.backends.len()];
        if let Some(progress) = &self.settings.progress {
            progress.attempt(self.encoding, horizon, backend.name(), number);
        }
        let encoded = self.encoding.encode(self.task, horizon);
        let mut formula = None;
        match self.layers(&encoded, &stop) {
            Some(Layers::Refuted(proof)) => {
                let mut shared = self.shared();
                shared.horizons.insert(horizon, Known::Refuted(Some(proof)));
                self.forget(&mut shared);
                return;
            }
            Some(Layers::Lemmas(lemmas)) => {
                if let Formula::Cnf { cnf, names } = &encoded.formula {
                    let (mut cnf, names) = (cnf.clone(), names.clone());
                    for lemma in lemmas {
                        cnf.add_clause(lemma);
                    }
                    formula = Some(Formula::Cnf { cnf, names });
                }
            }
            None => {}
        }
        // A proof of a formula with lemmas would be none of the formula; `prove` makes that.
        let proof = formula.is_none();
        let run = Run {
            stop,
            seed: self.settings.seed,
            conflicts: None,
            proof,
            meter: None,
        };
        let outcome = backend.solve(formula.as_ref().unwrap_or(&encoded.formula), &run);
        let wrong = |fact: String| backend::Error::WrongModel {
            name: backend.name().to_owned(),
            fact,
        };
        let known = outcome.and_then(|outcome| {
            let conflicts = outcome.effort.conflicts.unwrap_or(0);
            let known = match outcome.answer {
                Answer::Unsat => Ok(Known::Refuted(outcome.proof)),
                Answer::Unknown(why) => Err(why),
                Answer::Sat(model) => {
                    let plan = decode::decode(self.task, &encoded, &model);
                    let plan = plan.map_err(|bad| wrong(bad.to_string()))?;
                    let plan = (self.replay)(plan).map_err(wrong)?;
                    let (variables, clauses) =
                        (encoded.formula.variables(), encoded.formula.clauses());
                    Ok(Known::Plan(
                        plan,
                        backend.name().to_owned(),
                        variables,
                        clauses,
                    ))
                }
            };
            Ok((known, conflicts))
        });
        let mut shared = self.shared();
        match known {
            Ok((known, conflicts)) => {
                shared.conflicts += conflicts;
                match known {
                    Ok(known) => _ = shared.horizons.insert(horizon, known),
                    Err(why) => {
                        shared.horizons.remove(&horizon);
                        if shared.best().is_none_or(|best| best > horizon) {
                            shared.gave_up = Some(why);
                        }
                    }
                }
            }
            Err(fault) => shared.failed = Some(fault.into()),
        }
        let best = if shared.failed.is_some() || shared.gave_up.is_some() {
            Some(0)
        } else {
            shared.best()
        };
        for (&other, known) in &shared.horizons {
            if let (Known::Open(stop), true) = (known, best.is_some_and(|best| other > best)) {
                stop.request();
            }
        }
        self.forget(&mut shared);
    }

    /// What the possible states say, where a step is one action and they are few.
    fn layers(&self, encoded: &Encoded, stop: &Stop) -> Option<Layers> {
        let Encoding::Sequential { .. } = self.encoding else {
            return None;
        };
        layers(self.task, encoded, stop)
    }

    /// Proofs that will not be needed are not kept.
    fn forget(&self, shared: &mut Shared<P>) {
        let repeats = repeats(self.task, self.encoding);
        let open = shared
            .horizons
            .iter()
            .find(|(_, known)| !matches!(known, Known::Refuted(_)));
        let open = open.map_or(shared.next, |(&horizon, _)| horizon);
        if repeats > 0 {
            for known in shared.horizons.range_mut(..open.saturating_sub(repeats)) {
                *known.1 = Known::Refuted(None);
            }
        }
    }

    fn ending(self, first: usize) -> Result<Search<P>, Error> {
        let shared = self
            .shared
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        let (attempts, conflicts) = (shared.attempts, shared.conflicts);
        if let Some(error) = shared.failed {
            return Err(error);
        }
        let mut proofs = BTreeMap::new();
        let mut found = None;
        for (horizon, known) in shared.horizons {
            match known {
                Known::Refuted(proof) => _ = proofs.insert(horizon, proof),
                Known::Plan(plan, backend, variables, clauses) => {
                    found = Some((horizon, plan, backend, variables, clauses));
                    break;
                }
                Known::Open(_) => break,
            }
        }
        let Some((horizon, plan, backend, variables, clauses)) = found else {
            let why = shared.gave_up.unwrap_or(Why::Exhausted);
            return Ok(Search {
                ending: Ending::Undecided(why),
                attempts,
                conflicts,
            });
        };
        let lowest = match repeats(self.task, self.encoding) {
            0 => first,
            repeats => first.max(horizon.saturating_sub(repeats)),
        };
        let needed: Vec<(usize, Option<Vec<u8>>)> = (lowest..horizon)
            .map(|below| (below, proofs.remove(&below).flatten()))
            .collect();
        let count = needed.len();
        let refuted = prove(self.task, self.encoding, self.settings, needed)?;
        let is_proved = refuted.len() == count;
        Ok(Search {
            ending: Ending::Plan(Box::new(Shortest {
                plan,
                horizon,
                backend,
                variables,
                clauses,
                refuted,
                is_proved,
            })),
            attempts,
            conflicts,
        })
    }
}
