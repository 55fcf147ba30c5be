//! Bounds: how often each jump is assumed to occur in a part of the tree.

use saut_peg::peg::{Jump, Puzzle};

/// For every jump of a board, the fewest and the most times it may occur; and the most jumps in
/// all, if that is assumed too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// By jump, in the order of the board.
    pub least: Vec<u32>,
    /// By jump; `None` if there is no limit.
    pub most: Vec<Option<u32>>,
    /// The most jumps in all.
    pub total: Option<u32>,
}

impl Bounds {
    /// No bounds, for this number of jumps.
    pub fn none(jumps: usize) -> Self {
        Self {
            least: vec![0; jumps],
            most: vec![None; jumps],
            total: None,
        }
    }

    /// These bounds, with at most `total` jumps in all.
    #[must_use]
    pub fn with_total(self, total: u32) -> Self {
        Self {
            total: Some(total),
            ..self
        }
    }

    /// These bounds, with at most `most` occurrences of a jump.
    #[must_use]
    pub fn with_most(mut self, jump: usize, most: u32) -> Self {
        self.most[jump] = Some(self.most[jump].map_or(most, |old| old.min(most)));
        self
    }

    /// These bounds, with at least `least` occurrences of a jump.
    #[must_use]
    pub fn with_least(mut self, jump: usize, least: u32) -> Self {
        self.least[jump] = self.least[jump].max(least);
        self
    }

    /// These bounds split in two: a jump occurs ≤ `most` times, or ≥ `most + 1` times; `None` if the
    /// board has no such jump.
    pub fn split(&self, puzzle: &Puzzle, jump: Jump, most: u32) -> Option<[Self; 2]> {
        let jumps = puzzle.board().jumps();
        let index = jumps.iter().position(|&other| other == jump)?;
        Some([
            self.clone().with_most(index, most),
            self.clone().with_least(index, most.saturating_add(1)),
        ])
    }
}
