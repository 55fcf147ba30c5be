//! Playable sets: infeasibility because pegs never change their parity class.
//!
//! A jump leaves the number of pegs of its own class as it is and takes one from another class;
//! so no class ever gains a peg. A goal with more pegs of a class than the start has is out of
//! reach. (As weights: 1 in the class, 0 elsewhere, which is a pagoda function.)

use serde::{Deserialize, Serialize};

use super::parity::Parity;
use super::{NotRefuted, Refutation, RejectedCertificate, Weighing, Weights};
use saut_base::stop::Stop;
use saut_peg::peg::{Board, Puzzle};

/// The class that would have to gain pegs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Playable {
    /// The class.
    pub class: Parity,
}

impl Playable {
    /// The class as weights.
    pub fn weights(self, board: &Board) -> Weights {
        let weight = |hole| {
            let counted = board.counted_as(hole);
            i64::from(counted.is_some_and(|hole| Parity::of(board, hole) == self.class))
        };
        Weights::pagoda((0..board.len()).map(weight).collect())
    }
}

impl Refutation for Playable {
    fn look(puzzle: &Puzzle, _: &Stop) -> Result<Self, NotRefuted> {
        find(puzzle).ok_or_else(|| NotRefuted::settled(not_refuted))
    }

    fn check(&self, puzzle: &Puzzle) -> Result<(), RejectedCertificate> {
        self.class.check()?;
        self.weights(puzzle.board()).check_pagoda(puzzle)
    }

    fn explanation(&self, puzzle: &Puzzle) -> String {
        let weights = self.weights(puzzle.board());
        format!(
            "A peg always jumps two holes far, so it stays in its class of holes, and no jump \
             adds a peg to a class. Pegs of the class marked 1: {} at the start, {} needed in \
             the goal.\n{}",
            weights.total(puzzle.start()),
            weights.goal_total(puzzle),
            super::drawing::draw(puzzle.board(), |hole| weights.by_hole[hole]),
        )
    }

    fn weighings(&self, puzzle: &Puzzle) -> Vec<Weighing> {
        vec![self.weights(puzzle.board()).weighed("the class", puzzle)]
    }
}

/// No class would have to gain pegs: all that have holes, as weights.
fn not_refuted(puzzle: &Puzzle) -> (String, Vec<Weighing>) {
    let board = puzzle.board();
    let weighings = Parity::ALL
        .into_iter()
        .filter(|&class| (0..board.len()).any(|hole| Parity::of(board, hole) == class))
        .map(|class| Playable { class }.weights(board).weighed("a class", puzzle))
        .collect();
    let why = "No class of holes (columns and rows, odd or even) needs more pegs than it has.\n";
    (why.to_owned(), weighings)
}

/// The class that would have to gain pegs, if there is one.
pub fn find(puzzle: &Puzzle) -> Option<Playable> {
    let mut all = Parity::ALL.into_iter().map(|class| Playable { class });
    all.find(|playable| playable.check(puzzle).is_ok())
}

#[cfg(test)]
mod tests {
    use super::{Parity, Playable, Refutation, find};
    use saut_peg::peg::{Goal, Position, Puzzle, boards};

    fn line(goal: &[usize]) -> Puzzle {
        let board = boards::named("rectangle-5x1").unwrap();
        let position = |holes: &[usize]| Position::from_holes(5, holes.iter().copied());
        Puzzle::new(
            "",
            board,
            position(&[0, 1, 3]),
            Goal::exactly(position(goal)),
        )
        .unwrap()
    }

    #[test]
    fn a_class_that_would_gain_a_peg_refutes() {
        let odd = Playable {
            class: Parity { x: 0, y: 0 },
        };
        assert_eq!(find(&line(&[2, 4])), Some(odd));
        assert!(odd.check(&line(&[1, 3])).is_err());
        assert_eq!(find(&line(&[2, 3])), None);
    }
}
