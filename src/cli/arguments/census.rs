//! `saut census`, `saut generate` and `saut classify`: their flags.

use std::num::{NonZeroU16, NonZeroUsize};
use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::Args;
use saut::census::{Letter, Shape, Shard};
use saut::peg::{Geometry, SymmetryKind};

use super::global::seconds;
use super::subject::PuzzleArgument;

/// Text below the flags in the help of `census`: register and difficulty.
const AFTER_CENSUS: &str = "\
A figure has the symmetry if it has that and perhaps more; of figures that a turn of the board makes \
equal one stands for all. Without --out everything is decided from the beginning. FILE holds a line \
of JSON a figure: verdict, reason, survivors, difficulty, and a plan or a certificate; files of several \
parts can be put one behind the other and read as one.

Difficulty is what `saut generate --help` says. Exit status: 0 if every figure is decided, 30 if not.";

/// Text below the flags in the help of `generate`: meaning of the ratings.
const AFTER_GENERATE: &str = "\
Difficulty is measured by blind play: random jumps, and the last one taken back where nothing is left \
to play; positions found dead are remembered, also turned. It is the median, over nine games, of the \
positions looked at before the first win; a game is broken off at 250,000. Its digits are the rating: \
1 trivial (below 10 positions), 2 easy, 3 moderate, 4 hard, 5 very hard, 6 extreme (100,000 and more). \
It serves to compare figures and says nothing of people. Boards of more than 64 holes are not rated, and \
their figures are passed over where ten seconds bring no verdict.

The puzzle file is read by `saut solve FILE:NAME`; it keeps a plan each. With too few figures for a limit \
or an interruption those that are there are written, and the exit status is 30.";

/// `saut census`
#[derive(Debug, Args)]
#[command(after_help = AFTER_CENSUS)]
pub struct Census {
    /// The board: english, french, german, diamond, triangle-N, square-N, rectangle-WxH
    #[arg(long, value_name = "NAME", default_value = "french")]
    pub board: String,

    /// The symmetry of the figures: four-axes, two-axes (upright and level), two-diagonals, turns
    /// (by a quarter, on a triangle by a third), centre (half a turn), one-axis (upright),
    /// one-diagonal (falling), all (whatever the board has) or none
    #[arg(long, value_name = "NAME", default_value = "four-axes")]
    pub symmetry: SymmetryKind,

    /// Only figures with this number of pegs
    #[arg(long, value_name = "A..B", value_parser = range)]
    pub pegs: Option<RangeInclusive<usize>>,

    /// Only N figures, drawn at random with the seed
    #[arg(long, value_name = "N")]
    pub sample: Option<NonZeroUsize>,

    /// Only a part of the figures, such as 1/4
    #[arg(long, value_name = "I/N", default_value_t = Shard::WHOLE)]
    pub shard: Shard,

    /// Write the table as CSV to FILE, or to standard output
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "-", conflicts_with = "json")]
    pub csv: Option<PathBuf>,

    /// Draw all figures on a sheet, solvable ones first
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,

    /// Write a page of all figures, to be filtered and played
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,

    /// Time limit in seconds for each figure, which is then left undecided
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub figure_timeout: Option<f64>,
}

/// `saut generate`
#[derive(Debug, Args)]
#[command(after_help = AFTER_GENERATE)]
pub struct Generate {
    /// The board: english, french, german, diamond, triangle-N, square-N, rectangle-WxH
    #[arg(long, value_name = "NAME", default_value = "english")]
    pub board: String,

    /// Boards of a shape instead, full but for one hole that the position class admits, to finish with
    /// one peg there: disc, diamond, cross, octagon, heart, ring, triangle, rectangle, letter, convex or random (ragged);
    /// without their plans
    #[arg(
        long,
        value_name = "NAME",
        conflicts_with_all = ["board", "symmetry", "pegs", "finish", "avoid", "svg"]
    )]
    pub shape: Option<Shape>,

    /// Least number of holes
    #[arg(long, value_name = "N", requires = "shape", default_value = "100")]
    pub holes: NonZeroUsize,

    /// Number of holes to cut out of them at random
    #[arg(long, value_name = "N", requires = "shape", default_value = "0")]
    pub cut_out: usize,

    /// The width of a rectangle, of the arms of a cross (3 if not given) or of a ring (4)
    #[arg(long, value_name = "N", requires = "shape")]
    pub width: Option<NonZeroU16>,

    /// Letter to draw, from A to Z [default: at random]
    #[arg(long, value_name = "X", requires = "shape")]
    pub letter: Option<Letter>,

    /// Finish with one peg anywhere
    #[arg(long, requires = "shape")]
    pub anywhere: bool,

    /// Lines of the board: square, triangle or square-diagonal
    #[arg(
        long,
        value_name = "NAME",
        requires = "shape",
        default_value = "square"
    )]
    pub lines: Geometry,

    /// The symmetry of the figures: four-axes, two-axes (upright and level), two-diagonals, turns
    /// (by a quarter, on a triangle by a third), centre (half a turn), one-axis (upright),
    /// one-diagonal (falling), all (whatever the board has) or none
    #[arg(long, value_name = "NAME", default_value = "one-axis")]
    pub symmetry: SymmetryKind,

    /// Number of pegs of the figures
    #[arg(long, value_name = "A..B", value_parser = range, default_value = "12..20")]
    pub pegs: RangeInclusive<usize>,

    /// Hole of the last peg, as in --finish 44, or with commas in one of several holes, as in
    /// --finish 14,47,74,41 [default: anywhere]
    #[arg(long, value_name = "CELLS")]
    pub finish: Option<String>,

    /// Number of figures
    #[arg(long, value_name = "N", default_value = "10")]
    pub count: NonZeroUsize,

    /// Leave out the figures of this puzzle file and their images under symmetries
    #[arg(long, value_name = "FILE")]
    pub avoid: Vec<PathBuf>,

    /// Draw all figures on a sheet
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
}

/// `saut classify`; of a file, all of its puzzles
#[derive(Debug, Args)]
pub struct Classify {
    #[command(flatten)]
    pub puzzle: PuzzleArgument,

    /// Most rings of holes to add around the board, if the puzzle is impossible on it;
    /// each larger board is tried for twenty seconds
    #[arg(long, value_name = "K", default_value_t = 2, value_parser = clap::value_parser!(i16).range(0..=20))]
    pub margin: i16,

    /// Measure the difficulty of the puzzles of the file instead (see `saut generate --help`), the easiest
    /// first, and compare it with the rating in the file
    #[arg(long, conflicts_with_all = ["vacate", "finish", "margin"])]
    pub difficulty: bool,
}

/// `18..24` (both ends count) or `18`.
fn range(text: &str) -> Result<RangeInclusive<usize>, String> {
    let number = |text: &str| text.trim().parse::<usize>().ok();
    let ends = match text.split_once("..") {
        Some((first, last)) => number(first).zip(number(last.trim_start_matches('='))),
        None => number(text).map(|both| (both, both)),
    };
    match ends {
        Some((first, last)) if first <= last => Ok(first..=last),
        _ => Err("not a range of numbers such as 18..24".to_owned()),
    }
}
