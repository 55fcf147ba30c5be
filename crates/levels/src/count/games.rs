//! Counts games: jump sequences from a start until no jump is playable.

use std::time::Instant;

use crate::search::SearchSettings;
use crate::search::bit_board::{BitBoard, Direction, bits_of};
use crate::search::checkpoints::WordCodec;
use crate::search::level::Level;
use crate::search::limits::{CountError, SearchLimits, add};
use saut_peg::peg::{Board, Position};

/// Counts of the boards with the same number of pegs that games pass through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GamesLevel {
    /// Number of pegs of each of the boards.
    pub pegs: usize,
    /// Number of boards.
    pub boards: u64,
    /// Number of boards up to the symmetries that fix the start.
    pub up_to_symmetry: u64,
    /// Number of boards without a playable jump.
    pub stuck: u64,
    /// Number of games that end in a board of this level.
    pub games_ending: u128,
}

/// Counts the games from a start. Returns their number, and counts of the boards for each level, from the start down.
///
/// # Errors
/// [`CountError`] if a limit was reached, a number exceeds 128 bits, or the board has more than 64 holes.
pub fn games(
    board: &Board,
    start: &Position,
    settings: &SearchSettings,
) -> Result<(u128, Vec<GamesLevel>), CountError> {
    let start = bits_of(start);
    let compact = BitBoard::fixing(board, &[start]).ok_or(CountError::LARGE)?;
    let limits = SearchLimits::new(&settings.stop, settings.threads);
    let kept = settings.kept("games", WordCodec::NUMBER);
    let shards = Level::<u128>::shards_for(board.len());
    let none = Level::of([], shards);
    let (mut games, mut levels) = (0, Vec::new());
    if start == 0 {
        return Ok((games, levels));
    }
    let mut level = Level::of([(start, 1_u128)], shards);
    let mut pegs = start.count_ones() as usize;
    loop {
        let survey = survey(&compact, &level, pegs)?;
        add(&mut games, survey.games_ending)?;
        levels.push(survey);
        let since = Instant::now();
        pegs -= 1;
        level = Level::load_or_make(kept.as_ref(), pegs, shards, || {
            level.expand(&compact, Direction::Forward, &none, None, &limits)
        })?;
        if level.is_empty() {
            return Ok((games, levels));
        }
        settings.report(Direction::Forward, pegs, level.len() as u64, since);
    }
}

fn survey(compact: &BitBoard, level: &Level<u128>, pegs: usize) -> Result<GamesLevel, CountError> {
    let mut count = GamesLevel {
        pegs,
        up_to_symmetry: level.len() as u64,
        ..Default::default()
    };
    for (position, sequences) in level.iter() {
        let orbit = compact.orbit(position);
        count.boards += orbit;
        if compact.mobility(Direction::Forward, position) == 0 {
            count.stuck += orbit;
            add(&mut count.games_ending, sequences)?;
        }
    }
    Ok(count)
}
