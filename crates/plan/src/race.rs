//! The race: engines by turns on some threads, until the question is answered, all are done or a limit is hit.
//!
//! It is the only owner of threads, turns, shares, panics and errors. Engines begin in the order of their table, each
//! after the first turns of those before it, and some only when all together have spent a certain work; then whoever
//! has spent the least for its share is next; a turn that brought a better plan counts a quarter, so that who makes plans
//! better goes on with it. A turn is half as long as all turns of the engine before, and four times
//! as long as these when no other is left. When all that are left wait for each other, they are done. With one thread the choice depends on counted work only.
//!
//! A panic or an error of one engine ends all, and is an error of ours; a plan that costs less than a bound that was
//! checked is one, too.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::decision::{Decision, Method, Verdict};
use crate::engine::{Budget, Slot, Turn, When};
use crate::error::Error;
use crate::settings::Settings;
use crate::work::Work;
use saut_base::stop::{Stop, StopReason};
use saut_task::certificate::Checked;
use saut_task::domain::{Cost, Domain, INFINITE, Reasons};
use saut_task::progress::Progress;

/// Aim of a race.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Aim {
    /// Any plan, or that there is none.
    #[default]
    AnyPlan,
    /// A plan of which no other costs less.
    Cheapest,
    /// A plan of the fewest steps: it costs as many as the formula has that gave it. The engines say when they are done.
    Shortest,
}

/// Hears of a plan that is better than those before it: the plan, and what shows the best bound so far, if anything does.
pub type Better<'a, D> =
    dyn Fn(&<D as Domain>::Replayed, Option<&Checked<<D as Reasons>::Reason>>) + Sync + 'a;

/// The answer of a race, for the plans and the reasons of a domain.
pub type Raced<D> = Decision<<D as Domain>::Replayed, Checked<<D as Reasons>::Reason>>;

/// Runs the engines of a table by turns, on the threads and within the limits of the settings. `better` hears of every
/// plan that is better than those before it, when it is found; the observer of the settings of turns and bounds.
///
/// # Errors
/// A fault of ours, which is never called "undecided": an engine that panicked, a plan or a certificate that was
/// refused, a plan that costs less than a checked bound. A backend's fault, if no other is left.
pub fn race<D: Domain>(
    domain: &D,
    aim: Aim,
    table: Vec<Slot<'_, D>>,
    settings: &Settings,
    better: &Better<'_, D>,
) -> Result<Raced<D>, Error> {
    let (threads, stop) = (settings.threads(), &settings.stop);
    let runner = |(place, slot)| Runner {
        slot,
        place,
        spent: 0,
        charged: 0,
        turns: 0,
        waits: false,
    };
    let began = Instant::now();
    let race = Race {
        domain,
        aim,
        better,
        watch: settings.progress.as_deref(),
        ended: stop.child(),
        best: AtomicU64::new(INFINITE),
        state: Mutex::new(State {
            waiting: table.into_iter().enumerate().map(runner).collect(),
            running: Vec::new(),
            spent: 0,
            free: threads.max(1),
            plan: None,
            bound: None,
            why: Vec::new(),
            record: Decision::default(),
            fault: None,
        }),
        changed: Condvar::new(),
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(|| race.serve());
        }
        race.serve();
    });
    let state = race.state.into_inner();
    let mut answer = state
        .unwrap_or_else(PoisonError::into_inner)
        .answer(aim, stop)?;
    answer.elapsed = began.elapsed();
    Ok(answer)
}

/// Any plan, or that there is none: a race in which nobody hears of plans.
///
/// # Errors
/// As [`race`].
pub fn any_plan<D: Domain>(
    domain: &D,
    table: Vec<Slot<'_, D>>,
    settings: &Settings,
) -> Result<Raced<D>, Error> {
    race(domain, Aim::AnyPlan, table, settings, &|_, _| {})
}

struct Race<'a, 's, D: Domain> {
    domain: &'a D,
    aim: Aim,
    better: &'a Better<'a, D>,
    watch: Option<&'a dyn Progress>,
    /// Ends with the limits of the caller, and when there is an answer.
    ended: Stop,
    best: AtomicU64,
    state: Mutex<State<'s, D>>,
    changed: Condvar,
}

struct State<'s, D: Domain> {
    /// Engines that nobody runs at the moment.
    waiting: Vec<Runner<'s, D>>,
    /// The places of those under way, with whether others wait for their first turn before they begin. A thread leaves
    /// only when nothing waits *and* nothing runs.
    running: Vec<(usize, bool)>,
    /// The work of all turns so far.
    spent: Work,
    /// Threads that nobody uses.
    free: usize,
    plan: Option<(D::Replayed, Cost, Method)>,
    bound: Option<(Checked<D::Reason>, Method)>,
    /// Reasons why engines ended without an answer.
    why: Vec<(StopReason, Option<Method>)>,
    /// Facts beside plan and bound: refuted horizons, times, warnings.
    record: Raced<D>,
    fault: Option<Error>,
}

