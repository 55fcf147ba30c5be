//! Refutations: what each criterion says of itself, beside its theorem.
//!
//! A criterion is a type in a file of its own that implements [`Refutation`]; its line in the table of
//! `certificate.rs` makes it known everywhere.

use super::RejectedCertificate;
use saut_base::stop::Stop;
use saut_peg::peg::Puzzle;

/// A criterion with what it needs: a claim that a puzzle is infeasible.
pub trait Refutation {
    /// Looks for one that refutes the puzzle, until it is time to stop; it may use floating point or luck.
    fn look(puzzle: &Puzzle, stop: &Stop) -> Result<Self, Silence>
    where
        Self: Sized;

    /// Checks that it refutes the puzzle, in integers.
    fn check(&self, puzzle: &Puzzle) -> Result<(), RejectedCertificate>;

    /// The reason for people.
    fn explanation(&self, puzzle: &Puzzle) -> String;

    /// Numbers on the board, if they say something.
    fn weighings(&self, _: &Puzzle) -> Vec<Weighing> {
        Vec::new()
    }
}

/// Words of a criterion that does not refute, and the numbers that it compared.
type Told = (String, Vec<Weighing>);

/// A criterion that does not refute a puzzle.
pub struct Silence {
    /// Whether it was looked at to its end; if not, it may refute or not.
    pub is_settled: bool,
    /// The reason for people, worked out where it is asked for.
    pub tell: Box<dyn FnOnce(&Puzzle) -> Told>,
}

impl Silence {
    /// The silence of a criterion that was looked at to its end.
    pub fn settled(tell: impl FnOnce(&Puzzle) -> Told + 'static) -> Self {
        Self {
            is_settled: true,
            tell: Box::new(tell),
        }
    }

    /// The same, in words for any puzzle.
    pub fn words(words: &'static str) -> Self {
        Self::settled(|_| (words.to_owned(), Vec::new()))
    }

    /// The silence of a criterion that was not looked at to its end.
    pub fn open(words: &'static str) -> Self {
        Self {
            is_settled: false,
            ..Self::words(words)
        }
    }
}

/// A number in every hole, with what start and goal come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weighing {
    /// Meaning of the numbers.
    pub title: String,
    /// By hole.
    pub weights: Vec<i64>,
    /// The sum of the start, reduced where sums are counted modulo a number.
    pub start: String,
    /// The least sum of a position of the goal.
    pub goal: String,
}
