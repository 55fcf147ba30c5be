//! No solver can spoil a benchmark: each that misbehaves is ended, recorded as what it was, and
//! never counted.

use std::time::{Duration, Instant};

use saut::record::{Claimed, Record, RunOutcome};

use crate::table::{Bench, processes_naming};

/// The record of a fake solver on a puzzle, with a second for it; nothing of it may be left.
fn record(puzzle: &str, script: &str, more: &str) -> Record {
    let bench = Bench::new();
    let fake = bench.fake("fake", script);
    let limits = if more.contains("timeout_seconds") {
        ""
    } else {
        "timeout_seconds = 20"
    };
    let more = format!("horizons = [\"auto\"]\n{limits}\n{more}");
    bench.define(&format!("[\"p.toml:{puzzle}\"]"), &[fake], &more);
    let began = Instant::now();
    let said = bench.run("");
    assert!(began.elapsed() < Duration::from_secs(60), "{script}");
    let folder = bench.desk.0.path().display().to_string();
    let left = processes_naming(&folder);
    assert!(left.is_empty(), "{script}: {left:?}");
    let [record] = &bench.records("d.jsonl")[..] else {
        panic!("{said:?}")
    };
    let wrong = record.outcome == RunOutcome::Wrong;
    assert_eq!(said.status, Some(i32::from(wrong)), "{said:?}");
    assert_eq!(said.err.contains("WRONG ANSWER"), wrong, "{said:?}");
    record.clone()
}

fn is(record: &Record, claim: Claimed, outcome: RunOutcome, check: &str) {
    assert_eq!(
        (record.claim, record.outcome),
        (claim, outcome),
        "{record:?}"
    );
    assert!(record.check.contains(check), "{record:?}");
    assert_eq!(record.counts(), record.checked, "{record:?}");
}

#[test]
fn one_that_is_right_without_a_proof_does_not_count() {
    let right = record("no", "echo s UNSATISFIABLE; exit 20", "");
    is(
        &right,
        Claimed::Unsat,
        RunOutcome::Unproved,
        "it gave no proof; it is true, by",
    );
    assert!(!right.counts(), "{right:?}");
    let gave_up = record("yes", "echo s UNKNOWN", "");
    is(&gave_up, Claimed::Nothing, RunOutcome::GaveUp, "");
}

#[test]
fn one_that_hangs_is_ended_with_all_that_it_forked() {
    for script in [
        "sleep 60; sleep 60",
        "trap '' TERM INT HUP; while :; do sleep 0.1; done",
        "sleep 60 & sleep 60 & wait",
        "setsid sh -c 'sleep 60; sleep 60' & wait",
        "(setsid sh -c 'sleep 60; sleep 60' &) ; sleep 60",
    ] {
        // The scripts name the folder, so that the processes they leave can be found.
        let script = format!("cd \"$(dirname \"$0\")\"\n{script}");
        let record = record("yes", &script, "timeout_seconds = 0.5");
        is(&record, Claimed::Nothing, RunOutcome::Timeout, "");
        assert!((0.45..3.0).contains(&record.wall_seconds), "{record:?}");
    }
}

#[test]
fn one_that_leaves_processes_behind_is_tidied_up_after() {
    let script = "cd \"$(dirname \"$0\")\"\nsetsid sleep 60 >/dev/null 2>&1 &\n\
                  sleep 0.5\necho s UNSATISFIABLE; exit 20";
    let tidy = record("no", script, "");
    is(&tidy, Claimed::Unsat, RunOutcome::Unproved, "");
    // One that keeps the output open as well does not hold the answer up.
    let held = record("no", &script.replace(">/dev/null 2>&1", ""), "");
    is(&held, Claimed::Unsat, RunOutcome::Unproved, "");
}

#[test]
fn one_that_eats_memory_is_ended() {
    let eat = "x=0123456789abcdef; for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 \
               23 24; do x=$x$x; sleep 0.02; done; sleep 60";
    let record = record("yes", eat, "memory_mib = 96");
    is(&record, Claimed::Nothing, RunOutcome::Memory, "");
    assert!(record.peak_mib > 90.0, "{record:?}");
}

#[test]
fn one_that_prints_garbage_or_crashes_is_told_apart() {
    let garbage = record("yes", "echo s SATISFIABLE; echo v 1 x 0", "");
    is(
        &garbage,
        Claimed::Nothing,
        RunOutcome::Garbage,
        "makes no sense",
    );
    let crashed = record("yes", "echo oh dear >&2; exit 3", "");
    is(&crashed, Claimed::Nothing, RunOutcome::Crashed, "oh dear");
    let killed = record("yes", "kill -SEGV $$", "");
    is(&killed, Claimed::Nothing, RunOutcome::Crashed, "signal 11");
}

