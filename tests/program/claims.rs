//! Every claim of a document is verified, refused or named; proofs are read from beside it only; a
//! question at one horizon ends; an interrupted run still answers.

use std::collections::BTreeSet;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use crate::program::{Desk, Said, command};
use saut::explore::{FewestMoves, OptimalPlans, SolutionGraph};
use saut::formats::{ReadOptions, bundled};
use saut::peg::{Geometry, Goal, Jump, Position, Puzzle, boards, moves};
use saut::search::SearchSettings;
use saut::{formats, simulate};
use serde_json::{Value, json};

fn document(said: &Said) -> Value {
    serde_json::from_str(&said.out).unwrap_or_else(|error| panic!("{error}: {said:?}"))
}

fn with(document: &Value, field: &str, value: impl Into<Value>) -> String {
    let mut changed = document.clone();
    changed[field] = value.into();
    changed.to_string()
}

/// The goal leaves all holes open but one, which a single jump leaves.
const OPEN: &str = "[[puzzle]]\nname = \"open\"\nstart = \"\"\"\noooo.o\noo.ooo\n\"\"\"\n\
    goal = \"\"\"\n??????\n.?????\n\"\"\"\n";

#[test]
fn a_false_claim_about_a_peg_plan_is_refused_and_a_true_one_is_told() {
    let desk = Desk::new();
    let plain = document(&desk.gives(0, "solve pegsol-p08 --json"));
    desk.write("plain", plain.to_string());
    let said = desk.gives(0, "check pegsol-p08 plain --json");
    assert_eq!(document(&said)["unverified"], json!([]), "{said:?}");
    let least = document(&desk.gives(0, "solve pegsol-p08 --minimise moves --json"));
    assert!(plain["moves"].as_u64() >= least["moves"].as_u64());
    // Fewest moves, jump by jump worse: the claim is false.
    let all = document(&desk.gives(0, "solve pegsol-p03 --all --json"));
    let lengths = |plan: &Value| plan.as_array().unwrap().len();
    let fewest = document(&desk.gives(0, "solve pegsol-p03 --minimise moves --json"));
    let mut refused = 0;
    for plan in all["plans"].as_array().unwrap().iter().take(40) {
        assert_eq!(lengths(plan), lengths(&fewest["plan"]));
        desk.write("claim", json!({"plan": plan, "optimal": true}).to_string());
        let words = ["check", "pegsol-p03", "claim"].map(str::to_owned);
        let said = desk.gives_one_of(&[0, 1], &words);
        let is_refused = said.err.contains("claim \"optimal\" refused");
        assert_eq!(said.status, Some(i32::from(is_refused)), "{said:?}");
        refused += usize::from(is_refused);
    }
    assert!(refused > 0, "every plan has the fewest moves");
    for (field, value, part) in [
        ("moves", json!(1), "claim \"moves\" refused"),
        ("moves", json!("6"), "claim \"moves\" refused"),
        ("steps", json!(1), "claim \"steps\" refused"),
        ("longest_sweep", json!(9), "claim \"longest_sweep\" refused"),
        (
            "optimal_plans",
            json!("11"),
            "claim \"optimal_plans\" refused",
        ),
        ("packages", json!([]), "claim \"packages\" refused"),
        ("length", json!(3), "claim \"length\" refused"),
    ] {
        desk.write("false", with(&least, field, value));
        let said = desk.gives(1, "check pegsol-p08 false");
        assert!(said.err.contains(part) && said.out.is_empty(), "{said:?}");
    }
    desk.write("true", with(&least, "longest_sweep", 4));
    let said = desk.gives(0, "check pegsol-p08 true --json");
    assert_eq!(document(&said)["optimal"], true);
    desk.write("odd", with(&least, "beauty", 10));
    let said = desk.gives(0, "check pegsol-p08 odd");
    assert!(said.out.contains("not verified: beauty"), "{said:?}");
    let said = document(&desk.gives(0, "check pegsol-p08 odd --json"));
    assert_eq!(said["unverified"], json!(["beauty"]));
    let said = document(&desk.gives(30, "check pegsol-p08 true --timeout 0 --json"));
    assert_eq!(said["reason"], "timeout");
}

