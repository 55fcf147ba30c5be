//! `saut explain` of planning tasks, `--method pdr`, and token reconfiguration, from outside.

use std::path::PathBuf;

use serde_json::Value;

use crate::program::{Desk, Said};

/// A file of `instances/`.
fn instance(name: &str) -> String {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("instances");
    root.join(name).display().to_string()
}

fn explained(desk: &Desk, problem: &str, status: i32) -> Said {
    let (domain, problem) = (instance("parcels/domain.pddl"), instance(problem));
    desk.gives(status, &format!("explain {domain} {problem} --json"))
}

fn strings(list: &Value) -> Vec<&str> {
    list.as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect()
}

#[test]
fn a_task_short_of_fuel_is_told_so_and_what_it_lacks() {
    let desk = Desk::new();
    let said = explained(&desk, "parcels/short-of-fuel.pddl", 0).json();
    assert_eq!(said["verdict"], "infeasible");
    let goals = ["(at letter brest)", "(at crate nice)"];
    assert_eq!(strings(&said["goals"]["parts"]), goals);
    assert_eq!(strings(&said["goals"]["conflict"]["parts"]), goals);
    assert_eq!(said["goals"]["conflict"]["minimal"], true);
    let lengths: Vec<&Value> = said["goals"]["one_less"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["length"])
        .collect();
    assert_eq!(lengths.len(), 2);
    let budgets: Vec<&Value> = said["start_changes"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|one| one["kind"] == "budget")
        .collect();
    assert_eq!(budgets[0]["without"], "(fuel van f4)");
    assert_eq!(budgets[0]["with"], "(fuel van f5)");
    assert_eq!(budgets.len(), 1);
    // The shortest reason comes first.
    let sizes: Vec<u64> = said["reasons"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|one| one["size"].as_u64())
        .collect();
    assert!(!sizes.is_empty() && sizes.is_sorted(), "{sizes:?}");
}

#[test]
fn what_would_help_helps() {
    let desk = Desk::new();
    let domain = instance("parcels/domain.pddl");
    let text = std::fs::read_to_string(instance("parcels/short-of-fuel.pddl")).unwrap();
    let said = explained(&desk, "parcels/short-of-fuel.pddl", 0).json();
    let changes = said["start_changes"].as_array().unwrap();
    assert!(changes.len() >= 3);
    for change in changes {
        let mut other = text.clone();
        let (init, goal) = other.split_once("(:goal").unwrap();
        let init = match change["without"].as_str() {
            Some(without) => {
                assert!(init.contains(without));
                init.replacen(without, change["with"].as_str().unwrap_or_default(), 1)
            }
            None => init.replacen(
                "(:init",
                &format!("(:init {}", change["with"].as_str().unwrap()),
                1,
            ),
        };
        other = format!("{init}(:goal{goal}");
        desk.write("other.pddl", other);
        desk.gives(0, &format!("plan {domain} other.pddl"));
    }
}

#[test]
fn a_certificate_that_explain_prints_is_accepted() {
    let desk = Desk::new();
    for problem in [
        "parcels/short-of-fuel.pddl",
        "parcels/no-road.pddl",
        "parcels/two-places.pddl",
    ] {
        let said = explained(&desk, problem, 0).json();
        let mut checked = 0;
        for reason in said["reasons"].as_array().unwrap() {
            let certificate = &reason["certificate"];
            if !certificate.is_null() {
                let answer = serde_json::json!({
                    "task": said["task"], "verdict": "infeasible", "certificate": certificate,
                });
                desk.write("answer.json", answer.to_string());
                let (domain, problem) = (instance("parcels/domain.pddl"), instance(problem));
                desk.gives(0, &format!("validate {domain} {problem} answer.json"));
                let twin = instance("parcels/enough-fuel.pddl");
                desk.gives(1, &format!("validate {domain} {twin} answer.json"));
                checked += 1;
            }
        }
        assert!(checked > 0, "{problem}");
    }
}

#[test]
fn a_missing_road_and_a_goal_that_contradicts_itself_are_named() {
    let desk = Desk::new();
    let said = explained(&desk, "parcels/no-road.pddl", 0).json();
    assert_eq!(said["reasons"][0]["name"], "relaxed-reachability");
    assert_eq!(
        strings(&said["goals"]["unreachable_alone"]),
        ["(at letter nice)"]
    );
    let fixed = said["start_changes"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|one| one["kind"] == "fixed");
    let roads: Vec<&str> = fixed.filter_map(|one| one["with"].as_str()).collect();
    assert!(
        !roads.is_empty() && roads.iter().all(|road| road.ends_with("nice)")),
        "{roads:?}"
    );
    let said = explained(&desk, "parcels/two-places.pddl", 0).json();
    assert_eq!(said["reasons"][0]["name"], "pairs");
    let both = ["(at van brest)", "(at van paris)"];
    assert_eq!(strings(&said["goals"]["conflict"]["parts"]), both);
}

#[test]
fn a_solvable_task_is_said_to_be_one() {
    let desk = Desk::new();
    let said = explained(&desk, "parcels/enough-fuel.pddl", 0).json();
    assert_eq!(
        (&said["verdict"], &said["length"]),
        (&"solved".into(), &9.into())
    );
    let (domain, problem) = (
        instance("parcels/domain.pddl"),
        instance("parcels/enough-fuel.pddl"),
    );
    let text = desk.gives(0, &format!("explain {domain} {problem}")).out;
    assert!(text.contains("has a plan of 9 actions"), "{text}");
}

