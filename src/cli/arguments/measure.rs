//! Commands that measure solvers, and that decide or make many puzzles: their flags.

use std::num::{NonZeroU16, NonZeroUsize};
use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::Args;
use saut::census::{Letter, Shape, Shard};
use saut::peg::{Geometry, SymmetryKind};
use saut::report::files::Format;

use super::global::seconds;
use super::named::{NamedEncoding, encoding, named};
use crate::cli::input::PuzzleArgument;

/// Text below the flags in the help.
const AFTER_BENCH: &str = "\
Puzzles, or formulas as *.cnf, are given to every backend in every encoding with every seed; each run is a \
process of its own, each plan is replayed, each refutation proved again. The table shows verdict, median, \
fastest and slowest, size of the formula, conflicts and memory. The page (index.html), the plots (*.svg), \
tables (*.csv) and the records (records.jsonl) are written into the folder saut-bench, or that of -o; -o FILE.jsonl \
names the records, with the folder FILE beside it. Of a definition, -o is the file of records [default: its name with \
.jsonl]. Every run has 60 seconds and 4096 MiB (0: no limit) unless --timeout and --memory or the definition say \
otherwise, and one thread.

  saut bench central --backends varisat,batsat,z3 --encodings sequential,r2-exists --seeds 3
  saut bench pegsol-p05 my-puzzles/ hole.toml:7 formula.cnf --backends cadical,dimacs:mysolver
  saut bench central --encodings smt --backends z3 --timeout 1200   # took 338 s

Horizons are auto: as many steps as jumps where a step is one jump (naive, sequential, smt); for the other \
encodings the smallest with a plan if that is known of the puzzle, else the search for one that `saut solve \
--encoding NAME --backend NAME` makes. A backend that is not here is named, and its runs are recorded as missing; \
if none is here, nothing is run.

A grid goes into a definition in TOML: puzzles × encodings × horizons × backends × seeds.

  name = \"encodings\"
  timeout_seconds = 20
  memory_mib = 4096
  check_timeout_seconds = 60             # for the check of a refutation
  seeds = [1, 2, 3]
  encodings = [\"sequential/ladder\", \"forall\", \"r2-exists/fresh:7\", \"smt\"]
  horizons = [\"smallest\", \"below\"]       # or \"auto\", \"search\", a number of steps
  backends = [\"varisat\", \"cadical\", \"saut\", \"lama-first\"]   # or dimacs:, smtlib:, planner:COMMAND
  [[program]]                            # a short name for a command
  name = \"lama-first\"
  command = \"planner:fast-downward --alias lama-first --plan-file {plan} {domain} {problem}\"
  [[set]]                                # any key above may stand here too
  family = \"english\"
  puzzles = [\"central\", \"corsair\", \"FILE.toml:NAME\"]

Give the same command again to go on after an interruption: what has a record is not repeated, unless \
the solver has another version now; of a COMMAND that is no known program the version is the beginning of the \
SHA-256 of its file.

Exit status: 0 all runs are made and no answer was wrong; 1 an answer was wrong, or a record could \
not be written; 2 unusable input; 30 interrupted.";

/// `saut bench`
#[derive(Debug, Args)]
#[command(after_help = AFTER_BENCH)]
pub struct Bench {
    /// Puzzles (bundled names, files, FILE.toml:NAME), problems in PDDL with their domain beside them, tasks in
    /// SAS+ (.sas), formulas (.cnf), folders of all these; or one definition, a TOML file
    #[arg(value_name = "PUZZLE|FILE|FOLDER|DEFINITION", required = true)]
    pub subjects: Vec<String>,

    /// The solvers, as in varisat,batsat,z3 (see `saut backends`; also saut, dimacs:COMMAND,
    /// smtlib:COMMAND, planner:COMMAND, method:NAME) [default: batsat,varisat]
    #[arg(long, visible_alias = "backend", value_name = "NAMES")]
    pub backends: Vec<String>,

    /// The encodings, as in sequential,r2-exists, with choices behind slashes [default: r2-exists]
    #[arg(long, visible_alias = "encoding", value_name = "NAMES", value_delimiter = ',',
          value_parser = encoding())]
    pub encodings: Vec<NamedEncoding>,

    /// The horizons: auto, smallest, below, search, or numbers of steps [default: auto]
    #[arg(
        long,
        visible_alias = "horizon",
        value_name = "LIST",
        value_delimiter = ','
    )]
    pub horizons: Vec<String>,

    /// The seeds 1 to N [default: 3]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000))]
    pub seeds: Option<u64>,

    /// Only the I-th of N parts, which together make the whole
    #[arg(long, value_name = "I/N", value_parser = str::parse::<Shard>)]
    pub shard: Option<Shard>,

    /// Number of runs side by side; they disturb each other's times
    #[arg(long, value_name = "N", default_value = "1")]
    pub jobs: NonZeroUsize,

    /// Repeat every run, even those with a record; the later record counts
    #[arg(long)]
    pub again: bool,

    /// Leave out solvers that are not installed, instead of recording their runs as missing
    #[arg(long)]
    pub skip_missing: bool,
}

