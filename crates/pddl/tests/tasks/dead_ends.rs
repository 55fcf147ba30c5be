//! Budgets and dead ends of tasks in PDDL: what the engines say, written down, is accepted for these files, and for no
//! others.

use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;

use saut_pddl::{GroundingLimits, PlanningTask, Reason, read_domain, read_problem};
use saut_plan::certificate::{Certificate, Checked, Seen};
use saut_plan::dead_ends::engines::{ClosedButForDeadEnds, Overspent, Reductions};
use saut_plan::engine::Slot;
use saut_plan::race::any_plan;
use saut_plan::stop::Stop;
use saut_plan::{NotAccepted, Settings, Verdict};

/// A truck on a road of four places; each stretch burns two units.
const ROAD: &str = "(define (domain road)
  (:requirements :strips)
  (:predicates (at ?p) (next ?p ?q) (fuel ?l) (two-less ?l ?m) (parcel ?p) (loaded))
  (:action drive :parameters (?p ?q ?l ?m)
    :precondition (and (at ?p) (next ?p ?q) (fuel ?l) (two-less ?l ?m))
    :effect (and (at ?q) (not (at ?p)) (fuel ?m) (not (fuel ?l))))
  (:action load :parameters (?p) :precondition (and (at ?p) (parcel ?p))
    :effect (and (loaded) (not (parcel ?p))))
  (:action unload :parameters (?p) :precondition (and (at ?p) (loaded))
    :effect (and (parcel ?p) (not (loaded)))))";

/// There and back: twelve units.
fn road(fuel: usize) -> String {
    let levels: Vec<String> = (0..=fuel).map(|left| format!("l{left}")).collect();
    let less = (2..=fuel).map(|left| format!("(two-less l{left} l{})", left - 2));
    format!(
        "(define (problem back) (:domain road) (:objects a b c d {})
          (:init (at a) (parcel d) (fuel l{fuel}) {}
            (next a b) (next b c) (next c d) (next b a) (next c b) (next d c))
          (:goal (and (parcel a))))",
        levels.join(" "),
        less.collect::<Vec<_>>().join(" ")
    )
}

/// Tickets are spent where one goes; a ticket that was spent is gone.
const TICKETS: &str = "(define (domain tickets)
  (:requirements :strips)
  (:predicates (at ?p) (next ?p ?q) (has ?t) (seen ?p))
  (:action go :parameters (?p ?q ?t) :precondition (and (at ?p) (next ?p ?q) (has ?t))
    :effect (and (at ?q) (not (at ?p)) (not (has ?t)) (seen ?q))))";

fn tickets(count: usize) -> String {
    let all: Vec<String> = (0..count).map(|it| format!("t{it}")).collect();
    let has = all.iter().map(|it| format!("(has {it})"));
    format!(
        "(define (problem trip) (:domain tickets) (:objects a b c d {})
          (:init (at a) {} (next a b) (next a c) (next a d) (next b a) (next c a) (next d a))
          (:goal (and (seen b) (seen c) (seen d))))",
        all.join(" "),
        has.collect::<Vec<_>>().join(" ")
    )
}

fn task(domain: &str, problem: &str) -> PlanningTask {
    let domain = read_domain(domain, "domain").unwrap();
    let problem = read_problem(problem, "problem", &domain).unwrap();
    PlanningTask::pddl(domain, problem)
}

/// Answer of one engine to a task, as a document has it.
fn refuted(task: &PlanningTask, has_budgets: bool) -> Option<String> {
    let domain = task.compile(&GroundingLimits::default()).ok()?;
    let reductions = Reductions::default();
    let slot = if has_budgets {
        Slot::new(Overspent::new(&domain, &reductions, None))
    } else {
        Slot::new(ClosedButForDeadEnds::new(&domain, &reductions, None))
    };
    let answer = any_plan(
        &domain,
        vec![slot],
        &Settings {
            threads: NonZeroUsize::new(1),
            ..Settings::default()
        },
    )
    .unwrap();
    let Verdict::Infeasible(checked) = answer.verdict else {
        return None;
    };
    let mut certificate = checked.certificate().clone();
    if let (Certificate::ClosedStates(stored), Seen::States(seen)) =
        (&mut certificate, checked.seen())
    {
        stored.listing = Some(seen.listing());
    }
    Some(serde_json::to_string(&certificate).unwrap())
}

