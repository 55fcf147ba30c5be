//! Tests of proofs with hints, and of variants of these proofs with one defect.

use super::{drat, lrat};
use crate::domain::CheckError;
use crate::formula::dimacs::tests::cnf;
use crate::proof::check_drat;
use crate::proof::drat::tests::{does_not_follow, ends_after};
use saut_base::stop::Stop;

fn reasons(clauses: &[&[i64]], variables: usize, drat: &[u8]) -> String {
    let cnf = cnf(clauses);
    assert_eq!(check_drat(&cnf, variables, drat), Ok(()));
    let text = lrat(&cnf, variables, drat, &Stop::default()).unwrap();
    assert_eq!(check_drat(&cnf, variables, &text), Ok(()));
    // A second conversion yields the same hints. The proof without hints is accepted as well.
    let again = lrat(&cnf, variables, &text, &Stop::default());
    assert_eq!(again.as_ref(), Ok(&text));
    let without = super::drat(&cnf, &text).unwrap();
    assert_eq!(check_drat(&cnf, variables, &without), Ok(()));
    String::from_utf8(text).unwrap()
}

const SQUARE: [&[i64]; 4] = [&[1, 2], &[1, -2], &[-1, 2], &[-1, -2]];

#[test]
fn every_lemma_has_hints_and_units_become_lemmas() {
    let text = reasons(&SQUARE, 2, b"1 0\n0\n");
    // 2 follows permanently from 1, and then the fourth clause is false.
    assert_eq!(text, "5 1 0 1 2 0\n6 2 0 5 3 0\n7 0 6 5 4 0\n");
}

#[test]
fn deletions_and_tautologies_are_reported() {
    let clauses = [&SQUARE[..], &[&[1, -1], &[1, 2, 3]]].concat();
    let text = reasons(&clauses, 3, b"d 3 2 1 0\n1 0\n0\n");
    let begin = "6 d 5 0\n6 d 6 0\n7 1 0 1 2 0\n";
    assert!(text.starts_with(begin), "{text}");
}

#[test]
fn a_definition_has_a_reason_for_every_resolvent() {
    let signs = |bits: i64| {
        let signed = |(place, variable): (u32, i64)| variable * (1 - 2 * (bits >> place & 1));
        [(0, 1), (1, 2), (2, 4)].map(signed)
    };
    let clauses = [0, 1, 2, 3, 4, 5, 6, 7].map(signs);
    let clauses = clauses.each_ref().map(|clause| &clause[..]);
    // 3 is new: 3 ↔ (1 ∧ 2).
    let drat = b"3 -1 -2 0\n-3 1 0\n-3 2 0\n1 2 0\n1 0\n2 0\n0\n";
    let text = reasons(&clauses, 4, drat);
    assert!(text.contains("10 -3 1 0 -9 0\n"), "{text}");
}

#[test]
fn a_formula_refuted_by_propagation_has_hints_too() {
    assert_eq!(reasons(&[&[1], &[-1]], 1, b""), "3 0 1 2 0\n");
    assert_eq!(reasons(&[&[1], &[]], 1, b""), "");
    let chain = reasons(&[&[1], &[-1, 2], &[-2, 3], &[-3, -1]], 3, b"");
    assert_eq!(chain, "5 2 0 1 2 0\n6 3 0 5 3 0\n7 0 1 6 4 0\n");
}

#[test]
fn invalid_lines_are_rejected() {
    let square = cnf(&SQUARE);
    let said = |text: &str| check_drat(&square, 3, text.as_bytes());
    assert_eq!(said(""), ends_after(0));
    // The first line does not refute the formula. It only marks the format as LRAT.
    for wrong in [
        "6 1 0 1 2\n",
        "6 1 x 0 1 2 0\n",
        "4 1 0 1 2 0\n",
        "5 1 0 1 2 0\n",
        "5 d 9 0\n",
        "5 d 1\n",
        "-6 1 0 1 2 0\n",
        "6 99999999999 0 1 2 0\n",
    ] {
        let refused = said(&format!("5 1 2 0 1 0\n{wrong}"));
        let refused = refused.unwrap_err().to_string();
        let is_unreadable = refused.starts_with("proof step 2: ")
            && refused != does_not_follow(2).unwrap_err().to_string();
        assert!(is_unreadable, "{wrong}: {refused:?}");
    }
    for wrong in ["5 0 1 2 3 4 0\n", "5 -1 2 0 0\n6 0 5 0\n"] {
        let refused = said(wrong);
        let step = wrong.lines().count();
        assert_eq!(refused, does_not_follow(step), "{wrong}");
    }
}

#[test]
fn wrong_hints_neither_help_nor_harm() {
    let square = cnf(&SQUARE);
    for hints in ["1 2", "1", "9", "-1 2", ""] {
        let text = format!("5 1 0 {hints} 0\n6 0 0\n");
        assert_eq!(check_drat(&square, 2, text.as_bytes()), Ok(()), "{hints}");
        let written = lrat(&square, 2, text.as_bytes(), &Stop::default()).unwrap();
        assert_eq!(written, b"5 1 0 1 2 0\n6 2 0 5 3 0\n7 0 6 5 4 0\n");
    }
}

#[test]
fn a_deletion_removes_only_the_clause_of_its_number() {
    // Clauses 1 and 5 are equal, clause 6 is a tautology, and clause 7 is a lemma.
    let clauses = [&SQUARE[..], &[&[2, 1], &[1, -1]]].concat();
    let refutes = |deleted: &str| {
        let text = format!("7 1 2 3 0 1 0\n7 d {deleted} 0\n8 1 0 2 5 0\n9 0 3 4 8 0\n");
        let checked = check_drat(&cnf(&clauses), 3, text.as_bytes());
        let drat = drat(&cnf(&clauses), text.as_bytes());
        let without = drat.and_then(|drat| check_drat(&cnf(&clauses), 3, &drat));
        assert_eq!(without.is_ok(), checked.is_ok());
        checked
    };
    assert_eq!(refutes("1"), Ok(()));
    assert_eq!(refutes("5 6 7"), Ok(()));
    let gone = does_not_follow(3);
    assert_eq!(refutes("1 5"), gone);
    assert_eq!(refutes("2"), gone);
    let fact = "proof step 2: the deleted clause does not exist";
    let twice = Err(CheckError::rejected(fact));
    assert_eq!(refutes("1 1"), twice);
}
