//! Parity classes of holes (column and row, each odd or even), and the two criteria that depend on them.
//!
//! A jump moves a peg by two holes, so the peg never leaves the class of its hole. The removed peg is always in another
//! class. (Parity classes are not position classes.)
//!
//! *Playable sets*: no jump adds a peg to a class, so a goal with more pegs of a class than the start is unreachable.
//! The weights 1 in the class and 0 elsewhere are a pagoda function.
//!
//! *Corners*: no peg can jump over a corner, because a corner is not the middle of a line. So a peg leaves a corner
//! only by its own jump. Each such jump removes a peg of a neighbouring parity class, and this class never gains a peg.
//! Two ways of counting are equivalent:
//!
//! - *by the exits*: the corners of a class must lose more pegs than the neighbouring classes lose;
//! - *by the losses*: pegs of a class are removed only in its other holes, which can be jumped over. If the class must
//!   lose more pegs than were in these holes, the additional pegs must come from its corners.
//!
//! The complement problem (pegs and vacancies exchanged, played backwards) has the same two sums, because they depend
//! only on differences between goal and start. The weights 1 in the neighbouring classes and −1 in the corners are a
//! pagoda function.
//!
//! The criterion also applies to a subset of the corners together with one neighbouring class. Each jump from the
//! subset must be over this class, or lead to another corner of the subset. On the English board, pegs leave four
//! corners along a row (Eh) and four corners along a column (Ev).
//!
//! Beasley, *The Ins and Outs of Peg Solitaire* (1985), ch. 5, on corners.

use serde::{Deserialize, Serialize};

use std::fmt::Write;

use super::weights::draw;
use super::{NotRefuted, Refutation, WeightTable, Weights};
use saut_base::stop::Stop;
use saut_base::words::counted;
use saut_peg::peg::{Board, Hole, Position, Puzzle};
use saut_task::CheckError;

/// A parity class of holes: column and row modulo 2. The first column at the left and the first row at the top are 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Parity(pub u8, pub u8);

impl Parity {
    /// The four parity classes.
    pub const ALL: [Self; 4] = [Self(0, 0), Self(1, 0), Self(0, 1), Self(1, 1)];

    /// Returns the class of a hole.
    pub fn of(board: &Board, hole: Hole) -> Self {
        let cell = board.cell(hole);
        let parity = |value: i16| u8::from(value & 1 == 1);
        Self(parity(cell.x), parity(cell.y))
    }

    /// Returns the letter of this class: M for the class of the middle, S for the class of the holes above and below
    /// the middle, T for the holes to its left and right, and C for its diagonal neighbours. On the English board,
    /// these classes have 5, 8, 8 and 12 holes (Basciano).
    pub fn letter(self, board: &Board) -> char {
        let differs = |own: u8, size: i16| i16::from(own) != (size / 2) & 1;
        match (
            differs(self.0, board.width()),
            differs(self.1, board.height()),
        ) {
            (false, false) => 'M',
            (false, true) => 'S',
            (true, false) => 'T',
            (true, true) => 'C',
        }
    }

    fn size(self, board: &Board) -> usize {
        let holes = 0..board.drawn().len();
        holes.filter(|&hole| Self::of(board, hole) == self).count()
    }

    /// Whether pegs of this class can jump over holes of another class.
    pub fn jumps_over(self, board: &Board, other: Self) -> bool {
        let apart = |step: i16, a: u8, b: u8| step & 1 == i16::from(a ^ b);
        let mut directions = board.geometry().directions().iter();
        directions.any(|&(dx, dy)| apart(dx, self.0, other.0) && apart(dy, self.1, other.1))
    }

    /// Checks that column and row are 0 or 1, and that the weights for this class refute a puzzle.
    fn check(self, weights: &Weights, puzzle: &Puzzle) -> Result<(), CheckError> {
        let Self(x, y) = self;
        if x > 1 || y > 1 {
            return CheckError::reject(format_args!(
                "{x} and {y} are not parities of a column and a row"
            ));
        }
        weights.check_pagoda(puzzle)
    }
}

/// Returns these weights as a pagoda function, with the weight of [`Board::counted_as`] for each hole.
fn pagoda(board: &Board, weight: impl Fn(Hole) -> i64) -> Weights {
    let weight = |hole| board.counted_as(hole).map_or(0, &weight);
    Weights::pagoda((0..board.len()).map(weight).collect())
}

/// The claim that a parity class would have to gain pegs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Playable {
    /// The class that would have to gain pegs.
    pub class: Parity,
}

impl Playable {
    /// Returns the weights: 1 in the class, 0 elsewhere.
    pub fn weights(self, board: &Board) -> Weights {
        pagoda(board, |hole| {
            i64::from(Parity::of(board, hole) == self.class)
        })
    }
}

