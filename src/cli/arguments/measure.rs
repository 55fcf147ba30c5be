//! Commands that measure solvers: their flags.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;
use saut::census::Shard;
use saut::report::files::Format;

use super::formula::parted;
use super::global::Global;
use super::named::{NamedEncoding, encoding, named};

/// Text below the flags in the help.
const AFTER: &str = "\
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
#[command(after_help = AFTER)]
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

impl Bench {
    /// The solvers in their order; commas part their names.
    pub fn solvers(&self) -> Vec<String> {
        let named = self.backends.iter();
        named.flat_map(|value| parted(value)).collect()
    }

    /// A flag that a definition says itself, if one is given.
    pub fn of_comparison(&self, global: &Global) -> Option<&'static str> {
        let given = [
            ("--backends", !self.backends.is_empty()),
            ("--encodings", !self.encodings.is_empty()),
            ("--horizons", !self.horizons.is_empty()),
            ("--seeds", self.seeds.is_some()),
            ("--threads", global.threads.is_some()),
        ];
        given.into_iter().find_map(|(flag, is)| is.then_some(flag))
    }
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

    /// Formats to write; several with commas, as in html,csv [default: html, one page, with -o; markdown without]
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
