//! The interface of the criteria.
//!
//! A criterion is a type that implements [`Refutation`] in a separate file. `certificate.rs` lists all criteria.

use saut_base::stop::Stop;
use saut_peg::peg::Puzzle;
use saut_task::CheckError;
use serde::Serialize;

/// A claim that a puzzle is infeasible by a criterion, with the data that prove it.
pub trait Refutation {
    /// Searches for data that refute the puzzle, within the limits of `stop`. The search may use floating-point
    /// numbers and randomness.
    fn look(puzzle: &Puzzle, stop: &Stop) -> Result<Self, NotRefuted>
    where
        Self: Sized;

    /// Checks, in integers, that the data refute the puzzle.
    fn check(&self, puzzle: &Puzzle) -> Result<(), CheckError>;

    /// Explains the refutation.
    fn explanation(&self, puzzle: &Puzzle) -> String;

    /// Returns details that only a full explanation shows; empty if there are none.
    fn details(&self, _: &Puzzle) -> String {
        String::new()
    }

    /// Returns tables of numbers on the board that illustrate the refutation.
    fn weighings(&self, _: &Puzzle) -> Vec<WeightTable> {
        Vec::new()
    }
}

/// A text, and the tables of numbers that it explains.
type Explanation = (String, Vec<WeightTable>);

/// The outcome of a criterion that found no refutation.
pub struct NotRefuted {
    /// Whether the criterion ran to completion. Otherwise, it might still refute the puzzle.
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

    /// As [`NotRefuted::settled`], with a fixed text.
    pub fn words(words: &'static str) -> Self {
        Self::settled(|_| (words.to_owned(), Vec::new()))
    }

    /// Returns the outcome of a criterion that did not run to completion.
    pub fn open(words: &'static str) -> Self {
        Self {
            is_settled: false,
            ..Self::words(words)
        }
    }
}

/// A number for each hole, with the sums of start and goal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WeightTable {
    /// The title, which names the numbers.
    pub title: String,
    /// The numbers by hole.
    #[serde(rename = "by_hole")]
    pub weights: Vec<i64>,
    /// The sum of the start, modulo the modulus if there is one.
    pub start: String,
    /// The minimum sum of a goal position.
    pub goal: String,
}
