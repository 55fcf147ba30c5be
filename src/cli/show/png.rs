//! A picture as PNG: into a file, or to standard output where that is no terminal.

use std::io::IsTerminal;

use saut::formats::png;
use serde_json::Value;

use crate::cli::arguments::{Global, Show, SvgStyle};
use crate::cli::reply::{Failure, Reply, unusable};

/// The picture, or with `--json` the facts with the name of its file.
pub fn reply(arguments: &Show, global: &Global, svg: &str, facts: Value) -> Result<Reply, Failure> {
    let bad = |fact: &str, remedy: &str| unusable("--format png", fact, remedy);
    if matches!(arguments.style, SvgStyle::Animation) {
        return bad("does not move", "give --format svg, or another --style");
    }
    let is_shown = !global.json && !std::io::stdout().is_terminal();
    if global.out.is_none() && !is_shown {
        return bad("is no text", "name a file with -o");
    }
    Reply::content(facts, None, png::png(svg)?, global.out.as_deref())
}
