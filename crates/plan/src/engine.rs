//! Engines: resumable ways to find plans or bounds, which work by turns. They see the ground task and make claims; only
//! the [`race`](crate::race::race) accepts them. It also owns threads, turns, shares, panics and errors.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::decision::Method;
use crate::error::Error;
use crate::work::Work;
use saut_base::stop::{Stop, StopReason};
use saut_task::certificate::{Certificate, ClosedSet};
use saut_task::domain::{Cost, INFINITE, NoReason};
use saut_task::plan::Plan;
use saut_task::proof::RefutedHorizon;
use saut_task::task::{ActionId, Fluent, Task};

/// Everything that an engine may use and ask in a turn.
#[derive(Debug)]
pub struct Budget<'a> {
    work: Work,
    spent: Work,
    threads: usize,
    memory_mib: u64,
    stop: &'a Stop,
    best: &'a AtomicU64,
    attempts: usize,
    conflicts: u64,
    pub(crate) warnings: Vec<String>,
}

impl<'a> Budget<'a> {
    /// Budget of a turn. `best` is the cost of the best plan so far, [`INFINITE`] where there is none.
    pub const fn new(
        work: Work,
        threads: usize,
        memory_mib: u64,
        stop: &'a Stop,
        best: &'a AtomicU64,
    ) -> Self {
        Self {
            work,
            spent: 0,
            threads,
            memory_mib,
            stop,
            best,
            attempts: 0,
            conflicts: 0,
            warnings: Vec::new(),
        }
    }

    /// Budget of a search outside of a race.
    pub const fn unlimited(stop: &'a Stop) -> Self {
        static NO_PLAN: AtomicU64 = AtomicU64::new(INFINITE);
        Self::new(Work::MAX, 1, u64::MAX, stop, &NO_PLAN)
    }

    /// Charges work; whether the turn may go on.
    pub fn spend(&mut self, work: Work) -> bool {
        self.spent = self.spent.saturating_add(work);
        self.spent < self.work
    }

    /// Takes down formulas that were tried, and their conflicts.
    pub(crate) fn tried(&mut self, attempts: usize, conflicts: u64) {
        self.attempts += attempts;
        self.conflicts += conflicts;
    }

    /// Reports a fault that the engine goes on without.
    pub(crate) fn warn(&mut self, warning: String) {
        self.warnings.push(warning);
    }

    /// Limits what is run to a part of the work that is left.
    pub fn within<T>(&mut self, work: Work, run: impl FnOnce(&mut Self) -> T) -> T {
        let whole = self.work;
        self.work = whole.min(self.spent.saturating_add(work));
        let result = run(self);
        self.work = whole;
        result
    }

    /// Runs what has work of its own, which is not charged.
    pub fn aside<T>(&mut self, work: Work, run: impl FnOnce(&mut Self) -> T) -> T {
        let (whole, spent) = (self.work, self.spent);
        (self.work, self.spent) = (work, 0);
        let result = run(self);
        (self.work, self.spent) = (whole, spent);
        result
    }

    /// The formulas that were tried in this turn.
    pub const fn attempts(&self) -> usize {
        self.attempts
    }

    /// The conflicts of these together.
    pub const fn conflicts(&self) -> u64 {
        self.conflicts
    }

    /// The work that was charged in this turn.
    pub const fn spent(&self) -> Work {
        self.spent
    }

    /// The work that is left of the turn.
    pub const fn left(&self) -> Work {
        self.work.saturating_sub(self.spent)
    }

    /// The threads that the engine may use, its own among them.
    pub const fn threads(&self) -> usize {
        self.threads
    }

    /// The memory that the states of the engine may take, in MiB.
    pub const fn memory_mib(&self) -> u64 {
        self.memory_mib
    }

    /// The limits of the whole race: they end a turn at once.
    pub const fn stop(&self) -> &'a Stop {
        self.stop
    }

    /// The cost of the best plan so far, [`INFINITE`] where there is none; it may fall while a turn runs.
    pub fn best(&self) -> Cost {
        self.best.load(Ordering::Relaxed)
    }
}

/// The end of a turn. `R` are the reasons that only a kind of problem knows.
#[derive(Debug)]
pub enum Turn<R = NoReason> {
    /// A plan, and what gave it. The engine may have more.
    Plan(Plan<ActionId>, Method),
    /// No plan costs less than the bound of the certificate.
    Bound(Certificate<R>, Method),
    /// As `Bound`, but the engine cannot tell whether it is so; if not, it is done.
    Guess(Certificate<R>, Method),
    /// A horizon has no plan, and the engine is done, unless this says that there is no plan at all.
    HorizonRefuted(RefutedHorizon, Method),
    /// The budget is spent, and another turn would go on.
    Paused,
    /// There is nothing to do until a turn of another engine ends.
    Blocked,
    /// The engine has come to its end without an answer, for this reason.
    Done(StopReason),
}

impl Turn {
    /// A plan that a search has found.
    pub(crate) fn path(actions: impl IntoIterator<Item = ActionId>, method: Method) -> Self {
        Self::Plan(Plan::sequential(actions), method)
    }

    /// The actions of a plan.
    pub fn into_path(self) -> Option<Vec<ActionId>> {
        let Self::Plan(plan, _) = self else {
            return None;
        };
        Some(plan.into_actions())
    }

