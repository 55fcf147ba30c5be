//! The race: engines by turns on some threads, until the question is answered, all are done or a limit is hit.
//!
//! It is the only owner of threads, turns, shares, panics and errors, and the only place that replays plans and checks
//! certificates (`evidence`).
//!
//! Engines begin in the order of their table, each after the first turns of those before it; some begin only after a
//! given amount of total work. Then the engine with the least work per share is next. A turn that improves the plan is
//! charged at 25 %, so that engines that make progress are scheduled again soon. Each turn gets half the work that the
//! engine has used so far; if it is the only engine left, four times. The race ends when all engines that are left are
//! blocked. With one thread the order depends on counted work only.
//!
//! A panic or an error of one engine ends the race with an internal error. So does a plan that costs less than a checked
//! bound.

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
pub use evidence::{Aim, Better, Raced};
use evidence::{Ended, Evidence, Known, Record};
use saut_base::stop::{Stop, StopReason};
use saut_task::domain::{Cost, INFINITE, Problem};
use saut_task::progress::Progress;

/// Runs the engines of a table by turns, on the threads and within the limits of the settings. `given` is a plan to begin
/// with, with its cost. `better` hears of every plan that is better than those before it, when it is found; the observer
/// of the settings of turns and bounds.
///
/// # Errors
/// A fault of ours, which is never called "undecided": an engine that panicked, a plan or a certificate that was
/// refused, a plan that costs less than a checked bound. A backend's fault, if no other is left.
pub fn race<P: Problem>(
    problem: &P,
    aim: Aim,
    given: Option<(P::Plan, Cost)>,
    table: Vec<Slot<'_, P::Reason>>,
    settings: &Settings,
    better: &Better<'_, P>,
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

/// Any plan, or that there is none: a race in which nobody hears of plans.
///
/// # Errors
/// As [`race`].
pub fn any_plan<P: Problem>(
    problem: &P,
    table: Vec<Slot<'_, P::Reason>>,
    settings: &Settings,
) -> Result<Raced<P>, Error> {
    race(problem, Aim::AnyPlan, None, table, settings, &|_, _| {})
}

/// Turns the claim of an engine's turn into evidence.
type Judge<'a, R> = dyn Fn(&str, Turn<R>, &mut Budget<'_>) -> Result<Ended, Error> + Sync + 'a;

/// The race itself. It does not know the problem, so that it is compiled once for each kind of reason.
fn run<R>(
    judge: &Judge<'_, R>,
    known: &Known,
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
    known: &'a Known,
    aim: Aim,
    watch: Option<&'a dyn Progress>,
    /// Ends with the limits of the caller, and when there is an answer.
    ended: Stop,
    state: Mutex<State<'s, R>>,
    changed: Condvar,
}

struct State<'s, R> {
    /// Engines that nobody runs at the moment.
    waiting: Vec<Runner<'s, R>>,
    /// The places of those under way, with whether it is their first turn, in which others do not begin. A thread leaves
    /// only when nothing waits *and* nothing runs.
    running: Vec<(usize, bool)>,
    /// The work of all turns so far.
    spent: Work,
    /// Threads that nobody uses.
    free: usize,
    record: Record,
    fault: Option<Error>,
}

struct Runner<'s, R> {
    slot: Slot<'s, R>,
    /// Its place in the table.
    place: usize,
    spent: Work,
    /// The work that its next turn waits for.
    charged: Work,
    turns: u32,
    /// Whether it has nothing to do until another has had a turn.
    waits: bool,
    /// The threads and the work of the turn that is under way.
    threads: usize,
    work: Work,
}

impl<R> Runner<'_, R> {
    /// The work of the next turn.
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

    /// A turn of the engine, or of waiting for a plan.
    fn turn(&mut self, judge: &Judge<'_, R>, budget: &mut Budget<'_>) -> Result<Ended, Error> {
        let has_plan = budget.best() < INFINITE;
        match self.slot.when {
            When::BeforeFirstPlan if has_plan => Ok(Ended::Done(StopReason::NothingLeft, None)),
            When::AfterFirstPlan { patience } if !has_plan && self.spent < patience => {
                budget.spend(WAITING);
                Ok(Ended::Paused)
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

/// A turn with a better plan is charged as this part of it.
const BETTER: Work = 4;

/// The charge for a turn of waiting for a plan.
const WAITING: Work = 20_000;

/// A thread with nothing to do looks again after so long, for the time may be over.
const LOOKS_AGAIN: Duration = Duration::from_millis(20);

impl<'s, R> Race<'_, 's, R> {
    fn state(&self) -> MutexGuard<'_, State<'s, R>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One thread: turn after turn.
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

    /// The next engine with the threads that it may use; waits while there is none and others are still running.
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

    /// Records the end of a turn, and keeps the engine where it can go on.
    fn put_back(
        &self,
        mut runner: Runner<'s, R>,
        budget: &mut Budget<'_>,
        elapsed: Duration,
        ended: Result<Ended, Error>,
    ) {
        let spent = budget.spent().max(1);
        runner.spent = runner.spent.saturating_add(spent);
        runner.charged = runner.charged.saturating_add(spent);
        runner.turns += 1;
        let mut state = self.state();
        let of_all = spent.saturating_mul(runner.threads as Work);
        state.spent = state.spent.saturating_add(of_all);
        let facts = &mut state.record.facts;
        facts.attempts += budget.attempts();
        facts.conflicts += budget.conflicts();
        facts.warnings.append(&mut budget.warnings);
        if !runner.slot.beside {
            facts.book(runner.slot.name, elapsed);
        }
        state.running.retain(|(place, _)| *place != runner.place);
        state.free += runner.threads;
        runner.waits = matches!(ended, Ok(Ended::Blocked));
        if !runner.waits {
            state.waiting.iter_mut().for_each(|it| it.waits = false);
        }
        let goes_on = match ended {
            Ok(Ended::Improved) => {
                runner.charged -= spent - spent / BETTER;
                true
            }
            Ok(Ended::Paused | Ended::Blocked) => true,
            Ok(Ended::Done(why, method)) => {
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
            let fact = format!("a plan costs {cost}, and a checked bound is above it");
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

    /// Cost of the best plan, and the best bound.
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
    /// The engine that is next, with its threads and its work.
    fn take(&mut self) -> Option<Runner<'s, R>> {
        let nothing_comes = self.running.is_empty() && self.waiting.iter().all(|it| it.waits);
        if self.free == 0 || nothing_comes {
            return None;
        }
        // Those that have not begun do so in the order of the table, when all before have had their first turn.
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
