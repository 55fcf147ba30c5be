//! Maximal games: jump sequences from a start until no jump is left.

use std::time::Instant;

use super::NotCounted;
use crate::peg::{Board, Position};
use crate::search::SearchSettings;
use crate::search::compact::{Compact, Direction, word};
use crate::search::level::Level;
use crate::search::limits::{Halt, Limits};

/// All games from a start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Games {
    /// How many there are.
    pub games: u128,
    /// The boards that occur, from the start on, one peg less each level.
    pub levels: Vec<GamesLevel>,
}

/// The boards of one number of pegs that games pass through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GamesLevel {
    /// The pegs.
    pub pegs: usize,
    /// How many boards.
    pub boards: u64,
    /// How many up to the symmetries that fix the start.
    pub up_to_symmetry: u64,
    /// How many of the boards have no jump left.
    pub stuck: u64,
    /// How many games end on those.
    pub games_ending: u128,
}

/// Counts the games from a start.
///
/// # Errors
/// [`NotCounted`] at a limit, beyond 128 bits, or on a board of more than 64 holes.
pub fn games(
    board: &Board,
    start: &Position,
    settings: &SearchSettings,
) -> Result<Games, NotCounted> {
    let start = word(start);
    let compact = Compact::fixing(board, &[start]).ok_or(NotCounted::LARGE)?;
    let limits = Limits::new(&settings.stop, settings.threads);
    let shards = Level::<u128>::shards_for(board.len());
    let none = Level::of([], shards);
    let first = (start != 0).then_some((start, 1_u128));
    let (mut level, mut games) = (Level::of(first, shards), Games::default());
    let mut pegs = start.count_ones() as usize;
    while !level.is_empty() {
        let count = survey(&compact, &level, pegs)?;
        games.games = games
            .games
            .checked_add(count.games_ending)
            .ok_or(NotCounted::TooLarge)?;
        games.levels.push(count);
        let since = Instant::now();
        level = level.expand(&compact, Direction::Forward, &none, &|_| true, &limits)?;
        pegs = pegs.saturating_sub(1);
        settings.tell(Direction::Forward, pegs, level.len() as u64, since);
    }
    Ok(games)
}

fn survey(compact: &Compact, level: &Level<u128>, pegs: usize) -> Result<GamesLevel, Halt> {
    let mut count = GamesLevel {
        pegs,
        up_to_symmetry: level.len() as u64,
        ..Default::default()
    };
    for (position, sequences) in level.iter() {
        let orbit = compact.orbit(position);
        count.boards += orbit;
        if !compact
            .masks()
            .iter()
            .any(|mask| mask.applies(Direction::Forward, position))
        {
            count.stuck += orbit;
            let ending = count.games_ending.checked_add(sequences);
            count.games_ending = ending.ok_or(Halt::TooLarge)?;
        }
    }
    Ok(count)
}
