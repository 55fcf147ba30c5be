//! Commands about plans of a task: validating a plan, also with the messages of VAL, finding several plans, repairing a
//! plan, and planning from another state.

use std::os::unix::fs::symlink;
use std::process::Command;

use serde_json::{Value, json};

use crate::planning::ferry;
use crate::program::{Desk, Said, program};

/// Returns a folder with the task of the examples, its best plan, and invalid plans.
fn delivery() -> Desk {
    let desk = Desk::new();
    desk.write("d", include_str!("../../examples/delivery/domain.pddl"));
    desk.write("p", include_str!("../../examples/delivery/problem.pddl"));
    desk.gives(0, "plan d p --minimise cost -o best");
    let best = std::fs::read_to_string(desk.0.path().join("best")).unwrap();
    let lines: Vec<&str> = best.lines().collect();
    desk.write("wrong", [&lines[..2], &lines[3..]].concat().join("\n"));
    desk.write("short", lines[..2].join("\n"));
    desk
}

fn val(desk: &Desk, words: &str) -> Said {
    let place = desk.0.path().join("validate");
    if !place.exists() {
        symlink(program(), &place).unwrap();
    }
    let mut command = Command::new(place);
    command.args(words.split_whitespace());
    command.current_dir(desk.0.path()).output().unwrap().into()
}

#[test]
fn an_invalid_plan_names_its_step_and_all_unmet_conditions() {
    let desk = delivery();
    let said = desk.gives(3, "validate d p wrong --json").json();
    assert_eq!(said["valid"], false);
    assert_eq!(
        (&said["step"], &said["action"]),
        (&json!(5), &json!("(unload tools port)"))
    );
    assert_eq!(said["unmet"], json!(["(loaded tools)"]));
    let said = desk.gives(3, "validate d p short --json").json();
    assert_eq!(said["unmet"], json!(["(at books port)", "(at tools port)"]));
    assert!(said.get("step").is_none());
    let message = desk.gives(3, "validate d p short").err;
    assert!(
        message.contains("2 conditions do not hold: (at books port), (at tools port)"),
        "{message}"
    );
}

#[test]
fn several_plans_are_checked_and_the_worst_is_the_status() {
    let desk = delivery();
    let said = desk.gives(0, "validate d p best best");
    assert_eq!(said.out, "best: valid: 6 actions, cost 11\n".repeat(2));
    let said = desk.gives(3, "validate d p best wrong --json").json();
    assert_eq!(said["valid"], false);
    let files: Vec<&Value> = said["plans"]
        .as_array()
        .unwrap()
        .iter()
        .map(|plan| &plan["file"])
        .collect();
    assert_eq!(files, ["best", "wrong"]);
    assert_eq!(said["plans"][1]["step"], 5);
    let said = desk.gives(2, "validate d p best missing wrong");
    assert!(said.out.contains("missing: unusable: "), "{said:?}");
    desk.gives(2, "check central best wrong best");
}

#[test]
fn the_states_of_a_plan_are_printed_up_to_its_fault() {
    let desk = delivery();
    let said = desk.gives(3, "validate d p wrong -v");
    assert!(
        said.out
            .ends_with("step 4: (unload books port)\n  - (loaded books)\n  + (at books port)\n"),
        "{}",
        said.out
    );
    let states = &desk.gives(0, "validate d p best -v --json").json()["states"];
    assert_eq!(states["steps"].as_array().unwrap().len(), 6);
    assert_eq!(states["steps"][0]["removed"], json!(["at books depot"]));
    desk.gives(2, "check central best -v");
}

#[test]
fn val_is_spoken_under_its_name_and_by_a_flag() {
    let desk = delivery();
    let said = val(&desk, "-v d p best");
    assert_eq!(said.status, Some(0));
    for phrase in [
        "Checking plan: best\n",
        "Plan size: 6\n",
        "Checking next happening (time 1)\nDeleting (at books depot)\nAdding (loaded books)\n",
        "Plan executed successfully - checking goal\nPlan valid\nFinal value: 11 \n",
        "\nSuccessful plans:\nValue: 11\n best 11 \n",
    ] {
        assert!(said.out.contains(phrase), "{phrase}: {}", said.out);
    }
    assert_eq!(desk.gives(0, "validate --val -v d p best").out, said.out);
    let said = val(&desk, "-t 0.001 -v d p wrong");
    assert_eq!(said.status, Some(1));
    for phrase in [
        "Checking next happening (time 0.0040)\nPlan failed because of unsatisfied precondition in:\n(unload tools port)\n",
        "\nPlan failed to execute\n",
        "Plan Repair Advice:\n\n(unload tools port) has an unsatisfied precondition at time 0.0040\n(Set (loaded tools) to true)\n",
        "\nFailed plans:\n wrong \n",
    ] {
        assert!(said.out.contains(phrase), "{phrase}: {}", said.out);
    }
    let said = val(&desk, "-e d p short");
    assert!(
        said.out.contains("Goal not satisfied\nPlan invalid\n"),
        "{}",
        said.out
    );
    assert!(
        said.out
            .contains("(Follow each of:\n    (Set (at books port) to true)\n    and (Set"),
        "{}",
        said.out
    );
    assert_eq!(val(&desk, "-S d p best wrong").out, "11 \nfailed\n");
    assert_eq!(val(&desk, "-s d p best").out, "");
}

