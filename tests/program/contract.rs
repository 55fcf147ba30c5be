//! An interrupted run ends with its solvers and leaves no files. `saut backends` lists the backends.

use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use crate::check::LONG;
use crate::program::{Desk, Said, command};
use crate::{ends_interrupted, start};

#[test]
fn backends_are_listed_with_their_version_or_how_to_get_them() {
    let desk = Desk::new();
    let said = desk.gives(0, "backends").out;
    for name in ["batsat", "varisat"] {
        let line = said.lines().find(|line| line.starts_with(name)).unwrap();
        assert!(
            line.contains("installed") && line.ends_with("built in"),
            "{line}"
        );
    }
    let document = desk.gives(0, "backends --json").json();
    for backend in document["backends"].as_array().unwrap() {
        let is_here = backend["here"] == true;
        let key = if is_here { "version" } else { "remedy" };
        assert!(backend[key].is_string(), "{backend}");
    }
}

#[test]
fn an_interrupt_ends_the_work_immediately_with_a_message() {
    let desk = Desk::new();
    desk.write("long.json", LONG);
    for words in [
        "check square-7 long.json --threads 1 --json",
        "solve square-15-central --method formulas --threads 1 --json",
        "census --board french --symmetry one-axis --threads 1 --json",
        "baseball distances 6 --json",
    ] {
        let child = start(&mut command(&desk.0, words.split(' ')));
        thread::sleep(Duration::from_millis(300));
        ends_interrupted(child, Duration::from_secs(2));
    }
}

/// Waits at most ten seconds for a condition.
fn wait_for<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let began = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(
            began.elapsed() < Duration::from_secs(10),
            "{what}: waited in vain"
        );
        thread::sleep(Duration::from_millis(10));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn processes_left_by_a_solver_are_ended() {
    let desk = Desk::new();
    // Several orders start several solvers, and the last one may be killed before it has written its process ID.
    let daemon = "setsid sh -c 'echo $$ > new.$$; mv new.$$ started; exec sleep 60' >/dev/null 2>&1 &\n\
        while [ ! -s started ]; do sleep 0.01; done\necho s UNKNOWN\n";
    desk.write("solver", daemon);
    let flags = "solve central --threads 1 --horizon 18 --orders 3 --backend";
    let mut command = command(&desk.0, flags.split(' '));
    let said = Said::from(command.arg("dimacs:/bin/sh solver").output().unwrap());
    assert_eq!(said.status, Some(30), "{said:?}");
    let number = fs::read_to_string(desk.0.path().join("started")).unwrap();
    let stat = format!("/proc/{}/stat", number.trim());
    wait_for("the end of the child", || fs::read_to_string(&stat).err());
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_ends_all_children() {
    let desk = Desk::new();
    desk.write("sleeper", "echo $$ > started\nsleep 60 & wait\n");
    let flags = "solve central --threads 1 --json --encoding sequential --backend";
    let mut command = command(&desk.0, flags.split(' '));
    let child = start(command.arg("dimacs:/bin/sh sleeper"));
    let started = desk.0.path().join("started");
    let solver = wait_for("the solver", || {
        fs::read_to_string(&started)
            .ok()
            .filter(|text| text.ends_with('\n'))
    });
    let solver = format!("/proc/{}/stat", solver.trim());
    assert!(fs::exists(&solver).unwrap());
    ends_interrupted(child, Duration::from_secs(2));
    wait_for("the end of the solver", || {
        (!fs::exists(&solver).unwrap()).then_some(())
    });
}
