//! `saut growth`: its flags.

use clap::{Args, ValueEnum};

/// `saut growth`
#[derive(Debug, Args)]
pub struct Growth {
    /// A file with the first boards of each row, and numbers to compare with if it has any
    /// (such as docs/growth-french.toml)
    pub table: String,

    /// The farthest distance [default: as the file says]
    #[arg(long, value_name = "N")]
    pub distance: Option<usize>,

    /// Format of the table
    #[arg(long, value_enum, default_value = "text", conflicts_with = "json")]
    pub format: GrowthFormat,
}

/// Output formats of `growth`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GrowthFormat {
    /// One line for each row
    Text,
    /// A page with one table
    Markdown,
}
