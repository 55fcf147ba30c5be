//! No child program can break the contract of a backend.
//!
//! Shell scripts simulate solvers that crash, give wrong answers, hang or use too much memory. After every call, none
//! of their processes and no temporary file is left.

use std::ffi::OsString;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use crate::watch::{formula, limited, processes, solve, turn};
use saut::backend::{Answer, BackendError, Fault, SolveLimits, by_name};
use saut::model::Model;
use saut::process::guard;
use saut::stop::{Stop, StopReason};
use tempfile::TempDir;

/// A shell script that simulates a solver. It writes its process ID to `started`.
struct Fake {
    folder: TempDir,
    name: String,
}

impl Fake {
    fn new(language: &str, script: &str) -> Self {
        let folder = tempfile::Builder::new().prefix("fake-").tempdir().unwrap();
        let path = folder.path().join("solver");
        let started = folder.path().join("started");
        fs::write(
            &path,
            format!("echo $$ > {}\n{script}\n", started.display()),
        )
        .unwrap();
        // The script is run by `sh`, because the system may refuse to execute a file that was just written.
        let name = format!("{language}:/bin/sh {}", path.display());
        Self { folder, name }
    }

    fn dimacs(script: &str) -> Self {
        Self::new("dimacs", script)
    }

    /// Returns the answer of the solver to (x1 or x2) and not x2, whose only model is 1 -2.
    fn solve(&self, run: &SolveLimits) -> Result<Answer, BackendError> {
        let backend = by_name(&self.name).unwrap();
        let formula = formula(2, &[&[1, 2], &[-2]]);
        let result = solve(&*backend, &formula, run).map(|outcome| outcome.answer);
        assert_eq!(
            self.group(),
            Vec::<u32>::new(),
            "processes left in the group"
        );
        result
    }

    /// Returns the processes in the group of the solver.
    fn group(&self) -> Vec<u32> {
        let started = fs::read_to_string(self.folder.path().join("started")).unwrap();
        let leader: u32 = started.trim().parse().unwrap();
        processes(|_, group| group == leader)
    }

    fn error(&self) -> String {
        self.solve(&limited(20_000)).unwrap_err().to_string()
    }
}

#[test]
fn a_program_that_keeps_to_the_rules_is_believed() {
    let _turn = turn();
    let model = Answer::Sat(Model::Bits(vec![true, false]));
    for (script, wanted) in [
        (
            "cat >/dev/null; echo s SATISFIABLE; echo v 1 -2 0; exit 10",
            model.clone(),
        ),
        ("echo s SATISFIABLE; echo v 1 -2 0", model.clone()),
        ("echo 1 -2 0; exit 10", model.clone()),
        ("echo s UNSATISFIABLE; exit 20", Answer::Unsat),
        ("echo c quiet; exit 20", Answer::Unsat),
        ("echo s UNKNOWN", Answer::Unknown(StopReason::SolverGaveUp)),
        ("sleep 60 & echo s UNSATISFIABLE; exit 20", Answer::Unsat),
    ] {
        assert_eq!(
            Fake::dimacs(script).solve(&limited(20_000)),
            Ok(wanted),
            "{script}"
        );
    }
    let values = Fake::new("smtlib", "echo sat; echo '((x1 true) (x2 false))'");
    assert_eq!(values.solve(&limited(20_000)), Ok(model));
    let refutes = Fake::new("smtlib", "echo unsat; echo '(error \"no model\")'; exit 1");
    assert_eq!(refutes.solve(&limited(20_000)), Ok(Answer::Unsat));
}

#[test]
fn a_program_that_gets_files_finds_the_formula_in_one_and_answers_in_the_other() {
    let _turn = turn();
    let fake =
        Fake::dimacs("head -n 1 $1 | grep -q 'p cnf 2 2' && echo SAT 1>$2; echo 1 -2 0 >>$2");
    let fake = Fake {
        name: format!("{} {{formula}} {{result}}", fake.name),
        ..fake
    };
    let model = Answer::Sat(Model::Bits(vec![true, false]));
    assert_eq!(fake.solve(&limited(20_000)), Ok(model));
}

