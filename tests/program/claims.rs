//! Every claim of a document is verified, rejected or listed as not verified. Proofs are only read from the document's
//! folder. `saut solve` with one horizon terminates, and an interrupted run still prints an answer.

use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use crate::program::{Desk, command};
use crate::{ends_interrupted, planning, send, start};
use rustix::process::Signal;
use serde_json::{Value, json};

/// A puzzle whose goal requires only one hole to be vacant, which a single jump achieves.
const OPEN: &str = "[[puzzle]]\nname = \"open\"\nstart = \"\"\"\noooo.o\noo.ooo\n\"\"\"\n\
    goal = \"\"\"\n??????\n.?????\n\"\"\"\n";

const TASKS: [[&str; 3]; 7] = [
    // There are two ways to a disjunctive goal. The shorter way has two actions.
    [
        "choice",
        "(define (domain d) (:requirements :adl) (:predicates (p0) (p1) (p2) (p3) (p4) (g))
  (:action m1 :parameters () :precondition (p0) :effect (and (p1) (not (p0))))
  (:action m2 :parameters () :precondition (p1) :effect (and (p2) (not (p1))))
  (:action slow :parameters () :precondition (p0) :effect (p3))
  (:action m1b :parameters () :precondition (p3) :effect (and (p1) (not (p0))))
  (:action x :parameters () :precondition (p3) :effect (p4))
  (:action y :parameters () :precondition (p4) :effect (g)))",
        "(define (problem p) (:domain d) (:init (p0)) (:goal (or (p2) (g))))",
    ],
    // Either of two facts makes action x applicable. Action z deletes one of them.
    [
        "either",
        "(define (domain d) (:requirements :adl) (:predicates (a) (b) (c) (g2) (e))
  (:action x :precondition (or (b) (a)) :effect (c))
  (:action z :effect (and (not (b)) (g2)))
  (:action w :precondition (b) :effect (e))
  (:action v :precondition (e) :effect (a)))",
        "(define (problem p) (:domain d) (:init (a) (b)) (:goal (and (c) (g2))))",
    ],
    // The goal does not need the action `other`.
    [
        "useless",
        USELESS,
        "(define (problem p) (:domain d) (:init (p)) (:goal (g)))",
    ],
    [
        "stuck",
        USELESS,
        "(define (problem p) (:domain d) (:init) (:goal (g)))",
    ],
    [
        "done",
        USELESS,
        "(define (problem p) (:domain d) (:init (p) (g)) (:goal (g)))",
    ],
    [
        "gold",
        "(define (domain d) (:requirements :numeric-fluents) (:predicates (open) (there))
  (:functions (gold))
  (:action go :parameters () :effect (there))
  (:action dig :parameters () :precondition (open)
    :effect (and (not (open)) (increase (gold) 5))))",
        "(define (problem p) (:domain d) (:init (open) (= (gold) 0)) (:goal (there))
  (:metric maximize (gold)))",
    ],
    // The metric can become negative, down to -6.
    [
        "debt",
        "(define (domain d) (:requirements :numeric-fluents) (:predicates (p)) (:functions (f))
  (:action a :parameters () :precondition (>= (f) -5) :effect (decrease (f) 1.5))
  (:action b :parameters () :effect (p)))",
        "(define (problem p) (:domain d) (:init (= (f) 0)) (:goal (p)) (:metric minimize (f)))",
    ],
];

const USELESS: &str = "(define (domain d) (:predicates (p) (g) (u))
  (:action make :parameters () :precondition (p) :effect (and (g) (not (p))))
  (:action other :parameters () :effect (u)))";

fn desk() -> Desk {
    let desk = Desk::new();
    desk.write("open.toml", OPEN);
    for [name, domain, problem] in TASKS {
        desk.write(&format!("{name}.d"), domain);
        desk.write(&format!("{name}.p"), problem);
    }
    desk
}

