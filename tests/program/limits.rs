//! Every command with limits obeys them on large inputs: it ends in time, uses at most twice its memory limit, and
//! stops when it is interrupted.
//!
//! The tests with limits of one or two seconds need a release build: `SAUT_PROGRAM=$PWD/target/release/saut cargo test
//! --test program limits -- --ignored --nocapture`.

mod tasks;

use std::fmt::Write as _;
use std::process::Stdio;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use rustix::process::Signal;
use saut::process::{ChildProgram, End, Meter, run};
use saut::stop::Stop;

use crate::commands;
use crate::planning;
use crate::program::{Desk, command, program};
use crate::send;

const LIMITS: [&str; 4] = ["--timeout", "1", "--memory", "200"];
const MAX_KIB: u64 = 400 << 10;

/// Number of parallel runs. Most runs only wait for their time limit.
const AT_ONCE: usize = 3;

/// Returns the complement problem of the middle hole on a square board.
fn board(size: usize) -> String {
    let half = |inside: char, middle: char| -> String {
        let row = |y: usize| -> String {
            let hole = |x: usize| {
                if (x, y) == (size / 2, size / 2) {
                    middle
                } else {
                    inside
                }
            };
            (0..size).map(hole).chain(['\n']).collect()
        };
        (0..size).map(row).collect()
    };
    format!("{}\n{}", half('o', '.'), half('.', 'o'))
}

/// Returns a task with a ring of places, parcels that must be carried halfway around it, and limited fuel.
fn ring() -> [String; 2] {
    let domain = "(define (domain ring) (:types place parcel unit)
      (:predicates (at ?p - place) (next ?p ?q - place) (full ?u - unit)
                   (lies ?o - parcel ?p - place) (holds ?o - parcel) (free))
      (:action drive :parameters (?p ?q - place ?u - unit)
        :precondition (and (at ?p) (next ?p ?q) (full ?u))
        :effect (and (at ?q) (not (at ?p)) (not (full ?u))))
      (:action take :parameters (?o - parcel ?p - place)
        :precondition (and (at ?p) (lies ?o ?p) (free))
        :effect (and (holds ?o) (not (lies ?o ?p)) (not (free))))
      (:action put :parameters (?o - parcel ?p - place)
        :precondition (and (at ?p) (holds ?o))
        :effect (and (lies ?o ?p) (free) (not (holds ?o)))))";
    let list = |count: usize, write: &dyn Fn(usize) -> String| -> String {
        (0..count).map(write).collect()
    };
    let problem = format!(
        "(define (problem round) (:domain ring) (:objects {} - place {} - parcel {} - unit)
          (:init (at p0) (free) {} {} {}) (:goal (and {})))",
        list(16, &|p| format!("p{p} ")),
        list(5, &|o| format!("o{o} ")),
        list(16, &|u| format!("u{u} ")),
        list(16, &|p| format!(
            "(next p{p} p{q}) (next p{q} p{p})",
            q = (p + 1) % 16
        )),
        list(16, &|u| format!("(full u{u})")),
        list(5, &|o| format!("(lies o{o} p{})", 3 * o % 16)),
        list(5, &|o| format!("(lies o{o} p{})", (3 * o + 8) % 16)),
    );
    [domain.to_owned(), problem]
}

/// Returns a task with this number of atoms in its initial state.
fn large(atoms: usize) -> [String; 2] {
    let domain = "(define (domain large) (:predicates (on ?a ?b) (g))
      (:action x :parameters (?a ?b) :precondition (on ?a ?b) :effect (g)))";
    let objects = 2500;
    let mut problem = "(define (problem large) (:domain large) (:objects".to_owned();
    for number in 0..objects {
        let _ = write!(problem, " o{number}");
    }
    problem += ") (:init\n";
    for number in 0..atoms {
        let (one, other) = (number % objects, (7 * number + number / objects) % objects);
        let _ = writeln!(problem, "(on o{one} o{other})");
    }
    problem += ") (:goal (g)))";
    [domain.to_owned(), problem]
}

