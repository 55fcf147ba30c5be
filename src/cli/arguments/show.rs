//! `saut show`: its flags.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{Output, PuzzleArgument};

/// `saut show`
#[derive(Debug, Args)]
pub struct Show {
    #[command(flatten)]
    pub puzzle: PuzzleArgument,

    /// A file with a plan, to be shown move by move, or with a certificate
    pub result: Option<String>,

    /// Format of the drawing
    #[arg(long, value_enum, default_value = "text")]
    pub format: ShowFormat,

    /// Show all puzzles of the file on one page (--format html)
    #[arg(long, conflicts_with = "result")]
    pub all: bool,

    /// Layout of a plan as SVG or PNG
    #[arg(long, value_enum, default_value = "sheet")]
    pub style: SvgStyle,

    /// File to write [default: standard output]
    #[arg(short, long, visible_alias = "output", value_name = "FILE")]
    pub out: Option<PathBuf>,

    #[command(flatten)]
    pub output: Output,
}

/// Layouts of a plan that `show` draws as SVG.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum SvgStyle {
    /// Rows of boards, one for every move
    Sheet,
    /// The same boards in one row
    Strip,
    /// One board that moves
    Animation,
}

/// Output formats of `show`.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum ShowFormat {
    /// With characters
    Text,
    /// A picture: start and goal, or a sheet with a board for every move
    Svg,
    /// The same as PNG (needs the cargo feature `png`)
    Png,
    /// Boards as tables of LaTeX, to be put into a document with \input
    Latex,
    /// A self-contained page to play the puzzle and step through the plan
    Html,
}

impl ShowFormat {
    /// The name that it is asked for by.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Svg => "svg",
            Self::Png => "png",
            Self::Latex => "latex",
            Self::Html => "html",
        }
    }
}