/// Applies a change to a document. `/pointer=value` sets a field, or appends to a list if the pointer ends in `/-`.
/// `/pointer=@/other` copies another field, and `/pointer` removes the field.
fn change(document: &mut Value, change: &str) {
    let (pointer, value) = change
        .split_once('=')
        .map_or((change, None), |(at, value)| (at, Some(value)));
    let value = value.map(|value| match value.strip_prefix('@') {
        Some(other) => document.pointer(other).unwrap().clone(),
        None => serde_json::from_str(value).unwrap(),
    });
    let (parent, field) = pointer.rsplit_once('/').unwrap();
    match (document.pointer_mut(parent).unwrap(), value) {
        (Value::Array(list), Some(value)) if field == "-" => list.push(value),
        (Value::Array(list), Some(value)) => list[field.parse::<usize>().unwrap()] = value,
        (Value::Object(fields), Some(value)) => drop(fields.insert(field.to_owned(), value)),
        (Value::Object(fields), None) => drop(fields.remove(field)),
        (parent, _) => panic!("{pointer}: {parent}"),
    }
}

#[test]
fn claims_of_documents_are_checked_rejected_or_named() {
    let desk = desk();
    let (mut document, mut check, mut rows) = (Value::Null, "", 0);
    let mut wrong = Vec::new();
    for line in include_str!("claims.txt").lines() {
        let (mark, rest) = line.split_once(' ').unwrap_or((line, ""));
        match mark {
            "" | "#" => {}
            "$" => document = desk.run(rest.split(' ')).json(),
            "@" => rest
                .split(' ')
                .for_each(|field| change(&mut document, field)),
            "=" => check = rest,
            status => {
                let (changes, parts) = rest.split_once(": ").unwrap_or((rest, ""));
                let mut other = document.clone();
                changes
                    .split_whitespace()
                    .for_each(|field| change(&mut other, field));
                desk.write("document", other.to_string());
                let (command, flags) = check.split_once(" --timeout").unwrap_or((check, " 60"));
                let words = format!("{command} document --timeout{flags} --json");
                let said = desk.run(words.split(' '));
                let printed = format!("{}{}", said.out, said.err);
                let is_printed = |part: &str| match part.strip_prefix('!') {
                    Some(part) => !printed.contains(part),
                    None => printed.contains(part),
                };
                if said.status != status.parse().ok() || !parts.split(" & ").all(is_printed) {
                    wrong.push(format!("{line}: {said:?}"));
                }
                rows += 1;
            }
        }
    }
    assert!(wrong.is_empty() && rows > 100, "{}", wrong.join("\n"));
}

#[test]
fn a_proof_is_saved_or_the_reason_is_printed() {
    let desk = Desk::new();
    for (status, arguments, reason) in [
        (0, "pegsol-p01", "needs no proof"),
        (20, "french-central", "(class) is not a DRAT proof"),
        (30, "square-15-central --timeout 0", "(undecided: timeout)"),
        (0, "pegsol-p01 --minimise moves", "has no DRAT proof"),
        (0, "pegsol-p01 --all", "need no proof"),
        (0, "baseball-5 --strategy greedy-sweep", "needs no proof"),
    ] {
        let said = desk.gives(status, &format!("solve {arguments} --proof p --json"));
        assert!(
            said.err.contains("--proof p: nothing was written"),
            "{said:?}"
        );
        let found = said.json();
        assert_eq!(found.get("proof"), Some(&Value::Null), "{found}");
        assert!(
            found["proof_reason"].as_str().unwrap().contains(reason),
            "{found}"
        );
        assert!(!desk.0.path().join("p").exists());
    }
    let said = desk.gives(0, "solve pegsol-p03 --minimise steps --proof p --json");
    assert_eq!(
        (&said.json()["proof"], said.err.as_str()),
        (&"p".into(), "")
    );
}

