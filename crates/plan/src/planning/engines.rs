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
use crate::weights::{CheckedWeights, modulo, pagoda};
use crate::work::{Work, clocked};
use saut_base::stop::StopReason;
use saut_task::certificate::{Checked, CriterionName};
use saut_task::domain::Domain;
use saut_task::exhaustive::{Exploration, ExplorationEnding};
use saut_task::task::Task;

/// A criterion that needs no search.
pub(crate) struct OneCriterion<'a>(pub &'a Task, pub CriterionName);

impl<D: Domain> Engine<D> for OneCriterion<'_> {
    fn name(&self) -> &'static str {
        self.1.into()
    }

    fn turn(&mut self, _: &mut Budget<'_>) -> Result<Turn<D>, Error> {
        Ok(match Checked::criterion(self.0, self.1) {
            Ok(checked) => Turn::AtLeast(checked, Method::Criterion(self.1.into())),
            Err(_) => Turn::Done(StopReason::NothingLeft),
        })
    }
}

/// Every state, breadth first.
pub(crate) struct EveryState<'a, D: Domain> {
    domain: &'a D,
    /// None before the first turn: most tasks are decided before it.
    exploration: Option<Exploration<'a, D>>,
    least: Work,
}

impl<'a, D: Domain> EveryState<'a, D> {
    /// The search from the start of a task; its first turn is of this work.
    pub const fn new(domain: &'a D, least: Work) -> Self {
        Self {
            domain,
            exploration: None,
            least,
        }
    }
}

impl<D: Domain> Engine<D> for EveryState<'_, D> {
    fn name(&self) -> &'static str {
        "exhaustive"
    }

    fn least(&self) -> Work {
        self.least
    }

    fn turn(&mut self, budget: &mut Budget<'_>) -> Result<Turn<D>, Error> {
        let (domain, stop, most_mib) = (self.domain, budget.stop().clone(), budget.memory_mib());
        let mut spend = |work| budget.spend(work);
        let begin = || Exploration::new(domain);
        let exploration = self.exploration.get_or_insert_with(begin);
        Ok(match exploration.run(&stop, &mut spend, most_mib)? {
            ExplorationEnding::Plan(plan) => Turn::Plan(plan, Method::search(EXHAUSTIVE)),
            ExplorationEnding::Infeasible(closed) => {
                Turn::AtLeast(Checked::closed(closed), Method::search(EXHAUSTIVE))
            }
            ExplorationEnding::Stopped(StopReason::TooLarge) => Turn::Done(StopReason::TooLarge),
            ExplorationEnding::Stopped(_) => Turn::More,
        })
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

impl<D: Domain> Engine<D> for Invariants<'_> {
    fn name(&self) -> &'static str {
        "invariants"
    }

    fn turn(&mut self, budget: &mut Budget<'_>) -> Result<Turn<D>, Error> {
        for &prime in self.primes.by_ref() {
            if let Some(checked) = modulo(self.task, prime, budget.stop())? {
                return Ok(refuted_by(self.task, &checked));
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

impl<D: Domain> Engine<D> for StateEquation<'_> {
    fn name(&self) -> &'static str {
        "state-equation"
    }

    fn turn(&mut self, budget: &mut Budget<'_>) -> Result<Turn<D>, Error> {
        let began = Instant::now();
        let stop = budget.stop().clone();
        let left = stop.time_left();
        let first = left.map_or(self.most, |left| self.most.min(left / 8));
        let part = first.max(2 * self.before);
        let part = left.map_or(part, |left| part.min(left / 2));
        let found = pagoda(self.task, part, &stop);
        let took = began.elapsed();
        budget.spend(clocked(took));
        Ok(match found {
            Some(checked) => refuted_by(self.task, &checked),
            None if took >= part && part > self.before => {
                self.before = part;
                Turn::More
            }
            None => Turn::Done(StopReason::NothingLeft),
        })
    }
}

fn refuted_by<D: Domain>(task: &Task, weights: &CheckedWeights) -> Turn<D> {
    let method = Method::Criterion(weights.kind().name());
    Turn::AtLeast(Checked::weights(task, weights), method)
}

/// Formulas: the portfolio of encodings, horizons and solvers.
pub struct Formulas<'a, D: Domain> {
    domain: &'a D,
    portfolio: Portfolio<'a, D>,
    settings: &'a Settings,
    tried: (usize, u64),
    warnings: Vec<String>,
    least: Work,
    /// The work of one conflict, where that is the measure.
    of_a_conflict: Option<Work>,
}

