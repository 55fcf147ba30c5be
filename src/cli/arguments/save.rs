//! Flags of commands that can go on where they were ended.

use std::path::PathBuf;

use clap::Args;

/// Folder of finished levels.
#[derive(Clone, Debug, Args)]
pub struct Save {
    /// Keep every finished level in DIR, so that an interrupted run can be resumed. For counting, listing
    /// and comparing all solutions; not for the levels of --boards
    #[arg(long, value_name = "DIR")]
    pub save: Option<PathBuf>,

    /// Resume from the levels kept in the directory of --save
    #[arg(long, requires = "save")]
    pub resume: bool,
}
