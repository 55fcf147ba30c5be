//! `saut list` and `saut backends`: their flags.

use clap::Args;

use super::Output;

/// `saut list`
#[derive(Debug, Args)]
pub struct List {
    /// Only names that contain this
    pub filter: Option<String>,
    #[command(flatten)]
    pub output: Output,
}

/// `saut backends`
#[derive(Debug, Args)]
pub struct Backends {
    #[command(flatten)]
    pub output: Output,
}
