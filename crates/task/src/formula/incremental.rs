//! iCNF: a formula with cubes, for incremental solvers that solve the formula under each cube.
//!
//! The file consists of `p inccnf`, the clauses, and a line `a … 0` for each cube. Cube-and-conquer solvers also read
//! this format (Heule, Kullmann, Wieringa, Biere, HVC 2011).
//!
//! Wieringa, Niemenmaa, Heljanko, *Tarmo: a framework for parallelized bounded model checking* (PDMC 2009).

use std::io::{self, Write};

use rustsat::instances::Cnf;
use rustsat::types::Lit;

use super::dimacs::write_clause;

/// Writes the clauses and then the cubes.
///
/// # Errors
/// Any error of the writer.
pub fn write(out: &mut impl Write, cnf: &Cnf, cubes: &[Vec<Lit>]) -> io::Result<()> {
    writeln!(out, "p inccnf")?;
    cnf.iter()
        .try_for_each(|clause| write_clause(out, clause))?;
    for cube in cubes {
        write!(out, "a ")?;
        write_clause(out, cube)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::write;
    use crate::formula::dimacs::tests::cnf;
    use crate::formula::literal;

    #[test]
    fn clauses_come_first_and_cubes_begin_with_a() {
        let (a, b) = (literal(0), literal(1));
        let (mut text, cubes) = (Vec::new(), [vec![a, b], vec![!a], vec![]]);
        write(&mut text, &cnf(&[&[1, -2]]), &cubes).unwrap();
        let text = String::from_utf8(text).unwrap();
        assert_eq!(text, "p inccnf\n1 -2 0\na 1 2 0\na -1 0\na 0\n");
    }
}