#[test]
fn val_reads_domains_and_rejects_unknown_arguments() {
    let desk = delivery();
    assert_eq!(val(&desk, "d").out, "Errors: 0, warnings: 0\n");
    desk.write("wrong", "(no-such-action)");
    let said = val(&desk, "d p wrong");
    assert_eq!(said.status, Some(1));
    assert!(said.out.contains("Bad plan description!\n"), "{}", said.out);
    let problem = include_str!("../../examples/delivery/problem.pddl");
    desk.write("bad", problem.replace("(van depot)", "\n(vans depot)"));
    let said = val(&desk, "d bad");
    assert_eq!(said.status, Some(255));
    let line = 1
        + problem
            .lines()
            .position(|line| line.contains("(van depot)"))
            .unwrap()
        + 1;
    assert!(
        said.out
            .contains(&format!("bad: line: {line}: Error: predicate `vans`")),
        "{}",
        said.out
    );
    let said = val(&desk, "-l d p wrong");
    assert_eq!(
        (said.status, &*said.out),
        (Some(255), "Unrecognised command line switch: -l\n")
    );
    assert!(val(&desk, "-h").out.starts_with("Usage: validate"));
}

#[test]
fn plans_for_editors_have_their_costs_before_them() {
    let desk = ferry();
    let said = desk.gives(
        0,
        "plan ferry crossing --minimise cost --format plans -o plan",
    );
    let costs: Vec<&str> = said
        .out
        .lines()
        .filter_map(|line| line.strip_prefix("; cost: "))
        .collect();
    assert!(
        !costs.is_empty() && said.out.starts_with("; cost: "),
        "{said:?}"
    );
    let plans = said.out.split("; cost: ").skip(1);
    for (number, plan) in (1..).zip(plans) {
        let file = std::fs::read_to_string(desk.0.path().join(format!("plan.{number}"))).unwrap();
        let actions = |text: &str| -> Vec<String> {
            text.lines()
                .filter(|line| line.starts_with('('))
                .map(str::to_owned)
                .collect()
        };
        assert_eq!(actions(plan), actions(&file));
    }
    let said = desk.gives(
        0,
        "plan ferry crossing --minimise cost --format plans --json",
    );
    let lines: Vec<Value> = said
        .out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let (last, better) = lines.split_last().unwrap();
    assert_eq!(last["verdict"], "solved");
    assert!(
        better
            .iter()
            .all(|plan| plan.get("verdict").is_none() && plan["plan"].is_array())
    );
    assert_eq!(better.last().unwrap()["cost"], last["cost"]);
    desk.gives(2, "solve central --format plans");
}

#[test]
fn several_plans_have_different_actions_and_are_all_there() {
    let desk = Desk::new();
    desk.write("d", "(define (domain d) (:predicates (at ?x) (road ?x ?y))
        (:action go :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y)) :effect (and (not (at ?x)) (at ?y))))");
    desk.write("p", "(define (problem p) (:domain d) (:objects a b c z) (:init (at a) (road a b) (road b z) (road a c) (road c z)
        (road a z) (road z a)) (:goal (at z)))");
    let said = desk
        .gives(0, "plan d p --plans 9 --minimise cost --json -o plan")
        .json();
    let lengths: Vec<u64> = said["plans"]
        .as_array()
        .unwrap()
        .iter()
        .map(|plan| plan["length"].as_u64().unwrap())
        .collect();
    assert_eq!((lengths, &said["complete"]), (vec![1, 2, 2], &json!(true)));
    for number in 1..=3 {
        desk.gives(0, &format!("validate d p plan.{number}"));
    }
    assert!(!desk.0.path().join("plan.4").exists());
    let said = desk.gives(0, "plan d p --plans 2 --minimise cost");
    assert!(
        said.out
            .contains("plan 1: 1 action, cost 1; no other plan costs less\n(go a z)\n"),
        "{}",
        said.out
    );
    assert!(!said.out.contains("every other plan"), "{}", said.out);
    desk.write(
        "q",
        "(define (problem p) (:domain d) (:objects a z) (:init (at a)) (:goal (at z)))",
    );
    desk.gives(20, "plan d q --plans 2");
    desk.gives(2, "solve central --plans 2");
    desk.gives(2, "plan d p --plans 0");
}

