//! The program from outside: what is printed, checked and refused on the command line.

mod bad_input;
mod baseball;
mod census;
mod check;
mod claims;
mod contract;
mod cubes_with_bounds;
mod explain;
mod explain_tasks;
mod explore;
mod export;
mod first_hour;
mod hang_up;
mod hostile_input;
mod limits;
mod measures;
mod methods;
mod numbers;
mod pages;
mod pictures;
mod pipes;
mod plan_claims;
mod plan_files;
mod planning;
mod play;
mod printed;
#[path = "../common/program.rs"]
mod program;
mod round_trip;
mod shards;
mod shortest;
mod show;
mod sources;
mod submit;
mod theory;
mod transform;
mod typed;

use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use program::{Desk, Said};

/// Passes every linear test and has no plan.
const DEAD_END: &str = ".oo\n...\n.oo\n\n.o.\n...\n...\n";
/// Passes them too; a search refutes it.
const ARROW: &str = ".o..\n....\n.ooo\n\n.o..\n....\n....\n";

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
