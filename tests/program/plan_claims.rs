//! Claims of a document of `saut plan` beside its plan: false claims that other commands must not accept.

use std::fs;

use serde_json::Value;

use crate::planning;
use crate::program::Desk;

/// Two ways to a goal that is a choice; the short one has two actions.
const CHOICE: [&str; 2] = [
    "(define (domain d) (:requirements :adl) (:predicates (p0) (p1) (p2) (p3) (p4) (g))
  (:action m1 :parameters () :precondition (p0) :effect (and (p1) (not (p0))))
  (:action m2 :parameters () :precondition (p1) :effect (and (p2) (not (p1))))
  (:action slow :parameters () :precondition (p0) :effect (p3))
  (:action m1b :parameters () :precondition (p3) :effect (and (p1) (not (p0))))
  (:action x :parameters () :precondition (p3) :effect (p4))
  (:action y :parameters () :precondition (p4) :effect (g)))",
    "(define (problem p) (:domain d) (:init (p0)) (:goal (or (p2) (g))))",
];

/// An action that can be played by either of two facts, of which another action takes one away.
const EITHER: [&str; 2] = [
    "(define (domain d) (:requirements :adl) (:predicates (a) (b) (c) (g2) (e))
  (:action x :precondition (or (b) (a)) :effect (c))
  (:action z :effect (and (not (b)) (g2)))
  (:action w :precondition (b) :effect (e))
  (:action v :precondition (e) :effect (a)))",
    "(define (problem p) (:domain d) (:init (a) (b)) (:goal (and (c) (g2))))",
];

/// An action that the goal has no use for.
const USELESS: [&str; 2] = [
    "(define (domain d) (:predicates (p) (g) (u))
  (:action make :parameters () :precondition (p) :effect (and (g) (not (p))))
  (:action other :parameters () :effect (u)))",
    "(define (problem p) (:domain d) (:init (p)) (:goal (g)))",
];

fn desk([domain, problem]: [&str; 2]) -> Desk {
    let desk = Desk::new();
    desk.write("d", domain);
    desk.write("p", problem);
    desk
}

/// Answer of validate to an answer that was changed.
fn changed(desk: &Desk, answer: &Value, status: i32, change: impl FnOnce(&mut Value)) -> Value {
    let mut answer = answer.clone();
    change(&mut answer);
    desk.write("changed", answer.to_string());
    if status == 2 {
        let said = desk.gives(2, "validate d p changed");
        return said.err.into();
    }
    desk.gives(status, "validate d p changed --json").json()
}

#[test]
fn a_plan_that_is_longer_by_one_is_not_the_shortest_for_a_goal_that_is_a_choice() {
    for measure in ["actions", "steps"] {
        let desk = desk(CHOICE);
        let flags = format!("plan d p --minimise {measure} --proof proof.drat --json");
        let answer = desk.gives(0, &flags).json();
        assert_eq!(answer["length"], 2);
        let valid = changed(&desk, &answer, 0, |_| {});
        assert_eq!(valid["optimal"], true);
        assert_eq!(valid["measure"], measure);
        assert_eq!(answer["minimised"], measure);
        assert_eq!(answer.get("steps").is_some(), measure == "steps");
        let other = if measure == "steps" {
            "actions"
        } else {
            "steps"
        };
        for (claim, value) in [("minimised", other.into()), ("steps", 1.into())] {
            let refused = changed(&desk, &answer, 1, |it| it[claim] = value);
            assert!(refused["reason"].to_string().contains(claim), "{refused}");
        }
        let refused = changed(&desk, &answer, 1, |it| {
            it["plan"] = serde_json::json!(["(slow)", "(m1b)", "(m2)"]);
            it["length"] = 3.into();
        });
        assert_eq!(refused["valid"], false, "{refused}");
    }
}

