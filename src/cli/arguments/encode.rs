//! `saut encode`: its flags.

use clap::{Args, ValueEnum};
use saut::encode::Encoding;

use super::content::Content;
use super::{EncodingArguments, Global, PuzzleArgument};

/// `saut encode`
#[derive(Debug, Args)]
pub struct Encode {
    #[command(flatten)]
    pub puzzle: PuzzleArgument,
    #[command(flatten)]
    pub encoding: EncodingArguments,

    /// The domain, if the problem is a planning task in PDDL
    #[arg(long, value_name = "FILE", conflicts_with_all = ["vacate", "finish", "geometry"])]
    pub domain: Option<String>,

    /// Language of the formula [default: by the ending of the file: .cnf, .smt2 or .pddl; else dimacs, or smtlib of --encoding smt]
    #[arg(long, value_enum)]
    pub format: Option<Format>,

    /// pddl: which of the two problem forms, and whether to write the domain instead [default: jumps]
    #[arg(long, value_enum)]
    pub pddl: Option<PddlName>,

    /// Names of variables [default: coordinates on a board of peg solitaire, else the names of the facts]
    #[arg(long, value_enum)]
    pub names: Option<Names>,
}

impl Encode {
    /// The language: as asked for, or by the ending of the file, or what the encoding has.
    pub fn language(&self, global: &Global) -> Format {
        let by_ending = match global.out.as_deref().and_then(Content::of_ending) {
            Some(Content::Dimacs) => Some(Format::Dimacs),
            Some(Content::Smtlib) => Some(Format::Smtlib),
            Some(Content::Pddl) => Some(Format::Pddl),
            _ => None,
        };
        let is_script = matches!(self.encoding.named(), Some(Encoding::Smt));
        let own = if is_script {
            Format::Smtlib
        } else {
            Format::Dimacs
        };
        self.format.or(by_ending).unwrap_or(own)
    }
}

/// Output formats of `encode`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Clauses
    Dimacs,
    /// SMT-LIB 2
    Smtlib,
    /// A planning problem
    Pddl,
}

/// Naming schemes of variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Names {
    /// By the name of the hole, `peg-42@3` and `jump-42-44@3`
    Cells,
    /// By step, column and row, counted from 0 at the top left, `i3x3y5` and `i3x3y5-x3y3`; symbols of SMT-LIB too
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
