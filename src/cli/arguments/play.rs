//! `saut play`: its flags.

use std::path::PathBuf;

use clap::Args;

use super::PuzzleArgument;

/// `saut play`
#[derive(Debug, Args)]
pub struct Play {
    #[command(flatten)]
    pub puzzle: PuzzleArgument,

    /// File to which S saves the game, as a plan that saut check reads [default: the puzzle's name, with .plan,
    /// and a number if there is such a file]
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
}
