//! `saut decode`: its flags.

use clap::Args;

use super::{EncodingArguments, Names, PuzzleArgument};

/// `saut decode`
#[derive(Debug, Args)]
pub struct Decode {
    #[command(flatten)]
    pub puzzle: PuzzleArgument,
    #[command(flatten)]
    pub encoding: EncodingArguments,

    /// The domain, if the problem is a planning task in PDDL
    #[arg(long, value_name = "FILE", conflicts_with_all = ["vacate", "finish", "geometry"])]
    pub domain: Option<String>,

    /// Names of the variables of the file, as in saut encode
    #[arg(long, value_enum)]
    pub names: Option<Names>,

    /// The solver's output; - for standard input
    #[arg(long, value_name = "FILE")]
    pub model: String,
}
