//! The program `saut`: parse, read, decide, print, and an exit status that says how it went.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run()
}
