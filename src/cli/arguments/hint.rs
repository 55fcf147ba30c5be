//! `saut hint`: its flags.

use clap::Args;

use super::{Limits, Output, PuzzleArgument};

/// `saut hint`
#[derive(Debug, Args)]
pub struct Hint {
    #[command(flatten)]
    pub puzzle: PuzzleArgument,

    /// A file with the jumps played so far, as for `saut check`; - for standard input
    pub played: Option<String>,

    /// Instead of the puzzle's start: a file with a picture of the position, or the cells with
    /// pegs, as in "44 45 46"
    #[arg(long, value_name = "POSITION")]
    pub position: Option<String>,

    #[command(flatten)]
    pub limits: Limits,
    #[command(flatten)]
    pub output: Output,
}