impl<'a, D: Domain> Formulas<'a, D> {
    /// The formulas of a lineup; the first turn is of so much work.
    pub fn new(
        domain: &'a D,
        settings: &'a Settings,
        backends: &'a [Box<dyn Backend>],
        lineup: Lineup,
        least: Work,
    ) -> Self {
        Self {
            domain,
            portfolio: Portfolio::of_lineup(domain, settings, backends, lineup),
            settings,
            tried: (0, 0),
            warnings: Vec::new(),
            least,
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
    fn play(
        &mut self,
        settings: &Settings,
        work: Work,
    ) -> Result<(Outcome<D::Replayed>, Work, bool), Error> {
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
        &mut self,
        claim: ClaimedRefutation,
        method: Method,
        budget: &Budget<'_>,
    ) -> Result<Turn<D>, Error> {
        let (horizon, claimant) = (claim.horizon, claim.backend.clone());
        if claim.proof.is_none() && self.settings.own_proofs {
            return Ok(Turn::Done(StopReason::HorizonRefuted {
                horizon,
                is_proved: false,
            }));
        }
        let limits = SolveLimits {
            stop: budget.stop().clone(),
            ..SolveLimits::default()
        };
        Ok(match prove(self.domain, claim, &limits)? {
            Proved::Plan(plan, by_prover) => {
                self.warnings.push(format!(
                    "{claimant} says that there is no plan of {horizon} steps, and there is one"
                ));
                Turn::Plan(plan, by_prover)
            }
            Proved::Unknown(StopReason::TooLarge) => Turn::Done(StopReason::HorizonRefuted {
                horizon,
                is_proved: false,
            }),
            Proved::Unknown(why) => Turn::Done(why),
            Proved::Refuted(refuted, prover) => {
                let method = method.proved_by(prover, refuted.proof().encoding);
                match Checked::proof(refuted) {
                    Ok(checked) => Turn::AtLeast(checked, method),
                    Err(refuted) => Turn::Refuted(refuted, method),
                }
            }
        })
    }
}

impl<D: Domain> Engine<D> for Formulas<'_, D> {
    fn name(&self) -> &'static str {
        FORMULAS
    }

    fn least(&self) -> Work {
        self.least
    }

    fn turn(&mut self, budget: &mut Budget<'_>) -> Result<Turn<D>, Error> {
        let threads = budget.threads();
        let settings = Settings {
            stop: budget.stop().clone(),
            threads: NonZeroUsize::new(threads),
            ..self.settings.clone()
        };
        let work = budget.left().saturating_mul(threads as Work);
        let (outcome, spent, is_used_up) = self.play(&settings, work)?;
        budget.spend(spent / threads as Work);
        self.tried.0 += outcome.attempts;
        self.tried.1 += outcome.conflicts;
        self.warnings.extend(outcome.warnings);
        match outcome.ending {
            Ending::Plan(plan, method) => Ok(Turn::Plan(plan, method)),
            Ending::Refuted(claim, method) => self.proved(claim, method, budget),
            Ending::Undecided(StopReason::EffortSpent)
                if is_used_up || self.settings.horizon == Horizon::Auto =>
            {
                Ok(Turn::More)
            }
            Ending::Undecided(why) => Ok(Turn::Done(why)),
        }
    }

    fn formulas(&self) -> (usize, u64) {
        self.tried
    }

    fn warnings(&mut self) -> Vec<String> {
        std::mem::take(&mut self.warnings)
    }
}