/// Returns a task whose goal has a condition for every tuple of eight of sixty objects.
fn eight_of_sixty() -> [String; 2] {
    let domain = "(define (domain eight) (:requirements :adl) (:predicates (p ?x) (g))
      (:action a :parameters () :effect (g)))";
    let list = |write: &dyn Fn(usize) -> String| -> String { (0..60).map(write).collect() };
    let problem = format!(
        "(define (problem eight) (:domain eight) (:objects {}) (:init {}) (:goal (and (g)
          (forall (?a ?b ?c ?d ?e ?f ?h ?i)
            (and (p ?a) (p ?b) (p ?c) (p ?d) (p ?e) (p ?f) (p ?h) (p ?i))))))",
        list(&|number| format!("o{number} ")),
        list(&|number| format!("(p o{number})")),
    );
    [domain.to_owned(), problem]
}

/// Returns a document with the claim that there is no plan with this number of steps.
fn horizon(steps: usize) -> String {
    let refuted = serde_json::json!([{"horizon": steps, "file": "empty.drat", "format": "drat",
        "encoding": "forall", "at_most_one": ""}]);
    serde_json::json!({"task": "round", "verdict": "undecided", "reason": "horizon-refuted",
        "lower_bound": {"refuted": refuted}})
    .to_string()
}

/// Returns a file with this number of puzzles.
fn many(puzzles: usize) -> String {
    let (start, goal) = board(12)
        .split_once("\n\n")
        .map(|(a, b)| (a.to_owned(), b.to_owned()))
        .unwrap();
    let one = |number| {
        format!(
            "[[puzzle]]\nname = \"p{number}\"\nstart = \"\"\"\n{start}\n\"\"\"\ngoal = \"\"\"\n{goal}\"\"\"\n"
        )
    };
    (0..puzzles).map(one).collect()
}

/// Plays many jumps on a long strip. Returns the puzzle whose goal is the last position, and a document with the claim
/// that no other plan has fewer steps.
fn walk(jumps: usize) -> [String; 2] {
    let wide = 64;
    let rows = jumps / 31 + 1;
    let strip = format!("oo{}", ".o".repeat(wide / 2 - 1));
    let end = format!("{}oo", ".".repeat(wide - 2));
    let picture = |row: &str| format!("{row}\n").repeat(rows);
    let plan: Vec<serde_json::Value> = (0..rows)
        .flat_map(|y| (0..wide / 2 - 1).map(move |number| (2 * number, y)))
        .map(|(x, y)| serde_json::json!({"from": [x, y], "over": [x + 1, y], "to": [x + 2, y]}))
        .collect();
    let refuted = serde_json::json!([{"horizon": 1899, "file": "empty.drat", "format": "drat",
        "encoding": "forall", "at_most_one": ""}]);
    let document = serde_json::json!({"puzzle": "walk", "verdict": "solved", "optimal": true, "steps": 1900,
        "plan": plan, "lower_bound": {"refuted": refuted}, "method": "forall", "seconds": 0, "checked": true});
    [
        format!("{}\n{}", picture(&strip), picture(&end)),
        document.to_string(),
    ]
}

fn desk(atoms: usize) -> Desk {
    let desk = Desk::new();
    for size in [12, 40, 64] {
        desk.write(&format!("board{size}"), board(size));
    }
    for (name, [domain, problem]) in [
        ("ring", ring()),
        ("large", large(atoms)),
        ("eight", eight_of_sixty()),
    ] {
        desk.write(&format!("{name}.d"), domain);
        desk.write(&format!("{name}.p"), problem);
    }
    desk.write("eight.plan", "(a)\n");
    desk.write("many.toml", many(atoms / 100));
    let [puzzle, document] = walk(1900);
    desk.write("walk", puzzle);
    desk.write("walk.json", document);
    desk.write("empty.drat", "0\n");
    let rows = ["44", "43", "33", "34"]
        .map(|cell| format!("[[row]]\nname = \"G{cell}\"\nfrom = [\"{cell}\"]\n"));
    let table = format!("board = \"french\"\ndistance = 30\n\n{}", rows.join("\n"));
    desk.write("growth.toml", table);
    desk.gives(
        0,
        "job split corsair open --encoding forall --horizon 12 --cubes 1",
    );
    desk.gives(0, "job split hard-fr-01 closed --cubes 2");
    for index in 0..2 {
        desk.gives(0, &format!("job run closed --index {index}"));
    }
    for steps in [65_535, 1_000_000_000] {
        desk.write(&format!("steps{steps}"), horizon(steps));
    }
    desk
}

