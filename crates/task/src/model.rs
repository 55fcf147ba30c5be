//! Models: the total assignments that solvers return.
//!
//! Backends create models, and the decoder converts them to plans. [`read_model`] parses the output of any solver about
//! a formula, in DIMACS or SMT-LIB form.

mod clauses;
mod dimacs;
mod reading;
mod sexp;
mod smtlib;

pub use clauses::check_clauses;
pub use dimacs::read_dimacs;
pub use reading::{Answer, Model, Value};
pub use smtlib::{is_smtlib, read_smtlib};

use crate::formula::Formula;
use crate::formula::smtlib::symbols;
use crate::task::Task;
use saut_base::BadInput;

/// Parses the output of a solver about a formula of this task, in DIMACS or SMT-LIB form. The form is detected from the
/// text.
///
/// A model of clauses is returned as [`Model::Bits`] and satisfies all clauses. In the text, the model may be partial.
///
/// # Errors
/// [`BadInput`] if the text is not an answer, or if the model does not fit the formula.
pub fn read_model(text: &str, formula: &Formula, task: &Task) -> Result<Answer, BadInput> {
    match formula {
        Formula::Smt(script) => read_smtlib(text, &script.symbols),
        Formula::Cnf { cnf, names } => {
            let reading = if smtlib::is_smtlib(text) {
                let symbols = symbols(task, names);
                bits_by_symbol(read_smtlib(text, &symbols)?, &symbols)?
            } else {
                read_dimacs(text, names.len(), Some(cnf))?
            };
            if let Answer::Sat(Model::Bits(bits)) = &reading {
                check_clauses(bits, cnf).map_err(|falsified| {
                    BadInput::new(
                        "",
                        format!("this is not a model of the formula: {falsified}"),
                    )
                    .remedy("is the model from another encoding, horizon or puzzle?")
                })?;
            }
            Ok(reading)
        }
    }
}

/// Converts a model with symbols to a model with bits, in the order of these symbols.
///
/// # Errors
/// [`BadInput`] if a symbol has no value, or if its value is not boolean.
pub fn bits_by_symbol(reading: Answer, symbols: &[String]) -> Result<Answer, BadInput> {
    let Answer::Sat(Model::Symbols(values)) = reading else {
        return Ok(reading);
    };
    let bit = |symbol: &String| match values.get(symbol) {
        Some(Value::Boolean(value)) => Ok(*value),
        _ => Err(BadInput::new(
            "",
            format!("{symbol} is neither true nor false"),
        )),
    };
    let bits = symbols.iter().map(bit).collect::<Result<_, _>>()?;
    Ok(Answer::Sat(Model::Bits(bits)))
}

#[cfg(test)]
mod tests {
    use super::{Answer, Model, read_model};
    use crate::formula::dimacs::tests::cnf;
    use crate::formula::{Formula, VarName};
    use crate::random_task::small_task;
    use saut_base::BadInput;

    fn read(text: &str) -> Result<Answer, BadInput> {
        let formula = Formula::Cnf {
            cnf: cnf(&[&[1, 2], &[-1, -2]]),
            names: vec![VarName::Auxiliary; 2],
        };
        read_model(text, &formula, &small_task(1, [], &[0], &[]))
    }

    #[test]
    fn both_languages_give_the_same_model_of_clauses() {
        let wanted = Ok(Answer::Sat(Model::Bits(vec![true, false])));
        assert_eq!(read("s SATISFIABLE\nv 1 -2 0\n"), wanted);
        assert_eq!(read("sat\n((x1 true) (x2 false))\n"), wanted);
        assert_eq!(read("unsat\n"), Ok(Answer::Unsat));
    }

    #[test]
    fn a_model_of_other_clauses_or_with_a_number_is_rejected() {
        for (text, fact) in [
            ("s SATISFIABLE\nv 1 2 0\n", "clause 2 (-1 -2 0) is false"),
            (
                "sat\n((x1 true) (x2 true))\n",
                "clause 2 (-1 -2 0) is false",
            ),
            ("sat\n((x1 1) (x2 false))\n", "x1 is neither true nor false"),
        ] {
            let message = read(text).unwrap_err().to_string();
            assert!(message.contains(fact), "{message}");
        }
    }
}
