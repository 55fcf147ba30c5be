//! Planning tasks as the subjects of `saut bench`: formulas, all engines, planners that tell the truth and planners
//! that lie.

use saut::record::{Claimed, Record, RunOutcome};

use crate::table::Bench;

const DOMAIN: &str = "(define (domain roads) (:requirements :strips)
  (:predicates (at ?p) (road ?a ?b))
  (:action go :parameters (?a ?b) :precondition (and (at ?a) (road ?a ?b))
    :effect (and (at ?b) (not (at ?a)))))";
const FUEL: &str = "(define (domain fuel) (:requirements :strips :numeric-fluents)
  (:predicates (at ?p) (road ?a ?b)) (:functions (fuel))
  (:action go :parameters (?a ?b) :precondition (and (at ?a) (road ?a ?b) (>= (fuel) 1.5))
    :effect (and (at ?b) (not (at ?a)) (decrease (fuel) 1.5))))";

fn problem(domain: &str, init: &str, goal: &str) -> String {
    format!(
        "(define (problem p) (:domain {domain}) (:objects a b c d)
          (:init (at a) (road a b) (road b c) {init}) (:goal (at {goal})))"
    )
}

/// Two folders as collections have them, each with a problem that has a plan and one that has none.
fn collection() -> Bench {
    let bench = Bench::new();
    let desk = &bench.desk;
    for folder in ["roads", "fuel/instances"] {
        std::fs::create_dir_all(desk.0.path().join(folder)).unwrap();
    }
    desk.write("roads/domain.pddl", DOMAIN);
    desk.write("roads/no.pddl", problem("roads", "", "d"));
    desk.write("roads/yes.pddl", problem("roads", "", "c"));
    desk.write("fuel/domain.pddl", FUEL);
    desk.write(
        "fuel/instances/no.pddl",
        problem("fuel", "(= (fuel) 2.5)", "c"),
    );
    desk.write(
        "fuel/instances/yes.pddl",
        problem("fuel", "(= (fuel) 3)", "c"),
    );
    bench
}

fn of<'a>(records: &'a [Record], puzzle: &str, backend: &str) -> &'a Record {
    let is_it = |one: &&Record| one.puzzle.ends_with(puzzle) && one.backend.starts_with(backend);
    records
        .iter()
        .find(is_it)
        .unwrap_or_else(|| panic!("{puzzle} by {backend}"))
}

#[test]
fn folders_of_tasks_with_and_without_numbers_are_measured() {
    let bench = collection();
    let backends = ["saut", "batsat"].map(str::to_owned);
    bench.define(
        "[\"roads\", \"fuel\"]",
        &backends,
        "horizons = [\"search\"]\nseeds = [1]\nthreads = 1\ntimeout_seconds = 20",
    );
    let said = bench.run("-o r.jsonl");
    assert_eq!(said.status, Some(0), "{said:?}");
    let records = bench.records("r.jsonl");
    assert_eq!(records.len(), 8);
    for (puzzle, outcome, check) in [
        ("roads/yes.pddl", RunOutcome::Solved, "replay"),
        (
            "roads/no.pddl",
            RunOutcome::Infeasible,
            "relaxed-reachability",
        ),
        ("fuel/instances/yes.pddl", RunOutcome::Solved, "replay"),
        (
            "fuel/instances/no.pddl",
            RunOutcome::Infeasible,
            "numeric-states",
        ),
    ] {
        let record = of(&records, puzzle, "saut");
        assert_eq!((record.outcome, record.check.as_str()), (outcome, check));
        assert!(record.checked && record.horizon.is_none() && record.encoding == "-");
    }
    assert_eq!(
        of(&records, "roads/yes.pddl", "batsat").outcome,
        RunOutcome::Solved
    );
    // What the grounder has shown is not the solver's work.
    let grounded = of(&records, "roads/no.pddl", "batsat");
    assert_eq!(grounded.outcome, RunOutcome::GaveUp);
    assert_eq!(
        grounded.check,
        "decided without it, by relaxed-reachability"
    );
    // A solver of clauses has nothing to do with numbers, and says so.
    let numeric = of(&records, "fuel/instances/yes.pddl", "batsat");
    assert_eq!(numeric.outcome, RunOutcome::GaveUp);
    assert!(numeric.check.contains("reads clauses"), "{}", numeric.check);
    // The runs are known again, and a file that has changed is another task.
    assert!(bench.run("-o r.jsonl").out.contains("8 of 8 runs"));
    bench
        .desk
        .write("roads/yes.pddl", problem("roads", "", "b"));
    bench.run("-o r.jsonl");
    assert_eq!(bench.records("r.jsonl").len(), 10);
}

#[test]
fn planners_are_validated_and_what_they_deny_is_decided_anew() {
    let bench = collection();
    let planner = |name: &str, script: &str| {
        let path = bench.desk.write(name, script);
        format!(
            "planner:/bin/sh {} {{domain}} {{problem}} {{plan}}",
            path.display()
        )
    };
    let backends = [
        planner("right", "printf '(go a b)\\n(go b c)\\n' > $3\n"),
        planner("denies", "exit 11\n"),
        planner("garbled", "echo 'go there)' > $3\n"),
    ];
    bench.define(
        "[\"roads\"]",
        &backends,
        "seeds = [1]\ntimeout_seconds = 20",
    );
    let said = bench.run("-o r.jsonl");
    assert_eq!(said.status, Some(1), "wrong answers were given: {said:?}");
    let records = bench.records("r.jsonl");
    let told = |puzzle: &str, place: usize| {
        let record = of(&records, puzzle, &backends[place]);
        (record.claim, record.outcome)
    };
    assert_eq!(told("yes.pddl", 0), (Claimed::Sat, RunOutcome::Solved));
    assert_eq!(told("no.pddl", 0), (Claimed::Sat, RunOutcome::Wrong));
    assert_eq!(told("yes.pddl", 1), (Claimed::Unsat, RunOutcome::Wrong));
    assert_eq!(told("no.pddl", 1), (Claimed::Unsat, RunOutcome::Unproved));
    assert_eq!(told("yes.pddl", 2).1, RunOutcome::Garbage);
}

#[test]
fn what_a_task_cannot_be_measured_with_is_left_out_and_what_cannot_be_read_is_refused() {
    let bench = collection();
    let backends = ["batsat", "method:formulas"].map(str::to_owned);
    bench.define(
        "[\"roads\"]",
        &backends,
        "horizons = [\"smallest\"]\nseeds = [1]",
    );
    let said = bench.run("-o r.jsonl");
    assert!(
        said.err.contains("methods are those of puzzles"),
        "{said:?}"
    );
    assert!(said.err.contains("no horizons are known"), "{said:?}");
    bench.desk.write(
        "roads/no.pddl",
        "(define (problem p) (:domain roads) (:init (at a)))",
    );
    bench.define("[\"roads\"]", &["saut".to_owned()], "");
    let said = bench.run("-o r.jsonl");
    assert_eq!(said.status, Some(2), "{said:?}");
    assert!(said.err.contains("no.pddl"), "{said:?}");
}