#[test]
fn fewest_jumps_carry_their_lower_bound_and_its_proofs() {
    let desk = Desk::new();
    desk.write("open.toml", OPEN);
    let said = desk.gives(0, "solve open.toml --minimise jumps --proof p --json");
    let found = document(&said);
    assert_eq!(found["optimal"], true, "{said:?}");
    let bound = &found["lower_bound"];
    assert!(bound["by_pegs"].is_number(), "{bound}");
    desk.write("r", &said.out);
    let checked = document(&desk.gives(0, "check open.toml r --json"));
    assert_eq!(
        (&checked["optimal"], &checked["unverified"]),
        (&true.into(), &json!([]))
    );
    // Without what excludes fewer, or with more than it excludes, the claim is refused.
    let own = found["plan"].as_array().unwrap().len();
    assert!(own > bound["by_pegs"].as_u64().unwrap().try_into().unwrap());
    desk.write(
        "bare",
        with(
            &found,
            "lower_bound",
            json!({"by_pegs": bound["by_pegs"], "refuted": []}),
        ),
    );
    let said = desk.gives(1, "check open.toml bare");
    assert!(said.err.contains("nothing excludes a plan of"), "{said:?}");
    if bound.get("cone").is_some() {
        let mut more = found.clone();
        more["lower_bound"]["cone"]["least"] = (own + 1).into();
        desk.write("more", more.to_string());
        let said = desk.gives(1, "check open.toml more");
        assert!(said.err.contains("lower_bound.cone"), "{said:?}");
    }
}

#[test]
fn fewest_steps_are_checked_by_the_proof_of_the_horizon_below() {
    let desk = Desk::new();
    let said = desk.gives(0, "solve pegsol-p03 --minimise steps --proof p --json");
    desk.write("r", &said.out);
    assert_eq!(
        document(&desk.gives(0, "check pegsol-p03 r --json"))["optimal"],
        true
    );
    let found = document(&said);
    desk.write(
        "slow",
        with(&found, "steps", found["steps"].as_u64().unwrap() + 1),
    );
    let said = desk.gives(1, "check pegsol-p03 slow");
    assert!(said.err.contains("nothing excludes a plan of"), "{said:?}");
    let said = desk.gives(0, "solve pegsol-p03 --minimise steps --json");
    desk.write("unkept", said.out);
    let said = document(&desk.gives(0, "check pegsol-p03 unkept --json"));
    assert_eq!(said["unverified"], json!(["optimal"]));
}

#[test]
fn a_proof_is_kept_or_it_is_said_why_not() {
    let desk = Desk::new();
    for (status, arguments, reason) in [
        (0, "pegsol-p01", "needs no proof"),
        (20, "french-central", "(class) is no DRAT proof"),
        (30, "square-15-central --timeout 0", "the end was timeout"),
        (0, "pegsol-p01 --minimise moves", "leaves no DRAT proof"),
        (0, "pegsol-p01 --all", "need no proof"),
        (0, "baseball-5 --strategy greedy-sweep", "needs no proof"),
    ] {
        let said = desk.gives(status, &format!("solve {arguments} --proof p --json"));
        assert!(
            said.err.contains("--proof p: nothing was written"),
            "{said:?}"
        );
        let found = document(&said);
        assert_eq!(found.get("proof"), Some(&Value::Null), "{found}");
        assert!(
            found["proof_reason"].as_str().unwrap().contains(reason),
            "{found}"
        );
        assert!(!desk.0.path().join("p").exists());
    }
    let said = desk.gives(0, "solve pegsol-p03 --minimise steps --proof p --json");
    assert_eq!(
        (&document(&said)["proof"], said.err.as_str()),
        (&"p".into(), "")
    );
}

