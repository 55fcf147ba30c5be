//! Growth tables: numbers of boards that are reached for the first time at each distance from some initial boards.
//!
//! With only reverse jumps, these are the boards from which an initial board can be reached. With jumps and reverse
//! jumps in any order, these are boards of the same position classes ("solitaire without an arrow of time"). Each level
//! also has the number of boards with an axis of symmetry, and the number of boards up to symmetry.

use rustc_hash::FxHashSet;

use super::CountError;
use crate::search::bit_board::{BitBoard, Direction, bits_of, position};
use saut_base::stop::Stop;
use saut_peg::peg::{Board, Position};

/// Number of boards between two checks of the limits.
const BETWEEN_LOOKS: usize = 1 << 14;

/// Counts of the boards at one distance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GrowthLevel {
    /// Number of boards at this distance.
    pub boards: u64,
    /// Number of boards with an axis of symmetry.
    pub with_axis: u64,
    /// Number of boards up to the symmetries of the board.
    pub up_to_symmetry: u64,
}

/// Returns the levels from these initial boards up to a distance, by jumps, reverse jumps, or both.
///
/// # Errors
/// [`CountError`] if a limit was reached, or the board has more than 64 holes.
pub fn growth_levels(
    board: &Board,
    first: &[Position],
    directions: &[Direction],
    distance: usize,
    stop: &Stop,
) -> Result<Vec<GrowthLevel>, CountError> {
    let compact = BitBoard::fixing(board, &[]).ok_or(CountError::LARGE)?;
    let mut seen: FxHashSet<u64> = first.iter().map(bits_of).collect();
    let mut last: Vec<u64> = seen.iter().copied().collect();
    let mut levels = vec![level(board, &compact, &last, stop)?];
    for _ in 0..distance {
        let mut next = Vec::new();
        for boards in last.chunks(BETWEEN_LOOKS) {
            stop.check()?;
            for &from in boards {
                for mask in compact.masks() {
                    let leads_on = directions.iter().any(|&it| mask.applies(it, from));
                    let to = from ^ mask.touched;
                    if leads_on && seen.insert(to) {
                        next.push(to);
                    }
                }
            }
        }
        levels.push(level(board, &compact, &next, stop)?);
        last = next;
    }
    Ok(levels)
}

fn level(
    board: &Board,
    compact: &BitBoard,
    boards: &[u64],
    stop: &Stop,
) -> Result<GrowthLevel, CountError> {
    let axes = board.axes();
    // The axes are tried only on boards with some symmetry, because the orbit is computed quickly.
    let has_axis = |&&bits: &&u64| {
        compact.orbit(bits) < compact.order() as u64 && {
            let position = position(board.len(), bits);
            axes.iter().any(|axis| axis.position(&position) == position)
        }
    };
    // A level may contain only some images of a board, so orbits are counted by their canonical boards.
    let mut classes = FxHashSet::default();
    for part in boards.chunks(BETWEEN_LOOKS) {
        stop.check()?;
        classes.extend(part.iter().map(|&bits| compact.canonical(bits)));
    }
    Ok(GrowthLevel {
        boards: boards.len() as u64,
        with_axis: boards.iter().filter(has_axis).count() as u64,
        up_to_symmetry: classes.len() as u64,
    })
}

#[cfg(test)]
mod tests {
    use super::{Direction, growth_levels};
    use crate::count::leading_to;
    use crate::search::SearchSettings;
    use saut_base::stop::{Stop, StopReason};
    use saut_peg::peg::{Board, Goal, Position, Puzzle, boards};

    fn levels(
        board: &Board,
        first: &[&[usize]],
        directions: &[Direction],
        distance: usize,
    ) -> Vec<[u64; 3]> {
        let first: Vec<Position> = first
            .iter()
            .map(|holes| Position::from_holes(board.len(), holes.iter().copied()))
            .collect();
        let levels = growth_levels(board, &first, directions, distance, &Stop::default()).unwrap();
        let numbers = levels
            .iter()
            .map(|one| [one.boards, one.with_axis, one.up_to_symmetry]);
        numbers.collect()
    }

    #[test]
    fn by_reverse_jumps_the_levels_are_those_of_the_count() {
        for (name, hole) in [
            ("french", 18),
            ("french", 3),
            ("english", 16),
            ("triangle-5", 4),
        ] {
            let board = boards::named(name).unwrap();
            let goal = Position::from_holes(board.len(), [hole]);
            let goal = Goal::exactly(goal);
            let puzzle = Puzzle::new("", board.clone(), board.full(), goal).unwrap();
            let counted = leading_to(&puzzle, 5, &SearchSettings::default()).unwrap();
            let ours = levels(&board, &[&[hole]], &[Direction::Backward], 5);
            let boards: Vec<u64> = ours.iter().map(|level| level[0]).collect();
            let wanted: Vec<u64> = counted.iter().map(|level| level.boards).collect();
            assert_eq!(boards, wanted, "{name} {hole}");
        }
    }

    #[test]
    fn the_line_of_three_has_the_levels_that_one_can_count_by_hand() {
        let board = boards::named("rectangle-3x1").unwrap();
        // ..o is reached from oo., whose mirror image .oo reaches o..
        assert_eq!(
            levels(&board, &[&[2]], &Direction::BOTH, 2),
            [[1, 0, 1], [1, 0, 1], [0, 0, 0]]
        );
        assert_eq!(
            levels(&board, &[&[0], &[2]], &[Direction::Backward], 1),
            [[2, 0, 1], [2, 0, 1]]
        );
        assert_eq!(
            levels(&board, &[&[1]], &Direction::BOTH, 1),
            [[1, 1, 1], [0, 0, 0]]
        );
    }

    #[test]
    fn a_limit_ends_it_and_large_boards_are_rejected() {
        let board = boards::named("french").unwrap();
        let first = [Position::from_holes(37, [18])];
        let stop = Stop::default().with_timeout(std::time::Duration::ZERO);
        let ended = growth_levels(&board, &first, &Direction::BOTH, 3, &stop);
        assert_eq!(ended, Err(super::CountError::Stopped(StopReason::Timeout)));
        let large = boards::named("square-9").unwrap();
        let refused = growth_levels(&large, &[large.full()], &[], 1, &Stop::default());
        assert!(refused.is_err());
    }
}
