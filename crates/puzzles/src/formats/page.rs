//! A page that steps through a plan: one HTML file that asks the network for nothing.
//!
//! Buttons, a slider, the list of moves and keys go to any jump; an arrow shows the next one. The
//! page follows the reader's light or dark colours. Without scripts it shows start, goal and the
//! list of moves, and without a plan start and goal.

use std::fmt::Write;

use super::markup::escaped;
use super::svg;
use super::svg::layout::Layout;
use crate::peg::{Hole, Jump, Puzzle, moves, notation};

const STYLE: &str = include_str!("page/page.css");
const SCRIPT: &str = include_str!("page/page.js");

/// The page of a puzzle, with a plan to step through if there is one. The jumps should have been
/// replayed; one that leaves the board is left out.
pub fn page(puzzle: &Puzzle, jumps: Option<&[Jump]>) -> String {
    let title = escaped(svg::title(puzzle));
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <link rel=\"icon\" href=\"data:,\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n\
         <h1>{title}</h1>\n<p>{}</p>\n",
        facts(puzzle, jumps)
    );
    match jumps {
        Some(jumps) => {
            page.push_str(&player(puzzle, jumps));
            let pair = svg::puzzle(puzzle);
            let _ = write!(page, "<noscript>{pair}</noscript>\n</main>\n");
            let data = data(puzzle, jumps);
            let _ = write!(page, "<script>\nconst data = {data};\n{SCRIPT}</script>\n");
        }
        None => {
            let _ = write!(page, "<figure>{}</figure>\n</main>\n", svg::puzzle(puzzle));
        }
    }
    page.push_str("</body>\n</html>\n");
    page
}

fn facts(puzzle: &Puzzle, jumps: Option<&[Jump]>) -> String {
    let (holes, pegs) = (puzzle.board().len(), puzzle.start().pegs());
    let plan = jumps.map_or(String::new(), |jumps| {
        let moves = moves(jumps).len();
        format!("; a plan of {} jumps in {moves} moves", jumps.len())
    });
    format!("{holes} holes, {pegs} pegs{plan}")
}

/// The board with all that can stand on it, the buttons and the moves.
fn player(puzzle: &Puzzle, jumps: &[Jump]) -> String {
    let board = puzzle.board();
    let layout = Layout::new(board);
    let size = layout.size();
    let mut text = format!(
        "<div class=\"player\">\n<div>\n<svg viewBox=\"0 0 {} {}\" role=\"img\" \
         aria-label=\"the board\">\n",
        size.x, size.y
    );
    for class in ["hole", "peg"] {
        let radius = if class == "hole" { 9 } else { 8 };
        for &cell in board.cells() {
            let at = layout.centre(cell);
            let _ = writeln!(
                text,
                "<circle class=\"{class}\" cx=\"{}\" cy=\"{}\" r=\"{radius}\"/>",
                at.x, at.y
            );
        }
    }
    let last = jumps_on_board(puzzle, jumps).len();
    let _ = write!(
        text,
        "<path class=\"arrow\" d=\"\"/>\n</svg>\n<p id=\"caption\" aria-live=\"polite\"></p>\n\
         <p class=\"buttons\">\n\
         <button id=\"first\" title=\"to the start (Home)\">«</button>\n\
         <button id=\"back\" title=\"a jump back (←)\">‹</button>\n\
         <button id=\"play\" title=\"play or pause (space)\">play</button>\n\
         <button id=\"on\" title=\"a jump on (→)\">›</button>\n\
         <button id=\"last\" title=\"to the end (End)\">»</button>\n</p>\n\
         <input id=\"slider\" type=\"range\" min=\"0\" max=\"{last}\" value=\"0\" \
         aria-label=\"jump\">\n</div>\n<ol id=\"moves\">\n"
    );
    let mut before = 0;
    for sweep in moves(jumps) {
        let name = escaped(&notation::move_name(board, &sweep));
        let _ = writeln!(
            text,
            "<li><button data-jump=\"{before}\">{name}</button></li>"
        );
        before += sweep.jumps().len();
    }
    text.push_str("</ol>\n</div>\n");
    text
}

/// The start, and from, over and to of each jump: numbers of holes, as a script reads them.
fn data(puzzle: &Puzzle, jumps: &[Jump]) -> String {
    let start: Vec<u8> = (0..puzzle.board().len())
        .map(|hole| u8::from(puzzle.start().has(hole)))
        .collect();
    let jumps = jumps_on_board(puzzle, jumps);
    format!("{{start: {start:?}, jumps: {jumps:?}}}")
}

fn jumps_on_board(puzzle: &Puzzle, jumps: &[Jump]) -> Vec<[Hole; 3]> {
    let hole = |cell| puzzle.board().hole(cell);
    let holes = |jump: &Jump| Some([hole(jump.from)?, hole(jump.over)?, hole(jump.to)?]);
    jumps.iter().filter_map(holes).collect()
}

#[cfg(test)]
mod tests;
