//! Counting by bit maps, where the levels are too wide to be listed.
//!
//! Only positions on solutions are given numbers. From the start down to the middle these are the
//! sequences that lead to a position, from the last level up to the middle those that lead on from
//! it to a goal; the solutions are the sum of the products in the middle, and of the sequences to
//! goals above it. Each number is a sum over parents or children, so that threads share nothing.

use super::solutions::{SolutionCount, add};
use crate::search::Count;
use crate::search::bit_board::Direction;
use crate::search::dense::{Aside, Dense, Numbered, Ranked};
use crate::search::limits::Halt;

/// Counts the solutions; the levels that it tells of are the positions on solutions.
///
/// # Errors
/// [`Halt`] at a limit, or beyond 128 bits.
pub(super) fn solutions(dense: &Dense) -> Result<SolutionCount, Halt> {
    let levels = dense.on_solutions(None)?;
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
    // Sequences from the start on.
    let mut ahead: Option<(Ranked, Vec<T>)> = None;
    for level in above {
        let ranked = Ranked::new(level.map(&dense.limits)?, &dense.limits)?;
        let values = match &ahead {
            None => vec![T::ONE; ranked.len()],
            Some(before) => ranked.values(&dense.numbering, &dense.limits, |position| {
                sum(dense, position, Direction::Backward, before, T::default())
            })?,
        };
        let all = ranked.map().iter().zip(&values);
        for (number, &sequences) in all {
            let position = dense.numbering.position(number, ranked.map().odd_pegs);
            if dense.wanted.is_met_by(position) {
                add(&mut solutions, sequences.into())?;
            }
        }
        ahead = Some((ranked, values));
    }
    // Sequences on to the goals.
    let mut behind: Option<(Ranked, Vec<T>)> = None;
    for level in below.iter().rev() {
        let ranked = Ranked::new(level.map(&dense.limits)?, &dense.limits)?;
        let values = ranked.values(&dense.numbering, &dense.limits, |position| {
            let is_goal = dense.wanted.is_met_by(position.position);
            let ended = if is_goal { T::ONE } else { T::default() };
            match &behind {
                None => Ok(ended),
                Some(below) => sum(dense, position, Direction::Forward, below, ended),
            }
        })?;
        behind = Some((ranked, values));
    }
    let Some((ranked, behind)) = behind else {
        return Ok(solutions);
    };
    let Some(before) = ahead else {
        // One level only: every position of it is the start.
        for sequences in behind {
            add(&mut solutions, sequences.into())?;
        }
        return Ok(solutions);
    };
    let ahead = ranked.values(&dense.numbering, &dense.limits, |position| {
        sum(dense, position, Direction::Backward, &before, T::default())
    })?;
    for (ahead, behind) in ahead.into_iter().zip(behind) {
        let (ahead, behind): (u128, u128) = (ahead.into(), behind.into());
        add(
            &mut solutions,
            ahead.checked_mul(behind).ok_or(Halt::TooLarge)?,
        )?;
    }
    Ok(solutions)
}

/// The sum of the numbers of what a position leads to, or comes from, and one more.
fn sum<T: Count>(
    dense: &Dense,
    position: Numbered,
    direction: Direction,
    (next, values): &(Ranked, Vec<T>),
    first: T,
) -> Result<T, Halt> {
    let mut sum = Some(first);
    let mut meet = |place: usize| sum = sum.and_then(|sum| sum.plus(values[place]));
    position.neighbours(&dense.compact, &dense.numbering, direction, next, &mut meet);
    sum.ok_or(Halt::TooLarge)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::solutions;
    use crate::count;
    use crate::peg::{Goal, Position, Puzzle, boards};
    use crate::search::SearchSettings;
    use crate::search::dense::Dense;
    use crate::search::limits::Halt;
    use saut_plan::stop::{Stop, StopReason};

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
