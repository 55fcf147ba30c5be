//! A picture as PNG: into a file, or to standard output where that is no terminal.

use std::io::{IsTerminal, Write};

use saut::BadInput;
use saut::formats::png;
use serde_json::Value;

use crate::cli::arguments::{Show, SvgStyle};
use crate::cli::failure::Failure;
use crate::cli::{status, whole};

/// Writes the picture where it was asked for; with `--json`, the facts with the name of the file.
pub fn write(arguments: &Show, svg: &str, mut facts: Value) -> Result<u8, Failure> {
    let bad =
        |fact: &str, remedy: &str| Err(BadInput::new("--format png", fact).remedy(remedy).into());
    if matches!(arguments.style, SvgStyle::Animation) {
        return bad("does not move", "give --format svg, or another --style");
    }
    let is_shown = !arguments.output.json && !std::io::stdout().is_terminal();
    if arguments.out.is_none() && !is_shown {
        return bad("is no text", "name a file with -o");
    }
    let bytes = png::png(svg)?;
    let mut out = anstream::stdout().lock();
    match &arguments.out {
        Some(file) => whole::write(file, &bytes)?,
        // Not through the stream that takes colours out of text.
        None => std::io::stdout().lock().write_all(&bytes)?,
    }
    if let (true, Some(file)) = (arguments.output.json, &arguments.out) {
        facts["file"] = file.display().to_string().into();
        writeln!(out, "{facts}")?;
    }
    Ok(status::SOLVED)
}
