//! Tests of the program as a process: output, checks and errors of the command line.

mod check;
mod claims;
mod contract;
mod explain;
mod explore;
mod export;
mod formulas;
mod hostile_input;
mod limits;
mod lint;
mod lsp;
mod measures;
mod methods;
mod pages;
mod pictures;
mod pipes;
mod planning;
mod printed;
#[path = "../common/program.rs"]
mod program;
mod round_trip;
mod shortest;
mod sources;
mod submit;
mod terminal;
mod workbench;

use std::io::Write as _;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use program::{Desk, Said, command};
use rustix::process::{Pid, Signal, kill_process};

/// The commands with subcommands.
const GROUPS: [&str; 2] = ["baseball", "job"];

/// Returns all commands that the help lists. A command with subcommands is replaced by them.
fn commands(desk: &Desk) -> Vec<String> {
    let mut all = listed(desk, "");
    all.retain(|name| !GROUPS.contains(&name.as_str()));
    all.extend(GROUPS.iter().flat_map(|group| listed(desk, group)));
    all
}

/// Returns the commands listed in one help text.
fn listed(desk: &Desk, of: &str) -> Vec<String> {
    let help = desk.gives(0, &format!("{of} --help")).out;
    let (list, _) = help.split_once("Options:\n").unwrap();
    let is_name = |line: &&str| line.starts_with("  ") && !line.starts_with("   ");
    let names = list.lines().filter(is_name);
    let names = names.filter_map(|line| line.split_whitespace().next());
    let names = names.filter(|name| *name != "help");
    names
        .map(|name| format!("{of} {name}").trim().to_owned())
        .collect()
}

/// Runs the program with this text on standard input.
fn fed(desk: &Desk, words: &str, text: &str) -> Said {
    let mut child = start(command(&desk.0, words.split(' ')).stdin(Stdio::piped()));
    // The error is ignored: a program that rejects its arguments does not read its input.
    let _ = child.stdin.take().unwrap().write_all(text.as_bytes());
    child.wait_with_output().unwrap().into()
}

/// Whether a program is installed. Panics if a missing program is required by `SAUT_REQUIRE_BACKENDS`.
fn is_here(program: &str) -> bool {
    // The program may reject --help. The test is only whether it starts.
    let mut run = Command::new(program);
    run.arg("--help").stdin(Stdio::null());
    let is_here = run.output().is_ok();
    let required = std::env::var("SAUT_REQUIRE_BACKENDS").unwrap_or_default();
    let is_required = required.split([' ', ',']).any(|name| name == program);
    assert!(
        is_here || !is_required,
        "{program} is required and not here"
    );
    if !is_here {
        println!("note: {program} is not here; passed over");
    }
    is_here
}

fn send(child: &Child, signal: Signal) {
    let id = Pid::from_raw(i32::try_from(child.id()).unwrap()).unwrap();
    kill_process(id, signal).unwrap();
}

fn start(command: &mut Command) -> Child {
    command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Interrupts a run that prints JSON. Asserts that it ends soon, that its verdict is "undecided", and that the reason
/// is the interruption.
fn ends_interrupted(child: Child, within: Duration) {
    send(&child, Signal::INT);
    let began = Instant::now();
    let said = Said::from(child.wait_with_output().unwrap());
    assert!(began.elapsed() < within, "{:?}", began.elapsed());
    assert_eq!(said.status, Some(30), "{said:?}");
    assert_eq!(said.json()["reason"], "interrupted");
}
