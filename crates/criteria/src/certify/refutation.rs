//! Refutations: what each criterion says of itself, beside its theorem.
//!
//! A criterion is a type in a file of its own that implements [`Refutation`]; its lines in `certificate.rs` make it
//! known everywhere.

use saut_base::stop::Stop;
use saut_peg::peg::Puzzle;
use saut_task::CheckError;
use serde::Serialize;

/// A criterion with what it needs: a claim that a puzzle is infeasible.
pub trait Refutation {
    /// Looks for one that refutes the puzzle, until it is time to stop; it may use floating point or luck.
    fn look(puzzle: &Puzzle, stop: &Stop) -> Result<Self, NotRefuted>
    where
        Self: Sized;

    /// Checks that it refutes the puzzle, in integers.
    fn check(&self, puzzle: &Puzzle) -> Result<(), CheckError>;

    /// The reason for people.
    fn explanation(&self, puzzle: &Puzzle) -> String;

    /// Numbers on the board, if they say something.
    fn weighings(&self, _: &Puzzle) -> Vec<Weighing> {
        Vec::new()
    }
}

/// Text for people, and the numbers that were compared.
type Explanation = (String, Vec<Weighing>);

/// Outcome of a criterion that found no refutation.
pub struct NotRefuted {
    /// Whether it ran to completion; if not, it may refute or not.
    pub is_settled: bool,
    /// The reason for people, worked out where it is asked for.
    pub explain: Box<dyn FnOnce(&Puzzle) -> Explanation>,
}

impl NotRefuted {
    /// A criterion that ran to completion.
    pub fn settled(explain: impl FnOnce(&Puzzle) -> Explanation + 'static) -> Self {
        Self {
            is_settled: true,
            explain: Box::new(explain),
        }
    }

    /// The same, in words for any puzzle.
    pub fn words(words: &'static str) -> Self {
        Self::settled(|_| (words.to_owned(), Vec::new()))
    }

    /// A criterion that a limit stopped.
    pub fn open(words: &'static str) -> Self {
        Self {
            is_settled: false,
            ..Self::words(words)
        }
    }
}

/// A number in every hole, with what start and goal come to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Weighing {
    /// Meaning of the numbers.
    pub title: String,
    /// By hole.
    #[serde(rename = "by_hole")]
    pub weights: Vec<i64>,
    /// The sum of the start, reduced where sums are counted modulo a number.
    pub start: String,
    /// The least sum of a position of the goal.
    pub goal: String,
}