#[test]
fn a_document_opens_no_file_but_those_beside_it() {
    let desk = Desk::new();
    let folder = desk.0.path();
    desk.write("knot", ".ooo\no...\no.oo\n\no...\n....\n..oo\n");
    let flags = "--no-criteria --encoding sequential --backend varisat --json";
    let said = desk.gives(20, &format!("solve knot --proof p {flags}"));
    let found = document(&said);
    std::fs::create_dir(folder.join("out")).unwrap();
    std::fs::rename(folder.join("p"), folder.join("out/p")).unwrap();
    desk.write("out/r", found.to_string());
    desk.gives(20, "check knot out/r");
    desk.write("r", found.to_string());
    let said = desk.gives(2, "check knot r");
    assert!(said.err.contains("p: there is no such file"), "{said:?}");
    // An absolute name is not written into a document.
    let absolute = folder.join("q").display().to_string();
    let said = desk.gives(20, &format!("solve knot --proof {absolute} {flags}"));
    assert_eq!(document(&said)["certificate"]["file"], "q");
    let made = std::process::Command::new("mkfifo")
        .arg(folder.join("fifo"))
        .status();
    assert!(made.unwrap().success());
    std::os::unix::fs::symlink("/dev/zero", folder.join("link")).unwrap();
    for (name, part) in [
        ("/dev/zero", "beside it"),
        ("../p", "beside it"),
        ("out/../../p", "beside it"),
        ("link", "out of the document's folder"),
        ("fifo", "no regular file"),
        ("out", "no regular file"),
    ] {
        let mut forged = found.clone();
        forged["certificate"]["file"] = name.into();
        desk.write("forged", forged.to_string());
        let began = Instant::now();
        let said = desk.gives(2, "check knot forged");
        assert!(said.err.contains(part), "{name}: {said:?}");
        assert!(began.elapsed() < Duration::from_secs(20));
    }
}

/// Every solution of a puzzle, by plain recursion.
fn every(puzzle: &Puzzle) -> Vec<Vec<Jump>> {
    fn go_on(puzzle: &Puzzle, at: &Position, played: &mut Vec<Jump>, all: &mut Vec<Vec<Jump>>) {
        if puzzle.goal().is_met_by(at) {
            all.push(played.clone());
        }
        for &jump in puzzle.board().jumps() {
            let mut next = at.clone();
            if simulate::play(puzzle.board(), &mut next, jump).is_ok() {
                played.push(jump);
                go_on(puzzle, &next, played, all);
                played.pop();
            }
        }
    }
    let mut all = Vec::new();
    go_on(puzzle, puzzle.start(), &mut Vec::new(), &mut all);
    all
}

/// The number of plans with the fewest moves, counted, listed and by recursion.
fn optimal_plans(puzzle: &Puzzle) -> [usize; 3] {
    let winning = SolutionGraph::new(puzzle, &SearchSettings::default()).unwrap();
    let fewest = FewestMoves::new(&winning).unwrap();
    let optimal = OptimalPlans::new(&fewest).unwrap();
    let listed: BTreeSet<Vec<usize>> = optimal.each(usize::MAX).unwrap().into_iter().collect();
    let all = every(puzzle);
    let lengths = || all.iter().map(|jumps| moves(jumps).len());
    let least = lengths().min();
    assert_eq!(fewest.moves(), least);
    let own = lengths().filter(|&length| Some(length) == least).count();
    if let Some(plan) = fewest.plan() {
        let plan = simulate::replay(puzzle, plan).unwrap();
        assert_eq!(Some(moves(&plan.jumps()).len()), least);
    }
    [usize::try_from(optimal.plans()).unwrap(), listed.len(), own]
}

