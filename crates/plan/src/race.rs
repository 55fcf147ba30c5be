//! The race: engines run in turns on some threads until there is an answer, all engines are done, or a limit is
//! reached.
//!
//! The race manages threads, turns, shares, panics and errors. The problem validates the plans of the engines, and the
//! race checks their certificates (`evidence`).
//!
//! Engines start in the order of their table, each after the first turns of the engines before it. Some engines start
//! only after a given amount of total work. Later, the engine with the least work for its share is next. A turn that
//! improves the plan is charged at 25 %, so that an engine that makes progress is soon scheduled again. A turn may use
//! half of the work that the engine has used so far, or four times that work if no other engine is left. The race ends
//! when all remaining engines are blocked. With one thread, the order depends only on the work charged to the engines.
//!
//! A panic or an error of one engine ends the race with an error. So does a plan that costs less than a checked bound.

mod evidence;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::decision::Method;
use crate::engine::{Budget, Slot, Turn, When};
use crate::error::Error;
use crate::settings::Settings;
use crate::work::Work;
pub use evidence::{Aim, PlanObserver, Raced};
use evidence::{CostBounds, Evidence, Record, TurnResult};
use saut_base::stop::{Stop, StopReason};
use saut_task::domain::{Cost, INFINITE, Problem};
use saut_task::progress::Progress;

/// Runs the engines of a table in turns, with the threads and the limits of the settings. `given` is an initial plan
/// with its cost. `better` is called with every plan that is better than all plans before. The receiver of progress
/// events in the settings is notified of turns and bounds.
///
/// # Errors
/// An internal error, if an engine panicked, a plan or certificate was rejected, or a plan costs less than a checked
/// bound. Such an error is never reported as "undecided". A fault of a backend is an error if no other backend is left.
pub fn race<P: Problem>(
    problem: &P,
    aim: Aim,
    given: Option<(P::Plan, Cost)>,
    table: Vec<Slot<'_, P::Reason>>,
    settings: &Settings,
    better: &PlanObserver<'_, P>,
) -> Result<Raced<P>, Error> {
    let began = Instant::now();
    let evidence = Evidence::new(problem, aim, better, settings.progress.as_deref());
    if let Some((plan, cost)) = given {
        evidence.keep(plan, cost, Method::search("improved"));
    }
    let judge =
        |engine: &str, turn, budget: &mut Budget<'_>| evidence.conclude(engine, turn, budget);
    let record = run(&judge, &evidence.known, aim, table, settings)?;
    let mut answer = evidence.answer(record, &settings.stop);
    answer.elapsed = began.elapsed();
    Ok(answer)
}

/// Finds any plan, or shows that there is none: a race without a callback for plans.
///
/// # Errors
/// Same as [`race`].
pub fn any_plan<P: Problem>(
    problem: &P,
    table: Vec<Slot<'_, P::Reason>>,
    settings: &Settings,
) -> Result<Raced<P>, Error> {
    race(problem, Aim::AnyPlan, None, table, settings, &|_, _| {})
}

/// A function that checks the claim of a turn and stores it as evidence.
type Judge<'a, R> = dyn Fn(&str, Turn<R>, &mut Budget<'_>) -> Result<TurnResult, Error> + Sync + 'a;

/// Runs the race. This function does not know the problem, so that it is compiled only once for each kind of reason.
fn run<R>(
    judge: &Judge<'_, R>,
    known: &CostBounds,
    aim: Aim,
    table: Vec<Slot<'_, R>>,
    settings: &Settings,
) -> Result<Record, Error> {
    let threads = settings.threads();
    let runner = |(place, slot)| Runner {
        slot,
        place,
        spent: 0,
        charged: 0,
        turns: 0,
        waits: false,
        threads: 0,
        work: 0,
    };
    let race = Race {
        judge,
        known,
        aim,
        watch: settings.progress.as_deref(),
        ended: settings.stop.child(),
        state: Mutex::new(State {
            waiting: table.into_iter().enumerate().map(runner).collect(),
            running: Vec::new(),
            spent: 0,
            free: threads.max(1),
            record: Record::default(),
            fault: None,
        }),
        changed: Condvar::new(),
    };
    if race.is_settled() {
        race.ended.request();
    }
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(|| race.serve());
        }
        race.serve();
    });
    let state = race.state.into_inner();
    let State { record, fault, .. } = state.unwrap_or_else(PoisonError::into_inner);
    fault.map_or(Ok(record), Err)
}

