//! Colour baseball on the command line: what is printed, checked and refused.

use std::thread;
use std::time::Duration;

use crate::program::{Desk, command};
use crate::{ends_interrupted, start};
use saut::formats::{ReadOptions, load_bytes};
use serde_json::Value;

#[test]
fn the_example_is_solved_checked_again_and_refused_when_forged() {
    let desk = Desk::new();
    let said = desk.gives(0, "solve baseball-5 --json");
    let document = said.json();
    assert_eq!(
        (document["length"].as_u64(), &document["optimal"]),
        (Some(9), &Value::Bool(true))
    );
    let first = &document["plan"][0];
    assert_eq!(
        (first["token"].as_u64(), first["from"].as_u64()),
        (Some(1), Some(2))
    );
    desk.write("plan.json", &said.out);
    let checked = desk.gives(0, "check baseball-5 plan.json --json").json();
    assert_eq!(checked["optimal"], Value::Bool(true));
    desk.write(
        "forged.json",
        said.out.replacen("\"from\":2", "\"from\":4", 1),
    );
    let refused = desk.gives(1, "check baseball-5 forged.json");
    assert!(refused.err.contains("plan refused: step 1"), "{refused:?}");
    let mut other = document.clone();
    other["verdict"] = "infeasible".into();
    desk.write("other.json", other.to_string());
    let refused = desk.gives(1, "check baseball-5 other.json");
    assert!(refused.err.contains("claim \"verdict\""), "{refused:?}");
    let mut other = document.clone();
    other["lower_bound"]["by_pegs"] = 1000.into();
    desk.write("other.json", other.to_string());
    let open = desk.gives(0, "check baseball-5 other.json --json").json();
    assert_eq!(open["unverified"], serde_json::json!(["lower_bound"]));
    let undecided = desk.gives(30, "solve baseball-5 --timeout 0 --json").json();
    assert_eq!(undecided["reason"], "timeout");
}

#[test]
fn the_proof_of_optimality_is_kept_checked_and_refused_when_tampered_with() {
    let desk = Desk::new();
    let said = desk.gives(0, "solve baseball-5-line --proof p.drat --json");
    desk.write("result.json", &said.out);
    let excluded = said.json()["lower_bound"]["refuted"]
        .as_array()
        .unwrap()
        .len();
    assert!(excluded > 0, "{said:?}");
    assert_eq!(
        desk.gives(0, "check baseball-5-line result.json --json")
            .json()["optimal"],
        true
    );
    assert!(desk.0.path().join("p.drat.cnf").exists());
    desk.write("p.drat.34", "1 0\n-1 0\n0\n");
    let refused = desk.gives(1, "check baseball-5-line result.json");
    assert!(refused.err.contains("refused"), "{refused:?}");
    // Claiming less than there is to prove is noticed, too.
    let mut document = said.json();
    document["lower_bound"]["refuted"] = Value::Array(Vec::new());
    desk.write("bare.json", document.to_string());
    let refused = desk.gives(1, "check baseball-5-line bare.json");
    assert!(
        refused.err.contains("nothing excludes a plan of"),
        "{refused:?}"
    );
}

#[test]
fn distances_end_at_a_limit_or_an_interrupt() {
    let desk = Desk::new();
    for (flags, reason) in [("--timeout 0", "timeout"), ("--memory 1", "memory")] {
        let said = desk.gives(30, &format!("baseball distances 6 {flags} --json"));
        let document = said.json();
        assert_eq!(document["verdict"], "undecided", "{said:?}");
        assert_eq!(document["reason"], reason, "{said:?}");
    }
    let child = start(&mut command(
        &desk.0,
        ["baseball", "distances", "6", "--json"],
    ));
    thread::sleep(Duration::from_millis(300));
    ends_interrupted(child, Duration::from_secs(2));
    let limits = "--timeout 100 --memory 4000";
    desk.gives(0, &format!("baseball distances 3 {limits}"));
}

