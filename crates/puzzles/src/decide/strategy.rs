//! The strategy: which stages a decision goes through, in which order, with what effort.
//!
//! Cheapest first, and formulas before searches where they are as good. Criteria refute in milliseconds what
//! they can; formulas have a head start of a few milliseconds; narrow beams find most plans of boards
//! of at most 64 holes in milliseconds; all before the integer cone, which takes longer. Wide beams and
//! formulas are each quick where the other is slow, so that they work side by side. What neither finds is often not there, and
//! on small boards the exhaustive search says so. Large squares come apart into blocks and a small
//! core, boards of any other shape are reduced to one. The figures behind the table are in `encodings/README.md`.

use std::time::Duration;

use super::{MethodChoice, Settings};
use crate::peg::Puzzle;

/// One stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The criteria that take no time on a board of any size.
    CriteriaAtOnce,
    /// The criteria that need no search.
    Criteria,
    /// The integer cone, for so long.
    IntegerCone(Duration),
    /// The portfolio of formulas, for a few milliseconds: see [`head_start`].
    FormulasFirst,
    /// The portfolio of formulas, until it has spent so much in all.
    Formulas(Effort),
    /// The portfolio of formulas, until a limit is hit.
    FormulasToTheEnd,
    /// A two-ended search that keeps some positions of each level, with wider and wider beams; finds
    /// plans, refutes nothing.
    BeamSearch(Beams),
    /// The same on one thread, with the portfolio of formulas on the others until the beams have come
    /// to an end; alone if there is one thread.
    BeamSearchFirst(Beams),
    /// The same on one thread, with formulas on the others until these have spent so much; in turns if
    /// there is one thread.
    BeamSearchBesideFormulas(Beams, Effort),
    /// Block removals of a rectangle down to a small core, whose plan is looked for by formulas.
    BlockRemovals,
    /// Rounds of the reduction to a small core, until so many have been played in all.
    Reduction(usize),
    /// The rest of these on one thread, with formulas of the whole on the others until they end.
    ReductionBesideFormulas,
    /// The formulas of the dual puzzle, whose plans are read backward.
    Dual(Effort),
    /// The two-ended search that keeps all positions, as long as no level has more than so many; on one thread, with
    /// formulas on the others until it ends; after some formulas if there is one thread.
    ExhaustiveWhileNarrow(usize),
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

/// Widths of beams, in positions a level: each twice the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beams {
    /// The first.
    pub narrowest: usize,
    /// None is wider.
    pub widest: usize,
}

const WHOLE: Effort = Effort { one_of: 1 };
/// For boards that formulas find easy: some ten thousand conflicts.
const BRIEF: Effort = Effort { one_of: 256 };

const NARROW: Beams = Beams {
    narrowest: 250,
    widest: 1000,
};
const WIDE: Beams = Beams {
    narrowest: 2000,
    widest: 256_000,
};
/// Wider ones take as long as the search to the end.
const WIDE_OF_SMALL: Beams = Beams {
    narrowest: 2000,
    widest: 16_000,
};
/// Pruned levels of infeasible puzzles are often this narrow: some hundredths of a second.
const FEW_POSITIONS: usize = 20_000;
/// Rounds of the reduction before anything that takes longer.
const FIRST_ROUNDS: usize = 8;
/// The same on boards that formulas find easy.
const FEW_ROUNDS: usize = 4;
const CONE: Duration = Duration::from_millis(500);

/// Boards of up to [`MOST_HOLES`] holes with few pegs, where everything is quick.
const FEW: &[Stage] = &[
    Stage::Criteria,
    Stage::IntegerCone(CONE),
    Stage::Formulas(WHOLE),
    Stage::ExhaustiveBesideFormulas,
    Stage::FormulasToTheEnd,
];

/// Boards of at most [`FEW_HOLES`] holes.
const SMALL: &[Stage] = &[
    Stage::Criteria,
    Stage::FormulasFirst,
    Stage::BeamSearchFirst(NARROW),
    Stage::IntegerCone(CONE),
    Stage::ExhaustiveWhileNarrow(FEW_POSITIONS),
    Stage::BeamSearchBesideFormulas(WIDE_OF_SMALL, WHOLE),
    Stage::ExhaustiveBesideFormulas,
    Stage::FormulasToTheEnd,
];

/// Boards of more than [`MOST_BEFORE_REDUCTION`] and up to [`MOST_HOLES`] holes.
const ROOMY: &[Stage] = &[
    Stage::Criteria,
    Stage::FormulasFirst,
    Stage::Reduction(FIRST_ROUNDS),
    Stage::BeamSearchFirst(NARROW),
    Stage::IntegerCone(CONE),
    Stage::ExhaustiveWhileNarrow(FEW_POSITIONS),
    Stage::BeamSearchBesideFormulas(WIDE, WHOLE),
    Stage::Dual(WHOLE),
    Stage::ExhaustiveBesideFormulas,
    Stage::FormulasToTheEnd,
];

