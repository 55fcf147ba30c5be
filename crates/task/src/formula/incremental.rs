//! iCNF: a formula with the cubes to solve it under, for incremental solvers.
//!
//! The clauses after `p inccnf`, then a line `a … 0` for each cube. Wieringa, Niemenmaa, Heljanko,
//! *Tarmo: a framework for parallelized bounded model checking* (PDMC 2009); the input of cube and
//! conquer (Heule, Kullmann, Wieringa, Biere, HVC 2011).

use std::io::{self, Write};

use rustsat::instances::Cnf;
use rustsat::types::Lit;

use super::dimacs::number;

/// Writes the clauses and then the cubes.
///
/// # Errors
/// Whatever the writer says.
pub fn write(out: &mut impl Write, cnf: &Cnf, cubes: &[Vec<Lit>]) -> io::Result<()> {
    writeln!(out, "p inccnf")?;
    for clause in cnf {
        line(out, clause.iter().copied())?;
    }
    for cube in cubes {
        write!(out, "a ")?;
        line(out, cube.iter().copied())?;
    }
    Ok(())
}

fn line(out: &mut impl Write, literals: impl Iterator<Item = Lit>) -> io::Result<()> {
    for literal in literals {
        write!(out, "{} ", number(literal))?;
    }
    writeln!(out, "0")
}

#[cfg(test)]
mod tests {
    use rustsat::instances::Cnf;
    use rustsat::types::Clause;

    use super::write;
    use crate::formula::literal;

    #[test]
    fn clauses_come_first_and_cubes_begin_with_a() {
        let (a, b) = (literal(0), literal(1));
        let clause: Clause = [a, !b].into_iter().collect();
        let cnf: Cnf = [clause].into_iter().collect();
        let mut text = Vec::new();
        write(&mut text, &cnf, &[vec![a, b], vec![!a], vec![]]).unwrap();
        let text = String::from_utf8(text).unwrap();
        assert_eq!(text, "p inccnf\n1 -2 0\na 1 2 0\na -1 0\na 0\n");
    }
}
