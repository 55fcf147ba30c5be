//! Flags of `saut show`, `saut list`, `saut play`, `saut serve` and `saut baseball`.

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

    /// A file with a plan, which is shown move by move, or with a certificate
    pub result: Option<String>,

    /// Set the format of the drawing [default: by the extension of the file of -o, otherwise text]
    #[arg(long, value_parser = named::<ShowFormat>())]
    pub format: Option<ShowFormat>,

    /// Show all puzzles of the file on one page (--format html)
    #[arg(long, conflicts_with = "result")]
    pub all: bool,

    /// Use these LaTeX commands for a peg and a vacancy, as in --symbols "\circ,\times" [default: \bullet,\circ]
    #[arg(long, value_name = "PEG,VACANCY")]
    pub symbols: Option<String>,

    /// Set the layout of a plan as SVG or PNG
    #[arg(long, value_enum, default_value = "sheet")]
    pub style: SvgStyle,
}

impl Show {
    /// Returns the requested format of the drawing. The default is the format of the output file's extension, otherwise
    /// text.
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
    /// One animated board
    Animation,
}

/// Output formats of `show`.
#[derive(Clone, Copy, Debug, EnumMessage, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum ShowFormat {
    /// Text, with boards drawn by characters
    Text,
    /// A picture: start and goal, or a sheet with a board for every move
    Svg,
    /// The same picture as PNG (needs the cargo feature `png`)
    Png,
    /// Boards as LaTeX tables, for a document with \input
    Latex,
    /// Positions as lists of occupied cells, as in [[24, 34], [44]], which can be read as a plan
    Cells,
    /// A self-contained page to play the puzzle and step through the plan
    Html,
}

/// `saut list`
#[derive(Debug, Args)]
pub struct List {
    /// List only puzzles with all of these words in name, title, theme or source; accents are ignored
    pub words: Vec<String>,

    /// List only puzzles with this verdict
    #[arg(long, value_name = "VERDICT", value_parser = named::<Expectation>())]
    pub expect: Option<Expectation>,

    /// List only puzzles on this board, such as english or square-6
    #[arg(long, value_name = "BOARD")]
    pub board: Option<String>,
}

/// `saut play`
#[derive(Debug, Args)]
pub struct Play {
    #[command(flatten)]
    pub puzzle: PuzzleArgument,

    /// Save the game to FILE when S is pressed, as a plan that saut check reads [default: the puzzle's name with .plan,
    /// and with a number if this file exists]
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
}

/// `saut serve`
#[derive(Debug, Args)]
pub struct Serve {
    /// Listen on this port; 0 chooses a free port
    #[arg(long, default_value_t = 7288)]
    pub port: u16,

    /// Listen on this address; with an address other than 127.0.0.1, other machines may connect
    #[arg(long, default_value = "127.0.0.1", value_name = "ADDRESS")]
    pub host: IpAddr,

    /// Open the studio in the browser
    #[arg(long)]
    pub open: bool,
}

/// `saut baseball`
#[derive(Debug, Subcommand)]
pub enum BaseballCommand {
    /// Compare the shortest plan with the hand methods, for one start or for all starts
    #[command(before_help = "Example: saut baseball compare baseball-5")]
    Compare {
        /// A bundled name (see `saut list baseball`), a file, FILE.toml:NAME, or -
        #[arg(default_value = "baseball-5")]
        puzzle: String,
        /// Compare all starts of N bases on a ring: the mean and the worst number of steps
        #[arg(long, value_name = "N", conflicts_with = "puzzle", value_parser = clap::value_parser!(u8).range(2..=5))]
        all: Option<u8>,
    },
    /// Generate a random start, to solve or to play
    #[command(before_help = "Example: saut baseball random --bases 5 --seed 3")]
    Random {
        /// The number of bases
        #[arg(long, default_value = "5", value_parser = clap::value_parser!(u8).range(2..=36))]
        bases: u8,
    },
    /// Count exactly the configurations of games with two places per base
    #[command(before_help = "Example: saut baseball count 5")]
    Count {
        /// The number of bases
        #[arg(value_parser = clap::value_parser!(u32).range(1..=10_000))]
        bases: u32,
    },
    /// Find the distance of every configuration from home, by breadth-first search
    #[command(before_help = "Example: saut baseball distances 5 --track line")]
    Distances {
        /// The number of bases, from 2 to 6
        #[arg(value_parser = clap::value_parser!(u8).range(2..=6))]
        bases: u8,
        /// Set the arrangement of the bases
        #[arg(long, default_value = "ring", value_parser = named::<Track>())]
        track: Track,
    },
    /// Draw the tree of a small game, completely or down to --depth
    #[command(before_help = "Example: saut baseball tree --bases 3 --format text")]
    Tree(TreeOptions),
}

/// `saut baseball tree`
#[derive(Debug, Args)]
pub struct TreeOptions {
    /// Set the number of bases; 5 or more bases need --depth
    #[arg(long, default_value = "3", value_parser = clap::value_parser!(u8).range(2..=36))]
    pub bases: u8,
    /// Draw only configurations at most N steps from home
    #[arg(long, value_name = "STEPS")]
    pub depth: Option<usize>,
    /// Set the arrangement of the bases
    #[arg(long, default_value = "ring", value_parser = named::<Track>())]
    pub track: Track,
    /// Set the format of the drawing [default: text in colours on a terminal, otherwise svg]
    #[arg(long, value_parser = named::<TreeFormat>())]
    pub format: Option<TreeFormat>,
}

impl TreeOptions {
    /// Returns the requested format of the drawing. The default is text for a terminal or for a file with the
    /// extension .txt, otherwise SVG.
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
    /// Text in colours on a terminal, with one line for each configuration, below the configuration that it leads to
    Text,
    /// A picture in colours, with a row for each distance
    Svg,
}
