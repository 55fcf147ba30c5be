//! Arms of the portfolio, with their results so far.
//!
//! An arm is one encoding at one horizon with one backend. `r2-exists` is tried with a new random action order and a
//! new seed at every attempt, within a small conflict limit. The reason is that run times have heavy tails, and nothing
//! predicts which order is fast. The smallest horizon at which some orders are not refuted is nearly always the best
//! one (`results/encoding-experiments.md`). So the effort goes to a window of three horizons, and to the horizon below
//! the window. The window starts at the first horizon at which less than three quarters of the attempts are refuted.

use std::time::Duration;

use super::Lineup;
use crate::attempt::{Attempt, AttemptResult, OpenAttempt};
use crate::backend::Backend;
use crate::settings::{EncodingChoice, Horizon, Schedule, Settings};
use saut_base::stop::StopReason;
use saut_task::task::Task;

/// An arm of the portfolio.
pub struct Configuration {
    pub choice: EncodingChoice,
    pub horizon: usize,
    /// Index of the backend.
    pub backend: usize,
    /// Share of the arm in the effort of all arms of the same horizon.
    pub weight: u64,
    /// Effort so far, in conflicts.
    pub spent: u64,
    /// Number of started attempts.
    pub attempts: u64,
    /// Number of attempts that ended with a refutation.
    pub refuted: u64,
    /// Total conflicts of the refuted attempts.
    pub refuting: u64,
    /// Number of attempts in which the solver gave up without reaching a limit.
    pub gave_up: u64,
    /// Whether an attempt is running, if attempts must run one after another; otherwise `None`. Attempts run one after
    /// another if the solver keeps the formula, every call would be the same run, or one call uses all threads.
    pub is_busy: Option<bool>,
    /// Whether no more attempts are made.
    pub closed: bool,
    /// Whether the arm was closed because its formula is too large.
    pub is_too_large: bool,
    /// Whether this is the only arm. Its attempts then have no conflict limit.
    pub alone: bool,
    /// Conflict limit of the first attempt at a formula that does not vary. It doubles with every further attempt.
    pub first_conflicts: u64,
    /// State between turns, if the solver keeps the formula and continues in turns of the same length.
    pub turns: Option<Turns>,
}

#[derive(Default)]
pub struct Turns {
    /// The formula with its solver; `None` before the first turn and during a turn.
    pub open: Option<OpenAttempt>,
    /// Whether the formula does not fit into memory until another formula is closed.
    pub waits: bool,
}

impl Configuration {
    /// Conflict limit of the first attempt with a varied order, and its growth: `MORE` per attempt until this part
    /// reaches `PLENTY`, and always `FEW_MORE` per attempt.
    const FIRST: u64 = 8000;
    const MORE: u64 = 1000;
    const FEW_MORE: u64 = 200;
    const PLENTY: u64 = 16_000;
    /// Number of conflicts charged per second of a child program.
    const CONFLICTS_A_SECOND: u64 = 25_000;
    /// A horizon is dropped after at least this many attempts, if at least 75 % of them were refuted.
    const ENOUGH: u64 = 6;
    /// In a window schedule, a horizon is also dropped after this many refutations without any conflict.
    const ENOUGH_AT_ONCE: u64 = 2;
    /// If the mean number of conflicts of refutations is smaller than this, no other order is expected to have a plan.
    const FEW_TO_REFUTE: u64 = 20;
    /// Conflict limit of a turn.
    const TURN: u64 = 120;
    /// Number of actions whose writing costs as much as one conflict.
    const ACTIONS_A_CONFLICT: u64 = 4;

    /// Returns the conflict limit of the next attempt, if any.
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

    /// Returns the time limit of the next attempt of a program that does not count conflicts.
    pub fn time(&self) -> Option<Duration> {
        let seconds = |conflicts: u64| conflicts.div_ceil(Self::CONFLICTS_A_SECOND).max(2);
        self.conflicts().map(seconds).map(Duration::from_secs)
    }

    /// Charges the arm for a new attempt, and returns the charge in conflicts. [`Configuration::record`] corrects it
    /// later.
    pub fn reserve(&mut self, conflicts: Option<u64>) -> u64 {
        let reserved = conflicts.unwrap_or(self.first_conflicts);
        self.attempts += 1;
        self.spent = self.spent.saturating_add(reserved);
        reserved
    }

    /// Whether a solver keeps the formula of the arm.
    pub fn is_open(&self) -> bool {
        let turns = self.turns.as_ref();
        turns.is_some_and(|turns| turns.open.is_some())
    }

    /// Whether another attempt is possible: the arm is not busy, and the formula does not wait for memory.
    fn is_ready(&self) -> bool {
        let turns = self.turns.as_ref();
        self.is_busy != Some(true) && turns.is_none_or(|turns| !turns.waits)
    }

    /// Returns the mean cost of an attempt with a varied order in a window schedule; otherwise `None`. The mean is used
    /// because most of these attempts end before their limit.
    fn mean_spent(&self, schedule: Schedule) -> Option<u64> {
        let is_known = schedule == Schedule::Window && self.choice.is_varied();
        self.spent.checked_div(self.attempts).filter(|_| is_known)
    }