#[test]
fn explain_in_words_and_within_its_limits() {
    let desk = Desk::new();
    let (domain, problem) = (
        instance("parcels/domain.pddl"),
        instance("parcels/short-of-fuel.pddl"),
    );
    let text = desk.gives(0, &format!("explain {domain} {problem}")).out;
    for sentence in [
        "short-of-fuel has no plan.",
        "(at letter brest) and (at crate nice) cannot be reached together",
        "with the budget (fuel van f5) at the start instead of (fuel van f4): a plan of 9 actions",
    ] {
        assert!(text.contains(sentence), "{text}");
    }
    let said = desk.gives(
        30,
        &format!("explain {domain} {problem} --timeout 0 --json"),
    );
    assert_eq!(said.json()["verdict"], "undecided");
    desk.gives(2, &format!("explain {domain} no-such.pddl"));
    desk.gives(2, &format!("explain {domain} {problem} --facets"));
}

/// The invariant of a task in SAS+ and in PDDL, accepted by both programs' doors and refused when it is spoiled.
#[test]
fn an_invariant_is_printed_accepted_and_refused_when_spoiled() {
    let desk = Desk::new();
    let (domain, problem) = (
        instance("parcels/domain.pddl"),
        instance("parcels/short-of-fuel.pddl"),
    );
    let task = format!("{domain} {problem}");
    let said = desk
        .gives(20, &format!("plan {task} --method pdr --json"))
        .json();
    assert_eq!(said["certificate"]["kind"], "invariant");
    assert_eq!(said["method"], "pdr");
    desk.write("answer.json", said.to_string());
    let valid = desk.gives(0, &format!("validate {task} answer.json")).out;
    assert_eq!(valid.trim_end(), "valid: infeasible (invariant)");
    let mut less = said.clone();
    let reason = &mut less["certificate"]["reasons"][0];
    let forms = ["never", "one-of"];
    let form = forms.into_iter().find(|form| reason.get(form).is_some());
    let form = form.unwrap();
    reason[form].as_array_mut().unwrap().remove(0);
    desk.write("less.json", less.to_string());
    desk.gives(1, &format!("validate {task} less.json"));
    let mut turned = said.clone();
    let reason = &mut turned["certificate"]["reasons"][0];
    let conjunctions = reason[form].take();
    let other = forms.into_iter().find(|other| *other != form).unwrap();
    *reason = serde_json::json!({other: conjunctions});
    desk.write("turned.json", turned.to_string());
    desk.gives(1, &format!("validate {task} turned.json"));
    turned["certificate"]["reasons"] = serde_json::json!([{"sometimes": []}]);
    desk.write("unknown.json", turned.to_string());
    desk.gives(2, &format!("validate {task} unknown.json"));
    let plan = desk.gives(
        0,
        &format!(
            "plan {domain} {} --method pdr",
            instance("parcels/enough-fuel.pddl")
        ),
    );
    assert!(plan.out.contains("solved"), "{}", plan.out);
}

#[test]
fn tokens_on_a_graph_are_moved_or_said_to_be_stuck() {
    let desk = Desk::new();
    let files = |graph: &str, tokens: &str| {
        let folder = "reconfiguration/";
        format!(
            "{} {}",
            instance(&format!("{folder}{graph}")),
            instance(&format!("{folder}{tokens}"))
        )
    };
    let yes = files("cycle-7.col", "cycle-7-yes.dat");
    for command in ["plan", "solve"] {
        desk.gives(0, &format!("{command} {yes} -o answer.out"));
        let answer = std::fs::read_to_string(desk.0.path().join("answer.out")).unwrap();
        assert!(
            answer.starts_with("s 1 3 5\nt 2 4 6\na YES\na 1 3 5\n"),
            "{answer}"
        );
        assert!(answer.ends_with("a 2 4 6\n"), "{answer}");
        let valid = desk.gives(0, &format!("validate {yes} answer.out")).out;
        assert!(valid.starts_with("valid: "), "{valid}");
        let kept = answer.split_inclusive('\n');
        let spoiled: String = kept.filter(|line| line.trim_end() != "a 2 4 6").collect();
        desk.write("spoiled.out", spoiled);
        desk.gives(1, &format!("validate {yes} spoiled.out"));
        // Two neighbours, a set that does not follow, and one that is not the start.
        for (line, wrong) in [
            ("a 2 4 6", "a 1 2 6"),
            ("a 2 4 6", "a 1 3 5"),
            ("a 1 3 5", "a 1 3 6"),
        ] {
            let spoiled = answer.replacen(line, wrong, 1);
            assert_ne!(spoiled, answer);
            desk.write("spoiled.out", spoiled);
            let refused = desk.gives(1, &format!("validate {yes} spoiled.out"));
            assert!(
                refused.err.contains("claim \"YES\" refused"),
                "{}",
                refused.err
            );
        }
        desk.write("spoiled.out", answer.replace("a YES", "b YES\na YES"));
        desk.gives(2, &format!("validate {yes} spoiled.out"));
    }
    let no = files("cube.col", "cube-no.dat");
    let said = desk.gives(20, &format!("plan {no} --json -o no.out"));
    desk.write("no.json", &said.out);
    desk.gives(0, &format!("validate {no} no.json"));
    desk.gives(0, &format!("check {no} no.json"));
    desk.gives(1, &format!("validate {yes} no.json"));
    let answer = std::fs::read_to_string(desk.0.path().join("no.out")).unwrap();
    assert_eq!(answer, "s 1 4 6 7\nt 2 3 5 8\na NO\n");
    desk.gives(2, &format!("validate {no} no.out"));
    let swapped = files("cycle-7-yes.dat", "cycle-7.col");
    desk.gives(2, &format!("plan {swapped}"));
}
