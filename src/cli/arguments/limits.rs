//! Flags that many commands share: how to print, and when to give up.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;

/// Form of the output.
#[derive(Clone, Copy, Debug, Args)]
pub struct Output {
    /// Print one JSON document and nothing else
    #[arg(long)]
    pub json: bool,
}

/// Form and destination of the output.
#[derive(Clone, Debug, Args)]
pub struct Printed {
    /// Print one JSON document and nothing else
    #[arg(long)]
    pub json: bool,

    /// Write the output to FILE instead of standard output; FILE is never left half written
    #[arg(short, long, visible_alias = "output", value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// Limits of a command.
#[derive(Clone, Debug, Args)]
pub struct Limits {
    /// Time limit in seconds
    #[arg(long, alias = "time-limit", value_name = "SECONDS", value_parser = seconds, allow_hyphen_values = true)]
    pub timeout: Option<f64>,

    /// Memory limit in MiB
    #[arg(long, alias = "mem-limit", value_name = "MIB", value_parser = mebibytes, allow_hyphen_values = true)]
    pub memory: Option<u64>,

    /// Number of threads [default: one per core]
    #[arg(long, alias = "cores", value_name = "N", value_parser = threads, allow_hyphen_values = true)]
    pub threads: Option<NonZeroUsize>,

    /// Seed of all random choices; with one thread the same seed gives the same output
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = seed, allow_hyphen_values = true)]
    pub seed: u64,
}

/// A longer time is no limit: a thousand years, which the clocks of all systems can add.
const LONGEST_SECONDS: f64 = 3e10;

/// No machine can start more threads than this for one program.
const MOST_THREADS: usize = 4096;

/// A number of seconds as typed.
pub fn seconds(text: &str) -> Result<f64, String> {
    match text.trim().parse::<f64>() {
        Ok(seconds) if seconds >= 0.0 => Ok(seconds.min(LONGEST_SECONDS)),
        _ => Err("not a number of seconds, 0 or more; give one, as in 60 or 0.5".to_owned()),
    }
}

/// A number of MiB as typed.
pub fn mebibytes(text: &str) -> Result<u64, String> {
    let number = text.trim().parse();
    number.map_err(|_| {
        "not a whole number of MiB, 0 or more; give one, as in 4096 for 4 GiB".to_owned()
    })
}

/// A number of threads as typed.
pub fn threads(text: &str) -> Result<NonZeroUsize, String> {
    let number = text.trim().parse().ok();
    number
        .filter(|number: &NonZeroUsize| number.get() <= MOST_THREADS)
        .ok_or_else(|| {
            format!(
                "not a number of threads from 1 to {MOST_THREADS}; give one, or leave --threads \
                 out for one per core"
            )
        })
}

/// A seed as typed.
pub fn seed(text: &str) -> Result<u64, String> {
    let number = text.trim().parse();
    number.map_err(|_| {
        format!(
            "not a whole number from 0 to {}; give one, as in 7",
            u64::MAX
        )
    })
}
