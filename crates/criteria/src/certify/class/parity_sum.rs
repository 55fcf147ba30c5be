//! Parity sums: the pegs of two colours, whose number stays odd or even.

use serde::{Deserialize, Serialize};

use crate::certify::{Weighing, Weights};
use saut_peg::peg::{Board, Hole, Position, Puzzle};

/// The pegs of two colours of a colouring together: jumps keep the parity of their number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ParitySum {
    /// The colouring: hole (x, y) has colour `a·x + b·y mod 3`.
    pub form: (i16, i16),
    /// The two colours counted.
    pub colours: [u8; 2],
}

/// The linear colourings, up to exchanging two colours.
pub(super) const FORMS: [(i16, i16); 4] = [(1, 1), (1, -1), (1, 0), (0, 1)];

pub(super) fn colour(board: &Board, (a, b): (i16, i16), hole: Hole) -> u8 {
    let cell = board.cell(hole);
    let value = i64::from(a) * i64::from(cell.x) + i64::from(b) * i64::from(cell.y);
    u8::try_from(value.rem_euclid(3)).unwrap_or(0)
}

impl ParitySum {
    /// Whether a hole is counted.
    pub fn counts(self, board: &Board, hole: Hole) -> bool {
        let counted = board.counted_as(hole);
        counted.is_some_and(|hole| self.colours.contains(&colour(board, self.form, hole)))
    }

    /// The number of pegs counted.
    pub fn pegs(self, board: &Board, position: &Position) -> usize {
        position
            .holes()
            .filter(|&hole| self.counts(board, hole))
            .count()
    }

    /// The sum on the board: 1 where pegs are counted.
    pub(super) fn weighing(self, puzzle: &Puzzle) -> Weighing {
        let board = puzzle.board();
        let [first, second] = self.colours;
        let form = match self.form {
            (1, 1) => "x + y",
            (1, -1) => "x - y",
            (1, 0) => "x",
            _ => "y",
        };
        Weighing {
            title: format!("colours {first} and {second} of {form} modulo 3"),
            weights: self.weights(board).by_hole,
            start: self.pegs(board, puzzle.start()).to_string(),
            goal: self.pegs(board, puzzle.goal().pegs()).to_string(),
        }
    }

    /// The sum as weights modulo 2.
    pub(super) fn weights(self, board: &Board) -> Weights {
        let counted = |hole| i64::from(self.counts(board, hole));
        Weights {
            modulus: Some(2),
            by_hole: (0..board.len()).map(counted).collect(),
        }
    }
}

/// The parity sums that every jump keeps, three for each colouring of the board.
pub fn kept(board: &Board) -> Vec<ParitySum> {
    let sums =
        FORMS.map(|form| [[0, 1], [1, 2], [0, 2]].map(|colours| ParitySum { form, colours }));
    let is_kept = |sum: &ParitySum| sum.weights(board).check_jumps(board).is_ok();
    let kept = sums
        .into_iter()
        .filter(|of_form| of_form.iter().all(is_kept));
    kept.flatten().collect()
}

/// The class of one peg in each hole, a bit for each parity sum that every jump keeps. That of a position
/// is the sum of its pegs', bit by bit without carry.
pub fn by_hole(board: &Board) -> Vec<u16> {
    let sums = kept(board);
    let of_hole = |hole: Hole| {
        let counts = sums.iter().map(|sum| sum.counts(board, hole));
        counts
            .zip(0..)
            .map(|(counts, bit)| u16::from(counts) << bit)
            .sum()
    };
    (0..board.len()).map(of_hole).collect()
}
