//! `saut cube`, `conquer`, `merge`, `status` and `submit` from outside: jobs in pieces, and what goes
//! wrong with them.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use crate::program::{Desk, Said, command};

/// Passes every linear test; refuted in about a second.
const HARD: &str = "hard-fr-01";

/// Has plans.
const EASY: &str = "pegsol-p04";

/// A desk with a job of this number of cubes, none of them run.
fn cut(puzzle: &str, cubes: usize) -> Desk {
    let desk = Desk::new();
    let said = desk.gives(0, &format!("cube {puzzle} job --cubes {cubes} --json"));
    assert_eq!(said.json()["pieces"], cubes, "{said:?}");
    desk
}

fn conquer(desk: &Desk, index: usize) {
    let said = desk.gives(0, &format!("conquer job --index {index} --json"));
    assert_eq!(said.json()["outcome"], "done", "{said:?}");
}

/// A desk with a job of which all pieces are refuted.
fn refuted(cubes: usize) -> Desk {
    let desk = cut(HARD, cubes);
    (0..cubes).for_each(|index| conquer(&desk, index));
    desk
}

fn merged(desk: &Desk, status: i32) -> Value {
    desk.gives(status, "merge job --json").json()
}

/// The files of the pieces with this ending, in order.
fn files(desk: &Desk, ending: &str) -> Vec<PathBuf> {
    let all = fs::read_dir(desk.0.path().join("job/pieces")).unwrap();
    let mut files: Vec<PathBuf> = all.map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.to_str().unwrap().ends_with(ending));
    files.sort();
    files
}

#[test]
fn cubes_that_are_all_refuted_make_a_certificate_that_check_accepts() {
    let desk = refuted(4);
    let document = merged(&desk, 20);
    assert_eq!(document["verdict"], "infeasible");
    assert_eq!(document["certificate"]["kind"], "cubes");
    assert_eq!(
        document["certificate"]["pieces"].as_array().unwrap().len(),
        4
    );
    let checked = desk
        .gives(20, &format!("check {HARD} job/result.json --json"))
        .json();
    assert_eq!(checked["verdict"], "infeasible");
    let other = desk.gives(1, "check hard-fr-02 job/result.json");
    assert!(other.err.contains("certificate refused"), "{other:?}");
}

#[test]
fn a_job_that_nobody_has_begun_is_done_to_no_per_cent() {
    let desk = cut(HARD, 2);
    let said = desk.gives(0, "status job");
    assert!(
        said.out.contains("0 of 2 pieces done, 0 % of the tree"),
        "{said:?}"
    );
    let json = desk.gives(0, "status job --json");
    assert!(!json.out.contains("-0.0"), "{json:?}");
}

#[test]
fn check_reads_no_proof_of_another_folder_and_misses_one_that_is_gone() {
    let desk = refuted(2);
    merged(&desk, 20);
    let whole = fs::read_to_string(desk.0.path().join("job/result.json")).unwrap();
    let mut document: Value = serde_json::from_str(&whole).unwrap();
    document["certificate"]["pieces"][0]["file"] = "/dev/zero".into();
    desk.write("job/changed.json", document.to_string());
    desk.gives(2, &format!("check {HARD} job/changed.json"));
    fs::remove_file(&files(&desk, ".drat")[1]).unwrap();
    desk.gives(2, &format!("check {HARD} job/result.json"));
}

#[test]
fn merge_says_exactly_what_is_missing_and_the_command_for_it() {
    let desk = cut(HARD, 4);
    for index in [0, 2] {
        conquer(&desk, index);
    }
    assert_eq!(merged(&desk, 30)["missing"], serde_json::json!([1, 3]));
    let text = desk.gives(30, "merge job").out;
    assert!(text.contains("saut conquer job --index 1\n"), "{text}");
    assert!(text.contains("saut conquer job --index 3\n"), "{text}");
    assert!(!text.contains("--index 2"), "{text}");
    let status = desk.gives(0, "status job --json").json();
    assert_eq!((&status["pieces"], &status["done"]), (&4.into(), &2.into()));
    for index in [1, 3] {
        conquer(&desk, index);
    }
    merged(&desk, 20);
}

#[test]
fn a_truncated_result_or_proof_counts_as_missing_and_is_run_again() {
    let desk = refuted(3);
    let result = desk.0.path().join("job/pieces/1.json");
    let text = fs::read_to_string(&result).unwrap();
    for damage in [&text[..text.len() / 2], "", &text.replace("\"1\"", "\"2\"")] {
        fs::write(&result, damage).unwrap();
        assert_eq!(
            merged(&desk, 30)["missing"],
            serde_json::json!([1]),
            "{damage}"
        );
        conquer(&desk, 1);
        merged(&desk, 20);
    }
    let proof = &files(&desk, ".drat")[2];
    let mut bytes = fs::read(proof).unwrap();
    bytes[1] ^= 2;
    fs::write(proof, bytes).unwrap();
    assert_eq!(merged(&desk, 30)["missing"], serde_json::json!([2]));
    conquer(&desk, 2);
    merged(&desk, 20);
}

