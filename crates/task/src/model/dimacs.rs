//! Parser for the output of SAT solvers.
//!
//! The parser accepts three formats:
//!
//! - the output of the SAT competitions: an `s` line, then `v` lines that end with 0;
//! - the result file of `MiniSat`: `SAT`, then one line of literals;
//! - lists of literals without other words.
//!
//! The values of `MaxSAT` and pseudo-Boolean solvers are also accepted. The final 0 may be missing if no variable
//! remains without a value, because Z3 omits it.
//!
//! All other lines are ignored. If the text contains no answer, the error message quotes the first of these lines.

mod lines;

use rustsat::instances::Cnf;
use rustsat::types::{Clause, Lit};

use super::reading::Status;
use super::{Answer, Model};
use lines::{Lines, NumberedLiteral};
use saut_base::BadInput;
use saut_base::stop::StopReason;

/// Parses the answer to a formula with this number of variables.
///
/// A model may be partial, as the rules of the SAT competitions allow. If the clauses are given and the values in the
/// text decide every clause, all other variables are set to false.
///
/// # Errors
/// [`BadInput`] if there is no answer, or if the answer contradicts itself, is cut off, or contains variables that the
/// formula does not have. This function does not check that the model satisfies the clauses.
pub fn read_dimacs(text: &str, variables: usize, cnf: Option<&Cnf>) -> Result<Answer, BadInput> {
    let lines = Lines::of(text)?;
    let literals = if lines.values.is_empty() {
        &lines.bare
    } else {
        &lines.values
    };
    let status = match lines.status.or(lines.gave_up) {
        Some(status) => status,
        None if !literals.is_empty() => Status::Sat,
        None => return Err(lines.no_answer()),
    };
    match status {
        Status::Unknown => Ok(Answer::Unknown(StopReason::SolverGaveUp)),
        Status::Unsat if literals.is_empty() => Ok(Answer::Unsat),
        Status::Unsat => Err(BadInput::new(
            "",
            "the output says unsatisfiable, but gives a model",
        )),
        Status::Sat => {
            let (mut bits, closed) = values(literals, variables)?;
            if let Some(cnf) = cnf {
                complete(&mut bits, cnf);
            }
            if !closed && bits.contains(&None) {
                return Err(cut_off(literals.len()));
            }
            total(&bits).map(|bits| Answer::Sat(Model::Bits(bits)))
        }
    }
}

/// Returns the value of each variable in the list, and whether the list ends with 0.
fn values(
    literals: &[NumberedLiteral],
    variables: usize,
) -> Result<(Vec<Option<bool>>, bool), BadInput> {
    let mut bits: Vec<Option<bool>> = vec![None; variables];
    let mut closed = false;
    for (at, &(number, literal)) in (1..).zip(literals) {
        let place = format!("line {number}");
        if closed {
            let fact = "there is text after the 0 that ends the model";
            return Err(BadInput::new(place, fact).remedy("give only one model"));
        }
        if literal == 0 {
            closed = true;
            continue;
        }
        let variable = literal.unsigned_abs();
        let index = usize::try_from(variable - 1).unwrap_or(usize::MAX);
        let Some(bit) = bits.get_mut(index) else {
            let fact = format!(
                "the model has variable {variable}, but the formula has only {variables} variables"
            );
            return Err(BadInput::new(place, fact).remedy("the model belongs to another formula"));
        };
        if bit.replace(literal > 0) == Some(literal < 0) {
            let fact = format!("variable {variable} is both true and false");
            let bad = BadInput::new(place, fact);
            return Err(if at == literals.len() {
                bad.remedy("this is the last literal, so the text may be cut off within a number")
            } else {
                bad
            });
        }
    }
    Ok((bits, closed))
}

/// Returns the error for a model that lacks variables and does not end with 0.
fn cut_off(literals: usize) -> BadInput {
    let fact = format!("the model is cut off: there is no 0 after {literals} literals");
    BadInput::new("", fact).remedy("give the whole output of the solver")
}

