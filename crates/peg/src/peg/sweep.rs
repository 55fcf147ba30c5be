//! Moves: consecutive jumps of the same peg. A move of n jumps is an n-sweep.

use super::{Cell, Jump};

/// One or more consecutive jumps of one peg.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// Its jumps; never empty, and each starts where the one before it landed.
    jumps: Vec<Jump>,
}

impl Move {
    /// Whether it is a peg put back, by the old French rule.
    pub fn is_put_back(&self) -> bool {
        self.jumps[0].is_put_back()
    }

    /// The jumps, at least one.
    pub fn jumps(&self) -> &[Jump] {
        &self.jumps
    }

    /// The cells that the peg stands on, from first to last.
    pub fn stops(&self) -> impl Iterator<Item = Cell> + '_ {
        std::iter::once(self.jumps[0].from).chain(self.jumps.iter().map(|jump| jump.to))
    }
}

/// Groups jumps into moves: a jump joins the move before it if it starts where that one ended. A
/// peg put back stands by itself and is no move.
pub fn moves(jumps: &[Jump]) -> Vec<Move> {
    jumps
        .chunk_by(|before, after| before.to == after.from && !before.is_put_back())
        .map(|jumps| Move {
            jumps: jumps.to_vec(),
        })
        .collect()
}

/// Length of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameLength {
    /// Its jumps.
    pub jumps: usize,
    /// The moves that they make.
    pub moves: usize,
    /// Number of pegs put back, by the old French rule.
    pub put_backs: usize,
}

impl GameLength {
    /// The length of a game of these jumps.
    pub fn of(jumps: &[Jump]) -> Self {
        let put_backs = jumps.iter().filter(|jump| jump.is_put_back()).count();
        Self {
            jumps: jumps.len() - put_backs,
            moves: moves(jumps).len() - put_backs,
            put_backs,
        }
    }
}
