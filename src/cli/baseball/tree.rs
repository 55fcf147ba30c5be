//! `saut baseball tree`: all configurations of a small game below the ones they lead to, in colours.

use std::fmt::Write as _;

use anstyle::{Ansi256Color, Color, Style};
use saut::BadInput;
use saut::baseball::{Configuration, NotAll, distances_up_to, picture, tree};
use saut::named::Named as _;

use crate::cli::arguments::{Global, Tree, TreeFormat};
use crate::cli::reply::{Failure, Reply, unusable};

/// The most bases of a tree that is drawn whole.
const MOST_WHOLE: u8 = 4;

/// Runs `saut baseball tree`.
pub fn run(arguments: &Tree, global: &Global) -> Result<Reply, Failure> {
    let track = arguments.track;
    let bases = arguments.bases.into();
    let (place, depth) = match arguments.depth {
        None if arguments.bases > MOST_WHOLE => {
            let fact = format!("the whole tree of {bases} bases fits on no page");
            return unusable("--bases", fact, "draw the first levels: add --depth 2");
        }
        None => ("--bases", usize::MAX),
        Some(depth) => ("--depth", depth),
    };
    let bad = |not_all: NotAll| BadInput::new(place, not_all.to_string());
    let bad = |not_all| bad(not_all).remedy("draw fewer levels, or fewer bases");
    let all = distances_up_to((depth, tree::MOST_DRAWN), track, bases, 2, || true).map_err(bad)?;
    let format = arguments.format(global);
    let drawn = match format {
        TreeFormat::Svg => tree::svg(&all, track, bases, 2).map_err(bad)?,
        TreeFormat::Text => with_characters(&tree::lines(&all, track, 2)),
    };
    let numbers: Vec<usize> = all.by_distance().iter().map(Vec::len).collect();
    let document = serde_json::json!({"bases": arguments.bases, "track": track.name(),
        "configurations": all.len(), "by_distance": numbers});
    Reply::content(document, Some(format.name()), drawn, global.out.as_deref())
}

/// The tree as text, each base and token in its colour.
fn with_characters(lines: &[(String, Configuration)]) -> String {
    let mut text = String::new();
    for (branches, configuration) in lines {
        text.push_str(branches);
        for base in 0..configuration.bases() {
            let tokens = configuration.on(base);
            let frame = style(base, configuration.bases());
            let _ = write!(text, "{frame}[{frame:#}");
            for place in 0..2 {
                let _ = match tokens.get(place) {
                    Some(&token) => {
                        let style = style(usize::from(token), configuration.bases());
                        write!(text, "{style}{token}{style:#}")
                    }
                    None => write!(text, "."),
                };
                text.push_str(if place == 0 { " " } else { "" });
            }
            let _ = write!(text, "{frame}]{frame:#}");
            text.push(if base + 1 < configuration.bases() {
                ' '
            } else {
                '\n'
            });
        }
    }
    text
}

/// The colour of a base as the ground, with what can be read on it: one of the 216 that terminals have.
fn style(base: usize, bases: usize) -> Style {
    let colour = picture::colour(base, bases);
    let [red, green, blue] = colour.map(|part| (u16::from(part) * 5 + 127) / 255);
    let ground = u8::try_from(16 + 36 * red + 6 * green + blue).unwrap_or(16);
    let ink = if picture::is_light(colour) { 16 } else { 231 };
    let of = |number| Some(Color::from(Ansi256Color(number)));
    Style::new().bg_color(of(ground)).fg_color(of(ink))
}
