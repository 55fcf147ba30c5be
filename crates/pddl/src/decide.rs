//! Deciding: stage after stage, cheapest first, until one has a checked verdict.
//!
//! The strategy is a table (`decide/strategy.rs`); every verdict says which stage gave it.

mod reason;
mod strategy;

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use saut_plan::backend::Backend;
use saut_plan::exhaustive;
use saut_plan::gbfs::{self, Gbfs};
use saut_plan::portfolio::Portfolio;
use saut_plan::settings::EncodingChoice;
use saut_plan::solve::play;
use saut_plan::stop::StopReason;
use saut_plan::weights::{modulo, pagoda};
use saut_plan::{Decision, Domain, Error, Method, Settings, Verdict, solve};

pub use reason::{NamedWeights, Reason};
use strategy::{ROUNDS, STRATEGY, Stage, lineup};

/// Which way to go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PlanMethod {
    /// All stages as the strategy has them.
    #[default]
    Auto,
    /// Formulas alone.
    Formulas,
    /// Greedy best-first search alone.
    Gbfs,
    /// Every state alone.
    Exhaustive,
}

/// What was decided of a task.
pub type Decided<P> = Decision<P, Reason>;

/// Decides a task.
///
/// # Errors
///
/// As [`solve()`]; a plan or a certificate of ours that is refused is an internal error.
pub fn decide<D: Domain>(
    domain: &D,
    method: PlanMethod,
    settings: &Settings,
) -> Result<Decided<D::Replayed>, Error> {
    let began = Instant::now();
    let settings = &scaled(domain, settings);
    let mut stages = Stages {
        domain,
        settings,
        gbfs: Gbfs::new(domain),
        decision: Decision::default(),
        is_exhausted: false,
    };
    if settings.minimise.is_some() {
        stages.decision = shortest(domain, settings)?;
    } else if settings.names_a_formula() || method == PlanMethod::Formulas {
        let backends = settings.backends()?;
        let mut portfolio = portfolio(domain, settings, &backends);
        stages.formulas(&mut portfolio, settings, None)?;
    } else {
        match method {
            PlanMethod::Gbfs => stages.gbfs(None)?,
            PlanMethod::Exhaustive => stages.exhaustive(usize::MAX)?,
            PlanMethod::Auto | PlanMethod::Formulas => stages.all()?,
        }
    }
    stages.decision.elapsed = began.elapsed();
    Ok(stages.decision)
}

/// The settings, an encoding that was asked for in its linear form where the task is large.
fn scaled<D: Domain>(domain: &D, settings: &Settings) -> Settings {
    let encoding = settings.encoding.map(|choice| match choice {
        EncodingChoice::Fixed(encoding) => EncodingChoice::Fixed(encoding.scaled_to(domain.task())),
        varied => varied,
    });
    Settings {
        encoding,
        ..settings.clone()
    }
}

fn shortest<D: Domain>(domain: &D, settings: &Settings) -> Result<Decided<D::Replayed>, Error> {
    let decided = solve(domain, settings)?;
    Ok(Decision {
        verdict: match decided.verdict {
            Verdict::Solved(plan) => Verdict::Solved(plan),
            Verdict::Infeasible(refuted) => Verdict::Infeasible(Box::new(Reason::Proof(*refuted))),
            Verdict::Undecided(why) => Verdict::Undecided(why),
        },
        method: decided.method,
        elapsed: decided.elapsed,
        attempts: decided.attempts,
        conflicts: decided.conflicts,
        optimal: decided.optimal,
        refuted: decided.refuted,
        warnings: decided.warnings,
    })
}

/// The formulas for a task of this size.
fn portfolio<'a, D: Domain>(
    domain: &'a D,
    settings: &Settings,
    backends: &'a [Box<dyn Backend>],
) -> Portfolio<'a, D> {
    let lineup = lineup(domain.task(), settings);
    Portfolio::of_lineup(domain, settings, backends, lineup)
}

struct Stages<'a, D: Domain> {
    domain: &'a D,
    settings: &'a Settings,
    gbfs: Gbfs<'a, D>,
    decision: Decided<D::Replayed>,
    /// Whether the search ran dry: then every state is worth a visit.
    is_exhausted: bool,
}