struct Race<'a, 's, R> {
    judge: &'a Judge<'a, R>,
    known: &'a CostBounds,
    aim: Aim,
    watch: Option<&'a dyn Progress>,
    /// Stops the turns when a limit of the caller is reached, or when there is an answer.
    ended: Stop,
    state: Mutex<State<'s, R>>,
    changed: Condvar,
}

struct State<'s, R> {
    /// Engines that do not have a turn at the moment.
    waiting: Vec<Runner<'s, R>>,
    /// Engines that have a turn now: the place of each, and whether the turn is its first one. During a first turn,
    /// only clones start. A thread ends only if no engine can run *and* none is running.
    running: Vec<(usize, bool)>,
    /// Total work of all turns so far.
    spent: Work,
    /// Number of unused threads.
    free: usize,
    record: Record,
    fault: Option<Error>,
}

struct Runner<'s, R> {
    slot: Slot<'s, R>,
    /// Index of the engine in the table.
    place: usize,
    spent: Work,
    /// The work charged so far, which determines when the engine gets its next turn.
    charged: Work,
    turns: u32,
    /// Whether the engine can only continue after a turn of another engine.
    waits: bool,
    /// The threads and the work of the current turn.
    threads: usize,
    work: Work,
}

impl<R> Runner<'_, R> {
    /// Returns the work of the next turn.
    fn next(&self, is_alone: bool) -> Work {
        let turn = if is_alone {
            self.spent.saturating_mul(4)
        } else {
            self.spent / 2
        };
        let turn = turn.max(self.slot.first_turn);
        let until = self.slot.until.unwrap_or(Work::MAX);
        turn.min(until.saturating_sub(self.spent)).max(1)
    }

    /// Runs a turn of the engine, or a turn of waiting for a plan.
    fn turn(&mut self, judge: &Judge<'_, R>, budget: &mut Budget<'_>) -> Result<TurnResult, Error> {
        let has_plan = budget.best() < INFINITE;
        match self.slot.when {
            When::BeforeFirstPlan if has_plan => {
                Ok(TurnResult::Done(StopReason::NothingLeft, None))
            }
            When::AfterFirstPlan { patience } if !has_plan && self.spent < patience => {
                budget.spend(WAITING);
                Ok(TurnResult::Paused)
            }
            When::Always | When::BeforeFirstPlan | When::AfterFirstPlan { .. } => {
                let turn = (self.slot.turn)(budget)?;
                judge(self.slot.name, turn, budget)
            }
        }
    }

    fn is_over(&self) -> bool {
        self.slot.until.is_some_and(|until| self.spent >= until)
    }
}

/// A turn with a better plan is charged at its work divided by this number.
const BETTER: Work = 4;

/// The charge for a turn of waiting.
const WAITING: Work = 20_000;

/// Interval at which an idle thread checks whether the time is over.
const LOOKS_AGAIN: Duration = Duration::from_millis(20);

