//! `saut list` and `saut backends`: what is bundled, and which solvers are here.

use std::fmt::Write as _;

use saut::BadInput;
use saut::backend::{self, Availability, Reads};
use saut::formats::{Entry, aliases, bundled};
use saut::peg::{Board, Expectation, boards};

use super::arguments::List;
use super::reply::{Failure, Reply};
use super::{print, status};

/// The puzzles of one theme.
type Group = (&'static str, Vec<Entry>);

/// Runs `saut list`.
pub fn puzzles(arguments: &List) -> Result<Reply, Failure> {
    let groups = wanted(arguments)?;
    let in_group = |(theme, entries): &Group| {
        let described = entries.iter().map(|entry| described(theme, entry));
        described.collect::<Vec<_>>()
    };
    let entries: Vec<_> = groups.iter().flat_map(in_group).collect();
    let document = serde_json::json!({"puzzles": entries, "boards": boards::NAMES});
    let mut text = String::new();
    if groups.is_empty() {
        text += "no bundled puzzle is like that; saut list shows all\n";
    }
    let names = groups.iter().flat_map(|(_, entries)| entries);
    let width = names.map(|entry| entry.name().len()).max().unwrap_or(0);
    for (number, (theme, entries)) in groups.iter().enumerate() {
        let strong = print::STRONG;
        let space = if number == 0 { "" } else { "\n" };
        let _ = writeln!(text, "{space}{strong}{theme}{strong:#}");
        for entry in entries {
            let _ = writeln!(text, "  {:width$}  {}", entry.name(), columns(entry));
        }
    }
    let is_all =
        arguments.words.is_empty() && arguments.expect.is_none() && arguments.board.is_none();
    if is_all {
        let aliases: Vec<String> = aliases::NAMES
            .iter()
            .map(|(name, meant)| format!("{name} ({meant})"))
            .collect();
        let (aliases, boards) = (aliases.join(", "), boards::NAMES.join(", "));
        let _ = writeln!(
            text,
            "\nshort names: {aliases}\nboards for puzzle files: {boards}"
        );
    }
    Ok(Reply::new(status::SOLVED, document, text))
}

/// The groups with the puzzles that are asked for, without those that have none.
fn wanted(arguments: &List) -> Result<Vec<Group>, Failure> {
    let words: Vec<String> = arguments
        .words
        .iter()
        .map(|word| word.to_lowercase())
        .collect();
    let board = arguments.board.as_deref().map(board).transpose()?;
    let expect = arguments.expect;
    let is_wanted = |theme: &str, entry: &Entry| {
        let (title, expected) = match entry {
            Entry::Peg(puzzle) => (&puzzle.title, puzzle.expect),
            Entry::Baseball(puzzle) => (&puzzle.title, Expectation::Solvable),
        };
        let title = title.as_deref().unwrap_or("");
        let text = format!("{} {title} {theme}", entry.name()).to_lowercase();
        let on_board = board
            .as_ref()
            .is_none_or(|board| board_of(entry).is_some_and(|other| other == *board));
        on_board
            && expect.is_none_or(|expect| expect == expected)
            && words.iter().all(|word| text.contains(word))
    };
    let mut groups = bundled::groups();
    for (theme, entries) in &mut groups {
        entries.retain(|entry| is_wanted(theme, entry));
    }
    groups.retain(|(_, entries)| !entries.is_empty());
    Ok(groups)
}

/// The board that a puzzle of peg solitaire is played on, under any rule.
fn board_of(entry: &Entry) -> Option<Board> {
    match entry {
        Entry::Peg(puzzle) => Some(puzzle.board().without_put_back()),
        Entry::Baseball(_) => None,
    }
}

/// The board of a name, or that of the puzzle of that name.
fn board(name: &str) -> Result<Board, BadInput> {
    boards::named(&name.to_lowercase()).ok_or_else(|| {
        BadInput::new("--board", format!("no board is called \"{name}\""))
            .remedy(format!("there are {}", boards::NAMES.join(", ")))
    })
}

/// Size, expected verdict and title.
fn columns(entry: &Entry) -> String {
    let (size, expect, title) = match entry {
        Entry::Peg(puzzle) => {
            let pegs = puzzle.pegs_on_board(puzzle.start());
            let holes = puzzle.board().drawn().len();
            let size = format!("{holes:>3} holes {pegs:>3} pegs");
            (size, puzzle.expect.name(), &puzzle.title)
        }
        Entry::Baseball(puzzle) => {
            let size = format!("{:>3} bases, {}", puzzle.bases(), puzzle.track());
            (size, "solvable", &puzzle.title)
        }
    };
    let title = title.as_deref().unwrap_or("");
    format!("{size:<18}  {expect:<10}  {title}")
}

/// An entry for programs.
fn described(theme: &str, entry: &Entry) -> serde_json::Value {
    match entry {
        Entry::Peg(puzzle) => serde_json::json!({
            "name": puzzle.name(),
            "title": puzzle.title,
            "theme": theme,
            "board": boards::name_of(&puzzle.board().without_put_back()),
            "holes": puzzle.board().drawn().len(),
            "pegs": puzzle.pegs_on_board(puzzle.start()),
            "expect": puzzle.expect.name(),
        }),
        Entry::Baseball(puzzle) => serde_json::json!({
            "name": puzzle.name(),
            "title": puzzle.title,
            "theme": theme,
            "game": "baseball",
            "track": puzzle.track().name(),
            "bases": puzzle.bases(),
            "expect": "solvable",
        }),
    }
}

/// Runs `saut backends`.
pub fn backends() -> Reply {
    let (mut entries, mut text) = (Vec::new(), String::new());
    for backend in backend::all() {
        let reads = match backend.reads() {
            Reads::Clauses => "dimacs",
            Reads::SmtLib => "smtlib",
        };
        let name = backend.name();
        // Linear arithmetic, for tasks with numbers: what reads SMT-LIB has it.
        let arithmetic = backend.reads() == Reads::SmtLib;
        let (here, what) = match backend.availability() {
            Availability::BuiltIn { version } => (true, format!("{version}, built in")),
            Availability::Here { path, version } => {
                (true, format!("{version}, {}", path.display()))
            }
            Availability::Missing { remedy } => (false, remedy),
        };
        let (key, mark, strong) = if here {
            ("version", "here   ", print::STRONG)
        } else {
            ("remedy", "missing", anstyle::Style::new().dimmed())
        };
        let _ = writeln!(
            text,
            "{strong}{name:<15}{strong:#} {reads:<7} {mark}  {what}"
        );
        entries.push(serde_json::json!({
            "name": name, "reads": reads, "arithmetic": arithmetic, "here": here, key: what,
        }));
    }
    let _ = writeln!(
        text,
        "\nthose that read smtlib also solve tasks with numbers (saut plan)\n\
         any other program: --backend dimacs:COMMAND or --backend smtlib:COMMAND;\n{}",
        backend::PLACEHOLDERS
    );
    let document = serde_json::json!({ "backends": entries });
    Reply::new(status::SOLVED, document, text)
}
