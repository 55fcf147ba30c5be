//! Texts that the parsers accept or reject, with place, fact and remedy.

use crate::common::pictures::{
    BALLS, BALLS_PROBLEM, BLOCKS, HANOI, PARCELS, PARCELS_PROBLEM, blocks,
};
use crate::common::random_task::{Level, Random, random_task};
use proptest::prelude::*;
use saut_pddl::{Domain, NamedPlan, SasTask, read_domain, read_problem};
use std::sync::Arc;

/// Compares parsed texts with their expected messages in `reading.txt`. An entry is `domain` or `problem` and the text;
/// a problem belongs to the last accepted domain. Then each error follows after `! `, or each warning after `~ ` and a
/// last line with `=`. With `SAUT_BLESS=1`, the test writes the file again.
#[test]
fn texts_are_accepted_warned_about_or_rejected() {
    let frozen = include_str!("reading.txt");
    let (mut written, mut entry, mut domain) = (String::new(), String::new(), None);
    for line in frozen.lines().chain([""]) {
        let begins = line.starts_with("domain ") || line.starts_with("problem ");
        if (begins || line.is_empty() || line.starts_with("# "))
            && let Some((kind, text)) = std::mem::take(&mut entry).split_once(' ')
        {
            written += &said(kind, text, &mut domain);
        }
        if line.starts_with(['!', '~', '=']) {
            continue;
        }
        written.push_str(line);
        written.push('\n');
        if begins {
            line.clone_into(&mut entry);
        } else if !entry.is_empty() {
            entry.push('\n');
            entry.push_str(line);
        }
    }
    let written = written.trim_end().to_owned() + "\n";
    if std::env::var_os("SAUT_BLESS").is_some_and(|value| value == "1") {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tasks/reading.txt");
        return std::fs::write(file, written).unwrap();
    }
    for (now, before) in written.lines().zip(frozen.lines()) {
        assert_eq!(now, before);
    }
    assert_eq!(written, frozen);
}

/// Returns the result for a text, in the format of the file.
fn said(kind: &str, text: &str, domain: &mut Option<Arc<Domain>>) -> String {
    let read = if kind == "domain" {
        read_domain(text, "d.pddl").map(|read| {
            let warnings = read.warnings().to_vec();
            *domain = Some(read);
            (warnings, "")
        })
    } else {
        let read = read_problem(text, "p.pddl", domain.as_ref().unwrap());
        read.map(|read| {
            let kind = if read.is_numeric() {
                " with numbers"
            } else {
                ""
            };
            (read.warnings().to_vec(), kind)
        })
    };
    match read {
        Err(bad) => bad
            .all()
            .fold(String::new(), |all, bad| all + &format!("! {bad}\n")),
        Ok((warnings, kind)) => {
            let told = warnings.iter().map(|told| format!("~ {told}\n"));
            told.collect::<String>() + &format!("={kind}\n")
        }
    }
}

#[test]
fn only_too_deep_nesting_is_rejected() {
    let nested = |depth: usize| {
        let (open, close) = ("(not ".repeat(depth), ")".repeat(depth));
        let action = format!("(:action a :precondition {open}(p){close})");
        read_domain(
            &format!("(define (domain d) (:predicates (p)) {action})"),
            "d.pddl",
        )
    };
    assert!(nested(190).is_ok());
    let refused = nested(100_000).unwrap_err().to_string();
    assert!(refused.contains("nested more than 200 deep"), "{refused}");
}

#[test]
fn valid_texts_have_no_warnings() {
    let text = "(DEFINE (domain D)\r\n\t(:Requirements :TYPING :equality)\r\n\t(:types Van boat - (either thing object))\r\n\t\
                (:predicates (At ?x - object))\r\n\t(:action A :parameters (?x - (either van BOAT) ?y - object)\r\n\t\t\
                :precondition (not (= ?x ?y)) :effect (at ?X)))\r\n";
    let read = read_domain(text, "d.pddl").unwrap();
    assert!(read.warnings().is_empty(), "{:?}", read.warnings());
    let text = "(define (problem p) (:domain d)\r\n(:objects a - VAN)\t(:init) (:goal (At A)))";
    let problem = read_problem(text, "p.pddl", &read).unwrap();
    assert!(problem.warnings().is_empty(), "{:?}", problem.warnings());
}