impl<'s, R> Race<'_, 's, R> {
    fn state(&self) -> MutexGuard<'_, State<'s, R>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs turns on one thread until no engine is left or the race ends.
    fn serve(&self) {
        while let Some(mut runner) = self.take() {
            let (best, ended) = (&self.known.cost, &self.ended);
            let memory = runner.slot.memory_mib(ended);
            let mut budget = Budget::new(runner.work, runner.threads, memory, ended, best);
            let began = Instant::now();
            let name = runner.slot.name;
            if let Some(watch) = self.watch {
                watch.turn(name);
            }
            let turn = AssertUnwindSafe(|| runner.turn(self.judge, &mut budget));
            let ended = catch_unwind(turn);
            let ended = ended.unwrap_or_else(|cause| Err(Error::panicked(name, &*cause)));
            self.put_back(runner, &mut budget, began.elapsed(), ended);
        }
        self.changed.notify_all();
    }

    /// Takes the next engine. Waits if no engine is ready but some engines are still running.
    fn take(&self) -> Option<Runner<'s, R>> {
        let mut state = self.state();
        while self.ended.stop_reason().is_none() {
            if let Some(runner) = state.take() {
                return Some(runner);
            }
            if state.running.is_empty() {
                return None;
            }
            let waited = self.changed.wait_timeout(state, LOOKS_AGAIN);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        None
    }

    /// Records the end of a turn, and keeps the engine if it can continue.
    fn put_back(
        &self,
        mut runner: Runner<'s, R>,
        budget: &mut Budget<'_>,
        elapsed: Duration,
        ended: Result<TurnResult, Error>,
    ) {
        let spent = budget.spent().max(1);
        runner.spent = runner.spent.saturating_add(spent);
        runner.charged = runner.charged.saturating_add(spent);
        runner.turns += 1;
        let mut state = self.state();
        let of_all = spent.saturating_mul(runner.threads as Work);
        state.spent = state.spent.saturating_add(of_all);
        let facts = &mut state.record.facts;
        facts.attempts += budget.attempts;
        facts.conflicts += budget.conflicts;
        facts.warnings.append(&mut budget.warnings);
        facts.unproved.append(&mut budget.unproved);
        if !runner.slot.beside {
            facts.book(runner.slot.name, elapsed, spent);
        }
        state.running.retain(|(place, _)| *place != runner.place);
        state.free += runner.threads;
        runner.waits = matches!(ended, Ok(TurnResult::Blocked));
        if !runner.waits {
            state.waiting.iter_mut().for_each(|it| it.waits = false);
        }
        let goes_on = match ended {
            Ok(TurnResult::Improved) => {
                runner.charged -= spent - spent / BETTER;
                true
            }
            Ok(TurnResult::Paused | TurnResult::Blocked) => true,
            Ok(TurnResult::Done(why, method)) => {
                state.record.why.push((why, method));
                false
            }
            Err(fault) => {
                state.fault.get_or_insert(fault);
                false
            }
        };
        let (cost, bound) = self.known();
        if cost < bound {
            let fact = format!("a plan costs {cost}, but a checked bound is higher");
            let fault = Error::internal("two answers contradict each other", fact);
            state.fault.get_or_insert(fault);
        }
        if goes_on && runner.is_over() {
            let why = (StopReason::EffortSpent, None);
            state.record.why.push(why);
        } else if goes_on {
            state.waiting.push(runner);
        }
        if state.fault.is_some() || self.is_settled() {
            self.ended.request();
        }
        self.changed.notify_all();
    }

    /// Returns the cost of the best plan, and the best bound.
    fn known(&self) -> (Cost, Cost) {
        let bound = self.known.bound.load(Ordering::Relaxed);
        (self.known.cost.load(Ordering::Relaxed), bound)
    }

    fn is_settled(&self) -> bool {
        match (self.known(), self.aim) {
            ((INFINITE, bound), _) => bound == INFINITE,
            (_, Aim::AnyPlan) => true,
            ((cost, bound), Aim::Cheapest) => bound >= cost,
            (_, Aim::Shortest) => false,
        }
    }
}

impl<'s, R> State<'s, R> {
    /// Returns the next engine, with its threads and its work.
    fn take(&mut self) -> Option<Runner<'s, R>> {
        let nothing_comes = self.running.is_empty() && self.waiting.iter().all(|it| it.waits);
        if self.free == 0 || nothing_comes {
            return None;
        }
        // New engines start in the order of the table, when all engines before them have had their first turn.
        let waiting = || self.waiting.iter().enumerate();
        let first = waiting().filter(|(_, it)| it.turns == 0);
        let first = first.min_by_key(|(_, it)| it.place);
        let begun = waiting().filter(|(_, it)| it.turns > 0 && !it.waits);
        let begun = begun.min_by_key(|(_, it)| {
            let weighed = u128::from(it.charged) * 1_000 / u128::from(it.slot.share.max(1));
            (weighed, it.place)
        });
        let waits = self.running.iter().any(|(_, is_first)| *is_first);
        let nobody_else = begun.is_none() && self.running.is_empty();
        let may_begin = |it: &Runner<'_, R>| {
            (!waits || it.slot.beside) && (self.spent >= it.slot.from || nobody_else)
        };
        let index = match (first, begun) {
            (Some((index, it)), _) if may_begin(it) => index,
            (_, begun) => begun?.0,
        };
        let mut runner = self.waiting.remove(index);
        self.running.push((runner.place, runner.turns == 0));
        runner.threads = runner.slot.threads.min(self.free);
        self.free -= runner.threads;
        let is_alone = self.waiting.is_empty() && self.running.len() == 1;
        runner.work = runner.next(is_alone);
        Some(runner)
    }
}

#[cfg(test)]
mod tests;
