//! `saut lint`, and the errors of all commands that read a task, as text and as JSON.

use serde_json::json;

use crate::program::Desk;

const DOMAIN: &str = "(define (domain d)
  (:requirements :strips)
  (:predicates (at-room ?r) (door ?a ?b))
  (:action go :parameters (?a ?b)
    :precondition (and (at-room ?a) (door ?a ?b))
    :effect (and (at-room ?b) (not (at-room ?a)))))
";
const PROBLEM: &str = "(define (problem p)
  (:domain d)
  (:objects a b)
  (:init (at-room a) (door a b))
  (:goal (at-room b)))
";

#[test]
fn all_errors_of_both_files_are_printed_and_nothing_is_planned() {
    let desk = Desk::new();
    desk.write(
        "d.pddl",
        DOMAIN.replace("(door ?a ?b))\n    :e", "(dor ?a ?b))\n    :e"),
    );
    desk.write(
        "p.pddl",
        PROBLEM
            .replace("(at-room b)", "(at-room)")
            .replace("(door a b)", "(door a c)"),
    );
    let expected = [
        ("d.pddl", 5, 38, "dor", "undeclared"),
        ("p.pddl", 4, 30, "c", "undeclared"),
        ("p.pddl", 5, 10, "(at-room", "arity"),
    ];
    for command in [
        "plan d.pddl p.pddl",
        "explain d.pddl p.pddl",
        "lint d.pddl p.pddl",
    ] {
        let said = desk.gives(2, &format!("{command} --json"));
        let document = said.json();
        assert_eq!(document["errors"], 3, "{said:?}");
        let found = document["diagnostics"].as_array().unwrap().iter();
        let found = found.filter(|one| one["severity"] == "error");
        for (one, (file, line, column, word, code)) in found.zip(expected) {
            let place = json!([
                one["file"],
                one["line"],
                one["column"],
                one["word"],
                one["code"]
            ]);
            assert_eq!(place, json!([file, line, column, word, code]));
            assert!(
                one["message"].is_string() && one["remedy"].is_string(),
                "{one}"
            );
        }
    }
    let said = desk.gives(2, "plan d.pddl p.pddl");
    let begins = [
        "saut: d.pddl:5:38: ",
        "saut: p.pddl:4:30: ",
        "saut: p.pddl:5:10: ",
    ];
    assert_eq!(said.err.lines().count(), begins.len(), "{said:?}");
    for (line, begin) in said.err.lines().zip(begins) {
        assert!(line.starts_with(begin), "{line}");
    }
    assert!(said.out.is_empty(), "{said:?}");
}

#[test]
fn the_exit_status_of_lint_reports_errors_and_with_strict_warnings() {
    let desk = Desk::new();
    desk.write("d.pddl", DOMAIN);
    desk.write("p.pddl", PROBLEM);
    let said = desk.gives(0, "lint d.pddl p.pddl --strict");
    assert_eq!(said.out, "0 errors, 0 warnings\n");
    // If only the problem is given, its domain is found in the same folder.
    desk.write("domain.pddl", DOMAIN);
    assert_eq!(desk.gives(0, "lint p.pddl").out, said.out);
    desk.write(
        "d.pddl",
        DOMAIN.replace("(door ?a ?b))\n  (:a", "(door ?a ?b) (lost))\n  (:a"),
    );
    let said = desk.gives(0, "lint d.pddl p.pddl");
    let warning = "d.pddl:3:43: warning: predicate `lost` is never used; remove it, or add the \
         missing use [unused]\n";
    assert_eq!(said.out, format!("{warning}0 errors, 1 warning\n"));
    desk.gives(2, "lint d.pddl p.pddl --strict");
    desk.write("d.pddl", "(define (domain d)");
    let said = desk.gives(2, "lint d.pddl");
    assert!(
        said.out.starts_with(
            "d.pddl:1:1: error: this list is never closed: the text ends before its `)`"
        ),
        "{said:?}"
    );
    desk.gives(2, "lint missing.pddl");
}
