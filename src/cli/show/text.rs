//! A puzzle and its plan with characters.

use std::io::Write;

use anstyle::{AnsiColor, Style};
use saut::certify::corner::corners;
use saut::packages::{self, Piece, Pieces};
use saut::peg::{Board, Cell, Geometry, Puzzle, moves, notation};
use saut::plan::Plan;
use saut::simulate::{self, ReplayedPlan};
use saut::visible::visible_lines;

use crate::cli::print;
use crate::cli::reply::Failure;

/// The puzzle and the plan with characters.
pub fn text(puzzle: &Puzzle, plan: Option<&ReplayedPlan>) -> Result<Vec<u8>, Failure> {
    let mut out = Vec::new();
    describe(&mut out, puzzle)?;
    if let Some(plan) = plan {
        play(&mut out, puzzle, plan)?;
    }
    Ok(out)
}

fn describe(out: &mut impl Write, puzzle: &Puzzle) -> Result<(), Failure> {
    writeln!(out, "{}\n\n{}", print::heading(puzzle), print::pair(puzzle))?;
    let board = puzzle.board();
    let put_back = usize::from(puzzle.has_hand(puzzle.start()));
    let (fewest, most) = puzzle.jump_range();
    let (fewest, most) = (fewest - put_back, most - put_back);
    let jumps = if fewest == most {
        format!("{most}")
    } else {
        format!("{fewest} to {most}")
    };
    writeln!(
        out,
        "{} holes ({}), {} of them corners, {} jumps on the board, {} symmetries; {} pegs, {jumps} jumps to play",
        board.drawn().len(),
        board.geometry(),
        corners(&board.without_put_back()).pegs(),
        board.without_put_back().jumps().len(),
        board.symmetries().len(),
        puzzle.pegs_on_board(puzzle.start()),
    )?;
    for (what, text) in [("why", &puzzle.why), ("source", &puzzle.source)] {
        if let Some(text) = text {
            writeln!(out, "{what}: {}", visible_lines(text))?;
        }
    }
    writeln!(out, "expected: {}", puzzle.expect.name())?;
    Ok(())
}

/// The colours of pieces: the core, single jumps, and those of block removals.
const TINTS: [AnsiColor; Pieces::COLOURS] = [
    AnsiColor::Cyan,
    AnsiColor::White,
    AnsiColor::Yellow,
    AnsiColor::Green,
    AnsiColor::Magenta,
    AnsiColor::Red,
    AnsiColor::Blue,
];

/// The pieces of a plan in colours, each with a sign of its own.
fn drawn(board: &Board, pieces: &Pieces) -> String {
    const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyz";
    let mut text = "\npieces, # the core, - single jumps, letters the packages in their order (a again after z):\n"
        .to_owned();
    let colours = pieces.colours(board);
    for y in 0..board.height() {
        text.push_str("  ");
        if board.geometry() == Geometry::Triangle {
            let before = usize::try_from(board.height() - 1 - y).unwrap_or(0);
            text.push_str(&" ".repeat(before));
        }
        for x in 0..board.width() {
            let sign = board.hole(Cell::new(x, y)).map(|hole| {
                let sign = match pieces.at(hole) {
                    None => '.',
                    Some(Piece::Core) => '#',
                    Some(Piece::SingleJump) => '-',
                    Some(Piece::Package(number)) => char::from(LETTERS[number % LETTERS.len()]),
                };
                let style = Style::new().fg_color(colours[hole].map(|tint| TINTS[tint].into()));
                format!("{style}{sign}{style:#}")
            });
            text.push_str(sign.as_deref().unwrap_or(" "));
            if board.geometry() == Geometry::Triangle {
                text.push(' ');
            }
        }
        text.truncate(text.trim_end_matches(' ').len());
        text.push('\n');
    }
    text
}

/// The position after every move, then the block removals.
fn play(out: &mut impl Write, puzzle: &Puzzle, plan: &ReplayedPlan) -> Result<(), Failure> {
    let board = puzzle.board();
    let mut position = puzzle.start().clone();
    for (number, sweep) in moves(&plan.jumps()).iter().enumerate() {
        for &jump in Plan::sequential(sweep.jumps().to_vec()).actions() {
            simulate::play(board, &mut position, jump)
                .map_err(|fault| Failure::Other(fault.to_string()))?;
        }
        writeln!(
            out,
            "\n{}. {}",
            number + 1,
            notation::move_name(board, sweep)
        )?;
        write!(out, "{}", print::position(board, &position))?;
    }
    if let Some(pieces) = Pieces::of(board, puzzle.start(), &plan.jumps()) {
        write!(out, "{}", drawn(board, &pieces))?;
    }
    let blocks = packages::blocks(board, puzzle.start(), &plan.jumps());
    if !blocks.is_empty() {
        let lines = print::blocks(board, &plan.jumps(), &blocks);
        write!(out, "\nblock removals:\n{lines}")?;
    }
    Ok(())
}
