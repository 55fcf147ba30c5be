//! Parser for the output of SMT-LIB solvers.
//!
//! The output has a line `sat`, `unsat` or `unknown`. After `sat`, the values follow in one of three forms:
//! `((x true) (j (- 2)))` from `get-value`, `((define-fun x () Bool true))` from `get-model`, or `(= x true)` from
//! yices. In older solvers, the second form begins with the word `model`.
//!
//! If an error precedes the status, the solver did not read the formula completely, so its answer is rejected. An error
//! after `unsat` only means that there is no model.
//!
//! Barrett, Fontaine, Tinelli: *The SMT-LIB Standard 2.6*, ch. 4.2.

use std::collections::BTreeMap;

use super::reading::Status;
use super::sexp::{self, Sexp};
use super::{Answer, Model, Value};
use saut_base::BadInput;
use saut_base::stop::StopReason;

/// Whether a text looks like the answer of an SMT-LIB solver rather than of a SAT solver.
pub fn is_smtlib(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim);
    lines.any(|line| line.starts_with('(') || status(line).is_some())
}

/// Parses the answer to a script, with the values of these symbols.
///
/// # Errors
/// [`BadInput`] if there is no answer, if the solver reports an error, or if the text is cut off. It is also returned
/// if the answer contradicts itself, or if one of the symbols has no boolean or integer value.
pub fn read_smtlib(text: &str, symbols: &[String]) -> Result<Answer, BadInput> {
    let mut offset = 0;
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        offset += line.len();
        let line = line.trim();
        if line.starts_with("(error") {
            let complaint = sexp::read(line, number)
                .ok()
                .and_then(|items| complaint(&items));
            return Err(complaint.unwrap_or_else(|| said(line)));
        }
        match status(line) {
            Some(Status::Unsat) => return Ok(Answer::Unsat),
            Some(Status::Unknown) => return Ok(Answer::Unknown(StopReason::SolverGaveUp)),
            Some(Status::Sat) => return values(&text[offset..], number + 1, symbols),
            None => {}
        }
    }
    if text.contains('(') {
        return values(text, 1, symbols);
    }
    let fact = match text.lines().map(str::trim).find(|line| !line.is_empty()) {
        Some(line) => format!(
            "{:?} is not a solver's answer",
            line.chars().take(40).collect::<String>()
        ),
        None => "there is no answer".to_owned(),
    };
    Err(BadInput::new("", fact).remedy("expected a line sat with values, unsat or unknown"))
}

fn status(line: &str) -> Option<Status> {
    match line {
        "sat" => Some(Status::Sat),
        "unsat" => Some(Status::Unsat),
        "unknown" | "timeout" => Some(Status::Unknown),
        _ => None,
    }
}

/// Returns the error of the solver, if one of the expressions is `(error "…")`.
fn complaint(items: &[Sexp]) -> Option<BadInput> {
    let said = items.iter().find_map(|item| match item.list()? {
        [head, Sexp::Text(said), ..] if head.atom() == Some("error") => Some(said),
        _ => None,
    })?;
    Some(self::said(said))
}

fn said(what: &str) -> BadInput {
    BadInput::new("", format!("the solver says: {}", what.trim()))
}

fn values(text: &str, line: usize, symbols: &[String]) -> Result<Answer, BadInput> {
    let items = sexp::read(text, line)?;
    if let Some(complaint) = complaint(&items) {
        return Err(complaint);
    }
    if items.iter().any(|item| {
        item.atom()
            .and_then(status)
            .is_some_and(|s| s != Status::Sat)
    }) {
        return Err(BadInput::new("", "there is more than one answer"));
    }
    let mut found = Found::new();
    for item in &items {
        take(item, &mut found)?;
    }
    let mut values = BTreeMap::new();
    for symbol in symbols {
        match found.get(symbol.as_str()) {
            Some(Some(value)) => values.insert(symbol.clone(), *value),
            Some(None) => {
                let fact = format!("the value of {symbol} is neither a boolean nor an integer");
                return Err(BadInput::new("", fact));
            }
            None => {
                let fact = format!("{symbol} has no value");
                return Err(BadInput::new("", fact).remedy(
                    "the model is cut off or belongs to another formula; ask with get-value",
                ));
            }
        };
    }
    Ok(Answer::Sat(Model::Symbols(values)))
}

/// The values found so far. `None` stands for a value that is neither boolean nor integer.
type Found<'a> = BTreeMap<&'a str, Option<Value>>;