/// Boards of up to [`MOST_BEFORE_REDUCTION`] holes.
const LARGE: &[Stage] = &[
    Stage::Criteria,
    Stage::FormulasFirst,
    Stage::BeamSearchFirst(NARROW),
    Stage::IntegerCone(CONE),
    Stage::ExhaustiveWhileNarrow(FEW_POSITIONS),
    Stage::BeamSearchBesideFormulas(WIDE, WHOLE),
    Stage::Dual(WHOLE),
    Stage::ExhaustiveBesideFormulas,
    Stage::FormulasToTheEnd,
];

/// Boards of up to [`UNDIVIDED`] holes.
const JUST_TOO_LARGE: &[Stage] = &[
    Stage::Criteria,
    Stage::Reduction(FEW_ROUNDS),
    Stage::IntegerCone(CONE),
    Stage::Formulas(BRIEF),
    Stage::BlockRemovals,
    Stage::ReductionBesideFormulas,
    Stage::FormulasToTheEnd,
];

/// Larger boards.
const VERY_LARGE: &[Stage] = &[
    Stage::CriteriaAtOnce,
    Stage::BlockRemovals,
    Stage::Criteria,
    Stage::Reduction(FIRST_ROUNDS),
    Stage::IntegerCone(CONE),
    Stage::ReductionBesideFormulas,
    Stage::FormulasToTheEnd,
];

/// Questions that name an encoding, a backend or a horizon.
const CRITERIA_AND_FORMULAS: &[Stage] = &[
    Stage::Criteria,
    Stage::IntegerCone(CONE),
    Stage::FormulasToTheEnd,
];

/// `--method formulas`, or no criteria wanted.
const FORMULAS: &[Stage] = &[Stage::FormulasToTheEnd];

/// `--method exhaustive`.
const SEARCH: &[Stage] = &[Stage::Exhaustive];
const BEAM_AND_SEARCH: &[Stage] = &[
    Stage::BeamSearch(NARROW),
    Stage::BeamSearch(WIDE),
    Stage::Exhaustive,
];

/// On a board with no more holes the search to the end takes no longer than one that keeps some
/// positions.
pub const FEW_HOLES: usize = 40;

/// With so few pegs the search to the end takes no time.
pub const FEW_PEGS: usize = 20;

/// The most holes of a board that can be searched to the end.
pub const MOST_HOLES: usize = 64;

/// A board with no more holes is hardly larger than the core that it would be reduced to.
pub const MOST_BEFORE_REDUCTION: usize = 49;

/// Formulas are quick on boards of so many holes, which leave little room for blocks.
pub const UNDIVIDED: usize = 81;

/// The stages for a puzzle.
pub fn stages(puzzle: &Puzzle, settings: &Settings) -> &'static [Stage] {
    let holes = puzzle.board().len();
    match settings.method {
        MethodChoice::Exhaustive if holes <= FEW_HOLES => SEARCH,
        MethodChoice::Exhaustive => BEAM_AND_SEARCH,
        MethodChoice::Formulas => FORMULAS,
        MethodChoice::Auto if !settings.criteria => FORMULAS,
        MethodChoice::Auto if settings.names_a_formula() => CRITERIA_AND_FORMULAS,
        MethodChoice::Auto if holes > UNDIVIDED => VERY_LARGE,
        MethodChoice::Auto if holes > MOST_HOLES => JUST_TOO_LARGE,
        MethodChoice::Auto if puzzle.start().pegs() <= FEW_PEGS => FEW,
        MethodChoice::Auto if holes <= FEW_HOLES => SMALL,
        MethodChoice::Auto if holes <= MOST_BEFORE_REDUCTION => LARGE,
        MethodChoice::Auto => ROOMY,
    }
}

/// The conflicts of the formulas before anything searches beside them: what a narrow beam would find at
/// once is theirs to find if they come within a few milliseconds. A conflict on a larger
/// board takes longer.
pub fn head_start(puzzle: &Puzzle, threads: usize) -> u64 {
    const CONFLICTS_TIMES_HOLES: u64 = 12_000;
    let of_a_thread = CONFLICTS_TIMES_HOLES / puzzle.board().len() as u64;
    of_a_thread * threads as u64
}

impl Beams {
    /// The widths, one try after the other.
    pub fn widths(self) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(self.narrowest), |width| width.checked_mul(2))
            .take_while(move |&width| width <= self.widest)
    }
}

impl Effort {
    /// The effort in conflicts: for the whole a second or so on the English board, and less where
    /// the exhaustive search takes no time, with few pegs. One thread gets more, because then
    /// nothing goes on beside the search.
    pub fn conflicts(self, puzzle: &Puzzle, threads: usize) -> u64 {
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
