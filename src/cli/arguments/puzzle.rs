//! The puzzle argument that most commands begin with.

use clap::Args;
use clap::builder::{PossibleValue, TypedValueParser};
use saut::formats::{Asked, aliases, bundled};
use saut::peg::Geometry;
use saut::peg::picture::Given;
use saut::peg::picture::reader::Choice;

/// Which puzzle.
#[derive(Debug, Args)]
pub struct PuzzleArgument {
    /// A bundled name (see `saut list`), a board such as english, a file (.toml, .pddl or a bare
    /// picture), FILE.toml:NAME, or - for standard input
    #[arg(default_value = "central", value_parser = PuzzleName, hide_possible_values = true)]
    pub puzzle: String,
    #[command(flatten)]
    pub ends: Ends,
    #[command(flatten)]
    pub directions: Directions,
}

/// Another start and goal on the board of the puzzle.
#[derive(Debug, Args)]
pub struct Ends {
    /// Begin with the puzzle's board full but for these holes, as in --vacate 44
    #[arg(long, value_name = "CELLS")]
    pub vacate: Option<String>,

    /// End with pegs in these holes only, as in --finish 41 or --finish "41 43"; with commas, with one
    /// peg in one of them, as in --finish 14,47,74,41 [default with --vacate: one peg anywhere]
    #[arg(long, value_name = "CELLS")]
    pub finish: Option<String>,
}

/// What a bare picture or a list of cells leaves open.
#[derive(Clone, Debug, Default, Args)]
pub struct Directions {
    /// Lines of a bare picture, or of a bundled puzzle instead of its own: square, triangle or
    /// square-diagonal
    #[arg(long, value_parser = str::parse::<Geometry>)]
    pub geometry: Option<Geometry>,

    /// The sign for a peg in a bare picture
    #[arg(long, value_name = "C")]
    pub peg: Option<char>,

    /// The sign for a vacancy in a bare picture; a space in quotes is a vacancy between two holes of a row
    #[arg(long, value_name = "C")]
    pub vacancy: Option<char>,

    /// The sign for no hole in a bare picture
    #[arg(long, value_name = "C")]
    pub wall: Option<char>,

    /// The board of a list of cells such as [24, 34, 44]
    #[arg(long, value_name = "BOARD")]
    pub board: Option<String>,
}

impl Directions {
    /// What is asked for, as the reader of puzzles takes it.
    pub fn asked(&self) -> Asked {
        let given = Given {
            peg: self.peg,
            vacancy: self.vacancy,
            wall: self.wall,
        };
        Asked {
            picture: Choice {
                geometry: self.geometry,
                given,
            },
            board: self.board.clone(),
        }
    }
}

/// Takes any text, and tells shells the names that it knows.
#[derive(Clone, Copy, Debug)]
pub struct PuzzleName;

impl TypedValueParser for PuzzleName {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<String, clap::Error> {
        clap::builder::StringValueParser::new().parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(known_names().map(PossibleValue::new)))
    }
}

/// The names that shells are told of.
pub fn known_names() -> impl Iterator<Item = &'static str> {
    let aliases = aliases::NAMES.iter().map(|&(name, _)| name);
    aliases.chain(bundled::names())
}
