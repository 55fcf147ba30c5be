//! DIMACS CNF: the file format of SAT solvers for clauses.
//!
//! Only this module converts between variables (from 0) and DIMACS numbers (from 1).

use std::borrow::Borrow;
use std::fmt::Write as _;

use rustsat::instances::Cnf;
use rustsat::types::{Clause, Lit};

use super::{Formula, VarName, literal};
use saut_base::BadInput;
use saut_base::words::counted;

/// Maximum number of variables in a file.
const MAX_VARIABLES: usize = 50_000_000;

/// Returns the DIMACS number of a literal.
pub fn number(literal: Lit) -> i64 {
    let number = i64::from(literal.vidx32()) + 1;
    if literal.is_pos() { number } else { -number }
}

/// Returns the literal of a DIMACS number, if the number is valid.
pub(crate) fn literal_of(number: i64) -> Option<Lit> {
    const MAX: u64 = 1 << 30;
    let index = number.unsigned_abs().checked_sub(1)?;
    let positive = literal(usize::try_from(index).ok().filter(|_| index < MAX)?);
    Some(if number > 0 { positive } else { !positive })
}

/// Returns the text of a DIMACS file: the header and the clauses.
pub fn text(cnf: &Cnf, variables: usize) -> String {
    let mut text = format!("p cnf {variables} {}\n", cnf.len());
    for clause in cnf {
        write_clause(&mut text, clause);
    }
    text
}

/// Appends a clause.
pub fn write_clause(text: &mut String, clause: impl IntoIterator<Item = impl Borrow<Lit>>) {
    for literal in clause {
        let _ = write!(text, "{} ", number(*literal.borrow()));
    }
    text.push_str("0\n");
}

/// Parses a DIMACS file. Clauses may span several lines, and any line may be a comment. A line that starts with
/// `%` ends the file, as in the SATLIB library. The variables of the formula have no names.
///
/// # Errors
/// [`BadInput`] if the header is missing or states a different number of clauses, if a word is not a literal, or if the
/// last clause is incomplete.
pub fn read(text: &str) -> Result<Formula, BadInput> {
    let mut cnf = Cnf::new();
    let mut promised = None;
    let mut clause = Clause::new();
    let mut lines = 0;
    for (line, words) in (1..).zip(text.lines()) {
        lines = line;
        let bad = |fact: String| BadInput::new(format!("line {line}"), fact);
        match words.chars().next() {
            Some('c') => continue,
            Some('%') => break,
            Some('p') if promised.is_none() => {
                let counts = header(words).map_err(|bad| bad.within(format!("line {line}")))?;
                promised = Some((line, counts));
                continue;
            }
            _ => {}
        }
        for word in words.split_whitespace() {
            let Some((_, (most, _))) = promised else {
                return Err(bad(format!(
                    "\"{}\" is before the header",
                    saut_base::visible::visible(word)
                ))
                .remedy("a file of clauses begins with \"p cnf VARIABLES CLAUSES\""));
            };
            let number = word.parse().ok();
            match number.and_then(literal_of) {
                Some(literal) if literal.vidx() < most => clause.add(literal),
                None if number == Some(0) => cnf.add_clause(std::mem::take(&mut clause)),
                _ => return Err(no_literal(word, most).within(format!("line {line}"))),
            }
        }
    }
    let Some((header, (variables, clauses))) = promised else {
        return Err(BadInput::new("", "there is no header")
            .remedy("a file of clauses begins with \"p cnf VARIABLES CLAUSES\""));
    };
    if !clause.is_empty() {
        return Err(
            BadInput::new(format!("line {lines}"), "the last clause is incomplete")
                .remedy("every clause ends with 0; is the file incomplete?"),
        );
    }
    if cnf.len() != clauses {
        let fact = format!(
            "the header states {}, but the file has {}",
            counted(clauses, "clause"),
            cnf.len()
        );
        return Err(BadInput::new(format!("line {header}"), fact)
            .remedy("is the file incomplete? Otherwise, correct the header"));
    }
    let names = vec![VarName::Auxiliary; variables];
    Ok(Formula::Cnf { cnf, names })
}

