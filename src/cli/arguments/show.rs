//! Commands that show, list or play puzzles: their flags.

use std::net::IpAddr;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use saut::peg::Expectation;
use strum::{EnumMessage, IntoStaticStr, VariantArray};

use super::global::Global;
use super::named::named;
use super::subject::PuzzleArgument;

/// `saut show`
#[derive(Debug, Args)]
pub struct Show {
    #[command(flatten)]
    pub puzzle: PuzzleArgument,

    /// A file with a plan, to be shown move by move, or with a certificate
    pub result: Option<String>,

    /// Format of the drawing [default: by the ending of the file of -o, and else text]
    #[arg(long, value_parser = named::<ShowFormat>())]
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
        let format = self.format.or_else(|| global.format());
        format.unwrap_or(ShowFormat::Text)
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
#[derive(Clone, Copy, Debug, EnumMessage, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
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

/// `saut list`
#[derive(Debug, Args)]
pub struct List {
    /// Only puzzles with all of these words in name, title or theme
    pub words: Vec<String>,

    /// Only puzzles of this verdict
    #[arg(long, value_name = "VERDICT", value_parser = named::<Expectation>())]
    pub expect: Option<Expectation>,

    /// Only puzzles on this board, such as english or square-6
    #[arg(long, value_name = "BOARD")]
    pub board: Option<String>,
}

/// `saut play`
#[derive(Debug, Args)]
pub struct Play {
    #[command(flatten)]
    pub puzzle: PuzzleArgument,

    /// File to which S saves the game, as a plan that saut check reads [default: the puzzle's name, with .plan,
    /// and a number if there is such a file]
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
}

/// `saut serve`
#[derive(Debug, Args)]
pub struct Serve {
    /// The port; 0 for any that is free
    #[arg(long, default_value_t = 7288)]
    pub port: u16,

    /// Address to listen on; any other than this machine's own admits other machines
    #[arg(long, default_value = "127.0.0.1", value_name = "ADDRESS")]
    pub host: IpAddr,

    /// Open the studio in the browser
    #[arg(long)]
    pub open: bool,
}
