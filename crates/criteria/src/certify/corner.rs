//! Corner criterion: infeasibility because pegs in corners cannot get out.
//!
//! A corner is a hole that no peg can jump over: it is the middle of no line. A peg in a corner
//! leaves it only by its own jump, and each such jump takes a peg of a neighbouring parity class,
//! which never gets a new one. Two ways of counting come to the same:
//!
//! - *by the exits*: the corners of a class lose more pegs than the neighbouring classes do;
//! - *by the losses*: a class loses pegs only inside, where they can be jumped over. What it loses
//!   beyond those that stood inside must have come out of its corners.
//!
//! In the complementary problem (pegs and vacancies exchanged, played backwards) both sums are
//! the same again, because only differences of goal and start are used. As weights: 1 in the
//! neighbouring classes and −1 in the corners is a pagoda function.
//!
//! Beasley, *The Ins and Outs of Peg Solitaire* (1985), ch. 5, on what corners need.

use serde::{Deserialize, Serialize};

use std::fmt::Write;

use super::parity::Parity;
use super::{NotRefuted, Refutation, RejectedCertificate, Weighing, Weights};
use saut_base::stop::Stop;
use saut_base::words::counted;
use saut_peg::peg::{Board, Position, Puzzle};

/// The corners of one parity class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Corner {
    /// The class.
    pub class: Parity,
}

/// Counts of the criterion, for one pair of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CornerCount {
    /// The pegs that the corners lose.
    pub leave_corners: i64,
    /// The pegs that the neighbouring classes lose: the most that can leave corners.
    pub exits: i64,
    /// The pegs that the whole class loses.
    pub lost: i64,
    /// The pegs that the class loses by what stood inside and what is wanted there, and the exits:
    /// the most that the class can lose.
    pub can_be_lost: i64,
}

impl CornerCount {
    /// The first formulation: more pegs would have to leave corners than there are exits.
    pub const fn refutes_by_exits(self) -> bool {
        self.leave_corners > self.exits
    }

    /// The second formulation: the class would lose more pegs than it can.
    pub const fn refutes_by_losses(self) -> bool {
        self.lost > self.can_be_lost
    }
}

/// The holes that are the middle of no line.
pub fn corners(board: &Board) -> Position {
    let mut corners = Position::from_holes(board.len(), 0..board.drawn().len());
    for &jump in board.jumps() {
        let [_, over, _] = board.holes_of(jump);
        corners.set(over, false);
    }
    corners
}

impl Corner {
    /// The criterion as weights.
    pub fn weights(self, board: &Board) -> Weights {
        let corners = corners(board);
        let weight = |hole| {
            let Some(hole) = board.counted_as(hole) else {
                return 0;
            };
            let class = Parity::of(board, hole);
            if class == self.class {
                -i64::from(corners.has(hole))
            } else {
                i64::from(self.class.jumps_over(board, class))
            }
        };
        Weights::pagoda((0..board.len()).map(weight).collect())
    }

    /// The sums from one position to another.
    pub fn count(self, board: &Board, start: &Position, goal: &Position) -> CornerCount {
        let corners = corners(board);
        let lost = |counts: &dyn Fn(usize) -> bool| -> i64 {
            let pegs = |position| board.counted(position).filter(|&hole| counts(hole)).count();
            i64::try_from(pegs(start)).unwrap_or(0) - i64::try_from(pegs(goal)).unwrap_or(0)
        };
        let in_class = |hole| Parity::of(board, hole) == self.class;
        let exits = lost(&|hole| self.class.jumps_over(board, Parity::of(board, hole)));
        let inside = lost(&|hole| in_class(hole) && !corners.has(hole));
        CornerCount {
            leave_corners: lost(&|hole| in_class(hole) && corners.has(hole)),
            exits,
            lost: lost(&in_class),
            can_be_lost: inside + exits,
        }
    }
}

impl Refutation for Corner {
    fn look(puzzle: &Puzzle, _: &Stop) -> Result<Self, NotRefuted> {
        find(puzzle).ok_or_else(|| NotRefuted::settled(not_refuted))
    }

    fn check(&self, puzzle: &Puzzle) -> Result<(), RejectedCertificate> {
        self.class.check()?;
        self.weights(puzzle.board()).check_pagoda(puzzle)
    }

    fn explanation(&self, puzzle: &Puzzle) -> String {
        let board = puzzle.board();
        let weights = self.weights(board);
        let mut text = format!(
            "No peg can jump over a corner (-1 here), so a peg leaves it by its own jump, over a \
             peg of a class that never gains one (1 here).\n{}",
            super::drawing::draw(board, |hole| weights.by_hole[hole]),
        );
        if let Some(goal) = puzzle.goal().position() {
            let count = self.count(board, puzzle.start(), goal);
            let _ = writeln!(
                text,
                "{} must leave corners, {} can. In other words, the class of the corners must \
                 lose {} and can lose {}. The complementary problem has the same sums.",
                counted(count.leave_corners, "peg"),
                count.exits,
                counted(count.lost, "peg"),
                count.can_be_lost
            );
        } else {
            let _ = writeln!(
                text,
                "The start weighs {}, the goal at least {}.",
                weights.total(puzzle.start()),
                weights.goal_total(puzzle)
            );
        }
        text
    }

    fn weighings(&self, puzzle: &Puzzle) -> Vec<Weighing> {
        let weights = self.weights(puzzle.board());
        vec![weights.weighed("corners and exits", puzzle)]
    }
}

/// Corners that can be left: the counts of each class that has some.
fn not_refuted(puzzle: &Puzzle) -> (String, Vec<Weighing>) {
    let board = puzzle.board();
    let corners = corners(board);
    if corners.is_empty() {
        return ("The board has no corners.\n".to_owned(), Vec::new());
    }
    let mut text = String::from("No more pegs need to leave corners than can.\n");
    let mut weighings = Vec::new();
    for class in Parity::ALL {
        if !corners.holes().any(|hole| Parity::of(board, hole) == class) {
            continue;
        }
        let corner = Corner { class };
        if let Some(goal) = puzzle.goal().position() {
            let count = corner.count(board, puzzle.start(), goal);
            let _ = writeln!(
                text,
                "{} must leave, {} can; the class must lose {} and can lose {}; in the \
                 complementary problem likewise.",
                count.leave_corners, count.exits, count.lost, count.can_be_lost
            );
        }
        weighings.extend(corner.weighings(puzzle));
    }
    (text, weighings)
}

/// The class whose corners cannot be left, if there is one.
pub fn find(puzzle: &Puzzle) -> Option<Corner> {
    let mut all = Parity::ALL.into_iter().map(|class| Corner { class });
    all.find(|corner| corner.check(puzzle).is_ok())
}

#[cfg(test)]
mod tests;