#[test]
fn plan_files_have_a_step_a_line() {
    let plan = NamedPlan::read(
        "; a plan\n0: (Walk A  b)\n\n1: (stop) ; here\n1.5 : ( go ) [D:1.00; C:0.10]\n",
        "plan",
    )
    .unwrap();
    assert_eq!(plan.written(), "(walk a b)\n(stop)\n(go)\n");
    for wrong in [
        "walk a b",
        "(walk a) (walk b)",
        "x: (walk)",
        "(walk",
        "()",
        "0:",
        "1.2.3: (walk)",
        "-1: (walk)",
    ] {
        let message = NamedPlan::read(&format!("\n{wrong}"), "plan")
            .unwrap_err()
            .to_string();
        assert!(message.starts_with("plan:2: "), "{message}");
    }
}

#[test]
fn times_order_the_steps_of_a_plan() {
    let read = |text: &str| NamedPlan::read(text, "plan");
    let order = |text: &str| read(text).unwrap().written();
    assert_eq!(order("10: (c)\n9.50: (b)\n0.1: (a)"), "(a)\n(b)\n(c)\n");
    // As floating-point numbers, the two times are equal.
    let near = "1.00000000000000000001: (b)\n1.0: (a)";
    assert_eq!(order(near), "(a)\n(b)\n");
    assert_eq!(read(near).unwrap().in_sequence(), None);
    let together = read("1.0: (b)\n1: (a)").unwrap();
    assert_eq!(together.in_sequence(), Some(read("(b)\n(a)").unwrap()));
    for (mixed, line) in [("0: (a)\n\n(b)", 3), ("(a)\n1: (b)", 2)] {
        let message = read(mixed).unwrap_err().to_string();
        assert!(message.starts_with(&format!("plan:{line}: `")), "{message}");
        assert!(message.ends_with("give every step a time, or none"));
    }
}

/// Words to insert in wrong places.
const SPOILS: [&str; 7] = ["-", "?x", ":init", "-1", "99999999999999999999", "é", "("];

/// Damages a text: truncates it, or removes, duplicates or swaps bytes and words.
fn spoilt(text: &str, seed: u64) -> String {
    let mut random = Random(seed);
    let mut words: Vec<String> = text
        .replace('(', " ( ")
        .replace(')', " ) ")
        .split_whitespace()
        .map(str::to_owned)
        .collect();
    for _ in 0..=random.below(3) {
        if words.is_empty() {
            break;
        }
        let (at, other) = (random.below(words.len()), random.below(words.len()));
        match random.below(6) {
            0 => words.truncate(at),
            1 => drop(words.remove(at)),
            2 => words.insert(at, words[other].clone()),
            3 => words.swap(at, other),
            4 => SPOILS[random.below(SPOILS.len())].clone_into(&mut words[at]),
            _ => words[at].push('?'),
        }
    }
    words.join(" ")
}

proptest! {
    #[test]
    fn readers_never_panic_on_spoilt_files(seed: u64, which in 0..4_usize) {
        let (random_domain, random_problem) =
            random_task(seed, Level { quantifiers: true, conditional: true });
        let parcels = (PARCELS.to_owned(), PARCELS_PROBLEM.to_owned());
        let balls = (BALLS.to_owned(), BALLS_PROBLEM.to_owned());
        let towers = (BLOCKS.to_owned(), blocks("abc", "cba"));
        let (domain, problem) =
            [parcels, balls, towers, (random_domain, random_problem)][which].clone();
        let good = read_domain(&domain, "d").unwrap();
        let _ = read_problem(&spoilt(&problem, seed), "p", &good);
        if let Ok(domain) = read_domain(&spoilt(&domain, seed), "d") {
            // Everything that is parsed can be grounded: no name is left undefined.
            if let Ok(problem) = read_problem(&problem, "p", &domain) {
                let _ = saut_pddl::ground(&problem, saut_pddl::Quality::AnyPlan, &saut_pddl::GroundingLimits::default());
            }
        }
    }

    #[test]
    fn readers_never_panic_on_garbage(text in "[()?:a-c;\\-= \n0-9é]{0,80}", any in ".{0,60}") {
        let good = read_domain(HANOI, "d").unwrap();
        for text in [text, any] {
            let _ = read_domain(&text, "d");
            let _ = read_problem(&text, "p", &good);
            let _ = read_problem(&format!("(define (problem p) {text})"), "p", &good);
            let _ = NamedPlan::read(&text, "plan");
            let _ = SasTask::read(&text, "sas");
        }
    }
}
