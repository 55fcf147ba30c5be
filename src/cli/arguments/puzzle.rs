//! The puzzle argument that most commands begin with.

use clap::Args;
use saut::peg::Geometry;

/// Which puzzle.
#[derive(Debug, Args)]
pub struct PuzzleArgument {
    /// A bundled name (see `saut list`), a file (.toml, .pddl or a bare picture), FILE.toml:NAME,
    /// or - for standard input
    #[arg(default_value = "central")]
    pub puzzle: String,
    #[command(flatten)]
    pub directions: Directions,
}

/// What a bare picture leaves open.
#[derive(Clone, Copy, Debug, Args)]
pub struct Directions {
    /// The directions of a bare picture: square, triangle or square-diagonal
    #[arg(long, value_parser = str::parse::<Geometry>)]
    pub geometry: Option<Geometry>,
}
