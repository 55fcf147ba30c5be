//! A killed experiment resumes, and has the same runs at the end.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use saut::record::{Record, RunOutcome};

use crate::program::command;
use crate::table::{Bench, processes_naming};

/// Returns an experiment of 24 short runs with two solvers. One of them leaves a long-running process.
fn experiment() -> Bench {
    let bench = Bench::new();
    let script = "cd \"$(dirname \"$0\")\"\ncat >/dev/null\n\
                  setsid sh -c 'sleep 0.05; sleep 30' >/dev/null 2>&1 &\nsleep 0.03\necho s UNKNOWN\n";
    let fakes = [
        bench.fake("a", script),
        bench.fake("b", "echo s UNSATISFIABLE; exit 20"),
    ];
    let more = "horizons = [\"auto\"]\nseeds = [1, 2, 3, 4, 5, 6]\ncheck_timeout_seconds = 20";
    bench.define("[\"p.toml:yes\", \"p.toml:no\"]", &fakes, more);
    bench
}

fn keys(records: &[Record]) -> BTreeSet<String> {
    records.iter().map(|record| record.run.clone()).collect()
}

fn silent(bench: &Bench) -> Command {
    let mut command = command(&bench.desk.0, ["bench", "d.toml"]);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// Starts `saut bench` in a new process group. After `time`, kills this process, but not its child processes. The
/// killed process cannot delete its temporary folders, so they are in the folder of the experiment.
fn killed_after(bench: &Bench, time: Duration) {
    let mut command = silent(bench);
    command.env("TMPDIR", bench.desk.0.path()).process_group(0);
    let mut child = command.spawn().unwrap();
    thread::sleep(time);
    let _ = child.kill();
    child.wait().unwrap();
}

fn nothing_is_left_of(bench: &Bench) {
    let folder = bench.desk.0.path().display().to_string();
    let began = Instant::now();
    let mut left = processes_naming(&folder);
    while !left.is_empty() && began.elapsed() < Duration::from_secs(10) {
        thread::sleep(Duration::from_millis(10));
        left = processes_naming(&folder);
    }
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn killing_it_at_any_point_loses_and_repeats_nothing() {
    let undisturbed = experiment();
    let began = Instant::now();
    assert_eq!(undisturbed.run("").status, Some(1));
    let length = began.elapsed();
    let whole = undisturbed.records("d.jsonl");
    assert_eq!((whole.len(), keys(&whole).len()), (24, 24));
    // The keys of the runs contain the folder of the scripts, so the test continues in the same folder.
    fs::remove_file(undisturbed.file("d.jsonl")).unwrap();
    let mut seed = 0x2545_f491_4f6c_dd1d_u64;
    for round in 0..3_u32 {
        for kill in 0..6 {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            let part = u32::try_from(seed % 1000).unwrap();
            killed_after(&undisturbed, length * part / 2500);
            nothing_is_left_of(&undisturbed);
            // If the bench is killed while it writes, the file can end anywhere.
            let path = undisturbed.file("d.jsonl");
            let text = fs::read(&path).unwrap_or_default();
            if round % 2 == 1 && kill < 5 && !text.is_empty() {
                let cut = text.len() - usize::try_from(seed % 300).unwrap().min(text.len());
                fs::write(&path, &text[..cut]).unwrap();
            }
        }
        let said = undisturbed.run("");
        assert_eq!(said.status, Some(1), "{said:?}");
        let records = undisturbed.records("d.jsonl");
        let outcomes = |records: &[Record]| -> BTreeSet<(String, RunOutcome)> {
            let pairs = records.iter().map(|r| (r.run.clone(), r.outcome));
            pairs.collect()
        };
        assert_eq!(records.len(), 24, "round {round}");
        assert_eq!(outcomes(&records), outcomes(&whole), "round {round}");
        let again = undisturbed.run("").err;
        assert_eq!(undisturbed.records("d.jsonl").len(), 24, "{again}");
        assert!(
            again.contains("24 of 24 runs are recorded already"),
            "{again}"
        );
        fs::remove_file(undisturbed.file("d.jsonl")).unwrap();
    }
}

#[test]
fn an_interruption_ends_cleanly_and_prints_how_to_resume() {
    let bench = Bench::new();
    let fake = bench.fake("slow", "cd \"$(dirname \"$0\")\"\nsleep 30; sleep 30");
    bench.define(
        "[\"p.toml:yes\"]",
        &[fake],
        "horizons = [\"auto\"]\ntimeout_seconds = 60",
    );
    let child = command(&bench.desk.0, ["bench", "d.toml", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    thread::sleep(Duration::from_millis(1500));
    let process = rustix::process::Pid::from_raw(i32::try_from(child.id()).unwrap()).unwrap();
    rustix::process::kill_process(process, rustix::process::Signal::INT).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(30), "{output:?}");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        said.contains("run the same command again to continue"),
        "{said}"
    );
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        (&document["interrupted"], &document["done"]),
        (&true.into(), &0.into())
    );
    assert!(bench.records("d.jsonl").is_empty());
    nothing_is_left_of(&bench);
}

#[test]
fn a_second_writer_of_the_same_records_is_rejected() {
    let bench = Bench::new();
    let fake = bench.fake("slow", "cd \"$(dirname \"$0\")\"\nsleep 3");
    bench.define("[\"p.toml:yes\"]", &[fake], "horizons = [\"auto\"]");
    let mut first = silent(&bench).spawn().unwrap();
    while !bench.file("d.machine.toml").exists() {
        thread::sleep(Duration::from_millis(10));
    }
    let second = bench.run("");
    assert_eq!(second.status, Some(2), "{second:?}");
    assert!(
        second.err.contains("another saut bench is writing"),
        "{second:?}"
    );
    assert!(first.wait().unwrap().success());
    assert_eq!(bench.records("d.jsonl").len(), 1);
}

#[test]
fn shards_together_make_the_whole() {
    let bench = experiment();
    let mut together = BTreeSet::new();
    let mut number = 0;
    for shard in ["1/3", "2/3", "3/3"] {
        let said = bench.run(&format!("--shard {shard} --jobs 2"));
        assert!(
            said.err.contains("2 runs in parallel slow each other down"),
            "{said:?}"
        );
        let records = bench.records(&format!("d.{}-of-3.jsonl", &shard[..1]));
        number += records.len();
        together.extend(keys(&records));
    }
    assert_eq!((number, together.len()), (24, 24));
    bench.run("-o whole.jsonl --jobs 2");
    assert_eq!(keys(&bench.records("whole.jsonl")), together);
}
