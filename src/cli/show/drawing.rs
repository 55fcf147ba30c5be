//! A drawing in the format that is asked for. A PNG goes into a file, or to standard output if that is no terminal.

use std::io::IsTerminal;

use saut::formats::png;
use saut::named::Named as _;
use serde_json::Value;

use crate::cli::arguments::{Global, Show, ShowFormat, SvgStyle};
use crate::cli::reply::{Failure, Reply, unusable};

/// The reply with the drawing; each format is a function.
pub fn reply(
    arguments: &Show,
    global: &Global,
    facts: Value,
    text: impl FnOnce() -> Result<String, Failure>,
    svg: impl FnOnce() -> String,
    latex: impl FnOnce() -> String,
    html: impl FnOnce() -> String,
) -> Result<Reply, Failure> {
    let (format, out) = (arguments.format(global), global.out.as_deref());
    let drawn = match format {
        ShowFormat::Text => return Reply::content(facts, None, text()?, out),
        ShowFormat::Svg => svg(),
        ShowFormat::Latex => latex(),
        ShowFormat::Html => html(),
        ShowFormat::Png => {
            let bad = |fact: &str, remedy: &str| unusable("--format png", fact, remedy);
            if matches!(arguments.style, SvgStyle::Animation) {
                return bad("does not move", "give --format svg, or another --style");
            }
            if out.is_none() && (global.json || std::io::stdout().is_terminal()) {
                return bad("is no text", "name a file with -o");
            }
            return Reply::content(facts, None, png::png(&svg())?, out);
        }
    };
    Reply::content(facts, Some(format.name()), drawn, out)
}
