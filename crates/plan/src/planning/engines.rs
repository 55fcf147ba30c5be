//! The engines of planning: criteria, every state, weights and formulas, each as an [`Engine`]; greedy search is one
//! itself.

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use crate::attempt::ClaimedRefutation;
use crate::backend::{Backend, SolveLimits};
use crate::decision::{EXHAUSTIVE, FORMULAS, Method};
use crate::engine::{Budget, Engine, Turn};
use crate::error::Error;
use crate::portfolio::{Ending, Lineup, Outcome, Portfolio};
use crate::refute::{Proved, prove};
use crate::settings::{Horizon, Settings};
use crate::weights::{modulo, pagoda};
use crate::work::{Work, clocked};
use saut_base::stop::StopReason;
use saut_task::certificate::{Certificate, ClosedSet};
use saut_task::exhaustive::{Exploration, ExplorationEnding};
use saut_task::task::{Fluent, Task};

/// Two literals of the goal that are never true together.
pub(crate) struct Pairs<'a>(pub &'a Task);

impl Engine for Pairs<'_> {
    fn name(&self) -> &'static str {
        "pairs"
    }

    fn turn(&mut self, _: &mut Budget<'_>) -> Result<Turn, Error> {
        Ok(match ClosedSet::excluded_goal(self.0) {
            Some(set) => refuted_by(self.0, set),
            None => Turn::Done(StopReason::NothingLeft),
        })
    }
}

impl Engine for Exploration<'_> {
    fn name(&self) -> &'static str {
        EXHAUSTIVE
    }

    fn turn(&mut self, budget: &mut Budget<'_>) -> Result<Turn, Error> {
        let (stop, most_mib) = (budget.stop(), budget.memory_mib());
        let method = Method::search(EXHAUSTIVE);
        Ok(
            match self.run(stop, &mut |work| budget.spend(work), most_mib) {
                ExplorationEnding::Plan(plan) => Turn::path(plan, method),
                ExplorationEnding::Closed { states } => {
                    let set = Box::new(ClosedSet::visited(states));
                    Turn::Bound(Certificate::ClosedSet(set), method)
                }
                ExplorationEnding::Stopped(StopReason::TooLarge) => {
                    Turn::Done(StopReason::TooLarge)
                }
                ExplorationEnding::Stopped(_) => Turn::Paused,
            },
        )
    }
}

/// Weights that no action changes, modulo some primes.
pub struct Invariants<'a> {
    task: &'a Task,
    primes: std::slice::Iter<'static, u32>,
}

impl<'a> Invariants<'a> {
    /// The primes in this order.
    pub fn new(task: &'a Task, primes: &'static [u32]) -> Self {
        let primes = primes.iter();
        Self { task, primes }
    }
}

impl Engine for Invariants<'_> {
    fn name(&self) -> &'static str {
        "invariants"
    }

    fn turn(&mut self, budget: &mut Budget<'_>) -> Result<Turn, Error> {
        for &prime in self.primes.by_ref() {
            if let Some(set) = modulo(self.task, prime, budget.stop()) {
                return Ok(refuted_by(self.task, set));
            }
        }
        Ok(Turn::Done(StopReason::NothingLeft))
    }
}

/// The state equation: weights that no action raises, by linear programming.
pub(crate) struct StateEquation<'a> {
    task: &'a Task,
    most: Duration,
    /// The time that it had before and that was too short.
    before: Duration,
}

impl<'a> StateEquation<'a> {
    /// Within so much time, or an eighth of what is left; if that is too short, once more with twice as much when its
    /// share has come to that.
    pub const fn new(task: &'a Task, most: Duration) -> Self {
        let before = Duration::ZERO;
        Self { task, most, before }
    }
}

impl Engine for StateEquation<'_> {
    fn name(&self) -> &'static str {
        "state-equation"
    }

    fn turn(&mut self, budget: &mut Budget<'_>) -> Result<Turn, Error> {
        let began = Instant::now();
        let stop = budget.stop();
        let left = stop.time_left();
        let first = left.map_or(self.most, |left| self.most.min(left / 8));
        let part = first.max(2 * self.before);
        let part = left.map_or(part, |left| part.min(left / 2));
        let found = pagoda(self.task, part, stop);
        let took = began.elapsed();
        budget.spend(clocked(took));
        Ok(match found {
            Some(set) => refuted_by(self.task, set),
            None if took >= part && part > self.before => {
                self.before = part;
                Turn::Paused
            }
            None => Turn::Done(StopReason::NothingLeft),
        })
    }
}