struct Runner<'s, D: Domain> {
    slot: Slot<'s, D>,
    /// Its place in the table.
    place: usize,
    spent: Work,
    /// The work that its next turn waits for.
    charged: Work,
    turns: u32,
    /// Whether it has nothing to do until another has had a turn.
    waits: bool,
}

/// An engine whose turn it is.
struct Taken<'s, D: Domain> {
    runner: Runner<'s, D>,
    threads: usize,
    work: Work,
}

impl<D: Domain> Runner<'_, D> {
    /// The work of the next turn.
    fn next(&self, is_alone: bool) -> Work {
        let turn = if is_alone {
            self.spent.saturating_mul(4)
        } else {
            self.spent / 2
        };
        let turn = turn.max(self.slot.engine.least());
        let until = self.slot.until.unwrap_or(Work::MAX);
        turn.min(until.saturating_sub(self.spent)).max(1)
    }

    /// A turn of the engine, or of waiting for a plan.
    fn turn(&mut self, budget: &mut Budget<'_>) -> Result<Turn<D>, Error> {
        let has_plan = budget.best() < INFINITE;
        match self.slot.when {
            When::BeforeFirstPlan if has_plan => Ok(Turn::Done(StopReason::NothingLeft)),
            When::AfterFirstPlan { patience } if !has_plan && self.spent < patience => {
                budget.spend(WAITING);
                Ok(Turn::More)
            }
            When::Always | When::BeforeFirstPlan | When::AfterFirstPlan { .. } => {
                self.slot.engine.turn(budget)
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

impl<'s, D: Domain> Race<'_, 's, D> {
    fn state(&self) -> MutexGuard<'_, State<'s, D>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One thread: turn after turn.
    fn serve(&self) {
        while let Some(Taken {
            mut runner,
            threads,
            work,
        }) = self.take()
        {
            let (stop, memory) = (self.ended.clone(), runner.slot.memory_share);
            let mut budget = Budget::new(work, threads, memory, stop, &self.best);
            let began = Instant::now();
            if let Some(watch) = self.watch {
                watch.turn(runner.slot.engine.name());
            }
            let name = runner.slot.engine.name();
            let turn = catch_unwind(AssertUnwindSafe(|| runner.turn(&mut budget)));
            let turn = turn.unwrap_or_else(|cause| Err(Error::panicked(name, &*cause)));
            if let (Some(watch), Ok(Turn::AtLeast(checked, _))) = (self.watch, &turn)
                && checked.bound() < INFINITE
            {
                watch.at_least(checked.bound());
            }
            let spent = budget.spent().max(1);
            runner.spent = runner.spent.saturating_add(spent);
            runner.charged = runner.charged.saturating_add(spent);
            runner.turns += 1;
            self.put_back(runner, threads, (began.elapsed(), spent), turn);
        }
        self.changed.notify_all();
    }

    /// The next engine with the threads that it may use; waits while there is none and others are still running.
    fn take(&self) -> Option<Taken<'s, D>> {
        let mut state = self.state();
        while self.ended.stop_reason().is_none() {
            if let Some(taken) = state.take() {
                return Some(taken);
            }
            if state.running.is_empty() {
                return None;
            }
            let waited = self.changed.wait_timeout(state, LOOKS_AGAIN);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        None
    }

    /// Keeps what a turn brought, and the engine where it can go on.
    fn put_back(
        &self,
        mut runner: Runner<'s, D>,
        threads: usize,
        (elapsed, spent): (Duration, Work),
        turn: Result<Turn<D>, Error>,
    ) {
        let mut state = self.state();
        state.spent = state
            .spent
            .saturating_add(spent.saturating_mul(threads as Work));
        let warnings = runner.slot.engine.warnings();
        state.record.warnings.extend(warnings);
        state.record.book(runner.slot.engine.name(), elapsed);
        state.running.retain(|(place, _)| *place != runner.place);
        state.free += threads;
        runner.waits = matches!(turn, Ok(Turn::Waits));
        if !runner.waits {
            state.waiting.iter_mut().for_each(|it| it.waits = false);
        }
        let goes_on = match turn {
            Ok(Turn::Plan(plan, method)) => {
                let cost = match (self.aim, &method) {
                    (Aim::Shortest, Method::Formula { horizon, .. }) => *horizon as Cost,
                    _ => self.domain.cost(&plan),
                };
                if cost < self.best.fetch_min(cost, Ordering::Relaxed) {
                    runner.charged -= spent - spent / BETTER;
                    (self.better)(&plan, state.bound.as_ref().map(|(bound, _)| bound));
                    state.plan = Some((plan, cost, method));
                }
                true
            }
            Ok(Turn::AtLeast(checked, method)) => {
                let bound = checked.bound();
                if state
                    .bound
                    .as_ref()
                    .is_none_or(|(old, _)| bound > old.bound())
                {
                    state.bound = Some((checked, method));
                }
                true
            }
            Ok(Turn::Refuted(refuted, method)) => {
                let why = StopReason::HorizonRefuted {
                    horizon: refuted.proof().horizon,
                    is_proved: true,
                };
                state.record.refuted.push(refuted);
                state.why.push((why, Some(method)));
                false
            }
            Ok(Turn::More | Turn::Waits) => true,
            Ok(Turn::Done(why)) => {
                state.why.push((why, None));
                false
            }
            Err(fault) => {
                state.fault.get_or_insert(fault);
                false
            }
        };
        state.see_contradiction();
        if goes_on && !runner.is_over() {
            state.waiting.push(runner);
        } else {
            if goes_on {
                state.why.push((StopReason::EffortSpent, None));
            }
            state.count(&runner);
        }
        if state.fault.is_some() || state.is_settled(self.aim) {
            self.ended.request();
        }
        self.changed.notify_all();
    }
}

impl<'s, D: Domain> State<'s, D> {
    /// The engine that is next, with its threads and its work.
    fn take(&mut self) -> Option<Taken<'s, D>> {
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
        let waits = self.running.iter().any(|(_, holds)| *holds);
        let nobody_else = begun.is_none() && self.running.is_empty();
        let may_begin = |it: &Runner<'_, D>| !waits && (self.spent >= it.slot.from || nobody_else);
        let index = match (first, begun) {
            (Some((index, it)), _) if may_begin(it) => index,
            (_, begun) => begun?.0,
        };
        let runner = self.waiting.remove(index);
        let holds = runner.turns == 0 && !runner.slot.beside;
        self.running.push((runner.place, holds));
        let threads = runner.slot.threads.min(self.free);
        self.free -= threads;
        let is_alone = self.waiting.is_empty() && self.running.len() == 1;
        Some(Taken {
            work: runner.next(is_alone),
            runner,
            threads,
        })
    }

    fn is_settled(&self, aim: Aim) -> bool {
        let bound = self.bound.as_ref().map_or(0, |(bound, _)| bound.bound());
        match &self.plan {
            Some((_, cost, _)) => match aim {
                Aim::AnyPlan => true,
                Aim::Cheapest => bound >= *cost,
                Aim::Shortest => false,
            },
            None => bound == INFINITE,
        }
    }

    fn see_contradiction(&mut self) {
        if let (Some((_, cost, _)), Some((bound, _))) = (&self.plan, &self.bound)
            && *cost < bound.bound()
        {
            let fact = format!("a plan costs {cost}, and a checked bound is above it");
            self.fault
                .get_or_insert(Error::internal("two answers contradict each other", fact));
        }
    }

    /// Takes what an engine that will not go on has counted.
    fn count(&mut self, runner: &Runner<'_, D>) {
        let (attempts, conflicts) = runner.slot.engine.formulas();
        self.record.attempts += attempts;
        self.record.conflicts += conflicts;
    }

    /// Result of all engines.
    fn answer(mut self, aim: Aim, stop: &Stop) -> Result<Raced<D>, Error> {
        if let Some(fault) = self.fault.take() {
            return Err(fault);
        }
        for runner in std::mem::take(&mut self.waiting) {
            self.count(&runner);
        }
        let bound = self.bound.as_ref().map_or(0, |(bound, _)| bound.bound());
        let mut answer = self.record;
        match (self.plan, self.bound) {
            (Some((plan, cost, method)), checked) => {
                if aim == Aim::Cheapest {
                    answer.optimal = Some(bound >= cost);
                    answer.bound = checked.map(|(checked, _)| checked);
                }
                answer.set(Verdict::Solved(plan), method);
            }
            (None, Some((checked, method))) if bound == INFINITE => {
                answer.set(Verdict::Infeasible(Box::new(checked)), method);
            }
            (None, checked) => {
                let least = self.why.into_iter().min_by_key(|(why, _)| rank(*why));
                let (why, method) = least.unwrap_or((StopReason::NothingLeft, None));
                let why = stop.stop_reason().unwrap_or(why);
                (answer.verdict, answer.method) = (Verdict::Undecided(why), method);
                answer.bound = checked.map(|(checked, _)| checked);
            }
        }
        Ok(answer)
    }
}

/// The order in which reasons are told: what the user can do most about comes first.
const fn rank(why: StopReason) -> u8 {
    match why {
        StopReason::Interrupted => 0,
        StopReason::Timeout => 1,
        StopReason::Memory => 2,
        StopReason::HorizonRefuted { .. } => 3,
        StopReason::TooLarge => 4,
        StopReason::EffortSpent => 5,
        StopReason::SolverGaveUp => 6,
        StopReason::NothingLeft => 7,
    }
}

#[cfg(test)]
mod tests;
