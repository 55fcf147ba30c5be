//! The samples in `encodings/` equal the output of the library, byte for byte.
//!
//! A sample is an example for readers of an encoding's page, and detects changes of the output. `SAUT_BLESS=1 cargo
//! test --test library golden` rewrites the samples.

use std::fs;
use std::path::Path;

use saut::backend::Reads;
use saut::compile;
use saut::encode::{Encoding, Order, text};
use saut::peg::picture::{Content, Picture};
use saut::peg::{Geometry, Goal, Puzzle};
use saut::task::{Action, Fluent, GoalConstraint, Group, GroupKind, Rule, Task, TaskParts};

/// Two jumps: the first peg jumps over its neighbour, then over the next peg.
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
fn the_samples_at_horizon_2_equal_the_output() {
    let (order, fold) = (Order::Grouped, false);
    for (encoding, file) in [
        (Encoding::Naive, "naive/sample.cnf"),
        (Encoding::Naive, "naive/sample.smt2"),
        (Encoding::SEQUENTIAL, "sequential/sample.cnf"),
        (Encoding::Forall, "forall/sample.cnf"),
        (Encoding::ForallChain, "forall/sample-chain.cnf"),
        (Encoding::Exists, "exists/sample.cnf"),
        (Encoding::R2Exists { order, fold }, "r2-exists/sample.cnf"),
        (Encoding::R2_EXISTS, "r2-exists/sample-folded.cnf"),
        (Encoding::Smt, "smt/sample.smt2"),
    ] {
        let task = compile::peg_task(&puzzle());
        let title = format!("puzzle {}", puzzle().name());
        let written = if file.ends_with("smt2") {
            let encoded = encoding.encode_for(&task, 2, Reads::SmtLib);
            text::smtlib(&task, &encoded, &title)
        } else {
            let encoded = encoding.encode_for(&task, 2, Reads::Clauses);
            text::dimacs(&task, &encoded, &title).unwrap()
        };
        compare_text(&written, file);
    }
}

/// Returns a task with two rooms and a door. A lamp lights the first room. If the door is open, light also reaches the
/// other room. Reading in the other room needs light.
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
fn the_sample_of_derived_fluents_equals_the_output() {
    let task = rooms();
    let written = text::dimacs(&task, &Encoding::Exists.encode(&task, 1), "puzzle rooms").unwrap();
    compare_text(&written, "derived/sample.cnf");
}

/// Returns a task with a van that drives from one place to the other, and a parcel that the van transports.
fn delivery() -> Task {
    let [here, there, waiting, inside, delivered] = [0, 1, 2, 3, 4].map(Fluent::new);
    let action = |name: &str, needs: [Fluent; 2], from: Fluent, to: Fluent| {
        let needs = needs.map(Fluent::is_true);
        Action::new(name, needs, [from.is_false(), to.is_true()])
    };
    let exactly_one = |fluents: &[Fluent]| Group {
        fluents: fluents.to_vec(),
        kind: GroupKind::ExactlyOne,
    };
    Task::new(TaskParts {
        fluents: ["van-here", "van-there", "here", "in-van", "there"]
            .map(str::to_owned)
            .to_vec(),
        actions: vec![
            action("drive", [here, here], here, there),
            action("load", [here, waiting], waiting, inside),
            action("unload", [there, inside], inside, delivered),
        ],
        start: vec![here, waiting],
        goal: vec![GoalConstraint::Literal(delivered.is_true())],
        groups: vec![
            exactly_one(&[here, there]),
            exactly_one(&[waiting, inside, delivered]),
        ],
        ..TaskParts::default()
    })
    .unwrap()
}

#[test]
fn the_sample_of_transitions_is_what_is_written() {
    let task = delivery();
    let written = text::dimacs(&task, &Encoding::Sase.encode(&task, 3), "task delivery").unwrap();
    compare_text(&written, "sase/sample.cnf");
}

#[test]
fn the_incremental_sample_is_what_is_written() {
    let task = delivery();
    let written = text::icnf(&task, Encoding::Exists, 3, "task delivery").unwrap();
    compare_text(&written, "exists/sample.icnf");
    let refused = text::icnf(&task, Encoding::SEQUENTIAL, 3, "task delivery").unwrap_err();
    assert!(
        refused.to_string().contains("do not share their steps"),
        "{refused}"
    );
}
