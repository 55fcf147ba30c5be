//! The page of a puzzle of colour baseball.

use std::fmt::Write;

use serde_json::json;

use super::content::Page;
use saut_peg::baseball::{Configuration, Puzzle, Step, picture};

/// The page of a puzzle of colour baseball, with a plan to step through if there is one.
pub fn track(puzzle: &Puzzle, steps: Option<&[Step]>) -> String {
    let mut data = document(puzzle);
    let mut sheet = picture::svg(puzzle, puzzle.start());
    if let Some(steps) = steps {
        data["plan"] = json!(steps);
        sheet.push_str("<ol>\n");
        for Step { token, from, to } in steps {
            let _ = writeln!(sheet, "<li>{token}: {from} → {to}</li>");
        }
        sheet.push_str("</ol>\n");
    }
    let plan = steps.map_or(String::new(), |steps| {
        format!("; a plan of {} steps", steps.len())
    });
    let facts = format!(
        "{} bases on a {}, {} places each{plan}",
        puzzle.bases(),
        puzzle.track(),
        puzzle.capacity()
    );
    let title = puzzle.title.as_deref().unwrap_or(puzzle.name());
    Page {
        title,
        facts,
        data,
        sheet,
    }
    .write()
}

/// A puzzle of colour baseball as the scripts read it.
pub fn document(puzzle: &Puzzle) -> serde_json::Value {
    let bases = |configuration: &Configuration| {
        let on = |base| json!(configuration.on(base));
        (0..configuration.bases()).map(on).collect::<Vec<_>>()
    };
    json!({
        "game": "baseball",
        "name": puzzle.name(),
        "title": puzzle.title,
        "track": puzzle.track().name(),
        "capacity": puzzle.capacity(),
        "start": bases(puzzle.start()),
        "goal": bases(puzzle.goal()),
    })
}