#[test]
fn the_step_that_says_that_a_goal_is_reached_is_no_step_of_a_plan() {
    let desk = desk(CHOICE);
    let flags = "plan d p --encoding forall --horizon 2 --proof h.drat --json";
    let answer = desk.gives(30, flags).json();
    let valid = changed(&desk, &answer, 0, |_| {});
    assert_eq!(valid["refuted"][0]["horizon"], 2);
    assert_eq!(valid["refuted"][0]["steps"], 1);
    let told = desk.gives(0, "validate d p changed").out;
    assert!(told.contains("no plan in 1 step of forall"), "{told}");
}

#[test]
fn actions_without_use_are_not_spoken_of() {
    let desk = desk(USELESS);
    let flags = "plan d p --encoding sequential --horizon 2 --proof h.drat --json";
    desk.write("answer", desk.gives(30, flags).out);
    let told = desk.gives(0, "validate d p answer").out;
    assert!(
        told.contains("exactly 2 actions that the goal has a use for"),
        "{told}"
    );
    desk.write("both", "(make)\n(other)\n");
    desk.gives(0, "validate d p both");
}

#[test]
fn of_the_cases_of_an_action_the_one_that_fits_is_taken() {
    let desk = desk(EITHER);
    let flags = "plan d p --minimise steps --proof proof.drat --json";
    let answer = desk.gives(0, flags).json();
    assert_eq!(answer["horizon"], 1);
    for plan in [["(x)", "(z)"], ["(z)", "(x)"]] {
        let valid = changed(&desk, &answer, 0, |it| it["plan"] = serde_json::json!(plan));
        assert_eq!(valid["optimal"], true);
    }
}

#[test]
fn lower_bounds_and_numbers_are_read_also_where_nothing_is_called_optimal() {
    let desk = desk(CHOICE);
    let flags = "plan d p --minimise actions --proof proof.lrat --json";
    let answer = desk.gives(0, flags).json();
    let bare = |it: &mut Value| {
        it.as_object_mut().unwrap().remove("optimal");
    };
    let valid = changed(&desk, &answer, 0, bare);
    assert_eq!(valid["optimal"], false);
    changed(&desk, &answer, 1, |it| {
        bare(it);
        it["lower_bound"]["refuted"][0]["horizon"] = 7.into();
    });
    for (name, value) in [
        ("optimal", Value::from("true")),
        ("length", (-5).into()),
        ("length", "2".into()),
        ("cost", "two".into()),
    ] {
        let told = changed(&desk, &answer, 2, |it| it[name] = value);
        assert!(told.as_str().unwrap().contains(name), "{told}");
    }
}

#[test]
fn numbers_of_a_certificate_are_compared() {
    let desk = desk([
        USELESS[0],
        "(define (problem p) (:domain d) (:init) (:goal (g)))",
    ]);
    let answer = desk.gives(20, "plan d p --json").json();
    assert_eq!(answer["certificate"]["name"], "relaxed-reachability");
    changed(&desk, &answer, 0, |_| {});
    changed(&desk, &answer, 1, |it| {
        it["certificate"]["reached"] = 4000.into();
    });
    changed(&desk, &answer, 2, |it| {
        it["certificate"]["reached"] = "x".into();
    });
}

#[test]
fn a_backend_that_lies_is_named_and_has_no_plan_to_its_name() {
    let desk = planning::ferry();
    desk.write("liar", "echo s UNSATISFIABLE\n");
    let words = [
        "plan",
        "ferry",
        "crossing",
        "--encoding",
        "forall",
        "--horizon",
        "9",
        "--json",
        "--backend",
        "dimacs:/bin/sh liar",
    ];
    let said = desk.run(words);
    assert_eq!(said.status, Some(0), "{said:?}");
    assert!(
        said.err.contains("says that there is no plan of 9 steps"),
        "{said:?}"
    );
    assert_eq!(said.json()["backend"], "varisat");
    // What refutes a script is a formula in clauses, and so is what has the plan.
    let words = [
        "plan",
        "ferry",
        "crossing",
        "--encoding",
        "smt",
        "--horizon",
        "9",
        "--json",
        "--backend",
        "smtlib:echo unsat",
    ];
    let document = desk.run(words).json();
    assert_eq!(
        (&document["backend"], &document["method"]),
        (&"varisat".into(), &"sequential".into())
    );
}

