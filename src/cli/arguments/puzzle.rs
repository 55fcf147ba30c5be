//! The puzzle argument that most commands begin with.

use clap::Args;
use clap::builder::{PossibleValue, TypedValueParser};
use saut::formats::{aliases, bundled};
use saut::peg::Geometry;

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

/// What a bare picture leaves open.
#[derive(Clone, Copy, Debug, Args)]
pub struct Directions {
    /// The directions of a bare picture: square, triangle or square-diagonal
    #[arg(long, value_parser = str::parse::<Geometry>)]
    pub geometry: Option<Geometry>,
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