#[test]
fn plans_that_go_on_behind_an_open_goal_are_counted_as_recursion_counts_them() {
    let read = |text: &str, geometry: Option<Geometry>| {
        let options = geometry.map_or_else(ReadOptions::default, ReadOptions::from);
        let loaded = formats::load("-", text.as_bytes(), &options);
        loaded.unwrap().only().unwrap().peg().unwrap()
    };
    let row = read("ooooo.oooo\n\n?.?????.??\n", None);
    assert_eq!(optimal_plans(&row), [8, 8, 8]);
    let diagonal = read(
        "o.o..o\no.oooo\n..ooo.\n\n?.o???\n??????\n???.??\n",
        Some(Geometry::SquareDiagonal),
    );
    let [counted, listed, own] = optimal_plans(&diagonal);
    assert_eq!([counted, listed], [own, own]);
    let board = boards::named("square-4").unwrap();
    let holes =
        |bits: usize| Position::from_holes(16, (0..16).filter(|hole| bits >> hole & 1 == 1));
    let mut open = 0;
    for number in 0..150_usize {
        // Scattered bits: a few pegs, a few wanted, most holes open.
        let mixed = number.wrapping_mul(0x9e37_79b9) ^ number << 7;
        let start = holes(mixed & (mixed >> 5 | 0b0110_0110_0110_0110) & 0xffff);
        let wanted = holes(mixed >> 9 & mixed >> 3 & 0xffff);
        let goal = Goal::partial(&wanted, holes(!(mixed >> 11 & mixed >> 2) & 0xffff));
        let Ok(puzzle) = Puzzle::new("drawn", board.clone(), start.clone(), goal) else {
            continue;
        };
        if start.pegs() > 8 {
            continue;
        }
        let [counted, listed, own] = optimal_plans(&puzzle);
        assert_eq!([counted, listed], [own, own], "{number}");
        open += usize::from(own > 1);
    }
    assert!(open > 0, "{open}");
}

#[test]
fn a_horizon_that_is_too_small_ends_with_what_was_shown() {
    let desk = Desk::new();
    for (arguments, steps, is_proved) in [
        ("pegsol-p02 --encoding sequential --horizon 2", 2, true),
        ("pegsol-p02 --encoding forall --horizon 1", 1, true),
        ("pegsol-p02 --encoding forall --horizon 0", 0, true),
        (
            "pegsol-p02 --encoding r2-exists/direction --horizon 0",
            0,
            true,
        ),
        ("pegsol-p02 --horizon 0", 0, false),
        ("pegsol-p02 --horizon 0 --orders 7", 0, false),
        (
            "pegsol-p02 --encoding r2-exists --horizon 0 --orders 3",
            0,
            false,
        ),
        ("baseball-3 --encoding sequential --horizon 2", 2, false),
        ("baseball-3 --encoding forall --horizon 1", 1, false),
        ("baseball-3 --encoding r2-exists --horizon 0", 0, false),
        (
            "baseball-3 --encoding r2-exists/fresh:3 --horizon 0",
            0,
            false,
        ),
    ] {
        let began = Instant::now();
        let said = desk.gives(30, &format!("solve {arguments} --no-criteria --json"));
        assert!(began.elapsed() < Duration::from_secs(60), "{arguments}");
        let found = document(&said);
        assert_eq!(found["reason"], "horizon-refuted", "{arguments}: {found}");
        assert_eq!(found["horizon"], steps, "{arguments}: {found}");
        assert!(found["proof_checked"].is_boolean(), "{arguments}: {found}");
        if is_proved {
            assert_eq!(found["proof_checked"], true, "{arguments}: {found}");
        }
        let said = desk.gives(30, &format!("solve {arguments} --no-criteria"));
        assert!(
            said.out.contains(&format!("no plan in {steps} step")),
            "{said:?}"
        );
    }
    let said = desk.gives(
        30,
        "solve pegsol-p02 --encoding forall --horizon 1 --proof p --json",
    );
    assert_eq!(document(&said)["proof"], "p");
    desk.gives(2, "solve pegsol-p02 --orders 3");
    desk.gives(2, "solve pegsol-p02 --horizon 1 --orders 0");
    desk.gives(2, "solve baseball-3 --horizon 1 --orders 2");
}

