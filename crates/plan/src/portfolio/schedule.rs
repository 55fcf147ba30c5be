//! Schedules of horizons: which are tried, and how much of the effort each gets.
//!
//! Rintanen, Heljanko, Niemelä, *Planning as satisfiability: parallel plans and algorithms for plan
//! search* (Artificial Intelligence 170, 2006), section 4, for B; Rintanen, *Planning as
//! satisfiability: heuristics* (Artificial Intelligence 193, 2012), for C.

/// A schedule. Shares go to the smallest horizons that may still have a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Schedule {
    /// Three horizons at a time, by far the most for the first: for tasks where one step too many
    /// costs more than one too few.
    Window,
    /// Algorithm B: every horizon, each with this percentage of the share of the one before.
    B {
        /// Per cent, below 100.
        share: u64,
    },
    /// Algorithm C: as B, on horizons that grow geometrically.
    C {
        /// The first horizon.
        first: usize,
        /// Each horizon in per cent of the one before, above 100.
        growth: usize,
        /// Per cent, below 100.
        share: u64,
    },
}

impl Schedule {
    /// A share of one.
    const WHOLE: u64 = 1_000;

    /// The horizons to try, upward within these bounds.
    pub fn horizons(self, least: usize, most: usize) -> impl Iterator<Item = usize> {
        let next = move |&last: &usize| {
            let next = match self {
                Self::C { growth, .. } => (last.saturating_mul(growth) / 100).max(last + 1),
                _ => last + 1,
            };
            (last < most).then_some(next.min(most))
        };
        let first = match self {
            Self::C { first, .. } => first.clamp(least, most),
            _ => least,
        };
        std::iter::successors(Some(first), next)
    }

    /// The share of a horizon by its rank, which is 0 for the smallest that may have a plan.
    pub fn share(self, rank: usize) -> u64 {
        match self {
            Self::Window => [10, 2, 1].get(rank).copied().unwrap_or(0),
            Self::B { share } | Self::C { share, .. } => {
                (0..rank).fold(Self::WHOLE, |of, _| of * share.min(99) / 100)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Schedule;

    #[test]
    fn horizons_grow_by_one_or_geometrically_within_their_bounds() {
        let first = |schedule: Schedule| schedule.horizons(1, 100).take(6).collect::<Vec<_>>();
        assert_eq!(first(Schedule::Window), [1, 2, 3, 4, 5, 6]);
        assert_eq!(first(Schedule::B { share: 90 }), [1, 2, 3, 4, 5, 6]);
        let c = Schedule::C {
            first: 5,
            growth: 150,
            share: 90,
        };
        assert_eq!(first(c), [5, 7, 10, 15, 22, 33]);
        assert!(c.horizons(1, 9).eq([5, 7, 9]));
        assert!(c.horizons(2, 2).eq([2]));
    }

    #[test]
    fn shares_fall_geometrically_or_end() {
        let shares = |schedule: Schedule| [0, 1, 2, 3].map(|rank| schedule.share(rank));
        assert_eq!(shares(Schedule::Window), [10, 2, 1, 0]);
        assert_eq!(shares(Schedule::B { share: 50 }), [1_000, 500, 250, 125]);
        assert_eq!(Schedule::B { share: 90 }.share(200), 0);
    }
}