#[test]
fn a_document_opens_only_files_in_its_folder() {
    let desk = Desk::new();
    let folder = desk.0.path();
    desk.write("knot", ".ooo\no...\no.oo\n\no...\n....\n..oo\n");
    let flags = "--no-criteria --encoding sequential --backend varisat --json";
    let said = desk.gives(20, &format!("solve knot --proof p {flags}"));
    let found = said.json();
    std::fs::create_dir(folder.join("out")).unwrap();
    std::fs::rename(folder.join("p"), folder.join("out/p")).unwrap();
    desk.write("out/r", found.to_string());
    desk.gives(20, "check knot out/r");
    desk.write("r", found.to_string());
    let said = desk.gives(2, "check knot r");
    assert!(said.err.contains("p: there is no such file"), "{said:?}");
    // A document never has an absolute path.
    let absolute = folder.join("q").display().to_string();
    let said = desk.gives(20, &format!("solve knot --proof {absolute} {flags}"));
    assert_eq!(said.json()["certificate"]["file"], "q");
    let made = std::process::Command::new("mkfifo")
        .arg(folder.join("fifo"))
        .status();
    assert!(made.unwrap().success());
    std::os::unix::fs::symlink("/dev/zero", folder.join("link")).unwrap();
    for (name, part) in [
        ("/dev/zero", "in its own folder"),
        ("../p", "in its own folder"),
        ("out/../../p", "in its own folder"),
        ("link", "out of the folder of the document"),
        ("fifo", "not a regular file"),
        ("out", "not a regular file"),
    ] {
        let mut forged = found.clone();
        forged["certificate"]["file"] = name.into();
        desk.write("forged", forged.to_string());
        let began = Instant::now();
        let said = desk.gives(2, "check knot forged");
        assert!(said.err.contains(part), "{name}: {said:?}");
        assert!(began.elapsed() < Duration::from_secs(20));
    }
}

#[test]
fn a_too_small_horizon_ends_with_the_proved_bound() {
    let desk = Desk::new();
    for (steps, is_proved, arguments) in [
        (2, true, "pegsol-p02 --encoding sequential"),
        (1, true, "pegsol-p02 --encoding forall"),
        (0, true, "pegsol-p02 --encoding forall"),
        (0, true, "pegsol-p02 --encoding r2-exists/direction"),
        (0, false, "pegsol-p02"),
        (0, false, "pegsol-p02 --orders 7"),
        (0, false, "pegsol-p02 --encoding r2-exists --orders 3"),
        (2, false, "baseball-3 --encoding sequential"),
        (1, false, "baseball-3 --encoding forall"),
        (0, false, "baseball-3 --encoding r2-exists"),
        (0, false, "baseball-3 --encoding r2-exists/fresh:3"),
    ] {
        let arguments = format!("{arguments} --horizon {steps}");
        let began = Instant::now();
        let said = desk.gives(30, &format!("solve {arguments} --no-criteria --json"));
        assert!(began.elapsed() < Duration::from_secs(60), "{arguments}");
        let found = said.json();
        assert_eq!(found["reason"], "horizon-refuted", "{arguments}: {found}");
        assert_eq!(found["horizon"], steps, "{arguments}: {found}");
        assert!(found["proof_checked"].is_boolean(), "{arguments}: {found}");
        if is_proved {
            assert_eq!(found["proof_checked"], true, "{arguments}: {found}");
        }
        let said = desk.gives(30, &format!("solve {arguments} --no-criteria"));
        assert!(
            said.out.contains(&format!("no plan in {steps} step")),
            "{said:?}"
        );
    }
    let said = desk.gives(
        30,
        "solve pegsol-p02 --encoding forall --horizon 1 --proof p --json",
    );
    assert_eq!(said.json()["proof"], "p");
    desk.gives(2, "solve pegsol-p02 --orders 3");
    desk.gives(2, "solve pegsol-p02 --horizon 1 --orders 0");
    desk.gives(2, "solve baseball-3 --horizon 1 --orders 2");
}

#[test]
fn a_second_signal_right_after_the_first_takes_no_answer_away() {
    let desk = Desk::new();
    let words = "solve square-15-central --method formulas --threads 2 --json".split(' ');
    let child = start(&mut command(&desk.0, words));
    thread::sleep(Duration::from_millis(800));
    send(&child, Signal::TERM);
    ends_interrupted(child, Duration::from_secs(5));
}