/// `saut family`
#[derive(Debug, Args)]
pub struct Family {
    /// Directory of the family; all of it is about 900 MiB in 2,000 files, and takes minutes
    #[arg(value_name = "OUT_DIR", required_unless_present = "measure")]
    pub folder: Option<PathBuf>,

    /// Only these parts or puzzles, with commas between
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub only: Vec<String>,

    /// Replace the family that is already there
    #[arg(long)]
    pub force: bool,

    /// Leave out formulas with more clauses than this
    #[arg(long, value_name = "N", default_value_t = saut::family::MOST_CLAUSES)]
    pub most_clauses: usize,

    /// Write no family, but measure its smallest horizons and print the file instances/horizons.toml; each
    /// formula has the seconds of --timeout [default: 10]
    #[arg(long, conflicts_with_all = ["folder", "force"])]
    pub measure: bool,
}

/// `saut report`
#[derive(Debug, Args)]
pub struct Report {
    /// Files of records, as bench writes them; - is standard input
    #[arg(value_name = "RECORDS", required_unless_present = "compare")]
    pub records: Vec<String>,

    /// Formats to write into the folder of -o; several with commas, as in html,csv [default: html, one page, with -o; markdown without]
    #[arg(long, value_parser = named::<Format>(), value_delimiter = ',')]
    pub format: Vec<Format>,

    /// The two solvers of the scatter plot, as the table of solvers calls them [default: the best]
    #[arg(long, num_args = 2, value_names = ["SOLVER", "SOLVER"])]
    pub scatter: Option<Vec<String>>,

    /// Compare two records: which runs got faster or slower
    #[arg(long, num_args = 2, value_names = ["BEFORE", "NOW"],
          conflicts_with_all = ["records", "scatter"])]
    pub compare: Option<Vec<String>>,
}

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
    /// The board: english, french, german, diamond, triangle-N, hexagon-N, star-N, square-N, rectangle-WxH
    #[arg(long, value_name = "NAME", default_value = "french")]
    pub board: String,

    /// The symmetry of the figures: four-axes, two-axes (upright and level), two-diagonals, turns
    /// (by a quarter, on a triangle by a third), centre (half a turn), one-axis (upright),
    /// one-diagonal (falling), all (whatever the board has) or none
    #[arg(long, value_name = "NAME", default_value = "four-axes")]
    pub symmetry: SymmetryKind,

    /// Finish with one peg in one of these holes, as in --finish 44 or --finish 14,47,74,41 [default: anywhere]
    #[arg(long, value_name = "CELLS")]
    pub finish: Option<String>,

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
    /// The board: english, french, german, diamond, triangle-N, hexagon-N, star-N, square-N, rectangle-WxH
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

    /// Leave out the figures of this puzzle file or census file, or of all bundled puzzles with --avoid bundled, and
    /// their images under symmetries
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
