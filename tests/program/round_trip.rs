//! The round trip: `saut encode`, a program outside, `saut decode`.
//!
//! A program that is not on PATH is passed over with a note, unless `SAUT_REQUIRE_BACKENDS` (names
//! between spaces) asks for it.

use std::env;
use std::process::{Command, Stdio};

use crate::planning;
use crate::program::Desk;

/// Whether a program can be used here; one that is required must be.
fn is_here(program: &str) -> bool {
    // Not every program knows --help; that it starts is enough.
    let mut run = Command::new(program);
    run.arg("--help")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let here = run.status().is_ok();
    let required = env::var("SAUT_REQUIRE_BACKENDS").unwrap_or_default();
    assert!(
        here || !required.split_whitespace().any(|name| name == program),
        "{program} is required and not here"
    );
    if !here {
        println!("note: {program} is not here; passed over");
    }
    here
}

/// Writes the formula, lets the program answer it, and leaves the answer in the file `model`.
fn solve_outside(desk: &Desk, program: &str, flags: &str) -> bool {
    if !is_here(program) {
        return false;
    }
    let format = if program == "z3" { "smtlib" } else { "dimacs" };
    desk.gives(0, &format!("encode {flags} --format {format} -o formula"));
    let mut command = Command::new(program);
    command.current_dir(desk.0.path());
    if program == "minisat" {
        command
            .args(["-verb=0", "formula", "model"])
            .stdout(Stdio::null());
        command.status().unwrap();
    } else {
        let output = command.arg("formula").output().unwrap();
        desk.write("model", output.stdout);
    }
    true
}

const FLAGS: [&str; 4] = [
    "pegsol-p02 --encoding r2-exists --horizon 3",
    "pegsol-p02 --encoding r2-exists --horizon 4 --order fresh:5 --left-packing --no-fold",
    "pegsol-p02 --encoding forall --horizon 5",
    "pegsol-p02 --encoding sequential --at-most-one product",
];

