//! Tasks with numbers on the command line: solvers that cannot be talked to, and plans that are made better.

#[cfg(unix)]
use std::fs;

use crate::program::Desk;

const COUNTER: &str = "(define (domain counter) (:requirements :fluents) (:functions (x))
  (:action up :effect (increase (x) 1))
  (:action down :effect (decrease (x) 1)))";

fn desk() -> Desk {
    let desk = Desk::new();
    let problem = "(define (problem p) (:domain counter) (:init (= (x) 0)) (:goal (> (x) 2)))";
    desk.write("domain.pddl", COUNTER);
    desk.write("problem.pddl", problem);
    desk
}

/// A solver that dies when it is asked between `push` and `pop` gets the whole script.
#[cfg(unix)]
#[test]
fn a_solver_that_cannot_be_talked_to_gets_a_file_for_each_horizon() {
    use std::os::unix::fs::PermissionsExt;

    let desk = desk();
    let script = "#!/bin/sh
while read -r line; do case $line in *push*) exit 3;; esac; done
echo sat; echo '((a0_1 3) (a1_1 0))'
";
    let solver = desk.0.path().join("z3");
    fs::write(&solver, script).unwrap();
    fs::set_permissions(&solver, fs::Permissions::from_mode(0o755)).unwrap();
    let words = "plan domain.pddl problem.pddl --method formulas --backend z3 --json";
    let mut command = crate::program::command(&desk.0, words.split(' '));
    let path = format!("{}:/usr/bin:/bin", desk.0.path().display());
    let said: crate::program::Said = command.env("PATH", path).output().unwrap().into();
    let document = said.json();
    assert_eq!(document["length"], 3, "{said:?}");
    let warning =
        "talking from horizon to horizon: backend z3: crashed (exit status 3); went on without it";
    assert!(said.err.contains(warning), "{said:?}");
}

#[test]
fn a_plan_with_numbers_is_improved_and_the_fewest_actions_are_proved() {
    let desk = desk();
    desk.write("plan", "(up)\n(down)\n(up)\n(up)\n(up)\n");
    let improved = desk.run("improve domain.pddl problem.pddl plan --json".split(' '));
    let document = improved.json();
    assert_eq!(document["length"], 3, "{improved:?}");
    assert_eq!(document["cost"], 3, "{improved:?}");
    assert_eq!(document["optimal"], true, "{improved:?}");
    assert_eq!(document["bound"], 3, "{improved:?}");
    assert_eq!(
        document["given"]["superfluous"].as_array().unwrap().len(),
        2
    );
    desk.write("answer.json", &improved.out);
    let checked = desk.run("validate domain.pddl problem.pddl answer.json".split(' '));
    assert_eq!(checked.status, Some(0), "{checked:?}");
    let wrong = improved.out.replace("\"bound\":3", "\"bound\":4");
    assert_ne!(wrong, improved.out);
    desk.write("wrong.json", &wrong);
    let refused = desk.run("validate domain.pddl problem.pddl wrong.json".split(' '));
    assert_eq!(refused.status, Some(1), "{refused:?}");
    let planned = desk.run("plan domain.pddl problem.pddl --minimise cost".split(' '));
    let told = &planned.out;
    assert!(
        told.contains("3 actions, cost 3; no plan costs less"),
        "{planned:?}"
    );
    desk.write("none", "(down)\n");
    let none = desk.run("improve domain.pddl problem.pddl none".split(' '));
    assert!(
        none.status == Some(1) && none.err.contains("it is no plan"),
        "{none:?}"
    );
}

