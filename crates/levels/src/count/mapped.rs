//! Counting by bit maps, where the levels are too wide to be listed.
//!
//! Only positions on solutions are given numbers. From the start down to the middle these are the
//! sequences that lead to a position, from the last level up to the middle those that lead on from
//! it to a goal; the solutions are the sum of the products in the middle, and of the sequences to
//! goals above it. Each number is a sum over parents or children, so that threads share nothing.

use super::solution_count::{SolutionCount, add};
use crate::search::Count;
use crate::search::bit_board::Direction;
use crate::search::dense::{Aside, Dense, Numbered, Ranked};
use crate::search::limits::Halt;

/// Counts the solutions; the levels that it tells of are the positions on solutions.
///
/// # Errors
/// [`Halt`] at a limit, or beyond 128 bits.
pub(super) fn solutions(dense: &Dense) -> Result<SolutionCount, Halt> {
    let levels = dense.on_solutions()?;
    let solutions = match joined::<u64>(dense, &levels) {
        Err(Halt::TooLarge) => joined::<u128>(dense, &levels),
        other => other,
    }?;
    Ok(SolutionCount {
        solutions,
        forward: levels.iter().map(Aside::len).collect(),
        backward: Vec::new(),
    })
}

fn joined<T: Count + Into<u128>>(dense: &Dense, levels: &[Aside]) -> Result<u128, Halt> {
    let (above, below) = levels.split_at(levels.len() / 2);
    let mut solutions = 0;
    let mut ahead: Option<Valued<T>> = None;
    for level in above {
        let next = Valued::ahead(dense, level, ahead.as_ref())?;
        for (number, sequences) in next.iter() {
            let position = dense.numbering.position(number, level.odd_pegs());
            if dense.wanted.is_met_by(position) {
                add(&mut solutions, sequences.into())?;
            }
        }
        ahead = Some(next);
    }
    // Sequences on to the goals.
    let mut behind: Option<Valued<T>> = None;
    for level in below.iter().rev() {
        let next = Valued::new(dense, level, |position| {
            let is_goal = dense.wanted.is_met_by(position.position);
            let ended = if is_goal { T::ONE } else { T::default() };
            let below = behind.as_ref();
            below.map_or(Ok(ended), |below| {
                below.sum(dense, position, Direction::Forward, ended)
            })
        })?;
        behind = Some(next);
    }
    let Some(behind) = behind else {
        return Ok(solutions);
    };
    let Some(before) = ahead else {
        // One level only: every position of it is the start.
        for (_, sequences) in behind.iter() {
            add(&mut solutions, sequences.into())?;
        }
        return Ok(solutions);
    };
    let ahead = behind
        .ranked
        .values(&dense.numbering, &dense.limits, |at| {
            before.sum(dense, at, Direction::Backward, T::default())
        })?;
    add(&mut solutions, sum_of_products(&ahead, &behind.values)?)?;
    Ok(solutions)
}

/// The sum of the products of numbers that stand in the same place.
pub(super) fn sum_of_products<T: Count + Into<u128>>(
    ahead: &[T],
    behind: &[T],
) -> Result<u128, Halt> {
    let mut sum = 0;
    for (&ahead, &behind) in ahead.iter().zip(behind) {
        let product = ahead.into().checked_mul(behind.into());
        add(&mut sum, product.ok_or(Halt::TooLarge)?)?;
    }
    Ok(sum)
}

/// A level with a number for each of its positions.
pub(super) struct Valued<T> {
    pub ranked: Ranked,
    pub values: Vec<T>,
}

impl<T: Count> Valued<T> {
    fn new(
        dense: &Dense,
        level: &Aside,
        value: impl Fn(Numbered) -> Result<T, Halt> + Sync,
    ) -> Result<Self, Halt> {
        let ranked = Ranked::new(level.map(&dense.limits)?, &dense.limits)?;
        let values = ranked.values(&dense.numbering, &dense.limits, value)?;
        Ok(Self { ranked, values })
    }

