//! The program from outside: what is printed, checked and refused on the command line.

mod bad_input;
mod baseball;
mod census;
mod check;
mod claims;
mod contract;
mod explain;
mod explore;
mod methods;
#[path = "../common/program.rs"]
mod program;
mod readme;
mod round_trip;
mod show;
mod sources;

use std::process::{Child, Command};

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
