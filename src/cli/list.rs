//! `saut list` and `saut backends`: what is bundled, and which solvers are here.

use std::io::Write;

use saut::backend::{self, Availability, Reads};
use saut::formats::{Entry, bundled};
use saut::peg::boards;

use super::arguments::{Backends, List};
use super::failure::Failure;
use super::{print, status};

/// Runs `saut list`.
pub fn puzzles(arguments: &List) -> Result<u8, Failure> {
    let filter = arguments.filter.as_deref().unwrap_or("");
    let entries: Vec<Entry> = bundled::entries()
        .into_iter()
        .filter(|entry| entry.name().contains(filter))
        .collect();
    let mut out = anstream::stdout().lock();
    if arguments.output.json {
        let entry = |entry: &Entry| match entry {
            Entry::Peg(puzzle) => serde_json::json!({
                "name": puzzle.name(),
                "title": puzzle.title,
                "holes": puzzle.board().len(),
                "pegs": puzzle.start().pegs(),
                "expect": puzzle.expect.name(),
            }),
            Entry::Baseball(puzzle) => serde_json::json!({
                "name": puzzle.name(),
                "title": puzzle.title,
                "game": "baseball",
                "track": puzzle.track().name(),
                "bases": puzzle.bases(),
                "expect": "solvable",
            }),
        };
        let entries: Vec<_> = entries.iter().map(entry).collect();
        writeln!(
            out,
            "{}",
            serde_json::json!({"puzzles": entries, "boards": boards::NAMES})
        )?;
        return Ok(status::SOLVED);
    }
    let width = entries
        .iter()
        .map(|entry| entry.name().len())
        .max()
        .unwrap_or(0);
    for entry in &entries {
        let (size, expect, title) = match entry {
            Entry::Peg(puzzle) => {
                let (holes, pegs) = (puzzle.board().len(), puzzle.start().pegs());
                let size = format!("{holes:>3} holes {pegs:>3} pegs");
                (size, puzzle.expect.name(), &puzzle.title)
            }
            Entry::Baseball(puzzle) => {
                let size = format!("{:>3} bases, {}", puzzle.bases(), puzzle.track());
                (size, "solvable", &puzzle.title)
            }
        };
        let title = title.as_deref().unwrap_or("");
        writeln!(
            out,
            "{:width$}  {size:<18}  {expect:<10}  {title}",
            entry.name()
        )?;
    }
    if filter.is_empty() {
        writeln!(
            out,
            "\nboards for puzzle files: {}",
            boards::NAMES.join(", ")
        )?;
    }
    Ok(status::SOLVED)
}

/// Runs `saut backends`.
pub fn backends(arguments: &Backends) -> Result<u8, Failure> {
    let mut out = anstream::stdout().lock();
    let mut entries = Vec::new();
    for backend in backend::all() {
        let reads = match backend.reads() {
            Reads::Clauses => "dimacs",
            Reads::SmtLib => "smtlib",
        };
        let name = backend.name();
        let (here, what) = match backend.availability() {
            Availability::BuiltIn { version } => (true, format!("{version}, built in")),
            Availability::Here { path, version } => {
                (true, format!("{version}, {}", path.display()))
            }
            Availability::Missing { remedy } => (false, remedy),
        };
        if arguments.output.json {
            let key = if here { "version" } else { "remedy" };
            entries
                .push(serde_json::json!({"name": name, "reads": reads, "here": here, key: what}));
        } else {
            let strong = if here {
                print::STRONG
            } else {
                anstyle::Style::new().dimmed()
            };
            let mark = if here { "here   " } else { "missing" };
            writeln!(
                out,
                "{strong}{name:<15}{strong:#} {reads:<7} {mark}  {what}"
            )?;
        }
    }
    if arguments.output.json {
        writeln!(out, "{}", serde_json::json!({ "backends": entries }))?;
    } else {
        writeln!(
            out,
            "\nany other program: --backend dimacs:COMMAND or --backend smtlib:COMMAND"
        )?;
    }
    Ok(status::SOLVED)
}