fn signal(process: u32, name: &str) {
    let kill = std::process::Command::new("kill")
        .args([name, &process.to_string()])
        .status();
    assert!(kill.unwrap().success());
}

#[test]
fn a_second_signal_right_after_the_first_takes_no_answer_away() {
    let desk = Desk::new();
    let words = "solve square-15-central --method formulas --threads 2 --json".split(' ');
    let mut command = command(&desk.0, words);
    let child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    thread::sleep(Duration::from_millis(800));
    signal(child.id(), "-TERM");
    signal(child.id(), "-TERM");
    let said = Said::from(child.wait_with_output().unwrap());
    assert_eq!(said.status, Some(30), "{said:?}");
    assert_eq!(document(&said)["reason"], "interrupted");
}

#[test]
fn an_army_jumps_no_more_than_it_needs_to() {
    let desk = Desk::new();
    let found = document(&desk.gives(0, "solve army-4 --json"));
    let number = found["plan"].as_array().unwrap().len();
    assert!(number < 60, "{number} jumps");
    desk.write("r", found.to_string());
    desk.gives(0, "check army-4 r");
    assert!(bundled::named("army-4").is_ok());
}

#[test]
fn a_document_of_many_plans_is_replayed_and_counted() {
    let desk = Desk::new();
    let all = document(&desk.gives(0, "solve pegsol-p03 --all --json"));
    desk.write("all", all.to_string());
    let said = desk.gives(0, "check pegsol-p03 all");
    assert!(
        said.out.contains("holds as claimed: solutions, complete"),
        "{said:?}"
    );
    let sample = document(&desk.gives(0, "solve pegsol-p03 --sample 3 --json"));
    desk.write("sample", sample.to_string());
    let said = desk.gives(0, "check pegsol-p03 sample");
    assert!(said.out.contains("not verified: complete ("), "{said:?}");
    let distinct = document(&desk.gives(0, "solve pegsol-p03 --all --distinct --json"));
    desk.write("distinct", distinct.to_string());
    let said = document(&desk.gives(0, "check pegsol-p03 distinct --json"));
    assert_eq!(
        said["unverified"],
        json!(["distinct", "complete", "solutions"])
    );

    desk.write("false", with(&all, "solutions", "7"));
    let said = desk.gives(1, "check pegsol-p03 false");
    assert!(said.err.contains("claim \"solutions\" refused"), "{said:?}");
    let mut plans = all["plans"].as_array().unwrap().clone();
    plans[1].as_array_mut().unwrap().reverse();
    desk.write("false", with(&all, "plans", plans));
    let said = desk.gives(1, "check pegsol-p03 false");
    assert!(said.err.contains("plan 2: plan refused"), "{said:?}");
    for whole in [&distinct, &all] {
        let mut plans = whole["plans"].as_array().unwrap().clone();
        plans.push(plans[0].clone());
        desk.write("false", with(whole, "plans", plans));
        let said = desk.gives(1, "check pegsol-p03 false");
        assert!(said.err.contains("stands twice"), "{said:?}");
    }
    // A draw may bring what was drawn before.
    let mut plans = sample["plans"].as_array().unwrap().clone();
    plans.push(plans[0].clone());
    desk.write("twice", with(&sample, "plans", plans));
    let said = desk.gives(0, "check pegsol-p03 twice");
    assert!(said.out.contains("not verified: complete ("), "{said:?}");
}

