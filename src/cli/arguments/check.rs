//! `saut check`: its flags.

use std::path::PathBuf;

use clap::Args;
use saut::peg::notation::Digits;

use super::named::named;
use super::{Directions, Ends};

/// `saut check`
#[derive(Debug, Args)]
pub struct Check {
    /// The puzzle, as for `saut solve`; or the domain of a planning task, which may be left out as for `saut plan`
    #[arg(value_name = "PUZZLE|DOMAIN")]
    pub subject: String,

    /// The problem of a planning task
    #[arg(value_name = "PROBLEM", required_unless_present = "sas")]
    pub second: Option<String>,

    /// A file with a plan (moves such as 45/47, 75/73/53 or 46x44, actions of a planning task, or the JSON of
    /// `saut solve`) or a certificate (the JSON of `saut solve`); - for standard input
    #[arg(value_name = "RESULT")]
    pub third: Option<String>,

    /// A task as Fast Downward's translator writes it (output.sas), instead of domain and problem
    #[arg(long, value_name = "FILE", conflicts_with = "second")]
    pub sas: Option<String>,

    #[command(flatten)]
    pub ends: Ends,
    #[command(flatten)]
    pub directions: Directions,

    /// First digit of a cell: column or row [default: the column in 45/47, the row in 46x44]
    #[arg(long, value_parser = named::<Digits>())]
    pub digits: Option<Digits>,

    /// Write the certificate of a planning task as a pseudo-Boolean formula (OPB), and its proof beside it, with the
    /// ending .pbp: `veripb FILE.opb FILE.pbp` checks them
    #[arg(long, value_name = "FILE")]
    pub export: Option<PathBuf>,
}
