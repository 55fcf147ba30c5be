//! Every unusable input of the readers, by its message: place, fact, remedy.

use std::fs;
use std::path::PathBuf;

use saut::BadInput;
use saut::formats::plan_file::read_plan;
use saut::formats::{ReadOptions, bundled, load};

/// A directory with one file in it, and the path of that file.
fn file(name: &str, bytes: &[u8]) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, bytes).unwrap();
    (folder, path)
}

/// The message about a file with these bytes, its path written as FILE.
fn message(name: &str, bytes: &[u8]) -> String {
    let (_folder, path) = file(name, bytes);
    let path = path.to_str().unwrap();
    read(path).unwrap_err().to_string().replace(path, "FILE")
}

fn read(argument: &str) -> Result<saut::peg::Puzzle, BadInput> {
    load(argument, std::io::empty(), &ReadOptions::default())?
        .only()?
        .peg()
}

fn toml(start: &str, goal: &str) -> String {
    format!(
        "[[puzzle]]\nname = \"plus\"\nstart = \"\"\"\n{start}\"\"\"\ngoal = \"\"\"\n{goal}\"\"\"\n"
    )
}

#[test]
fn an_unknown_name_comes_with_the_nearest() {
    assert_eq!(
        read("corsiar").unwrap_err().to_string(),
        "\"corsiar\" is neither a bundled puzzle nor a file; did you mean corsair, lu-corsair or corsair-raid? \
         `saut list` shows all names"
    );
    assert_eq!(
        bundled::named("qqqqqqqq").unwrap_err().to_string(),
        "no bundled puzzle is called \"qqqqqqqq\"; `saut list` shows all names"
    );
}

#[test]
fn a_missing_file_and_a_directory_are_named() {
    assert!(
        read("./nowhere/centrl.toml")
            .unwrap_err()
            .to_string()
            .starts_with("./nowhere/centrl.toml: there is no such file; did you mean central")
    );
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let bad = read(&format!("{path}/")).unwrap_err().to_string();
    assert_eq!(
        bad,
        format!("{path}/: this is a directory; give a file in it")
    );
}

#[test]
fn start_and_goal_that_differ_in_shape() {
    assert_eq!(
        message("a.toml", toml("oo.\n .\n", "..o\n").as_bytes()),
        "FILE: \"plus\": the start and the goal have different shapes: row 2 from the top, column 2 \
         from the left is a hole in the start but not in the goal; both must show the same holes, \
         vacancies as . and not as spaces"
    );
    let bad = message("a", b"oo.\n .\n\n..o\n");
    assert!(
        bad.starts_with("FILE: the start and the goal have different shapes: row 2"),
        "{bad}"
    );
}

#[test]
fn an_odd_character_with_its_line_and_column() {
    assert_eq!(
        message("a.toml", toml("oo.\noZ.\n", "..o\n...\n").as_bytes()),
        "FILE: \"plus\": line 5, column 2: 'Z' means nothing in a picture (\"oZ.\"); a peg is o, a \
         vacancy is ., a hole left open in a goal is ?, and a space is no hole"
    );
    assert!(
        message("a.txt", b"\noo.\noo.\n\n..o\n.@.\n")
            .starts_with("FILE: line 6, column 2: '@' means nothing")
    );
}

#[test]
fn more_pegs_in_the_goal_than_in_the_start() {
    assert_eq!(
        message("a.toml", toml("ooooo.\n", "oooooo\n").as_bytes()),
        "FILE: \"plus\": goal has 6 pegs, start has 5; jumps only remove pegs. Were the two swapped? \
         Putting pegs back leads from this start to this goal just if jumps lead back, or, with pegs and \
         vacancies exchanged, from the one to the other"
    );
    assert!(message("a", b"ooooo.\n\noooooo\n").starts_with("FILE: goal has 6 pegs, start has 5;"));
}

#[test]
fn a_board_or_a_start_with_nothing_in_it() {
    let bad = message("a.toml", toml("\n", "..o\n").as_bytes());
    assert_eq!(
        bad,
        "FILE: \"plus\": line 3, column 9: the picture is empty: it shows no hole; draw pegs as o and \
         vacancies as ."
    );
    assert!(message("a", b"# only this\n").starts_with("FILE: no hole of a board is drawn here"));
    let bad = "the start has no peg; put pegs where jumps shall begin";
    assert_eq!(
        message("a.toml", toml("...\n", "...\n").as_bytes()),
        format!("FILE: \"plus\": {bad}")
    );
    assert_eq!(message("a", b"...\n"), format!("FILE: {bad}"));
}

