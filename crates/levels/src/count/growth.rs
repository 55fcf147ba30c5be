//! Boards by level: how many can be reached from a start, and from how many a goal can be.

use std::collections::BTreeMap;
use std::time::Instant;

use super::NotCounted;
use super::level_count::{LevelCount, level_count};
use super::maps::Maps;
use crate::search::SearchSettings;
use crate::search::bit_board::{BitBoard, Direction, bits_of};
use crate::search::checkpoints::Packing;
use crate::search::level::Level;
use crate::search::limits::{Halt, SearchLimits};
use saut_peg::peg::{Board, Position, Puzzle};

/// Number of boards of `holes` holes with `pegs` pegs: the binomial coefficient; `None` beyond 64 bits.
pub fn boards_with(holes: usize, pegs: usize) -> Option<u64> {
    let pegs = pegs.min(holes.checked_sub(pegs)?) as u128;
    let mut number = 1_u128;
    for index in 0..pegs {
        // The product of so many neighbours is divisible by the next number of them.
        number = number.checked_mul(holes as u128 - index)? / (index + 1);
    }
    number.try_into().ok()
}

/// The boards that can be reached from a start, by level, until there are none.
///
/// # Errors
/// [`NotCounted`] at a limit, or on a board of more than 64 holes.
pub fn reachable(
    board: &Board,
    start: &Position,
    settings: &SearchSettings,
) -> Result<Vec<LevelCount>, NotCounted> {
    levels(board, start, Direction::Forward, usize::MAX, settings)
}

/// The boards from which a position can be reached, by level from that position on, for at most
/// `most_jumps` jumps.
///
/// # Errors
/// [`NotCounted`] at a limit, or on a board of more than 64 holes.
pub fn backward(
    board: &Board,
    goal: &Position,
    most_jumps: usize,
    settings: &SearchSettings,
) -> Result<Vec<LevelCount>, NotCounted> {
    levels(board, goal, Direction::Backward, most_jumps, settings)
}

/// The boards from which the goal of a puzzle can be reached, whatever its start: by level from
/// the goals with the fewest pegs on, for at most `most` jumps from these. A goal that leaves
/// holes open begins at each of its positions; the position without pegs is none of them.
///
/// # Errors
/// [`NotCounted`] at a limit, on a board of more than 64 holes, or if the goal leaves more than
/// 16 holes open.
pub fn leading_to(
    puzzle: &Puzzle,
    most_jumps: usize,
    settings: &SearchSettings,
) -> Result<Vec<LevelCount>, NotCounted> {
    let growth = Growth::of_goal(puzzle)?;
    Ok(growth.levels(most_jumps, settings)?)
}

fn levels(
    board: &Board,
    first: &Position,
    direction: Direction,
    most_jumps: usize,
    settings: &SearchSettings,
) -> Result<Vec<LevelCount>, NotCounted> {
    let growth = Growth::of_position(board, first, direction)?;
    Ok(growth.levels(most_jumps, settings)?)
}

/// Levels from seeds, by their number of pegs and in canonical form, until there are none: as
/// lists, and when these are wide and come from one position, as bit maps.
struct Growth {
    compact: BitBoard,
    seeds: BTreeMap<usize, Vec<u64>>,
    direction: Direction,
    holes: usize,
}

impl Growth {
    /// From the goals of a puzzle back.
    fn of_goal(puzzle: &Puzzle) -> Result<Self, NotCounted> {
        let (compact, _, wanted) = BitBoard::of_goal(puzzle).ok_or(NotCounted::LARGE)?;
        let many = NotCounted::NotApplicable("the goal leaves more than 16 holes open");
        let seeds = wanted.listed_if(&compact, |_| true).ok_or(many)?;
        Ok(Self {
            compact,
            seeds,
            direction: Direction::Backward,
            holes: puzzle.board().len(),
        })
    }

    /// From one position.
    fn of_position(
        board: &Board,
        first: &Position,
        direction: Direction,
    ) -> Result<Self, NotCounted> {
        let first = bits_of(first);
        let compact = BitBoard::fixing(board, &[first]).ok_or(NotCounted::LARGE)?;
        let seeds = (first != 0).then(|| (first.count_ones() as usize, vec![first]));
        Ok(Self {
            compact,
            seeds: seeds.into_iter().collect(),
            direction,
            holes: board.len(),
        })
    }

    /// The one position that all others come from, if it is one.
    fn member(&self) -> Option<u64> {
        let mut positions = self.seeds.values().flatten();
        let first = positions.next()?;
        positions.next().is_none().then_some(*first)
    }

    fn levels(
        mut self,
        most_jumps: usize,
        settings: &SearchSettings,
    ) -> Result<Vec<LevelCount>, Halt> {
        let limits = SearchLimits::new(&settings.stop, settings.threads);
        let stage = match self.direction {
            Direction::Forward => "reachable",
            Direction::Backward => "backward",
        };
        let kept = settings.kept(stage, Packing::NONE);
        let shards = Level::<()>::shards_for(self.holes);
        let units = |words: Vec<u64>| Level::of(words.into_iter().map(|word| (word, ())), shards);
        let mut mapped = self.member().and_then(|member| {
            let board = u64::MAX.checked_shr(64 - u32::try_from(self.holes).ok()?)?;
            Maps::new(board, &self.compact, member)
        });
        let Some((pegs, first)) = self.seeds.pop_first() else {
            return Ok(Vec::new());
        };
        let mut level = units(first);
        let mut counts = vec![level_count(&self.compact, &level, pegs)];
        while counts.len() <= most_jumps {
            let since = Instant::now();
            let pegs = counts.last().map_or(0, |count| count.pegs);
            let pegs = match self.direction {
                Direction::Forward => pegs.saturating_sub(1),
                Direction::Backward => pegs + 1,
            };
            if let Some(maps) = mapped.take_if(|maps| maps.are_better(&level)) {
                let most = most_jumps.saturating_sub(counts.len() - 1);
                maps.grow(level, pegs, (self.direction, most), settings, &mut counts)?;
                break;
            }
            let next = units(self.seeds.remove(&pegs).unwrap_or_default());
            level = Level::load_or_make(kept.as_ref(), pegs, shards, || {
                level.expand(&self.compact, self.direction, &next, None, &limits)
            })?;
            if level.is_empty() && self.seeds.is_empty() {
                break;
            }
            counts.push(level_count(&self.compact, &level, pegs));
            settings.report(self.direction, pegs, level.len() as u64, since);
        }
        counts.truncate(most_jumps.saturating_add(1));
        Ok(counts)
    }
}

#[cfg(test)]
mod tests {
    use super::boards_with;

    #[test]
    fn all_boards_are_counted_as_in_the_triangle_of_pascal() {
        for holes in 1..=64 {
            for pegs in 1..holes {
                let above = |pegs| boards_with(holes - 1, pegs).unwrap();
                assert_eq!(
                    boards_with(holes, pegs),
                    Some(above(pegs - 1) + above(pegs))
                );
            }
            assert_eq!(boards_with(holes, holes), Some(1));
        }
        assert_eq!((boards_with(3, 4), boards_with(200, 100)), (None, None));
    }
}
