//! The commands of the README do what it says.
//!
//! In every block fenced as `console`, a line `$ saut …` or `$ cargo run --release -- …` is run
//! with the built program, one block after the other in one folder. It must end with status 0, or
//! with one of those in a comment `# exit 20` (or `# exit 0 30`).

use std::fs;
use std::path::Path;

use crate::program::Desk;

/// A command of the README.
#[derive(Debug, PartialEq, Eq)]
struct Example {
    arguments: Vec<String>,
    /// A file that standard output goes to.
    out: Option<String>,
    statuses: Vec<i32>,
}

/// The words of a shell line: quotes hold words together.
pub fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for symbol in line.chars() {
        match (symbol, quote) {
            ('"' | '\'', None) => {
                quote = Some(symbol);
                word.get_or_insert_default();
            }
            (_, Some(open)) if symbol == open => quote = None,
            (' ', None) => words.extend(word.take()),
            _ => word.get_or_insert_default().push(symbol),
        }
    }
    words.extend(word);
    words
}

/// The example of a line; `None` if another program is to be run.
fn example(line: &str) -> Option<Example> {
    let line = line.trim().strip_prefix("$ ")?;
    let (line, comment) = line.split_once(" # ").unwrap_or((line, ""));
    let rest = ["saut ", "cargo run --release -- "]
        .iter()
        .find_map(|start| line.strip_prefix(start))?;
    let mut arguments = words(rest);
    if let Some(pipe) = arguments.iter().position(|word| word == "|") {
        assert_ne!(
            arguments.get(pipe + 1).map(String::as_str),
            Some("saut"),
            "no pipes: {line}"
        );
        return None;
    }
    let redirect = arguments.iter().position(|word| word == ">");
    let out = redirect.map(|at| arguments.split_off(at).remove(1));
    let numbers = comment.trim().strip_prefix("exit ").unwrap_or("0");
    let statuses = numbers
        .split([' ', ','])
        .map_while(|word| word.parse().ok())
        .collect();
    Some(Example {
        arguments,
        out,
        statuses,
    })
}

/// The lines inside fences marked `console`.
fn console_lines(text: &str) -> Vec<&str> {
    let mut inside = None;
    let mut lines = Vec::new();
    for line in text.lines() {
        match (line.trim().strip_prefix("```"), inside) {
            (Some(word), None) => inside = Some(word.split([',', ' ']).next() == Some("console")),
            (Some(_), Some(_)) => inside = None,
            (None, Some(true)) => lines.push(line),
            _ => {}
        }
    }
    lines
}

#[test]
fn the_commands_of_the_readme_do_what_it_says() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(root.join("README.md")).unwrap();
    let lines = console_lines(&text);
    assert!(!lines.is_empty(), "README.md has no console block");
    let desk = Desk::new();
    // Files of the repository may be named, files that are written stay in the folder.
    for folder in ["instances", "encodings", "tests"] {
        std::os::unix::fs::symlink(root.join(folder), desk.0.path().join(folder)).unwrap();
    }
    // The program is there at all.
    assert_eq!(desk.gives(0, "list central").err, "");
    for line in lines {
        let Some(example) = example(line) else {
            continue;
        };
        let said = desk.gives_one_of(&example.statuses, &example.arguments);
        if let Some(file) = example.out {
            desk.write(&file, said.out);
        }
    }
}

#[test]
fn a_line_is_a_command_with_the_statuses_that_it_names() {
    let read = |line| example(line).map(|e| (e.arguments, e.out, e.statuses));
    let list = |words: &[&str]| words.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(
        read("$ saut solve 'a b'"),
        Some((list(&["solve", "a b"]), None, vec![0]))
    );
    assert_eq!(
        read("$ cargo run --release -- solve x > out.json  # exit 20 30"),
        Some((
            list(&["solve", "x"]),
            Some("out.json".to_owned()),
            vec![20, 30]
        ))
    );
    for other in [
        "saut solve",
        "$ cargo test",
        "$ saut list | head",
        "solved: 4 jumps",
    ] {
        assert_eq!(read(other), None, "{other}");
    }
    assert_eq!(
        console_lines("```console\n$ a\n```\nb\n```toml\nc\n```\n"),
        ["$ a"]
    );
}