impl<D: Domain> Stages<'_, D> {
    fn all(&mut self) -> Result<(), Error> {
        let backends = self.settings.backends()?;
        let mut portfolio = portfolio(self.domain, self.settings, &backends);
        for stage in STRATEGY {
            match stage {
                Stage::Gbfs(most) => self.gbfs(Some(most))?,
                Stage::Exhaustive(most) => {
                    let actions = self.domain.task().actions().len().max(1);
                    let few = if self.is_exhausted {
                        usize::MAX
                    } else {
                        most / actions
                    };
                    self.exhaustive(few)?;
                }
                Stage::Invariants(primes) => self.invariants(primes)?,
                Stage::StateEquation(most) => self.state_equation(most),
                Stage::Formulas(most) => {
                    self.formulas(&mut portfolio, self.settings, Some(most))?;
                }
                Stage::ToTheEnd if self.settings.threads() < 2 => {
                    self.in_rounds(&mut portfolio)?;
                }
                Stage::ToTheEnd => self.side_by_side(&mut portfolio)?,
            }
            if self.is_over() {
                break;
            }
        }
        if let (false, Some(why)) = (self.decision.is_decided(), self.settings.stop.why()) {
            self.decision.verdict = Verdict::Undecided(why);
        }
        Ok(())
    }

    fn is_over(&self) -> bool {
        self.decision.is_decided() || self.settings.stop.why().is_some()
    }

    fn gbfs(&mut self, most: Option<u64>) -> Result<(), Error> {
        let outcome = self.gbfs.run(&self.settings.stop, most)?;
        self.record(outcome);
        Ok(())
    }

    fn record(&mut self, outcome: gbfs::GreedySearch<D::Replayed>) {
        let method = Method::BestFirst {
            evaluated: outcome.evaluated,
        };
        self.decision.verdict = match outcome.ending {
            gbfs::GreedyEnding::Plan(plan) => {
                return self.decision.set(Verdict::Solved(plan), method);
            }
            gbfs::GreedyEnding::Exhausted => {
                self.is_exhausted = true;
                Verdict::Undecided(StopReason::NothingLeft)
            }
            gbfs::GreedyEnding::Stopped(why) => Verdict::Undecided(why),
        };
    }

    fn exhaustive(&mut self, most: usize) -> Result<(), Error> {
        let verdict = match exhaustive::explore(self.domain, &self.settings.stop, most)? {
            exhaustive::ExplorationEnding::Plan(plan) => Verdict::Solved(plan),
            exhaustive::ExplorationEnding::Infeasible(closed) => {
                Verdict::Infeasible(Box::new(Reason::Exhaustive(closed)))
            }
            exhaustive::ExplorationEnding::Stopped(why) => {
                self.decision.verdict = Verdict::Undecided(why);
                return Ok(());
            }
        };
        self.decision.set(verdict, Method::Exhaustive);
        Ok(())
    }

    fn invariants(&mut self, primes: &[u32]) -> Result<(), Error> {
        for &prime in primes {
            if let Some(checked) = modulo(self.domain.task(), prime, &self.settings.stop)? {
                let reason = Reason::weights(self.domain.task(), checked);
                let method = Method::Criterion(reason.name());
                self.decision
                    .set(Verdict::Infeasible(Box::new(reason)), method);
                return Ok(());
            }
        }
        Ok(())
    }

    /// With a part of the time that is left.
    fn state_equation(&mut self, most: Duration) {
        let stop = &self.settings.stop;
        let part = stop.time_left().map_or(most, |left| most.min(left / 8));
        if let Some(checked) = pagoda(self.domain.task(), part, stop) {
            let reason = Reason::weights(self.domain.task(), checked);
            let method = Method::Criterion(reason.name());
            self.decision
                .set(Verdict::Infeasible(Box::new(reason)), method);
        }
    }

    fn formulas(
        &mut self,
        portfolio: &mut Portfolio<'_, D>,
        settings: &Settings,
        most: Option<u64>,
    ) -> Result<(), Error> {
        let proof = |refuted| Ok(Reason::Proof(refuted));
        play(
            portfolio,
            self.domain,
            settings,
            most,
            &mut self.decision,
            proof,
        )
    }

    /// Search and formulas by turns on one thread, each turn with more effort than the one before.
    fn in_rounds(&mut self, portfolio: &mut Portfolio<'_, D>) -> Result<(), Error> {
        let mut round = ROUNDS;
        let mut has_formulas = true;
        while !self.is_over() {
            self.gbfs(Some(round.states))?;
            if self.is_exhausted && !self.is_over() {
                return self.exhaustive(usize::MAX);
            }
            if has_formulas && !self.is_over() {
                self.formulas(portfolio, self.settings, Some(round.effort))?;
                let verdict = &self.decision.verdict;
                has_formulas = !matches!(verdict, Verdict::Undecided(StopReason::NothingLeft));
            }
            round = round.next();
        }
        Ok(())
    }

    /// Search on half of the threads, formulas on the others.
    fn side_by_side(&mut self, portfolio: &mut Portfolio<'_, D>) -> Result<(), Error> {
        let threads = self.settings.threads();
        let stop = self.settings.stop.child();
        let settings = Settings {
            stop: stop.clone(),
            threads: NonZeroUsize::new(threads - threads.div_ceil(2)),
            ..self.settings.clone()
        };
        let domain = self.domain;
        let mut gbfs = std::mem::replace(&mut self.gbfs, Gbfs::new(domain));
        let (searched, solved) = std::thread::scope(|scope| {
            let search = scope.spawn(|| {
                let outcome = gbfs.run(&stop, None);
                let found =
                    |one: &gbfs::GreedySearch<_>| matches!(one.ending, gbfs::GreedyEnding::Plan(_));
                if outcome.as_ref().is_ok_and(found) {
                    stop.request();
                }
                outcome
            });
            let solved = self.formulas(portfolio, &settings, None);
            if self.decision.is_decided() || solved.is_err() {
                stop.request();
            }
            let panicked = |cause: Box<dyn std::any::Any + Send>| Error::panicked("gbfs", &*cause);
            (
                search.join().map_err(panicked).and_then(|found| found),
                solved,
            )
        });
        solved?;
        let searched = searched?;
        if !self.decision.is_decided() {
            self.record(searched);
        }
        if self.is_exhausted && !self.is_over() {
            self.exhaustive(usize::MAX)?;
        }
        Ok(())
    }
}
