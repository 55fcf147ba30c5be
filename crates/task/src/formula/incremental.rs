//! iCNF: a formula with cubes, for incremental solvers that solve the formula under each cube.
//!
//! The file consists of `p inccnf`, the clauses, and a line `a … 0` for each cube. Cube-and-conquer solvers also read
//! this format (Heule, Kullmann, Wieringa, Biere, HVC 2011).
//!
//! Wieringa, Niemenmaa, Heljanko, *Tarmo: a framework for parallelized bounded model checking* (PDMC 2009).

use rustsat::instances::Cnf;
use rustsat::types::Lit;

use super::dimacs::write_clause;

/// Returns the text of a file: the clauses and then the cubes.
pub fn text(cnf: &Cnf, cubes: &[Vec<Lit>]) -> String {
    let mut text = "p inccnf\n".to_owned();
    for clause in cnf {
        write_clause(&mut text, clause);
    }
    for cube in cubes {
        text.push_str("a ");
        write_clause(&mut text, cube);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::text;
    use crate::formula::dimacs::tests::cnf;
    use crate::formula::literal;

    #[test]
    fn clauses_come_first_and_cubes_begin_with_a() {
        let (a, b) = (literal(0), literal(1));
        let cubes = [vec![a, b], vec![!a], vec![]];
        let text = text(&cnf(&[&[1, -2]]), &cubes);
        assert_eq!(text, "p inccnf\n1 -2 0\na 1 2 0\na -1 0\na 0\n");
    }
}
