//! The proof checker. It checks the steps of a proof in order, and ends as soon as the formula is refuted.
//!
//! Every added clause must follow by unit propagation (RUP), or every resolvent on its first literal must follow (RAT).
//! In both cases, the addition of the clause preserves satisfiability. Deletions only make later steps cheaper. The
//! checker shares no code with any solver. It checks a lemma of LRAT like a lemma of DRAT, and ignores its hints.
//!
//! Wetzler, Heule, Hunt, *DRAT-trim* (SAT 2014).

use std::collections::HashMap;

use rustsat::instances::Cnf;

use super::clauses::{ClauseDatabase, DerivationObserver};
use super::steps::{ClauseId, DimacsLit, NO_CLAUSE, ProofFormat, ProofSteps, StepKind};
use crate::domain::CheckError;
use crate::formula::dimacs;
use saut_base::stop::Stop;
use saut_base::words::counted;

/// The variables of a proof may have numbers up to this number plus four times the number of variables of the formula.
const NEW_VARIABLES: usize = 100_000;

/// Checks a proof in DRAT or LRAT that the clauses over `variables` variables are unsatisfiable.
///
/// # Errors
/// [`CheckError`] with the first wrong step, or if the proof does not refute the formula.
pub fn check_drat(cnf: &Cnf, variables: usize, proof: &[u8]) -> Result<(), CheckError> {
    check_drat_within(cnf, variables, proof, &Stop::default())
}

/// Like [`check_drat`], but checks the limits of `stop` before every step.
///
/// # Errors
/// Same as [`check_drat`], and [`CheckError::Stopped`] if a limit is reached.
pub fn check_drat_within(
    cnf: &Cnf,
    variables: usize,
    proof: &[u8],
    stop: &Stop,
) -> Result<(), CheckError> {
    replay(cnf, variables, proof, stop, &mut ())
}

/// Like [`check_drat_within`], but also reports the steps to an observer.
pub fn replay(
    cnf: &Cnf,
    variables: usize,
    proof: &[u8],
    stop: &Stop,
    observer: &mut impl DerivationObserver,
) -> Result<(), CheckError> {
    let mut clauses = ClauseDatabase::new(variables);
    let mut numbers: Vec<DimacsLit> = Vec::new();
    let is_lrat = ProofFormat::of(proof) == ProofFormat::Lrat;
    // For each LRAT clause number, the number in `clauses`, or `None` for a tautology, which is not stored.
    let mut ids: HashMap<ClauseId, Option<usize>> = HashMap::new();
    let mut last: ClauseId = 0;
    for clause in cnf {
        numbers.clear();
        for &literal in clause {
            match DimacsLit::try_from(dimacs::number(literal)) {
                Ok(number) if number.unsigned_abs() as usize <= variables => numbers.push(number),
                _ => {
                    let fact = "the formula has a literal without a variable";
                    return CheckError::reject(fact);
                }
            }
        }
        let clause = clauses.add(&numbers);
        observer.given(&clauses, clause);
        last += 1;
        if is_lrat {
            ids.insert(last, clause);
        }
    }
    let most_variables = 4 * variables + NEW_VARIABLES;
    let mut steps = ProofSteps::new(proof);
    while !clauses.is_refuted() {
        if let Some(why) = stop.stop_reason() {
            return Err(CheckError::Stopped(why));
        }
        let Some(kind) = steps.next(&mut numbers)? else {
            return CheckError::reject(format_args!(
                "the proof ends after {} without the empty clause",
                counted(steps.number(), "step")
            ));
        };
        let largest = numbers
            .iter()
            .map(|number| number.unsigned_abs() as usize)
            .max();
        if largest.is_some_and(|largest| largest > most_variables) {
            return Err(steps.wrong("the number of a variable is too large"));
        }
        clauses.grow(largest.unwrap_or(0).max(clauses.variables()));
        match kind {
            StepKind::Delete => {
                if let Some(clause) = clauses.delete(&numbers) {
                    observer.deleted(clause);
                }
            }
            StepKind::DeleteByIds(deleted) => {
                for id in deleted {
                    let clause = ids.remove(&id).ok_or_else(|| steps.wrong(NO_CLAUSE))?;
                    if let Some(clause) = clause.filter(|&it| clauses.delete_numbered(it)) {
                        observer.deleted(clause);
                    }
                }
            }
            StepKind::Add(id) => {
                if id.is_some_and(|id| id <= last) {
                    let fact = "the number of this clause is not larger than the earlier numbers";
                    return Err(steps.wrong(fact));
                }
                if !clauses.follows(&numbers, observer) {
                    let fact = "the clause does not follow by unit propagation, nor is it RAT";
                    return Err(steps.wrong(fact));
                }
                let clause = clauses.add(&numbers);
                observer.lemma(&clauses, &numbers, clause);
                if let Some(id) = id {
                    ids.insert(id, clause);
                    last = id;
                }
            }
        }
    }
    Ok(())
}

