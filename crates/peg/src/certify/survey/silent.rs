//! Reasons why a criterion does not refute a puzzle, with the numbers that it compared.

use std::fmt::Write;

use super::weighing::Weighing;
use crate::certify::Pagoda;
use crate::certify::class::{ParitySum, kept, reduced};
use crate::certify::cone::ConeResult;
use crate::certify::corner::{Corner, corners};
use crate::certify::drawing::jump_name;
use crate::certify::parity::Parity;
use crate::certify::playable::Playable;
use crate::peg::Puzzle;

/// A linear program that did not come to its end.
pub const NO_TIME: &str = "Not settled within the time allowed.\n";

/// Silence of the integer cone, where the lattice refutes.
pub const NO_NUMBERS_AT_ALL: &str = "Not looked into: by the lattice no whole numbers of jumps add up \
     to what the goal wants, even if jumps could be taken back.\n";

/// Reason why a criterion is silent; `None` for the integer cone.
pub fn why(puzzle: &Puzzle, name: &str) -> Option<String> {
    let exact = puzzle.goal().position();
    let text = match name {
        "trivial" => "There are pegs to spare, a first jump, and a last jump, and no hole is out of reach.\n".to_owned(),
        "class" if kept(puzzle.board()).is_empty() => {
            "The board has no colouring of which every line shows three colours.\n".to_owned()
        }
        "class" => {
            let agree = if exact.is_some() {
                "Start and goal are of one position class.\n"
            } else {
                "Some position of the goal is of the class of the start.\n"
            };
            agree.to_owned() + &reduced(puzzle).explanation(puzzle)
        }
        "lattice" => "The difference of goal and start is a sum of jumps, forwards and backwards, \
                      or could be with the holes that are left open.\n"
            .to_owned(),
        "playable" => {
            "No class of holes (columns and rows, odd or even) needs more pegs than it has.\n"
                .to_owned()
        }
        "corner" if corners(puzzle.board()).is_empty() => "The board has no corners.\n".to_owned(),
        "corner" => {
            let mut text = String::from("No more pegs need to leave corners than can.\n");
            if let Some(goal) = exact {
                for corner in with_corners(puzzle) {
                    let count = corner.count(puzzle.board(), puzzle.start(), goal);
                    let _ = writeln!(
                text,
                        "{} must leave, {} can; the class must lose {} and can lose {}; in the \
                         complementary problem likewise.",
                        count.leave_corners, count.exits, count.lost, count.can_be_lost
                    );
                }
            }
            text
        }
        "pagoda" => "No weights were found under which no jump adds weight and the goal outweighs \
                     the start: jumps in fractions would do, if pegs could be lent.\n"
            .to_owned(),
        "golden-ratio" if puzzle.goal().pegs().is_empty() => {
            "The goal wants no particular peg as a target.\n".to_owned()
        }
        "golden-ratio" => {
            "Weighed from any peg of the goal, the start is heavy enough, or jumps run diagonally.\n"
                .to_owned()
        }
        _ => return None,
    };
    Some(text)
}

/// Finding of the integer cone where it does not refute.
pub fn integer_cone(puzzle: &Puzzle, found: &ConeResult) -> String {
    match found {
        ConeResult::Refuted(_) => String::new(),
        ConeResult::GaveUp => "Not settled within the parts and the time allowed.\n".to_owned(),
        ConeResult::Numbers(numbers) => {
            let jumps = puzzle.board().jumps().iter().zip(numbers);
            let played: Vec<String> = jumps
                .filter(|(_, number)| **number > 0)
                .map(|(&jump, &number)| {
                    let name = jump_name(puzzle.board(), jump);
                    if number == 1 {
                        name
                    } else {
                        format!("{number} times {name}")
                    }
                })
                .collect();
            format!(
                "These jumps add up to what the goal wants, though perhaps in no order that can \
                 be played: {}.\n",
                played.join(", ")
            )
        }
    }
}

/// The colours of a sum on the board: 1 where pegs are counted.
pub fn counted(puzzle: &Puzzle, sum: ParitySum) -> Weighing {
    let board = puzzle.board();
    let pegs = |position| sum.pegs(board, position).to_string();
    let [first, second] = sum.colours;
    let form = match sum.form {
        (1, 1) => "x + y",
        (1, -1) => "x - y",
        (1, 0) => "x",
        _ => "y",
    };
    Weighing {
        title: format!("colours {first} and {second} of {form} modulo 3"),
        weights: (0..board.len())
            .map(|hole| i64::from(sum.counts(board, hole)))
            .collect(),
        start: pegs(puzzle.start()),
        goal: pegs(puzzle.goal().pegs()),
    }
}

/// The numbers that a silent criterion compared.
pub fn weighings(
    puzzle: &Puzzle,
    name: &str,
    weighed: impl Fn(&str, Pagoda) -> Weighing,
) -> Vec<Weighing> {
    let board = puzzle.board();
    match name {
        "class" if puzzle.goal().position().is_some() => {
            let sums = kept(board);
            let independent = sums.chunks(3).flat_map(|of_one| &of_one[..2]);
            independent.map(|&sum| counted(puzzle, sum)).collect()
        }
        "playable" => Parity::ALL
            .into_iter()
            .filter(|&class| (0..board.len()).any(|hole| Parity::of(board, hole) == class))
            .map(|class| weighed("a class", Playable { class }.weights(board)))
            .collect(),
        "corner" => with_corners(puzzle)
            .map(|corner| weighed("corners and exits", corner.weights(board)))
            .collect(),
        _ => Vec::new(),
    }
}

/// The classes that have corners.
fn with_corners(puzzle: &Puzzle) -> impl Iterator<Item = Corner> {
    let corners = corners(puzzle.board());
    Parity::ALL.into_iter().filter_map(move |class| {
        let mut own = corners
            .holes()
            .filter(|&hole| Parity::of(puzzle.board(), hole) == class);
        own.next().map(|_| Corner { class })
    })
}
