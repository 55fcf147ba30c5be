//! `saut check`: its flags.

use clap::Args;
use saut::peg::notation::Digits;

use super::named::named;
use super::{Directions, Ends};

/// `saut check`
#[derive(Debug, Args)]
pub struct Check {
    /// The puzzle, as for `saut solve`
    pub puzzle: String,

    /// A file with a plan (moves such as 45/47, 75/73/53 or 46x44, a PDDL plan, or the JSON of
    /// `saut solve`) or a certificate (the JSON of `saut solve`); - for standard input
    pub result: String,

    #[command(flatten)]
    pub ends: Ends,
    #[command(flatten)]
    pub directions: Directions,

    /// First digit of a cell: column or row [default: the column in 45/47, the row in 46x44]
    #[arg(long, value_parser = named::<Digits>())]
    pub digits: Option<Digits>,
}
