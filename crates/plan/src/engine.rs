//! Engines: resumable procedures that find plans or bounds and run in turns. They see the ground task and make claims.
//! The [`race`](crate::race::race) checks these claims, and manages threads, turns, shares, panics and errors.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::decision::{Method, UnprovedRefutation};
use crate::error::Error;
use crate::work::Work;
use saut_base::stop::{Stop, StopReason};
use saut_task::certificate::{Certificate, ClosedSet};
use saut_task::domain::{Cost, INFINITE, NoReason};
use saut_task::plan::Plan;
use saut_task::proof::RefutedHorizon;
use saut_task::task::{ActionId, Fluent, Task};

/// The limits of a turn, and the record of its effort.
#[derive(Debug)]
pub struct Budget<'a> {
    work: Work,
    spent: Work,
    /// Number of threads that the engine may use, including its own.
    pub threads: usize,
    /// Memory that the states of the engine may use, in MiB.
    pub memory_mib: u64,
    /// The limits of the whole race. They end a turn immediately.
    pub stop: &'a Stop,
    best: &'a AtomicU64,
    /// Number of formulas tried in this turn.
    pub attempts: usize,
    /// Total conflicts of these formulas.
    pub conflicts: u64,
    /// Faults despite which the engine continues.
    pub(crate) warnings: Vec<String>,
    pub(crate) unproved: Vec<UnprovedRefutation>,
}

impl<'a> Budget<'a> {
    /// Creates the budget of a turn. `best` is the cost of the best plan so far, or [`INFINITE`] without a plan.
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
            unproved: Vec::new(),
        }
    }

    /// Creates the budget of a search outside a race, without limits of work and memory.
    pub const fn unlimited(stop: &'a Stop) -> Self {
        static NO_PLAN: AtomicU64 = AtomicU64::new(INFINITE);
        Self::new(Work::MAX, 1, u64::MAX, stop, &NO_PLAN)
    }

    /// Charges work. Returns whether the turn may continue.
    pub fn spend(&mut self, work: Work) -> bool {
        self.spent = self.spent.saturating_add(work);
        self.spent < self.work
    }

    /// Records the number of formulas tried and their conflicts.
    pub(crate) fn tried(&mut self, attempts: usize, conflicts: u64) {
        self.attempts += attempts;
        self.conflicts += conflicts;
    }

    /// Runs a function that may spend at most this work, and at most the remaining work of the turn.
    pub fn within<T>(&mut self, work: Work, run: impl FnOnce(&mut Self) -> T) -> T {
        let whole = self.work;
        self.work = whole.min(self.spent.saturating_add(work));
        let result = run(self);
        self.work = whole;
        result
    }

    /// Runs a function with a separate work limit, without charging its work to the turn.
    pub fn aside<T>(&mut self, work: Work, run: impl FnOnce(&mut Self) -> T) -> T {
        let (whole, spent) = (self.work, self.spent);
        (self.work, self.spent) = (work, 0);
        let result = run(self);
        (self.work, self.spent) = (whole, spent);
        result
    }

    /// Returns the work charged in this turn.
    pub const fn spent(&self) -> Work {
        self.spent
    }

    /// Returns the remaining work of the turn.
    pub const fn left(&self) -> Work {
        self.work.saturating_sub(self.spent)
    }

    /// Returns the cost of the best plan so far, or [`INFINITE`] without a plan. It can fall during a turn.
    pub fn best(&self) -> Cost {
        self.best.load(Ordering::Relaxed)
    }
}

/// The result of a turn. `R` is the type of the reasons that are specific to the problem.
#[derive(Debug)]
pub enum Turn<R = NoReason> {
    /// A plan and its method. The engine may find more plans.
    Plan(Plan<ActionId>, Method),
    /// No plan costs less than the bound of the certificate.
    Bound(Certificate<R>, Method),
    /// Like `Bound`, but the engine does not know whether the claim is true. If the check rejects the claim, the engine
    /// is done.
    Guess(Certificate<R>, Method),
    /// A horizon has no plan. If this implies that there is no plan at all, the race ends; otherwise the engine is
    /// done.
    HorizonRefuted(RefutedHorizon, Method),
    /// The budget is spent, and the engine can continue in another turn.
    Paused,
    /// The engine can only continue after a turn of another engine.
    Blocked,
    /// The engine is done without an answer, for this reason.
    Done(StopReason),
}