impl Refutation for Playable {
    fn look(puzzle: &Puzzle, _: &Stop) -> Result<Self, NotRefuted> {
        let mut all = Parity::ALL.into_iter().map(|class| Self { class });
        all.find(|playable| playable.check(puzzle).is_ok())
            .ok_or_else(|| NotRefuted::settled(not_playable))
    }

    fn check(&self, puzzle: &Puzzle) -> Result<(), CheckError> {
        self.class.check(&self.weights(puzzle.board()), puzzle)
    }

    fn explanation(&self, puzzle: &Puzzle) -> String {
        let weights = self.weights(puzzle.board());
        format!(
            "A jump moves a peg by two holes, so the peg stays in its class of holes, and no jump adds a peg to \
             a class. Pegs of the class marked 1: {} at the start, {} needed in the goal.\n{}",
            weights.total(puzzle.start()),
            weights.goal_total(puzzle),
            draw(puzzle.board(), |hole| weights.by_hole[hole]),
        )
    }

    fn weighings(&self, puzzle: &Puzzle) -> Vec<WeightTable> {
        vec![self.weights(puzzle.board()).weighed("the class", puzzle)]
    }
}

/// Explains that no class would have to gain pegs, with the weights of all classes that have holes.
fn not_playable(puzzle: &Puzzle) -> (String, Vec<WeightTable>) {
    let board = puzzle.board();
    let weighings = Parity::ALL
        .into_iter()
        .filter(|&class| (0..board.len()).any(|hole| Parity::of(board, hole) == class))
        .map(|class| {
            let holes = counted(class.size(board), "hole");
            let title = format!("class {}, {holes}", class.letter(board));
            Playable { class }.weights(board).weighed(&title, puzzle)
        })
        .collect();
    let why = "No class of holes (columns and rows, odd or even) needs more pegs than it has.\n";
    (why.to_owned(), weighings)
}

/// The claim that too many pegs would have to leave the corners of a parity class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Corner {
    /// The class of the corners.
    pub class: Parity,
    /// If given, only the corners that pegs leave over this class count; otherwise all corners of the class, and all
    /// neighbouring classes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub over: Option<Parity>,
}

/// The counts of the criterion for a start and a goal position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CornerCount {
    /// The number of pegs that the corners lose.
    pub leave_corners: i64,
    /// The number of pegs that the neighbouring classes lose. At most this number of pegs can leave corners.
    pub exits: i64,
    /// The number of pegs that the whole class loses.
    pub lost: i64,
    /// The maximum number of pegs that the class can lose: the difference between start and goal outside its corners,
    /// plus `exits`.
    pub can_be_lost: i64,
}

/// Returns the holes that are not the middle of a line.
pub fn corners(board: &Board) -> Position {
    let mut corners = Position::from_holes(board.len(), 0..board.drawn().len());
    for &jump in board.jumps() {
        let [_, over, _] = board.holes_of(jump);
        corners.set(over, false);
    }
    corners
}

impl Corner {
    /// Returns every choice of corners. All corners of a class come before some of them.
    fn all() -> impl Iterator<Item = Self> {
        let over = || std::iter::once(None).chain(Parity::ALL.map(Some));
        let of_class = move |class| over().map(move |over| Self { class, over });
        Parity::ALL.into_iter().flat_map(of_class)
    }

    /// Returns the corners that count. If `over` is given, these are the corners of the class from which every jump is
    /// over `over`, or leads to another such corner.
    pub fn corners(self, board: &Board) -> Position {
        let mut corners = corners(board);
        let in_class = |&hole: &Hole| Parity::of(board, hole) == self.class;
        corners = Position::from_holes(board.len(), corners.holes().filter(in_class));
        let Some(exit) = self.over else {
            return corners;
        };
        loop {
            let leaves = |hole: Hole| {
                board.jumps().iter().any(|&jump| {
                    let [from, over, to] = board.holes_of(jump);
                    from == hole && Parity::of(board, over) != exit && !corners.has(to)
                })
            };
            let kept =
                Position::from_holes(board.len(), corners.holes().filter(|&hole| !leaves(hole)));
            if kept == corners {
                return kept;
            }
            corners = kept;
        }
    }

    /// Whether pegs of these corners jump over holes of a class.
    fn is_exit(self, board: &Board, class: Parity) -> bool {
        let is_over = self.over.is_none_or(|over| over == class);
        class != self.class && is_over && self.class.jumps_over(board, class)
    }

    /// Returns the weights: 1 in the neighbouring classes, −1 in the corners, 0 elsewhere.
    pub fn weights(self, board: &Board) -> Weights {
        let corners = self.corners(board);
        pagoda(board, |hole| {
            let is_exit = self.is_exit(board, Parity::of(board, hole));
            i64::from(is_exit) - i64::from(corners.has(hole))
        })
    }

