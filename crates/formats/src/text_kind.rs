//! Kind of a text, told by its beginning: so that a reader that was given something else can say what it is.
//!
//! Only what has an unmistakable mark is told; a picture as people draw it is never anything else. Most of what is
//! known here is what our own commands print.

use std::fmt;

use saut_base::bad_input::BadInput;
use saut_base::read_limited::unmarked;
use saut_peg::peg::notation;

/// The kind of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextKind {
    /// Puzzles in TOML.
    PuzzleToml,
    /// A puzzle under its name and with its edges, whatever stands below it.
    Printed,
    /// A list of jumps.
    Jumps,
    /// A puzzle of colour baseball as it is printed.
    Baseball,
    /// Steps of colour baseball.
    Steps,
    /// A domain in PDDL.
    Domain,
    /// A problem in PDDL.
    Problem,
    /// Actions of a planning task.
    Actions,
    /// A task in SAS+.
    Sas,
    /// Clauses in DIMACS.
    Dimacs,
    /// A script in SMT-LIB.
    SmtLib,
    /// Answer of a solver.
    Model,
    /// Lines of records of `saut bench`.
    Records,
    /// A table for `saut growth`.
    GrowthTable,
    /// The JSON of an answer to a puzzle.
    PuzzleAnswer,
    /// The JSON of an answer to a planning task.
    TaskAnswer,
    /// Output of this command of ours.
    Printout(&'static str),
    /// A JSON document that is none of these.
    Json,
    /// A picture in SVG.
    Svg,
    /// A page in HTML.
    Html,
    /// Tables of LaTeX.
    Latex,
    /// A manual page.
    ManualPage,
    /// Completions for a shell.
    Completions,
    /// A graph in DIMACS.
    Graph,
}

impl fmt::Display for TextKind {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        to.write_str(match self {
            Self::PuzzleToml => "a puzzle in TOML",
            Self::Printed => "a puzzle as saut prints it",
            Self::Jumps => "a list of jumps",
            Self::Baseball => "colour baseball as saut prints it",
            Self::Steps => "a plan of colour baseball",
            Self::Domain => "a planning domain",
            Self::Problem => "a planning problem",
            Self::Actions => "a plan of a planning task",
            Self::Sas => "a planning task in SAS+",
            Self::Dimacs => "a formula in DIMACS",
            Self::SmtLib => "a formula in SMT-LIB",
            Self::Model => "the answer of a solver",
            Self::Records => "records of saut bench",
            Self::GrowthTable => "a growth table",
            Self::PuzzleAnswer => "the JSON of an answer to a puzzle",
            Self::TaskAnswer => "the JSON of an answer to a planning task",
            Self::Printout(command) => return write!(to, "what saut {command} prints"),
            Self::Json => "a JSON document",
            Self::Svg => "a picture in SVG",
            Self::Html => "a page in HTML",
            Self::Latex => "a table of LaTeX",
            Self::ManualPage => "a manual page",
            Self::Completions => "a script of completions",
            Self::Graph => "a graph in DIMACS",
        })
    }
}

/// The keys by which the JSON of a command is known, the first that has all of its.
const JSON: [(&[&str], TextKind); 25] = [
    (&["backends"], TextKind::Printout("backends --json")),
    (&["boards", "puzzles"], TextKind::Printout("list --json")),
    (&["puzzles"], TextKind::Printout("generate --json")),
    (&["figures"], TextKind::Printout("census --json")),
    (&["criteria"], TextKind::Printout("explain --json")),
    (&["category"], TextKind::Printout("classify --json")),
    (&["transformation"], TextKind::Printout("transform --json")),
    (&["lines", "agree"], TextKind::Printout("growth --json")),
    (&["task", "valid"], TextKind::Printout("validate --json")),
    (&["task", "reasons"], TextKind::Printout("explain --json")),
    (
        &["verdict", "unverified"],
        TextKind::Printout("check --json"),
    ),
    (&["verdict", "task"], TextKind::TaskAnswer),
    (&["verdict", "puzzle"], TextKind::PuzzleAnswer),
    (&["jumps", "solvable"], TextKind::Printout("hint --json")),
    (&["run", "backend"], TextKind::Records),
    (&["puzzle", "solutions"], TextKind::Printout("count --json")),
    (&["start", "goal"], TextKind::Printout("show --json")),
    (&["families_par2"], TextKind::Printout("report --json")),
    (&["format", "text"], TextKind::Printout("report --json")),
    (&["clauses", "file"], TextKind::Printout("encode --json")),
    (&["manifest_sha256"], TextKind::Printout("cube --json")),
    (&["question", "done"], TextKind::Printout("status --json")),
    (&["engine", "script"], TextKind::Printout("submit --json")),
    (&["outcome", "piece"], TextKind::Printout("conquer --json")),
    (&["experiment", "done"], TextKind::Printout("bench --json")),
];

