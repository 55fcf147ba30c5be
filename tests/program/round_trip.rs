//! The round trip: `saut encode`, an external solver, `saut decode`.
//!
//! A program that is not on PATH is skipped with a note, unless it is required by `SAUT_REQUIRE_BACKENDS`, a list of
//! names separated by spaces.

use std::process::{Command, Stdio};

use crate::is_here;
use crate::planning::ferry;
use crate::program::Desk;

/// Programs that read DIMACS.
const SAT_SOLVERS: [&str; 2] = ["cadical", "minisat"];

/// Programs that read SMT-LIB.
const SMT_SOLVERS: [&str; 3] = ["z3", "yices-smt2", "cvc5"];

/// Writes the formula, solves it with the program, and stores the answer in the file `model`. Returns whether the
/// program is installed.
fn solve_outside(desk: &Desk, program: &str, flags: &str) -> bool {
    if !is_here(program) {
        return false;
    }
    let format = if SMT_SOLVERS.contains(&program) {
        "smtlib"
    } else {
        "dimacs"
    };
    desk.gives(0, &format!("encode {flags} --format {format} -o formula"));
    let mut command = Command::new(program);
    command.current_dir(desk.0.path());
    if program == "cvc5" {
        command.arg("--lang=smt2");
    }
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

#[test]
fn models_of_a_planning_task_come_back_as_plans() {
    for encoding in [
        "exists",
        "forall/chain",
        "sequential/product",
        "r2-exists/layers:1",
    ] {
        let desk = ferry();
        let flags = format!("crossing --domain ferry --encoding {encoding} --horizon 9");
        if !solve_outside(&desk, "cadical", &flags) {
            return;
        }
        let said = desk.gives(0, &format!("decode {flags} --model model --json"));
        assert_eq!(said.json()["task"], "crossing");
        desk.write("plan.json", &said.out);
        desk.gives(0, "validate ferry crossing plan.json");
        let text = desk.gives(0, &format!("decode {flags} --model model")).out;
        assert!(text.contains("validated"), "{text}");
    }
    let desk = ferry();
    let flags = "crossing --domain ferry --encoding forall --horizon 3";
    solve_outside(&desk, "cadical", flags);
    let said = desk.gives(30, &format!("decode {flags} --model model --json"));
    assert_eq!(said.json()["task"], "crossing");
}

#[test]
fn a_model_of_all_horizons_comes_back_as_a_plan() {
    let desk = Desk::new();
    let flags = "pegsol-p01 --encoding exists --horizon 5";
    desk.gives(0, &format!("encode {flags} --format icnf -o all.icnf"));
    if !is_here("cadical") {
        return;
    }
    let mut cadical = Command::new("cadical");
    let output = cadical
        .current_dir(desk.0.path())
        .args(["-q", "all.icnf"])
        .output();
    let model = String::from_utf8(output.unwrap().stdout).unwrap();
    let decoded = |model: &str, flags: &str, status| {
        desk.write("model", model);
        desk.gives(status, &format!("decode {flags} --model model"));
    };
    decoded(&model, flags, 0);
    decoded(&model, "pegsol-p01 --encoding exists --horizon 4", 2);
    // If true, the variables 1389 to 1394 require the goal at the horizons 0 to 5. Here, 1393 and 1394 are true.
    let unassumed = model.replace(" 1393 1394 ", " -1393 -1394 ");
    for changed in [unassumed.replace(" -1389 ", " 1389 "), unassumed] {
        assert_ne!(changed, model);
        decoded(&changed, flags, 2);
    }
}

const FLAGS: &str = "pegsol-p02 --encoding forall --horizon 5";

/// Returns the literals of a model of the formula.
fn a_model(desk: &Desk) -> Option<Vec<i64>> {
    solve_outside(desk, "minisat", FLAGS).then(|| {
        let text = std::fs::read_to_string(desk.0.path().join("model")).unwrap();
        text.split_whitespace()
            .skip(1)
            .map(|word| word.parse().unwrap())
            .collect()
    })
}

#[test]
fn truncated_foreign_or_changed_models_are_rejected() {
    let desk = Desk::new();
    let Some(model) = a_model(&desk) else { return };
    let half = &model[..model.len() / 2];
    let flipped = |index: usize| {
        let mut flipped = model.clone();
        flipped[index] = -flipped[index];
        flipped
    };
    for (model, flags, told) in [
        (
            half.to_vec(),
            FLAGS,
            "the model is cut off: there is no 0 after ",
        ),
        ([half, &[0]].concat(), FLAGS, "variables have no value"),
        (
            model.clone(),
            "pegsol-p02 --encoding forall --horizon 4",
            "the model belongs to another formula",
        ),
        (
            model.clone(),
            "pegsol-p04 --encoding forall --horizon 5",
            "is false; is the model from another encoding",
        ),
        (flipped(0), FLAGS, "this is not a model of the formula"),
        (
            flipped(model.len() / 3),
            FLAGS,
            "this is not a model of the formula",
        ),
        (
            flipped(model.len() / 2),
            FLAGS,
            "this is not a model of the formula",
        ),
    ] {
        let words: Vec<String> = model.iter().map(ToString::to_string).collect();
        desk.write("changed", format!("s SATISFIABLE\nv {}\n", words.join(" ")));
        let said = desk.gives(2, &format!("decode {flags} --model changed"));
        assert!(said.out.is_empty() && said.err.contains(told), "{said:?}");
    }
}

#[test]
fn the_formula_of_a_bundled_puzzle_stands_for_its_flags() {
    let desk = Desk::new();
    let flags = "pegsol-p03 --encoding r2-exists/direction/unfolded --horizon 3";
    if !solve_outside(&desk, "cadical", flags) {
        return;
    }
    let said = desk.gives(0, "decode formula --model model --json");
    assert_eq!(said.json()["puzzle"], "pegsol-p03");
    let text = std::fs::read_to_string(desk.0.path().join("formula")).unwrap();
    let without = |mark: &str| {
        let lines = text.lines().filter(|line| !line.starts_with(mark));
        lines.collect::<Vec<_>>().join("\n")
    };
    for (formula, told) in [
        (without("c encoding"), "do not name a puzzle, an encoding"),
        (without("-"), "not the formula of a bundled puzzle"),
        (
            text.replacen("pegsol-p03", "pegsol-p04", 1),
            "not the formula of a bundled puzzle",
        ),
        (
            text.replacen("pegsol-p03", "my-puzzle", 1),
            "of the puzzle my-puzzle",
        ),
        (text.replacen("puzzle", "task", 1), "of the task pegsol-p03"),
    ] {
        desk.write("other.cnf", formula);
        let said = desk.gives(2, "decode other.cnf --model model");
        assert!(said.out.is_empty() && said.err.contains(told), "{said:?}");
    }
}

/// The encodings with clauses. Their formulas can also be written in SMT-LIB.
const CLAUSES: [&str; 7] = [
    "naive",
    "sequential/product",
    "forall",
    "forall/chain",
    "exists",
    "r2-exists",
    "r2-exists/fresh:5/unfolded",
];

/// The maximum number of jumps in a plan for the tested boards.
const MAX_STEPS: usize = 13;

/// Tries horizons from 1 on until `decode` replays a plan from the program's answer. All earlier answers must be
/// "unsatisfiable". If each step is one jump, only the number of jumps is tried. Returns whether the program is
/// installed.
fn comes_back_at_some_horizon(program: &str, puzzle: &str, encoding: &str) -> bool {
    let desk = Desk::new();
    let one_by_one = CLAUSES[2..].contains(&encoding);
    let horizons = (1..=MAX_STEPS).map(|steps| format!(" --horizon {steps}"));
    let horizons: Vec<String> = if one_by_one {
        horizons.collect()
    } else {
        vec![String::new()]
    };
    for horizon in horizons {
        let flags = format!("{puzzle} --encoding {encoding}{horizon}");
        if !solve_outside(&desk, program, &flags) {
            return false;
        }
        let said = desk.run(format!("decode {flags} --model model --json").split(' '));
        let document = said.json();
        if document["verdict"] == "solved" {
            assert_eq!(
                (said.status, &document["checked"]),
                (Some(0), &true.into()),
                "{said:?}"
            );
            return true;
        }
        let is_unsat = document["reason"] == "horizon-refuted";
        assert!(one_by_one && is_unsat, "{program}, {flags}: {said:?}");
    }
    panic!("{program} has no plan of {puzzle} in {MAX_STEPS} steps of {encoding}");
}

/// Tries every encoding in both languages with every installed program.
fn comes_back_from_everything(puzzle: &str) {
    let sat = itertools::iproduct!(SAT_SOLVERS, CLAUSES);
    let smt = itertools::iproduct!(SMT_SOLVERS, CLAUSES.into_iter().chain(["smt"]));
    for (program, encoding) in sat.chain(smt) {
        if !comes_back_at_some_horizon(program, puzzle, encoding) {
            println!("not tried, the solver is not here: {puzzle}, {encoding}, {program}");
        }
    }
}

#[test]
fn a_cross_comes_back_in_every_encoding_and_language_from_every_solver() {
    comes_back_from_everything("pegsol-p01");
}

#[test]
fn a_triangle_comes_back_in_every_encoding_and_language_from_every_solver() {
    let desk = Desk::new();
    // The board has only ten holes. With fifteen, the unsatisfiable formulas take a minute.
    let file =
        "[[puzzle]]\nname = 't'\nboard = 'triangle-4'\nstart = 'full - 12'\ngoal = 'one peg'\n";
    let file = desk.write("triangle.toml", file);
    comes_back_from_everything(&file.display().to_string());
}
