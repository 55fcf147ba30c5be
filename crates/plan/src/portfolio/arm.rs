//! Arms of the portfolio: what may be tried, and what is known of how it goes.
//!
//! An arm is one encoding at one horizon with one backend. `r2-exists` is tried with a new random
//! action order and a new seed at every attempt, each within a small conflict budget: run times
//! have heavy tails, and which order is lucky cannot be told beforehand. The smallest horizon at
//! which not every order is refuted is nearly always the best one (`encodings/README.md`), so
//! effort goes to a window of three horizons that starts where most orders are not, and to the one below.

use std::time::Duration;

use super::{Lineup, Schedule};
use crate::attempt::{Attempt, AttemptResult, OpenAttempt};
use crate::backend::Backend;
use crate::settings::{EncodingChoice, Horizon, Settings};
use saut_task::task::Task;

/// One encoding at one horizon with one backend.
pub struct Arm {
    pub choice: EncodingChoice,
    pub horizon: usize,
    /// Its number in the list of backends.
    pub backend: usize,
    /// Its part of the effort, among arms of the same horizon.
    pub weight: u64,
    /// Effort so far, in conflicts.
    pub spent: u64,
    /// Attempts begun, ended or not.
    pub attempts: u64,
    /// Attempts that ended in a refutation.
    pub refuted: u64,
    /// The conflicts of these together.
    pub refuting: u64,
    /// Whether the arm makes no more attempts.
    pub closed: bool,
    /// It was closed because its formula is too large.
    pub is_too_large: bool,
    /// Whether the only arm: then it may take all the time.
    pub alone: bool,
    /// The conflicts of the first attempt at a formula that is the same every time; each later
    /// attempt gets twice as many as the one before.
    pub first_conflicts: u64,
    /// If its solver keeps the formula and goes on by turns of the same length.
    pub turns: Option<Turns>,
}

/// State of an arm between turns.
#[derive(Default)]
pub struct Turns {
    /// The formula with its solver; none before the first turn, and while a turn is under way.
    pub open: Option<OpenAttempt>,
    /// A turn is under way.
    pub is_busy: bool,
    /// There is no room for the formula until another one is closed.
    pub waits: bool,
}

impl Arm {
    /// The conflicts of the first attempt, and how many more each later one gets: at first many
    /// more, because small boards need few, then few more, because nothing needs a great many.
    const FIRST: u64 = 4000;
    const MORE: u64 = 1000;
    const FEW_MORE: u64 = 200;
    const PLENTY: u64 = 16_000;
    /// Conflicts that a second of a child program counts for.
    const CONFLICTS_A_SECOND: u64 = 25_000;
    /// A horizon is dropped once at least this many attempts were made and 75 % of them were
    /// unsatisfiable.
    const ENOUGH: u64 = 6;
    /// In a window a horizon is dropped, too, after this number of attempts, if all were refuted without a conflict.
    const ENOUGH_AT_ONCE: u64 = 2;
    /// Orders that are refuted in fewer conflicts than this have no lucky one among them.
    const FEW_TO_REFUTE: u64 = 20;
    /// The conflicts of a turn.
    const TURN: u64 = 120;
    /// Writing this many actions costs as much as one conflict.
    const ACTIONS_A_CONFLICT: u64 = 4;

    /// The conflicts of the next attempt, if they are limited.
    pub fn conflicts(&self) -> Option<u64> {
        let conflicts = match self.choice {
            _ if self.turns.is_some() => Self::TURN,
            EncodingChoice::VariedOrder { .. } | EncodingChoice::MixedOrder => {
                let quickly = (Self::MORE * self.attempts).min(Self::PLENTY);
                Self::FIRST + quickly + Self::FEW_MORE * self.attempts
            }
            EncodingChoice::Fixed(_) => self.first_conflicts << self.attempts.min(40),
        };
        (!self.alone).then_some(conflicts)
    }

    /// The time of the next attempt of a program that does not count conflicts.
    pub fn time(&self) -> Option<Duration> {
        let seconds = |conflicts: u64| conflicts.div_ceil(Self::CONFLICTS_A_SECOND).max(2);
        self.conflicts().map(seconds).map(Duration::from_secs)
    }

    /// Charges the arm for an attempt that begins; returns the charge in conflicts, to be settled by [`Arm::record`].
    pub fn reserve(&mut self, conflicts: Option<u64>) -> u64 {
        let reserved = conflicts.unwrap_or(self.first_conflicts);
        self.attempts += 1;
        self.spent = self.spent.saturating_add(reserved);
        reserved
    }