    /// The sequences from the start to each position of a level, given those to the level before;
    /// without one, the level is the start.
    pub fn ahead(dense: &Dense, level: &Aside, before: Option<&Self>) -> Result<Self, Halt> {
        Self::new(dense, level, |position| {
            before.map_or(Ok(T::ONE), |before| {
                before.sum(dense, position, Direction::Backward, T::default())
            })
        })
    }

    /// The numbers of its positions with theirs.
    fn iter(&self) -> impl Iterator<Item = (u64, T)> + '_ {
        self.ranked.map().iter().zip(self.values.iter().copied())
    }

    /// The sum of the numbers of what a position leads to, or comes from, and one more.
    fn sum(
        &self,
        dense: &Dense,
        position: Numbered,
        direction: Direction,
        first: T,
    ) -> Result<T, Halt> {
        let mut sum = Some(first);
        let mut meet = |place: usize| sum = sum.and_then(|sum| sum.plus(self.values[place]));
        let (compact, numbering) = (&dense.compact, &dense.numbering);
        position.neighbours(compact, numbering, direction, &self.ranked, &mut meet);
        sum.ok_or(Halt::TooLarge)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::solutions;
    use crate::count;
    use crate::search::SearchSettings;
    use crate::search::dense::Dense;
    use crate::search::limits::Halt;
    use saut_base::stop::{Stop, StopReason};
    use saut_peg::peg::{Goal, Position, Puzzle, boards};

    fn mapped(puzzle: &Puzzle) -> u128 {
        let dense = Dense::new(puzzle, &SearchSettings::default()).unwrap();
        solutions(&dense).unwrap().solutions
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]

        #[test]
        fn bit_maps_and_lists_count_the_same(
            name in prop::sample::select(vec!["triangle-5", "square-4", "square-5", "rectangle-4x6", "square-3"]),
            vacant in prop::collection::btree_set(0_usize..24, 1..3),
            pegs in prop::collection::btree_set(0_usize..24, 1..3),
            open in prop::collection::btree_set(0_usize..24, 0..6),
            kind in 0..3,
        ) {
            let board = boards::named(name).unwrap();
            let holes = board.len();
            let within = |set: &std::collections::BTreeSet<usize>| -> Vec<usize> {
                set.iter().map(|hole| hole % holes).collect()
            };
            let vacant = within(&vacant);
            let start = Position::from_holes(holes, (0..holes).filter(|hole| !vacant.contains(hole)));
            let last = Position::from_holes(holes, within(&pegs));
            let goal = match kind {
                0 => Goal::exactly(last),
                1 => Goal::one_peg(&board),
                _ => Goal::partial(&last, Position::from_holes(holes, within(&open))),
            };
            let puzzle = Puzzle::new("p", board, start, goal).unwrap();
            let listed = count::solutions(&puzzle, &SearchSettings::default()).unwrap();
            prop_assert_eq!(mapped(&puzzle), listed.solutions);
        }
    }

    #[test]
    fn a_start_that_is_the_goal_has_one_solution_and_another_class_has_none() {
        let board = boards::named("square-4").unwrap();
        let start = Position::from_holes(16, [0, 1, 5]);
        let pair =
            |goal| Puzzle::new("p", board.clone(), start.clone(), Goal::exactly(goal)).unwrap();
        assert_eq!(mapped(&pair(start.clone())), 1);
        assert_eq!(mapped(&pair(Position::from_holes(16, [0, 2]))), 0);
    }

    #[test]
    fn limits_end_it() {
        let board = boards::named("english").unwrap();
        let start = Position::from_holes(33, (0..33).filter(|&hole| hole != 16));
        let goal = Goal::exactly(Position::from_holes(33, [16]));
        let puzzle = Puzzle::new("central", board, start, goal).unwrap();
        for (stop, why) in [
            (Stop::new(None, Some(1)), StopReason::Memory),
            (
                Stop::new(Some(std::time::Duration::ZERO), None),
                StopReason::Timeout,
            ),
        ] {
            let settings = SearchSettings {
                stop,
                ..SearchSettings::default()
            };
            let dense = Dense::new(&puzzle, &settings).unwrap();
            assert_eq!(solutions(&dense), Err(Halt::Stopped(why)));
        }
    }
}
