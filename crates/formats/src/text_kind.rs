//! Recognises the kind of a text by its beginning, so that a parser can name the kind of a text that it does not read.
//!
//! Each kind is read or written by a command of saut. No picture that a person draws has one of these kinds.

use saut_base::bad_input::BadInput;
use saut_base::read_limited::unmarked;
use saut_peg::peg::notation;
use strum::Display;

use crate::place::is_number;

/// The kind of a text.
#[derive(Clone, Copy, Debug, Display, PartialEq, Eq)]
pub enum TextKind {
    /// Puzzles in TOML.
    #[strum(to_string = "a puzzle in TOML")]
    PuzzleToml,
    /// A puzzle with its name above and labels at its edges, followed by any text.
    #[strum(to_string = "a puzzle in the output format of saut")]
    Printed,
    /// Output of `saut hint`: a position without its goal.
    #[strum(to_string = "the output of saut hint")]
    Hint,
    /// Jumps, steps of colour baseball, or actions of a planning task.
    #[strum(to_string = "a plan")]
    Plan,
    /// A domain in PDDL.
    #[strum(to_string = "a planning domain")]
    Domain,
    /// A problem in PDDL.
    #[strum(to_string = "a planning problem")]
    Problem,
    /// A task in SAS+.
    #[strum(to_string = "a planning task in SAS+")]
    Sas,
    /// A graph in DIMACS.
    #[strum(to_string = "a graph in DIMACS")]
    Graph,
    /// Clauses in DIMACS.
    #[strum(to_string = "a formula in DIMACS")]
    Clauses,
    /// The answer of a solver.
    #[strum(to_string = "a solver's answer")]
    Model,
    /// Records of `saut bench`, one per line.
    #[strum(to_string = "records of saut bench")]
    Records,
    /// A table for `saut growth`.
    #[strum(to_string = "a growth table")]
    GrowthTable,
    /// The JSON of an answer to a puzzle.
    #[strum(to_string = "the JSON answer to a puzzle")]
    PuzzleAnswer,
    /// The JSON of an answer to a planning task.
    #[strum(to_string = "the JSON answer to a planning task")]
    TaskAnswer,
    /// Another JSON document.
    #[strum(to_string = "a JSON document")]
    Json,
}

/// Beginnings of lines that mark the output of `saut hint`.
const HINT: [&str; 2] = ["from here: ", "the goal is reached"];

/// The number of lines that are searched for marks of a kind.
const LOOKED_AT: usize = 400;

/// Returns the kind of a text, or `None` if it has no mark of a kind.
pub fn kind_of(text: &str) -> Option<TextKind> {
    let text = unmarked(text).trim_start();
    let lines = || text.lines().map(str::trim).take(LOOKED_AT);
    let first_but = |comments: &[&str]| {
        let is_comment = |line: &&str| comments.iter().any(|mark| line.starts_with(mark));
        let mut rest = lines().filter(|line| !line.is_empty() && *line != "c");
        rest.find(|line| !is_comment(line)).unwrap_or_default()
    };
    // A bracket alone may begin a list of cells or enclose a hole. Only a brace after it is a mark of JSON.
    let inside = text.strip_prefix('[').map_or(text, str::trim_start);
    if inside.starts_with('{') {
        return json(text);
    }
    let first = first_but(&[";", "#"]);
    if lines().any(|line| line.starts_with("[[row]]")) && !first.starts_with("[[puzzle]]") {
        return Some(TextKind::GrowthTable);
    }
    if first == "[[puzzle]]" {
        return Some(TextKind::PuzzleToml);
    }
    if lines().any(|line| HINT.iter().any(|begin| line.starts_with(begin))) {
        return Some(TextKind::Hint);
    }
    if lines().any(|line| notation::LEGENDS.contains(&line)) {
        return Some(TextKind::Printed);
    }
    if first.starts_with("begin_version") {
        return Some(TextKind::Sas);
    }
    let after_c = first_but(&["c "]);
    if is_graph(after_c) {
        return Some(TextKind::Graph);
    }
    if after_c.starts_with("p cnf") {
        return Some(TextKind::Clauses);
    }
    let answers = ["s SATISF", "s UNSAT", "s UNKNOWN"];
    let words = ["SAT", "UNSAT", "INDET", "sat", "unsat", "unknown"];
    if words.contains(&first) || answers.iter().any(|begin| after_c.starts_with(begin)) {
        return Some(TextKind::Model);
    }
    if let Some(inside) = first.strip_prefix('(') {
        return list(inside, lines());
    }
    let word = first
        .trim_start_matches("1. ")
        .split([' ', ',', ';'])
        .next()?;
    (first == "1." || is_jump(word) || is_step(word)).then_some(TextKind::Plan)
}

fn json(text: &str) -> Option<TextKind> {
    // If a text has several lines of JSON, the first one determines the kind.
    let mut documents = serde_json::Deserializer::from_str(text).into_iter::<serde_json::Value>();
    let document = documents.next()?.ok()?;
    let has = |keys: [&str; 2]| keys.iter().all(|key| document.get(key).is_some());
    Some(if document["plan"][0].get("token").is_some() {
        TextKind::Plan
    } else if has(["run", "backend"]) {
        TextKind::Records
    } else if document.get("unverified").is_some() {
        TextKind::Json
    } else if has(["verdict", "task"]) {
        TextKind::TaskAnswer
    } else if has(["verdict", "puzzle"]) {
        TextKind::PuzzleAnswer
    } else {
        TextKind::Json
    })
}

