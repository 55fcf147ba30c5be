//! `saut growth`: its flags.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{Limits, Output};

/// `saut growth`
#[derive(Debug, Args)]
pub struct Growth {
    /// A file with the first boards of each row, and the numbers to compare with, if there are any
    /// (such as docs/growth-french.toml)
    pub table: String,

    /// The farthest distance [default: as the file says]
    #[arg(long, value_name = "N")]
    pub distance: Option<usize>,

    /// How to print
    #[arg(long, value_enum, default_value = "text", conflicts_with = "json")]
    pub format: GrowthFormat,

    /// Where to write [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub out: Option<PathBuf>,

    #[command(flatten)]
    pub limits: Limits,
    #[command(flatten)]
    pub output: Output,
}

/// How `growth` prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GrowthFormat {
    /// A line a row
    Text,
    /// A page with one table
    Markdown,
}