/// A line by which what a command prints is known: its beginning, and its end or what else is in it.
const LINES: [(&str, &str, TextKind); 31] = [
    ("from here: ", "", TextKind::Printout("hint")),
    ("the goal is met", "", TextKind::Printout("hint")),
    ("valid: ", "action", TextKind::Printout("validate")),
    (
        "solved: ",
        "replayed by the simulator",
        TextKind::Printout("check"),
    ),
    (
        "solved: ",
        " plans, each replayed",
        TextKind::Printout("check"),
    ),
    (
        "infeasible: the certificate (",
        "",
        TextKind::Printout("check"),
    ),
    ("batsat ", "built in", TextKind::Printout("backends")),
    (
        "C(",
        " configurations of ",
        TextKind::Printout("baseball count"),
    ),
    (
        "",
        " bases on a ring: ",
        TextKind::Printout("baseball distances"),
    ),
    ("", " places each; at least ", TextKind::Baseball),
    ("a step is token:from>to", "", TextKind::Baseball),
    (
        "one-base-at-a-time ",
        " steps",
        TextKind::Printout("baseball compare"),
    ),
    ("├─ [", "]", TextKind::Printout("baseball tree")),
    ("", " decided here", TextKind::Printout("census")),
    ("figure,pegs,verdict,", "", TextKind::Printout("census")),
    ("instance ", " checked by ", TextKind::Printout("bench")),
    ("# Report: ", "", TextKind::Printout("report")),
    ("classics", "", TextKind::Printout("list")),
    ("next: saut submit ", "", TextKind::Printout("cube")),
    ("", ": no job is made;", TextKind::Printout("cube")),
    ("", " left; sh ", TextKind::Printout("submit")),
    ("", " % of the tree", TextKind::Printout("status")),
    ("all of them: saut submit ", "", TextKind::Printout("merge")),
    ("_saut() {", "", TextKind::Completions),
    ("#compdef saut", "", TextKind::Completions),
    (".TH saut", "", TextKind::ManualPage),
    (
        "undecided: the solver says ",
        "",
        TextKind::Printout("decode"),
    ),
    ("solved: ", " found in piece ", TextKind::Printout("merge")),
    ("piece ", ": ", TextKind::Printout("conquer")),
    (
        "",
        " cells agree with what is printed",
        TextKind::Printout("growth"),
    ),
    ("# Growth tables", "", TextKind::Printout("growth")),
];

/// Marks stand near the beginning.
const LOOKED_AT: usize = 400;

/// The kind of a text; `None` where it has no mark.
pub fn kind_of(text: &str) -> Option<TextKind> {
    let text = unmarked(text).trim_start();
    if let Some(kind) = marked(text) {
        return Some(kind);
    }
    if text.starts_with('{') || json_list(text) {
        return json(text);
    }
    let lines = || text.lines().map(str::trim_end).take(LOOKED_AT);
    if lines().any(|line| notation::LEGENDS.contains(&line)) {
        return Some(TextKind::Printed);
    }
    let printed = LINES.iter().find(|(begin, part, _)| {
        lines().any(|line| {
            line.strip_prefix(begin)
                .is_some_and(|rest| rest.contains(part))
        })
    });
    // A drawing is one whatever words stand beside it, but for the position without a goal of `saut hint`.
    let is_ours = |kind: TextKind| kind == TextKind::Printout("hint") || !draws(text);
    if let Some(&(.., kind)) = printed.filter(|(.., kind)| is_ours(*kind)) {
        return Some(kind);
    }
    by_first_line(lines())
}

/// Formats that begin with a mark of their own.
fn marked(text: &str) -> Option<TextKind> {
    let begin: String = text.chars().take(300).collect();
    let lower = begin.to_ascii_lowercase();
    let without_comments = lower.lines().map(str::trim_start);
    let mut without_comments =
        without_comments.filter(|line| !line.starts_with([';', '#']) && !line.is_empty());
    if lower.starts_with("<!doctype html") || lower.starts_with("<html") {
        Some(TextKind::Html)
    } else if lower.starts_with("<svg") || (lower.starts_with("<?xml") && lower.contains("<svg")) {
        Some(TextKind::Svg)
    } else if lower.contains("\\providecommand{\\saut") || lower.starts_with("\\begin{") {
        Some(TextKind::Latex)
    } else if lower.starts_with("begin_version") {
        Some(TextKind::Sas)
    } else if without_comments
        .clone()
        .next()
        .is_some_and(|line| line.starts_with("[[row]]"))
        || (lower.contains("[[row]]") && lower.contains("board ="))
    {
        Some(TextKind::GrowthTable)
    } else if without_comments.next() == Some("[[puzzle]]") {
        Some(TextKind::PuzzleToml)
    } else {
        None
    }
}

/// `[{`, and not the brackets of a list of cells or around a hole.
fn json_list(text: &str) -> bool {
    let inside = text.strip_prefix('[').map(str::trim_start);
    inside.is_some_and(|inside| inside.starts_with('{'))
}