#[test]
fn the_hand_methods_take_25_and_39_steps() {
    let desk = Desk::new();
    let document = desk.gives(0, "baseball compare --json").json();
    let lengths: Vec<_> = document["methods"]
        .as_array()
        .unwrap()
        .iter()
        .map(|method| {
            (
                method["method"].as_str().unwrap(),
                method["length"].as_u64().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        lengths,
        [
            ("shortest", 9),
            ("one-base-at-a-time", 25),
            ("greedy-sweep", 39),
            ("turntable", 39)
        ]
    );
    let swept = desk.gives(0, "solve baseball-5 --strategy greedy-sweep --json");
    assert_eq!(swept.json()["method"], "greedy-sweep");
    desk.write("swept.json", &swept.out);
    assert_eq!(
        desk.gives(0, "check baseball-5 swept.json --json").json()["length"],
        39
    );
    let refused = desk.gives(2, "solve central --strategy greedy-sweep");
    assert!(
        refused
            .err
            .contains("the hand methods are for colour baseball")
    );
}

#[test]
fn a_game_is_traced_with_its_lists_and_its_useless_steps() {
    let desk = Desk::new();
    let said = desk.gives(0, "solve baseball-5 --strategy greedy-sweep --trace");
    assert!(
        said.out
            .contains("L 4,4,-1,0,1,1,2,2,3,3  SL 4,4,0,1,1,2,2,3,3"),
        "{said:?}"
    );
    assert!(said.out.contains("18 of 39 steps useless"), "{said:?}");
    assert!(said.out.contains("grows 0 times"), "{said:?}");
    let lines: Vec<&str> = said.out.lines().collect();
    let is_useless = |number: usize| {
        let start = format!("{number:>4}. ");
        lines
            .iter()
            .any(|line| line.starts_with(&start) && line.ends_with(", useless"))
    };
    assert!((1..=6).all(is_useless) && !is_useless(7), "{said:?}");
    let said = desk.gives(0, "solve baseball-5 --trace --json");
    let document = said.json();
    assert_eq!(
        (
            document["trace"].as_array().unwrap().len(),
            &document["useless_steps"]
        ),
        (9, &0.into())
    );
    desk.write("plan.json", &said.out);
    let checked = desk.gives(0, "check baseball-5 plan.json --json").json();
    assert_eq!(checked["unverified"], serde_json::json!([]));
    desk.write(
        "plan.json",
        said.out
            .replacen("\"useless_steps\":0", "\"useless_steps\":6", 1),
    );
    desk.gives(1, "check baseball-5 plan.json");
    let refused = desk.gives(2, "solve central --trace");
    assert!(refused.err.contains("--trace"), "{refused:?}");
}

#[test]
fn formulas_go_out_and_models_come_back() {
    let desk = Desk::new();
    desk.gives(
        0,
        "encode baseball-3 --encoding sequential --horizon 5 -o f.cnf",
    );
    let cnf = std::fs::read_to_string(desk.0.path().join("f.cnf")).unwrap();
    assert!(cnf.contains("move-1-0-1-10@1"), "{}", &cnf[..400]);
    let no_model = desk.write("no.txt", "s UNSATISFIABLE\n");
    assert!(no_model.exists());
    desk.gives(
        30,
        "decode baseball-3 --encoding sequential --horizon 5 --model no.txt",
    );
    let refused = desk.gives(2, "encode baseball-3 --format pddl");
    assert!(refused.err.contains("colour baseball"), "{refused:?}");
    let refused = desk.gives(2, "encode baseball-3 --encoding sequential");
    assert!(refused.err.contains("--horizon"), "{refused:?}");
}

#[test]
fn tables_and_pictures_are_printed() {
    let desk = Desk::new();
    let count = desk.gives(0, "baseball count 36 --json").json();
    let digits = count["configurations"].as_str().unwrap().len();
    assert_eq!(digits, 83);
    let distances = desk.gives(0, "baseball distances 4 --json").json();
    assert_eq!(distances["worst"], 14);
    let line = desk
        .gives(0, "baseball distances 3 --track line --json")
        .json();
    assert_eq!(line["worst"], 10);
    desk.gives(0, "baseball tree -o tree.svg");
    let tree = std::fs::read_to_string(desk.0.path().join("tree.svg")).unwrap();
    assert_eq!(tree.matches("<line").count(), 32);
    desk.gives(2, "baseball distances 9");
    let text = desk.gives(0, "baseball tree --format text").out;
    assert!(text.starts_with("[0 .] [1 1] [2 2]\n├─ "), "{text}");
    assert_eq!(text.lines().count(), 33);
    let document = desk.gives(0, "baseball tree --format text --json").json();
    assert_eq!(document["text"], text);
    desk.gives(0, "baseball tree --format text -o tree.txt");
    let written = std::fs::read_to_string(desk.0.path().join("tree.txt")).unwrap();
    assert_eq!(written, text);
    let refused = desk.gives(2, "baseball tree --bases 9");
    assert!(refused.err.contains("add --depth 2"), "{refused:?}");
    let refused = desk.gives(2, "baseball tree --bases 5 --depth 9");
    assert!(refused.err.contains("more than 500"), "{refused:?}");
    desk.gives(2, "baseball tree --bases 37 --depth 1");
    let part = desk
        .gives(0, "baseball tree --bases 5 --depth 2 --json")
        .json();
    let numbers: Vec<u64> = part["by_distance"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it.as_u64().unwrap())
        .collect();
    let drawn = part["svg"].as_str().unwrap().matches("<line").count() as u64;
    assert_eq!((numbers.len(), numbers.iter().sum::<u64>()), (3, drawn + 1));
    desk.gives(2, "baseball count 0");
    desk.gives(2, "baseball compare central");
    desk.gives(30, "baseball distances 4 --timeout 0");
    let shown = desk.gives(0, "show baseball-5");
    assert!(
        shown.out.contains("[4 4] [0 .] [1 1] [2 2] [3 3]"),
        "{shown:?}"
    );
    assert!(
        desk.gives(0, "list baseball")
            .out
            .contains("baseball-5-worst")
    );
}

#[test]
fn unusable_games_are_refused_each_with_its_message() {
    let entry = |fields: &str| format!("[[puzzle]]\nname = \"t\"\ngame = \"baseball\"\n{fields}\n");
    for (fields, message) in [
        ("start = [[1, 1], [0]]\ngoal = [[0], [1, 1]]", ""),
        ("start = [[1], [1, 0]]\ntrack = \"line\"", ""),
        ("start = [[0]]", "there are 1 bases; a game has 2 to 36"),
        (
            "start = [[1, 1], [0], [2]]",
            "there are 2 holes; there must be one",
        ),
        (
            "start = [[1, 1], [0, 0]]",
            "there are 0 holes; there must be one",
        ),
        (
            "start = [[1, 5], [0]]",
            "base 0 has a token of colour 5, but the colours are 0 to 1",
        ),
        (
            "start = [[1, -1], [0]]",
            "base 0 has a token -1, which is no colour",
        ),
        (
            "start = [[1, 1, 0], []]",
            "base 0 has 3 tokens, but only 2 places",
        ),
        ("start = [[0, 1], [0]]", "colour 0 has 2 tokens, not 1"),
        (
            "start = [[1, 1], [0]]\ngoal = [[0, 1], [0]]",
            "colour 0 has 2 tokens, not 1",
        ),
        (
            "start = [[1, 1], [0]]\ngoal = [[0], [1, 1], [2, 2]]",
            "the start has 2 bases, the goal 3",
        ),
        (
            "start = [[1, 1], [0]]\ntrack = \"star\"",
            "no track is called \"star\"",
        ),
        (
            "start = [[1, 1], [0]]\ncapacity = 9",
            "a base has 9 places; a game has 2 to 4",
        ),
        (
            "start = [[1, 1], [0]]\nexpect = \"infeasible\"",
            "expect is \"infeasible\"",
        ),
        (
            "start = [[1, 1], [0]]\nboard = \"english\"",
            "unknown field `board`",
        ),
        ("start = \"ooo\"", "invalid type: string"),
        ("", "missing field `start`"),
    ] {
        match load_bytes(entry(fields).as_bytes(), "t.toml", &ReadOptions::default()) {
            Ok(_) => assert_eq!(message, "", "{fields}"),
            Err(bad) => {
                let bad = bad.to_string();
                assert!(
                    !message.is_empty() && bad.contains(message),
                    "{fields}: {bad}"
                );
            }
        }
    }
    let mixed = entry("start = [[1, 1], [0]]")
        + "[[puzzle]]\nname = \"u\"\nstart = \"oo.\"\ngoal = \"..o\"\n";
    let bad = load_bytes(mixed.as_bytes(), "t.toml", &ReadOptions::default())
        .unwrap_err()
        .to_string();
    assert!(bad.contains("two games"), "{bad}");
    let other = entry("start = [[1, 1], [0]]").replace("\"baseball\"", "\"chess\"");
    let bad = load_bytes(other.as_bytes(), "t.toml", &ReadOptions::default())
        .unwrap_err()
        .to_string();
    assert!(
        bad.contains("the game is \"chess\"; there are peg"),
        "{bad}"
    );
}
