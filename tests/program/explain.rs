//! The output of `saut explain` is true: its certificates are accepted, and the suggested changes make the task
//! solvable.

use serde_json::Value;

use crate::pages;
use crate::program::Desk;

/// The parcel task with this name.
fn parcels(problem: &str) -> String {
    format!("instances/parcels/domain.pddl instances/parcels/{problem}.pddl")
}

fn explained(desk: &Desk, problem: &str) -> Value {
    let words = format!("explain {} --json", parcels(problem));
    desk.gives(0, &words).json()
}

#[test]
fn what_would_help_helps() {
    let desk = pages::desk();
    let text = pages::root().join("instances/parcels/short-of-fuel.pddl");
    let text = std::fs::read_to_string(text).unwrap();
    let said = explained(&desk, "short-of-fuel");
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
        desk.gives(0, "plan instances/parcels/domain.pddl other.pddl");
    }
}

#[test]
fn a_certificate_that_explain_prints_is_accepted() {
    let desk = pages::desk();
    for problem in ["short-of-fuel", "no-road", "two-places"] {
        let said = explained(&desk, problem);
        let mut checked = 0;
        for reason in said["reasons"].as_array().unwrap() {
            let certificate = &reason["certificate"];
            if !certificate.is_null() {
                let answer = serde_json::json!({
                    "task": said["task"], "verdict": "infeasible", "certificate": certificate,
                });
                desk.write("answer.json", answer.to_string());
                for (problem, status) in [(problem, 0), ("enough-fuel", 3)] {
                    desk.gives(
                        status,
                        &format!("validate {} answer.json", parcels(problem)),
                    );
                }
                checked += 1;
            }
        }
        assert!(checked > 0, "{problem}");
    }
}

#[test]
fn a_certificate_of_explain_can_be_checked() {
    let desk = Desk::new();
    let said = desk.gives(0, "explain army-5 --json");
    let document = said.json();
    let mut checked = 0;
    for one in document["criteria"].as_array().unwrap() {
        if one["refutes"] == true {
            desk.write("certificate.json", one["certificate"].to_string());
            desk.gives(20, "check army-5 certificate.json");
            desk.gives(3, "check army-4 certificate.json");
            checked += 1;
        }
    }
    assert!(checked >= 2);
}
