//! Pages by themselves: one HTML file that asks the network for nothing.
//!
//! A page can be played: it steps through a plan, goes on by hand from any position, and shows
//! why a puzzle is infeasible. Its scripts are the modules of `web/`, which the studio of
//! `saut serve` uses too. Without scripts, and on paper, it is a sheet: a picture of every move and
//! the list of moves. A policy in its head lets nothing run or load but what it holds.

pub mod assets;
mod bundle;
mod census;
mod content;
mod document;
mod frame;
pub mod gallery;
mod policy;
mod sheet;
mod studio;
mod track;

use saut_base::bad_input::BadInput;
use serde_json::{Value, json};

use crate::Entry;
use crate::svg;
use content::Page;
use saut_peg::peg::{Jump, Puzzle, moves};

pub use census::{census, document as census_document};
pub use document::document;
pub use frame::Frame;
pub use studio::studio;
pub use track::{document as track_document, track};

/// The page of a puzzle, with a plan to step through if there is one. The jumps should have been
/// replayed; one that leaves the board is left out of the sheet.
pub fn page(puzzle: &Puzzle, jumps: Option<&[Jump]>) -> String {
    let mut data = document(puzzle);
    if let Some(jumps) = jumps {
        data["plan"] = json!(jumps);
    }
    let page = Page {
        title: svg::title(puzzle),
        facts: facts(puzzle, jumps),
        data,
        sheet: sheet::sheet(puzzle, jumps),
    };
    page.write()
}

/// The page of an infeasible puzzle: the reason first. `criteria` is the list that
/// `saut explain --json` writes.
pub fn infeasible(puzzle: &Puzzle, criteria: &Value) -> String {
    let mut data = document(puzzle);
    data["criteria"] = criteria.clone();
    let page = Page {
        title: svg::title(puzzle),
        facts: format!("{}; infeasible", facts(puzzle, None)),
        data,
        sheet: sheet::reasons(puzzle, criteria),
    };
    page.write()
}

/// The page of a collection: small boards to choose from, each to be played.
///
/// # Errors
/// A puzzle is of the old French rule, which the page does not know.
pub fn collection(title: &str, entries: &[Entry]) -> Result<String, BadInput> {
    let puzzles = gallery::documents(entries)?;
    let page = Page {
        title,
        facts: format!("{} puzzles", entries.len()),
        data: json!({"puzzles": puzzles}),
        sheet: sheet::list(entries),
    };
    Ok(page.write())
}

fn facts(puzzle: &Puzzle, jumps: Option<&[Jump]>) -> String {
    let (holes, pegs) = (puzzle.board().len(), puzzle.start().pegs());
    let plan = jumps.map_or(String::new(), |jumps| {
        let moves = moves(jumps).len();
        format!("; a plan of {} jumps in {moves} moves", jumps.len())
    });
    format!("{holes} holes, {pegs} pegs{plan}")
}

#[cfg(test)]
mod tests;
