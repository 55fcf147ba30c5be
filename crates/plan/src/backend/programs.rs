//! External solvers, which run as child processes.

mod call;
mod program;
mod smtlib_session;
mod solve;

pub use program::{PLACEHOLDERS, ask_version, find_program};

use super::{Backend, Reads};
use program::{Program, table};
use saut_base::BadInput;

/// Returns the programs known by name, installed or not.
pub(super) fn known() -> impl Iterator<Item = Box<dyn Backend>> {
    table().into_iter().map(boxed)
}

/// Returns the backend of a command, if the name has the form `dimacs:COMMAND` or `smtlib:COMMAND`.
pub(super) fn by_command(name: &str) -> Option<Result<Box<dyn Backend>, BadInput>> {
    let commands = [("dimacs:", Reads::Clauses), ("smtlib:", Reads::SmtLib)];
    let mut named = commands.into_iter().filter_map(|(prefix, reads)| {
        let command = name.strip_prefix(prefix)?;
        Some(Program::by_command(name, reads, command).map(boxed))
    });
    named.next()
}

fn boxed(program: Program) -> Box<dyn Backend> {
    Box::new(program)
}
