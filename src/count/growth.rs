//! Boards by level: how many can be reached from a start, and from how many a goal can be.

use super::NotCounted;
use crate::peg::{Board, Position};
use crate::search::SearchSettings;
use crate::search::compact::{Compact, Direction, word};
use crate::search::level::Level;
use crate::search::limits::Limits;

/// The boards of one number of pegs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LevelCount {
    /// The pegs.
    pub pegs: usize,
    /// How many boards.
    pub boards: u64,
    /// How many up to the symmetries that fix what they are counted for.
    pub up_to_symmetry: u64,
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
/// so many jumps.
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

fn levels(
    board: &Board,
    first: &Position,
    direction: Direction,
    most_jumps: usize,
    settings: &SearchSettings,
) -> Result<Vec<LevelCount>, NotCounted> {
    let first = word(first);
    let compact = Compact::fixing(board, &[first]).ok_or(NotCounted::LARGE)?;
    let limits = Limits::new(&settings.stop, settings.threads);
    let shards = Level::<()>::shards_for(board.len());
    let none = Level::of([], shards);
    let mut level = Level::of((first != 0).then_some((first, ())), shards);
    let mut counts = Vec::new();
    let mut pegs = first.count_ones() as usize;
    while !level.is_empty() {
        counts.push(level_count(&compact, &level, pegs));
        if counts.len() > most_jumps {
            break;
        }
        level = level.expand(&compact, direction, &none, &|_| true, &limits)?;
        pegs = match direction {
            Direction::Forward => pegs - 1,
            Direction::Backward => pegs + 1,
        };
    }
    Ok(counts)
}

pub(super) fn level_count(compact: &Compact, level: &Level<()>, pegs: usize) -> LevelCount {
    let boards = level
        .iter()
        .map(|(position, ())| compact.orbit(position))
        .sum();
    LevelCount {
        pegs,
        boards,
        up_to_symmetry: level.len() as u64,
    }
}