#[test]
fn nothing_that_is_read_is_written_over() {
    let desk = desk(CHOICE);
    let before = fs::read(desk.0.path().join("d")).unwrap();
    for flags in [
        "plan d p -o d",
        "plan d p -o ./p",
        "plan d p --encoding forall --horizon 1 --proof d",
        "plan d p --minimise steps --proof q -o q",
    ] {
        let told = desk.gives(2, flags).err;
        assert!(told.contains("by the same command"), "{told}");
    }
    assert_eq!(fs::read(desk.0.path().join("d")).unwrap(), before);
    desk.write("answer", desk.gives(0, "plan d p --json").out);
    desk.gives(2, "validate d p answer -o answer");
    desk.write("solved", desk.gives(0, "solve pegsol-p01 --json").out);
    desk.gives(2, "check pegsol-p01 solved -o solved");
    desk.gives(0, "check pegsol-p01 solved -o told");
    desk.gives(0, "plan d p -o /dev/null");
}

#[test]
fn a_plan_of_no_steps_has_the_fewest_and_what_is_not_checked_is_named() {
    let met = USELESS[1].replace("(:init (p))", "(:init (p) (g))");
    let desk = desk([USELESS[0], &met]);
    for measure in ["steps", "actions", "cost"] {
        let answer = desk.gives(0, &format!("plan d p --minimise {measure} --json"));
        let valid = changed(&desk, &answer.json(), 0, |_| {});
        assert_eq!(
            (&valid["optimal"], &valid["measure"]),
            (&true.into(), &measure.into())
        );
        assert_eq!(valid["unverified"], serde_json::json!([]));
    }
    let answer = desk.gives(0, "plan d p --json").json();
    for (field, value) in [
        ("steps", serde_json::json!(1)),
        ("lower_bound", serde_json::json!({"actions": 9})),
    ] {
        let valid = changed(&desk, &answer, 0, |it| it[field] = value);
        assert_eq!(
            valid["unverified"].as_array().map(Vec::len),
            Some(1),
            "{valid}"
        );
    }
    changed(&desk, &answer, 1, |it| it["bound"] = 22.into());
    changed(&desk, &answer, 2, |it| it["metric"] = 3.into());
}

#[test]
fn lower_bounds_of_a_search_that_was_ended_are_checked_or_named() {
    let desk = desk(CHOICE);
    let flags = "plan d p --minimise steps --proof proof.drat --json";
    let answer = desk.gives(0, flags).json();
    let ended = |it: &mut Value| {
        it["optimal"] = false.into();
        it["horizon"] = Value::Null;
        it["steps"] = Value::Null;
    };
    let valid = changed(&desk, &answer, 0, ended);
    assert_eq!(
        (&valid["optimal"], &valid["measure"]),
        (&false.into(), &"steps".into())
    );
    let not_kept = |it: &mut Value| {
        ended(it);
        let mut entry = it["lower_bound"]["refuted"][0].clone();
        for name in ["file", "sha256"] {
            entry.as_object_mut().unwrap().remove(name);
        }
        it["lower_bound"]["refuted"] = serde_json::json!([entry]);
    };
    let valid = changed(&desk, &answer, 0, not_kept);
    assert!(
        valid["unverified"].to_string().contains("not kept"),
        "{valid}"
    );
}

/// Gold that is dug: the more the better.
const GOLD: [&str; 2] = [
    "(define (domain d) (:requirements :numeric-fluents) (:predicates (open) (there))
  (:functions (gold))
  (:action go :parameters () :effect (there))
  (:action dig :parameters () :precondition (open)
    :effect (and (not (open)) (increase (gold) 5))))",
    "(define (problem p) (:domain d) (:init (open) (= (gold) 0)) (:goal (there))
  (:metric maximize (gold)))",
];

