//! Schedules of horizons.
//!
//! Rintanen, Heljanko, Niemelä, *Planning as satisfiability: parallel plans and algorithms for plan
//! search* (Artificial Intelligence 170, 2006), section 4, for the algorithms S, A and B; Rintanen, *Planning as
//! satisfiability: heuristics* (Artificial Intelligence 193, 2012), for C.

use std::str::FromStr;

/// A rule that divides the effort among horizons, from the smallest horizon that may have a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Schedule {
    /// Three horizons at a time; the first one has by far the largest share. This schedule is for tasks in which a
    /// horizon that is too large by one step costs more effort than a horizon that is too small by one step.
    Window,
    /// Algorithm A: this number of horizons at a time, with equal shares. With one horizon, it is algorithm S, which
    /// refutes each horizon before it tries the next one.
    Parallel(usize),
    /// Algorithm B: every horizon, each with this percentage of the share of the previous one.
    Geometric(u64),
    /// Algorithm C: like B, but horizons grow geometrically. A plan is found sooner, but may have more steps than
    /// necessary.
    Growing,
}

impl Schedule {
    const WHOLE: u64 = 1_000;
    /// Share of a horizon, in per cent of the share of the previous horizon.
    const SHARE: u64 = 90;

    /// Algorithm B with the default shares.
    pub const EVERY: Self = Self::Geometric(Self::SHARE);

    /// First horizon of a growing schedule, and each further horizon in per cent of the previous one.
    const FIRST: usize = 5;
    const GROWTH: usize = 141;

    /// Returns the horizons to try, in increasing order within these bounds.
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

    /// Returns the share of a horizon by its rank; rank 0 is the smallest horizon that may have a plan.
    pub fn share(self, rank: usize) -> u64 {
        match self {
            Self::Window => [10, 2, 1].get(rank).copied().unwrap_or(0),
            Self::Parallel(horizons) => u64::from(rank < horizons),
            Self::Geometric(share) => Self::falling(share, rank),
            Self::Growing => Self::falling(Self::SHARE, rank),
        }
    }

    fn falling(share: u64, rank: usize) -> u64 {
        (0..rank).fold(Self::WHOLE, |of, _| of * share / 100)
    }
}

impl FromStr for Schedule {
    type Err = String;

    /// Reads Rintanen's names: S, A:N, B:PERCENT or C.
    fn from_str(text: &str) -> Result<Self, String> {
        let (name, number) = match text.split_once(':') {
            Some((name, number)) => (name, number.parse::<usize>().ok()),
            None => (text, None),
        };
        match (name, number, text.contains(':')) {
            ("S", None, false) => Ok(Self::Parallel(1)),
            ("A", Some(horizons @ 1..=1000), _) => Ok(Self::Parallel(horizons)),
            ("B", Some(share @ 1..=99), _) => Ok(Self::Geometric(share as u64)),
            ("C", None, false) => Ok(Self::Growing),
            _ => Err("schedules are S, A:HORIZONS, B:PERCENT and C".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Schedule;
    use super::Schedule::{Growing, Parallel, Window};

    #[test]
    fn horizons_grow_by_one_or_geometrically_within_their_bounds() {
        for (schedule, least, most, wanted) in [
            (Window, 1, 100, &[1, 2, 3, 4][..]),
            (Schedule::EVERY, 1, 100, &[1, 2, 3, 4]),
            (Parallel(2), 3, 100, &[3, 4, 5, 6]),
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
        let every = [0, 1, 2].map(|rank| Schedule::EVERY.share(rank));
        assert_eq!(every, [1_000, 900, 810]);
        assert_eq!([0, 1, 2].map(|rank| Parallel(2).share(rank)), [1, 1, 0]);
        assert_eq!(Growing.share(200), 0);
    }

    #[test]
    fn schedules_have_the_names_of_the_literature() {
        assert_eq!("S".parse(), Ok(Parallel(1)));
        assert_eq!("A:4".parse(), Ok(Parallel(4)));
        assert_eq!("B:90".parse(), Ok(Schedule::EVERY));
        assert_eq!("C".parse(), Ok(Growing));
        for unknown in ["", "A", "A:0", "B:100", "B:", "C:2", "S:1", "D"] {
            assert!(unknown.parse::<Schedule>().is_err(), "{unknown}");
        }
    }
}
