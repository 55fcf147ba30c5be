//! Evaluates clauses under an assignment. This detects a wrong model of a solver, or a model of another formula, before
//! the model is decoded.

use itertools::Itertools;
use rustsat::instances::Cnf;
use rustsat::types::Clause;

use crate::formula::dimacs;

/// Checks that every clause contains a true literal.
///
/// # Errors
/// A text that names the first clause without a true literal. A literal whose variable has no value is not true.
pub fn check_clauses(bits: &[bool], cnf: &Cnf) -> Result<(), String> {
    let holds = |clause: &Clause| {
        clause
            .iter()
            .any(|literal| bits.get(literal.vidx()) == Some(&literal.is_pos()))
    };
    match cnf.iter().position(|clause| !holds(clause)) {
        None => Ok(()),
        Some(index) => {
            let clause = cnf.iter().nth(index).map_or_else(String::new, text);
            Err(format!("clause {} ({clause}) is false", index + 1))
        }
    }
}

/// Returns a clause in DIMACS form, with at most eight of its literals.
fn text(clause: &Clause) -> String {
    const MAX: usize = 8;
    let numbers = clause
        .iter()
        .take(MAX)
        .map(|&literal| dimacs::number(literal));
    let end = if clause.len() > MAX { "…" } else { "0" };
    numbers
        .map(|number| number.to_string())
        .chain([end.to_owned()])
        .join(" ")
}

#[cfg(test)]
mod tests {
    use super::check_clauses;
    use crate::formula::dimacs::tests::cnf;

    #[test]
    fn an_assignment_with_a_true_literal_in_every_clause_passes() {
        assert_eq!(
            check_clauses(&[false, true], &cnf(&[&[1, 2], &[-1]])),
            Ok(())
        );
        assert_eq!(check_clauses(&[], &cnf(&[])), Ok(()));
    }

    #[test]
    fn the_first_false_clause_is_named() {
        let long: Vec<i64> = (1..=20).collect();
        for (bits, clauses, fact) in [
            (
                &[true, true, false][..],
                &[&[2][..], &[-1, 3], &[]][..],
                "clause 2 (-1 3 0) is false",
            ),
            (
                &[false, true, false],
                &[&[2], &[-1, 3], &[]],
                "clause 3 (0) is false",
            ),
            // A literal whose variable has no value counts as not true.
            (&[true], &[&[-8]], "clause 1 (-8 0) is false"),
            (
                &[false; 20],
                &[&long],
                "clause 1 (1 2 3 4 5 6 7 8 …) is false",
            ),
        ] {
            assert_eq!(check_clauses(bits, &cnf(clauses)), Err(fact.to_owned()));
        }
    }
}
