//! `saut baseball`: its commands and their flags.

use std::io::IsTerminal;

use clap::{Args, Subcommand};
use saut::baseball::Track;
use strum::{EnumMessage, IntoStaticStr, VariantArray};

use super::global::Global;
use super::named::named;

/// `saut baseball`
#[derive(Debug, Subcommand)]
pub enum Baseball {
    /// Compare the shortest plan with the hand methods
    #[command(before_help = "Example: saut baseball compare baseball-5")]
    Compare {
        /// A bundled name (see `saut list baseball`), a file, FILE.toml:NAME, or -
        #[arg(default_value = "baseball-5")]
        puzzle: String,
    },
    /// Count the configurations of games with two places a base, exactly
    #[command(before_help = "Example: saut baseball count 5")]
    Count {
        /// The number of bases
        #[arg(value_parser = clap::value_parser!(u32).range(1..=10_000))]
        bases: u32,
    },
    /// Find by breadth-first search how far from home every configuration is
    #[command(before_help = "Example: saut baseball distances 5 --track line")]
    Distances {
        /// The number of bases; 7 takes minutes and is refused
        #[arg(value_parser = clap::value_parser!(u8).range(2..=6))]
        bases: u8,
        /// Arrangement of the bases
        #[arg(long, default_value = "ring", value_parser = named::<Track>())]
        track: Track,
    },
    /// Draw the tree of a small game, whole or to a depth, to be printed
    #[command(before_help = "Example: saut baseball tree --bases 3 --format text")]
    Tree(Tree),
}

/// `saut baseball tree`
#[derive(Debug, Args)]
pub struct Tree {
    /// The number of bases; from 5 on only to a depth
    #[arg(long, default_value = "3", value_parser = clap::value_parser!(u8).range(2..=36))]
    pub bases: u8,
    /// Draw only configurations at most N steps from home
    #[arg(long, value_name = "STEPS")]
    pub depth: Option<usize>,
    /// Arrangement of the bases
    #[arg(long, default_value = "ring", value_parser = named::<Track>())]
    pub track: Track,
    /// Format of the drawing [default: text in colours on a terminal, and else svg]
    #[arg(long, value_parser = named::<TreeFormat>())]
    pub format: Option<TreeFormat>,
}

impl Tree {
    /// The format of the drawing: as asked for, by the ending of the file, or text for a terminal.
    pub fn format(&self, global: &Global) -> TreeFormat {
        let is_text = match &global.out {
            Some(file) => file.extension().is_some_and(|ending| ending == "txt"),
            None => !global.json && std::io::stdout().is_terminal(),
        };
        self.format.unwrap_or(if is_text {
            TreeFormat::Text
        } else {
            TreeFormat::Svg
        })
    }
}

/// Output formats of `saut baseball tree`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumMessage, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum TreeFormat {
    /// With characters, a line for each configuration below the one it leads to, in colours on a terminal
    Text,
    /// As a picture in colours, a row for each distance
    Svg,
}
