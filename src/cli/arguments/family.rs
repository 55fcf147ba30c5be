//! `saut family`: its flags.

use std::path::PathBuf;

use clap::Args;

/// `saut family`
#[derive(Debug, Args)]
pub struct Family {
    /// Directory of the family; all of it is about 900 MiB in 2,000 files, and takes minutes
    #[arg(value_name = "OUT_DIR", required_unless_present = "measure")]
    pub folder: Option<PathBuf>,

    /// Only these parts or puzzles, with commas between
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub only: Vec<String>,

    /// Replace the family that is already there
    #[arg(long)]
    pub force: bool,

    /// Leave out formulas with more clauses than this
    #[arg(long, value_name = "N", default_value_t = saut::family::MOST_CLAUSES)]
    pub most_clauses: usize,

    /// Write no family, but measure its smallest horizons and print the file instances/horizons.toml; each
    /// formula has the seconds of --timeout [default: 10]
    #[arg(long, conflicts_with_all = ["folder", "force"])]
    pub measure: bool,
}
