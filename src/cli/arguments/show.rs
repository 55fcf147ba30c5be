//! `saut show`: its flags.

use clap::{Args, ValueEnum};

use super::{Output, PuzzleArgument};

/// `saut show`
#[derive(Debug, Args)]
pub struct Show {
    #[command(flatten)]
    pub puzzle: PuzzleArgument,

    /// A file with a plan, to be shown move by move
    pub result: Option<String>,

    /// How to draw
    #[arg(long, value_enum, default_value = "text")]
    pub format: ShowFormat,

    #[command(flatten)]
    pub output: Output,
}

/// How `show` draws.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum ShowFormat {
    /// With characters
    Text,
}
