//! `saut transform`: its flags.

use clap::{ArgGroup, Args};
use saut::peg::notation::Digits;

use super::PuzzleArgument;
use super::named::named;

/// `saut transform`
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("transformation"))]
pub struct Transform {
    #[command(flatten)]
    pub puzzle: PuzzleArgument,

    /// A file with a plan of the puzzle, or - for standard input
    pub plan: Option<String>,

    /// Exchange pegs and vacancies and play backward: Leibniz's inverse play
    #[arg(long, group = "transformation")]
    pub complement: bool,

    /// Play the plan backward: each move takes one peg and puts two back
    #[arg(long, group = "transformation")]
    pub reverse: bool,

    /// The image under symmetry number K; without any of these three flags the symmetries
    /// are listed
    #[arg(long, value_name = "K", group = "transformation")]
    pub symmetry: Option<usize>,

    /// Order of the digits of a cell in the plan: column or row first
    #[arg(long, value_parser = named::<Digits>())]
    pub digits: Option<Digits>,

    /// Print the moves of the new plan and nothing else; without any of the three flags those of the plan given
    #[arg(long, conflicts_with = "json")]
    pub moves: bool,

    /// With --moves: notation of the moves, column-first as in 45/47 (Lucas) or row-first as in 46x44,
    /// the row counted from the top
    #[arg(long, requires = "moves", value_parser = named::<Digits>(), default_value = "column-first")]
    pub notation: Digits,
}