/// Sets variables without a value to false, if the other values decide every clause.
fn complete(bits: &mut [Option<bool>], cnf: &Cnf) {
    let value = |literal: &Lit| Some((*bits.get(literal.vidx())?)? == literal.is_pos());
    let is_open = |clause: &Clause| {
        let values: Vec<Option<bool>> = clause.iter().map(value).collect();
        !values.contains(&Some(true)) && values.contains(&None)
    };
    if bits.contains(&None) && !cnf.iter().any(is_open) {
        for bit in bits {
            bit.get_or_insert(false);
        }
    }
}

fn total(bits: &[Option<bool>]) -> Result<Vec<bool>, BadInput> {
    let variables = bits.len();
    let missing = bits.iter().filter(|bit| bit.is_none()).count();
    if let Some(first) = bits.iter().position(Option::is_none) {
        let have = if missing == 1 { "has" } else { "have" };
        let fact = format!(
            "{missing} of the {variables} variables {have} no value; the first is {}",
            first + 1
        );
        return Err(
            BadInput::new("", fact).remedy(
                "the model is cut off or belongs to another formula; give saut decode the flags of saut encode",
            )
        );
    }
    Ok(bits.iter().copied().flatten().collect())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use saut_base::stop::StopReason;

    use super::read_dimacs;
    use crate::formula::dimacs::tests::cnf;
    use crate::model::{Answer, Model};

    fn accepts(text: &str, bits: &[bool]) {
        let wanted = Ok(Answer::Sat(Model::Bits(bits.to_vec())));
        assert_eq!(read_dimacs(text, bits.len(), None), wanted, "{text:?}");
    }

    fn rejects(text: &str, variables: usize, fact: &str) {
        let message = read_dimacs(text, variables, None).unwrap_err().to_string();
        assert!(message.contains(fact), "{text:?}: {message}");
    }

    #[test]
    fn competition_output_is_read() {
        accepts(
            "c hello\ns SATISFIABLE\nv 1 -2\nv 3 0\nc bye 99\n",
            &[true, false, true],
        );
        accepts("v 1 -2 0\r\ns SATISFIABLE\r\n", &[true, false]);
        accepts("s SATISFIABLE\nv 0\n", &[]);
        accepts("s SATISFIABLE\n", &[]);
    }

    #[test]
    fn a_result_file_and_a_bare_list_are_read() {
        accepts("SAT\n1 -2 3 0\n", &[true, false, true]);
        accepts("-1 2\n-3 0\n", &[false, true, false]);
        accepts("v -1 0", &[false]);
        accepts("s SATISFIABLE\nv 1 -2 \n", &[true, false]);
    }

    #[test]
    fn answers_of_solvers_with_an_objective_are_read() {
        accepts(
            "o 3\no 2\ns OPTIMUM FOUND\nv x1 -x2 x3\n",
            &[true, false, true],
        );
        accepts("s OPTIMUM FOUND\no 1\nv 010\n", &[false, true, false]);
        accepts(
            "v 1100110011\n",
            &[
                true, true, false, false, true, true, false, false, true, true,
            ],
        );
        rejects(
            "s OPTIMUM FOUND\nv 0101\n",
            3,
            "the model has variable 4, but",
        );
        rejects("s OPTIMUM FOUND\nv x\n", 3, "\"x\" is not a literal");
    }

    #[test]
    fn the_other_answers_are_read() {
        for text in [
            "s UNSATISFIABLE\n",
            "UNSAT\n",
            "c x\ns UNSATISFIABLE\nc y\n",
        ] {
            assert_eq!(read_dimacs(text, 3, None), Ok(Answer::Unsat), "{text:?}");
        }
        let gave_up = Ok(Answer::Unknown(StopReason::SolverGaveUp));
        let (said, noted) = (
            ["s UNKNOWN\n", "INDET\n", "s INDETERMINATE"],
            ["c UNKNOWN\n", "c s UNKNOWN\n"],
        );
        for text in said.iter().chain(&noted) {
            assert_eq!(read_dimacs(text, 3, None), gave_up, "{text:?}");
        }
    }

    #[test]
    fn a_truncated_model_is_rejected() {
        rejects(
            "s SATISFIABLE\nv 1 2 3\n",
            4,
            "cut off: there is no 0 after 3 literals",
        );
        // The literal 12 is cut off to 1, and variable 1 already has a value.
        let cut = |end: &str, fact| rejects(&format!("v 1 2 3 4 5 6 7 8 9 10 11{end}"), 12, fact);
        cut(" -1", "may be cut off within a number");
        cut(" 1", "cut off: there is no 0 after 12 literals");
        cut(" -", "\"-\" is not a literal");
        rejects(
            "s SATISFIABLE\n",
            3,
            "cut off: there is no 0 after 0 literals",
        );
        rejects(
            "s SATISFIABLE\nv 1 3 0\n",
            3,
            "1 of the 3 variables has no value; the first is 2",
        );
    }

    #[test]
    fn variables_may_be_missing_if_the_others_decide_every_clause() {
        let either = cnf(&[&[1, 2], &[1, -2]]);
        let bits = |bits: &[bool]| Ok(Answer::Sat(Model::Bits(bits.to_vec())));
        for text in ["v 1 0", "v 1", "v 1 -2 0", "v 1 -3 0"] {
            let wanted = bits(&[true, false, false]);
            assert_eq!(read_dimacs(text, 3, Some(&either)), wanted, "{text}");
        }
        // Falsified clauses are detected later, by the check of the clauses.
        let falsified = read_dimacs("v -1 2 0", 3, Some(&either));
        assert_eq!(falsified, bits(&[false, true, false]));
        for (text, fact) in [
            (
                "v -1 0",
                "2 of the 3 variables have no value; the first is 2",
            ),
            (
                "v 2 0",
                "2 of the 3 variables have no value; the first is 1",
            ),
            (
                "v 2",
                "the model is cut off: there is no 0 after 1 literals",
            ),
            ("s SATISFIABLE", "the model is cut off"),
        ] {
            let bad = read_dimacs(text, 3, Some(&either)).unwrap_err();
            assert!(bad.to_string().contains(fact), "{text}: {bad}");
        }
    }

    #[test]
    fn a_model_of_another_formula_is_rejected() {
        rejects(
            "s SATISFIABLE\nv 1 2 -4 0\n",
            3,
            "line 2: the model has variable 4, but",
        );
        rejects("1 0", 0, "belongs to another formula");
        rejects("v 99999999999999999999 0", 3, "is not a literal");
        rejects("v -9223372036854775808 0", 3, "is not a literal");
        rejects("v 9223372036854775807 0", 3, "but the formula has only");
    }

    #[test]
    fn contradictions_are_rejected() {
        rejects("v 1 -1 0", 1, "variable 1 is both true and false");
        let both = "s SATISFIABLE\ns UNSATISFIABLE\n";
        rejects(both, 1, "line 2: the output says unsatisfiable after");
        let and_model = "s UNSATISFIABLE\nv 1 0\n";
        rejects(and_model, 1, "says unsatisfiable, but gives a model");
        rejects("v 1 0\nv 1 0\n", 1, "line 2: there is text after the 0");
    }

    #[test]
    fn an_invalid_answer_is_rejected_and_quoted() {
        rejects("", 1, "neither an s line nor literals");
        rejects("c only comments\n", 1, "neither an s line nor literals");
        rejects(
            "c UNKNOWN is what this comment explains\n",
            1,
            "neither an s line",
        );
        let fault = "Segmentation fault\nmore\n";
        rejects(
            fault,
            1,
            "line 1: \"Segmentation fault\" is not a solver's answer",
        );
        rejects("s PERHAPS\n", 1, "line 1: \"s PERHAPS\" is not a status");
        rejects("v one 0\n", 1, "line 1: \"one\" is not a literal");
    }

    proptest! {
        #[test]
        fn no_text_makes_the_reader_panic(text in "[ -~\\n]{0,80}|[svc 0-9\\nATISFUNKOW-]{0,80}|\\PC{0,40}") {
            let _ = read_dimacs(&text, 3, None);
        }

        #[test]
        fn a_written_model_is_read_back(bits in proptest::collection::vec(any::<bool>(), 0..40)) {
            let mut text = String::from("s SATISFIABLE\nv");
            for (number, &bit) in (1..).zip(&bits) {
                text = format!("{text} {}", if bit { number } else { -number });
            }
            prop_assert_eq!(read_dimacs(&(text + " 0\n"), bits.len(), None), Ok(Answer::Sat(Model::Bits(bits))));
        }
    }
}