#[test]
fn an_unknown_field_with_its_line_and_the_known_fields() {
    let text = toml("oo.\n", "..o\n").replace("start", "strat");
    assert_eq!(
        message("a.toml", text.as_bytes()),
        "FILE: line 3, column 1: unknown field `strat`, expected one of `name`, `title`, `why`, \
         `source`, `expect`, `fewest_moves`, `game`, `board`, `geometry`, `start`, `goal`, `put_back`, `plan`"
    );
    let bad = message("a.toml", b"[[puzzel]]\n");
    assert!(
        bad.starts_with("FILE: line 1, column 3: unknown field `puzzel`, expected `puzzle`"),
        "{bad}"
    );
}

#[test]
fn words_that_name_nothing() {
    let with = |line: &str| message("a.toml", (toml("oo.\n", "..o\n") + line).as_bytes());
    assert_eq!(
        with("geometry = \"hexagon\"\n"),
        "FILE: \"plus\": line 9, column 12: no geometry is called \"hexagon\"; there are square, \
         triangle and square-diagonal"
    );
    assert!(
        with("board = \"anglais\"\n")
            .contains("no board is called \"anglais\"; there are english,")
    );
    assert!(
        with("expect = \"maybe\"\n")
            .contains("line 9, column 10: unknown variant `maybe`, expected one of `solvable`")
    );
    assert!(
        with("game = \"chess\"\n")
            .contains("the game is \"chess\"; there are peg (the default) and baseball")
    );
}

#[test]
fn truncated_and_empty_files() {
    assert!(message("a", b"").starts_with("FILE: the file is empty: there is no puzzle in it;"));
    let bad = message("a.toml", b"[[puzzle]]\nname = \"a\"\nstart = \"\"\"\noo.\n");
    assert_eq!(
        bad,
        "FILE: line 5, column 1: invalid multi-line basic string, expected `\"`"
    );
    let bad = message("a.toml", b"[[puzzle]]\nname = \"a\"\n");
    assert_eq!(bad, "FILE: line 1, column 1: missing field `start`");
    assert_eq!(
        message("a.pddl", b"(define (problem p)\n  (:init (free "),
        "FILE:2:10: the text ends at 2:15 before this list is closed; is the file complete?"
    );
}

#[test]
fn bytes_that_are_no_text() {
    assert_eq!(
        message("a.toml", b"[[puzzle]]\nname = \"\xff\""),
        "FILE: line 2: the text is not UTF-8; is it a text file? Save it as UTF-8"
    );
}

#[test]
fn pddl_of_another_domain() {
    assert_eq!(
        message("a.pddl", b"(define (problem p)\n(:domain Logistics))"),
        "FILE:2:1: the problem is of domain \"logistics\"; only peg solitaire is \
         read as a puzzle, domains named pegsol\u{2026}; saut plan DOMAIN PROBLEM decides any planning task, \
         and other commands take it with --domain DOMAIN"
    );
}

#[test]
fn several_puzzles_where_one_is_wanted() {
    let one = toml("oo.\n", "..o\n");
    let text = one.clone() + &one.replace("plus", "minus");
    assert_eq!(
        message("a.toml", text.as_bytes()),
        "FILE: there are 2 puzzles in it: plus, minus; choose one, as in FILE:plus"
    );
    let (_folder, path) = file("a.toml", text.as_bytes());
    let path = path.to_str().unwrap();
    assert_eq!(read(&format!("{path}:minus")).unwrap().name(), "minus");
    let bad = read(&format!("{path}:mins"))
        .unwrap_err()
        .to_string()
        .replace(path, "FILE");
    assert_eq!(
        bad,
        "FILE: no puzzle in it is called \"mins\"; did you mean minus? it has plus, minus"
    );
    assert!(
        message("a.toml", (one.clone() + &one).as_bytes())
            .contains("a second puzzle is called \"plus\"")
    );
}

#[test]
fn plans_that_are_none() {
    let central = bundled::named("central").unwrap();
    let bad = |text: &str| {
        read_plan(central.board(), text, None)
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        bad("45/47\n12/3z"),
        "line 2, column 1: \"12/3z\" is no jump; a jump is written 45/47, a sweep 75/73/53 or, row \
         first, 75x73x53"
    );
    assert!(
        bad("{\"plan\": [{\"from\": [3,1]")
            .starts_with("line 1, column 24: the JSON cannot be used:")
    );
    assert!(bad("").starts_with("there is no jump in the plan"));
}