fn comes_back(program: &str, flags: &str) {
    let desk = Desk::new();
    if !solve_outside(&desk, program, flags) {
        return;
    }
    let said = desk.gives(0, &format!("decode {flags} --model model --json"));
    assert!(said.out.starts_with(r#"{"puzzle":"#), "{said:?}");
    // What decode has replayed, check replays once more.
    desk.write("plan.json", &said.out);
    let puzzle = flags.split(' ').next().unwrap();
    let said = desk.gives(0, &format!("check {puzzle} plan.json"));
    assert!(said.out.starts_with("solved: "), "{said:?}");
}

#[test]
fn models_of_cadical_come_back_as_plans() {
    for flags in FLAGS {
        comes_back("cadical", flags);
    }
    comes_back("cadical", "central --encoding r2-exists --horizon 6");
}

#[test]
fn models_of_minisat_come_back_as_plans() {
    for flags in FLAGS {
        comes_back("minisat", flags);
    }
}

#[test]
fn models_of_z3_come_back_as_plans_from_clauses_and_from_both_forms_of_smt() {
    comes_back("z3", "pegsol-p02 --encoding r2-exists --horizon 3");
    for form in ["disjunction", "integer"] {
        comes_back(
            "z3",
            &format!("pegsol-p02 --encoding smt --smt-form {form}"),
        );
    }
}

#[test]
fn models_of_a_planning_task_come_back_as_plans() {
    for encoding in [
        "exists",
        "forall/chain",
        "sequential/product",
        "r2-exists/layers:1",
    ] {
        let desk = planning::ferry();
        let flags = format!("crossing --domain ferry --encoding {encoding} --horizon 9");
        if !solve_outside(&desk, "cadical", &flags) {
            return;
        }
        let said = desk.gives(0, &format!("decode {flags} --model model --json"));
        assert_eq!(said.json()["task"], "crossing");
        desk.write("plan.json", &said.out);
        desk.gives(0, "validate ferry crossing plan.json");
        let text = desk.gives(0, &format!("decode {flags} --model model")).out;
        assert!(text.contains("replayed by the validator"), "{text}");
    }
    let desk = planning::ferry();
    let flags = "crossing --domain ferry --encoding forall --horizon 3";
    solve_outside(&desk, "cadical", flags);
    let said = desk.gives(30, &format!("decode {flags} --model model --json"));
    assert_eq!(said.json()["task"], "crossing");
}

#[test]
fn unsatisfiable_is_no_verdict() {
    let flags = "pegsol-p02 --encoding r2-exists --horizon 2";
    for program in ["cadical", "minisat"] {
        let desk = Desk::new();
        if solve_outside(&desk, program, flags) {
            let said = desk.gives(30, &format!("decode {flags} --model model"));
            assert_eq!(
                said.out,
                "undecided: the solver says unsatisfiable, which no plan shows\n"
            );
        }
    }
}

/// The literals of a model of `pegsol-p02 --encoding forall --horizon 5`.
fn a_model(desk: &Desk) -> Option<Vec<i64>> {
    solve_outside(desk, "minisat", FLAGS[2]).then(|| {
        let text = std::fs::read_to_string(desk.0.path().join("model")).unwrap();
        text.split_whitespace()
            .skip(1)
            .map(|word| word.parse().unwrap())
            .collect()
    })
}

fn decoded(desk: &Desk, model: &[i64], flags: &str) -> String {
    let words: Vec<String> = model.iter().map(ToString::to_string).collect();
    desk.write("changed", format!("s SATISFIABLE\nv {}\n", words.join(" ")));
    let said = desk.gives(2, &format!("decode {flags} --model changed"));
    assert_eq!(said.out, "");
    said.err
}

#[test]
fn a_model_that_is_cut_off_is_refused() {
    let desk = Desk::new();
    let Some(model) = a_model(&desk) else { return };
    let message = decoded(&desk, &model[..model.len() / 2], FLAGS[2]);
    assert!(
        message.starts_with("saut: changed: the model is cut off: no 0 after "),
        "{message}"
    );
    let mut ended = model[..model.len() / 2].to_vec();
    ended.push(0);
    let message = decoded(&desk, &ended, FLAGS[2]);
    assert!(message.contains("variables have no value"), "{message}");
}

#[test]
fn a_model_of_another_horizon_or_puzzle_is_refused() {
    let desk = Desk::new();
    let Some(model) = a_model(&desk) else { return };
    let other = "pegsol-p02 --encoding forall --horizon 4";
    let message = decoded(&desk, &model, other);
    assert!(
        message.contains("the model belongs to another formula"),
        "{message}"
    );
    let other = "pegsol-p04 --encoding forall --horizon 5";
    let message = decoded(&desk, &model, other);
    assert!(
        message.contains("is false; was it made from another encoding"),
        "{message}"
    );
}

#[test]
fn a_model_with_one_variable_flipped_is_refused() {
    let desk = Desk::new();
    let Some(model) = a_model(&desk) else { return };
    for index in [0, model.len() / 3, model.len() / 2] {
        let mut flipped = model.clone();
        flipped[index] = -flipped[index];
        let message = decoded(&desk, &flipped, FLAGS[2]);
        assert!(
            message.contains("the model is none of this formula"),
            "{message}"
        );
    }
}

#[test]
fn both_forms_of_pddl_are_read_back_as_the_same_puzzle() {
    let desk = Desk::new();
    for puzzle in ["pegsol-p02", "central"] {
        let wanted = desk.gives(0, &format!("show {puzzle} --json")).out;
        let wanted: serde_json::Value = serde_json::from_str(&wanted).unwrap();
        for form in ["jumps", "sweeps"] {
            desk.gives(
                0,
                &format!("encode {puzzle} --format pddl --pddl {form} -o p.pddl"),
            );
            let read = desk.gives(0, "show p.pddl --json").out;
            let read: serde_json::Value = serde_json::from_str(&read).unwrap();
            for field in ["puzzle", "holes", "start", "goal"] {
                assert_eq!(read[field], wanted[field], "{puzzle}, {form}: {field}");
            }
            let domain = desk
                .gives(0, &format!("encode --format pddl --pddl {form}-domain"))
                .out;
            let domain = desk.write("domain.pddl", domain);
            let said = desk.gives(2, &format!("show {}", domain.display()));
            assert_eq!(said.out, "");
        }
    }
}

#[test]
fn comments_call_pegs_by_step_column_and_row_where_that_is_asked_for() {
    let desk = Desk::new();
    let flags = "encode central --encoding smt --horizon 31 --format smtlib";
    let by_cells = desk.gives(0, flags).out;
    let by_coordinates = desk.gives(0, &format!("{flags} --names coordinates")).out;
    assert!(by_cells.contains("; f32_T peg-51@T\n") && !by_cells.contains("x_4y_6"));
    assert!(
        by_coordinates.contains("; f32_T i_Tx_4y_6\n"),
        "{by_coordinates}"
    );
    // Only comments differ.
    let rest = |text: &str| {
        let lines = text.lines().filter(|line| !line.starts_with(';'));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(rest(&by_cells), rest(&by_coordinates));
    let clauses = "encode pegsol-p03 --encoding sequential --format smtlib --names coordinates";
    assert!(desk.gives(0, clauses).out.contains(" i_0x_"));
    for (words, part) in [
        (
            "encode central --encoding sequential",
            "add --format smtlib",
        ),
        ("encode central --format pddl", "add --format smtlib"),
        (
            "encode baseball-3 --encoding smt --horizon 5 --format smtlib",
            "no column and no row",
        ),
    ] {
        let refused = desk.gives(2, &format!("{words} --names coordinates"));
        assert!(refused.err.contains(part), "{refused:?}");
    }
}
