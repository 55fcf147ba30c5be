//! SMT-LIB 2: scripts as solvers read them, and clauses written as such.
//!
//! Barrett, Fontaine, Tinelli: *The SMT-LIB Standard 2.6*. Everything is ASCII; `get-value` asks
//! for all symbols in the order of their declaration, which z3, cvc5 and yices all answer.

use std::fmt::Write;

use super::{Formula, Script};

/// The symbol of a variable of a clause formula.
pub fn symbol(variable: usize) -> String {
    format!("x{}", variable + 1)
}

/// Declarations and assertions, whichever the language of the formula.
pub(crate) fn declarations(formula: &Formula) -> Script {
    let (text, symbols) = match formula {
        Formula::Smt(script) => return script.clone(),
        Formula::Cnf { cnf, names } => {
            let symbols: Vec<String> = (0..names.len()).map(symbol).collect();
            let mut text = String::from("(set-option :produce-models true)\n(set-logic QF_UF)\n");
            for symbol in &symbols {
                let _ = writeln!(text, "(declare-fun {symbol} () Bool)");
            }
            for clause in cnf {
                let literals: Vec<String> = clause
                    .iter()
                    .map(|l| {
                        let symbol = symbol(l.vidx());
                        if l.is_pos() {
                            symbol
                        } else {
                            format!("(not {symbol})")
                        }
                    })
                    .collect();
                let _ = match literals.as_slice() {
                    [] => writeln!(text, "(assert false)"),
                    [one] => writeln!(text, "(assert {one})"),
                    many => writeln!(text, "(assert (or {}))", many.join(" ")),
                };
            }
            (text, symbols)
        }
    };
    Script { text, symbols }
}

/// The whole script: declarations, assertions, `check-sat` and `get-value`.
pub fn text(formula: &Formula) -> String {
    let Script { mut text, symbols } = declarations(formula);
    text.push_str("(check-sat)\n");
    if !symbols.is_empty() {
        let _ = writeln!(text, "(get-value ({}))", symbols.join(" "));
    }
    text.push_str("(exit)\n");
    text
}
