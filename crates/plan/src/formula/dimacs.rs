//! DIMACS CNF: clauses for any SAT solver, with comments that name each variable.
//!
//! The only place that converts between our variables (from 0) and DIMACS numbers (from 1).

use std::io::{self, Write};

use rustsat::instances::Cnf;
use rustsat::types::Lit;

use super::VarName;
use crate::task::Task;

/// The DIMACS number of a literal.
pub fn number(literal: Lit) -> i64 {
    let number = i64::from(literal.vidx32()) + 1;
    if literal.is_pos() { number } else { -number }
}

/// Writes comments with the name of each variable.
///
/// # Errors
/// Whatever the writer says.
pub fn write_names(out: &mut impl Write, task: &Task, names: &[VarName]) -> io::Result<()> {
    for (index, name) in names.iter().enumerate() {
        writeln!(out, "c {} {}", index + 1, name.text(task))?;
    }
    Ok(())
}

/// Writes the header and the clauses.
///
/// # Errors
/// Whatever the writer says.
pub fn write(out: &mut impl Write, cnf: &Cnf, variables: usize) -> io::Result<()> {
    writeln!(out, "p cnf {variables} {}", cnf.len())?;
    for clause in cnf {
        for &literal in clause {
            write!(out, "{} ", number(literal))?;
        }
        writeln!(out, "0")?;
    }
    Ok(())
}
