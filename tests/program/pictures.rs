//! Printed pictures can be parsed again, and the program does not wait forever for pipes without data or without end.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::Stdio;

use crate::program::{Desk, Said, command};
use crate::{fed, start};
use serde_json::Value;

fn same(one: &Value, other: &Value) -> bool {
    ["puzzle", "geometry", "start", "goal", "put_back"]
        .iter()
        .all(|field| one.get(field) == other.get(field))
}

#[test]
fn every_third_bundled_puzzle_is_read_from_the_output_of_show() {
    let desk = Desk::new();
    let listed = desk.gives(0, "list --json").json();
    let names: Vec<String> = listed["puzzles"]
        .as_array()
        .unwrap()
        .iter()
        .step_by(3)
        .map(|puzzle| puzzle["name"].as_str().unwrap().to_owned())
        .collect();
    let round_trip = |name: &String| {
        let shown = desk.gives(0, &format!("show {name}")).out;
        let whole = desk.gives(0, &format!("show {name} --json")).json();
        let again = fed(&desk, "show - --json", &shown);
        if whole["game"] == "baseball" {
            assert_eq!(again.status, Some(2), "{name}: {again:?}");
            return;
        }
        assert_eq!(again.status, Some(0), "{name}: {again:?}");
        assert!(again.err.starts_with("saut: read as "), "{name}: {again:?}");
        assert!(same(&whole, &again.json()), "{name}: {again:?}");
    };
    std::thread::scope(|scope| {
        for part in names.chunks(names.len().div_ceil(4)) {
            scope.spawn(move || part.iter().for_each(round_trip));
        }
    });
}

/// Returns the readings that a message about an ambiguous picture lists: the options that select each reading, and the
/// drawing below them. Readings without options are left out.
fn listed(question: &str) -> Vec<(Vec<String>, String)> {
    let mut all: Vec<(Vec<String>, String)> = Vec::new();
    for line in question.lines() {
        if let Some(title) = line.strip_suffix(':') {
            let flags = if title.starts_with("--") { title } else { "" };
            // A quoted word may contain a space.
            let mut words: Vec<String> = Vec::new();
            for (number, part) in flags.split('\'').enumerate() {
                match number % 2 {
                    0 => words.extend(part.split_whitespace().map(str::to_owned)),
                    _ => words.push(part.to_owned()),
                }
            }
            all.push((words, String::new()));
        } else if let Some((_, drawing)) = all.last_mut()
            && line.starts_with("  ")
        {
            drawing.push_str(&line[2..]);
            drawing.push('\n');
        }
    }
    all.retain(|(flags, _)| !flags.is_empty());
    all
}

#[test]
fn every_listed_line_of_a_question_gives_the_board_below_it() {
    let desk = Desk::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/formats/tests/pictures/texts");
    let mut questions = 0;
    let mut lines = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let file = entry.unwrap().path();
        let file = file.to_str().unwrap();
        let said = desk.run(["show", file, "--json"]);
        // If one reading is most likely, it is used, and there is only a warning.
        if said.status == Some(0) || !said.err.contains("can be read in") {
            continue;
        }
        questions += 1;
        for (flags, drawing) in listed(&said.err) {
            lines += 1;
            let mut words = vec!["show".to_owned(), file.to_owned(), "--json".to_owned()];
            words.extend(flags.iter().cloned());
            let shown = desk.run(&words);
            if shown.err.contains("have different shapes") {
                continue;
            }
            assert_eq!(shown.status, Some(0), "{words:?}: {shown:?}");
            let document = shown.json();
            let picture = |key: &str| document[key].as_str().unwrap().to_owned();
            let goal = if document["one_peg"] == true {
                String::new()
            } else {
                picture("goal")
            };
            // A triangle is drawn with spaces between its holes.
            let is_triangle = document["geometry"] == "triangle";
            let plain = |text: &str| -> Vec<String> {
                let rows = text.lines().filter(|row| !row.trim().is_empty());
                let plain = |row: &str| {
                    if is_triangle {
                        row.replace(' ', "")
                    } else {
                        row.trim_end().to_owned()
                    }
                };
                rows.map(plain).collect()
            };
            assert_eq!(
                plain(&(picture("start") + &goal)),
                plain(&drawing),
                "{file}: {flags:?}\n{}",
                said.err
            );
        }
    }
    assert!(
        questions >= 8 && lines > 2 * questions,
        "{questions} questions, {lines} lines"
    );
}

#[test]
fn a_pipe_that_is_silent_or_never_ends_is_not_waited_for_long() {
    let desk = Desk::new();
    let held = |bytes: &[u8]| -> Said {
        let mut child = start(command(&desk.0, ["show", "--json"]).stdin(Stdio::piped()));
        let mut input = child.stdin.take().unwrap();
        input.write_all(bytes).unwrap();
        let said = child.wait_with_output().unwrap().into();
        drop(input);
        said
    };
    let silent = held(b"");
    assert_eq!(silent.json()["holes"], 33, "{silent:?}");
    assert!(
        silent
            .err
            .contains("standard input was empty for half a second"),
        "{silent:?}"
    );
    let endless = held(b"oo.\n");
    assert_eq!(endless.status, Some(2), "{endless:?}");
    assert!(
        endless
            .err
            .contains("standard input does not end within 10 s"),
        "{endless:?}"
    );
}