#[test]
fn a_verdict_that_a_plan_contradicts_is_refused_and_so_is_one_that_is_none() {
    let desk = Desk::new();
    let solved = document(&desk.gives(0, "solve pegsol-p01 --json"));
    for verdict in [
        json!("infeasible"),
        json!("undecided"),
        json!("x"),
        json!(""),
        json!(null),
    ] {
        desk.write("false", with(&solved, "verdict", verdict));
        let said = desk.gives(1, "check pegsol-p01 false");
        assert!(said.err.contains("claim \"verdict\" refused: "), "{said:?}");
    }
    desk.write("bare", json!({"plan": solved["plan"]}).to_string());
    for (file, text) in [("bare", None), ("solved", Some(solved.to_string()))] {
        if let Some(text) = text {
            desk.write(file, text);
        }
        desk.gives(0, &format!("check pegsol-p01 {file}"));
    }
}

#[test]
fn a_document_that_says_that_there_is_no_plan_says_nothing_of_one() {
    let desk = Desk::new();
    let infeasible = document(&desk.gives(20, "solve french-central --json"));
    for (field, value) in [
        ("optimal", json!(true)),
        ("moves", json!(3)),
        ("steps", json!(-5)),
        ("optimal_plans", json!("17")),
        ("plan", json!([])),
    ] {
        desk.write("false", with(&infeasible, field, value));
        let said = desk.gives(1, "check french-central false");
        assert!(said.err.contains(" refused: "), "{said:?}");
    }
    for (field, value, unverified) in [
        ("optimal", json!(false), json!([])),
        ("beauty", json!(10), json!(["beauty"])),
    ] {
        desk.write("odd", with(&infeasible, field, value));
        let said = document(&desk.gives(20, "check french-central odd --json"));
        assert_eq!(said["unverified"], unverified);
    }
    let said = desk.gives(20, "check french-central odd");
    assert!(said.out.contains("\nnot verified: beauty ("), "{said:?}");
}

#[test]
fn every_part_of_a_bound_of_moves_is_compared() {
    let desk = Desk::new();
    let fewest = document(&desk.gives(0, "solve pegsol-p05 --minimise moves --json"));
    desk.write("true", fewest.to_string());
    let said = document(&desk.gives(0, "check pegsol-p05 true --json"));
    assert_eq!(said["unverified"], json!([]));
    for (part, value) in [
        ("positions", json!(1000)),
        ("by", json!("a proof of Gauss")),
        ("moves", json!(2)),
        ("merson_regions", json!(77)),
    ] {
        let mut false_bound = fewest["lower_bound"].clone();
        false_bound[part] = value;
        desk.write("false", with(&fewest, "lower_bound", false_bound));
        let said = desk.gives(1, "check pegsol-p05 false");
        let claim = format!("claim \"lower_bound.{part}\" refused");
        assert!(said.err.contains(&claim), "{said:?}");
    }
}