impl Turn {
    /// Creates the result of a search that found these actions.
    pub(crate) fn path(actions: impl IntoIterator<Item = ActionId>, method: Method) -> Self {
        Self::Plan(Plan::sequential(actions), method)
    }

    /// Returns the actions of the plan, if the result is a plan.
    pub fn into_path(self) -> Option<Vec<ActionId>> {
        let Self::Plan(plan, _) = self else {
            return None;
        };
        Some(plan.into_actions())
    }

    /// Creates a bound whose certificate is a closed set of states.
    pub(crate) fn closed(task: &Task, set: ClosedSet<Fluent>, method: Method) -> Self {
        Self::Bound(Certificate::ClosedSet(Box::new(set.named(task))), method)
    }

    /// Converts the result to the type for any problem, including problems with additional kinds of reasons.
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

/// A function that runs a turn of an engine, until the engine has a claim or has spent the budget. Engines of this
/// crate see the ground task, never the problem. Reaching a limit is not an error. An error is internal (two parts of
/// the program contradict each other), or comes from a faulty backend if no other backend is left.
type TurnFunction<'a, R> = dyn FnMut(&mut Budget<'_>) -> Result<Turn<R>, Error> + Send + 'a;

/// An engine in a race, with its scheduling parameters. The race is the same for all kinds of task; only their tables
/// of slots differ.
pub struct Slot<'a, R> {
    /// The name of the engine in answers and result files.
    pub(crate) name: &'static str,
    /// The work of the first turn: the smallest useful amount, such as one level of a search, one horizon or one linear
    /// program. An engine starts after the first turns of all engines before it in the table.
    pub(crate) first_turn: Work,
    pub(crate) turn: Box<TurnFunction<'a, R>>,
    /// Engines get work in proportion to their shares.
    pub share: u64,
    /// The engine does not start before all engines together have done this work, unless no other engine is left.
    pub from: Work,
    /// Total work after which the engine ends; `None` without a limit.
    pub until: Option<Work>,
    /// Maximum number of threads that the engine can use.
    pub threads: usize,
    /// The states of the engine may use the total memory divided by this number.
    pub memory_share: u64,
    /// When the engine has turns: always, only before the first plan, or only after it.
    pub when: When,
    /// Whether the engine is a clone of the previous engine in the table. Clones start together, and their time is
    /// recorded once.
    pub(crate) beside: bool,
}

/// When an engine has turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// At any time.
    Always,
    /// As long as there is no plan.
    BeforeFirstPlan,
    /// When there is a plan. Without a plan, the engine waits until the charges for waiting reach `patience`, and then
    /// runs.
    AfterFirstPlan {
        /// Maximum sum of the charges for waiting.
        patience: Work,
    },
}

impl<'a, R: 'a> Slot<'a, R> {
    /// Total memory of all engines if there is no limit, in MiB.
    const ENOUGH_MIB: u64 = 8192;

    /// Creates an engine with share 1 and one thread, without a work limit.
    pub fn new(
        name: &'static str,
        first_turn: Work,
        mut turn: impl FnMut(&mut Budget<'_>) -> Result<Turn, Error> + Send + 'a,
    ) -> Self {
        Self::own(name, first_turn, move |budget| {
            turn(budget).map(Turn::for_any)
        })
    }

    /// Like [`Slot::new`], with a clone of the engine for each thread. The clones start together.
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

    /// Like [`Slot::new`], for an engine that finds reasons specific to the problem.
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

    /// Sets the total work of all engines after which this engine starts.
    #[must_use]
    pub fn from(self, from: Work) -> Self {
        Self { from, ..self }
    }

    /// Sets the divisor of the total memory for the states of the engine.
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

    /// Limits the work of the engine.
    #[must_use]
    pub fn until(self, work: Work) -> Self {
        let until = Some(work);
        Self { until, ..self }
    }

    /// Returns the memory that the states of the engine may use, in MiB.
    pub(crate) fn memory_mib(&self, stop: &Stop) -> u64 {
        stop.memory_mib().unwrap_or(Self::ENOUGH_MIB) / self.memory_share
    }

    /// Sets when the engine has turns.
    #[must_use]
    pub fn when(self, when: When) -> Self {
        Self { when, ..self }
    }

    /// Sets the maximum number of threads of a turn.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        let threads = threads.max(1);
        Self { threads, ..self }
    }
}
