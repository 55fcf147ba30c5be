//! SMT-LIB 2: writes clauses and scripts for SMT solvers.
//!
//! Scripts are ASCII. At the end of a script, `get-value` requests the values of all symbols in the order of their
//! declaration.
//!
//! Barrett, Fontaine, Tinelli: *The SMT-LIB Standard 2.6*.

use std::fmt::Write;

use rustsat::types::{Clause, Lit};

use super::{Formula, Script, VarName};
use crate::task::Task;

/// Returns the symbol of a CNF variable without a name: `x1` for variable 0.
pub fn symbol(variable: usize) -> String {
    format!("x{}", variable + 1)
}

/// Returns the symbol of each variable of a CNF formula: its name if this is a valid symbol, and otherwise its default
/// symbol.
pub fn symbols(task: &Task, names: &[VarName]) -> Vec<String> {
    let variables = names.iter().enumerate();
    let symbols = variables.map(|(index, name)| name.symbol(task).unwrap_or_else(|| symbol(index)));
    symbols.collect()
}

/// The first lines of a script with clauses, which set its options and its logic.
pub const HEAD: &str = "(set-option :produce-models true)\n(set-logic QF_UF)\n";

/// Returns the declaration of a boolean symbol.
pub fn declaration(symbol: &str) -> String {
    format!("(declare-fun {symbol} () Bool)")
}

/// Returns a symbol or its negation.
pub fn signed(symbol: &str, value: bool) -> String {
    if value {
        symbol.to_owned()
    } else {
        not(symbol)
    }
}

/// Returns a negation. This function, [`and`], [`or`] and [`implies`] simplify the constants `true` and `false`.
pub fn not(formula: &str) -> String {
    match formula {
        "true" => "false".to_owned(),
        "false" => "true".to_owned(),
        _ => format!("(not {formula})"),
    }
}

/// Returns a conjunction.
pub fn and(parts: Vec<String>) -> String {
    joined(parts, "and", "true", "false")
}

/// Returns a disjunction.
pub fn or(parts: Vec<String>) -> String {
    joined(parts, "or", "false", "true")
}

/// Joins the parts with an operator, for which the standard requires at least two operands.
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

/// Returns an implication.
pub fn implies(premise: &str, conclusion: &str) -> String {
    match conclusion {
        "true" => "true".to_owned(),
        "false" => not(premise),
        _ => format!("(=> {premise} {conclusion})"),
    }
}

/// Returns a sum of at least one term.
pub fn sum(parts: &[String]) -> String {
    match parts {
        [one] => one.clone(),
        _ => format!("(+ {})", parts.join(" ")),
    }
}

pub(crate) fn assertion(clause: &Clause, symbols: &[String]) -> String {
    let literal = |l: &Lit| signed(&symbols[l.vidx()], l.is_pos());
    format!("(assert {})", or(clause.iter().map(literal).collect()))
}

/// Returns the declarations and assertions of a formula in either language.
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

/// Returns the complete script: declarations, assertions, `check-sat` and `get-value`.
pub fn text(formula: &Formula) -> String {
    let Script { text, symbols } = declarations(formula);
    text + &questions(&symbols)
}

/// Returns the end of a script: `check-sat`, and `get-value` for these symbols.
pub fn questions(symbols: &[String]) -> String {
    match symbols {
        [] => "(check-sat)\n(exit)\n".to_owned(),
        _ => format!("(check-sat)\n(get-value ({}))\n(exit)\n", symbols.join(" ")),
    }
}