/// Whether a line is `p edge 7 7`, `p col 7 7` or `p 7 7`.
fn is_graph(first: &str) -> bool {
    let words: Vec<&str> = first.split_whitespace().collect();
    matches!(words[..], ["p", "edge" | "col", vertices, edges] | ["p", vertices, edges]
        if is_number(vertices) && is_number(edges))
}

/// Returns the kind of a text that begins with a list in round brackets.
fn list<'a>(inside: &str, mut lines: impl Iterator<Item = &'a str>) -> Option<TextKind> {
    let inside = inside.trim_start().to_ascii_lowercase();
    let name = inside.split_whitespace().next()?;
    if matches!(name, "define" | "in-package") {
        return lines.find_map(|line| {
            let line = line.to_ascii_lowercase();
            let mut parts = line.split('(').map(str::trim_start);
            parts.find_map(|part| match part.split_once(' ')?.0 {
                "domain" => Some(TextKind::Domain),
                "problem" => Some(TextKind::Problem),
                _ => None,
            })
        });
    }
    let is_part = |symbol: char| symbol.is_alphanumeric() || "-_".contains(symbol);
    let name = name.trim_end_matches(')');
    let is_flat = inside.ends_with(')') && !inside.contains('(');
    let is_action = name.chars().count() > 1 && name.chars().all(is_part) && is_flat;
    // Scripts in SMT-LIB begin with these commands.
    let is_script = name.starts_with("set-") || name.starts_with("declare-");
    (is_action && !is_script).then_some(TextKind::Plan)
}

/// Whether a word is a jump such as `45/47` or `46x44`.
fn is_jump(word: &str) -> bool {
    let cell = |part: &str| part.len() == 2 && is_number(part);
    let parts = |by: char| word.contains(by) && word.split(by).all(cell);
    ['/', 'x', '-'].into_iter().any(parts)
}

/// Whether a word is a step such as `4:0>1`.
fn is_step(word: &str) -> bool {
    let parts: Vec<&str> = word.split([':', '>']).collect();
    let marks: String = word.chars().filter(|mark| ":>".contains(*mark)).collect();
    marks == ":>" && parts.into_iter().all(is_number)
}

/// Returns a message if the parser of `wanted` does not read the kind of the text. Returns `None` if it reads this
/// kind, or the kind is unknown.
pub fn other_than(text: &str, wanted: &str, reads: impl Fn(TextKind) -> bool) -> Option<BadInput> {
    let kind = kind_of(text).filter(|&kind| !reads(kind))?;
    Some(BadInput::new("", format!("this is {kind}, not {wanted}")))
}

#[cfg(test)]
mod tests {
    use super::{TextKind, kind_of, other_than};

    #[test]
    fn texts_are_known_by_their_marks() {
        for (text, kind) in [
            ("c a solver\ns SATISFIABLE\nv 1 -2 0\n", TextKind::Model),
            ("SAT\n1 -2 0\n", TextKind::Model),
            ("unsat\n", TextKind::Model),
            ("c\nc a formula\np cnf 1 1\n1 0\n", TextKind::Clauses),
            ("; rules\n(define (domain ferry)\n", TextKind::Domain),
            ("( define\n ( Problem one)", TextKind::Problem),
            ("(sail dover calais)\n; cost = 1\n", TextKind::Plan),
            ("begin_version\n3\n", TextKind::Sas),
            ("45/47 75/73/53\n", TextKind::Plan),
            ("# by hand\n46x44\n", TextKind::Plan),
            ("1.\n  45/43\n", TextKind::Plan),
            ("4:0>1 0:1>0\n", TextKind::Plan),
            ("# c\n[[puzzle]]\nname = \"a\"\n", TextKind::PuzzleToml),
            (
                "{\"puzzle\":\"a\",\"verdict\":\"solved\",\"plan\":[]}",
                TextKind::PuzzleAnswer,
            ),
            (
                "{\"task\":\"a\",\"verdict\":\"solved\",\"plan\":[]}",
                TextKind::TaskAnswer,
            ),
            (
                "{\"plan\":[{\"token\":1,\"from\":0,\"to\":2}]}",
                TextKind::Plan,
            ),
            ("[ {\"a\": 1} ]", TextKind::Json),
        ] {
            assert_eq!(kind_of(text), Some(kind), "{text}");
        }
    }

    #[test]
    fn pictures_and_lists_of_cells_are_of_no_other_kind() {
        for text in [
            "oo.\n\n..o\n",
            "110\n\n001\n",
            "1 1 0\n",
            "(defin (problem one)\n",
            "(o)(o)(.)\n",
            "( o ) ( . )\n",
            "[o] [.]\n",
            "##111##\n##111##\n1111111\n",
            "[[24, 34], [44]]",
            "[24, 34]",
            "  ooo   done, at last\n  ooo\nooooooo\n",
            "c a b\n",
            "x x\nx.x\n",
            "/o\\\n",
            "-----\n|oo.|\n-----\n",
            "",
            "{",
        ] {
            assert_eq!(kind_of(text), None, "{text}");
        }
    }

    #[test]
    fn readable_kinds_are_accepted_and_others_are_named() {
        let domain = "(define (domain ferry))";
        assert_eq!(
            other_than(domain, "a domain", |kind| kind == TextKind::Domain),
            None
        );
        let said = other_than(domain, "a puzzle", |_| false)
            .unwrap()
            .to_string();
        assert_eq!(said, "this is a planning domain, not a puzzle");
    }
}
