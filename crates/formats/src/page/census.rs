//! The page of a census: its figures to choose from, solvable ones first, each to be played.

use std::fmt::Write;

use serde_json::{Value, json};

use super::content::Page;
use super::sheet;
use crate::census::{FigureEntry, Figures, read_figure};
use crate::markup::escaped;
use crate::svg::{self, Diagram};
use saut_peg::peg::{Board, picture};

/// The columns of the sheet.
const COLUMNS: usize = 6;

/// The figures as the scripts read them.
pub fn document(figures: &Figures) -> Value {
    let numbered = (1..).zip(figures.entries());
    let puzzles = numbered.map(|(number, entry)| figure(&figures.board, number, entry));
    json!({
        "title": figures.title,
        "summary": figures.summary(),
        "puzzles": puzzles.collect::<Value>(),
    })
}

/// The page.
pub fn census(figures: &Figures) -> String {
    let page = Page {
        title: &figures.title,
        facts: format!("one peg anywhere: {}", figures.summary()),
        data: document(figures),
        sheet: sheet(figures),
    };
    page.write()
}

fn figure(board: &Board, number: usize, entry: &FigureEntry) -> Value {
    let start = read_figure(board, &entry.figure);
    let start = start.map(|figure| picture::draw_position(board, &figure));
    let expect = match entry.verdict.as_str() {
        "solved" => "solvable",
        other => other,
    };
    let mut document = json!({
        "name": format!("figure-{number}"),
        "title": format!("Figure {number}"),
        "geometry": board.geometry().name(),
        "start": start.unwrap_or_default(),
        "one_peg": true,
        "expect": expect,
    });
    if expect == "solvable" {
        document["positions"] = entry.difficulty.into();
        document["why"] = format!("the last peg can be in {}", entry.survivors.join(" ")).into();
        document["plan"] = json!(entry.plan);
    } else {
        document["why"] = entry.reason.as_str().into();
    }
    document
}

/// Figures that can be solved as pictures, all others in a line each.
fn sheet(figures: &Figures) -> String {
    let board = &figures.board;
    let is_solved = |entry: &&FigureEntry| entry.verdict == "solved";
    let (solved, others): (Vec<_>, Vec<_>) = figures.entries().iter().partition(is_solved);
    let most = sheet::MOST_DRAWN / board.len();
    let diagrams: Vec<Diagram<'_>> = solved
        .iter()
        .take(most)
        .filter_map(|entry| {
            let figure = read_figure(board, &entry.figure).ok()?;
            let caption = format!("{} pegs, ends {}", entry.pegs, entry.survivors.join(" "));
            Some(Diagram::of_position(board, &figure).captioned(caption))
        })
        .collect();
    let mut text = svg::sheet(
        &figures.title,
        "The figures that can be solved; under each stand the holes that the last peg can be in.",
        COLUMNS,
        &diagrams,
    );
    text.push_str("<ol>\n");
    for entry in solved.iter().skip(most).chain(&others) {
        let (figure, verdict) = (escaped(&entry.figure), escaped(&entry.verdict));
        let reason = escaped(&entry.reason);
        let _ = writeln!(text, "<li><code>{figure}</code> {verdict}: {reason}</li>");
    }
    text.push_str("</ol>\n");
    text
}
