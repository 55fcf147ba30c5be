//! Engines: resumable ways to find plans or bounds, which work by turns.
//!
//! An engine says *plan*, *no plan costs less than this*, *more* or *done*. What it says is evidence by its type: a
//! plan is a [`Domain::Replayed`], which only the rules make, and a bound is a [`Checked`] certificate, which only a
//! check makes. Who owns threads, turns, shares, panics and errors is [`race`](crate::race::race).

use std::sync::atomic::{AtomicU64, Ordering};

use crate::decision::Method;
use crate::error::Error;
use crate::work::Work;
use saut_base::stop::{Stop, StopReason};
use saut_task::certificate::Checked;
use saut_task::domain::{Cost, Domain, RefusedReplay};
use saut_task::plan::Plan;
use saut_task::proof::RefutedHorizon;
use saut_task::task::ActionId;

/// Limits of one turn, and what is known so far.
#[derive(Debug)]
pub struct Budget<'a> {
    work: Work,
    spent: Work,
    threads: usize,
    memory_mib: u64,
    stop: Stop,
    best: &'a AtomicU64,
}

impl<'a> Budget<'a> {
    /// Memory of all engines where there is no limit, in MiB.
    const ENOUGH_MIB: u64 = 8192;

    /// Budget of a turn. `best` is the cost of the best plan so far, [`INFINITE`](saut_task::INFINITE) where there is
    /// none; `memory_share` is the part of the memory that the engine may use.
    pub fn new(
        work: Work,
        threads: usize,
        memory_share: u64,
        stop: Stop,
        best: &'a AtomicU64,
    ) -> Self {
        Self {
            work,
            spent: 0,
            threads,
            memory_mib: stop.memory_mib().unwrap_or(Self::ENOUGH_MIB) / memory_share,
            stop,
            best,
        }
    }

    /// Charges work; whether the turn may go on.
    pub fn spend(&mut self, work: Work) -> bool {
        self.spent = self.spent.saturating_add(work);
        self.spent < self.work
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
    pub const fn stop(&self) -> &Stop {
        &self.stop
    }

    /// The cost of the best plan so far, [`INFINITE`](saut_task::INFINITE) where there is none; it may fall
    /// while a turn runs.
    pub fn best(&self) -> Cost {
        self.best.load(Ordering::Relaxed)
    }
}

/// The end of a turn.
pub enum Turn<D: Domain> {
    /// A plan, replayed, and what gave it. The engine may have more.
    Plan(D::Replayed, Method),
    /// No plan costs less, and why; of cost [`INFINITE`](saut_task::INFINITE): there is none.
    AtLeast(Checked<D::Reason>, Method),
    /// The horizon that the question named has no plan, with its checked proof, and the engine is done.
    Refuted(RefutedHorizon, Method),
    /// The budget is spent, and another turn would go on.
    More,
    /// There is nothing to do until another engine has had a turn.
    Waits,
    /// The engine has come to its end without an answer, for this reason.
    Done(StopReason),
}

/// A resumable way to find plans or bounds.
pub trait Engine<D: Domain>: Send {
    /// The name in answers and records.
    fn name(&self) -> &'static str;

    /// The least work of a useful turn: one level of a search, one horizon, one linear program. The first turn is of
    /// so much work, and an engine of the table begins when those before it have had theirs.
    fn least(&self) -> Work {
        1
    }

    /// Works until there is something to say or the budget is spent.
    ///
    /// # Errors
    /// A part of ours that contradicts another, or a backend at fault with no other left. Limits are no errors.
    fn turn(&mut self, budget: &mut Budget<'_>) -> Result<Turn<D>, Error>;

    /// Formulas tried and their conflicts, for engines that solve formulas.
    fn formulas(&self) -> (usize, u64) {
        (0, 0)
    }

    /// Faults that it went on without, since it was last asked.
    fn warnings(&mut self) -> Vec<String> {
        Vec::new()
    }
}

/// The place of an engine in a race. A table of these is all that differs between kinds of task.
pub struct Slot<'a, D: Domain> {
    /// The engine.
    pub engine: Box<dyn Engine<D> + 'a>,
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
    /// Whether others may begin while its first turn lasts.
    pub beside: bool,
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

impl<'a, D: Domain> Slot<'a, D> {
    /// An engine of share 1 on one thread that may go on to the end.
    pub fn new(engine: impl Engine<D> + 'a) -> Self {
        Self {
            engine: Box::new(engine),
            share: 1,
            from: 0,
            until: None,
            threads: 1,
            memory_share: 4,
            when: When::Always,
            beside: false,
        }
    }

    /// Lets others begin while its first turn lasts.
    #[must_use]
    pub fn beside(self) -> Self {
        Self {
            beside: true,
            ..self
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

    /// Limits the engine to its first turn.
    #[must_use]
    pub fn once(self) -> Self {
        let until = Some(self.engine.least());
        Self { until, ..self }
    }

    /// Sets the engine's own work after which it ends.
    #[must_use]
    pub fn until(self, until: Work) -> Self {
        let until = Some(until);
        Self { until, ..self }
    }

    /// Sets the part of the memory.
    #[must_use]
    pub fn memory_share(self, memory_share: u64) -> Self {
        Self {
            memory_share,
            ..self
        }
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

/// Replays a plan that an engine has found by itself, without a backend between.
///
/// # Errors
/// [`Error::Internal`] if the rules refuse it.
pub fn replay<D: Domain>(
    domain: &D,
    engine: &str,
    actions: impl IntoIterator<Item = ActionId>,
) -> Result<D::Replayed, Error> {
    let refused = |no: RefusedReplay| Error::internal(format!("a plan of {engine} is refused"), no);
    domain.replay(Plan::sequential(actions)).map_err(refused)
}