    /// Whether a solver keeps its formula.
    pub fn is_open(&self) -> bool {
        let turns = self.turns.as_ref();
        turns.is_some_and(|turns| turns.open.is_some())
    }

    /// Whether a turn is under way.
    pub fn is_busy(&self) -> bool {
        self.turns.as_ref().is_some_and(|turns| turns.is_busy)
    }

    /// Whether nothing stands in the way of another attempt: a turn under way, or no room.
    fn is_ready(&self) -> bool {
        let turns = self.turns.as_ref();
        turns.is_none_or(|turns| !turns.is_busy && !turns.waits)
    }

    /// Mean cost of an attempt at another order, in a window: most end before their budget.
    fn mean_spent(&self, schedule: Schedule) -> Option<u64> {
        let is_known = schedule == Schedule::Window && self.choice.is_varied();
        self.spent.checked_div(self.attempts).filter(|_| is_known)
    }

    /// Charges the arm for a finished attempt. `reserved` is the charge made when it began, `opening` the cost of
    /// handing over a formula that the solver keeps, and the result what the attempt has cost, all in conflicts.
    pub fn record(&mut self, task: &Task, attempt: &Attempt, reserved: u64, opening: u64) -> u64 {
        let written = match self.turns {
            None => (task.actions().len() * self.horizon) as u64 / Self::ACTIONS_A_CONFLICT,
            Some(_) if self.attempts == 1 => opening,
            Some(_) => 0,
        };
        let cost = attempt.effort.conflicts.unwrap_or(reserved) + written.max(1);
        self.spent = self.spent.saturating_sub(reserved).saturating_add(cost);
        if matches!(attempt.result, AttemptResult::Refuted(_)) {
            self.refuted += 1;
            self.refuting += attempt.effort.conflicts.unwrap_or(reserved);
            self.closed |= matches!(self.choice, EncodingChoice::Fixed(_));
        }
        if self.closed {
            self.close();
        }
        cost
    }

    /// Closes the arm for good and frees the formula that its solver keeps.
    fn close(&mut self) {
        self.closed = true;
        self.turns = self.turns.take().map(|_| Turns::default());
    }
}

/// The arms of a lineup that the settings allow, smallest horizon first.
pub fn arms(
    task: &Task,
    settings: &Settings,
    backends: &[Box<dyn Backend>],
    lineup: &Lineup,
) -> Vec<Arm> {
    let is_sequential =
        |(choice, _): &(_, _)| matches!(choice, EncodingChoice::Fixed(e) if e.is_sequential());
    let sequential = lineup.choices.iter().all(is_sequential);
    let horizons: Vec<usize> = match (settings.horizon, task.length().exactly()) {
        (Horizon::Steps(steps), _) => vec![steps],
        (Horizon::Auto, Some(length)) if sequential => vec![length],
        (Horizon::Auto, _) => {
            let most = task.length().at_most.unwrap_or(usize::MAX - 1);
            let least = if sequential {
                task.length().at_least
            } else {
                most.min(1)
            };
            let horizons = lineup.schedule.horizons(least, most);
            horizons.take(MOST_HORIZONS).collect()
        }
    };
    let mut arms = Vec::new();
    for &horizon in &horizons {
        for backend in 0..backends.len() {
            // The first backend is the fastest; the others are there for what it finds hard.
            let weight = if backend == 0 { 8 } else { 1 };
            let works_by_turns = lineup.by_turns && backends[backend].works_by_turns();
            for &(choice, part) in &lineup.choices {
                if works_by_turns && choice.is_varied() && backends.len() > 1 {
                    continue; // another formula at every turn
                }
                let keeps = works_by_turns && !choice.is_varied();
                let arm = |choice, weight| Arm {
                    choice,
                    horizon,
                    backend,
                    weight,
                    spent: 0,
                    attempts: 0,
                    refuted: 0,
                    refuting: 0,
                    closed: false,
                    is_too_large: false,
                    alone: false,
                    first_conflicts: lineup.first_conflicts,
                    turns: keeps.then(Turns::default),
                };
                arms.push(arm(choice, weight * part));
                if let Some(direction) = choice.by_direction().filter(|_| backend == 0) {
                    arms.push(arm(direction, part));
                }
            }
        }
    }
    if let [only] = arms.as_mut_slice() {
        only.alone = !only.choice.is_varied();
    }
    arms
}

/// Upper bound on generated horizons; in practice none comes near it.
const MOST_HORIZONS: usize = 4096;

