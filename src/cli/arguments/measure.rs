//! Flags of the commands that measure solvers, and of the commands that decide or generate many puzzles.

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

/// Text below the flags in the help of `bench`.
const AFTER_BENCH: &str = "\
Every backend solves every puzzle in every encoding, or every formula (*.cnf), with every seed. Each run is a \
separate process. Each plan is replayed, and each proof of a refutation is checked. A refutation without a checked \
proof does not count as solved; another solver then decides whether it is true. The table shows the verdict, the \
median, fastest and slowest time, the size of the formula, conflicts and memory. The page (index.html), the plots \
(*.svg), tables (*.csv) and the records (records.jsonl) are written to the folder saut-bench, or to the folder of \
-o. With -o FILE.jsonl, the records go to this file, and the rest goes to the folder FILE next to it. With a \
definition, -o is the file of records [default: the name of the definition with .jsonl]. Every run has one thread, \
60 seconds and 4096 MiB (0: no limit), unless --timeout, --memory or the definition sets other limits.

  saut bench central --backends varisat,batsat,z3 --encodings sequential,r2-exists --seeds 3
  saut bench pegsol-p05 my-puzzles/ hole.toml:7 formula.cnf --backends cadical,dimacs:mysolver
  saut bench central --encodings smt --backends z3 --timeout 1200   # took 338 s

The default horizon is auto. If a step is one jump (naive, sequential, smt), auto is the number of jumps. For the \
other encodings, auto is the smallest horizon with a plan, if this horizon is known for the puzzle. Otherwise, it is \
searched as by `saut solve --encoding NAME --backend NAME`. A backend that is not installed is reported, and its runs \
are recorded as missing; if none is installed, nothing is run.

A definition in TOML describes a grid: puzzles × encodings × horizons × backends × seeds.

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
  [[set]]                                # any key above can also be here
  family = \"english\"
  puzzles = [\"central\", \"corsair\", \"FILE.toml:NAME\"]

Repeat the same command to continue after an interruption. Runs with a record are not repeated, unless the \
version of the solver has changed. If COMMAND is not a known program, its version is the beginning of the SHA-256 of \
its file.

Exit status: 0 all runs are made and no answer was wrong; 1 an answer was wrong, or a record could \
not be written; 2 unusable input; 30 interrupted.";

/// `saut bench`
#[derive(Debug, Args)]
#[command(after_help = AFTER_BENCH)]
pub struct Bench {
    /// Puzzles, planning tasks, formulas, or folders of these; or one definition, a TOML file. A puzzle is a bundled
    /// name, a file or FILE.toml:NAME. A task is a problem in PDDL with its domain next to it, or a file in SAS+
    /// (.sas). A formula is a .cnf file
    #[arg(value_name = "PUZZLE|FILE|FOLDER|DEFINITION", required = true)]
    pub subjects: Vec<String>,

    /// Run these solvers, as in varisat,batsat,z3 (see `saut backends`; also saut, dimacs:COMMAND, smtlib:COMMAND,
    /// planner:COMMAND, method:NAME) [default: batsat,varisat]
    #[arg(long, visible_alias = "backend", value_name = "NAMES")]
    pub backends: Vec<String>,

    /// Use these encodings, as in sequential,r2-exists, with options after slashes [default: r2-exists]
    #[arg(long, visible_alias = "encoding", value_name = "NAMES", value_delimiter = ',',
          value_parser = encoding())]
    pub encodings: Vec<NamedEncoding>,

    /// Use these horizons: auto, smallest, below, search, or numbers of steps [default: auto]
    #[arg(
        long,
        visible_alias = "horizon",
        value_name = "LIST",
        value_delimiter = ','
    )]
    pub horizons: Vec<String>,

    /// Use the seeds 1 to N [default: 3]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000))]
    pub seeds: Option<u64>,

    /// Do only part I of N of the runs, as in 1/4
    #[arg(long, value_name = "I/N", value_parser = str::parse::<Shard>)]
    pub shard: Option<Shard>,

    /// Do N runs at the same time; this distorts the measured times
    #[arg(long, value_name = "N", default_value = "1")]
    pub jobs: NonZeroUsize,

    /// Repeat every run, even if it has a record; the last record counts
    #[arg(long)]
    pub again: bool,

    /// Leave out solvers that are not installed, instead of recording their runs as missing
    #[arg(long)]
    pub skip_missing: bool,
}

/// `saut family`
#[derive(Debug, Args)]
pub struct FamilyOptions {
    /// Directory of the family. The whole family has about 900 MiB in 2,000 files, and is written in minutes
    #[arg(value_name = "OUT_DIR", required_unless_present = "measure")]
    pub folder: Option<PathBuf>,

    /// Write only these parts or puzzles, separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub only: Vec<String>,

    /// Replace an existing family
    #[arg(long)]
    pub force: bool,

    /// Leave out formulas with more than N clauses
    #[arg(long, value_name = "N", default_value_t = saut::family::MOST_CLAUSES)]
    pub most_clauses: usize,

