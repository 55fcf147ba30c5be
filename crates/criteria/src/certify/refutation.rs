//! Refutations: the interface that every criterion implements.
//!
//! A criterion is a type in its own file that implements [`Refutation`]. Its lines in `certificate.rs` register it.

use saut_base::stop::Stop;
use saut_peg::peg::Puzzle;
use saut_task::CheckError;
use serde::Serialize;

/// A criterion with its data: a claim that a puzzle is infeasible.
pub trait Refutation {
    /// Searches for data that refute the puzzle, within the limits of `stop`. The search may use floating point and
    /// randomness.
    fn look(puzzle: &Puzzle, stop: &Stop) -> Result<Self, NotRefuted>
    where
        Self: Sized;

    /// Checks in integers that this refutes the puzzle.
    fn check(&self, puzzle: &Puzzle) -> Result<(), CheckError>;

    /// Explains the refutation in words.
    fn explanation(&self, puzzle: &Puzzle) -> String;

    /// Returns more about the refutation for readers who ask for an explanation; empty if there is nothing more.
    fn details(&self, _: &Puzzle) -> String {
        String::new()
    }

    /// Returns numbers on the board that illustrate the refutation, if there are any.
    fn weighings(&self, _: &Puzzle) -> Vec<WeightTable> {
        Vec::new()
    }
}

/// An explanation in words, and the numbers that were compared.
type Explanation = (String, Vec<WeightTable>);

/// Outcome of a criterion that found no refutation.
pub struct NotRefuted {
    /// Whether the criterion ran to completion; if not, it might still refute the puzzle.
    pub is_settled: bool,
    /// The explanation, computed on demand.
    pub explain: Box<dyn FnOnce(&Puzzle) -> Explanation>,
}

impl NotRefuted {
    /// Returns the outcome of a criterion that ran to completion.
    pub fn settled(explain: impl FnOnce(&Puzzle) -> Explanation + 'static) -> Self {
        Self {
            is_settled: true,
            explain: Box::new(explain),
        }
    }

    /// Like [`NotRefuted::settled`], with a fixed text.
    pub fn words(words: &'static str) -> Self {
        Self::settled(|_| (words.to_owned(), Vec::new()))
    }

    /// Returns the outcome of a criterion that a limit stopped.
    pub fn open(words: &'static str) -> Self {
        Self {
            is_settled: false,
            ..Self::words(words)
        }
    }
}

/// A number in every hole, with the sums of start and goal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WeightTable {
    /// Meaning of the numbers, as a title.
    pub title: String,
    /// The numbers by hole.
    #[serde(rename = "by_hole")]
    pub weights: Vec<i64>,
    /// The sum of the start; reduced if sums are counted modulo a number.
    pub start: String,
    /// The least sum of a position of the goal.
    pub goal: String,
}
