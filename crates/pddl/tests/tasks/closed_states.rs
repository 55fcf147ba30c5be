//! Certificates with closed sets of states. A certificate of an engine is accepted only for the task for which it was
//! made.

use crate::common::{OfKind as _, task};
use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use saut_base::stop::Stop;
use saut_pddl::{PlanningTask, Quality, Reason};
use saut_plan::engine::Slot;
use saut_plan::race::any_plan;
use saut_plan::unsolvable::budgets::{BudgetSearch, ResourceReductions};
use saut_plan::unsolvable::counting::CardinalityAbstraction;
use saut_plan::{Settings, Verdict};
use saut_task::certificate::Checked;
use saut_task::{CheckError, Problem as _};

/// A truck on a road of four places; each section uses two units of fuel.
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

/// Returns the problem of a round trip, which needs twelve units of fuel.
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

/// Tokens on the two banks of a river with three places each. One token at a time is lifted, and is dropped when the
/// other bank is empty.
const BANKS: &str = "(define (domain banks)
  (:requirements :strips :negative-preconditions)
  (:constants a0 a1 a2 b0 b1 b2)
  (:predicates (token ?v) (held) (near ?v) (far ?v))
  (:action lift :parameters (?v) :precondition (and (token ?v) (not (held)))
    :effect (and (held) (not (token ?v))))
  (:action drop-near :parameters (?v)
    :precondition (and (near ?v) (held) (not (token ?v)) (not (token b0)) (not (token b1)) (not (token b2)))
    :effect (and (token ?v) (not (held))))
  (:action drop-far :parameters (?v)
    :precondition (and (far ?v) (held) (not (token ?v)) (not (token a0)) (not (token a1)) (not (token a2)))
    :effect (and (token ?v) (not (held)))))";

/// Returns the problem with this number of tokens to move across the river.
fn banks(tokens: usize) -> String {
    let on = |bank: char| {
        let all = (0..tokens).map(|it| format!("(token {bank}{it})"));
        all.collect::<Vec<_>>().join(" ")
    };
    format!(
        "(define (problem cross) (:domain banks)
          (:init {} (near a0) (near a1) (near a2) (far b0) (far b1) (far b2)) (:goal (and {})))",
        on('a'),
        on('b')
    )
}

/// Returns the JSON output of one engine for a task.
fn refuted(task: &PlanningTask, has_budgets: bool) -> Option<String> {
    let domain = task.classical(Quality::AnyPlan).ok()?;
    let reductions = ResourceReductions::default();
    let slot = if has_budgets {
        let mut search = BudgetSearch::new(domain.task(), &reductions);
        Slot::new("budgets", 1, move |budget| search.turn(budget))
    } else {
        let mut search = CardinalityAbstraction::new(domain.task());
        Slot::new("counting", 1, move |budget| search.turn(budget))
    };
    let settings = Settings {
        threads: NonZeroUsize::new(1),
        ..Settings::default()
    };
    let answer = any_plan(&domain, vec![slot], &settings).unwrap();
    let Verdict::Infeasible(checked) = answer.verdict else {
        return None;
    };
    Some(serde_json::to_string(checked.certificate()).unwrap())
}

fn accept(task: &PlanningTask, document: &str) -> Result<Checked<Reason>, CheckError> {
    let certificate = serde_json::from_str(document).map_err(CheckError::rejected)?;
    let accepted = task.accept(certificate, &Stop::default())?;
    Ok(accepted.checked().clone())
}

/// Returns the message with which a certificate is rejected.
fn refuses(task: &PlanningTask, document: &str) -> String {
    match accept(task, document) {
        Err(CheckError::Rejected(why)) => why,
        other => panic!("{document}: {other:?}"),
    }
}

#[test]
fn a_budget_that_is_too_small_is_the_reason_and_of_no_other_task() {
    let poor = task(ROAD, &road(11));
    let document = refuted(&poor, true).expect("every plan burns twelve units");
    assert!(
        document.contains("\"kind\":\"closed-states\""),
        "{document}"
    );
    assert!(document.contains("{\"without-budgets\":[{"), "{document}");
    assert!(accept(&poor, &document).is_ok(), "{document}");
    let rich = task(ROAD, &road(12));
    assert_eq!(refuted(&rich, true), None);
    refuses(&rich, &document);
    for (this, that) in [
        ("\"fuel(l11)\":", "\"fuel(l12)\":"),
        ("\"fuel(l11)\":", "\"fuel(l11)\":1"),
        ("-budgets\":[{", "-budgets\":[{\"at(a)\":0,"),
        ("\"reductions\":", "\"bound\":4,\"reductions\":"),
        ("\"facts\":[", "\"facts\":[\"fuel(l1)\","),
    ] {
        let spoiled = document.replacen(this, that, 1);
        assert_ne!(spoiled, document, "{this}");
        refuses(&poor, &spoiled);
    }
}

