//! Entries of puzzle files: a puzzle of peg solitaire or of colour baseball.
//!
//! Commands for both games read an [`Entry`]. Commands for one game convert it and return an error for the other game.

use saut_base::bad_input::BadInput;
use saut_peg::{baseball, peg};

use crate::place::shown;

/// A puzzle of either game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// Peg solitaire, under today's rules or under the old French rule.
    Peg(Box<peg::Puzzle>),
    /// Colour baseball.
    Baseball(Box<baseball::TrackPuzzle>),
}

impl Entry {
    /// Returns the name that selects the puzzle in commands.
    pub fn name(&self) -> &str {
        match self {
            Self::Peg(puzzle) => puzzle.name(),
            Self::Baseball(puzzle) => puzzle.name(),
        }
    }

    /// Returns the title, if there is one.
    pub fn title(&self) -> Option<&str> {
        match self {
            Self::Peg(puzzle) => puzzle.title.as_deref(),
            Self::Baseball(puzzle) => puzzle.title.as_deref(),
        }
    }

    /// Returns the puzzle of peg solitaire, under the old French rule or not.
    ///
    /// # Errors
    /// The puzzle is of another game.
    pub fn peg_under_any_rule(self) -> Result<peg::Puzzle, BadInput> {
        match self {
            Self::Peg(puzzle) => Ok(*puzzle),
            Self::Baseball(_) => Err(self.refused(
                "expected peg solitaire, found colour baseball",
                "for colour baseball, use solve, check, encode, decode, hint, play, show, list or baseball",
            )),
        }
    }

    /// Returns the puzzle of peg solitaire under today's rules.
    ///
    /// # Errors
    /// The puzzle is of another game, or under the old French rule.
    pub fn peg(self) -> Result<peg::Puzzle, BadInput> {
        if self.is_of_old_rule() {
            return Err(self.refused(
                "the puzzle uses the old French rule (put_back), which this command does not support",
                "solve, check, hint, play, explain, count, encode, decode, transform, show (except \
                 pages) and list support it; without put_back, the puzzle uses the modern rules",
            ));
        }
        self.peg_under_any_rule()
    }

    /// Returns the puzzle of colour baseball.
    ///
    /// # Errors
    /// The puzzle is of another game.
    pub fn baseball(self) -> Result<baseball::TrackPuzzle, BadInput> {
        match self {
            Self::Baseball(puzzle) => Ok(*puzzle),
            Self::Peg(_) => Err(self.refused(
                "expected colour baseball, found peg solitaire",
                "`saut list baseball` lists the bundled puzzles",
            )),
        }
    }

    fn refused(&self, fact: &str, remedy: &str) -> BadInput {
        BadInput::new(format!("\"{}\"", shown(self.name())), fact).remedy(remedy)
    }

    /// Whether the puzzle is under the old French rule.
    pub fn is_of_old_rule(&self) -> bool {
        matches!(self, Self::Peg(puzzle) if puzzle.board().put_back().is_some())
    }
}

impl From<peg::Puzzle> for Entry {
    fn from(puzzle: peg::Puzzle) -> Self {
        Self::Peg(Box::new(puzzle))
    }
}

impl From<baseball::TrackPuzzle> for Entry {
    fn from(puzzle: baseball::TrackPuzzle) -> Self {
        Self::Baseball(Box::new(puzzle))
    }
}