    /// Charges the arm for a finished attempt, and returns its cost. `reserved` is the charge at its start, and
    /// `opening` the cost of handing over a formula that the solver keeps. All numbers are in conflicts.
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
            self.closed |= !self.choice.is_varied();
        }
        if attempt.result == AttemptResult::Unknown(StopReason::SolverGaveUp) {
            // The solver is not called again for a formula that does not vary. If the order varies, the arm is closed
            // after the solver gave up on several orders.
            self.gave_up += 1;
            self.closed |= !self.choice.is_varied() || self.gave_up >= Self::ENOUGH;
        }
        if self.closed {
            self.close();
        }
        cost
    }

    /// Closes the arm permanently, and frees the formula kept by its solver.
    fn close(&mut self) {
        self.closed = true;
        self.turns = self.turns.take().map(|_| Turns::default());
    }
}

/// Returns the arms of a lineup, as far as the settings allow, smallest horizon first.
pub fn arms(
    task: &Task,
    settings: &Settings,
    backends: &[Box<dyn Backend>],
    lineup: &Lineup,
) -> Vec<Configuration> {
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
            // The first backend is the fastest; other backends are for formulas that are hard for it.
            let weight = if backend == 0 { 8 } else { 1 };
            let works_by_turns = lineup.by_turns && backends[backend].works_by_turns();
            for &(choice, part) in &lineup.choices {
                if works_by_turns && choice.is_varied() && backends.len() > 1 {
                    continue; // the formula changes in every turn
                }
                let keeps = works_by_turns && !choice.is_varied();
                let is_exclusive = keeps || (!choice.is_varied() && backends[backend].runs_alone());
                let arm = |choice, weight| Configuration {
                    choice,
                    horizon,
                    backend,
                    weight,
                    spent: 0,
                    attempts: 0,
                    refuted: 0,
                    refuting: 0,
                    gave_up: 0,
                    is_busy: is_exclusive.then_some(false),
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

/// Maximum number of horizons of a portfolio.
const MOST_HORIZONS: usize = 4096;

/// Closes the arms of the same encoding at smaller horizons, when a horizon has no plan. If a parallel encoding has a
/// plan at a smaller horizon, it also has one at a larger horizon, with empty steps.
pub fn close_below(arms: &mut [Configuration], index: usize) {
    let (choice, horizon) = (arms[index].choice, arms[index].horizon);
    if matches!(choice, EncodingChoice::Fixed(encoding) if !encoding.is_sequential()) {
        let arms = arms.iter_mut();
        let below = arms.filter(|arm| arm.choice == choice && arm.horizon < horizon);
        below.for_each(Configuration::close);
    }
}

/// Closes the arm and the arms of its encoding at larger horizons, because its formula is too large.
pub fn close_from(arms: &mut [Configuration], index: usize) {
    let (choice, horizon) = (arms[index].choice, arms[index].horizon);
    for arm in arms.iter_mut() {
        if arm.choice == choice && arm.horizon >= horizon && !arm.is_open() && !arm.closed {
            (arm.closed, arm.is_too_large) = (true, true);
        }
    }
}

/// Returns the arm to try next. Among the smallest horizons that may be long enough, this is the arm with the least
/// effort for its share. In a window, the horizon below has the same share as the first one if some order may have a
/// plan there. `None` if no arm is open and ready, or the limit of orders is reached.
pub fn next(
    arms: &[Configuration],
    schedule: Schedule,
    most_orders: Option<u64>,
    opening: impl Fn(&Configuration) -> u64,
) -> Option<usize> {
    let tried: u64 = arms.iter().map(|arm| arm.attempts).sum();
    if most_orders.is_some_and(|most| tried >= most) && arms.iter().any(|a| a.choice.is_varied()) {
        return None;
    }
    let by_horizon: Vec<&[Configuration]> = arms.chunk_by(|a, b| a.horizon == b.horizon).collect();
    let may_do = |arms: &&[Configuration]| !are_too_short(arms, schedule);
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
                // The cost of the next attempt is included, so that arms with small shares wait.
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

/// Whether the arms of one horizon are all closed, or most of their attempts were refuted.
fn are_too_short(arms: &[Configuration], schedule: Schedule) -> bool {
    let is_varied = |arm: &&Configuration| !arm.closed && arm.choice.is_varied();
    let varied = || arms.iter().filter(is_varied);
    let attempts: u64 = varied().map(|arm| arm.attempts).sum();
    let refuted: u64 = varied().map(|arm| arm.refuted).sum();
    let refuting: u64 = varied().map(|arm| arm.refuting).sum();
    let at_once =
        schedule == Schedule::Window && refuted >= Configuration::ENOUGH_AT_ONCE && refuting == 0;
    let mostly = attempts >= Configuration::ENOUGH && 4 * refuted >= 3 * attempts;
    arms.iter().all(|arm| arm.closed) || at_once || mostly
}

/// Whether a horizon that is too short for most orders may suffice for another order. This is assumed if its
/// refutations take some effort.
fn may_be_lucky(arms: &[Configuration]) -> bool {
    let varied = || arms.iter().filter(|arm| arm.choice.is_varied());
    let refuted: u64 = varied().map(|arm| arm.refuted).sum();
    let refuting: u64 = varied().map(|arm| arm.refuting).sum();
    varied().any(|arm| !arm.closed) && refuting >= Configuration::FEW_TO_REFUTE * refuted
}
