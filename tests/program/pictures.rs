//! Output for people is read again: puzzles and plans through pipes, pictures with their flags,
//! and the line that says what was read.

use std::io::Write as _;
use std::process::Stdio;

use crate::program::{Desk, Said, command};
use serde_json::Value;

/// Runs the program with this text on standard input.
fn fed(desk: &Desk, words: &str, text: &str) -> Said {
    let mut command = command(&desk.0, words.split(' '));
    let streams = command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = streams.stderr(Stdio::piped()).spawn().unwrap();
    // Who refuses its arguments does not read on.
    let _ = child.stdin.take().unwrap().write_all(text.as_bytes());
    child.wait_with_output().unwrap().into()
}

fn same(one: &Value, other: &Value) -> bool {
    ["puzzle", "geometry", "start", "goal", "put_back"]
        .iter()
        .all(|field| one.get(field) == other.get(field))
}

#[test]
fn every_third_bundled_puzzle_is_read_from_what_show_prints() {
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
            assert_eq!(again.status, Some(2), "{name}");
            assert!(
                again.err.contains("colour baseball as saut prints it"),
                "{again:?}"
            );
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

#[test]
fn a_printed_plan_goes_into_check_and_other_answers_are_refused_by_name() {
    let desk = Desk::new();
    for puzzle in [
        "central",
        "triangle-15-corner",
        "pegsol-p03",
        "army-2",
        "plus",
    ] {
        let said = desk.run(["solve", puzzle]);
        if said.status != Some(0) {
            continue;
        }
        let checked = fed(&desk, &format!("check {puzzle} -"), &said.out);
        assert_eq!(checked.status, Some(0), "{puzzle}: {checked:?}");
        desk.write("plan.txt", &said.out);
        let shown = desk.gives(0, &format!("show {puzzle} plan.txt"));
        let checked = fed(&desk, &format!("check {puzzle} -"), &shown.out);
        assert_eq!(checked.status, Some(0), "{puzzle}: {checked:?}");
        assert_eq!(fed(&desk, "show - --json", &said.out).status, Some(0));
    }
    for (printed, reader, fact) in [
        ("show central", "check central -", "without a plan"),
        (
            "solve french-central",
            "check french-central -",
            "says infeasible",
        ),
        ("hint pegsol-p01", "check pegsol-p01 -", "saut hint prints"),
        ("hint pegsol-p01", "solve -", "saut hint prints"),
    ] {
        let text = desk.run(printed.split(' ')).out;
        let said = fed(&desk, reader, &text);
        assert_eq!(said.status, Some(2), "{printed} | {reader}: {said:?}");
        assert!(said.err.contains(fact), "{printed} | {reader}: {said:?}");
    }
}

#[test]
fn what_was_read_is_said_once_and_json_stays_one_document() {
    let desk = Desk::new();
    let spaced = desk.gives(0, "show central --json").json()["start"]
        .as_str()
        .unwrap()
        .lines()
        .map(|row| {
            row.chars()
                .flat_map(|symbol| [symbol, ' '])
                .collect::<String>()
                + "\n"
        })
        .collect::<String>();
    let said = fed(&desk, "solve - --json", &spaced);
    assert_eq!(said.json()["verdict"], "solved");
    assert_eq!(
        said.err,
        "saut: read as the English board, 33 holes, 32 pegs; goal: one peg anywhere\n"
    );
    let said = fed(&desk, "solve - --json", "o.  .o\n");
    assert!(
        said.err
            .contains("warning: no three holes of this board stand in a line"),
        "{said:?}"
    );
    let said = fed(&desk, "show - --json", "ooo.  ooo.\n.....  oo\n");
    assert!(
        said.err.contains("warning: the board falls into"),
        "{said:?}"
    );
    assert_eq!(desk.gives(0, "show central").err, "");
}

#[test]
fn flags_choose_readings_and_lines() {
    let desk = Desk::new();
    let stairs = ".\noo\nooo\n";
    let said = fed(&desk, "show - --json", stairs);
    assert_eq!(said.status, Some(2));
    assert!(said.err.contains("--geometry square:") && said.err.contains("--geometry triangle:"));
    for geometry in ["square", "triangle"] {
        let said = fed(
            &desk,
            &format!("show - --json --geometry {geometry}"),
            stairs,
        );
        assert_eq!(said.json()["geometry"], geometry);
    }
    let said = desk
        .gives(0, "show central --geometry square-diagonal --json")
        .json();
    assert_eq!(said["geometry"], "square-diagonal");
    let said = desk.gives(2, "show central --peg x");
    assert!(
        said.err.contains("--peg: a bundled puzzle has no signs"),
        "{said:?}"
    );
    let said = fed(&desk, "show - --peg P", "oo.\n");
    assert!(
        said.err.contains("--peg: no P is drawn in the picture"),
        "{said:?}"
    );
}

#[test]
fn lists_of_cells_are_positions_and_games() {
    let desk = Desk::new();
    let game = "[[24, 34, 44, 54, 64, 45, 46, 42, 43], [14, 44, 54, 64, 45, 46, 42, 43]]";
    let said = fed(&desk, "show -", game);
    assert!(
        said.status == Some(2) && said.err.contains("--board french"),
        "{said:?}"
    );
    let said = fed(&desk, "show - --board french", game);
    assert!(
        said.err
            .contains("the French board, 37 holes, 9 pegs; goal: 8 pegs"),
        "{said:?}"
    );
    desk.write("game.txt", game);
    desk.gives(0, "check game.txt game.txt --board french");
    let said = desk.gives(2, "show central --board french");
    assert!(
        said.err.contains("--board: the puzzle says its board"),
        "{said:?}"
    );
}
