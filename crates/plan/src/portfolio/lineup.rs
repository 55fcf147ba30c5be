//! Lineup of a portfolio: encodings, how large a formula may be, and the schedule of horizons: which are tried, and how
//! much of the effort each gets.
//!
//! Rintanen, Heljanko, Niemelä, *Planning as satisfiability: parallel plans and algorithms for plan
//! search* (Artificial Intelligence 170, 2006), section 4, for algorithm B; Rintanen, *Planning as
//! satisfiability: heuristics* (Artificial Intelligence 193, 2012), for C.

use crate::settings::{EncodingChoice, MethodChoice, Settings};
use crate::work::Work;

/// A formula that may have more clauses is not written, unless a lineup says otherwise: these are about 5 GB.
const MOST_CLAUSES: u128 = 40_000_000;
/// Solvers keep no more than this together, 2 to 3 GB with what they learn.
const MOST_KEPT: u128 = 40_000_000;
/// Memory that a clause takes at least while it is written or kept, where there is a limit of memory.
const BYTES_A_CLAUSE: u128 = 100;

/// The make-up of a portfolio.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lineup {
    /// The encodings, each with its part of the effort at a horizon.
    pub choices: Vec<(EncodingChoice, u64)>,
    /// The horizons.
    pub schedule: Schedule,
    /// The conflicts of the first attempt at a formula that stays the same; each later one gets twice
    /// as many as the one before.
    pub first_conflicts: u64,
    /// A formula that may have more clauses is not written.
    pub most_clauses: u128,
    /// Clauses that solvers may keep together (see [`Template::kept_clauses`]).
    ///
    /// [`Template::kept_clauses`]: saut_task::formula::template::Template::kept_clauses
    pub most_kept: u128,
    /// Whether solvers that can keep their formulas and go on by turns.
    pub by_turns: bool,
    /// The work of a conflict, for formulas of about the same size, whose conflicts take about as long: an attempt has
    /// no more than are left of the turn. Else work is what solvers tell.
    pub of_a_conflict: Option<Work>,
    /// Whether a refutation of every plan ends it; else formulas only look for plans.
    pub refutes: bool,
}

impl Lineup {
    /// One encoding, as for puzzles: the one of the settings.
    pub fn of(settings: &Settings) -> Self {
        Self {
            choices: vec![(settings.encoding(), 1)],
            schedule: Schedule::Window,
            first_conflicts: 4_000,
            most_clauses: MOST_CLAUSES.min(settings.stop.room(BYTES_A_CLAUSE)),
            most_kept: MOST_KEPT.min(settings.stop.room(BYTES_A_CLAUSE)),
            by_turns: false,
            of_a_conflict: None,
            // Of a question that leaves all open, searches give certificates that need no file of their own.
            refutes: settings.method == MethodChoice::Formulas || settings.names_a_formula(),
        }
    }
}

/// A schedule. Shares go to the smallest horizons that may still have a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Schedule {
    /// Three horizons at a time, by far the most for the first: for tasks where one step too many
    /// costs more than one too few.
    Window,
    /// Algorithm B: every horizon, each with 90 % of the share of the one before.
    Every,
    /// Algorithm C: as B, on horizons that grow geometrically. A plan is found sooner where it may be longer than it need
    /// be.
    Growing,
}

impl Schedule {
    /// A share of one.
    const WHOLE: u64 = 1_000;
    /// The share of a horizon in per cent of that of the one before.
    const SHARE: u64 = 90;
    /// The first horizon that grows, and each in per cent of the one before.
    const FIRST: usize = 5;
    const GROWTH: usize = 141;

    /// The horizons to try, upward within these bounds.
    pub fn horizons(self, least: usize, most: usize) -> impl Iterator<Item = usize> {
        let next = move |&last: &usize| {
            let next = match self {
                Self::Growing => (last.saturating_mul(Self::GROWTH) / 100).max(last + 1),
                _ => last + 1,
            };
            (last < most).then_some(next.min(most))
        };
        let first = match self {
            Self::Growing => Self::FIRST.clamp(least, most),
            _ => least,
        };
        std::iter::successors(Some(first), next)
    }

    /// The share of a horizon by its rank, which is 0 for the smallest that may have a plan.
    pub fn share(self, rank: usize) -> u64 {
        match self {
            Self::Window => [10, 2, 1].get(rank).copied().unwrap_or(0),
            Self::Every | Self::Growing => {
                (0..rank).fold(Self::WHOLE, |of, _| of * Self::SHARE / 100)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Schedule::{Every, Growing, Window};

    #[test]
    fn horizons_grow_by_one_or_geometrically_within_their_bounds() {
        for (schedule, least, most, wanted) in [
            (Window, 1, 100, &[1, 2, 3, 4][..]),
            (Every, 1, 100, &[1, 2, 3, 4]),
            (Growing, 1, 100, &[5, 7, 9, 12]),
            (Growing, 1, 8, &[5, 7, 8]),
            (Growing, 2, 2, &[2]),
        ] {
            assert!(
                schedule
                    .horizons(least, most)
                    .take(4)
                    .eq(wanted.iter().copied())
            );
        }
    }

    #[test]
    fn shares_fall_geometrically_or_end() {
        assert_eq!([0, 1, 2, 3].map(|rank| Window.share(rank)), [10, 2, 1, 0]);
        assert_eq!([0, 1, 2].map(|rank| Every.share(rank)), [1_000, 900, 810]);
        assert_eq!(Growing.share(200), 0);
    }
}
