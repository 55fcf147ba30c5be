//! Subjects of commands: a puzzle with another start and goal, or a planning task.

use clap::Args;
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use saut::formats::picture::{Choice, Given};
use saut::formats::{ReadOptions, aliases, bundled};
use saut::peg::Geometry;
use saut_check::subject::is_task;

use super::named::Suggesting;

/// Argument for a puzzle.
#[derive(Debug, Args)]
pub struct PuzzleArgument {
    /// A bundled name (see `saut list`), a board such as english, a file (.toml, .pddl or a bare
    /// picture), FILE.toml:NAME, or - for standard input [default: standard input, if something is piped in, or
    /// else central]
    #[arg(value_parser = puzzle_name(), hide_possible_values = true)]
    pub puzzle: Option<String>,
    #[command(flatten)]
    pub ends: Ends,
    #[command(flatten)]
    pub directions: Directions,
}

/// Another start and goal on the board of the puzzle.
#[derive(Debug, Args)]
pub struct Ends {
    /// Start with these holes vacant and all others full, as in --vacate 44
    #[arg(long, value_name = "CELLS")]
    pub vacate: Option<String>,

    /// Finish with pegs in these holes only, as in --finish 41 or --finish "41 43"; holes with commas between
    /// them mean one peg in any one, as in --finish 14,47,74,41 [default with --vacate: one peg anywhere]
    #[arg(long, value_name = "CELLS")]
    pub finish: Option<String>,
}

/// Choices that a picture or a list of cells leaves open.
#[derive(Clone, Debug, Default, Args)]
pub struct Directions {
    /// Geometry of a picture, or of a bundled puzzle in place of its own: square, triangle or
    /// square-diagonal
    #[arg(long, value_parser = str::parse::<Geometry>)]
    pub geometry: Option<Geometry>,

    /// Character for a peg in a picture
    #[arg(long, value_name = "C")]
    pub peg: Option<char>,

    /// Character for a vacancy in a picture; with a space, gaps between two holes of a row are vacancies
    #[arg(long, value_name = "C")]
    pub vacancy: Option<char>,

    /// Character for a place without a hole in a picture
    #[arg(long, value_name = "C")]
    pub wall: Option<char>,

    /// Board of a list of cells such as [24, 34, 44]
    #[arg(long, value_name = "BOARD")]
    pub board: Option<String>,
}

impl Directions {
    /// The choices for the reader of puzzles.
    pub fn options(&self) -> ReadOptions {
        let given = Given {
            peg: self.peg,
            vacancy: self.vacancy,
            wall: self.wall,
        };
        ReadOptions {
            picture: Choice {
                geometry: self.geometry,
                given,
            },
            board: self.board.clone(),
        }
    }
}

/// A parser of any text, which shows shells the known names.
fn puzzle_name() -> impl TypedValueParser<Value = String> {
    let names = || known_names().map(PossibleValue::new);
    Suggesting(StringValueParser::new(), names)
}

/// The names that shells are told of.
pub fn known_names() -> impl Iterator<Item = &'static str> {
    let aliases = aliases::NAMES.iter().map(|&(name, _)| name);
    aliases.chain(bundled::names())
}

/// A puzzle or a planning task.
#[derive(Debug, Args)]
pub struct SubjectArguments {
    #[command(flatten)]
    pub puzzle: PuzzleArgument,

    /// The problem of a planning task, after its domain in PDDL. The domain may be left out if it is beside the problem,
    /// as domain.pddl, in the folder above, or with the name or the number of the problem, as in p01-domain.pddl
    pub problem: Option<String>,

    /// A task as Fast Downward's translator writes it (output.sas); the flag may be left out
    #[arg(long, value_name = "FILE", conflicts_with = "puzzle")]
    pub sas: Option<String>,
}

impl SubjectArguments {
    /// Whether it is a planning task.
    pub fn is_task(&self) -> bool {
        let first = self.puzzle.puzzle.as_deref().unwrap_or_default();
        self.sas.is_some() || self.problem.is_some() || is_task(first)
    }
}
