//! `saut show`: its flags.

use clap::{Args, ValueEnum};

use super::content::Content;
use super::{Global, PuzzleArgument};

/// `saut show`
#[derive(Debug, Args)]
pub struct Show {
    #[command(flatten)]
    pub puzzle: PuzzleArgument,

    /// A file with a plan, to be shown move by move, or with a certificate
    pub result: Option<String>,

    /// Format of the drawing [default: by the ending of the file of -o, and else text]
    #[arg(long, value_enum)]
    pub format: Option<ShowFormat>,

    /// Show all puzzles of the file on one page (--format html)
    #[arg(long, conflicts_with = "result")]
    pub all: bool,

    /// Layout of a plan as SVG or PNG
    #[arg(long, value_enum, default_value = "sheet")]
    pub style: SvgStyle,
}

impl Show {
    /// The format of the drawing: as asked for, or by the ending of the file.
    pub fn format(&self, global: &Global) -> ShowFormat {
        let by_ending = match global.out.as_deref().and_then(Content::of_ending) {
            Some(Content::Svg) => ShowFormat::Svg,
            Some(Content::Png) => ShowFormat::Png,
            Some(Content::Latex) => ShowFormat::Latex,
            Some(Content::Html) => ShowFormat::Html,
            _ => ShowFormat::Text,
        };
        self.format.unwrap_or(by_ending)
    }
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