#[test]
fn a_claim_that_no_check_is_for_is_named_and_none_is_lost() {
    let desk = Desk::new();
    let unverified = |text: String, puzzle: &str| {
        desk.write("claim", text);
        document(&desk.gives(0, &format!("check {puzzle} claim --json")))["unverified"].clone()
    };
    let refused = |text: String, puzzle: &str, status: i32| {
        desk.write("claim", text);
        desk.gives(status, &format!("check {puzzle} claim")).err
    };
    let all = document(&desk.gives(0, "solve pegsol-p03 --all --json"));
    let none = unverified(with(&all, "distinct", false), "pegsol-p03");
    assert_eq!(none, json!([]));
    for (field, value) in [
        ("optimal", json!(true)),
        ("complete", json!(1)),
        ("steps", json!(1)),
        ("longest_sweep", json!(99)),
        ("lower_bound", json!(77)),
    ] {
        let named = unverified(with(&all, field, value), "pegsol-p03");
        assert_eq!(named, json!([field]));
    }
    let no_plan = refused(with(&all, "plans", json!([])), "pegsol-p03", 1);
    assert!(no_plan.contains("has no plan"), "{no_plan}");
    let both = with(&all, "plan", all["plans"][0].clone());
    assert!(unverified(both, "pegsol-p03").to_string().contains("plans"));

    let jumps = document(&desk.gives(0, "solve pegsol-p07 --minimise jumps --json"));
    for (bound, named) in [
        (json!({"by_pegs": 10}), json!([])),
        (
            json!({"by_pegs": 10, "jumps": 1000}),
            json!(["lower_bound"]),
        ),
        (
            json!({"by_distances": 3, "by_pegs": 10}),
            json!(["lower_bound"]),
        ),
    ] {
        assert_eq!(
            unverified(with(&jumps, "lower_bound", bound), "pegsol-p07"),
            named
        );
    }
    for (bound, status) in [(json!([10, null, []]), 1), (json!({"by_pegs": 11}), 1)] {
        refused(with(&jumps, "lower_bound", bound), "pegsol-p07", status);
    }
    // A bound that the plan contradicts is refused; another is named where it is not said to be reached.
    let own = jumps["moves"].as_u64().unwrap();
    let bare = |bound: Value| {
        let mut loose: Value = serde_json::from_str(&with(&jumps, "optimal", false)).unwrap();
        loose["lower_bound"] = bound;
        loose.to_string()
    };
    for moves in [json!(0), json!(1), json!(own), json!(-1), json!(null)] {
        let named = unverified(bare(json!({"moves": moves})), "pegsol-p07");
        assert_eq!(named, json!(["lower_bound"]), "{moves}");
    }
    let said = refused(bare(json!({"moves": own + 1})), "pegsol-p07", 1);
    assert!(
        said.contains("claim \"lower_bound.moves\" refused"),
        "{said}"
    );
    // "Optimal" is said or not: nothing else is taken for a yes.
    for said in [json!(false), json!(null)] {
        assert_eq!(
            unverified(with(&jumps, "optimal", said), "pegsol-p07"),
            json!([])
        );
    }
    for said in [json!(0), json!(1), json!("true"), json!([]), json!({})] {
        let refused = refused(with(&jumps, "optimal", said), "pegsol-p07", 1);
        assert!(refused.contains("claim \"optimal\" refused"), "{refused}");
    }
    // A bound of moves is one, whatever stands beside it.
    let moves = document(&desk.gives(0, "solve pegsol-p07 --minimise moves --json"));
    desk.write("claim", moves.to_string());
    let held = document(&desk.gives(0, "check pegsol-p07 claim --json"));
    assert_eq!(
        (&held["optimal"], &held["measure"]),
        (&json!(true), &json!("moves"))
    );
    let mut longer = moves.clone();
    longer["plan"] = jumps["plan"].clone();
    longer["moves"] = jumps["moves"].clone();
    longer["lower_bound"] = json!({"moves": jumps["moves"], "by_pegs": 10});
    let said = refused(longer.to_string(), "pegsol-p07", 1);
    assert!(said.contains("claim \"optimal\" refused"), "{said}");
    // What a reader of plans passes over, and nobody can read.
    let text = moves.to_string().replacen('{', "{\"x\": 1e999, ", 1);
    refused(text, "pegsol-p07", 2);
}

#[test]
fn a_proof_that_was_not_kept_is_named() {
    let desk = Desk::new();
    let flags = "solve pegsol-p07 --minimise steps --proof steps.drat --json";
    let steps = document(&desk.gives(0, flags));
    desk.write("claim", steps.to_string());
    let held = document(&desk.gives(0, "check pegsol-p07 claim --json"));
    assert_eq!(
        (&held["optimal"], &held["measure"]),
        (&json!(true), &json!("steps"))
    );
    let mut more = steps.clone();
    let not_kept =
        json!({"horizon": 100, "encoding": "forall", "at_most_one": "", "format": "drat"});
    more["lower_bound"]["refuted"]
        .as_array_mut()
        .unwrap()
        .push(not_kept);
    desk.write("claim", more.to_string());
    let open = document(&desk.gives(0, "check pegsol-p07 claim --json"));
    assert_eq!(open["unverified"], json!(["optimal"]));
}
