//! The program from outside: what is printed, checked and refused on the command line.

mod check;
mod claims;
mod contract;
mod explain;
mod explore;
mod export;
mod hostile_input;
mod limits;
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

use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use program::{Desk, Said};

/// The commands that the help lists: all, or those of one command that has some.
fn commands(desk: &Desk, of: &str) -> Vec<String> {
    let help = desk.gives(0, &format!("{of} --help")).out;
    let list = help.split("Commands:\n").nth(1).unwrap_or_default();
    let list = list.split("\n\n").next().unwrap();
    let is_name = |line: &&str| line.starts_with("  ") && !line.starts_with("   ");
    let names = list.lines().filter(is_name);
    let names = names.map(|line| line.split_whitespace().next().unwrap());
    let whole = names.filter(|name| *name != "help");
    whole
        .map(|name| format!("{of} {name}").trim().to_owned())
        .collect()
}

/// Interrupts as Ctrl-C does.
fn interrupt(child: &Child) {
    let process = child.id().to_string();
    let status = Command::new("kill").args(["-INT", &process]).status();
    assert!(status.unwrap().success());
}

/// Starts a run whose output is kept for later.
fn start(command: &mut Command) -> Child {
    command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Interrupts a run that prints JSON: it ends undecided, soon, and names the interrupt.
fn ends_interrupted(child: Child, within: Duration) {
    interrupt(&child);
    let began = Instant::now();
    let said = Said::from(child.wait_with_output().unwrap());
    assert!(began.elapsed() < within, "{:?}", began.elapsed());
    assert_eq!(said.status, Some(30), "{said:?}");
    assert_eq!(said.json()["reason"], "interrupted");
}
