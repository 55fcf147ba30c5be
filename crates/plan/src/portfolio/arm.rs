//! Arms of the portfolio: what may be tried, and what is known of how it goes.
//!
//! An arm is one encoding at one horizon with one backend. `r2-exists` is tried with a new random
//! action order and a new seed at every attempt, each within a small conflict budget: run times
//! have heavy tails, and which order is lucky cannot be told beforehand. The smallest horizon at
//! which not every order is refuted is nearly always the best one (`encodings/README.md`), so
//! effort goes to a window of three horizons that starts there.

use std::time::Duration;

use crate::attempt::{Attempt, AttemptResult};
use crate::backend::Backend;
use crate::encode::Encoding;
use crate::settings::{EncodingChoice, Horizon, Settings};
use crate::task::Task;

/// One encoding at one horizon with one backend.
#[derive(Clone, Debug)]
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
    /// Nothing more to gain.
    pub closed: bool,
    /// Whether the only arm: then it may take all the time.
    pub alone: bool,
}

/// The limits of one attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    pub conflicts: Option<u64>,
    pub time: Option<Duration>,
}

impl Arm {
    /// The conflicts of the first attempt, and how many more each later one gets: at first many
    /// more, because small boards need few, then few more, because nothing needs a great many.
    const FIRST: u64 = 4000;
    const MORE: u64 = 1000;
    const FEW_MORE: u64 = 200;
    const PLENTY: u64 = 16_000;
    /// A formula that is the same every time: each attempt gets twice the conflicts.
    const FIRST_SAME: u64 = 50_000;
    /// What a second of a child program counts for.
    const CONFLICTS_A_SECOND: u64 = 25_000;
    /// A horizon is dropped once at least this many attempts were made and 75 % of them were
    /// unsatisfiable.
    const ENOUGH: u64 = 6;
    /// Writing this many actions costs as much as one conflict.
    const ACTIONS_A_CONFLICT: u64 = 4;

    /// The limits of the next attempt.
    pub fn budget(&self) -> Budget {
        if self.alone {
            return Budget {
                conflicts: None,
                time: None,
            };
        }
        let conflicts = match self.choice {
            EncodingChoice::VariedOrder { .. } => {
                let quickly = (Self::MORE * self.attempts).min(Self::PLENTY);
                Self::FIRST + quickly + Self::FEW_MORE * self.attempts
            }
            EncodingChoice::Fixed(_) => Self::FIRST_SAME << self.attempts.min(40),
        };
        let time = Duration::from_secs(conflicts.div_ceil(Self::CONFLICTS_A_SECOND).max(2));
        Budget {
            conflicts: Some(conflicts),
            time: Some(time),
        }
    }

    /// Books an attempt that begins; returns what was booked, to be settled by [`Arm::record`].
    pub fn reserve(&mut self) -> u64 {
        let reserved = self.budget().conflicts.unwrap_or(Self::FIRST_SAME);
        self.attempts += 1;
        self.spent = self.spent.saturating_add(reserved);
        reserved
    }

    /// The encoding of the next attempt.
    pub fn encoding(&self, seed: u64) -> Encoding {
        self.choice.encoding(seed)
    }

    /// Books what an attempt has brought. `reserved` is what was booked when it began.
    pub fn record<P>(&mut self, task: &Task, attempt: &Attempt<P>, reserved: u64) {
        let written = (task.actions().len() * self.horizon) as u64 / Self::ACTIONS_A_CONFLICT;
        let cost = attempt.effort.conflicts.unwrap_or(reserved) + written.max(1);
        self.spent = self.spent.saturating_sub(reserved).saturating_add(cost);
        if matches!(attempt.result, AttemptResult::Refuted(_)) {
            self.refuted += 1;
            self.closed |= matches!(self.choice, EncodingChoice::Fixed(_));
        }
    }
}

/// The arms that the settings allow, smallest horizon first.
pub fn arms(task: &Task, settings: &Settings, backends: &[Box<dyn Backend>]) -> Vec<Arm> {
    let choice = settings.encoding();
    let sequential = matches!(choice, EncodingChoice::Fixed(e) if e.is_sequential());
    let horizons = match (settings.horizon, task.length().exactly()) {
        (Horizon::Steps(steps), _) => steps..=steps,
        (Horizon::Auto, Some(length)) if sequential => length..=length,
        (Horizon::Auto, _) => {
            let most = task.length().at_most.unwrap_or(usize::MAX - 1);
            let least = if sequential {
                task.length().at_least
            } else {
                most.min(1)
            };
            least..=most
        }
    };
    let horizons: Vec<usize> = horizons.take(MOST_HORIZONS).collect();
    let mut arms = Vec::new();
    for &horizon in &horizons {
        for backend in 0..backends.len() {
            // The first backend is the fastest; the others are there for what it finds hard.
            let weight = if backend == 0 { 8 } else { 1 };
            arms.push(Arm::new(choice, horizon, backend, weight));
            if let Some(direction) = choice.by_direction().filter(|_| backend == 0) {
                arms.push(Arm::new(direction, horizon, backend, 1));
            }
        }
    }
    if let [only] = arms.as_mut_slice() {
        only.alone = !only.choice.is_varied();
    }
    arms
}

/// Horizons further up are never reached in practice; the list stays short.
const MOST_HORIZONS: usize = 4096;

impl Arm {
    fn new(choice: EncodingChoice, horizon: usize, backend: usize, weight: u64) -> Self {
        let (spent, attempts, refuted) = (0, 0, 0);
        let (closed, alone) = (false, false);
        Self {
            choice,
            horizon,
            backend,
            weight,
            spent,
            attempts,
            refuted,
            closed,
            alone,
        }
    }
}

/// The arm to try next: of the three smallest horizons that may be long enough, the one with the
/// least effort for its weight. `None` if all are closed, or have tried as many orders as they may.
pub fn next(arms: &[Arm], most_orders: Option<u64>) -> Option<usize> {
    let by_horizon = || arms.chunk_by(|a, b| a.horizon == b.horizon);
    let base = by_horizon()
        .find(|arms| !are_too_short(arms))
        .or_else(|| by_horizon().next_back())?;
    let base = base[0].horizon;
    let share = |arm: &Arm| {
        let window = arm
            .horizon
            .checked_sub(base)
            .and_then(|above| [10, 2, 1].get(above));
        window.copied().unwrap_or(0) * arm.weight
    };
    let tried: u64 = arms.iter().map(|arm| arm.attempts).sum();
    if most_orders.is_some_and(|most| tried >= most) && arms.iter().any(|a| a.choice.is_varied()) {
        return None;
    }
    arms.iter()
        .enumerate()
        .filter(|(_, arm)| !arm.closed && share(arm) > 0)
        .min_by_key(|(_, arm)| 1000 * arm.spent / share(arm))
        .map(|(index, _)| index)
}

/// Whether the arms of one horizon are all closed, or little but refutations came of them.
fn are_too_short(arms: &[Arm]) -> bool {
    let varied = || {
        arms.iter()
            .filter(|arm| !arm.closed && arm.choice.is_varied())
    };
    let attempts: u64 = varied().map(|arm| arm.attempts).sum();
    let refuted: u64 = varied().map(|arm| arm.refuted).sum();
    arms.iter().all(|arm| arm.closed) || (attempts >= Arm::ENOUGH && 4 * refuted >= 3 * attempts)
}