#[test]
fn a_result_of_another_piece_in_its_place_is_noticed() {
    let desk = refuted(2);
    let pieces = desk.0.path().join("job/pieces");
    fs::copy(pieces.join("0.json"), pieces.join("1.json")).unwrap();
    assert_eq!(merged(&desk, 30)["missing"], serde_json::json!([1]));
}

#[test]
fn running_a_piece_twice_or_at_once_changes_nothing() {
    let desk = cut(HARD, 2);
    let start = || {
        command(&desk.0, ["conquer", "job", "--index", "0"])
            .spawn()
            .unwrap()
    };
    let runs = [start(), start()];
    for mut run in runs {
        assert!(run.wait().unwrap().success());
    }
    conquer(&desk, 0);
    conquer(&desk, 1);
    assert_eq!(files(&desk, ".json").len(), 2);
    assert_eq!(files(&desk, ".drat").len(), 2);
    merged(&desk, 20);
}

#[test]
fn a_piece_beyond_its_conflicts_is_split_and_its_parts_are_pieces() {
    let desk = cut(HARD, 1);
    let said = desk.gives(0, "conquer job --index 0 --conflicts 1500 --parts 3 --json");
    assert_eq!(said.json()["outcome"], "done");
    let names: Vec<PathBuf> = files(&desk, ".json");
    assert!(names.len() >= 4, "{names:?}");
    let pieces = desk.0.path().join("job/pieces");
    assert!(pieces.join("0.2.json").exists(), "{names:?}");
    let document = merged(&desk, 20);
    assert!(document["certificate"]["pieces"].as_array().unwrap().len() >= 3);
    desk.gives(20, &format!("check {HARD} job/result.json"));
    // One part goes lost: it is asked for by its own name, and runs by it.
    fs::remove_file(pieces.join("0.2.json")).unwrap();
    let text = desk.gives(30, "merge job").out;
    assert!(text.contains("saut conquer job --index 0.2\n"), "{text}");
    desk.gives(0, "conquer job --index 0.2");
    merged(&desk, 20);
    let refused = desk.gives(2, "conquer job --index 0.7");
    assert!(refused.err.contains("there is no piece 0.7"), "{refused:?}");
}

#[test]
fn a_piece_out_of_time_is_split_for_the_next_run() {
    let desk = cut("hard-fr-03", 1);
    let said = desk
        .gives(30, "conquer job --index 0 --timeout 0.3 --json")
        .json();
    assert_eq!(said["outcome"], "undecided");
    assert_eq!(
        said["left"],
        serde_json::json!(["0.0", "0.1", "0.2", "0.3"])
    );
    let missing = &merged(&desk, 30)["missing_pieces"];
    assert_eq!(missing.as_array().unwrap().len(), 4);
}

#[test]
fn a_cube_with_a_plan_solves_the_puzzle_whatever_else_is_missing() {
    let desk = Desk::new();
    let pieces = desk
        .gives(0, &format!("cube {EASY} job --cubes 3 --json"))
        .json();
    let pieces = pieces["pieces"].as_u64().unwrap();
    let has_plan = |index: u64| {
        let said = desk.gives(0, &format!("conquer job --index {index} --json"));
        said.json()["outcome"] == "plan"
    };
    assert!((0..pieces).any(has_plan));
    let document = merged(&desk, 0);
    assert_eq!(document["verdict"], "solved");
    desk.write("plan.json", document.to_string());
    desk.gives(0, &format!("check {EASY} plan.json"));
}

#[test]
fn the_icnf_file_has_the_clauses_and_a_line_for_each_cube() {
    let desk = Desk::new();
    desk.gives(0, &format!("cube {HARD} job --cubes 5 --icnf f.icnf"));
    let text = fs::read_to_string(desk.0.path().join("f.icnf")).unwrap();
    assert!(text.starts_with("p inccnf\n"));
    assert_eq!(
        text.lines().filter(|line| line.starts_with("a ")).count(),
        5
    );
    let clauses = desk
        .gives(0, &format!("encode {HARD} --encoding sequential"))
        .out;
    let clauses = clauses
        .lines()
        .filter(|line| !line.starts_with(['c', 'p']))
        .count();
    assert_eq!(text.lines().count(), 1 + clauses + 5);
}

#[test]
fn an_index_out_of_range_and_a_folder_that_is_no_job_are_refused() {
    let desk = cut(HARD, 2);
    let refused = desk.gives(2, "conquer job --index 2");
    assert!(refused.err.contains("the job has 2"), "{refused:?}");
    desk.gives(2, "conquer job --index x");
    desk.gives(2, "merge .");
    desk.gives(2, "cube hard-fr-02 job --cubes 2");
    let prover = desk.gives(2, "conquer job --index 0 --backend batsat");
    assert!(prover.err.contains("batsat wrote no proof"), "{prover:?}");
    let unknown = desk.gives(2, "submit job --engine local --backend minisatt");
    assert!(unknown.err.contains("minisatt"), "{unknown:?}");
}

