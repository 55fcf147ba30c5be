//! Deciding: stage after stage, cheapest first, until one has a checked verdict.
//!
//! The strategy is the table [`STRATEGY`]; every verdict says which stage gave it.

use std::num::NonZeroUsize;
use std::time::Instant;

use saut_plan::backend::Backend;
use saut_plan::exhaustive::{self, ClosedStates};
use saut_plan::gbfs;
use saut_plan::portfolio::Portfolio;
use saut_plan::proof::RefutedHorizon;
use saut_plan::solve::play;
use saut_plan::stop::{Stop, StopReason};
use saut_plan::{Decision, Domain, Error, Method, Settings, Verdict, solve};

use crate::unreachable::RelaxedUnreachable;

/// A checked reason why there is no plan.
#[derive(Clone, Debug)]
pub enum Reason {
    /// Not even the relaxation reaches the goal.
    Relaxed(RelaxedUnreachable),
    /// Every reachable state was visited.
    Exhaustive(ClosedStates),
    /// A formula that speaks of every plan was refuted.
    Proof(RefutedHorizon),
}

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

/// A stage with what it may spend.
#[derive(Clone, Copy, Debug)]
enum Stage {
    /// Greedy best-first search, evaluating this many states at most.
    Gbfs(u64),
    /// Every state, where there are few: states times actions stay below this.
    Exhaustive(usize),
    /// Formulas, with this effort (in conflicts) at most.
    Formulas(u64),
    /// Greedy best-first search on half of the threads, formulas on the others, to the end.
    ToTheEnd,
}

/// What is tried, in this order.
const STRATEGY: [Stage; 4] = [
    Stage::Gbfs(2_000),
    Stage::Exhaustive(20_000_000),
    Stage::Formulas(60_000),
    Stage::ToTheEnd,
];

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
    let mut stages = Stages {
        domain,
        settings,
        decision: Decision::default(),
        is_exhausted: false,
    };
    if settings.minimise.is_some() || settings.names_a_formula() || method == PlanMethod::Formulas {
        stages.decision = by_formulas(domain, settings)?;
    } else {
        match method {
            PlanMethod::Gbfs => stages.gbfs(&settings.stop, None)?,
            PlanMethod::Exhaustive => stages.exhaustive(usize::MAX)?,
            PlanMethod::Auto | PlanMethod::Formulas => stages.all()?,
        }
    }
    stages.decision.elapsed = began.elapsed();
    Ok(stages.decision)
}

fn by_formulas<D: Domain>(domain: &D, settings: &Settings) -> Result<Decided<D::Replayed>, Error> {
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

struct Stages<'a, D: Domain> {
    domain: &'a D,
    settings: &'a Settings,
    decision: Decided<D::Replayed>,
    /// Whether a search ran dry: then every state is worth a visit.
    is_exhausted: bool,
}

impl<D: Domain> Stages<'_, D> {
    fn all(&mut self) -> Result<(), Error> {
        let backends = self.settings.backends()?;
        let mut portfolio = Portfolio::new(self.domain, self.settings, &backends);
        for stage in STRATEGY {
            match stage {
                Stage::Gbfs(most) => self.gbfs(&self.settings.stop, Some(most))?,
                Stage::Exhaustive(most) => {
                    let actions = self.domain.task().actions().len().max(1);
                    let few = if self.is_exhausted {
                        usize::MAX
                    } else {
                        most / actions
                    };
                    self.exhaustive(few)?;
                }
                Stage::Formulas(most) => {
                    self.formulas(&mut portfolio, self.settings, Some(most))?;
                }
                Stage::ToTheEnd => self.play_to_the_end(&mut portfolio, &backends)?,
            }
            if self.decision.is_decided() || self.settings.stop.why().is_some() {
                break;
            }
        }
        if let (false, Some(why)) = (self.decision.is_decided(), self.settings.stop.why()) {
            self.decision.verdict = Verdict::Undecided(why);
        }
        Ok(())
    }

    fn gbfs(&mut self, stop: &Stop, most: Option<u64>) -> Result<(), Error> {
        let outcome = gbfs::search(self.domain, stop, most)?;
        self.record(outcome);
        Ok(())
    }

    fn record(&mut self, outcome: gbfs::Outcome<D::Replayed>) {
        let method = Method::Baseline {
            name: gbfs::NAME,
            nodes: outcome.evaluated,
        };
        self.decision.verdict = match outcome.ending {
            gbfs::Ending::Plan(plan) => return self.decision.set(Verdict::Solved(plan), method),
            gbfs::Ending::Exhausted => {
                self.is_exhausted = true;
                Verdict::Undecided(StopReason::NothingLeft)
            }
            gbfs::Ending::Stopped(why) => Verdict::Undecided(why),
        };
    }

    fn exhaustive(&mut self, most: usize) -> Result<(), Error> {
        let verdict = match exhaustive::explore(self.domain, &self.settings.stop, most)? {
            exhaustive::Ending::Plan(plan) => Verdict::Solved(plan),
            exhaustive::Ending::Infeasible(closed) => {
                Verdict::Infeasible(Box::new(Reason::Exhaustive(closed)))
            }
            exhaustive::Ending::Stopped(why) => {
                self.decision.verdict = Verdict::Undecided(why);
                return Ok(());
            }
        };
        self.decision.set(verdict, Method::Exhaustive);
        Ok(())
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

    fn play_to_the_end(
        &mut self,
        portfolio: &mut Portfolio<'_, D>,
        backends: &[Box<dyn Backend>],
    ) -> Result<(), Error> {
        let threads = self.settings.threads();
        if threads < 2 || backends.is_empty() {
            return self.gbfs(&self.settings.stop, None);
        }
        let stop = self.settings.stop.child();
        let settings = Settings {
            stop: stop.clone(),
            threads: NonZeroUsize::new(threads - threads.div_ceil(2)),
            ..self.settings.clone()
        };
        let domain = self.domain;
        let (searched, solved) = std::thread::scope(|scope| {
            let search = scope.spawn(|| {
                let outcome = gbfs::search(domain, &stop, None);
                let found = |one: &gbfs::Outcome<_>| matches!(one.ending, gbfs::Ending::Plan(_));
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
        Ok(())
    }
}
