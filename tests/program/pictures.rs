//! Output for people is read again: puzzles and plans through pipes, pictures with their flags,
//! and the line that says what was read.

use std::fs::{self, File};
use std::io::{Read as _, Write as _};
use std::path::Path;
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

/// The flags of a question with the drawings below them; none where no flag chooses a reading.
fn listed(question: &str) -> Vec<(Vec<String>, String)> {
    let mut all: Vec<(Vec<String>, String)> = Vec::new();
    for line in question.lines() {
        if let Some(title) = line.strip_suffix(':') {
            let flags = if title.starts_with("--") { title } else { "" };
            // A space can be between quotes.
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
        if !said.err.contains("can be read in") {
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
        questions >= 25 && lines > 2 * questions,
        "{questions} questions, {lines} lines"
    );
}

#[test]
fn what_is_piped_in_is_the_puzzle_if_none_is_named() {
    let desk = Desk::new();
    let note = "saut: no puzzle is named: it is read from standard input\n";
    for words in [
        "show --json",
        "solve --json",
        "count --json",
        "explain --json",
        "encode",
        "hint --json",
        "classify --json",
    ] {
        let piped = fed(&desk, words, "oo.\n");
        assert!(
            piped.err.starts_with(note) && piped.err.contains("3 holes"),
            "{words}: {piped:?}"
        );
        let named = words.replacen(' ', " central ", 1);
        if words == "show --json" {
            let named = fed(&desk, &named, "oo.\n");
            assert_eq!(
                (named.json()["holes"].as_u64(), &*named.err),
                (Some(33), "")
            );
            assert_eq!(piped.json()["holes"], 3);
        }
    }
    // A file is read as a pipe is, and what is not there changes nothing.
    desk.write("board.txt", "oo.\n");
    desk.write("empty", "");
    for (file, holes) in [("board.txt", 3), ("empty", 33), ("/dev/null", 33)] {
        let file = File::open(desk.0.path().join(file)).unwrap();
        let mut command = command(&desk.0, ["show", "--json"]);
        let said: Said = command.stdin(file).output().unwrap().into();
        assert_eq!(said.json()["holes"], holes, "{said:?}");
        assert_eq!(said.err.starts_with(note), holes == 3, "{said:?}");
    }
    assert_eq!(fed(&desk, "show --json", "").json()["holes"], 33);
    let unusable = fed(&desk, "solve", "Leave two pegs.\n");
    assert_eq!(unusable.status, Some(2), "{unusable:?}");
    // Where the input is asked for by another argument, it is that one's.
    let model = fed(
        &desk,
        "decode --encoding naive --model -",
        "s UNSATISFIABLE\n",
    );
    assert!(!model.err.contains("no puzzle is named"), "{model:?}");
}

#[test]
fn a_pipe_that_is_silent_or_never_ends_is_not_waited_for_long() {
    let desk = Desk::new();
    let held = |bytes: &[u8]| -> Said {
        let mut command = command(&desk.0, ["show", "--json"]);
        let streams = command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = streams.stderr(Stdio::piped()).spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        input.write_all(bytes).unwrap();
        let (mut out, mut err) = (String::new(), String::new());
        child
            .stdout
            .take()
            .unwrap()
            .read_to_string(&mut out)
            .unwrap();
        child
            .stderr
            .take()
            .unwrap()
            .read_to_string(&mut err)
            .unwrap();
        let status = child.wait().unwrap().code();
        drop(input);
        Said { status, out, err }
    };
    let silent = held(b"");
    assert_eq!(silent.json()["holes"], 33, "{silent:?}");
    assert!(
        silent
            .err
            .contains("nothing has come through standard input"),
        "{silent:?}"
    );
    let endless = held(b"oo.\n");
    assert_eq!(endless.status, Some(2), "{endless:?}");
    assert!(
        endless.err.contains("it does not end within 10 s"),
        "{endless:?}"
    );
}

#[test]
fn words_about_the_goal_are_understood_or_refused_and_others_are_told() {
    let desk = Desk::new();
    let english = "  ooo\n  ooo\nooooooo\nooo.ooo\nooooooo\n  ooo\n  ooo\n\n";
    let said = fed(
        &desk,
        "show - --json",
        &format!("{english}leave one peg in the centre\n"),
    );
    assert!(
        said.err.ends_with("32 pegs; goal: 1 peg in 44\n"),
        "{said:?}"
    );
    let said = fed(
        &desk,
        "show -",
        &format!("{english}leave one peg in a corner\n"),
    );
    assert_eq!(said.status, Some(2), "{said:?}");
    assert!(
        said.err.contains(
            "standard input: line 9: the words about the goal are not understood; write "
        ),
        "{said:?}"
    );
    let said = fed(
        &desk,
        "show - --json",
        &format!("{english}Thanks, that was my question about it.\n"),
    );
    assert!(
        said.err.contains("warning: standard input: line 9: these words are not taken for a part of the puzzle: \"Thanks"),
        "{said:?}"
    );
    let said = fed(
        &desk,
        "show - --json",
        &format!("{english}; thanks for all the fish\n"),
    );
    assert!(!said.err.contains("warning"), "{said:?}");
}