#[test]
fn the_order_of_a_plan_is_a_graph() {
    let desk = delivery();
    let said = desk.gives(0, "plan d p --minimise cost --format dot");
    assert!(said.out.starts_with("digraph plan {\n"), "{}", said.out);
    assert!(
        said.out.contains("  4 -> 5\n  4 -> 6\n}\n") && !said.out.contains("  5 -> 6"),
        "{}",
        said.out
    );
    let order = &desk.gives(0, "plan d p --minimise steps --json").json()["order"];
    assert_eq!(
        order["steps"]
            .as_array()
            .unwrap()
            .last()
            .unwrap()
            .as_array()
            .unwrap()
            .len(),
        2
    );
    desk.gives(2, "plan d p --format dot --plans 2");
}

#[test]
fn a_plan_that_does_not_hold_is_repaired() {
    let desk = delivery();
    let said = desk.gives(0, "improve d p short --json").json();
    assert_eq!(said["cost"], 11);
    assert_eq!(said["given"]["repaired"]["kept"], 2);
    // The valid part of the plan ends after a one-way road, so it cannot be continued.
    let said = desk.gives(0, "improve d p wrong --json").json();
    assert_eq!(
        (&said["cost"], &said["given"]["repaired"]["kept"]),
        (&json!(11), &json!(0))
    );
    let said = desk.gives(0, "improve d p best --json").json();
    assert!(said["given"].get("repaired").is_none());
    let stuck = include_str!("../../examples/delivery/stuck.pddl");
    desk.write("stuck", stuck);
    desk.gives(3, "improve d stuck short");
}

#[test]
fn a_task_begins_in_another_state() {
    let desk = delivery();
    desk.write(
        "now",
        "; a state\n(van mill) (loaded books) (at tools mill)\n",
    );
    let said = desk
        .gives(0, "plan d p --from-state now --minimise cost --json")
        .json();
    assert_eq!((&said["length"], &said["cost"]), (&json!(4), &json!(6)));
    desk.write(
        "section",
        "(:init (van port) (loaded books) (loaded tools))",
    );
    assert_eq!(
        desk.gives(0, "plan d p --from-state section --json").json()["length"],
        2
    );
    desk.write("wrong", "(van nowhere)");
    let said = desk.gives(2, "plan d p --from-state wrong");
    assert!(said.err.contains("nowhere"), "{said:?}");
    desk.gives(2, "plan d p --from-state missing");
}

#[test]
fn a_bound_of_nothing_is_not_printed() {
    let desk = delivery();
    let said = desk.gives(0, "plan d p --minimise cost");
    assert!(!said.err.contains("less than 0"), "{said:?}");
}

#[test]
fn a_bench_has_costs_methods_for_tasks_and_rows_of_broken_files() {
    let desk = delivery();
    let folder = desk.0.path().join("tasks");
    std::fs::create_dir(&folder).unwrap();
    let domain = include_str!("../../examples/delivery/domain.pddl");
    let problem = include_str!("../../examples/delivery/problem.pddl");
    for (name, text) in [
        ("domain", domain.to_owned()),
        ("good", problem.to_owned()),
        ("broken", problem.replace("(van depot)", "(vans depot)")),
    ] {
        std::fs::write(folder.join(format!("{name}.pddl")), text).unwrap();
    }
    let said = desk
        .gives(
            0,
            "bench tasks --backends method:gbfs --seeds 1 -o bench --json",
        )
        .json();
    assert_eq!(said["outcomes"], json!({"solved": 1, "unusable": 1}));
    let records = std::fs::read_to_string(desk.0.path().join("bench/records.jsonl")).unwrap();
    let records: Vec<Value> = records
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let solved = records
        .iter()
        .find(|record| record["outcome"] == "solved")
        .unwrap();
    assert_eq!(solved["plan_length"], 6);
    assert!(solved["cost"].as_f64().unwrap() >= 11.0);
    desk.gives(2, "bench tasks --backends method:no-such-method --seeds 1");
}
