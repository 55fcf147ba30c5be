//! `saut count`, `saut hint` and the questions of `saut solve` about all solutions, from outside.

#[path = "common/saut.rs"]
mod saut;

use std::time::{Duration, Instant};

use saut::{Desk, command};
use serde_json::Value;

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn numbers_come_as_strings_and_for_people_with_commas() {
    let desk = Desk::new();
    let said = json(&desk.gives(0, "count pegsol-p08 --games --json").out);
    assert_eq!(
        (&said["puzzle"], &said["solutions"], &said["games"]),
        (&"pegsol-p08".into(), &"11510".into(), &"860832".into())
    );
    assert!(said["seconds"].is_number());
    let text = desk
        .gives(
            0,
            "count pegsol-p08 --boards --reachable --backward --distance 3 --levels",
        )
        .out;
    for part in [
        "11,510 solutions",
        "boards on some solution",
        "can be reached from the start",
        "from which the goal can be reached",
    ] {
        assert!(text.contains(part), "{text}");
    }
    let said = json(&desk.gives(0, "count triangle-15-corner --json").out);
    assert_eq!(said["solutions"], "29760");
}

#[test]
fn limits_leave_a_count_undecided_and_large_boards_are_refused() {
    let desk = Desk::new();
    let said = desk.gives(30, "count central --timeout 0 --json");
    assert_eq!(json(&said.out)["verdict"], "undecided");
    let said = desk.gives(30, "count central --memory 1 --json");
    assert_eq!(json(&said.out)["reason"], "memory");
    let said = desk.gives(2, "count square-9-central");
    assert!(said.err.contains("more than 64 holes"), "{said:?}");
    desk.gives(2, "count pegsol-p01 --resume");
    desk.gives(2, "hint square-9-central");
}

#[test]
fn a_killed_count_goes_on_from_its_levels_and_those_of_other_puzzles_are_refused() {
    let desk = Desk::new();
    let mut child = command(
        &desk.0,
        ["count", "pegsol-p27", "--threads", "1", "--save", "levels"],
    )
    .stdout(std::process::Stdio::null())
    .spawn()
    .unwrap();
    let (began, directory) = (Instant::now(), desk.0.path().join("levels"));
    let has_levels = || {
        let files = std::fs::read_dir(&directory)
            .into_iter()
            .flatten()
            .flatten();
        files
            .filter(|file| file.path().extension().is_some_and(|end| end == "level"))
            .count()
            == 2
    };
    while !has_levels() && began.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let said = desk.gives(2, "count pegsol-p27 --save levels");
    assert!(said.err.contains("--resume"), "{said:?}");
    let said = desk.gives(2, "count pegsol-p28 --save levels --resume");
    assert!(said.err.contains("another puzzle"), "{said:?}");
    let resumed = json(
        &desk
            .gives(0, "count pegsol-p27 --save levels --resume --levels --json")
            .out,
    );
    let whole = json(&desk.gives(0, "count pegsol-p27 --levels --json").out);
    assert_eq!(
        (&resumed["solutions"], &resumed["levels"]),
        (&whole["solutions"], &whole["levels"])
    );
    let file = directory.join("forward-64.level");
    let mut bytes = std::fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&file, bytes).unwrap();
    let said = desk.gives(2, "count pegsol-p27 --save levels --resume");
    assert!(said.err.contains("is broken"), "{said:?}");
}