#[cfg(test)]
pub(super) mod tests {
    use rustsat::instances::Cnf;
    use saut_base::words::counted;

    use super::check_drat;
    use crate::domain::CheckError;
    use crate::formula::dimacs::tests::cnf;

    /// Returns the unsatisfiable example from the description of the DRAT format: eight clauses over four variables.
    fn all_signs() -> Cnf {
        cnf(&[
            &[1, 2, -3],
            &[-1, -2, 3],
            &[2, 3, -4],
            &[-2, -3, 4],
            &[-1, -3, -4],
            &[1, 3, 4],
            &[-1, 2, 4],
            &[1, -2, -4],
        ])
    }

    /// Returns the rejection of a proof that ends after this number of steps.
    pub fn ends_after(steps: usize) -> Result<(), CheckError> {
        let (steps, fact) = (counted(steps, "step"), "without the empty clause");
        CheckError::reject(format_args!("the proof ends after {steps} {fact}"))
    }

    /// Returns the rejection of a proof whose clause at this step does not follow.
    pub fn does_not_follow(step: usize) -> Result<(), CheckError> {
        let fact = "the clause does not follow by unit propagation, nor is it RAT";
        CheckError::reject(format_args!("proof step {step}: {fact}"))
    }

    #[test]
    fn the_example_of_the_format_is_accepted() {
        let proof = b"-1 0\nd -1 2 4 0\n2 0\n0\n";
        assert_eq!(check_drat(&all_signs(), 4, proof), Ok(()));
    }

    #[test]
    fn a_step_that_does_not_follow_is_rejected() {
        let satisfiable = cnf(&[&[1, 2], &[-1, 2]]);
        assert_eq!(check_drat(&satisfiable, 2, b"2 0\n"), ends_after(1));
        let rejected = check_drat(&satisfiable, 2, b"2 0\n-2 0\n0\n");
        assert_eq!(rejected, does_not_follow(2));
        assert_eq!(check_drat(&satisfiable, 2, b"0\n"), does_not_follow(1));
    }

    #[test]
    fn a_clause_of_the_formula_less_is_noticed() {
        let all = all_signs();
        for missing in 0..all.len() {
            let kept = all
                .iter()
                .enumerate()
                .filter(|&(index, _)| index != missing);
            let fewer: Cnf = kept.map(|(_, clause)| clause.clone()).collect();
            let checked = check_drat(&fewer, 4, b"-1 0\n2 0\n0\n");
            assert!(checked.is_err(), "{missing}");
        }
    }

    #[test]
    fn a_deleted_clause_is_used_no_more_but_its_units_stay() {
        let square = cnf(&[&[1, 2], &[1, -2], &[-1, 2], &[-1, -2]]);
        assert_eq!(check_drat(&square, 2, b"1 0\n0\n"), Ok(()));
        let rejected = check_drat(&square, 2, b"d 2 1 0\n1 0\n");
        assert!(matches!(rejected, Err(CheckError::Rejected(_))));
        let units = cnf(&[
            &[1],
            &[-1, 2],
            &[-2, 3],
            &[-3, 4, 5],
            &[4, -5],
            &[-4, 5],
            &[-4, -5],
        ]);
        assert_eq!(check_drat(&units, 5, b"d 1 0\nd -1 2 0\n4 0\n0\n"), Ok(()));
    }

    #[test]
    fn a_definition_is_rat_on_its_first_literal_only() {
        let satisfiable = cnf(&[&[1, 2], &[-1, -2]]);
        // 3 is new: 3 ↔ (1 ∧ 2)
        let definition = b"3 -1 -2 0\n-3 1 0\n-3 2 0\n";
        assert_eq!(check_drat(&satisfiable, 2, definition), ends_after(3));
        let other_order = b"3 -1 -2 0\n1 -3 0\n2 -3 0\n";
        let rejected = check_drat(&satisfiable, 2, other_order);
        assert_eq!(rejected, does_not_follow(2));
        // The same proof in LRAT, with the hints of a RAT step.
        let definition = b"3 3 -1 -2 0 0\n4 -3 1 0 -3 0\n5 -3 2 0 -3 0\n";
        assert_eq!(check_drat(&satisfiable, 2, definition), ends_after(3));
        let other_order = b"3 3 -1 -2 0 0\n4 1 -3 0 -3 0\n";
        let rejected = check_drat(&satisfiable, 2, other_order);
        assert_eq!(rejected, does_not_follow(2));
    }

    #[test]
    fn too_large_variables_are_rejected() {
        let rejected = check_drat(&cnf(&[&[1]]), 1, b"2000000000 0\n");
        let fact = "proof step 1: the number of a variable is too large";
        assert_eq!(rejected, CheckError::reject(fact));
    }

    #[test]
    fn an_empty_clause_in_the_formula_needs_no_proof() {
        assert_eq!(check_drat(&cnf(&[&[]]), 1, b""), Ok(()));
        assert_eq!(check_drat(&cnf(&[]), 1, b""), ends_after(0));
    }
}
