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
mod first_hour;
mod hang_up;
mod hostile_input;
mod limits;
mod measures;
mod methods;
mod pictures;
mod pipes;
mod plan_claims;
mod plan_files;
mod planning;
mod play;
mod printed;
#[path = "../common/program.rs"]
mod program;
mod readme;
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

use program::Said;

/// Passes every linear test and has no plan.
const DEAD_END: &str = ".oo\n...\n.oo\n\n.o.\n...\n...\n";
/// Passes them too; a search refutes it.
const ARROW: &str = ".o..\n....\n.ooo\n\n.o..\n....\n....\n";

/// What Ctrl-C does.
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