/// Closes the arms of the same encoding at smaller horizons: a formula of sets of actions that a smaller horizon
/// satisfies is satisfied by a larger one, too, because steps may be empty.
pub fn close_below(arms: &mut [Arm], index: usize) {
    let (choice, horizon) = (arms[index].choice, arms[index].horizon);
    if matches!(choice, EncodingChoice::Fixed(encoding) if !encoding.is_sequential()) {
        let arms = arms.iter_mut();
        let below = arms.filter(|arm| arm.choice == choice && arm.horizon < horizon);
        below.for_each(Arm::close);
    }
}

/// Closes this arm and those of its encoding at larger horizons, because its formula is too large.
pub fn close_from(arms: &mut [Arm], index: usize) {
    let (choice, horizon) = (arms[index].choice, arms[index].horizon);
    for arm in arms.iter_mut() {
        if arm.choice == choice && arm.horizon >= horizon && !arm.is_open() && !arm.closed {
            (arm.closed, arm.is_too_large) = (true, true);
        }
    }
}

/// The arm to try next: of the smallest horizons that may be long enough, the one with the least
/// effort for its share. In a window the horizon below them has as much as the first, if orders may be
/// lucky there. `None` if all are closed, or have tried as many orders as they may.
pub fn next(
    arms: &[Arm],
    schedule: Schedule,
    most_orders: Option<u64>,
    opening: impl Fn(&Arm) -> u64,
) -> Option<usize> {
    let tried: u64 = arms.iter().map(|arm| arm.attempts).sum();
    if most_orders.is_some_and(|most| tried >= most) && arms.iter().any(|a| a.choice.is_varied()) {
        return None;
    }
    let by_horizon: Vec<&[Arm]> = arms.chunk_by(|a, b| a.horizon == b.horizon).collect();
    let may_do = |arms: &&[Arm]| !are_too_short(arms, schedule);
    let base = by_horizon.iter().position(may_do);
    let base = base.or(by_horizon.len().checked_sub(1))?;
    let is_tried = |below: &usize| schedule == Schedule::Window && may_be_lucky(by_horizon[*below]);
    let below = base.checked_sub(1).filter(is_tried);
    let first = below.unwrap_or(base);
    let mut best: Option<(u64, usize)> = None;
    let mut index = by_horizon[..first].iter().map(|arms| arms.len()).sum();
    for (number, arms) in by_horizon.iter().enumerate().skip(first) {
        let share = schedule.share(number.saturating_sub(base));
        if share == 0 {
            break;
        }
        for arm in *arms {
            let share = share * arm.weight;
            if !arm.closed && arm.is_ready() && share > 0 {
                let budget = arm.conflicts().unwrap_or(arm.first_conflicts);
                let opening = if arm.attempts == 0 { opening(arm) } else { 0 };
                // With what it is going to spend, so that arms of small shares wait.
                let next = arm.mean_spent(schedule).unwrap_or(budget);
                let counted = arm.spent.saturating_add(next).saturating_add(opening);
                let effort = 1000_u64.saturating_mul(counted) / share;
                if best.is_none_or(|(least, _)| effort < least) {
                    best = Some((effort, index));
                }
            }
            index += 1;
        }
    }
    best.map(|(_, index)| index)
}

/// Whether the arms of one horizon are all closed, or little but refutations came of them.
fn are_too_short(arms: &[Arm], schedule: Schedule) -> bool {
    let is_varied = |arm: &&Arm| !arm.closed && arm.choice.is_varied();
    let varied = || arms.iter().filter(is_varied);
    let attempts: u64 = varied().map(|arm| arm.attempts).sum();
    let refuted: u64 = varied().map(|arm| arm.refuted).sum();
    let refuting: u64 = varied().map(|arm| arm.refuting).sum();
    let at_once = schedule == Schedule::Window && refuted >= Arm::ENOUGH_AT_ONCE && refuting == 0;
    let mostly = attempts >= Arm::ENOUGH && 4 * refuted >= 3 * attempts;
    arms.iter().all(|arm| arm.closed) || at_once || mostly
}

/// Whether a horizon that is too short for most orders may do for a lucky one: if it takes some effort
/// to refute them.
fn may_be_lucky(arms: &[Arm]) -> bool {
    let varied = || arms.iter().filter(|arm| arm.choice.is_varied());
    let refuted: u64 = varied().map(|arm| arm.refuted).sum();
    let refuting: u64 = varied().map(|arm| arm.refuting).sum();
    varied().any(|arm| !arm.closed) && refuting >= Arm::FEW_TO_REFUTE * refuted
}
