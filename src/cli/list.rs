//! `saut list` and `saut backends`: the bundled puzzles, and the installed solvers.

use itertools::Itertools as _;
use saut::backend::{self, Availability, Reads};
use saut::formats::{Entry, aliases, bundled};
use saut::peg::{Board, Expectation, boards};
use serde_json::{Value, json};

use super::arguments::List;
use super::reply::{Failure, Reply};
use super::{census, print, status};

/// Runs `saut list`.
pub fn puzzles(arguments: &List) -> Result<Reply, Failure> {
    let board = arguments.board.as_deref().map(census::board).transpose()?;
    let words = arguments.words.iter().map(|word| word.to_lowercase());
    let words: Vec<String> = words.collect();
    let is_wanted = |theme: &str, entry: &Entry| {
        let (title, expect) = title_and_expectation(entry);
        let text = format!("{} {} {theme}", entry.name(), title.unwrap_or("")).to_lowercase();
        let is_on = |board: &Board| matches!(entry, Entry::Peg(it) if it.board().without_put_back() == *board);
        board.as_ref().is_none_or(is_on)
            && arguments.expect.is_none_or(|wanted| wanted == expect)
            && words.iter().all(|word| text.contains(word))
    };
    let mut groups = bundled::groups();
    for (theme, entries) in &mut groups {
        entries.retain(|entry| is_wanted(theme, entry));
    }
    groups.retain(|(_, entries)| !entries.is_empty());
    let mut text = String::new();
    if groups.is_empty() {
        text += "no bundled puzzle is like that; saut list shows all\n";
    }
    let names = groups.iter().flat_map(|(_, entries)| entries);
    let width = names.map(|entry| entry.name().len()).max().unwrap_or(0);
    let mut documents = Vec::new();
    for (number, (theme, entries)) in groups.iter().enumerate() {
        let (strong, space) = (print::STRONG, if number == 0 { "" } else { "\n" });
        text += &format!("{space}{strong}{theme}{strong:#}\n");
        for entry in entries {
            let (document, columns) = described(theme, entry);
            text += &format!("  {:width$}  {columns}\n", entry.name());
            documents.push(document);
        }
    }
    if words.is_empty() && arguments.expect.is_none() && board.is_none() {
        let aliases = aliases::NAMES.iter();
        let aliases = aliases.map(|(name, meant)| format!("{name} ({meant})"));
        let (aliases, boards) = (aliases.format(", "), boards::NAMES.join(", "));
        text += &format!("\nshort names: {aliases}\nboards for puzzle files: {boards}\n");
    }
    let document = json!({"puzzles": documents, "boards": boards::NAMES});
    Ok(Reply::new(status::SOLVED, document, text))
}

fn title_and_expectation(entry: &Entry) -> (Option<&str>, Expectation) {
    match entry {
        Entry::Peg(puzzle) => (puzzle.title.as_deref(), puzzle.expect),
        Entry::Baseball(puzzle) => (puzzle.title.as_deref(), Expectation::Solvable),
    }
}

/// An entry for programs; and its size, expected verdict and title.
fn described(theme: &str, entry: &Entry) -> (Value, String) {
    let (title, expect) = title_and_expectation(entry);
    let mut document = json!({
        "name": entry.name(), "title": title, "theme": theme, "expect": expect.name(),
    });
    let size = match entry {
        Entry::Peg(puzzle) => {
            let pegs = puzzle.pegs_on_board(puzzle.start());
            let holes = puzzle.board().drawn().len();
            document["board"] = json!(boards::name_of(&puzzle.board().without_put_back()));
            document["holes"] = holes.into();
            document["pegs"] = pegs.into();
            format!("{holes:>3} holes {pegs:>3} pegs")
        }
        Entry::Baseball(puzzle) => {
            document["game"] = "baseball".into();
            document["track"] = puzzle.track().name().into();
            document["bases"] = puzzle.bases().into();
            format!("{:>3} bases, {}", puzzle.bases(), puzzle.track())
        }
    };
    let (expect, title) = (expect.name(), title.unwrap_or(""));
    (document, format!("{size:<18}  {expect:<10}  {title}"))
}

/// Runs `saut backends`.
pub fn backends() -> Reply {
    let (mut entries, mut text) = (Vec::new(), String::new());
    for backend in backend::all() {
        // All that read SMT-LIB have linear arithmetic, for tasks with numbers.
        let (name, arithmetic) = (backend.name(), backend.reads() == Reads::SmtLib);
        let reads = if arithmetic { "smtlib" } else { "dimacs" };
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
        text += &format!("{strong}{name:<15}{strong:#} {reads:<7} {mark}  {what}\n");
        entries.push(json!({
            "name": name, "reads": reads, "arithmetic": arithmetic, "here": here, key: what,
        }));
    }
    text += &format!(
        "\nthose that read smtlib also solve tasks with numbers (saut plan)\n\
         any other program: --backend dimacs:COMMAND or --backend smtlib:COMMAND;\n{}\n",
        backend::PLACEHOLDERS
    );
    Reply::new(status::SOLVED, json!({ "backends": entries }), text)
}
