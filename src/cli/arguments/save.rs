//! Flags of commands that can go on where they were ended.

use std::path::PathBuf;

use clap::Args;

/// Where finished levels are kept.
#[derive(Clone, Debug, Args)]
pub struct Save {
    /// Keep every finished level in DIR, so that the work can go on from there if it is ended. Where
    /// all solutions are counted, listed or compared; not for the levels of --boards
    #[arg(long, value_name = "DIR")]
    pub save: Option<PathBuf>,

    /// Go on from the levels kept in the directory of --save
    #[arg(long, requires = "save")]
    pub resume: bool,
}
