//! The program `saut`: parse, read, decide, print, and an exit status that says how it went.

mod cli;
mod web;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run()
}
