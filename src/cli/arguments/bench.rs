//! `saut bench`: its flags.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;
use saut::census::Shard;

use super::{Output, Pieces, limits};

/// What stands below the flags in the help.
pub const AFTER: &str = "\
A definition is TOML: puzzles × encodings × horizons × backends × seeds.

  name = \"encodings\"
  timeout_seconds = 20
  memory_mib = 4096
  check_timeout_seconds = 60             # for the check of a refutation
  seeds = [1, 2, 3]
  encodings = [\"sequential/ladder\", \"forall\", \"r2-exists/random:7\", \"smt/integer\"]
  horizons = [\"smallest\", \"below\"]       # or \"auto\", \"search\", a number of steps
  backends = [\"varisat\", \"cadical\", \"saut\", \"lama-first\"]   # or dimacs:, smtlib:, planner:COMMAND
  [[program]]                            # a short name for a command
  name = \"lama-first\"
  command = \"planner:fast-downward --alias lama-first --plan-file {plan} {domain} {problem}\"
  [[set]]                                # any key above may stand here too
  family = \"english\"
  puzzles = [\"central\", \"corsair\", \"FILE.toml:NAME\"]

Give the same command again to go on after an interruption: what has a record is not repeated.

Exit status: 0 all runs are made and no answer was wrong; 1 an answer was wrong, or a record could \
not be written; 2 unusable input; 30 interrupted.";

/// `saut bench`
#[derive(Debug, Args)]
pub struct Bench {
    /// The definition, a TOML file
    #[arg(value_name = "DEFINITION")]
    pub definition: PathBuf,

    /// The file of records [default: the definition's name with .jsonl]
    #[arg(short, long, visible_alias = "output", value_name = "RECORDS")]
    pub out: Option<PathBuf>,

    /// Only the I-th of N parts, which together make the whole
    #[arg(long, value_name = "I/N", value_parser = str::parse::<Shard>)]
    pub shard: Option<Shard>,

    #[command(flatten)]
    pub pieces: Pieces,

    /// So many runs side by side; they disturb each other's times
    #[arg(long, value_name = "N", default_value = "1")]
    pub jobs: NonZeroUsize,

    /// Another limit in seconds for every run than the definition's
    #[arg(long, value_name = "SECONDS", value_parser = limits::seconds)]
    pub timeout: Option<f64>,

    /// Another memory limit in MiB for every run than the definition's; 0 for none
    #[arg(long, value_name = "MIB")]
    pub memory: Option<u64>,

    /// Leave out solvers that are not here, instead of recording their runs as missing
    #[arg(long)]
    pub skip_missing: bool,

    #[command(flatten)]
    pub output: Output,
}
