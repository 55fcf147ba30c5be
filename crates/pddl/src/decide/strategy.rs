//! The strategy as data: the stages with what each may spend, and how formulas are tried.
//! `docs/planning.md` says what was measured.

use std::time::Duration;

use saut_plan::backend::{Backend, by_name};
use saut_plan::encode::Encoding;
use saut_plan::portfolio::{Lineup, Schedule};
use saut_plan::settings::EncodingChoice;
use saut_plan::{BadInput, Settings};

/// A stage with what it may spend.
#[derive(Clone, Copy, Debug)]
pub(super) enum Stage {
    /// Pairs of literals that are never true together, which are proved with the task.
    Pairs,
    /// Greedy best-first search, evaluating this many states at most.
    Gbfs(u64),
    /// Every state, where there are few: states times actions stay below this.
    Exhaustive(usize),
    /// Weights that no action changes, modulo these primes.
    Invariants(&'static [u32]),
    /// Weights that no action raises, by linear programming within this time or an eighth of what is
    /// left.
    StateEquation(Duration),
    /// Formulas, with this effort (in conflicts) at most.
    Formulas(u64),
    /// Search and formulas to the end: side by side on several threads, by turns on one.
    ToTheEnd,
}

/// What is tried, in this order.
pub(super) const STRATEGY: [Stage; 7] = [
    Stage::Pairs,
    Stage::Gbfs(2_000),
    Stage::Exhaustive(20_000_000),
    Stage::Invariants(&[2, 3]),
    Stage::StateEquation(Duration::from_secs(20)),
    Stage::Formulas(60_000),
    Stage::ToTheEnd,
];

/// A turn of formulas may take at least this long.
pub(super) const SHORTEST_TURN: Duration = Duration::from_secs(1);

/// What search and formulas may have spent at the end of a round, all rounds before it included.
#[derive(Clone, Copy, Debug)]
pub(super) struct Round {
    pub states: u64,
    pub effort: u64,
}

/// The first round.
pub(super) const ROUNDS: Round = Round {
    states: 10_000,
    effort: 150_000,
};

impl Round {
    /// Three times as much.
    pub(super) const fn next(self) -> Self {
        Self {
            states: self.states.saturating_mul(3),
            effort: self.effort.saturating_mul(3),
        }
    }
}

/// Horizons are tried far up, because a plan is found sooner where it may be longer than it need be.
const SCHEDULE: Schedule = Schedule::C {
    first: 5,
    growth: 141,
    share: 90,
};

/// Every horizon.
const EVERY: Schedule = Schedule::B { share: 90 };

/// The solvers of formulas, unless others are asked for: the one that decides as a planner would, and one
/// that does not, for what the first finds hard.
const SOLVERS: [&str; 2] = ["steered", "batsat"];

/// The solvers that are asked for, or those of the strategy.
///
/// # Errors
/// A name that is none.
pub(super) fn backends(settings: &Settings) -> Result<Vec<Box<dyn Backend>>, BadInput> {
    if settings.backends.is_empty() {
        return SOLVERS.iter().map(|name| by_name(name)).collect();
    }
    settings.backends()
}

/// A formula with more clauses than this is not written: 12 million are about 2 GB with the solver's
/// copy.
const MOST_CLAUSES: u128 = 12_000_000;
/// Solvers keep no more than this together, 2 to 3 GB with what they learn.
const MOST_KEPT: u128 = 40_000_000;
/// What a clause takes, in bytes, where there is a limit of memory: one that is written, and one that
/// is kept, of which there may be as many again.
const BYTES_A_CLAUSE: u128 = 250;
const BYTES_A_KEPT_CLAUSE: u128 = 100;

/// How formulas are tried.
pub(super) fn lineup(settings: &Settings) -> Lineup {
    let choices = match settings.encoding {
        Some(asked_for) => vec![(asked_for, 1)],
        None => vec![
            (EncodingChoice::Fixed(Encoding::Exists), 2),
            (EncodingChoice::MixedOrder, 1),
        ],
    };
    // Where a step has just one action, only the right number of steps has a plan.
    let is_exact =
        matches!(settings.encoding, Some(EncodingChoice::Fixed(one)) if one.is_sequential());
    let schedule = if is_exact { EVERY } else { SCHEDULE };
    Lineup {
        refutes: true,
        choices,
        schedule,
        first_conflicts: 5_000,
        most_clauses: MOST_CLAUSES.min(settings.stop.room(BYTES_A_CLAUSE)),
        most_kept: MOST_KEPT.min(settings.stop.room(BYTES_A_KEPT_CLAUSE)),
        by_turns: true,
        ends_attempts: false,
    }
}
