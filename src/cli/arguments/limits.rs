//! Flags that many commands share: how to print, and when to give up.

use std::num::NonZeroUsize;

use clap::Args;

/// How to print.
#[derive(Clone, Copy, Debug, Args)]
pub struct Output {
    /// Print one JSON document and nothing else
    #[arg(long)]
    pub json: bool,
}

/// When to give up.
#[derive(Debug, Args)]
pub struct Limits {
    /// Give up after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub timeout: Option<f64>,

    /// Give up when more than so many MiB of memory are in use
    #[arg(long, value_name = "MIB")]
    pub memory: Option<u64>,

    /// Threads [default: one per core]
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,

    /// The seed of all random choices; with one thread the same seed gives the same output
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
}

/// A number of seconds as typed.
pub fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds >= 0.0 && seconds.is_finite() => Ok(seconds),
        _ => Err("not a number of seconds, 0 or more".to_owned()),
    }
}
