//! The stages at work: each has its turns, and what it spends is booked.

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use saut_plan::gbfs;
use saut_plan::portfolio::Portfolio;
use saut_plan::settings::Minimise;
use saut_plan::shortest::shortest_within;
use saut_plan::solve::{play, shortest_encoding};
use saut_plan::stop::StopReason;
use saut_plan::weights::{CheckedWeights, modulo, pagoda};
use saut_plan::{Domain, Error, Method, Settings, Verdict};

use crate::excluded::ExcludedGoal;

use super::search::{Found, Search, Turn};
use super::strategy::{ROUNDS, SHORTEST_TURN, STRATEGY, Stage, backends};
use super::{Decided, Reason, portfolio};

/// The names of the stages where they are booked.
const EXHAUSTIVE: &str = "exhaustive";
const INVARIANTS: &str = "invariants";
const STATE_EQUATION: &str = "state-equation";
const FORMULAS: &str = "formulas";

/// With a plan in hand the search for a shorter one has this share of the time; the rest is for checking what is
/// known from below.
const SEARCH_SHARE: f64 = 0.875;

/// The stages with what they keep from one turn to the next.
pub(super) struct Stages<'a, D: Domain> {
    domain: &'a D,
    settings: &'a Settings,
    search: Search<'a, D>,
    /// What has come of it.
    pub decision: Decided<D::Replayed>,
}

impl<'a, D: Domain> Stages<'a, D> {
    /// Nobody has had a turn.
    pub fn new(domain: &'a D, settings: &'a Settings) -> Self {
        Self {
            domain,
            settings,
            search: Search::new(domain, settings),
            decision: Decided::default(),
        }
    }