#[test]
fn a_program_that_hangs_is_ended_with_all_it_forked() {
    let _turn = turn();
    for script in [
        "while :; do sleep 0.05; done",
        "sleep 60 & sleep 60 & wait",
        "(trap '' TERM; sleep 60; sleep 60) & (trap '' TERM; sleep 60) & wait; sleep 60",
        "trap '' TERM INT HUP; while :; do sleep 0.05; done",
        "exec >&- 2>&-; sleep 60",
        "while :; do :; done",
    ] {
        let began = Instant::now();
        let answer = Fake::dimacs(script).solve(&limited(300));
        assert_eq!(answer, Ok(Answer::Unknown(StopReason::Timeout)), "{script}");
        assert!(began.elapsed() < Duration::from_secs(3), "{script}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_program_that_eats_memory_is_ended_at_the_limit_also_if_a_fork_does_it() {
    let _turn = turn();
    let eat = "x=xxxxxxxxxxxxxxxx; for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 \
               23 24 25; do x=$x$x; sleep 0.02; done; sleep 60";
    for script in [eat.to_owned(), format!("({eat}) & wait")] {
        // The memory of this process, which runs other tests, is added to the limit.
        let here = saut::stop::held_mib().unwrap_or(0);
        let stop = Stop::new(Some(Duration::from_secs(60)), Some(here + 150));
        let answer = Fake::dimacs(&script).solve(&SolveLimits {
            stop,
            ..SolveLimits::default()
        });
        assert_eq!(answer, Ok(Answer::Unknown(StopReason::Memory)), "{script}");
    }
}

#[test]
fn a_crash_is_distinguished_from_giving_up() {
    let _turn = turn();
    for (script, wanted) in [
        ("kill -SEGV $$", "crashed (killed by signal 11)"),
        (
            "echo s UNSATISFIABLE; kill -ABRT $$",
            "crashed (killed by signal 6)",
        ),
        (
            "echo out of luck >&2; exit 1",
            "ended without an answer (exit status 1): out of luck",
        ),
        (
            "echo first >&2; echo second >&2; exit 139",
            "ended without an answer (exit status 139): second",
        ),
        (
            "echo some words; exit 3",
            "ended without an answer (exit status 3)",
        ),
    ] {
        let message = Fake::dimacs(script).error();
        assert!(message.contains(wanted), "{script}: {message}");
    }
    let message = Fake::new("smtlib", "echo no memory >&2; exit 1").error();
    assert!(
        message.contains("ended without an answer (exit status 1): no memory"),
        "{message}"
    );
}

#[test]
fn a_program_that_prints_rubbish_is_not_believed() {
    let _turn = turn();
    for (script, wanted) in [
        (
            "echo hello world",
            "\"hello world\" is not a solver's answer",
        ),
        ("exit 0", "neither an s line nor literals"),
        ("printf '\\377\\376\\000 \\n'", "is not a solver's answer"),
        ("echo s SATISFIABLE; echo v 1", "the model is cut off"),
        ("echo s SATISFIABLE; exit 10", "the model is cut off"),
        (
            "echo s SATISFIABLE; echo v 1 0; exit 10",
            "1 of the 2 variables has no value",
        ),
        (
            "echo s SATISFIABLE; echo v 1 -2 3 0; exit 10",
            "the model has variable 3, but",
        ),
        (
            "echo s SATISFIABLE; echo v 1 -1 2 0; exit 10",
            "variable 1 is both true and false",
        ),
        (
            "echo s UNSATISFIABLE; exit 10",
            "prints unsatisfiable, but ends with exit status 10",
        ),
        (
            "echo s SATISFIABLE; echo v 1 -2 0; exit 20",
            "prints satisfiable, but ends with exit status 20",
        ),
    ] {
        let message = Fake::dimacs(script).error();
        assert!(message.contains(wanted), "{script}: {message}");
        assert!(message.contains("unexpected output"), "{script}: {message}");
    }
    for (script, wanted) in [
        ("echo maybe", "\"maybe\" is not a solver's answer"),
        ("echo sat; echo '((x1 true)'", "cut off"),
        (
            "echo '(error \"line 1\")'; echo unsat; exit 1",
            "the solver says: line 1",
        ),
    ] {
        let message = Fake::new("smtlib", script).error();
        assert!(message.contains(wanted), "{script}: {message}");
    }
}

#[test]
fn a_program_that_claims_a_wrong_model_is_caught() {
    let _turn = turn();
    let wanted = "its model is wrong: clause 2 (-2 0) is false";
    let message = Fake::dimacs("echo s SATISFIABLE; echo v 1 2 0; exit 10").error();
    assert!(message.contains(wanted), "{message}");
    let message = Fake::new("smtlib", "echo sat; echo '((x1 true) (x2 true))'").error();
    assert!(message.contains(wanted), "{message}");
}

#[test]
fn a_program_that_prints_without_end_is_ended() {
    let _turn = turn();
    let message = Fake::dimacs("exec yes 'c and so on and so on'").error();
    assert!(message.contains("printed too much"), "{message}");
}

#[test]
fn a_program_that_is_not_here_is_missing() {
    let _turn = turn();
    let backend = by_name("dimacs:no-such-solver -x").unwrap();
    let error = solve(&*backend, &formula(1, &[]), &SolveLimits::default()).unwrap_err();
    assert_eq!(error.fault, Fault::Missing, "{error}");
}

/// Returns the command that runs the test function `part` of this file in a separate process.
fn play(part: &str, folder: &Path) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command
        .args([part, "--exact", "--nocapture", "--test-threads=1"])
        .env("SAUT_TEST_FOLDER", folder);
    command
}

/// Returns the folder of [`play`], or `None` if the process was not started by its command.
fn folder() -> Option<PathBuf> {
    std::env::var_os("SAUT_TEST_FOLDER").map(PathBuf::from)
}

#[test]
fn part_of_a_program_that_solves_until_it_is_killed() {
    let Some(folder) = folder() else { return };
    guard::set_guard(folder.join("guard"));
    let backend = by_name(&format!(
        "dimacs:/bin/sh {}",
        folder.join("solver").display()
    ))
    .unwrap();
    let outcome = backend.solve(&formula(1, &[]), &limited(30_000));
    panic!("it should have been killed by now: {outcome:?}");
}

#[test]
fn part_of_the_guard() {
    if folder().is_none() {
        return;
    }
    let words = std::env::var("SAUT_TEST_COMMAND").unwrap();
    let words: Vec<OsString> = words.split_whitespace().map(Into::into).collect();
    let [input, peak, dashes, program, arguments @ ..] = &words[..] else {
        panic!("{words:?}");
    };
    assert_eq!(dashes, "--");
    let files = [input, peak].map(AsRef::as_ref);
    guard::end_likewise(guard::watch(program, arguments, files).unwrap());
}

#[cfg(target_os = "linux")]
#[test]
fn a_child_dies_with_us_even_if_we_are_killed() {
    use std::os::unix::fs::PermissionsExt;

    let _turn = turn();
    let folder = tempfile::Builder::new().prefix("fake-").tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    // The script of the guard starts this test program, which then acts as the guard.
    let mut guard = "#!/bin/sh\n[ \"$1\" = 'guard-child' ] || exit 9\nshift\n".to_owned();
    guard += "export SAUT_TEST_COMMAND=\"$*\"\n";
    let exe = std::env::current_exe().unwrap();
    let exe = exe.display();
    let _ = writeln!(
        guard,
        "exec {exe} faults::part_of_the_guard --exact --nocapture"
    );
    fs::write(at("guard"), guard).unwrap();
    fs::set_permissions(at("guard"), fs::Permissions::from_mode(0o755)).unwrap();
    fs::write(
        at("solver"),
        format!(
            "setsid sh -c 'echo $$ > {}; exec sleep 60'& sleep 60\n",
            at("started").display()
        ),
    )
    .unwrap();

    let part = "faults::part_of_a_program_that_solves_until_it_is_killed";
    let mut solving = play(part, folder.path()).spawn().unwrap();
    let began = Instant::now();
    let started = loop {
        match fs::read_to_string(at("started")) {
            Ok(number) if number.ends_with('\n') => break number.trim().parse::<u32>().unwrap(),
            _ => thread::sleep(Duration::from_millis(10)),
        }
        assert!(
            began.elapsed() < Duration::from_secs(20),
            "the solver was not started"
        );
    };
    let group = || processes(|_, group| group == started);
    assert_eq!(group(), vec![started]);
    solving.kill().unwrap();
    solving.wait().unwrap();
    let killed = Instant::now();
    while !group().is_empty() {
        assert!(
            killed.elapsed() < Duration::from_secs(5),
            "the solver outlives us"
        );
        thread::sleep(Duration::from_millis(10));
    }
}
