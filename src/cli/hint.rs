//! `saut hint`: the jumps that keep a position solvable, and the losing jump of a game. By default, saut decides for
//! each jump, up to symmetry, whether the goal remains reachable. With `--count`, it counts the solutions.

mod advice;

use std::path::Path;
use std::time::{Duration, Instant};

use saut::BadInput;
use saut::explore::{SolutionGraph, Solutions};
use saut::formats::Entry;
use saut::formats::picture::{self, GivenSigns};
use saut::formats::plan_file;
use saut::formats::text_kind::{self, TextKind};
use saut::peg::notation::{self, Digits};
use saut::peg::picture::Content;
use saut::peg::{Position, Puzzle};
use saut::play::Game;
use saut::settings::Settings;
use saut::stop::Stop;

use super::arguments::{Global, Hint};
use super::count::refuse;
use super::progress::Line;
use super::reply::{CommandOutput, Failure};
use super::settings::{searching, within};
use super::{baseball, input};
#[cfg(test)]
pub use advice::Hints;
use advice::Judge;

pub fn run(arguments: &Hint, global: &Global) -> Result<CommandOutput, Failure> {
    let mut puzzle = match input::entry(&arguments.puzzle, &global.stop)? {
        Entry::Baseball(puzzle) => {
            return baseball::hint(&puzzle, arguments.played.as_deref(), global);
        }
        entry @ Entry::Peg(_) => entry.peg_under_any_rule()?,
    };
    if let Some(text) = &arguments.position {
        let given = arguments.puzzle.directions.options().picture.given;
        let start = position(&puzzle, text, given, &global.stop)?;
        let hand = puzzle
            .start()
            .holes()
            .filter(|&hole| hole >= puzzle.board().drawn().len());
        let start = Position::from_holes(start.len(), start.holes().chain(hand));
        let goal = puzzle.goal().clone();
        let name = puzzle.name().to_owned();
        puzzle = Puzzle::new(name, puzzle.board().clone(), start, goal)
            .map_err(|bad| BadInput::new("--position", bad.to_string()))?;
    }
    let mut game = Game::new(puzzle);
    if let Some(file) = &arguments.played {
        play(&mut game, file, &global.stop)?;
    }
    let began = Instant::now();
    let each = Duration::from_secs_f64(arguments.jump_timeout);
    let reply = |settings: &Settings, solutions: Option<&Solutions<SolutionGraph>>| {
        let judge = Judge {
            game: &game,
            settings,
            each,
            solutions,
        };
        judge.advise(began)
    };
    if !arguments.count {
        return Line::new().over(within(global), |settings| reply(settings, None));
    }
    let counted = searching(&within(global), |search, _| {
        let solutions = Solutions::new(SolutionGraph::new(game.puzzle(), &search)?)?;
        Ok(reply(&Settings::default(), Some(&solutions)))
    });
    counted.unwrap_or_else(|why| refuse(game.puzzle().name(), why, began))
}

/// Plays the jumps of a file. An illegal jump is an error.
fn play(game: &mut Game, file: &str, stop: &Stop) -> Result<(), Failure> {
    let within = |bad: BadInput| bad.within(file);
    let text = input::plan_text(file, stop)?;
    if is_empty(&text) {
        return Ok(());
    }
    let plan = plan_file::read_plan(game.puzzle(), &text, None).map_err(within)?;
    for (number, &jump) in (1..).zip(plan.actions()) {
        game.play(jump).map_err(|fault| {
            let refused = BadInput::new(format!("jump {number}"), fault);
            Failure::Refused(within(
                refused.remedy("hints need a game in which every jump can be played"),
            ))
        })?;
    }
    Ok(())
}

/// Whether the file has no jumps: all lines are empty or comments.
fn is_empty(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim);
    lines.all(|line| line.is_empty() || line.starts_with(['#', ';']))
}

/// Reads a position from `text`: the name of a file with a picture, or a list of cells.
fn position(
    puzzle: &Puzzle,
    text: &str,
    given: GivenSigns,
    stop: &Stop,
) -> Result<Position, BadInput> {
    let board = puzzle.board();
    let bad = |fact: String| {
        BadInput::new("--position", fact)
            .remedy("give a file with a picture of this board, or cells such as \"44 45\"")
    };
    if Path::new(text).is_file() {
        let drawn = input::text(text, stop)?;
        let within = |bad: BadInput| bad.within(text);
        let reads = |kind| matches!(kind, TextKind::Printed | TextKind::Hint);
        if let Some(other) = text_kind::other_than(&drawn, "a picture of a position", reads) {
            return Err(within(other));
        }
        let picture = picture::read_on(board, &drawn, given).map_err(within)?;
        let other = || bad(format!("the picture in {text} shows another board"));
        return picture.holes(board, Content::Peg).ok_or_else(other);
    }
    let hole = |cell: &str| {
        let found = notation::read_cell(board, cell, Digits::ColumnFirst);
        let hole = found.and_then(|cell| board.hole(cell));
        hole.ok_or_else(|| {
            bad(format!(
                "\"{cell}\" is neither a file nor a hole of the board"
            ))
        })
    };
    let holes: Vec<usize> = text
        .split_whitespace()
        .map(hole)
        .collect::<Result<_, _>>()?;
    Ok(Position::from_holes(board.len(), holes))
}