/// Collects the values that an expression contains, and ignores the rest.
fn take<'a>(item: &'a Sexp, found: &mut Found<'a>) -> Result<(), BadInput> {
    let items = item.list().unwrap_or_default();
    let pair = |item: &'a Sexp| match item.list() {
        Some([Sexp::Atom(symbol), given]) => Some((symbol, given)),
        _ => definition(item),
    };
    let defined = definition(item).map_or_else(
        || items.iter().filter_map(pair).collect::<Vec<_>>(),
        |one| vec![one],
    );
    for (symbol, given) in defined {
        let value = value(given);
        match found.insert(symbol, value) {
            Some(earlier) if earlier != value => {
                let fact = format!("{symbol} has two different values");
                return Err(BadInput::new("", fact));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Returns the symbol and the value of `(define-fun x () Bool true)` or `(= x true)`.
fn definition(item: &Sexp) -> Option<(&String, &Sexp)> {
    match item.list()? {
        [head, Sexp::Atom(symbol), Sexp::List(arguments), _, given]
            if head.atom() == Some("define-fun") && arguments.is_empty() =>
        {
            Some((symbol, given))
        }
        [head, Sexp::Atom(symbol), given] if head.atom() == Some("=") => Some((symbol, given)),
        _ => None,
    }
}

fn value(given: &Sexp) -> Option<Value> {
    match given {
        Sexp::Atom(word) => match word.as_str() {
            "true" => Some(Value::Boolean(true)),
            "false" => Some(Value::Boolean(false)),
            word => word.parse().ok().map(Value::Integer),
        },
        Sexp::List(items) => match items.as_slice() {
            [minus, Sexp::Atom(word)] if minus.atom() == Some("-") => {
                word.parse::<i64>().ok()?.checked_neg().map(Value::Integer)
            }
            _ => None,
        },
        Sexp::Text(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use saut_base::stop::StopReason;

    use super::read_smtlib;
    use crate::model::{Answer, Model, Value};

    fn symbols() -> Vec<String> {
        ["x", "j", "k"].map(str::to_owned).to_vec()
    }

    fn accepts(text: &str) {
        let values = [
            ("x", Value::Boolean(true)),
            ("j", Value::Integer(3)),
            ("k", Value::Integer(-2)),
        ];
        let values = values.map(|(symbol, value)| (symbol.to_owned(), value));
        let wanted = Ok(Answer::Sat(Model::Symbols(values.into())));
        assert_eq!(read_smtlib(text, &symbols()), wanted, "{text}");
    }

    fn rejects(text: &str, fact: &str) {
        let message = read_smtlib(text, &symbols()).unwrap_err().to_string();
        assert!(message.contains(fact), "{text:?}: {message}");
    }

    #[test]
    fn answers_to_get_value_are_read() {
        accepts("sat\n((x true)\n (j 3)\n (k (- 2)))\n");
        accepts("WARNING: unknown parameter sat\nsuccess\nsat\n((|x| true))\n((j 3)) ((k (- 2)))");
        accepts("unsupported\n; ignoring (option\nsat\n((x true) (j 3) (k -2))\n(:time 0.1)\n");
        accepts("((x true) (j 3) (k (- 2)))");
    }

    #[test]
    fn answers_to_get_model_are_read() {
        let functions = "(define-fun x () Bool\n true) (define-fun f ((a Int)) Int a)\n\
                         (define-fun j () Int 3) (define-fun k () Int (- 2))";
        accepts(&format!("sat\n({functions})\n"));
        accepts(&format!("sat\n(model {functions})\n"));
        accepts("sat\n(= x true)\n(= j 3)\n(= k -2)\n");
    }

    #[test]
    fn the_other_answers_are_read_and_an_error_after_unsat_is_normal() {
        let text = "unsat\n(error \"line 8 column 16: model is not available\")\n";
        assert_eq!(read_smtlib(text, &symbols()), Ok(Answer::Unsat));
        let gave_up = Ok(Answer::Unknown(StopReason::SolverGaveUp));
        for text in ["unknown\n", "timeout\n"] {
            assert_eq!(read_smtlib(text, &symbols()), gave_up);
        }
    }

    #[test]
    fn an_error_before_the_status_or_after_sat_is_rejected() {
        let unread = "(error \"line 2: unknown constant f1\")\nunsat\n";
        rejects(unread, "says: line 2: unknown constant f1");
        rejects("sat\n(error \"no model\")\n", "the solver says: no model");
        rejects("(error \"cut", "the solver says: (error \"cut");
    }

    #[test]
    fn a_truncated_or_foreign_model_is_rejected() {
        rejects("sat\n((x true) (j 3)", "cut off");
        rejects("sat\n((x true) (j 3))\n", "k has no value");
        rejects("sat\n", "x has no value");
        rejects("sat\n((x #b1) (j 3) (k 2))\n", "the value of x is neither");
        let long = "sat\n((x true) (j 99999999999999999999) (k 2))\n";
        rejects(long, "the value of j is neither");
    }

    #[test]
    fn contradictions_and_rubbish_are_rejected() {
        rejects("sat\n((x true) (x false))\n", "x has two different values");
        rejects("sat\nunsat\n", "more than one answer");
        rejects("", "no answer");
        let crash = "\"Segmentation fault\" is not a solver's answer";
        rejects("Segmentation fault\n", crash);
    }

    proptest! {
        #[test]
        fn no_text_makes_the_reader_panic(
            text in "[ -~\\n]{0,80}|(sat\n)?[()|\"; xjk0-9\\ntrue-]{0,80}|\\PC{0,40}"
        ) {
            let _ = read_smtlib(&text, &symbols());
        }
    }
}
