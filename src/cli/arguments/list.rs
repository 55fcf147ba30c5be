//! `saut list`: its flags.

use clap::{Args, ValueEnum};
use saut::peg::Expectation;

/// `saut list`
#[derive(Debug, Args)]
pub struct List {
    /// Only puzzles with all of these words in name, title or theme
    pub words: Vec<String>,

    /// Only puzzles of this verdict
    #[arg(long, value_enum, value_name = "VERDICT")]
    pub expect: Option<ExpectName>,

    /// Only puzzles on this board, such as english or square-6
    #[arg(long, value_name = "BOARD")]
    pub board: Option<String>,
}

/// Verdicts by name.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum ExpectName {
    /// There is a plan
    Solvable,
    /// There is none
    Infeasible,
    /// Not known
    Open,
}

impl From<ExpectName> for Expectation {
    fn from(name: ExpectName) -> Self {
        match name {
            ExpectName::Solvable => Self::Solvable,
            ExpectName::Infeasible => Self::Infeasible,
            ExpectName::Open => Self::Open,
        }
    }
}
