//! A puzzle and its plan with characters.

use std::io::Write;

use saut::certify::corner::corners;
use saut::packages;
use saut::peg::{Puzzle, moves, notation};
use saut::plan::Plan;
use saut::simulate::{self, ReplayedPlan};
use saut::visible::visible_lines;

use crate::cli::failure::Failure;
use crate::cli::print;

/// The puzzle and the plan with characters.
pub fn text(
    out: &mut impl Write,
    puzzle: &Puzzle,
    plan: Option<&ReplayedPlan>,
) -> Result<(), Failure> {
    describe(out, puzzle)?;
    plan.map_or(Ok(()), |plan| play(out, puzzle, plan))
}

/// The same without colours, for a file.
pub fn plain(puzzle: &Puzzle, plan: Option<&ReplayedPlan>) -> Result<String, Failure> {
    let mut bytes = anstream::StripStream::new(Vec::new());
    text(&mut bytes, puzzle, plan)?;
    Ok(String::from_utf8_lossy(&bytes.into_inner()).into_owned())
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
    let blocks = packages::blocks(board, puzzle.start(), &plan.jumps());
    if !blocks.is_empty() {
        let lines = print::blocks(board, &plan.jumps(), &blocks);
        write!(out, "\nblock removals:\n{lines}")?;
    }
    Ok(())
}