/// Commands that take more than a second.
const TABLE: [&str; 38] = [
    "solve board40 --encoding sequential",
    "solve board40 --jump-bounds --encoding sequential --threads 1",
    "solve board64 --minimise jumps",
    "solve corsair --encoding sequential/pairwise",
    "solve many.toml",
    "classify many.toml",
    "explain board40",
    "explain board64",
    "hint board40",
    "count corsair",
    "check walk walk.json",
    "job split corsair job1 --encoding forall --horizon 8000",
    "job split board12 job2 --encoding sequential",
    "job split board40 job3 --jump-bounds",
    "job split board64 job4 --jump-bounds",
    "job split ring.p job5 --domain ring.d --encoding forall --horizon 20000",
    "plan ring.d ring.p",
    "plan ring.d ring.p --method formulas",
    "plan ring.d ring.p --minimise steps",
    "plan ring.d ring.p --encoding forall --horizon 100000",
    "plan large.d large.p",
    "plan eight.d eight.p",
    "improve eight.d eight.p eight.plan",
    "validate large.d large.p eight.plan",
    "validate eight.d eight.p eight.plan",
    "validate ring.d ring.p steps65535",
    "validate ring.d ring.p steps1000000000",
    "census --board french --symmetry one-axis",
    "census --board french --symmetry one-axis --sample 10000",
    "generate --board french --count 1000",
    "classify board64",
    "growth growth.toml",
    "job run open --index 0",
    "job merge closed",
    "baseball compare baseball-12",
    "baseball distances 6",
    "explain ring.d ring.p",
    "lint ring.d ring.p",
];

/// Commands whose limits do not apply to the whole command, with the reason.
const OTHERS: [(&str, &str); 4] = [
    ("bench", "limits of each run of a solver"),
    ("family", "a limit of each formula that is measured"),
    ("serve", "limits of each request: tests/serve"),
    ("job submit", "limits that are passed to job run"),
];

/// Commands that take less than a second.
const SHORT: [&str; 15] = [
    "backends",
    "baseball count",
    "baseball random",
    "baseball tree",
    "completions",
    "decode",
    "encode",
    "list",
    "lsp",
    "manual",
    "play",
    "report",
    "show",
    "job status",
    "transform",
];

/// Runs the commands of a table. Returns the commands that took too long or used too much memory.
fn over(desk: &Desk, table: &[&str], most: Duration) -> Vec<String> {
    let one = |words: &&str| {
        let meter = Meter::default();
        let job = ChildProgram {
            program: program(),
            arguments: words.split(' ').chain(LIMITS).map(Into::into).collect(),
            folder: Some(desk.0.path().to_owned()),
            ..ChildProgram::default()
        };
        let began = Instant::now();
        let end = run(job, &Stop::new(Some(10 * most), None), Some(&meter)).unwrap();
        let (elapsed, kib) = (began.elapsed(), meter.peak_kib());
        let (status, said) = match end {
            End::Exited(exit) => (exit.status.code(), exit.said),
            other => (None, format!("{other:?}")),
        };
        println!("{elapsed:>8.2?} {:>4} MiB {status:?} {words}", kib >> 10);
        let is_orderly = matches!(status, Some(0 | 1 | 2 | 20 | 30)) && !said.contains("panicked");
        let is_within = elapsed <= most && kib <= MAX_KIB && is_orderly;
        (!is_within).then(|| {
            format!(
                "{elapsed:.2?} {} MiB {status:?}: {words}: {said}",
                kib >> 10
            )
        })
    };
    side_by_side(table, one)
}

/// Calls `one` for all lines of a table, several in parallel, and returns the results.
fn side_by_side(table: &[&str], one: impl Fn(&&str) -> Option<String> + Sync) -> Vec<String> {
    let next = AtomicUsize::new(0);
    let work = || {
        let lines = std::iter::from_fn(|| table.get(next.fetch_add(1, Ordering::Relaxed)));
        lines.filter_map(&one).collect::<Vec<String>>()
    };
    std::thread::scope(|scope| {
        let all: Vec<_> = (0..AT_ONCE).map(|_| scope.spawn(work)).collect();
        all.into_iter()
            .flat_map(|one| one.join().unwrap())
            .collect()
    })
}

