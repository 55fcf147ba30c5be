//! `saut encode`: its flags.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{EncodingArguments, Output, PuzzleArgument};

/// `saut encode`
#[derive(Debug, Args)]
pub struct Encode {
    #[command(flatten)]
    pub puzzle: PuzzleArgument,
    #[command(flatten)]
    pub encoding: EncodingArguments,
    #[command(flatten)]
    pub output: Output,

    /// The domain, if the problem is a planning task in PDDL
    #[arg(long, value_name = "FILE", conflicts_with_all = ["vacate", "finish", "geometry"])]
    pub domain: Option<String>,

    /// The language
    #[arg(long, value_enum, default_value = "dimacs")]
    pub format: Format,

    /// pddl: which of the two problem forms, and whether to write the domain instead
    #[arg(long, value_enum, default_value = "jumps")]
    pub pddl: PddlName,

    /// Where to write [default: standard output]
    #[arg(short, long, visible_alias = "output", value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// What `encode` writes.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Format {
    /// Clauses
    Dimacs,
    /// SMT-LIB 2
    Smtlib,
    /// A planning problem
    Pddl,
}

/// Forms of PDDL by name.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum PddlName {
    /// Plain jumps
    Jumps,
    /// Sweeps, each move at cost 1
    Sweeps,
    /// The domain file of plain jumps
    JumpsDomain,
    /// The domain file of sweeps
    SweepsDomain,
}