#[test]
fn a_bound_of_a_metric_is_no_bound_of_costs() {
    let desk = desk(GOLD);
    let answer = desk.gives(0, "plan d p --minimise cost --json").json();
    assert_eq!(
        (&answer["metric"], &answer["bound"]),
        (&"5".into(), &"5".into())
    );
    let valid = changed(&desk, &answer, 0, |_| {});
    assert_eq!(
        (&valid["optimal"], &valid["cost"]),
        (&true.into(), &Value::Null)
    );
    for bound in [Value::from("0"), 0.into(), "4".into(), 5.into()] {
        changed(&desk, &answer, 1, |it| {
            it["plan"] = serde_json::json!(["(go)"]);
            it["length"] = 1.into();
            it["metric"] = "0".into();
            it["bound"] = bound.clone();
        });
    }
    // Without a word of what was made small, "optimal" is of the metric.
    let silent = |it: &mut Value| {
        it.as_object_mut().unwrap().remove("minimised");
    };
    assert_eq!(changed(&desk, &answer, 0, silent)["optimal"], true);
}

/// A debt that can be made, down to −6: the less the better.
const DEBT: [&str; 2] = [
    "(define (domain d) (:requirements :numeric-fluents) (:predicates (p)) (:functions (f))
  (:action a :parameters () :precondition (>= (f) -5) :effect (decrease (f) 1.5))
  (:action b :parameters () :effect (p)))",
    "(define (problem p) (:domain d) (:init (= (f) 0)) (:goal (p)) (:metric minimize (f)))",
];

#[test]
fn a_bound_without_a_certificate_is_named_or_contradicted_by_the_plan_whatever_its_value() {
    let named = |valid: &Value| valid["unverified"].to_string().contains("bound");
    let [domain, _] = USELESS;
    for (task, plan, bounds) in [
        // (bound, status, named), for a plan with the metric 0.
        (
            DEBT,
            "(b)",
            vec![
                (Value::from(0), 0, true),
                (Value::from("0"), 0, true),
                (Value::from(-1), 0, true),
                (Value::from("-13/2"), 0, true),
                (Value::from(1), 1, false),
                (Value::from("1/2"), 1, false),
                (Value::Null, 0, false),
                (Value::from("x"), 2, false),
                (Value::from(true), 2, false),
            ],
        ),
        // Nothing costs less than nothing.
        (
            [domain, USELESS[1]],
            "(make)",
            vec![
                (Value::from(0), 0, false),
                (Value::from(1), 0, true),
                (Value::from("1"), 0, true),
                (Value::from(2), 1, false),
                (Value::from(-1), 2, false),
                (Value::Null, 0, false),
            ],
        ),
    ] {
        let desk = desk(task);
        let answer = serde_json::json!({"task": "p", "verdict": "solved", "plan": [plan]});
        for (bound, status, is_named) in bounds {
            let said = changed(&desk, &answer, status, |it| it["bound"] = bound.clone());
            assert_eq!(named(&said), is_named, "{bound}: {said}");
        }
    }
}

#[test]
fn a_bound_beside_refuted_steps_is_named() {
    let desk = desk(CHOICE);
    let flags = "plan d p --encoding forall --horizon 2 --proof h.drat --json";
    let answer = desk.gives(30, flags).json();
    assert_eq!(changed(&desk, &answer, 0, |_| {}).get("unverified"), None);
    for (claim, value) in [("bound", 1), ("beauty", 10)] {
        let valid = changed(&desk, &answer, 0, |it| it[claim] = value.into());
        assert!(valid["unverified"].to_string().contains(claim), "{valid}");
    }
    let valid = changed(&desk, &answer, 0, |it| it["bound"] = 0.into());
    assert_eq!(valid.get("unverified"), None, "{valid}");
}

#[test]
fn a_cost_is_none_of_a_metric_that_can_be_none() {
    let desk = desk(DEBT);
    let answer = desk.gives(0, "plan d p --minimise cost --json").json();
    assert_eq!(
        (&answer["metric"], &answer["cost"]),
        (&"-6".into(), &Value::Null)
    );
    changed(&desk, &answer, 0, |_| {});
    // The number of actions is no cost of it.
    for cost in [5, 0, 6] {
        changed(&desk, &answer, 1, |it| it["cost"] = cost.into());
    }
    changed(&desk, &answer, 2, |it| it["minimised"] = "beauty".into());
}