#[test]
fn a_job_that_is_not_made_in_time_is_undecided_and_leaves_no_folder() {
    let desk = Desk::new();
    let words = format!("cube {HARD} job --cubes 500 --timeout 0.000001 --json");
    let document = desk.gives(30, &words).json();
    assert_eq!(document["verdict"], "undecided");
    assert_eq!(document["reason"], "timeout");
    assert!(!desk.0.path().join("job").exists());
}

#[test]
fn what_a_criterion_refutes_at_once_is_not_split() {
    let desk = Desk::new();
    let said = desk.gives(20, "cube french-central job");
    assert!(
        said.out
            .starts_with("french-central is already refuted by its class: no job is made;"),
        "{said:?}"
    );
    let document = desk.gives(20, "cube french-central job --json").json();
    assert_eq!(document["certificate"]["kind"], "class");
    assert!(!desk.0.path().join("job").exists());
    desk.write("said.json", document.to_string());
    desk.gives(20, "check french-central said.json");
    // A formula of so many steps is still one to split, and what no criterion refutes, too.
    desk.gives(
        0,
        "cube french-central job --cubes 2 --encoding forall --horizon 2",
    );
    desk.gives(0, &format!("cube {HARD} other --cubes 2"));
}

#[test]
fn without_an_engine_this_machine_is_one_unless_another_is_here() {
    let desk = cut(HARD, 2);
    let bin = desk.0.path().join("bin");
    fs::create_dir(&bin).unwrap();
    let submit = |words: &str| -> Said {
        let words = format!("submit job {words}");
        let mut run = command(&desk.0, words.split_whitespace());
        run.env("PATH", &bin).output().unwrap().into()
    };
    let said = submit("--json");
    assert_eq!(
        (said.status, &said.json()["engine"]),
        (Some(0), &"local".into())
    );
    let there = bin.join("sbatch");
    std::os::unix::fs::symlink("/bin/sh", &there).unwrap();
    let said = submit("");
    assert_eq!(said.status, Some(2), "{said:?}");
    assert!(
        said.err
            .contains("--engine: not given, and on PATH there is slurm; say which"),
        "{said:?}"
    );
    let said = submit("--engine local --json");
    assert_eq!(
        (said.status, &said.json()["engine"]),
        (Some(0), &"local".into())
    );
}

#[test]
fn the_local_engine_runs_every_piece_that_is_left() {
    let desk = cut(HARD, 5);
    conquer(&desk, 3);
    let written = desk
        .gives(0, "submit job --engine local --jobs 2 --json")
        .json();
    assert_eq!(written["pieces"], 4);
    assert_eq!(written["run"], false);
    let list = fs::read_to_string(desk.0.path().join("job/submit/pieces.txt")).unwrap();
    // Those that leave most open come first.
    let mut left: Vec<&str> = list.lines().collect();
    assert_ne!(left[0], "0");
    left.sort_unstable();
    assert_eq!(left, ["0", "1", "2", "4"]);
    desk.gives(0, "submit job --engine local --jobs 2 --run");
    merged(&desk, 20);
    let nothing = desk
        .gives(0, "submit job --engine slurm --run --json")
        .json();
    assert_eq!(
        (&nothing["pieces"], &nothing["run"]),
        (&0.into(), &false.into())
    );
    desk.gives(2, "submit job --engine cron");
}

const LAMP: &str = "(define (domain lamps)
  (:predicates (lit ?x) (next ?x ?y) (hand ?x))
  (:action go :parameters (?x ?y) :precondition (and (hand ?x) (next ?x ?y))
    :effect (and (hand ?y) (not (hand ?x))))
  (:action light :parameters (?x) :precondition (hand ?x) :effect (lit ?x)))
";

const LAMPS: &str = "(define (problem three) (:domain lamps) (:objects a b c)
  (:init (hand a) (next a b) (next b c)) (:goal (and (lit a) (lit b) (lit c))))
";

#[test]
fn a_planning_task_is_refuted_or_solved_at_a_horizon() {
    let desk = Desk::new();
    desk.write("lamps", LAMP);
    desk.write("three", LAMPS);
    for (steps, status) in [(4, 30), (5, 0)] {
        let job = format!("job-{steps}");
        let cube = format!("cube three {job} --domain lamps --horizon {steps} --cubes 3 --json");
        let pieces = desk.gives(0, &cube).json()["pieces"].as_u64().unwrap();
        for index in 0..pieces {
            desk.gives(0, &format!("conquer {job} --index {index}"));
        }
        let document = desk.gives(status, &format!("merge {job} --json")).json();
        if status == 30 {
            assert_eq!(document["reason"], "horizon-refuted", "{document}");
            assert_eq!(document["horizon"], 4);
            assert_eq!(document["proof_checked"], true);
        } else {
            assert_eq!(document["plan"].as_array().unwrap().len(), 5);
            let figures = ["length", "horizon"].map(|name| document[name].as_u64());
            assert_eq!(figures, [Some(5), Some(5)], "{document}");
            assert!(document["cost"].is_null() && document["seconds"].is_number());
            desk.write("merged", document.to_string());
            let valid = desk.gives(0, "validate lamps three merged --json").json();
            assert_eq!(valid.get("unverified"), None, "{valid}");
        }
    }
    desk.gives(2, "cube three job --domain lamps");
}
