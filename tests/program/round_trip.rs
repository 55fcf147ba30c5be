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

/// Programs that read clauses in DIMACS.
const SAT_SOLVERS: [&str; 2] = ["cadical", "minisat"];

/// Programs that read SMT-LIB.
const SMT_SOLVERS: [&str; 3] = ["z3", "yices-smt2", "cvc5"];

/// Writes the formula, lets the program answer it, and leaves the answer in the file `model`.
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

const FLAGS: [&str; 4] = [
    "pegsol-p02 --encoding r2-exists --horizon 3",
    "pegsol-p02 --encoding r2-exists/fresh:5/unfolded --horizon 4",
    "pegsol-p02 --encoding forall --horizon 5",
    "pegsol-p02 --encoding sequential/product",
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
fn models_of_z3_come_back_as_plans_from_clauses_and_from_smt() {
    comes_back("z3", "pegsol-p02 --encoding r2-exists --horizon 3");
    comes_back("z3", "pegsol-p02 --encoding smt");
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

/// Encodings that have clauses, which SMT-LIB can say as well.
const CLAUSES: [&str; 6] = [
    "naive",
    "sequential",
    "forall",
    "forall/chain",
    "exists",
    "r2-exists",
];

/// Jumps of the longest plan of a board of this table.
const MOST_STEPS: usize = 13;

/// Tries one horizon after the other, from 1 or from the number of jumps, until the program's answer is a plan that
/// `decode` has replayed; on the way each answer is "unsatisfiable". Whether the program is here.
fn comes_back_at_some_horizon(program: &str, puzzle: &str, encoding: &str) -> bool {
    let desk = Desk::new();
    let one_by_one = CLAUSES[2..].contains(&encoding);
    let horizons = (1..=MOST_STEPS).map(|steps| format!(" --horizon {steps}"));
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
        let is_unsat = said.out.contains("the solver says unsatisfiable");
        assert!(one_by_one && is_unsat, "{program}, {flags}: {said:?}");
    }
    panic!("{program} has no plan of {puzzle} in {MOST_STEPS} steps of {encoding}");
}

/// Every encoding in both languages through every program that is here.
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
#[ignore = "as the cross, with larger formulas"]
fn a_larger_cross_comes_back_in_every_encoding_and_language_from_every_solver() {
    comes_back_from_everything("pegsol-p02");
}

#[test]
fn a_triangle_comes_back_in_every_encoding_and_language_from_every_solver() {
    let desk = Desk::new();
    // Ten holes: of fifteen, formulas without a plan alone take solvers a minute.
    let file =
        "[[puzzle]]\nname = 't'\nboard = 'triangle-4'\nstart = 'full - 12'\ngoal = 'one peg'\n";
    let file = desk.write("triangle.toml", file);
    comes_back_from_everything(&file.display().to_string());
}

#[test]
fn encode_without_options_writes_one_jump_a_step_for_as_many_steps_as_the_pegs_say() {
    let desk = Desk::new();
    let text = desk.gives(0, "encode").out;
    let head = "c saut, puzzle central\nc encoding naive, horizon 31\np cnf 3412 155593\nc INIT\nc 1 i0x2y0\n";
    assert!(text.starts_with(head), "{}", &text[..300]);
    for part in [
        "\nc ITER 1\n",
        "\nc one of\n",
        "\nc (1)\n",
        "\nc (2)\n",
        "\nc (3)\n",
        "\nc ITER 31\n",
        "\nc POST\n",
    ] {
        assert!(text.contains(part), "{part}");
    }
    // The ending of the file says the language.
    desk.gives(0, "encode central -o c.cnf");
    desk.gives(0, "encode central -o c.smt2");
    desk.gives(0, "encode central -o c.pddl");
    assert_eq!(
        std::fs::read_to_string(desk.0.path().join("c.cnf")).unwrap(),
        text
    );
    let script = std::fs::read_to_string(desk.0.path().join("c.smt2")).unwrap();
    assert!(
        script.contains("; INIT\n(declare-fun i0x2y0 () Bool)\n"),
        "{}",
        &script[..300]
    );
    assert_eq!(script.matches("\n; ITER ").count(), 31);
    assert!(script.contains("\n; POST\n(assert (not i31x2y0))\n"));
    let problem = std::fs::read_to_string(desk.0.path().join("c.pddl")).unwrap();
    assert!(problem.starts_with("(define (problem"), "{problem}");
    // What is asked for goes before the ending.
    desk.gives(0, "encode central --format smtlib -o d.cnf");
    assert_eq!(
        std::fs::read_to_string(desk.0.path().join("d.cnf")).unwrap(),
        script
    );
    // Where the goal leaves the number of jumps open, the range is told.
    let refused = desk.gives(2, "encode army-3");
    assert!(
        refused.err.contains("plans may have ") && refused.err.contains("give the number"),
        "{refused:?}"
    );
}

#[test]
fn folded_formulas_say_what_is_folded() {
    let desk = Desk::new();
    let text = desk
        .gives(0, "encode pegsol-p02 --encoding r2-exists --horizon 3")
        .out;
    assert!(text.contains("\nc INIT, folded into the steps\n"), "{text}");
    assert!(text.contains("\nc POST, folded into the steps\n"), "{text}");
    let refuted = desk
        .gives(0, "encode pegsol-p02 --encoding r2-exists --horizon 1")
        .out;
    let fact = "c INIT, ITER and POST contradict each other by unit propagation\np cnf 1 2\n";
    assert!(refuted.contains(fact), "{refuted}");
    let open = "encode pegsol-p02 --encoding r2-exists/unfolded --horizon 3";
    let text = desk.gives(0, open).out;
    assert!(
        text.contains("\nc INIT, folded into the steps\nc ITER 1\n"),
        "{text}"
    );
    assert!(text.contains("\nc POST\n"), "{text}");
}

#[test]
fn variables_are_named_by_step_column_and_row_or_by_cells() {
    let desk = Desk::new();
    let flags = "encode pegsol-p02 --encoding sequential";
    for format in ["dimacs", "smtlib"] {
        let by_coordinates = desk.gives(0, &format!("{flags} --format {format}")).out;
        let asked = desk
            .gives(0, &format!("{flags} --format {format} --names coordinates"))
            .out;
        assert_eq!(by_coordinates, asked);
        let by_cells = desk
            .gives(0, &format!("{flags} --format {format} --names cells"))
            .out;
        assert!(
            by_cells.contains(" peg-44@3\n") && !by_cells.contains("i3x3y3"),
            "{by_cells}"
        );
        assert!(by_coordinates.contains("i3x3y3") && !by_coordinates.contains("peg-44"));
    }
    // Symbols of SMT-LIB are the names; a model of either is read with the flags it was written with.
    if is_here("z3") {
        for names in ["cells", "coordinates"] {
            let both = format!("pegsol-p02 --encoding sequential --names {names}");
            comes_back("z3", &both);
        }
    }
    for (words, part) in [
        ("encode central --format pddl", "has names of its own"),
        (
            "encode baseball-3 --encoding smt --horizon 5 --format smtlib",
            "no column and no row",
        ),
    ] {
        let refused = desk.gives(2, &format!("{words} --names coordinates"));
        assert!(refused.err.contains(part), "{refused:?}");
    }
}

#[test]
fn what_says_how_a_formula_is_written_is_refused_where_none_is_written() {
    let desk = Desk::new();
    for flag in ["--encoding naive", "--horizon 3"] {
        let refused = desk.gives(2, &format!("encode central --format pddl {flag}"));
        let name = flag.split(' ').next().unwrap();
        assert!(
            refused.err.contains(&format!("{name}: is about formulas")),
            "{refused:?}"
        );
    }
    desk.gives(0, "encode central --format pddl --pddl jumps");
    let refused = desk.gives(2, "encode central --pddl jumps");
    assert!(refused.err.contains("a formula is written"), "{refused:?}");
}
