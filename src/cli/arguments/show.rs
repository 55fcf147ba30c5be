//! Commands that show, list or play puzzles, and those of colour baseball: their flags.

use std::io::IsTerminal;
use std::net::IpAddr;
use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use saut::baseball::Track;
use saut::peg::Expectation;
use strum::{EnumMessage, IntoStaticStr, VariantArray};

use super::global::Global;
use super::named::named;
use crate::cli::input::PuzzleArgument;

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

    /// LaTeX commands for a peg and a vacancy, as in --symbols "\circ,\times" [default: \bullet,\circ]
    #[arg(long, value_name = "PEG,VACANCY")]
    pub symbols: Option<String>,

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
    /// Positions as lists of occupied cells, [[24, 34], [44]], which are read as a plan again
    Cells,
    /// A self-contained page to play the puzzle and step through the plan
    Html,
}

/// `saut list`
#[derive(Debug, Args)]
pub struct List {
    /// Only puzzles with all of these words in name, title, theme or source; accents do not count
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

/// `saut baseball`
#[derive(Debug, Subcommand)]
pub enum Baseball {
    /// Compare the shortest plan with the hand methods, of one start or of all
    #[command(before_help = "Example: saut baseball compare baseball-5")]
    Compare {
        /// A bundled name (see `saut list baseball`), a file, FILE.toml:NAME, or -
        #[arg(default_value = "baseball-5")]
        puzzle: String,
        /// Compare over all starts of N bases on a ring: the mean and the worst number of steps
        #[arg(long, value_name = "N", conflicts_with = "puzzle", value_parser = clap::value_parser!(u8).range(2..=5))]
        all: Option<u8>,
    },
    /// Draw a start at random, to be solved or played
    #[command(before_help = "Example: saut baseball random --bases 5 --seed 3")]
    Random {
        /// The number of bases
        #[arg(long, default_value = "5", value_parser = clap::value_parser!(u8).range(2..=36))]
        bases: u8,
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
