//! `saut explain`: its flags.

use clap::{Args, ValueEnum};

use super::{Limits, Output, PuzzleArgument};

/// `saut explain`
#[derive(Debug, Args)]
pub struct Explain {
    #[command(flatten)]
    pub puzzle: PuzzleArgument,

    /// How to draw
    #[arg(long, value_enum, default_value = "text", conflicts_with = "json")]
    pub format: ExplainFormat,

    /// Also say how often each jump can occur in any plan, and how few jumps there must be
    #[arg(long)]
    pub jumps: bool,

    #[command(flatten)]
    pub limits: Limits,
    #[command(flatten)]
    pub output: Output,
}

/// How `explain` draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ExplainFormat {
    /// With characters
    Text,
    /// As one picture, to standard output
    Svg,
}