    /// A closed set of states of a task.
    pub(crate) fn closed(task: &Task, set: ClosedSet<Fluent>, method: Method) -> Self {
        Self::Bound(Certificate::ClosedSet(Box::new(set.named(task))), method)
    }

    /// The same for a problem with reasons of its own.
    pub(crate) fn for_any<R>(self) -> Turn<R> {
        match self {
            Self::Plan(plan, method) => Turn::Plan(plan, method),
            Self::Bound(certificate, method) => Turn::Bound(certificate.for_any(), method),
            Self::Guess(certificate, method) => Turn::Guess(certificate.for_any(), method),
            Self::HorizonRefuted(refuted, method) => Turn::HorizonRefuted(refuted, method),
            Self::Paused => Turn::Paused,
            Self::Blocked => Turn::Blocked,
            Self::Done(why) => Turn::Done(why),
        }
    }
}

/// A turn of an engine: it works until there is a claim or the budget is spent. Engines of this crate see the ground
/// task, never the problem. Limits are no errors; an error is an internal one (two parts of the program
/// contradict each other), or a backend at fault with no other left.
type TurnFunction<'a, R> = dyn FnMut(&mut Budget<'_>) -> Result<Turn<R>, Error> + Send + 'a;

/// The place of an engine in a race. A table of these is all that differs between kinds of task.
pub struct Slot<'a, R> {
    /// The name of the engine in answers and records.
    pub(crate) name: &'static str,
    /// The work of the first turn, the least that is useful: one level of a search, one horizon, one linear program. An
    /// engine of the table begins when those before it have had theirs.
    pub(crate) first_turn: Work,
    pub(crate) turn: Box<TurnFunction<'a, R>>,
    /// Its part: engines get work in the ratio of their shares.
    pub share: u64,
    /// The work of all together before which it does not begin, unless nothing else is left.
    pub from: Work,
    /// Its own work after which it ends, if it does.
    pub until: Option<Work>,
    /// The most threads that it has a use for.
    pub threads: usize,
    /// The states of the engine may take this part of the memory: the whole divided by this number.
    pub memory_share: u64,
    /// Whether it waits for a plan, or ends with one.
    pub when: When,
    /// Whether it is a clone of the one before, which begins beside it and whose time is that of both.
    pub(crate) beside: bool,
}

/// When an engine has turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// Always.
    Always,
    /// As long as there is no plan.
    BeforeFirstPlan,
    /// When there is a plan. Before, it waits until it has been charged this work for waiting.
    AfterFirstPlan {
        /// The charge.
        patience: Work,
    },
}

impl<'a, R: 'a> Slot<'a, R> {
    /// Memory of all engines where there is no limit, in MiB.
    const ENOUGH_MIB: u64 = 8192;

    /// An engine of share 1 on one thread that may go on to the end.
    pub fn new(
        name: &'static str,
        first_turn: Work,
        mut turn: impl FnMut(&mut Budget<'_>) -> Result<Turn, Error> + Send + 'a,
    ) -> Self {
        Self::own(name, first_turn, move |budget| {
            turn(budget).map(Turn::for_any)
        })
    }

    /// As [`Slot::new`], of a clone of the engine for each of some threads; they begin together.
    pub fn each(
        threads: usize,
        name: &'static str,
        first_turn: Work,
        turn: impl FnMut(&mut Budget<'_>) -> Result<Turn, Error> + Clone + Send + 'a,
    ) -> impl Iterator<Item = Self> {
        (0..threads.max(1)).map(move |number| Self {
            beside: number > 0,
            ..Self::new(name, first_turn, turn.clone())
        })
    }

    /// As [`Slot::new`], of an engine that finds reasons of the problem's own.
    pub fn own(
        name: &'static str,
        first_turn: Work,
        turn: impl FnMut(&mut Budget<'_>) -> Result<Turn<R>, Error> + Send + 'a,
    ) -> Self {
        Self {
            name,
            first_turn,
            turn: Box::new(turn),
            share: 1,
            from: 0,
            until: None,
            threads: 1,
            memory_share: 4,
            when: When::Always,
            beside: false,
        }
    }

    /// Sets the engine's share.
    #[must_use]
    pub fn share(self, share: u64) -> Self {
        Self { share, ..self }
    }

    /// Sets the work of all engines together after which this one begins.
    #[must_use]
    pub fn from(self, from: Work) -> Self {
        Self { from, ..self }
    }

    /// Sets the part of the memory for the states of the engine: the whole divided by this number.
    #[must_use]
    pub(crate) fn memory_share(self, memory_share: u64) -> Self {
        Self {
            memory_share,
            ..self
        }
    }

    /// Limits the engine to its first turn.
    #[must_use]
    pub fn once(self) -> Self {
        let first_turn = self.first_turn;
        self.until(first_turn)
    }

    /// Ends the engine after this work of its own.
    #[must_use]
    pub fn until(self, work: Work) -> Self {
        let until = Some(work);
        Self { until, ..self }
    }

    /// The memory that the states of the engine may take, in MiB.
    pub(crate) fn memory_mib(&self, stop: &Stop) -> u64 {
        stop.memory_mib().unwrap_or(Self::ENOUGH_MIB) / self.memory_share
    }

    /// Sets when the engine has turns.
    #[must_use]
    pub fn when(self, when: When) -> Self {
        Self { when, ..self }
    }

    /// Sets the most threads of a turn.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        let threads = threads.max(1);
        Self { threads, ..self }
    }
}
