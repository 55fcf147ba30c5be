//! Message about a legal game that stops before its goal.

use std::time::Duration;

use saut::BadInput;
use saut::formats::{plan_file, shown};
use saut::peg::notation::Digits;
use saut::peg::{Puzzle, picture};
use saut::play::{Game, WinOracle};

use crate::cli::arguments::Global;
use crate::cli::{print, settings};

/// Time limit for deciding whether the game can still be won.
const TIME_LIMIT: Duration = Duration::from_secs(10);

/// Returns the message about a game that stops before its goal: its jumps, the remaining pegs, and whether it can still
/// be won. Returns `None` if no jump is left, or if the text is not a list of legal jumps.
pub(super) fn message(
    puzzle: &Puzzle,
    text: &str,
    digits: Option<Digits>,
    global: &Global,
) -> Option<BadInput> {
    if text.trim_start().starts_with(['{', '[']) || puzzle.board().put_back().is_some() {
        return None;
    }
    let plan = plan_file::read_plan(puzzle, text, digits).ok()?;
    let mut game = Game::new(puzzle.clone());
    for &jump in plan.actions() {
        game.play(jump).ok()?;
    }
    if game.is_won() || game.is_stuck() {
        return None;
    }
    let mut settings = settings::within(global);
    settings.stop = settings.stop.with_timeout(TIME_LIMIT);
    let outlook = WinOracle::new(puzzle.clone()).look(game.positions(), &settings);
    let fate = match outlook.ok()?.winnable {
        Some(true) => "the game can still be won",
        Some(false) => "the game can no longer be won",
        None => "whether the game can still be won is undecided",
    };
    let jumps = print::counted(game.played().len(), "legal jump");
    let pegs = print::counted(game.position().pegs(), "peg");
    let picture = picture::draw_position(puzzle.board(), game.position());
    let picture = shown::plain_position(puzzle.board(), &picture);
    let fact = format!("{jumps}, {pegs} left, {fate}\n{}", picture.trim_end());
    Some(BadInput::new("game not finished", fact))
}
