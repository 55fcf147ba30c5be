//! `saut family`: its flags.

use std::path::PathBuf;

use clap::Args;

use super::Output;

/// `saut family`
#[derive(Debug, Args)]
pub struct Family {
    /// Directory of the family; all of it is about 900 MiB in 2,000 files, and takes minutes
    #[arg(value_name = "OUT_DIR", required_unless_present = "measure")]
    pub out: Option<PathBuf>,

    /// Only these parts or puzzles, with commas between
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub only: Vec<String>,

    /// Replace the family that is already there
    #[arg(long)]
    pub force: bool,

    /// Leave out formulas with more clauses than this
    #[arg(long, value_name = "N", default_value_t = saut::family::MOST_CLAUSES)]
    pub most_clauses: usize,

    /// Write no family, but measure its smallest horizons and print the file instances/horizons.toml
    #[arg(long, conflicts_with_all = ["out", "force"])]
    pub measure: bool,

    /// With --measure: time limit in seconds for each formula
    #[arg(
        long,
        value_name = "SECONDS",
        default_value_t = 10,
        requires = "measure"
    )]
    pub timeout: u64,

    #[command(flatten)]
    pub output: Output,
}