#[test]
fn one_that_lies_is_shouted_about_and_never_counted() {
    let model = "echo s SATISFIABLE; echo v $(seq 27) 0; exit 10";
    let wrong_model = record("yes", model, "");
    assert!(!wrong_model.counts(), "{wrong_model:?}");
    is(&wrong_model, Claimed::Sat, RunOutcome::Wrong, "");
    let refutes = "echo s UNSATISFIABLE; exit 20";
    let wrong = record("yes", refutes, "");
    is(
        &wrong,
        Claimed::Unsat,
        RunOutcome::Wrong,
        "a plan or a model was found",
    );
    let shorter = record("yes", refutes, "check_timeout_seconds = 30");
    is(
        &shorter,
        Claimed::Unsat,
        RunOutcome::Wrong,
        "a plan or a model was found",
    );
}

#[test]
fn a_refutation_that_cannot_be_settled_in_time_does_not_count() {
    let bench = Bench::new();
    let fake = bench.fake("fake", "echo s UNSATISFIABLE; exit 20");
    let more = "horizons = [11]\ncheck_timeout_seconds = 0.001\n";
    bench.define("[\"central\"]", &[fake], more);
    let text = std::fs::read_to_string(bench.file("d.toml")).unwrap();
    bench
        .desk
        .write("d.toml", text.replace("\"sequential\"", "\"forall\""));
    let said = bench.run("");
    assert_eq!(said.status, Some(0), "{said:?}");
    let records = bench.records("d.jsonl");
    is(
        &records[0],
        Claimed::Unsat,
        RunOutcome::Unproved,
        "whether it is true is not known",
    );
    assert!(!records[0].counts());
}

#[test]
fn planners_are_judged_like_solvers() {
    let bench = Bench::new();
    let planner = |name: &str, script: &str| {
        let path = bench.desk.write(name, script);
        format!("planner:/bin/sh {} {{plan}} {{problem}}", path.display())
    };
    let jumps = "(jump pos-0-0 pos-0-1 pos-0-2)\n(jump pos-0-3 pos-0-2 pos-0-1)\n";
    let planners = [
        planner(
            "right",
            &format!("grep -q occupied $2 && printf '{jumps}' > $1"),
        ),
        planner("wrong", "echo '(jump pos-0-1 pos-0-2 pos-0-3)' > $1"),
        planner("garbage", "echo hello > $1"),
        planner("lies", "exit 11"),
        planner("hangs", "cd \"$(dirname \"$0\")\"; sleep 60; sleep 60"),
    ];
    bench.define("[\"p.toml:yes\"]", &planners, "timeout_seconds = 3");
    let said = bench.run("");
    assert_eq!(said.status, Some(1), "{said:?}");
    let records = bench.records("d.jsonl");
    for (record, (claim, outcome)) in records.iter().zip([
        (Claimed::Sat, RunOutcome::Solved),
        (Claimed::Sat, RunOutcome::Wrong),
        (Claimed::Nothing, RunOutcome::Garbage),
        (Claimed::Unsat, RunOutcome::Wrong),
        (Claimed::Nothing, RunOutcome::Timeout),
    ]) {
        is(record, claim, outcome, "");
        assert_eq!((record.encoding.as_str(), record.horizon), ("pddl", None));
    }
    assert_eq!(records.len(), 5, "{said:?}");
    let folder = bench.desk.0.path().display().to_string();
    assert!(processes_naming(&folder).is_empty());
}

#[test]
fn methods_and_saut_itself_are_measured_too() {
    let bench = Bench::new();
    let names = ["saut", "method:depth-first", "batsat", "varisat"].map(str::to_owned);
    bench.define(
        "[\"p.toml:yes\"]",
        &names,
        "horizons = [\"search\", \"smallest\"]",
    );
    let said = bench.run("--json");
    assert_eq!(said.status, Some(0), "{said:?}");
    let records = bench.records("d.jsonl");
    assert_eq!(records.len(), 6, "{records:?}");
    assert!(records.iter().all(Record::counts), "{records:?}");
    let document = said.json();
    assert_eq!(document["counted"], 6, "{document}");
    assert_eq!(document["outcomes"]["solved"], 6, "{document}");
}

#[test]
fn a_run_costs_little_more_than_its_solver() {
    let bench = Bench::new();
    let fake = bench.fake("fake", "echo s UNKNOWN");
    let seeds: Vec<u32> = (0..40).collect();
    let more = format!("horizons = [\"auto\"]\nseeds = {seeds:?}");
    bench.define("[\"p.toml:yes\"]", &[fake], &more);
    let began = Instant::now();
    assert_eq!(bench.run("").status, Some(0));
    let elapsed = began.elapsed().as_secs_f64();
    let records = bench.records("d.jsonl");
    let solver: f64 = records.iter().map(|record| record.wall_seconds).sum();
    let overhead = (elapsed - solver) / 40.0;
    println!(
        "overhead {:.1} ms a run, solver {:.1} ms",
        overhead * 1e3,
        solver / 40.0 * 1e3
    );
    // Generous: tests run side by side on busy machines, without optimisation. The figure of a
    // quiet machine is in results/README.md.
    assert!(overhead < 0.5, "{overhead}");
}
