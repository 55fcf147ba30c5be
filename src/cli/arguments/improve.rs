//! `saut improve`: its flags.

use std::path::PathBuf;

use clap::Args;

/// `saut improve`
#[derive(Debug, Args)]
pub struct Improve {
    /// The domain in PDDL; it may be left out where it lies beside the problem, as for `saut plan`
    pub domain: Option<String>,

    /// The problem in PDDL
    #[arg(required_unless_present = "sas")]
    pub problem: Option<String>,

    /// The plan to begin with, one (ACTION OBJECT ...) a line; - for standard input
    pub plan: Option<String>,

    /// A task as Fast Downward's translator writes it (output.sas), instead of domain and problem
    #[arg(long, value_name = "FILE", conflicts_with = "problem")]
    pub sas: Option<String>,

    /// Keep the states that show the bound in FILE
    #[arg(long, value_name = "FILE")]
    pub proof: Option<PathBuf>,
}