#[test]
fn counted_facts_are_the_reason_and_of_no_other_task() {
    let two = task(BANKS, &banks(2));
    let document = refuted(&two, false).expect("the second token blocks the other bank");
    assert!(document.contains("{\"projection\":{"), "{document}");
    assert!(accept(&two, &document).is_ok(), "{document}");
    let one = task(BANKS, &banks(1));
    assert_eq!(refuted(&one, false), None);
    refuses(&one, &document);
    for (this, that) in [
        ("\"visited\":", "\"visited\":1"),
        (
            "[{\"projection\"",
            "[{\"without-budgets\":[{\"held\":1}]},{\"projection\"",
        ),
        ("\"at_least\":2", "\"at_least\":1"),
        ("\"at_least\":2", "\"at_least\":3"),
        ("\"counted\":[", "\"counted\":[\"token(a9)\","),
        ("\"kept\":[", "\"kept\":[\"token(a9)\","),
        ("\"kept\":[", "\"kept\":[],\"file\":["),
    ] {
        let spoiled = document.replacen(this, that, 1);
        assert_ne!(spoiled, document, "{this}");
        refuses(&two, &spoiled);
    }
    // The same states also prove a bound.
    let bounded = document.replacen("\"reductions\":", "\"bound\":4,\"reductions\":", 1);
    assert_eq!(accept(&two, &bounded).map(|it| it.bound()), Ok(4));
}

#[test]
fn old_forms_are_named_with_their_version_and_unknown_fields_rejected() {
    let [(_, ring, document)] = &samples("accepts")[..] else {
        panic!("there is one sample");
    };
    for former in [
        "{\"kind\":\"closed-states\",\"count\":2,\"kept\":[],\"counting\":{\"at_least\":0,\"facts\":[]}}",
        "{\"kind\":\"closed-states\",\"count\":2,\"dead_ends\":{}}",
        "{\"kind\":\"exhaustive\",\"states\":14}",
        "{\"kind\":\"pagoda\",\"weights\":{}}",
        "{\"kind\":\"lattice\",\"modulus\":2,\"weights\":{}}",
        "{\"kind\":\"invariant\",\"form\":\"never\",\"conjunctions\":[]}",
        "{\"kind\":\"criterion\",\"name\":\"pairs\",\"excluded\":[\"held\",\"held\"]}",
    ] {
        let why = refuses(ring, former);
        let wanted = "before 28 November 2026";
        assert!(why.contains("saut 0.1.0") && why.contains(wanted), "{why}");
    }
    for known in [
        document.as_str(),
        "{\"kind\":\"exhaustive\",\"reasons\":[],\"states\":{\"visited\":14}}",
        "{\"kind\":\"invariant\",\"reasons\":[{\"never\":[]}],\"states\":{\"visited\":0}}",
    ] {
        let other = known.replacen('{', "{\"unknown\":0,", 1);
        let why = refuses(ring, &other);
        assert!(why.contains("unknown field `unknown`"), "{known}: {why}");
        let other = known.replacen("\"kind\":\"", "\"kind\":\"pagoda\",\"old\":\"", 1);
        let kinds = ["closed-states", "exhaustive", "invariant"];
        let other = kinds.into_iter().fold(other, |other, kind| {
            other.replacen(&format!("\"old\":\"{kind}\","), "", 1)
        });
        let why = refuses(ring, &other);
        assert!(
            why.contains("the certificate names the kind"),
            "{other}: {why}"
        );
    }
}

/// Returns the folder with samples for external checkers.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/certificates/tasks")
}

fn part(name: &str, part: &str) -> String {
    let task = name.split('-').next().unwrap();
    fs::read_to_string(folder().join(format!("{task}-{part}.pddl"))).unwrap()
}

/// Returns the samples in this folder: the name, task and certificate of each.
fn samples(accepted: &str) -> Vec<(String, PlanningTask, String)> {
    let files = fs::read_dir(folder().join(accepted)).unwrap();
    let sample = files.map(|file| {
        let path = file.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).unwrap();
        let document: serde_json::Value = serde_json::from_str(&text).unwrap();
        let certificate = document["certificate"].to_string();
        let task = task(&part(&name, "domain"), &part(&name, "problem"));
        (name, task, certificate)
    });
    sample.collect()
}

#[test]
fn samples_are_accepted_and_changed_ones_rejected() {
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
    assert!(!accepted.is_empty() && rejected.len() >= 14);
}
