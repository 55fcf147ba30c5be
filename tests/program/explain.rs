//! The output of `saut explain` is true: its certificates are accepted, and the suggested changes make the task
//! solvable.

use serde_json::Value;

use crate::pages;
use crate::program::Desk;

/// Returns the arguments for the parcel task with this name.
fn parcels(problem: &str) -> String {
    format!("instances/parcels/domain.pddl instances/parcels/{problem}.pddl")
}

fn explained(desk: &Desk, problem: &str) -> Value {
    let words = format!("explain {} --json", parcels(problem));
    desk.gives(0, &words).json()
}

#[test]
fn the_reported_remedies_make_the_task_solvable() {
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

/// Returns the domain and the problem of a task in `mistakes.txt`.
fn task_of_a_modeller(name: &str) -> [String; 2] {
    let file = include_str!("../../crates/pddl/tests/tasks/mistakes.txt");
    ["domain", "problem"].map(|kind| {
        let (_, text) = file.split_once(&format!("\n= {name} {kind}\n")).unwrap();
        let end = text.find("\n= ").unwrap_or(text.len());
        let end = text[..end].find("\n! ").unwrap_or(end);
        text[..end].to_owned()
    })
}

/// Returns the facts and the values of functions in `:init`.
fn facts(problem: &str) -> Vec<String> {
    let (_, init) = problem.split_once("(:init").unwrap();
    let (init, _) = init.split_once("(:goal").unwrap();
    let (mut depth, mut facts, mut fact) = (0, Vec::new(), String::new());
    for c in init.chars() {
        depth += i32::from(c == '(') - i32::from(c == ')');
        if depth > 0 || c == ')' && !fact.is_empty() {
            fact.push(c);
        }
        if depth == 0 && c == ')' && !fact.is_empty() {
            facts.push(std::mem::take(&mut fact));
        }
    }
    facts
}

#[test]
fn a_change_that_makes_a_task_unsolvable_is_named_among_the_first_three() {
    let desk = pages::desk();
    let parcels = ["domain", "enough-fuel"].map(|file| {
        let path = pages::root().join(format!("instances/parcels/{file}.pddl"));
        std::fs::read_to_string(path).unwrap()
    });
    let tasks = [
        task_of_a_modeller("keys"),
        parcels,
        task_of_a_modeller("puz"),
        task_of_a_modeller("logi"),
    ];
    let (mut named, mut all, mut missed) = (0, 0, Vec::new());
    for [domain, problem] in tasks {
        desk.write("changed-domain.pddl", &domain);
        for fact in facts(&problem) {
            desk.write("changed.pddl", problem.replacen(&fact, "", 1));
            let words = "explain changed-domain.pddl changed.pddl --json --timeout 5";
            let words: Vec<String> = words.split(' ').map(Into::into).collect();
            // If the metric needs the removed cost, the input is invalid (status 2).
            let said = desk.gives_one_of(&[0, 2, 30], &words);
            if said.status == Some(2) || said.json()["verdict"] != "infeasible" {
                continue;
            }
            let said = said.json();
            all += 1;
            let mut first: Vec<String> = Vec::new();
            for change in said["start_changes"].as_array().unwrap().iter().take(3) {
                first.push(change["with"].as_str().unwrap_or_default().to_owned());
            }
            for obstacle in said["obstacles"].as_array().unwrap().iter().take(3) {
                let links = obstacle["links"].as_array().unwrap();
                first.extend(links.last().map(|link| link["unmet"].to_string()));
                first.push(obstacle["why"].to_string());
            }
            // For the value of a function, the explanation must name the function.
            let name = fact
                .strip_prefix("(= ")
                .map_or(&*fact, |rest| rest.split_inclusive(')').next().unwrap());
            if first.iter().any(|one| one.contains(name)) {
                named += 1;
            } else {
                missed.push(format!("{fact}: {first:?}"));
            }
        }
    }
    assert!(all >= 20, "{all}");
    assert!(
        4 * named >= 3 * all,
        "{named} of {all}; missed:\n{}",
        missed.join("\n")
    );
}

#[test]
fn the_chain_to_an_unreachable_condition_is_printed() {
    let desk = Desk::new();
    let [domain, problem] = task_of_a_modeller("keys");
    desk.write("p.pddl", problem);
    desk.write(
        "d.pddl",
        domain.replace("\n    :effect (not (locked ?d))", ""),
    );
    let said = desk.gives(0, "explain d.pddl p.pddl");
    let way = "  (robot-in strong) ← move cellar strong d2 ← (not (locked d2)): no action makes this atom false\n";
    assert!(said.out.contains(way), "{}", said.out);
    let change = "  without (locked d2) at the start: a plan of 3 actions\n";
    assert!(said.out.contains(change), "{}", said.out);
    desk.write("d.pddl", domain);
    let said = desk.gives(0, "explain d.pddl p.pddl");
    assert!(!said.out.contains("What blocks the goal"), "{}", said.out);
}

#[test]
fn a_violated_constraint_is_named() {
    let desk = Desk::new();
    let [domain, problem] = task_of_a_modeller("puz");
    desk.write("d.pddl", domain);
    desk.write(
        "p.pddl",
        problem.replace("(always (or (open g1) (open g2)))", "(always (open g2))"),
    );
    let said = desk
        .gives(0, "explain d.pddl p.pddl --json --timeout 10")
        .json();
    assert_eq!(said["verdict"], "infeasible");
    assert_eq!(
        said["without_constraint"][0]["without"], "(always (open g2))",
        "{said}"
    );
    // The original problem has a plan, so no change is suggested.
    desk.write("p.pddl", problem);
    let said = desk
        .gives(0, "explain d.pddl p.pddl --json --timeout 10")
        .json();
    assert_eq!(said["verdict"], "solved");
    assert!(said["without_constraint"].is_null());
}

#[test]
fn a_number_that_is_enough_and_a_goal_to_drop_are_named_whether_or_not_a_reason_is_found() {
    let desk = Desk::new();
    let [domain, problem] = task_of_a_modeller("logi");
    desk.write("d.pddl", domain);
    let words = "explain d.pddl p.pddl --json --timeout 8";
    let words: Vec<String> = words.split(' ').map(Into::into).collect();
    desk.write(
        "p.pddl",
        problem.replace("(= (fuel big) 10)", "(= (fuel big) 4)"),
    );
    let said = desk.gives_one_of(&[0, 30], &words).json();
    let helps = said["start_changes"].as_array().unwrap();
    assert!(
        helps.iter().any(|one| one["with"] == "(= (fuel big) 8)"),
        "{said}"
    );
    // The piano becomes too heavy.
    desk.write(
        "p.pddl",
        problem.replace("(= (weight piano) 3)", "(= (weight piano) 30)"),
    );
    let said = desk.gives_one_of(&[0, 30], &words).json();
    assert_eq!(
        said["goals"]["one_less"][0]["without"], "(stored piano lyon)",
        "{said}"
    );
}