fn json(text: &str) -> Option<TextKind> {
    // Of lines of JSON the first tells.
    let mut documents = serde_json::Deserializer::from_str(text).into_iter::<serde_json::Value>();
    let document = documents.next()?.ok()?;
    if document["plan"][0].get("token").is_some() {
        return Some(TextKind::Steps);
    }
    let has = |key: &&str| document.get(key).is_some();
    let known = JSON.iter().find(|(keys, _)| keys.iter().all(has));
    Some(known.map_or(TextKind::Json, |&(_, kind)| kind))
}

/// Whether rows of a picture stand in it.
fn draws(text: &str) -> bool {
    let is_row = |line: &str| {
        let line = line.trim();
        line.len() > 2 && line.chars().all(|symbol| "oO.*xX#? ".contains(symbol))
    };
    text.lines().take(LOOKED_AT).any(is_row)
}

fn by_first_line<'a>(lines: impl Iterator<Item = &'a str> + Clone) -> Option<TextKind> {
    let is_clause_comment = |line: &str| line == "c" || line.starts_with("c ");
    let first_but = |is_comment: &dyn Fn(&str) -> bool| {
        let mut rest = lines.clone().map(str::trim).filter(|line| !line.is_empty());
        rest.find(|line| !is_comment(line)).unwrap_or_default()
    };
    let after_c = first_but(&is_clause_comment);
    if after_c.starts_with("p cnf ") {
        return Some(TextKind::Dimacs);
    }
    if is_graph(after_c) {
        return Some(TextKind::Graph);
    }
    if after_c.starts_with("s SATISF")
        || after_c.starts_with("s UNSAT")
        || after_c.starts_with("s UNKNOWN")
    {
        return Some(TextKind::Model);
    }
    let first = first_but(&|line| line.starts_with([';', '#']));
    if matches!(
        first,
        "SAT" | "UNSAT" | "INDET" | "sat" | "unsat" | "unknown"
    ) {
        return Some(TextKind::Model);
    }
    if let Some(inside) = first.strip_prefix('(') {
        return list(inside, lines);
    }
    let word = first
        .trim_start_matches("1. ")
        .split([' ', ',', ';'])
        .next()?;
    if first == "1." || is_jump(word) {
        return Some(TextKind::Jumps);
    }
    is_step(word).then_some(TextKind::Steps)
}

/// `p edge 7 7`, `p col 7 7` or `p 7 7`.
fn is_graph(first: &str) -> bool {
    let words: Vec<&str> = first.split_whitespace().collect();
    let is_number = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
    match &words[..] {
        ["p", "edge" | "col", vertices, edges] | ["p", vertices, edges] => {
            is_number(vertices) && is_number(edges)
        }
        _ => false,
    }
}

/// Kinds of texts that begin with a list in round brackets.
fn list<'a>(inside: &str, mut lines: impl Iterator<Item = &'a str>) -> Option<TextKind> {
    let inside = inside.trim_start().to_ascii_lowercase();
    let words = |text: &str| {
        text.split_whitespace()
            .map(ToOwned::to_owned)
            .collect::<Vec<_>>()
    };
    let head = words(&inside);
    match head.first().map(String::as_str) {
        Some("define") => {
            let title = lines.find_map(|line| {
                let line = line.to_ascii_lowercase();
                ["domain", "problem"].into_iter().find(|kind| {
                    let title = line.split('(').map(str::trim_start);
                    title.clone().any(|part| {
                        part.strip_prefix(kind)
                            .is_some_and(|rest| rest.starts_with(' '))
                    })
                })
            });
            match title {
                Some("domain") => Some(TextKind::Domain),
                Some(_) => Some(TextKind::Problem),
                None => None,
            }
        }
        Some(
            "set-option" | "set-logic" | "set-info" | "declare-fun" | "declare-const" | "assert",
        ) => Some(TextKind::SmtLib),
        Some(action) => {
            let is_name = |symbol: char| symbol.is_alphanumeric() || "-_".contains(symbol);
            let name = action.trim_end_matches(')');
            let is_action =
                name.chars().count() > 1 && name.chars().all(is_name) && inside.ends_with(')');
            is_action.then_some(TextKind::Actions)
        }
        None => None,
    }
}

/// `45/47` or `46x44`.
fn is_jump(word: &str) -> bool {
    let cell = |part: &str| part.len() == 2 && part.bytes().all(|byte| byte.is_ascii_digit());
    let parts = |by: char| word.split(by).count() > 1 && word.split(by).all(cell);
    ['/', 'x', '-'].into_iter().any(parts)
}

/// `4:0>1`
fn is_step(word: &str) -> bool {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let parts = word
        .split_once(':')
        .and_then(|(token, way)| Some((token, way.split_once('>')?)));
    parts.is_some_and(|(token, (from, to))| [token, from, to].into_iter().all(is_number))
}

/// Message about a text of a kind that a reader of `wanted` does not read; `None` if it reads it, or its
/// kind cannot be told.
pub fn other_than(text: &str, wanted: &str, reads: impl Fn(TextKind) -> bool) -> Option<BadInput> {
    let kind = kind_of(text).filter(|&kind| !reads(kind))?;
    Some(BadInput::new("", format!("this is {kind}, not {wanted}")))
}

#[cfg(test)]
mod tests;