    /// Returns the names of the corners and of the class `over`: `Eh` and `S` for corners that pegs leave along a row,
    /// `Ev` and `T` for corners that pegs leave along a column. `None` if all corners of the class count.
    fn names(self, board: &Board) -> Option<(&'static str, char)> {
        let over = self.over?;
        let corners = if over.1 == self.class.1 {
            "Eh"
        } else if over.0 == self.class.0 {
            "Ev"
        } else {
            "Ed"
        };
        Some((corners, over.letter(board)))
    }

    /// Returns the counts for a start and a goal position.
    pub fn count(self, board: &Board, start: &Position, goal: &Position) -> CornerCount {
        let corners = self.corners(board);
        let lost = |counts: &dyn Fn(usize) -> bool| -> i64 {
            let pegs = |position| board.counted(position).filter(|&hole| counts(hole)).count();
            i64::try_from(pegs(start)).unwrap_or(0) - i64::try_from(pegs(goal)).unwrap_or(0)
        };
        let in_class = |hole| Parity::of(board, hole) == self.class;
        let exits = lost(&|hole| self.is_exit(board, Parity::of(board, hole)));
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
        Self::all()
            .find(|corner| corner.check(puzzle).is_ok())
            .ok_or_else(|| NotRefuted::settled(no_corner))
    }

    fn check(&self, puzzle: &Puzzle) -> Result<(), CheckError> {
        let weights = self.weights(puzzle.board());
        if let Some(over) = self.over {
            over.check(&weights, puzzle)?;
        }
        self.class.check(&weights, puzzle)
    }

    fn explanation(&self, puzzle: &Puzzle) -> String {
        let board = puzzle.board();
        let weights = self.weights(board);
        let mut text = format!(
            "No peg can jump over a corner (marked -1), so the peg of a corner leaves only by its own jump. This \
             jump removes a peg of a class that never gains pegs (marked 1).\n{}",
            draw(board, |hole| weights.by_hole[hole]),
        );
        if let Some(goal) = puzzle.goal().position() {
            let count = self.count(board, puzzle.start(), goal);
            let must = counted(count.leave_corners, "peg");
            let _ = match self.names(board) {
                Some((corners, exits)) => writeln!(
                    text,
                    "{must} must leave the corners {corners}, each over a peg of {exits}, but {exits} can only \
                     lose {}. The complementary problem has the same sums.",
                    count.exits
                ),
                None => writeln!(
                    text,
                    "{must} must leave corners, but only {} can. So the class of the corners must lose {}, but \
                     can only lose {}. The complementary problem has the same sums.",
                    count.exits,
                    counted(count.lost, "peg"),
                    count.can_be_lost
                ),
            };
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

    fn weighings(&self, puzzle: &Puzzle) -> Vec<WeightTable> {
        let weights = self.weights(puzzle.board());
        let title = match self.names(puzzle.board()) {
            Some((corners, exits)) => format!("corners {corners} and exits {exits}"),
            None => "corners and exits".to_owned(),
        };
        vec![weights.weighed(&title, puzzle)]
    }
}

/// Explains that no corner criterion refutes the puzzle, with the counts of each class that has corners.
fn no_corner(puzzle: &Puzzle) -> (String, Vec<WeightTable>) {
    let board = puzzle.board();
    let corners = corners(board);
    if corners.is_empty() {
        return ("The board has no corners.\n".to_owned(), Vec::new());
    }
    let mut text = String::from("Enough pegs can leave corners.\n");
    let mut weighings = Vec::new();
    for corner in Corner::all() {
        let has_exits = corner.over.is_none_or(|over| corner.is_exit(board, over));
        if !has_exits || corner.corners(board).is_empty() {
            continue;
        }
        if let Some(goal) = puzzle.goal().position() {
            let count = corner.count(board, puzzle.start(), goal);
            let _ = match corner.names(board) {
                Some((corners, exits)) => {
                    let holes = counted(corner.corners(board).pegs(), "corner");
                    writeln!(
                        text,
                        "  {corners}, {holes} whose pegs jump over {exits}: {} must leave, {exits} can lose {}.",
                        count.leave_corners, count.exits
                    )
                }
                None => writeln!(
                    text,
                    "{} must leave, {} can; the class must lose {} and can lose {}; the \
                     complementary problem has the same sums.",
                    count.leave_corners, count.exits, count.lost, count.can_be_lost
                ),
            };
        }
        weighings.extend(corner.weighings(puzzle));
    }
    (text, weighings)
}

#[cfg(test)]
mod tests;
