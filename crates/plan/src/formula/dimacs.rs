//! DIMACS CNF: clauses for any SAT solver, with comments that name each variable.
//!
//! The only place that converts between our variables (from 0) and DIMACS numbers (from 1).

use std::io::{self, Write};

use rustsat::instances::Cnf;
use rustsat::types::Lit;

use super::{VarName, literal};
use crate::task::Task;

/// The DIMACS number of a literal.
pub fn number(literal: Lit) -> i64 {
    let number = i64::from(literal.vidx32()) + 1;
    if literal.is_pos() { number } else { -number }
}

/// The literal of a DIMACS number, if it is one.
pub fn literal_of(number: i64) -> Option<Lit> {
    const MOST: u64 = 1 << 30;
    let index = number.unsigned_abs().checked_sub(1)?;
    let positive = literal(usize::try_from(index).ok().filter(|_| index < MOST)?);
    Some(if number > 0 { positive } else { !positive })
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