    /// Measure the smallest horizons instead of writing a family, and print them in the format of
    /// instances/horizons.toml. The time limit of each formula is --timeout [default: 10]
    #[arg(long, conflicts_with_all = ["folder", "force"])]
    pub measure: bool,

    /// Write a kit for a competition instead: formulas that the fastest of the --by solvers solves in LOW to HIGH
    /// seconds, as .cnf.xz, with SHA256SUMS and a description. HIGH limits each call of a solver
    #[arg(long, value_name = "LOW..HIGH", value_parser = seconds_range, requires = "by", conflicts_with = "measure")]
    pub select: Option<(f64, f64)>,

    /// With --select: measure these solvers, separated by commas
    #[arg(long, value_name = "NAMES", requires = "select")]
    pub by: Vec<String>,

    /// With --select: stop after N formulas
    #[arg(long, value_name = "N", default_value = "20", requires = "select")]
    pub count: usize,

    /// With --select: also take formulas of this planning task, a problem whose domain is next to it. With --task and
    /// without --only, there are no formulas of puzzles
    #[arg(long, value_name = "PROBLEM", requires = "select")]
    pub task: Vec<String>,
}

fn seconds_range(text: &str) -> Result<(f64, f64), String> {
    let fact = "expected a range of seconds, as in 60..3600";
    let (low, high) = text.split_once("..").ok_or(fact)?;
    let (low, high) = (seconds(low)?, seconds(high)?);
    if low < high {
        Ok((low, high))
    } else {
        Err(fact.to_owned())
    }
}

/// `saut report`
#[derive(Debug, Args)]
pub struct Report {
    /// Files of records that bench wrote; - for standard input
    #[arg(value_name = "RECORDS", required_unless_present = "compare")]
    pub records: Vec<String>,

    /// Write these formats, separated by commas, as in html,csv; several formats need the folder of -o [default: html
    /// with -o, otherwise markdown]
    #[arg(long, value_parser = named::<Format>(), value_delimiter = ',')]
    pub format: Vec<Format>,

    /// Draw the scatter plot of these two solvers, named as in the table of solvers [default: the best]
    #[arg(long, num_args = 2, value_names = ["SOLVER", "SOLVER"])]
    pub scatter: Option<Vec<String>>,

    /// Draw the lines of these solvers in the cactus plot, separated by commas, named as in the table of solvers; at
    /// most eight [default: the best]
    #[arg(long, value_name = "SOLVERS", value_delimiter = ',')]
    pub cactus: Vec<String>,

    /// Compare two files of records, and list the runs that became faster or slower
    #[arg(long, num_args = 2, value_names = ["BEFORE", "NOW"],
          conflicts_with_all = ["records", "scatter", "cactus"])]
    pub compare: Option<Vec<String>>,
}

/// Text below the flags in the help of `census`.
const AFTER_CENSUS: &str = "\
A figure is a start position. It is included if it has at least this symmetry. If figures differ only by a \
symmetry of the board, only one of them is decided and listed. Without --out, no earlier results are used. FILE has \
one line of JSON per figure: verdict, reason, survivors, difficulty, and a plan or a certificate. The files of \
several parts can be concatenated and read as one file.

`saut generate --help` defines the difficulty. Exit status: 0 if every figure is decided, 30 if not.";

/// Text below the flags in the help of `generate`.
const AFTER_GENERATE: &str = "\
Difficulty is measured by blind play: jumps are random, and the last jump is taken back if no jump is left. Dead \
positions are remembered, up to symmetry. The difficulty is the median, over nine games, of the number of \
positions visited before the first win; a game is stopped at 250,000 positions. Its number of digits is the \
rating: 1 trivial (below 10 positions), 2 easy, 3 moderate, 4 hard, 5 very hard, 6 extreme (100,000 and more). \
The rating compares figures, and does not measure how hard they are for people. Boards of more than 64 holes are \
not rated, and their figures are skipped if they are not decided within ten seconds.

The puzzle file can be read by `saut solve FILE:NAME`, and has a plan for each puzzle. If a limit or an interruption \
ends the work early, the figures found so far are written, and the exit status is 30.";

/// `saut census`
#[derive(Debug, Args)]
#[command(after_help = AFTER_CENSUS)]
pub struct CensusOptions {
    /// Use this board: english, french, german, diamond, triangle-N, hexagon-N, star-N, square-N, rectangle-WxH
    #[arg(long, value_name = "NAME", default_value = "french")]
    pub board: String,

    /// Require this symmetry of the figures: four-axes, two-axes (upright and level), two-diagonals, turns (by a
    /// quarter, on a triangle by a third), centre (half a turn), one-axis (upright), one-diagonal (falling), all (every
    /// symmetry of the board) or none
    #[arg(long, value_name = "NAME", default_value = "four-axes")]
    pub symmetry: SymmetryKind,

    /// Finish with one peg in one of these holes, as in --finish 44 or --finish 14,47,74,41 [default: anywhere]
    #[arg(long, value_name = "CELLS")]
    pub finish: Option<String>,

    /// Decide only figures with this number of pegs
    #[arg(long, value_name = "A..B", value_parser = range)]
    pub pegs: Option<RangeInclusive<usize>>,

