//! `saut validate --export` writes a bound as a formula and a proof. They are checked by a program that was written
//! only from the page about certificates, and by `VeriPB` if it is installed.

use std::fs;
use std::process::Command;

use serde_json::Value;

use crate::is_here;
use crate::program::Desk;

/// A task with a lorry, two places and a parcel. Driving costs more in one direction than in the other.
const LORRY: [&str; 2] = [
    "(define (domain lorry) (:requirements :strips :action-costs) (:predicates (at ?p) (lies ?p) (in) (place ?p) (dear ?p))
  (:functions (total-cost) - number)
  (:action drive :parameters (?p ?q) :precondition (and (at ?p) (place ?q) (dear ?q))
    :effect (and (at ?q) (not (at ?p)) (increase (total-cost) 5)))
  (:action back :parameters (?p ?q) :precondition (and (at ?p) (place ?q))
    :effect (and (at ?q) (not (at ?p)) (increase (total-cost) 7)))
  (:action load :parameters (?p) :precondition (and (at ?p) (lies ?p))
    :effect (and (in) (not (lies ?p)) (increase (total-cost) 1)))
  (:action unload :parameters (?p) :precondition (and (at ?p) (in))
    :effect (and (lies ?p) (not (in)) (increase (total-cost) 1))))",
    "(define (problem two) (:domain lorry) (:objects a b) (:init (at a) (lies b) (place a) (place b) (dear b) (= (total-cost) 0))
  (:goal (lies a)) (:metric minimize (total-cost)))",
];

/// An infeasible task that several kinds of reasons refute. The goal requires a switch that was switched on and is off,
/// but no action switches it off.
const SWITCH: [&str; 2] = [
    "(define (domain switch) (:predicates (off ?x) (on ?x) (lit ?x))
  (:action push :parameters (?x) :precondition (off ?x) :effect (and (on ?x) (not (off ?x))))
  (:action light :parameters (?x) :precondition (on ?x) :effect (lit ?x)))",
    "(define (problem both) (:domain switch) (:objects x) (:init (off x)) (:goal (and (off x) (lit x))))",
];

fn desk([domain, problem]: [&str; 2]) -> Desk {
    let desk = Desk::new();
    desk.write("d", domain);
    desk.write("p", problem);
    desk
}

fn path(desk: &Desk, name: &str) -> String {
    desk.0.path().join(name).display().to_string()
}

/// Returns the output of `opb.py` for a formula: the task, and whether some state, case and amount satisfy the formula.
/// The program was written only from the page about certificates.
fn read(desk: &Desk, name: &str) -> (Value, String) {
    let reader = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/certificates/opb.py");
    let said = Command::new("python3")
        .args([reader, &path(desk, name), "--brute"])
        .output();
    let said = said.expect("python3");
    let task = serde_json::from_slice(&said.stdout).unwrap_or(Value::Null);
    (
        task,
        String::from_utf8_lossy(&said.stderr).trim().to_owned(),
    )
}

/// Returns the verdict of `VeriPB`, or `None` if it is neither installed nor required.
fn verifies(desk: &Desk, formula: &str, proof: &str) -> Option<bool> {
    if !is_here("veripb") {
        return None;
    }
    let files = [path(desk, formula), path(desk, proof)];
    let said = Command::new("veripb").args(files).output().unwrap();
    Some(String::from_utf8_lossy(&said.stdout).contains("s VERIFIED UNSATISFIABLE"))
}

#[test]
fn only_the_cost_of_a_cheapest_plan_is_exported() {
    let desk = desk(LORRY);
    let answer = desk.gives(0, "plan d p --minimise cost --json");
    desk.write("answer", &answer.out);
    assert_eq!(answer.json()["bound"], 14);
    let plain = desk.gives(0, "validate d p answer --json");
    let said = desk.gives(0, "validate d p answer --json --export bound.opb");
    assert_eq!(said.out, plain.out);
    assert!(
        said.err.contains("veripb bound.opb bound.pbp"),
        "{}",
        said.err
    );
    let (task, verdict) = read(&desk, "bound.opb");
    assert_eq!(
        (task["bound"].as_u64(), verdict.as_str()),
        (Some(14), "unsatisfiable")
    );
    let names = task["actions"].as_object().unwrap().values();
    let costs = names.map(|it| (it["name"].as_str().unwrap(), it["cost"].as_u64().unwrap()));
    assert!(
        costs.clone().any(|it| it.0.contains("drive") && it.1 == 5),
        "{task}"
    );
    assert_ne!(verifies(&desk, "bound.opb", "bound.pbp"), Some(false));
    // If the bound is higher by one, the formula is satisfiable, so no proof is valid.
    let text = fs::read_to_string(desk.0.path().join("bound.opb")).unwrap();
    let more = text.replace(">= -13 ;", ">= -14 ;");
    assert_ne!(text, more);
    desk.write("more.opb", more);
    assert_ne!(verifies(&desk, "more.opb", "bound.pbp"), Some(true));
    // If one copy of a gate has another definition, `opb.py` rejects the formula.
    let at = text
        .find("* listed states")
        .or(text.find("* cost so far"))
        .unwrap();
    let changed = format!("{}{}", &text[..at], text[at..].replacen(" h", " ~h", 1));
    desk.write("changed.opb", changed);
    assert!(read(&desk, "changed.opb").1.starts_with("refused"));
}

#[test]
fn infeasibility_is_exported_from_several_kinds_of_certificates() {
    let desk = desk(SWITCH);
    for method in ["exhaustive", "auto"] {
        let answer = desk.gives(20, &format!("plan d p --method {method} --json"));
        desk.write("answer", &answer.out);
        let kind = answer.json()["certificate"]["kind"]
            .as_str()
            .unwrap()
            .to_owned();
        let said = desk.gives_one_of(
            &[0, 2],
            &["validate", "d", "p", "answer", "--export", "bound.opb"].map(str::to_owned),
        );
        if said.err.contains("--export") {
            assert!(
                !["exhaustive", "pagoda", "closed-states"].contains(&kind.as_str()),
                "{said:?}"
            );
            continue;
        }
        let (task, verdict) = read(&desk, "bound.opb");
        assert_eq!(
            (&task["bound"], verdict.as_str()),
            (&Value::Null, "unsatisfiable"),
            "{kind}"
        );
        assert_ne!(
            verifies(&desk, "bound.opb", "bound.pbp"),
            Some(false),
            "{kind}"
        );
    }
}