fn refuted_by(task: &Task, set: ClosedSet<Fluent>) -> Turn {
    let method = Method::Criterion(set.kind());
    Turn::closed(task, set, method)
}

/// Formulas: the portfolio of encodings, horizons and solvers.
pub struct Formulas<'a> {
    task: &'a Task,
    portfolio: Portfolio<'a>,
    settings: &'a Settings,
    first_turn: Work,
    /// The work of one conflict, where that is the measure.
    of_a_conflict: Option<Work>,
}

impl<'a> Formulas<'a> {
    /// The formulas of a lineup; the first turn is of so much work.
    pub fn new(
        task: &'a Task,
        settings: &'a Settings,
        backends: &'a [Box<dyn Backend>],
        lineup: Lineup,
        first_turn: Work,
    ) -> Self {
        Self {
            task,
            portfolio: Portfolio::of_lineup(task, settings, backends, lineup),
            settings,
            first_turn,
            of_a_conflict: None,
        }
    }

    /// Counts work by conflicts, at `of_one` each: for formulas of about the same size, whose conflicts take about as
    /// long.
    #[must_use]
    pub fn by_conflicts(self, of_one: Work) -> Self {
        let of_a_conflict = Some(of_one.max(1));
        Self {
            of_a_conflict,
            ..self
        }
    }

    /// Lets the portfolio work for about so much, of its threads together; what it came to, the work, and whether that
    /// was all that it had.
    fn play(&mut self, settings: &Settings, work: Work) -> Result<(Outcome, Work, bool), Error> {
        let Some(of_one) = self.of_a_conflict else {
            let outcome = self.portfolio.turn(settings, work)?;
            let spent = outcome.work;
            return Ok((outcome, spent, spent >= work));
        };
        let before = self.portfolio.spent();
        let most = (work < Work::MAX).then(|| before.saturating_add((work / of_one).max(1)));
        let outcome = self.portfolio.run(settings, most)?;
        let spent = self.portfolio.spent();
        let work = spent.saturating_sub(before).saturating_mul(of_one);
        Ok((outcome, work, most.is_some_and(|most| spent >= most)))
    }

    /// A claim of a solver, proved: by its own proof or, unless only that counts, by the prover.
    fn proved(
        &self,
        claim: ClaimedRefutation,
        method: Method,
        budget: &mut Budget<'_>,
    ) -> Result<Turn, Error> {
        let (horizon, claimant) = (claim.horizon, claim.backend.clone());
        let not_proved = Turn::Done(StopReason::HorizonRefuted {
            horizon,
            is_proved: false,
        });
        if claim.proof.is_none() && self.settings.own_proofs {
            return Ok(not_proved);
        }
        let limits = SolveLimits {
            stop: budget.stop().clone(),
            ..SolveLimits::default()
        };
        Ok(match prove(self.task, claim, &limits)? {
            Proved::Plan(plan, by_prover) => {
                budget.warn(format!(
                    "{claimant} says that there is no plan of {horizon} steps, and there is one"
                ));
                Turn::Plan(plan, by_prover)
            }
            Proved::Unknown(StopReason::TooLarge) => not_proved,
            Proved::Unknown(why) => Turn::Done(why),
            Proved::Refuted(refuted, prover) => {
                let method = method.proved_by(prover, refuted.proof().encoding);
                Turn::HorizonRefuted(refuted, method)
            }
        })
    }
}

impl Engine for Formulas<'_> {
    fn name(&self) -> &'static str {
        FORMULAS
    }

    fn first_turn(&self) -> Work {
        self.first_turn
    }

    fn turn(&mut self, budget: &mut Budget<'_>) -> Result<Turn, Error> {
        let threads = budget.threads();
        let settings = Settings {
            stop: budget.stop().clone(),
            threads: NonZeroUsize::new(threads),
            ..self.settings.clone()
        };
        let work = budget.left().saturating_mul(threads as Work);
        let (outcome, spent, is_used_up) = self.play(&settings, work)?;
        budget.spend(spent / threads as Work);
        budget.tried(outcome.attempts, outcome.conflicts);
        outcome.warnings.into_iter().for_each(|it| budget.warn(it));
        match outcome.ending {
            Ending::Plan(plan, method) => Ok(Turn::Plan(plan, method)),
            Ending::Refuted(claim, method) => self.proved(claim, method, budget),
            Ending::Undecided(StopReason::EffortSpent)
                if is_used_up || self.settings.horizon == Horizon::Auto =>
            {
                Ok(Turn::Paused)
            }
            Ending::Undecided(why) => Ok(Turn::Done(why)),
        }
    }
}
