//! Solvers that are programs of their own: called as child processes.

mod call;
mod dimacs_program;
mod effort;
mod program;
mod search_path;
mod smtlib_program;
mod smtlib_session;

pub use program::{PLACEHOLDERS, ask_version};
pub use search_path::find as find_program;

use super::{Backend, Reads};
use dimacs_program::DimacsProgram;
use program::{Program, table};
use saut_base::BadInput;
use smtlib_program::SmtlibProgram;

/// The programs known by name, whether here or not.
pub(super) fn known() -> impl Iterator<Item = Box<dyn Backend>> {
    table().into_iter().map(backend)
}

/// The program of that name if it is a command: `dimacs:COMMAND` or `smtlib:COMMAND`.
pub(super) fn by_command(name: &str) -> Option<Result<Box<dyn Backend>, BadInput>> {
    let commands = [("dimacs:", Reads::Clauses), ("smtlib:", Reads::SmtLib)];
    let mut named = commands.into_iter().filter_map(|(prefix, reads)| {
        let command = name.strip_prefix(prefix)?;
        Some(Program::by_command(name, reads, command).map(backend))
    });
    named.next()
}

fn backend(program: Program) -> Box<dyn Backend> {
    match program.reads {
        Reads::Clauses => Box::new(DimacsProgram(program)),
        Reads::SmtLib => Box::new(SmtlibProgram(program)),
    }
}
