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

    /// smtlib: how the comments call a peg in a hole at a time
    #[arg(long, value_enum, default_value = "cells")]
    pub names: Names,

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

/// How comments call variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Names {
    /// By the name of the hole, `peg-42@3`
    Cells,
    /// By step, column and row, counted from 0 at the top left, `i_3x_3y_5`
    Coordinates,
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
