//! Boards by level: how many can be reached from a start, and from how many a goal can be.

use std::collections::BTreeMap;
use std::time::Instant;

use super::NotCounted;
use super::maps::Maps;
use crate::peg::{Board, Position, Puzzle};
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

/// The boards from which the goal of a puzzle can be reached, whatever its start: by level from
/// the goals with the fewest pegs on, for at most so many jumps from these. A goal that leaves
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
    let (compact, _, wanted) = Compact::of_goal(puzzle).ok_or(NotCounted::LARGE)?;
    let many = NotCounted::NotApplicable("the goal leaves more than 16 holes open");
    let goals = wanted.all_listed(&compact).ok_or(many)?;
    grow(
        puzzle.board(),
        &compact,
        goals,
        Direction::Backward,
        most_jumps,
        settings,
    )
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
    let seeds = (first != 0).then(|| (first.count_ones() as usize, vec![first]));
    grow(
        board,
        &compact,
        seeds.into_iter().collect(),
        direction,
        most_jumps,
        settings,
    )
}

/// Levels from seeds, by their number of pegs and in canonical form, until there are none: as
/// lists, and when these are wide and come from one position, as bit maps.
fn grow(
    board: &Board,
    compact: &Compact,
    mut seeds: BTreeMap<usize, Vec<u64>>,
    direction: Direction,
    most_jumps: usize,
    settings: &SearchSettings,
) -> Result<Vec<LevelCount>, NotCounted> {
    let limits = Limits::new(&settings.stop, settings.threads);
    let shards = Level::<()>::shards_for(board.len());
    let Some((mut pegs, first)) = seeds.pop_first() else {
        return Ok(Vec::new());
    };
    let units = |words: Vec<u64>| Level::of(words.into_iter().map(|word| (word, ())), shards);
    let mut mapped = match first[..] {
        [member] if seeds.is_empty() => Maps::new(board, compact, member),
        _ => None,
    };
    let (mut level, mut counts) = (units(first), Vec::new());
    while !(level.is_empty() && seeds.is_empty()) {
        counts.push(level_count(compact, &level, pegs));
        if counts.len() > most_jumps {
            break;
        }
        pegs = match direction {
            Direction::Forward => pegs - 1,
            Direction::Backward => pegs + 1,
        };
        if let Some(maps) = mapped.take_if(|maps| maps.are_better(&level)) {
            let most = most_jumps.saturating_sub(counts.len() - 1);
            maps.grow(level, pegs, (direction, most), settings, &mut counts)?;
            break;
        }
        let since = Instant::now();
        let next = units(seeds.remove(&pegs).unwrap_or_default());
        level = level.expand(compact, direction, &next, &|_| true, &limits)?;
        settings.tell(direction, pegs, level.len() as u64, since);
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