fn accept(task: &PlanningTask, document: &str) -> Result<Checked<Reason>, NotAccepted> {
    let certificate = serde_json::from_str(document).expect(document);
    let accepted = task.accept(certificate, &Stop::default())?;
    Ok(accepted.checked().clone())
}

fn refuses(task: &PlanningTask, document: &str) {
    let why = accept(task, document);
    assert!(matches!(why, Err(NotAccepted::Refused(_))), "{document}");
}

#[test]
fn a_budget_that_is_too_small_is_the_reason_and_of_no_other_task() {
    let poor = task(ROAD, &road(11));
    let document = refuted(&poor, true).expect("every plan burns twelve units");
    assert!(
        document.contains("\"kind\":\"closed-states\""),
        "{document}"
    );
    assert!(document.contains("\"budgets\":[{"), "{document}");
    assert!(accept(&poor, &document).is_ok(), "{document}");
    let rich = task(ROAD, &road(12));
    assert_eq!(refuted(&rich, true), None);
    refuses(&rich, &document);
    for (this, that) in [
        ("\"fuel(l11)\":", "\"fuel(l12)\":"),
        ("\"fuel(l11)\":", "\"fuel(l11)\":1"),
        ("\"budgets\":[{", "\"budgets\":[{\"at(a)\":0,"),
        ("\"budgets\":", "\"bound\":4,\"budgets\":"),
        ("\"facts\":[", "\"facts\":[\"fuel(l1)\","),
    ] {
        let spoiled = document.replacen(this, that, 1);
        assert_ne!(spoiled, document, "{this}");
        refuses(&poor, &spoiled);
    }
}

#[test]
fn dead_ends_on_every_way_are_the_reason_and_of_no_other_task() {
    let poor = task(TICKETS, &tickets(4));
    let document = refuted(&poor, false).expect("three places and two ways back are five tickets");
    assert!(document.contains("\"dead_ends\":{"), "{document}");
    assert!(accept(&poor, &document).is_ok(), "{document}");
    // Tickets, and places where one can go, stand for each other.
    assert!(document.contains("\"symmetries\":{"), "{document}");
    let rich = task(TICKETS, &tickets(5));
    assert_eq!(refuted(&rich, false), None);
    refuses(&rich, &document);
    let count = "\"count\":";
    for (this, that) in [
        (count, "\"count\":1"),
        (count, "\"bound\":4,\"count\":"),
        ("has(t0)", "has(t9)"),
        ("\"facts\":[", "\"facts\":[\"at(a)\","),
        (
            "\"symmetries\":{\"facts\":[",
            "\"symmetries\":{\"facts\":[\"at(a)\",",
        ),
        ("\"generators\":[[[", "\"generators\":[[[999,"),
        ("\"generators\":[[[", "\"generators\":[[[1,2]],[[3"),
        ("\"dead_ends\":{", "\"kept\":[\"at(a)\"],\"dead_ends\":{"),
    ] {
        let spoiled = document.replacen(this, that, 1);
        assert_ne!(spoiled, document, "{this}");
        refuses(&poor, &spoiled);
    }
}

/// Samples for readers of others: by name the two files of the task, and the certificate.
fn samples(folder: &str) -> Vec<(String, PlanningTask, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/certificates/tasks");
    let text = |path: &Path| fs::read_to_string(path).unwrap();
    let files = fs::read_dir(root.join(folder)).unwrap();
    let sample = files.map(|file| {
        let path = file.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let of = name.split('-').next().unwrap().to_owned();
        let part = |part: &str| text(&root.join(format!("{of}-{part}.pddl")));
        let document: serde_json::Value = serde_json::from_str(&text(&path)).unwrap();
        let certificate = document["certificate"].to_string();
        let task = task(&part("domain"), &part("problem"));
        (name, task, certificate)
    });
    sample.collect()
}

#[test]
fn samples_are_accepted_and_those_with_one_thing_changed_are_refused() {
    let accepted = samples("accepts");
    for (name, task, document) in &accepted {
        assert!(accept(task, document).is_ok(), "{name}");
    }
    let rejected = samples("rejects");
    for (name, task, document) in &rejected {
        let is_of_one = accepted.iter().any(|(other, ..)| name.starts_with(other));
        assert!(is_of_one, "{name}");
        refuses(task, document);
    }
    assert!(accepted.len() >= 3 && rejected.len() >= 15);
}