/// A task whose start meets the goal.
const DONE: [&str; 2] = [
    "(define (domain d) (:predicates (p) (g))
  (:action make :parameters () :precondition (p) :effect (and (g) (not (p)))))",
    "(define (problem done) (:domain d) (:init (p) (g)) (:goal (g)))",
];

#[test]
fn a_plan_without_an_action_is_the_shortest_whatever_its_encoding() {
    let desk = desk(DONE);
    for encoding in ["naive", "sequential", "smt"] {
        let flags = format!("plan d p --minimise actions --encoding {encoding} --json");
        let answer = desk.gives(0, &flags).json();
        assert_eq!(answer["optimal"], true, "{encoding}");
        let valid = changed(&desk, &answer, 0, |_| {});
        assert_eq!(
            (&valid["optimal"], &valid["measure"]),
            (&true.into(), &"actions".into())
        );
        // Without its word, by its method.
        let valid = changed(&desk, &answer, 0, |it| {
            it.as_object_mut().unwrap().remove("minimised");
        });
        assert_eq!(valid["measure"], "actions");
        let longer = |it: &mut Value| {
            it["plan"] = serde_json::json!(["(make)"]);
            it["length"] = 1.into();
        };
        changed(&desk, &answer, 1, longer);
    }
}

#[test]
fn nothing_costs_less_than_nothing() {
    let desk = desk(DONE);
    let answer = desk.gives(0, "plan d p --minimise cost --json").json();
    assert_eq!(answer["bound"], 0);
    let valid = changed(&desk, &answer, 0, |_| {});
    assert_eq!(
        (&valid["bound"], &valid["optimal"]),
        (&0.into(), &true.into())
    );
    changed(&desk, &answer, 1, |it| it["cost"] = 1.into());
}

#[test]
fn a_verdict_beside_a_plan_says_solved_and_other_claims_are_named() {
    let desk = desk(USELESS);
    let answer = desk.gives(0, "plan d p --json").json();
    changed(&desk, &answer, 0, |_| {});
    for verdict in ["infeasible", "undecided", "x", ""] {
        let refused = changed(&desk, &answer, 1, |it| it["verdict"] = verdict.into());
        let reason = refused["reason"].as_str().unwrap();
        assert!(reason.contains("claim \"verdict\" refused: "), "{reason}");
    }
    for (claim, value) in [("lower_bound", 3), ("beauty", 10)] {
        let valid = changed(&desk, &answer, 0, |it| it[claim] = value.into());
        assert_eq!(valid["unverified"].as_array().unwrap().len(), 1, "{valid}");
    }
    // As `saut decode` and `saut merge` say where a plan came from.
    let valid = changed(&desk, &answer, 0, |it| {
        it["variables"] = 5.into();
        it["clauses"] = 7.into();
        it["piece"] = "1".into();
    });
    assert_eq!(valid.get("unverified"), None);
    let both = changed(&desk, &answer, 1, |it| {
        it["certificate"] =
            serde_json::json!({"kind": "exhaustive", "reasons": [], "states": {"visited": 1}});
    });
    assert!(both["reason"].to_string().contains("certificate"), "{both}");
}

#[test]
fn a_document_that_says_that_a_task_has_no_plan_says_nothing_of_one() {
    let [domain, problem] = USELESS;
    let desk = desk([domain, &problem.replace("(:init (p))", "(:init)")]);
    let answer = desk.gives(20, "plan d p --json").json();
    let valid = changed(&desk, &answer, 0, |_| {});
    assert_eq!(valid.get("unverified"), None);
    let valid = changed(&desk, &answer, 0, |it| it["beauty"] = 10.into());
    assert_eq!(valid["unverified"].as_array().unwrap().len(), 1, "{valid}");
    for (claim, value) in [("length", 3.into()), ("optimal", true.into())] {
        let value: Value = value;
        let refused = changed(&desk, &answer, 1, |it| it[claim] = value);
        let reason = refused["reason"].as_str().unwrap();
        assert!(
            reason.contains(&format!("claim \"{claim}\" refused")),
            "{reason}"
        );
    }
}
