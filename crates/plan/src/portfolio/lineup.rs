//! Lineup of a portfolio: the encodings, size limits of the formulas, and the schedule, which selects horizons and
//! divides the effort among them.
//!
//! Rintanen, Heljanko, Niemelä, *Planning as satisfiability: parallel plans and algorithms for plan
//! search* (Artificial Intelligence 170, 2006), section 4, for algorithm B; Rintanen, *Planning as
//! satisfiability: heuristics* (Artificial Intelligence 193, 2012), for C.

use crate::settings::{EncodingChoice, MethodChoice, Settings};
use crate::work::Work;

/// Default maximum number of clauses of a formula that is written; they take about 5 GB.
const MOST_CLAUSES: u128 = 40_000_000;
/// Maximum number of clauses that solvers keep in total; with learnt clauses, they take 2 to 3 GB.
const MOST_KEPT: u128 = 40_000_000;
/// Minimum memory per clause in bytes while it is written or kept, used with a memory limit.
const BYTES_A_CLAUSE: u128 = 100;

/// The composition of a portfolio.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lineup {
    /// The encodings, each with its share of the effort at a horizon.
    pub choices: Vec<(EncodingChoice, u64)>,
    /// The horizons.
    pub schedule: Schedule,
    /// Conflict limit of the first attempt at a formula that does not vary. It doubles with every further attempt.
    pub first_conflicts: u64,
    /// A formula that may have more clauses is not written.
    pub most_clauses: u128,
    /// Maximum number of clauses that solvers keep in total (see [`Template::kept_clauses`]).
    ///
    /// [`Template::kept_clauses`]: saut_task::formula::template::Template::kept_clauses
    pub most_kept: u128,
    /// Whether solvers that can keep their formulas do so, and continue in several turns.
    pub by_turns: bool,
    /// Work charged per conflict, for formulas of similar size, whose conflicts take similar time. An attempt is then
    /// limited to the conflicts left in the turn. If `None`, the work reported by solvers is charged.
    pub of_a_conflict: Option<Work>,
    /// Whether a refutation that covers all plans is an answer. If not, formulas only search for plans.
    pub refutes: bool,
}

impl Lineup {
    /// A lineup with the encoding of the settings, as for puzzles.
    pub fn of(settings: &Settings) -> Self {
        Self {
            choices: vec![(settings.encoding(), 1)],
            schedule: Schedule::Window,
            first_conflicts: 4_000,
            most_clauses: MOST_CLAUSES.min(settings.stop.room(BYTES_A_CLAUSE)),
            most_kept: MOST_KEPT.min(settings.stop.room(BYTES_A_CLAUSE)),
            by_turns: false,
            of_a_conflict: None,
            // For a question without fixed choices, other engines find certificates, which do not need a separate proof
            // file.
            refutes: settings.method == MethodChoice::Formulas || settings.names_a_formula(),
        }
    }
}

/// A schedule of horizons. The smallest horizons that may have a plan get shares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Schedule {
    /// Three horizons at a time, with by far the largest share for the first. This is for tasks in which one step too
    /// many costs more than one step too few.
    Window,
    /// Algorithm B: every horizon, each with 90 % of the share of the previous one.
    Every,
    /// Algorithm C: like B, but horizons grow geometrically. A plan is found sooner, but may have more steps than
    /// necessary.
    Growing,
}

impl Schedule {
    /// The share of the first horizon.
    const WHOLE: u64 = 1_000;
    /// The share of a horizon, in per cent of the previous horizon's share.
    const SHARE: u64 = 90;
    /// The first horizon of a growing schedule, and each further one in per cent of the previous one.
    const FIRST: usize = 5;
    const GROWTH: usize = 141;

    /// The horizons to try, in increasing order within these bounds.
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

    /// The share of a horizon by its rank; rank 0 is the smallest horizon that may have a plan.
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