/// Returns the numbers of variables and clauses.
fn header(line: &str) -> Result<(usize, usize), BadInput> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let (["p", "cnf", variables, clauses], true) = (&words[..], words.len() == 4) else {
        return Err(BadInput::new("", "this is not a DIMACS header")
            .remedy("write \"p cnf VARIABLES CLAUSES\""));
    };
    let count = |word: &str| word.parse::<usize>().ok();
    match (count(variables), count(clauses)) {
        (Some(variables), Some(clauses)) if variables <= MAX_VARIABLES => Ok((variables, clauses)),
        _ => Err(BadInput::new("", "the header has invalid numbers")
            .remedy(format!("variables and clauses are whole numbers, and at most {MAX_VARIABLES} variables are read"))),
    }
}

fn no_literal(word: &str, variables: usize) -> BadInput {
    let word = saut_base::visible::visible(word).into_owned();
    BadInput::new(
        "",
        format!(
            "\"{word}\" is not a literal of {}",
            counted(variables, "variable")
        ),
    )
    .remedy("literals are whole numbers other than 0, and 0 ends a clause")
}

#[cfg(test)]
pub(crate) mod tests {
    use rustsat::instances::Cnf;
    use rustsat::types::Clause;

    use super::{literal_of, read};
    use crate::formula::Formula;

    pub fn cnf(clauses: &[&[i64]]) -> Cnf {
        let clauses = clauses.iter().map(|clause| clause.iter().copied());
        let clauses = clauses.map(|clause| clause.filter_map(literal_of).collect::<Clause>());
        clauses.collect()
    }

    fn clauses(text: &str) -> (usize, Vec<Vec<i64>>) {
        let Ok(Formula::Cnf { cnf, names }) = read(text) else {
            panic!("{:?}", read(text))
        };
        let numbers = |clause: &Clause| clause.iter().map(|&one| super::number(one)).collect();
        (names.len(), cnf.iter().map(numbers).collect())
    }

    #[test]
    fn clauses_over_lines_comments_and_an_end_by_percent_are_read() {
        let text = "c a\np cnf 3 4\n1 -2 0\nc b\n3\n -1 0 2 0\n0\n%\n0\nwords\n";
        let wanted = vec![vec![1, -2], vec![3, -1], vec![2], vec![]];
        assert_eq!(clauses(text), (3, wanted));
    }

    #[test]
    fn written_clauses_are_read_again() {
        let text = "p cnf 4 3\n1 -2 0\n-4 0\n0\n";
        let Ok(Formula::Cnf { cnf, names }) = read(text) else {
            panic!()
        };
        assert_eq!(super::text(&cnf, names.len()), text);
        assert!(literal_of(0).is_none());
    }

    #[test]
    fn an_invalid_clause_file_is_rejected_with_its_line() {
        for (text, message) in [
            ("", "there is no header"),
            ("1 0\n", "line 1: \"1\" is before the header"),
            ("p cnf 2\n", "line 1: this is not a DIMACS header"),
            ("p wcnf 2 1 3\n", "line 1: this is not a DIMACS header"),
            ("p cnf -2 1\n", "line 1: the header has invalid numbers"),
            (
                "p cnf 99999999999 1\n",
                "line 1: the header has invalid numbers",
            ),
            (
                "p cnf 2 1\n1 x 0\n",
                "line 2: \"x\" is not a literal of 2 variables",
            ),
            (
                "p cnf 2 1\n1 3 0\n",
                "line 2: \"3\" is not a literal of 2 variables",
            ),
            ("p cnf 2 1\np cnf 2 1\n", "line 2: \"p\" is not a literal"),
            ("p cnf 2 1\n1 2\n", "line 2: the last clause is incomplete"),
            (
                "c x\np cnf 3 5\n1 0\n2 0\n",
                "line 2: the header states 5 clauses, but the file has 2",
            ),
            (
                "p cnf 1 0\n1 0\n",
                "line 1: the header states 0 clauses, but the file has 1",
            ),
        ] {
            let bad = read(text).unwrap_err().to_string();
            assert!(bad.starts_with(message), "{text:?}: {bad}");
            assert!(bad.contains("; "), "{bad}");
        }
    }
}
