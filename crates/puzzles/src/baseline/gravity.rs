//! Backtracking, the jump first that moves the pegs' centre of gravity least.
//!
//! The centre of gravity of n pegs is the sum S of their cells divided by n. After a jump it is
//! S' / (n − 1), and how far it moves is the length of the difference, in the metric of
//! [`super::metric`]. All jumps of a position have the same n, so the squared length of
//! n S' − (n − 1) S ranks them without fractions; equal ones stay in the order of `depth-first`.
//! Every jump is tried in the end, so nothing is lost. The rule is folklore of hand and computer
//! play (keep the pegs together); we know of no paper that defines it, so this is our reading.

use super::backtrack::Manner;
use super::game::BaselineGame;
use super::metric::{Vector, squared, sum, vectors};
use saut_peg::peg::{Board, Position};

/// The least motion first.
pub struct ByMotion<'a> {
    board: &'a Board,
    cells: Vec<Vector>,
}

impl<'a> ByMotion<'a> {
    pub fn new(board: &'a Board) -> Self {
        let cells = vectors(board);
        Self { board, cells }
    }
}

impl Manner for ByMotion<'_> {
    fn order(&mut self, game: &BaselineGame, at: &Position, jumps: &mut [usize]) {
        let (pegs, (x, y)) = at.holes().fold((0, (0, 0)), |(pegs, before), hole| {
            (pegs + 1, sum([before, self.cells[hole]]))
        });
        jumps.sort_by_cached_key(|&jump| {
            let [from, over, to] = game.holes(jump).map(|hole| self.cells[hole]);
            let (dx, dy) = (to.0 - from.0 - over.0, to.1 - from.1 - over.1);
            // n (S + d) - (n - 1) S = S + n d
            squared(self.board, (x + pegs * dx, y + pegs * dy))
        });
    }
}
