//! Moves: consecutive jumps of the same peg. A move of n jumps is an n-sweep.

use super::{Cell, Jump};

/// One or more consecutive jumps of one peg.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// Its jumps; never empty, and each starts where the one before it landed.
    jumps: Vec<Jump>,
}

impl Move {
    /// The jumps, at least one.
    pub fn jumps(&self) -> &[Jump] {
        &self.jumps
    }

    /// The cells that the peg stands on, from first to last.
    pub fn stops(&self) -> impl Iterator<Item = Cell> + '_ {
        std::iter::once(self.jumps[0].from).chain(self.jumps.iter().map(|jump| jump.to))
    }
}

/// Groups jumps into moves: a jump joins the move before it if it starts where that one ended.
pub fn moves(jumps: &[Jump]) -> Vec<Move> {
    jumps
        .chunk_by(|before, after| before.to == after.from)
        .map(|jumps| Move {
            jumps: jumps.to_vec(),
        })
        .collect()
}
