//! The strategy as data: the stages with what each may spend, and how formulas are tried on tasks of a
//! size. `docs/planning.md` says what was measured.

use std::time::Duration;

use saut_plan::Settings;
use saut_plan::encode::Encoding;
use saut_plan::portfolio::{Lineup, Schedule};
use saut_plan::settings::EncodingChoice;
use saut_plan::task::Task;

/// A stage with what it may spend.
#[derive(Clone, Copy, Debug)]
pub(super) enum Stage {
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
pub(super) const STRATEGY: [Stage; 6] = [
    Stage::Gbfs(2_000),
    Stage::Exhaustive(20_000_000),
    Stage::Invariants(&[2, 3]),
    Stage::StateEquation(Duration::from_secs(20)),
    Stage::Formulas(60_000),
    Stage::ToTheEnd,
];

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

/// How formulas are tried on tasks of at most so many actions.
struct Size {
    most_actions: usize,
    schedule: Schedule,
}

/// Small tasks want every horizon; large ones, whose formulas take long to write, few.
const SIZES: [Size; 3] = [
    Size {
        most_actions: 60,
        schedule: Schedule::A { width: 4 },
    },
    Size {
        most_actions: 400,
        schedule: Schedule::B { share: 80 },
    },
    Size {
        most_actions: usize::MAX,
        schedule: Schedule::C {
            first: 4,
            growth: 142,
            share: 80,
        },
    },
];

/// A formula with more clauses than this is not written: 12 million are about 2 GB with the solver's
/// copy.
const MOST_CLAUSES: u128 = 12_000_000;
/// What a clause takes, in bytes, where there is a limit of memory.
const BYTES_A_CLAUSE: u128 = 250;

/// The formulas for a task of this size.
pub(super) fn lineup(task: &Task, settings: &Settings) -> Lineup {
    let actions = task.actions().len();
    let size = SIZES.iter().find(|size| actions <= size.most_actions);
    let choices = match settings.encoding {
        Some(asked_for) => vec![(asked_for, 1)],
        None => vec![
            (EncodingChoice::Fixed(Encoding::Exists), 2),
            (EncodingChoice::MixedOrder, 1),
        ],
    };
    let memory = settings.stop.memory_mib();
    let fitting = memory.map_or(u128::MAX, |mib| {
        u128::from(mib) * (1 << 20) / BYTES_A_CLAUSE
    });
    Lineup {
        choices,
        schedule: size.map_or(Schedule::Window, |size| size.schedule),
        first_conflicts: 5_000,
        most_clauses: MOST_CLAUSES.min(fitting),
    }
}
