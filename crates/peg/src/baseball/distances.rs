//! Distances: breadth-first search from the configuration in which every token is home.
//!
//! A step can be undone, so the distance from home is the distance to home. Tests compare these
//! distances with the lengths of optimal plans. The planner and this search share only the rules of the game.
//!
//! The number of configurations also follows from a recurrence. C(n) is the number of configurations on n bases of two
//! places. P(n) is the number of configurations of the game without a hole, in which colour 0 has two tokens like every
//! other colour. Removing a base and a colour gives C(n) = n·P(n−1) + n(n−1)·C(n−1) and P(n) = n·P(n−1) +
//! n(n−1)/2·C(n−1), C(1) = P(1) = 1.

use std::collections::HashMap;

use num_bigint::BigUint;
use thiserror::Error;

use super::puzzle::steps;
use super::{Configuration, Track};

/// The distance of every visited configuration from home.
#[derive(Clone, Debug)]
pub struct Distances {
    of: HashMap<Configuration, usize>,
    by_distance: Vec<Vec<Configuration>>,
}

/// Reason why not all configurations were visited.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum DistanceError {
    /// There are more configurations than the limit.
    #[error("there are more than {most} configurations to visit")]
    TooMany {
        /// Maximum number of configurations.
        most: usize,
    },
    /// The caller stopped the search.
    #[error("the search was stopped")]
    Stopped,
}

/// Maximum number of configurations to visit.
const MOST: usize = 4_000_000;

impl Distances {
    /// Returns the distance of a configuration, or `None` if the search did not reach it.
    pub fn of(&self, configuration: &Configuration) -> Option<usize> {
        self.of.get(configuration).copied()
    }

    /// Returns the largest distance of a configuration from home.
    pub fn worst(&self) -> usize {
        self.by_distance.len().saturating_sub(1)
    }

    /// Returns the configurations grouped by distance, from distance 0 on.
    pub fn by_distance(&self) -> &[Vec<Configuration>] {
        &self.by_distance
    }

    /// Returns the number of configurations reached.
    pub fn configurations(&self) -> usize {
        self.of.len()
    }
}

/// Computes the distances of all configurations. `goes_on` is called for every configuration. If it
/// returns false, the search stops.
///
/// # Errors
/// [`DistanceError`] if there are more than four million configurations, or if `goes_on` returns false.
pub fn distances(
    track: Track,
    bases: usize,
    capacity: usize,
    goes_on: impl Fn() -> bool,
) -> Result<Distances, DistanceError> {
    distances_up_to((usize::MAX, MOST), track, bases, capacity, goes_on)
}

/// Computes the distances of the configurations that are at most `depth` steps from home.
///
/// # Errors
/// [`DistanceError`] if there are more than `most` such configurations, or if `goes_on` returns false.
pub fn distances_up_to(
    (depth, most): (usize, usize),
    track: Track,
    bases: usize,
    capacity: usize,
    goes_on: impl Fn() -> bool,
) -> Result<Distances, DistanceError> {
    let home = Configuration::home(bases, capacity);
    let mut of = HashMap::from([(home.clone(), 0)]);
    let mut by_distance = vec![vec![home]];
    while let Some(last) = by_distance.last().filter(|last| !last.is_empty()) {
        if by_distance.len() > depth {
            return Ok(Distances { of, by_distance });
        }
        let mut next = Vec::new();
        for configuration in last {
            if !goes_on() {
                return Err(DistanceError::Stopped);
            }
            for step in steps(track, capacity, configuration) {
                let after = configuration.after(step);
                if !of.contains_key(&after) {
                    of.insert(after.clone(), by_distance.len());
                    next.push(after);
                }
            }
            if of.len() > most {
                return Err(DistanceError::TooMany { most });
            }
        }
        by_distance.push(next);
    }
    by_distance.pop();
    Ok(Distances { of, by_distance })
}

/// Computes exactly the number C(n) of configurations of n bases, and the number P(n) of configurations of the game
/// without a hole. The results for n = 0 are the same as for n = 1.
pub fn counts(bases: u32) -> [BigUint; 2] {
    let (mut c, mut p) = (BigUint::from(1_u32), BigUint::from(1_u32));
    for n in 2..=bases {
        let pairs = u64::from(n) * u64::from(n - 1);
        let (first, next_c, next_p) = (&p * n, &c * pairs, &c * (pairs / 2));
        (c, p) = (&first + next_c, first + next_p);
    }
    [c, p]
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::{DistanceError, MOST, counts, distances, distances_up_to};
    use crate::baseball::Track;

    #[test]
    fn search_reaches_as_many_configurations_as_the_recurrence_counts() {
        for bases in 2..=5 {
            let recurrence = counts(bases)[0].to_string();
            for track in [Track::Ring, Track::Line] {
                let reached = distances(track, bases as usize, 2, || true).unwrap();
                assert_eq!(reached.configurations().to_string(), recurrence);
            }
        }
    }

    #[test]
    fn the_recurrence_gives_the_known_numbers() {
        let c = |bases| counts(bases)[0].to_string();
        let first: Vec<String> = (1..=8).map(c).collect();
        assert_eq!(
            first.join(" "),
            "1 4 33 480 11010 367560 16854390 1016930880"
        );
        assert_eq!(
            c(36),
            "42455401649578494363719011532171848425042920018952834717989556295601557094400000000"
        );
        let p = (1..=4).map(|n| counts(n)[1].to_string());
        assert_eq!(p.collect::<Vec<_>>(), ["1", "3", "21", "282"]);
    }

    #[test]
    fn the_worst_cases_are_the_known_ones() {
        let worst = |track, bases| distances(track, bases, 2, || true).unwrap().worst();
        assert_eq!([2, 3, 4, 5].map(|n| worst(Track::Ring, n)), [3, 5, 14, 18]);
        assert_eq!([2, 3, 4, 5].map(|n| worst(Track::Line, n)), [3, 10, 21, 36]);
    }

    #[test]
    fn a_depth_cuts_the_search_and_changes_nothing_above_it() {
        let all = distances(Track::Ring, 3, 2, || true).unwrap();
        let numbers: Vec<usize> = all.by_distance().iter().map(Vec::len).collect();
        assert_eq!(numbers, [1, 2, 4, 9, 10, 7]);
        for depth in 0..8 {
            let some = distances_up_to((depth, MOST), Track::Ring, 3, 2, || true).unwrap();
            let kept = all.by_distance().iter().take(depth + 1);
            assert!(kept.eq(some.by_distance()), "{depth}");
        }
    }

    #[test]
    fn a_search_that_is_stopped_ends_within_a_distance() {
        let asked = Cell::new(0);
        let until = |most| {
            asked.set(0);
            let goes_on = || {
                asked.set(asked.get() + 1);
                asked.get() <= most
            };
            distances(Track::Ring, 4, 2, goes_on).map(|all| all.configurations())
        };
        let all = until(usize::MAX).unwrap();
        assert_eq!((asked.get(), until(all)), (all, Ok(all)));
        assert_eq!(until(all - 1), Err(DistanceError::Stopped));
    }
}
