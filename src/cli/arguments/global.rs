//! Flags of every command: format and file of the output, limits, threads and seed.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;
use saut::BadInput;
use saut::named::Named;
use saut::read_limited::ending;
use saut::stop::Stop;

/// Flags of every command.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Global options")]
pub struct Global {
    /// Print one JSON document and nothing else
    #[arg(long, global = true)]
    pub json: bool,

    /// Write the output (for a planning task, the plan) to FILE
    #[arg(
        short,
        long,
        global = true,
        visible_alias = "output",
        value_name = "FILE"
    )]
    pub out: Option<PathBuf>,

    /// Limit the time in seconds; bench, family, serve, job run and job submit apply the limit to each run
    #[arg(long, global = true, alias = "time-limit", value_name = "SECONDS", value_parser = seconds, allow_hyphen_values = true)]
    pub timeout: Option<f64>,

    /// Limit the memory in MiB; bench, family, serve, job run and job submit apply the limit to each run
    #[arg(long, global = true, alias = "mem-limit", value_name = "MIB", value_parser = mebibytes, allow_hyphen_values = true)]
    pub memory: Option<u64>,

    /// Use N threads [default: one per core]
    #[arg(long, global = true, alias = "cores", value_name = "N", value_parser = threads, allow_hyphen_values = true)]
    pub threads: Option<NonZeroUsize>,

    /// Set the seed of all random choices
    #[arg(long, global = true, value_name = "N", default_value_t = 0, value_parser = seed, allow_hyphen_values = true)]
    pub seed: u64,

    /// Treat warnings about PDDL files as errors
    #[arg(long, global = true)]
    pub strict: bool,

    /// Deadline, memory limit and interruption of the whole command, including the reading of its input. If the limits
    /// apply to each run of the command, the whole command has no limits.
    #[arg(skip)]
    pub stop: Stop,

    /// The names of the given flags of the command, without the global flags.
    #[arg(skip)]
    pub given: Vec<String>,
}

impl Global {
    /// Returns the format in `F` that the extension of the file of `-o` names, if there is one.
    pub fn format<F: Named>(&self) -> Option<F> {
        let content = content_of(&ending(self.out.as_deref()?)?)?;
        let mut formats = F::VARIANTS.iter().copied();
        formats.find(|format| content_of(format.name()) == Some(content))
    }

    /// Checks that, apart from global flags, only the flags `of_tasks` are given. All other flags are for boards.
    ///
    /// # Errors
    /// A flag for boards is given.
    pub fn refuse_other_than(&self, of_tasks: &[&str]) -> Result<(), BadInput> {
        let is_other = |flag: &&String| !of_tasks.contains(&flag.as_str());
        let Some(flag) = self.given.iter().find(is_other) else {
            return Ok(());
        };
        let fact = "is only for boards, but this is a planning task";
        Err(BadInput::new(format!("--{flag}"), fact).remedy("leave it out"))
    }
}

/// Returns the format of a file extension, by the name that messages use. Instead of an extension, the name of a format
/// is also accepted.
pub fn content_of(ending: &str) -> Option<&'static str> {
    Some(match &*ending.to_ascii_lowercase() {
        "json" => "JSON",
        "jsonl" => "JSON Lines",
        "toml" => "TOML",
        "csv" => "CSV",
        "svg" => "SVG",
        "png" => "PNG",
        "pdf" => "PDF",
        "tex" | "latex" => "LaTeX",
        "html" | "htm" => "HTML",
        "cnf" | "dimacs" => "DIMACS",
        "smt2" | "smt" | "smtlib" => "SMT-LIB",
        "wcnf" => "WCNF",
        "opb" => "OPB",
        "pddl" => "PDDL",
        _ => return None,
    })
}

/// Maximum time limit in seconds, about a thousand years. No clock overflows if this time is added.
const LONGEST_SECONDS: f64 = 3e10;

/// Maximum number of threads.
const MOST_THREADS: usize = 4096;

/// Parses a number of seconds. Numbers above [`LONGEST_SECONDS`] are reduced to this limit.
pub fn seconds(text: &str) -> Result<f64, String> {
    match text.trim().parse::<f64>() {
        Ok(seconds) if seconds >= 0.0 => Ok(seconds.min(LONGEST_SECONDS)),
        _ => Err("expected a number of seconds, 0 or more, as in 60 or 0.5".to_owned()),
    }
}

fn mebibytes(text: &str) -> Result<u64, String> {
    let fact = "expected a whole number of MiB, 0 or more, as in 4096 for 4 GiB";
    text.trim().parse().map_err(|_| fact.to_owned())
}

fn threads(text: &str) -> Result<NonZeroUsize, String> {
    let number = text.trim().parse().ok();
    let number = number.filter(|number: &NonZeroUsize| number.get() <= MOST_THREADS);
    let fact = format!("expected a number of threads from 1 to {MOST_THREADS}");
    number.ok_or(fact + "; without --threads, there is one per core")
}

fn seed(text: &str) -> Result<u64, String> {
    let fact = format!("expected a whole number from 0 to {}, as in 7", u64::MAX);
    text.trim().parse().map_err(|_| fact)
}