#[test]
fn an_army_jumps_no_more_than_it_needs_to() {
    let desk = Desk::new();
    let found = desk.gives(0, "solve army-4 --json").json();
    let number = found["plan"].as_array().unwrap().len();
    assert!(number < 60, "{number} jumps");
    desk.write("r", found.to_string());
    desk.gives(0, "check army-4 r");
}

#[test]
fn a_lying_backend_is_named_and_gets_no_credit() {
    let desk = planning::ferry();
    desk.write("liar", "echo s UNSATISFIABLE\n");
    let asked = |encoding: &str, backend: &str| {
        let words = format!("plan ferry crossing --encoding {encoding} --horizon 9 --json");
        desk.run(words.split(' ').chain(["--backend", backend]))
    };
    let said = asked("forall", "dimacs:/bin/sh liar");
    assert_eq!(said.status, Some(0), "{said:?}");
    assert!(
        said.err.contains("says that there is no plan of 9 steps"),
        "{said:?}"
    );
    assert_eq!(said.json()["backend"], "varisat");
    // A refutation of a script is checked by a formula in clauses. Here, this formula has a model.
    let document = asked("smt", "smtlib:echo unsat").json();
    assert_eq!(
        (&document["backend"], &document["method"]),
        (&"varisat".into(), &"sequential".into())
    );
}

#[test]
fn nothing_that_is_read_is_written_over() {
    let desk = desk();
    let before = fs::read(desk.0.path().join("choice.d")).unwrap();
    for flags in [
        "plan choice.d choice.p -o choice.d",
        "plan choice.d choice.p -o ./choice.p",
        "plan choice.d choice.p --encoding forall --horizon 1 --proof choice.d",
        "plan choice.d choice.p --minimise steps --proof q -o q",
    ] {
        let told = desk.gives(2, flags).err;
        assert!(told.contains("by the same command"), "{told}");
    }
    assert_eq!(fs::read(desk.0.path().join("choice.d")).unwrap(), before);
    desk.write("answer", desk.gives(0, "plan choice.d choice.p --json").out);
    desk.gives(2, "validate choice.d choice.p answer -o answer");
    desk.write("solved", desk.gives(0, "solve pegsol-p01 --json").out);
    desk.gives(2, "check pegsol-p01 solved -o solved");
    desk.gives(0, "check pegsol-p01 solved -o told");
    desk.gives(0, "plan choice.d choice.p -o /dev/null");
}

#[test]
fn fewest_moves_of_a_listed_plan_are_compared_with_the_fewest_of_all() {
    let desk = Desk::new();
    let all = desk.gives(0, "solve pegsol-p03 --all --json").json();
    let mut refused = 0;
    for plan in all["plans"].as_array().unwrap().iter().take(40) {
        desk.write("claim", json!({"plan": plan, "optimal": true}).to_string());
        let words = ["check", "pegsol-p03", "claim"].map(str::to_owned);
        let said = desk.gives_one_of(&[0, 3], &words);
        let is_refused = said.err.contains("claim \"optimal\" rejected");
        assert_eq!(said.status == Some(3), is_refused, "{said:?}");
        refused += usize::from(is_refused);
    }
    assert!(refused > 0, "every plan has the fewest moves");
}

#[test]
fn text_about_a_horizon_counts_the_steps_of_plans() {
    let desk = desk();
    let flags = "plan useless.d useless.p --encoding sequential --horizon 2 --proof h.drat --json";
    desk.write("answer", desk.gives(30, flags).out);
    let printed = desk.gives(0, "validate useless.d useless.p answer").out;
    assert!(
        printed.contains("exactly 2 actions that are relevant to the goal"),
        "{printed}"
    );
    desk.write("both", "(make)\n(other)\n");
    desk.gives(0, "validate useless.d useless.p both");
    // The formula has an additional step, which reaches the disjunctive goal. It is not a step of the plan.
    let flags = "plan choice.d choice.p --encoding forall --horizon 2 --proof h.drat --json";
    desk.write("answer", desk.gives(30, flags).out);
    let printed = desk.gives(0, "validate choice.d choice.p answer").out;
    assert!(
        printed.contains("no plan has 1 step of the encoding forall"),
        "{printed}"
    );
}