/// What is told on the way is of the metric, as the answer is, also where that has no value yet.
#[test]
fn better_plans_are_told_and_kept_with_their_metric() {
    let desk = Desk::new();
    let domain =
        "(define (domain d) (:requirements :numeric-fluents) (:predicates (p)) (:functions (f))
      (:action a :parameters () :precondition (>= (f) -5) :effect (decrease (f) 1.5))
      (:action z :parameters () :effect (and (p) (assign (f) -7)))
      (:action b :parameters () :effect (p)))";
    desk.write("d", domain);
    desk.write("short", domain.replace("(assign (f) -7)", "(p)"));
    let without = ":action a :parameters () :precondition (>= (f) -5) :effect (decrease (f) 1.5)";
    let unset = domain.replace(without, ":action a :parameters () :effect (p)");
    desk.write("unset", &unset);
    desk.write(
        "never",
        unset.replace("(assign (f) -7)", "(decrease (f) 7)"),
    );
    for (name, init, metric) in [
        ("small", "(= (f) 0)", "minimize (f)"),
        ("large", "(= (f) 0)", "maximize (- (f))"),
        ("undefined", "", "minimize (f)"),
    ] {
        desk.write(
            name,
            format!(
                "(define (problem p) (:domain d) (:init {init}) (:goal (p)) (:metric {metric}))"
            ),
        );
    }
    for (name, side, metrics) in [
        ("small", "below", ["0", "-6"]),
        ("large", "above", ["0", "6"]),
    ] {
        let said = desk.gives(0, &format!("plan short {name} --minimise cost -o best"));
        let told: Vec<&str> = said.err.lines().collect();
        for (line, metric) in [(told[0], metrics[0]), (told[told.len() - 1], metrics[1])] {
            assert!(
                line.contains(&format!("a plan of metric {metric}")),
                "{said:?}"
            );
        }
        assert!(
            said.out.contains(&format!("metric {}", metrics[1])),
            "{said:?}"
        );
        assert!(
            said.err.contains(&format!("no plan has a metric {side} ")),
            "{said:?}"
        );
        assert!(!said.err.contains("cost"), "{said:?}");
        for (file, metric) in [("best.1", metrics[0]), ("best", metrics[1])] {
            let kept = std::fs::read_to_string(desk.0.path().join(file)).unwrap();
            assert!(
                kept.ends_with(&format!("; cost = {metric} (general cost)\n")),
                "{kept}"
            );
        }
    }
    let said = desk.gives(0, "plan unset undefined --minimise cost");
    assert!(said.err.contains("a plan of metric undefined"), "{said:?}");
    assert!(said.out.contains("metric -7"), "{said:?}");
    let answer = desk.gives(0, "plan unset undefined --minimise cost --json");
    let json = answer.json();
    assert_eq!(
        (&json["metric"], &json["bound"], &json["optimal"]),
        (&"-7".into(), &"-7".into(), &true.into())
    );
    desk.write("answer", &answer.out);
    desk.gives(0, "validate unset undefined answer");
    desk.write("better", answer.out.replace("\"-7\"", "\"-6\""));
    desk.gives(1, "validate unset undefined better");
    // Where no plan has a value any plan will do.
    let said = desk.gives(0, "plan never undefined --minimise cost");
    assert!(
        said.out.contains("metric undefined; no bound is known"),
        "{said:?}"
    );
    assert!(!said.err.contains("cost"), "{said:?}");
    desk.write(
        "answer",
        desk.gives(0, "plan never undefined --minimise cost --json")
            .out,
    );
    let valid = desk
        .gives(0, "validate never undefined answer --json")
        .json();
    assert_eq!(
        (&valid["cost"], &valid["bound"]),
        (&serde_json::Value::Null, &serde_json::Value::Null)
    );
    // Costs are told as before.
    let desk = self::desk();
    let said = desk.gives(0, "plan domain.pddl problem.pddl --minimise cost");
    assert!(
        said.err
            .contains("a plan of cost 3; no plan costs less than "),
        "{said:?}"
    );
    assert!(!said.err.contains("metric"), "{said:?}");
}

#[test]
fn a_metric_that_grows_for_ever_hides_no_refutation() {
    let desk = Desk::new();
    desk.write(
        "d",
        "(define (domain d) (:requirements :numeric-fluents) (:predicates (p)) (:functions (f) (spent))
  (:action turn :parameters () :effect (and (assign (f) (- 1 (f))) (increase (spent) 1))))",
    );
    desk.write(
        "p",
        "(define (problem p) (:domain d) (:init (= (f) 0) (= (spent) 0)) (:goal (= (* 2 (f)) 1))
  (:metric minimize (spent)))",
    );
    let said = desk.gives(
        20,
        "plan d p --minimise cost --timeout 8 --threads 1 --json",
    );
    assert_eq!(said.json()["certificate"]["name"], "numeric-states");
}

#[test]
fn a_goal_that_hangs_on_a_function_without_a_value_is_out_of_reach() {
    let desk = Desk::new();
    let problem = |values: &str| {
        format!(
            "(define (problem p) (:domain d) (:objects a b) (:init (r b) {values}) (:goal (p)))"
        )
    };
    desk.write("none.pddl", problem("(= (cap a) 1)"));
    desk.write("one.pddl", problem("(= (cap a) 1) (= (cap b) 1)"));
    desk.write("two.pddl", problem("(= (cap a) 2) (= (cap b) 2)"));
    for (test, solved) in [("(>= (cap ?x) 1)", "one"), ("(not (<= (cap ?x) 1))", "two")] {
        let domain = format!(
            "(define (domain d) (:requirements :adl :numeric-fluents) (:predicates (r ?x) (p)) (:functions (cap ?x))
             (:action go :parameters (?x) :precondition (and (r ?x) {test}) :effect (p)))"
        );
        desk.write("d.pddl", domain);
        let said = desk.gives(20, "plan d.pddl none.pddl --json");
        let document = said.json();
        assert_eq!(document["method"], "range-reachability", "{said:?}");
        assert_eq!(
            document["certificate"]["name"], "range-reachability",
            "{said:?}"
        );
        desk.write("answer", &said.out);
        desk.gives(0, "validate d.pddl none.pddl answer");
        let explained = desk.gives(0, "explain d.pddl none.pddl").out;
        assert!(
            explained.contains("numbers take every value in their ranges"),
            "{explained}"
        );
        desk.gives(0, &format!("plan d.pddl {solved}.pddl"));
        desk.gives(1, &format!("validate d.pddl {solved}.pddl answer"));
    }
}