#[test]
fn fewest_moves_are_said_with_their_proof_and_their_number() {
    let desk = Desk::new();
    let said = json(
        &desk
            .gives(
                0,
                "solve pegsol-p08 --minimise moves --count-optimal --json",
            )
            .out,
    );
    assert_eq!(
        (&said["moves"], &said["optimal"], &said["optimal_plans"]),
        (&6.into(), &true.into(), &"10".into())
    );
    assert_eq!(
        (&said["lower_bound"]["moves"], &said["checked"]),
        (&6.into(), &true.into())
    );
    desk.write("plan.json", said.to_string());
    desk.gives(0, "check pegsol-p08 plan.json");
    let said = json(&desk.gives(0, "solve pegsol-p08 --longest-sweep --json").out);
    assert_eq!(said["longest_sweep"], 4);
    let said = json(
        &desk
            .gives(20, "solve french-central --minimise moves --json")
            .out,
    );
    assert_eq!(said["verdict"], "infeasible");
    desk.gives(2, "solve pegsol-p08 --count-optimal");
}

#[test]
fn fewest_steps_are_proved_by_the_horizon_below() {
    let desk = Desk::new();
    let said = json(
        &desk
            .gives(0, "solve pegsol-p03 --minimise steps --json")
            .out,
    );
    assert_eq!(
        (&said["method"], &said["optimal"]),
        (&"forall".into(), &true.into())
    );
    let below = said["horizon"].as_u64().unwrap() - 1;
    desk.gives(
        30,
        &format!("solve pegsol-p03 --encoding forall --horizon {below} --json"),
    );
}

#[test]
fn solutions_are_printed_all_sampled_or_distinct() {
    let desk = Desk::new();
    let all = json(&desk.gives(0, "solve pegsol-p03 --all --json").out);
    let number = all["plans"].as_array().unwrap().len();
    assert_eq!(all["solutions"], number.to_string());
    let distinct = json(
        &desk
            .gives(0, "solve pegsol-p03 --all --distinct --json")
            .out,
    );
    assert!(distinct["plans"].as_array().unwrap().len() <= number);
    let sample = |seed: &str| {
        json(
            &desk
                .gives(
                    0,
                    &format!("solve pegsol-p08 --sample 5 --seed {seed} --json"),
                )
                .out,
        )["plans"]
            .clone()
    };
    assert_eq!(sample("1").as_array().unwrap().len(), 5);
    assert_eq!(sample("1"), sample("1"));
    assert_ne!(sample("1"), sample("2"));
    desk.gives(2, "solve pegsol-p03 --distinct");
    desk.gives(2, "solve pegsol-p03 --all --sample 3");
    let said = desk.gives(0, "solve pegsol-p26 --style packages");
    assert!(said.out.contains("to remember"), "{said:?}");
}

#[test]
fn a_hint_tells_the_good_jumps_and_the_mistake_of_a_game() {
    let desk = Desk::new();
    let said = json(&desk.gives(0, "hint pegsol-p02 --json").out);
    assert_eq!(said["solvable"], true);
    let sum: u64 = said["jumps"]
        .as_array()
        .unwrap()
        .iter()
        .map(|jump| jump["solutions"].as_str().unwrap().parse::<u64>().unwrap())
        .sum();
    assert_eq!(said["solutions"], sum.to_string());
    let bad = said["jumps"]
        .as_array()
        .unwrap()
        .iter()
        .find(|jump| jump["keeps"] == false);
    if let Some(bad) = bad {
        desk.write(
            "game.json",
            Value::from(vec![bad["jump"].clone()]).to_string(),
        );
        let said = json(&desk.gives(0, "hint pegsol-p02 game.json --json").out);
        assert_eq!(
            (&said["mistakes"], &said["solvable"]),
            (&1.into(), &false.into())
        );
        let said = desk.gives(0, "hint pegsol-p02 game.json");
        assert!(said.out.contains("a mistake"), "{said:?}");
    }
    desk.write("wrong.txt", "11/13");
    desk.gives(2, "hint pegsol-p02 wrong.txt");
    let words = ["hint", "central", "--position", "44 45", "--json"].map(str::to_owned);
    let said = json(&desk.gives_one_of(&[0], &words).out);
    assert_eq!(said["solvable"], false);
    let words = ["hint", "central", "--position", "44 99"].map(str::to_owned);
    desk.gives_one_of(&[2], &words);
}
