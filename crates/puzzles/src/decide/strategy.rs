//! The strategy: which stages a decision goes through, in which order, with what effort.
//!
//! Cheapest first. Criteria refute in milliseconds what they can. Formulas find most plans in a
//! second; what they do not find is often not there, and on small boards the exhaustive search says
//! so. On large boards that search takes minutes to hours, so everything that may find a plan comes
//! before it. The figures behind the table are in `encodings/README.md`.

use std::time::Duration;

use super::{MethodChoice, Settings};
use crate::peg::Puzzle;

/// One stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The criteria that need no search.
    Criteria,
    /// The integer cone, for so long.
    IntegerCone(Duration),
    /// The portfolio of formulas, until it has spent so much in all.
    Formulas(Effort),
    /// The portfolio of formulas, until a limit is hit.
    FormulasToTheEnd,
    /// A two-ended search that keeps some positions of each level; finds plans, refutes nothing.
    BeamSearch,
    /// The formulas of the dual puzzle, whose plans are read backward.
    Dual(Effort),
    /// The two-ended search that keeps all positions.
    Exhaustive,
    /// The same on half of the threads, with formulas on the others; alone if there is one thread.
    ExhaustiveBesideFormulas,
}

/// An effort, as a part of the whole that a puzzle gets before the exhaustive search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// One part of this many.
    pub one_of: u64,
}

const WHOLE: Effort = Effort { one_of: 1 };
const EARLY: Effort = Effort { one_of: 8 };
const CONE: Duration = Duration::from_millis(500);

/// Boards of at most [`FEW_HOLES`] holes.
const SMALL: &[Stage] = &[
    Stage::Criteria,
    Stage::IntegerCone(CONE),
    Stage::Formulas(WHOLE),
    Stage::ExhaustiveBesideFormulas,
    Stage::FormulasToTheEnd,
];

/// Boards of up to [`MOST_HOLES`] holes.
const LARGE: &[Stage] = &[
    Stage::Criteria,
    Stage::IntegerCone(CONE),
    Stage::Formulas(EARLY),
    Stage::BeamSearch,
    Stage::Formulas(WHOLE),
    Stage::Dual(WHOLE),
    Stage::ExhaustiveBesideFormulas,
    Stage::FormulasToTheEnd,
];

/// Larger boards, and questions that name an encoding, a backend or a horizon.
const CRITERIA_AND_FORMULAS: &[Stage] = &[
    Stage::Criteria,
    Stage::IntegerCone(CONE),
    Stage::FormulasToTheEnd,
];

/// `--method formulas`, or no criteria wanted.
const FORMULAS: &[Stage] = &[Stage::FormulasToTheEnd];

/// `--method exhaustive`.
const SEARCH: &[Stage] = &[Stage::Exhaustive];
const BEAM_AND_SEARCH: &[Stage] = &[Stage::BeamSearch, Stage::Exhaustive];

/// On a board with no more holes the search to the end takes no longer than one that keeps some
/// positions.
pub const FEW_HOLES: usize = 40;

/// The most holes of a board that can be searched to the end.
pub const MOST_HOLES: usize = 64;

/// The stages for a puzzle.
pub fn stages(puzzle: &Puzzle, settings: &Settings) -> &'static [Stage] {
    let holes = puzzle.board().len();
    match settings.method {
        MethodChoice::Exhaustive if holes <= FEW_HOLES => SEARCH,
        MethodChoice::Exhaustive => BEAM_AND_SEARCH,
        MethodChoice::Formulas => FORMULAS,
        MethodChoice::Auto if !settings.criteria => FORMULAS,
        MethodChoice::Auto if settings.names_a_formula() || holes > MOST_HOLES => {
            CRITERIA_AND_FORMULAS
        }
        MethodChoice::Auto if holes <= FEW_HOLES => SMALL,
        MethodChoice::Auto => LARGE,
    }
}

impl Effort {
    /// The effort in conflicts: for the whole a second or so on the English board, and less where
    /// the exhaustive search takes no time, with few pegs. One thread gets more, because then
    /// nothing goes on beside the search.
    pub fn conflicts(self, puzzle: &Puzzle, threads: usize) -> u64 {
        const FEW_PEGS: usize = 20;
        const SHORT: u64 = 2000;
        let whole = if puzzle.start().pegs() <= FEW_PEGS {
            SHORT
        } else {
            let cube = (puzzle.board().len() as u64).pow(3);
            if threads == 1 { 16 * cube } else { 8 * cube }
        };
        whole / self.one_of
    }
}
