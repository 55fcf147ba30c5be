//! `saut hint`: its flags.

use clap::Args;

use super::PuzzleArgument;

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

    /// Count the solutions after every jump, which may take long, instead of only deciding it
    #[arg(long)]
    pub count: bool,

    /// Time limit in seconds for each jump, and four times that for the position itself; the exit status
    /// is 30 if anything is left undecided
    #[arg(long, value_name = "SECONDS", value_parser = super::global::seconds, default_value = "5",
        allow_hyphen_values = true, conflicts_with = "count")]
    pub jump_timeout: f64,
}