    /// Decide only N figures, drawn at random with the seed
    #[arg(long, value_name = "N")]
    pub sample: Option<NonZeroUsize>,

    /// Decide only part I of N of the figures, as in 1/4
    #[arg(long, value_name = "I/N", default_value_t = Shard::WHOLE)]
    pub shard: Shard,

    /// Write the table as CSV to FILE, or to standard output
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "-", conflicts_with = "json")]
    pub csv: Option<PathBuf>,

    /// Draw all figures on one sheet, solvable figures first
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,

    /// Write a page of all figures, on which they can be filtered and played
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,

    /// Limit the time for each figure, in seconds. Figures that take longer are left undecided
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub figure_timeout: Option<f64>,
}

/// `saut generate`
#[derive(Debug, Args)]
#[command(after_help = AFTER_GENERATE)]
pub struct Generate {
    /// Use this board: english, french, german, diamond, triangle-N, hexagon-N, star-N, square-N, rectangle-WxH
    #[arg(long, value_name = "NAME", default_value = "english")]
    pub board: String,

    /// Generate boards of this shape instead, without plans: disc, diamond, cross, octagon, heart, ring, triangle,
    /// rectangle, letter, convex or random (ragged). At the start, all holes except one have a peg. The goal is one peg
    /// in that hole, which is chosen so that the position class does not exclude a plan
    #[arg(
        long,
        value_name = "NAME",
        conflicts_with_all = ["board", "symmetry", "pegs", "finish", "avoid", "svg"]
    )]
    pub shape: Option<Shape>,

    /// Make boards of at least N holes
    #[arg(long, value_name = "N", requires = "shape", default_value = "100")]
    pub holes: NonZeroUsize,

    /// Cut N holes out of the boards at random
    #[arg(long, value_name = "N", requires = "shape", default_value = "0")]
    pub cut_out: usize,

    /// Set the width of a rectangle, of the arms of a cross [default: 3] or of a ring [default: 4]
    #[arg(long, value_name = "N", requires = "shape")]
    pub width: Option<NonZeroU16>,

    /// Draw this letter, from A to Z [default: at random]
    #[arg(long, value_name = "X", requires = "shape")]
    pub letter: Option<Letter>,

    /// Finish with one peg anywhere
    #[arg(long, requires = "shape")]
    pub anywhere: bool,

    /// Set the lines of the board: square, triangle or square-diagonal
    #[arg(
        long,
        value_name = "NAME",
        requires = "shape",
        default_value = "square"
    )]
    pub lines: Geometry,

    /// Require this symmetry of the figures: four-axes, two-axes (upright and level), two-diagonals, turns (by a
    /// quarter, on a triangle by a third), centre (half a turn), one-axis (upright), one-diagonal (falling), all (every
    /// symmetry of the board) or none
    #[arg(long, value_name = "NAME", default_value = "one-axis")]
    pub symmetry: SymmetryKind,

    /// Make figures with this number of pegs
    #[arg(long, value_name = "A..B", value_parser = range, default_value = "12..20")]
    pub pegs: RangeInclusive<usize>,

    /// Finish with one peg in one of these holes, as in --finish 44 or --finish 14,47,74,41 [default: anywhere]
    #[arg(long, value_name = "CELLS")]
    pub finish: Option<String>,

    /// Make N figures
    #[arg(long, value_name = "N", default_value = "10")]
    pub count: NonZeroUsize,

    /// Leave out the figures of this puzzle or census file, and their images under symmetries. With --avoid bundled,
    /// leave out the figures of all bundled puzzles
    #[arg(long, value_name = "FILE")]
    pub avoid: Vec<PathBuf>,

    /// Draw all figures on one sheet
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
}

/// `saut classify`: one puzzle, or all puzzles of a file
#[derive(Debug, Args)]
pub struct Classify {
    #[command(flatten)]
    pub puzzle: PuzzleArgument,

    /// Add at most K rings of holes around the board, if the puzzle is impossible on it. Each larger board is tried for
    /// twenty seconds
    #[arg(long, value_name = "K", default_value_t = 2, value_parser = clap::value_parser!(i16).range(0..=20))]
    pub margin: i16,

    /// Measure the difficulty of the puzzles of the file instead (see `saut generate --help`). The puzzles are listed
    /// from the easiest to the hardest, with the ratings of the file
    #[arg(long, conflicts_with_all = ["vacate", "finish", "margin"])]
    pub difficulty: bool,
}

/// Parses a range that includes both ends, as in `18..24`, or a single number.
fn range(text: &str) -> Result<RangeInclusive<usize>, String> {
    let number = |text: &str| text.trim().parse::<usize>().ok();
    let ends = match text.split_once("..") {
        Some((first, last)) => number(first).zip(number(last.trim_start_matches('='))),
        None => number(text).map(|both| (both, both)),
    };
    match ends {
        Some((first, last)) if first <= last => Ok(first..=last),
        _ => Err("expected a range of numbers, as in 18..24".to_owned()),
    }
}
