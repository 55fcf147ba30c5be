//! Advice with numbers: the solutions behind every jump, counted exactly.

use std::time::Instant;

use saut::count::NotCounted;
use saut::explore::{SolutionGraph, Solutions};
use saut::peg::{Jump, Puzzle};
use saut::search::SearchSettings;
use saut::search::bit_board::bits_of;
use saut::simulate;

use super::advice::{Advice, Choice, Played};
use crate::cli::count::rounded;

/// Counts the solutions behind every jump, after a game so far.
pub fn advise(
    puzzle: &Puzzle,
    jumps: &[Jump],
    settings: &SearchSettings,
) -> Result<Advice, NotCounted> {
    let began = Instant::now();
    let winning = SolutionGraph::new(puzzle, settings)?;
    let solutions = Solutions::new(&winning)?;
    let board = puzzle.board();
    let mut position = puzzle.start().clone();
    let mut before = solutions.from(bits_of(&position));
    let mut played = Vec::new();
    for &jump in jumps {
        if simulate::play(board, &mut position, jump).is_err() {
            break;
        }
        let after = solutions.from(bits_of(&position));
        played.push(Played {
            jump,
            is_mistake: Some(before > 0 && after == 0),
            solutions: Some(after),
        });
        before = after;
    }
    let options = board.jumps().iter().filter_map(|&jump| {
        let mut next = position.clone();
        simulate::play(board, &mut next, jump).ok()?;
        let number = solutions.from(bits_of(&next));
        Some(Choice {
            jump,
            keeps: Some(number > 0),
            solutions: Some(number),
            like: jump,
        })
    });
    let mut options: Vec<Choice> = options.collect();
    options.sort_by_key(|one| std::cmp::Reverse(one.solutions));
    let mistakes = played.iter().filter(|one| one.is_mistake == Some(true));
    Ok(Advice {
        is_goal: puzzle.goal().is_met_by(&position),
        position,
        solvable: Some(before > 0),
        solutions: Some(before),
        mistakes: Some(mistakes.count()),
        played,
        options,
        limit: String::new(),
        seconds: rounded(began),
    })
}
