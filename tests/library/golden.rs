//! The golden samples in `encodings/`: what the library writes, byte for byte.
//!
//! A sample shows a reader of an encoding's document what comes out, and shows us when it changes.
//! `SAUT_BLESS=1 cargo test --test library golden` writes the samples anew.

use std::fs;
use std::path::Path;

use saut::attempt::{AttemptResult, attempt};
use saut::backend::{Reads, SolveLimits, by_name};
use saut::compile;
use saut::encode::{Encoding, Order, text};
use saut::peg::picture::{Content, Picture};
use saut::peg::{Geometry, Goal, Puzzle};
use saut::task::{Action, Fluent, GoalConstraint, Rule, Task, TaskParts};

/// Two jumps: the first peg over its neighbour, then over the peg that it has reached.
const START: &str = "oo.o.";
const GOAL: &str = "....o";

fn puzzle() -> Puzzle {
    let (start, goal) = (
        Picture::read(START, 1).unwrap(),
        Picture::read(GOAL, 1).unwrap(),
    );
    let board = start.board(Geometry::Square).unwrap();
    let goal = Goal::exactly(goal.holes(&board, Content::Peg).unwrap());
    let start = start.holes(&board, Content::Peg).unwrap();
    Puzzle::new("two-jumps", board, start, goal).unwrap()
}

/// The sample of an encoding at horizon 2, as a file of that name.
fn compare(encoding: Encoding, file: &str) {
    let reads = match encoding {
        Encoding::Smt => Reads::SmtLib,
        _ => Reads::Clauses,
    };
    compare_in(reads, encoding, file);
}

/// The sample in this language.
fn compare_in(reads: Reads, encoding: Encoding, file: &str) {
    let task = compile::peg_task(&puzzle());
    let encoded = encoding.encode_for(&task, 2, reads);
    let title = format!("puzzle {}", puzzle().name());
    let written = match reads {
        Reads::SmtLib => text::smtlib(&task, &encoded, &title),
        Reads::Clauses => text::dimacs(&task, &encoded, &title).unwrap(),
    };
    compare_text(&written, file);
}

fn compare_text(written: &str, file: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("encodings")
        .join(file);
    if std::env::var_os("SAUT_BLESS").is_some_and(|value| value == "1") {
        fs::write(&path, written).unwrap();
    }
    let sample = fs::read_to_string(&path).unwrap_or_default();
    let line = written
        .lines()
        .zip(sample.lines())
        .take_while(|(a, b)| a == b)
        .count()
        + 1;
    assert!(
        written == sample,
        "encodings/{file} is not what is written now; the first difference is in line {line}. \
         If that is meant, SAUT_BLESS=1 cargo test --test library golden writes the samples anew"
    );
}

#[test]
fn the_samples_of_naive_are_what_is_written() {
    compare(Encoding::Naive, "naive/sample.cnf");
    compare_in(Reads::SmtLib, Encoding::Naive, "naive/sample.smt2");
}

#[test]
fn the_sample_of_sequential_is_what_is_written() {
    compare(Encoding::SEQUENTIAL, "sequential/sample.cnf");
}

#[test]
fn the_sample_of_forall_is_what_is_written() {
    compare(Encoding::Forall, "forall/sample.cnf");
}

#[test]
fn the_samples_of_forall_by_chains_and_of_exists_are_what_is_written() {
    compare(Encoding::ForallChain, "forall/sample-chain.cnf");
    compare(Encoding::Exists, "exists/sample.cnf");
}

#[test]
fn the_samples_of_r2_exists_are_what_is_written() {
    let order = Order::Grouped;
    let open = Encoding::R2Exists { order, fold: false };
    compare(open, "r2-exists/sample.cnf");
    compare(Encoding::R2_EXISTS, "r2-exists/sample-folded.cnf");
}

#[test]
fn the_sample_of_smt_is_what_is_written() {
    compare(Encoding::Smt, "smt/sample.smt2");
}

/// Two rooms with a lamp each, and a door between them through which light comes; who wants to read needs light.
fn rooms() -> Task {
    let [lamp, door, lit, lit_too, read] = [0, 1, 2, 3, 4].map(Fluent::new);
    Task::new(TaskParts {
        fluents: ["lamp", "door", "lit-here", "lit-there", "read"]
            .map(str::to_owned)
            .to_vec(),
        actions: vec![
            Action::new("shut", [], [door.is_false()]),
            Action::new("read", [lit_too.is_true()], [read.is_true()]),
        ],
        rules: vec![
            Rule::new(lit, [lamp.is_true()]),
            Rule::new(lit, [door.is_true(), lit_too.is_true()]),
            Rule::new(lit_too, [door.is_true(), lit.is_true()]),
        ],
        start: vec![lamp, door],
        goal: vec![GoalConstraint::Literal(read.is_true())],
        ..TaskParts::default()
    })
    .unwrap()
}

#[test]
fn the_sample_of_derived_fluents_is_what_is_written() {
    let task = rooms();
    let written = text::dimacs(&task, &Encoding::Exists.encode(&task, 1), "puzzle rooms").unwrap();
    compare_text(&written, "derived/sample.cnf");
}

#[test]
fn the_puzzle_of_the_samples_is_solved_in_two_jumps() {
    let puzzle = puzzle();
    let (task, batsat) = (compile::peg_task(&puzzle), by_name("batsat").unwrap());
    for encoding in [
        Encoding::Naive,
        Encoding::SEQUENTIAL,
        Encoding::Forall,
        Encoding::ForallChain,
        Encoding::Exists,
        Encoding::R2_EXISTS,
    ] {
        let solve = |horizon| {
            attempt(
                &task,
                encoding,
                horizon,
                batsat.as_ref(),
                &SolveLimits::default(),
            )
        };
        let AttemptResult::Plan(plan) = solve(2).unwrap().result else {
            panic!("{encoding}")
        };
        assert_eq!(plan.len(), 2, "{encoding}");
    }
}

#[test]
fn a_script_cannot_be_written_as_dimacs() {
    let task = compile::peg_task(&puzzle());
    let encoded = Encoding::Smt.encode(&task, 2);
    let message = text::dimacs(&task, &encoded, "x").unwrap_err().to_string();
    assert!(
        message.contains("no clauses") && message.contains("smtlib"),
        "{message}"
    );
}

#[test]
fn clauses_are_written_as_a_script_too() {
    let task = compile::peg_task(&puzzle());
    let script = text::smtlib(
        &task,
        &Encoding::SEQUENTIAL.encode(&task, 2),
        "puzzle two\njumps",
    );
    assert!(script.starts_with("; saut, puzzle two\\njumps\n; encoding sequential, at most one"));
    assert!(
        script.contains("\n; ITER 2\n(declare-fun i2x0y0-x2y0 () Bool)\n"),
        "{script}"
    );
    assert!(script.contains("(get-value (i0x0y0 "), "{script}");
    assert!(script.ends_with("(exit)\n"));
}
