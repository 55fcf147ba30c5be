//! SMT-LIB 2: scripts as solvers read them, and clauses written as such.
//!
//! Barrett, Fontaine, Tinelli: *The SMT-LIB Standard 2.6*. Everything is ASCII; `get-value` asks
//! for all symbols in the order of their declaration, which z3, cvc5 and yices all answer.

use std::fmt::Write;

use rustsat::types::{Clause, Lit};

use super::{Formula, Script, VarName};
use crate::task::Task;

/// The symbol of a variable of a clause formula.
pub fn symbol(variable: usize) -> String {
    format!("x{}", variable + 1)
}

/// Symbols of the variables of a clause formula: their names where the task names them by symbols.
pub fn symbols(task: &Task, names: &[VarName]) -> Vec<String> {
    let variables = names.iter().enumerate();
    let symbols = variables.map(|(index, name)| name.symbol(task).unwrap_or_else(|| symbol(index)));
    symbols.collect()
}

/// The options and the logic of clauses.
pub const HEAD: &str = "(set-option :produce-models true)\n(set-logic QF_UF)\n";

/// Declaration of a boolean symbol.
pub fn declaration(symbol: &str) -> String {
    format!("(declare-fun {symbol} () Bool)")
}

/// A symbol, or its negation.
pub fn signed(symbol: &str, value: bool) -> String {
    if value {
        symbol.to_owned()
    } else {
        not(symbol)
    }
}

/// A negation; `true` and `false` are folded away here and below.
pub fn not(formula: &str) -> String {
    match formula {
        "true" => "false".to_owned(),
        "false" => "true".to_owned(),
        _ => format!("(not {formula})"),
    }
}

/// A conjunction.
pub fn and(parts: Vec<String>) -> String {
    joined(parts, "and", "true", "false")
}

/// A disjunction.
pub fn or(parts: Vec<String>) -> String {
    joined(parts, "or", "false", "true")
}

/// The standard wants at least two operands.
fn joined(mut parts: Vec<String>, operator: &str, neutral: &str, decisive: &str) -> String {
    if parts.iter().any(|part| part == decisive) {
        return decisive.to_owned();
    }
    parts.retain(|part| part != neutral);
    match parts.as_slice() {
        [] => neutral.to_owned(),
        [one] => one.clone(),
        many => format!("({operator} {})", many.join(" ")),
    }
}

/// An implication.
pub fn implies(premise: &str, conclusion: &str) -> String {
    match conclusion {
        "true" => "true".to_owned(),
        "false" => not(premise),
        _ => format!("(=> {premise} {conclusion})"),
    }
}

/// A sum of one term or more.
pub fn sum(parts: &[String]) -> String {
    match parts {
        [one] => one.clone(),
        _ => format!("(+ {})", parts.join(" ")),
    }
}

/// Assertion of a clause.
pub(crate) fn assertion(clause: &Clause, symbols: &[String]) -> String {
    let literal = |l: &Lit| signed(&symbols[l.vidx()], l.is_pos());
    format!("(assert {})", or(clause.iter().map(literal).collect()))
}

/// Declarations and assertions, whichever the language of the formula.
pub fn declarations(formula: &Formula) -> Script {
    let (cnf, names) = match formula {
        Formula::Smt(script) => return script.clone(),
        Formula::Cnf { cnf, names } => (cnf, names),
    };
    let symbols: Vec<String> = (0..names.len()).map(symbol).collect();
    let declared = symbols.iter().map(|symbol| declaration(symbol));
    let asserted = cnf.iter().map(|clause| assertion(clause, &symbols));
    let mut text = HEAD.to_owned();
    for line in declared.chain(asserted) {
        let _ = writeln!(text, "{line}");
    }
    Script { text, symbols }
}

/// The whole script: declarations, assertions, `check-sat` and `get-value`.
pub fn text(formula: &Formula) -> String {
    let Script { text, symbols } = declarations(formula);
    text + &questions(&symbols)
}

/// End of a script: `check-sat`, and `get-value` of these symbols.
pub fn questions(symbols: &[String]) -> String {
    match symbols {
        [] => "(check-sat)\n(exit)\n".to_owned(),
        _ => format!("(check-sat)\n(get-value ({}))\n(exit)\n", symbols.join(" ")),
    }
}
