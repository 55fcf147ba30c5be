//! No solver can spoil a benchmark. Each misbehaving solver is stopped, recorded with its outcome, and never counted.

use std::time::{Duration, Instant};

use saut::record::{Record, RunOutcome};

use crate::table::{Bench, processes_naming};

/// Runs a fake solver on a puzzle. Asserts that it gets no credit and that none of its processes is left. Returns the
/// record.
fn record(puzzle: &str, script: &str, more: &str, outcome: RunOutcome) -> Record {
    let bench = Bench::new();
    // The script changes to the folder, so that its processes can be found.
    let fake = bench.fake("fake", &format!("cd \"$(dirname \"$0\")\"\n{script}"));
    let more = format!("horizons = [\"auto\"]\n{more}");
    bench.define(&format!("[\"p.toml:{puzzle}\"]"), &[fake], &more);
    let began = Instant::now();
    let said = bench.run("");
    assert!(began.elapsed() < Duration::from_secs(60), "{script}");
    let left = processes_naming(&bench.desk.0.path().display().to_string());
    assert!(left.is_empty(), "{script}: {left:?}");
    let [record] = &bench.records("d.jsonl")[..] else {
        panic!("{said:?}")
    };
    assert_eq!(said.status, Some(0), "{said:?}");
    assert_eq!(
        (record.outcome, record.counts()),
        (outcome, false),
        "{record:?}"
    );
    record.clone()
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
        let record = record("yes", script, "timeout_seconds = 0.5", RunOutcome::Timeout);
        assert!((0.45..3.0).contains(&record.wall_seconds), "{record:?}");
    }
}

#[test]
fn processes_left_by_a_solver_are_ended() {
    let script = "setsid sleep 60 >/dev/null 2>&1 &\nsleep 0.5\necho s UNSATISFIABLE; exit 20";
    let limit = "timeout_seconds = 20";
    record("no", script, limit, RunOutcome::Unproved);
    // The answer is not delayed if the processes also keep the output open.
    let open = script.replace(">/dev/null 2>&1", "");
    record("no", &open, limit, RunOutcome::Unproved);
}

#[test]
fn one_that_eats_memory_is_ended() {
    let eat = "x=0123456789abcdef; for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 \
               23 24; do x=$x$x; sleep 0.02; done; sleep 60";
    let limits = "timeout_seconds = 20\nmemory_mib = 96";
    let record = record("yes", eat, limits, RunOutcome::Memory);
    assert!(record.peak_mib > 90.0, "{record:?}");
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
    // The limit is generous, because tests run in parallel on busy machines and without optimization. results/README.md
    // has the overhead on an idle machine.
    assert!(overhead < 0.5, "{overhead}");
}

#[cfg(not(feature = "z3"))]
#[test]
fn a_backend_that_is_not_built_in_is_named_with_its_feature() {
    let desk = Bench::new().desk;
    let listed = desk.gives(0, "backends").out;
    let is_it = |line: &&str| line.starts_with("z3-crate");
    let line = listed.lines().find(is_it).unwrap().to_owned();
    let solve = "solve p.toml:yes --backend z3-crate";
    let bench = "bench p.toml:yes --backends z3-crate,batsat --encodings sequential --seeds 1";
    for (said, fact) in [
        (line, "not found"),
        (desk.gives(1, solve).err, "not built in"),
        (
            desk.gives(0, bench).err,
            "warning: z3-crate is not installed",
        ),
    ] {
        assert!(
            said.contains(fact) && said.contains("--features z3"),
            "{said}"
        );
    }
}