/// Interrupts every command of a table soon after its start. Returns the commands that took too long to stop.
fn not_ended(desk: &Desk, table: &[&str], most: Duration) -> Vec<String> {
    let one = |words: &&str| {
        let mut child = command(&desk.0, words.split(' '))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(600));
        send(&child, Signal::TERM);
        let began = Instant::now();
        while child.try_wait().unwrap().is_none() {
            if began.elapsed() > Duration::from_secs(30) {
                child.kill().unwrap();
                child.wait().unwrap();
                return Some(format!("never: {words}"));
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        let elapsed = began.elapsed();
        println!("{elapsed:>8.2?} {words}");
        (elapsed > most).then(|| format!("{elapsed:.2?}: {words}"))
    };
    side_by_side(table, one)
}

/// Asserts that all commands of a table finish within `most[0]` seconds, and that the interrupted commands stop within
/// `most[1]` seconds.
fn hold(desk: &Desk, table: &[&str], asked: &[&str], most: [u64; 2]) {
    let [most, soon] = most.map(Duration::from_secs);
    let (over, not_ended) = (over(desk, table, most), not_ended(desk, asked, soon));
    assert!(
        over.is_empty() && not_ended.is_empty(),
        "{over:#?} {not_ended:#?}"
    );
}

#[test]
fn every_command_that_has_limits_is_in_the_table() {
    let desk = Desk::new();
    let all = commands(&desk);
    assert!(all.len() > 30, "{all:?}");
    for name in &all {
        let is_tried = TABLE
            .iter()
            .any(|words| words.starts_with(&format!("{name} ")));
        let is_other = OTHERS.iter().any(|(other, _)| other == name);
        let is_short = SHORT.contains(&name.as_str());
        let kinds = [is_tried, is_other, is_short].into_iter().filter(|is| *is);
        assert_eq!(kinds.count(), 1, "is saut {name} tried? {is_tried}");
    }
}

#[test]
fn a_limit_of_a_second_and_of_200_mebibytes_holds_for_every_command() {
    // The limits are generous, because a test build is several times slower and a machine may be busy.
    hold(&desk(300_000), &TABLE, &[], [6, 0]);
}

#[test]
#[ignore = "for a release build on an idle machine"]
fn every_command_obeys_time_limits_and_interrupts() {
    let desk = desk(3_400_000);
    hold(&desk, &TABLE, &TABLE, [2, 1]);
}

#[test]
fn a_limit_holds_within_the_steps_of_planning() {
    let desk = Desk::new();
    tasks::write(&desk);
    // The limits are generous for busy machines. If a phase ignored its limits, it would run for minutes.
    hold(&desk, &tasks::FEW, &tasks::FEW[..2], [12, 10]);
}

#[test]
#[ignore = "for an idle machine"]
fn every_kind_of_task_obeys_time_limits_and_interrupts_in_every_phase() {
    let desk = Desk::new();
    tasks::write(&desk);
    hold(&desk, &tasks::ALL, &tasks::ALL, [2, 1]);
}

#[test]
fn a_memory_limit_is_not_reported_as_a_time_limit() {
    let desk = planning::ferry();
    desk.write(
        "glutton",
        "x=$(head -c 200000000 /dev/zero | tr '\\0' x)\nsleep 100\n",
    );
    let began = Instant::now();
    for further in [&["--horizon", "9"][..], &[]] {
        let flags = "--encoding forall --threads 1 --json --memory 100 --timeout 50 --backend";
        let words = ["plan", "ferry", "crossing"].into_iter();
        let words = words
            .chain(flags.split(' '))
            .chain(["dimacs:/bin/sh glutton"]);
        let said = desk.run(words.chain(further.iter().copied()));
        assert_eq!(said.status, Some(30), "{said:?}");
        assert_eq!(said.json()["reason"], "memory");
    }
    assert!(began.elapsed() < Duration::from_secs(100));
}
