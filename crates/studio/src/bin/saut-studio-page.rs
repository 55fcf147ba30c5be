//! Writes the studio as one file: the page with the engine, which is read in compressed form from standard input.

use std::io::{self, Read, Write};
use std::process::ExitCode;

use saut_formats::page;

/// First two bytes of every gzip file (RFC 1952).
const GZIP: [u8; 2] = [0x1f, 0x8b];

fn main() -> ExitCode {
    let mut engine = Vec::new();
    if let Err(error) = io::stdin().read_to_end(&mut engine) {
        return failed(&format!("the engine cannot be read: {error}"));
    }
    if !engine.starts_with(&GZIP) {
        return failed("give the engine, compressed with gzip, on standard input");
    }
    match io::stdout().write_all(page::studio(&engine).as_bytes()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failed(&format!("the page cannot be written: {error}")),
    }
}

fn failed(why: &str) -> ExitCode {
    let _ = writeln!(io::stderr(), "saut-studio-page: {why}");
    ExitCode::FAILURE
}
