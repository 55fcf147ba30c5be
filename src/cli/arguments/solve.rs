//! `saut solve`: its flags.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{EncodingArguments, Limits, Output, PuzzleArgument, StrategyName};

/// `saut solve`
#[derive(Debug, Args)]
pub struct Solve {
    #[command(flatten)]
    pub puzzle: PuzzleArgument,
    #[command(flatten)]
    pub encoding: EncodingArguments,
    #[command(flatten)]
    pub limits: Limits,
    #[command(flatten)]
    pub output: Output,

    /// A solver (see `saut backends`), or dimacs:COMMAND or smtlib:COMMAND; several make a
    /// portfolio
    #[arg(long, value_name = "NAME")]
    pub backend: Vec<String>,

    /// Find a plan that is as short as possible; jumps differ only where the goal is open
    #[arg(long, value_enum, value_name = "WHAT")]
    pub minimise: Option<MinimiseName>,

    /// Colour baseball: play a hand method instead of searching
    #[arg(long, value_enum, value_name = "NAME")]
    pub strategy: Option<StrategyName>,

    /// Go to the formulas at once, without the criteria of infeasibility
    #[arg(long)]
    pub no_criteria: bool,

    /// Keep the proof of an infeasible puzzle, or of no shorter plan, in FILE, and its formula in
    /// FILE.cnf
    #[arg(long, value_name = "FILE")]
    pub proof: Option<PathBuf>,
}

/// What can be made small.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum MinimiseName {
    /// The number of jumps
    Jumps,
}