    /// The whole strategy.
    pub fn all(&mut self) -> Result<(), Error> {
        let backends = backends(self.settings)?;
        let mut portfolio = portfolio(self.domain, self.settings, &backends);
        let stop = &self.settings.stop;
        for stage in STRATEGY {
            match stage {
                Stage::Pairs => self.pairs(),
                Stage::Gbfs(most) => self.turn(|search| search.greedy(stop, Some(most)))?,
                Stage::Exhaustive(_) if self.search.is_exhausted => self.exhaustive_alone()?,
                Stage::Exhaustive(most) => self.few_states(most)?,
                Stage::Invariants(primes) => self.invariants(primes)?,
                Stage::StateEquation(most) => self.state_equation(most),
                Stage::Formulas(most) => {
                    self.formulas(&mut portfolio, &self.turn_of_formulas(), Some(most))?;
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
        if let (false, Some(why)) = (self.decision.is_decided(), stop.why()) {
            self.decision.verdict = Verdict::Undecided(why);
        }
        Ok(())
    }

    fn is_over(&self) -> bool {
        self.decision.is_decided() || self.settings.stop.why().is_some()
    }

    /// What a stage has spent so far.
    fn spent(&self, stage: &str) -> Duration {
        let spends = self.decision.stages.iter();
        let of_stage = spends.filter(|spend| spend.stage == stage);
        of_stage.map(|spend| spend.elapsed).sum()
    }

    /// Every state, where states times actions stay below so many.
    fn few_states(&mut self, most: usize) -> Result<(), Error> {
        let stop = &self.settings.stop;
        let few = most / self.domain.task().actions().len().max(1);
        self.turn(|search| search.exhaustive(stop, None, few))
    }

    /// What may quickly have a plan, of any length, or show that there is none.
    pub fn before_the_shortest(&mut self) -> Result<(), Error> {
        let stop = &self.settings.stop;
        for stage in STRATEGY {
            match stage {
                Stage::Pairs => self.pairs(),
                Stage::Gbfs(most) => self.turn(|search| search.greedy(stop, Some(most)))?,
                Stage::Exhaustive(most) => self.few_states(most)?,
                Stage::Invariants(primes) => self.invariants(primes)?,
                _ => {}
            }
            if self.is_over() {
                break;
            }
        }
        Ok(())
    }

    /// A shortest plan. Where a limit is reached before, a plan in hand is the answer, with what is known from below.
    pub fn shortest(&mut self, minimise: Minimise) -> Result<(), Error> {
        let (domain, settings) = (self.domain, self.settings);
        let encoding = shortest_encoding(domain, minimise, settings);
        let has_plan = self.decision.is_decided();
        let stop = &settings.stop;
        let search = match stop.time_left().filter(|_| has_plan) {
            Some(left) => stop.with_timeout(left.mul_f64(SEARCH_SHARE)),
            None => stop.child(),
        };
        let began = Instant::now();
        let found = shortest_within(domain, encoding, settings, &search)?;
        if has_plan && !found.is_decided() {
            self.decision.optimal = Some(false);
            self.decision.refuted = found.refuted;
            self.decision.attempts = found.attempts;
            self.decision.conflicts = found.conflicts;
        } else {
            let stages = std::mem::take(&mut self.decision.stages);
            self.decision = found;
            self.decision.stages = stages;
        }
        self.decision.book(FORMULAS, began.elapsed());
        Ok(())
    }

    /// Greedy search alone, to the end.
    pub fn greedy_alone(&mut self) -> Result<(), Error> {
        let stop = &self.settings.stop;
        self.turn(|search| search.greedy(stop, None))
    }

    /// Every state.
    pub fn exhaustive_alone(&mut self) -> Result<(), Error> {
        let stop = &self.settings.stop;
        self.turn(|search| search.exhaustive(stop, None, usize::MAX))
    }

    /// A turn of a search.
    fn turn(
        &mut self,
        work: impl FnOnce(&mut Search<'a, D>) -> Result<Turn<D::Replayed>, Error>,
    ) -> Result<(), Error> {
        let before = (self.search.greedy, self.search.exhaustive);
        let turn = work(&mut self.search);
        self.searched(before, turn?);
        Ok(())
    }

    /// Books what the searches have spent since `before`, and what they have found.
    fn searched(&mut self, before: (Duration, Duration), turn: Turn<D::Replayed>) {
        let spends = [
            (gbfs::NAME, self.search.greedy.saturating_sub(before.0)),
            (EXHAUSTIVE, self.search.exhaustive.saturating_sub(before.1)),
        ];
        for (stage, elapsed) in spends.into_iter().filter(|(_, elapsed)| !elapsed.is_zero()) {
            self.decision.book(stage, elapsed);
        }
        if self.decision.is_decided() {
            return;
        }
        match turn {
            Ok(Found::Plan(plan, method)) => self.decision.set(Verdict::Solved(plan), method),
            Ok(Found::Closed(closed)) => {
                let reason = Box::new(Reason::Exhaustive(closed));
                self.decision
                    .set(Verdict::Infeasible(reason), Method::Exhaustive);
            }
            Err(why) => self.decision.verdict = Verdict::Undecided(why),
        }
    }

    fn pairs(&mut self) {
        if let Some(excluded) = ExcludedGoal::of(self.domain.task()) {
            let method = Method::Criterion(ExcludedGoal::NAME);
            let reason = Box::new(Reason::Excluded(excluded));
            self.decision.set(Verdict::Infeasible(reason), method);
        }
    }

    fn invariants(&mut self, primes: &[u32]) -> Result<(), Error> {
        let began = Instant::now();
        for &prime in primes {
            let found = modulo(self.domain.task(), prime, &self.settings.stop)?;
            if let Some(checked) = found {
                self.refuted_by(checked);
                break;
            }
        }
        self.decision.book(INVARIANTS, began.elapsed());
        Ok(())
    }

    /// With a part of the time that is left.
    fn state_equation(&mut self, most: Duration) {
        let began = Instant::now();
        let stop = &self.settings.stop;
        let part = stop.time_left().map_or(most, |left| most.min(left / 8));
        if let Some(checked) = pagoda(self.domain.task(), part, stop) {
            self.refuted_by(checked);
        }
        self.decision.book(STATE_EQUATION, began.elapsed());
    }

    fn refuted_by(&mut self, checked: CheckedWeights) {
        let reason = Reason::weights(self.domain.task(), checked);
        let method = Method::Criterion(reason.name());
        self.decision
            .set(Verdict::Infeasible(Box::new(reason)), method);
    }

    /// Formulas alone, to the end.
    pub fn formulas_alone(&mut self) -> Result<(), Error> {
        let backends = backends(self.settings)?;
        let mut portfolio = portfolio(self.domain, self.settings, &backends);
        self.formulas(&mut portfolio, self.settings, None)
    }

    fn formulas(
        &mut self,
        portfolio: &mut Portfolio<'_, D>,
        settings: &Settings,
        most: Option<u64>,
    ) -> Result<(), Error> {
        let began = Instant::now();
        let proof = |refuted| Ok(Reason::Proof(refuted));
        let decision = &mut self.decision;
        play(portfolio, self.domain, settings, most, decision, proof)?;
        self.decision.book(FORMULAS, began.elapsed());
        Ok(())
    }

    /// A turn of formulas may take as long as the searches have had, whatever effort it is allowed.
    fn turn_of_formulas(&self) -> Settings {
        let most = self.search.greedy + self.search.exhaustive;
        Settings {
            stop: self.settings.stop.with_timeout(most.max(SHORTEST_TURN)),
            ..self.settings.clone()
        }
    }

    /// Greedy search, formulas and the visit of every state by turns on one thread, each turn with more
    /// effort than the one before. On large tasks, where effort is no measure of time, the greedy
    /// search has at least as much time as the formulas, and the visit half as much.
    fn in_rounds(&mut self, portfolio: &mut Portfolio<'_, D>) -> Result<(), Error> {
        let stop = &self.settings.stop;
        let mut round = ROUNDS;
        let mut has_formulas = true;
        while !self.is_over() {
            self.turn(|search| search.greedy(stop, Some(round.states)))?;
            let behind = self.spent(FORMULAS).saturating_sub(self.search.greedy);
            if !self.search.is_exhausted && !self.is_over() && !behind.is_zero() {
                self.turn(|search| search.greedy(&stop.with_timeout(behind), None))?;
            }
            if self.search.is_exhausted && !self.is_over() {
                self.exhaustive_alone()?;
                if !matches!(
                    self.decision.verdict,
                    Verdict::Undecided(StopReason::TooLarge)
                ) {
                    return Ok(());
                }
            }
            if has_formulas && !self.is_over() {
                self.formulas(portfolio, &self.turn_of_formulas(), Some(round.effort))?;
                has_formulas = !matches!(
                    self.decision.verdict,
                    Verdict::Undecided(StopReason::NothingLeft | StopReason::TooLarge)
                );
            } else if self.search.is_exhausted {
                return Ok(());
            }
            let behind = (self.search.greedy / 2).saturating_sub(self.search.exhaustive);
            if !self.is_over() && !behind.is_zero() {
                self.turn(|search| search.exhaustive(stop, Some(behind), usize::MAX))?;
            }
            round = round.next();
        }
        Ok(())
    }

    /// The searches on one thread, formulas on the others.
    fn side_by_side(&mut self, portfolio: &mut Portfolio<'_, D>) -> Result<(), Error> {
        let stop = self.settings.stop.child();
        let settings = Settings {
            stop: stop.clone(),
            threads: NonZeroUsize::new(self.settings.threads() - 1),
            ..self.settings.clone()
        };
        let before = (self.search.greedy, self.search.exhaustive);
        let idle = Search::new(self.domain, self.settings);
        let mut search = std::mem::replace(&mut self.search, idle);
        let (searched, solved) = std::thread::scope(|scope| {
            let searching = scope.spawn(|| {
                let turn = stop.with_partners(|| search.by_turns(&stop));
                if !matches!(turn, Ok(Err(_))) {
                    stop.request();
                }
                turn
            });
            let solved = stop.with_partners(|| self.formulas(portfolio, &settings, None));
            if self.decision.is_decided() || solved.is_err() {
                stop.request();
            }
            let panicked =
                |cause: Box<dyn std::any::Any + Send>| Error::panicked(gbfs::NAME, &*cause);
            let searched = searching.join().map_err(panicked);
            (searched.and_then(|found| found), solved)
        });
        self.search = search;
        solved?;
        self.searched(before, searched?);
        Ok(())
    }
}
