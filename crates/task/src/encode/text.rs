//! A formula as a file for an external solver, with explanatory comments.
//!
//! The first comments name the puzzle and every option of the encoding, so that the same formula can be requested again
//! when the model is decoded. INIT, ITER(i) and POST follow under these names; each part names its variables before its
//! clauses. The file contains neither a version nor a date: the same request yields the same bytes, on which the golden
//! samples in `encodings/` rely.

use std::fmt::Write as _;
use std::io::{self, Write as _};

use super::Encoded;
use crate::formula::{Formula, Part, VarName, dimacs, parts, smtlib};
use crate::task::{Naming, Task};
use saut_base::bad_input::BadInput;

/// Writes the formula in DIMACS CNF, under a title such as `task crossing`.
///
/// # Errors
/// [`BadInput`] if the formula is an SMT-LIB script, which has no clauses.
pub fn dimacs(task: &Task, encoded: &Encoded, title: &str) -> Result<String, BadInput> {
    let Formula::Cnf { cnf, names } = &encoded.formula else {
        let name = encoded.encoding.name();
        let fact = format!("the encoding {name} has no clauses to write as DIMACS");
        let remedy = "choose the format smtlib, or the encoding naive, sequential, forall, exists or r2-exists";
        return Err(BadInput::new("--format", fact).remedy(remedy));
    };
    let mut text = Vec::new();
    let mut write = || -> io::Result<()> {
        for line in header(encoded, title) {
            writeln!(text, "c {line}")?;
        }
        dimacs::write_header(&mut text, cnf, names.len())?;
        let mut left = cnf.iter();
        for (part, variables, clauses) in parts(&encoded.marks, names.len(), cnf.len()) {
            if let Some(line) = part_line(task, part, clauses.is_empty()) {
                writeln!(text, "c {line}")?;
            }
            for variable in variables {
                writeln!(text, "c {} {}", variable + 1, names[variable].text(task))?;
            }
            let mut clauses = left.by_ref().take(clauses.len());
            clauses.try_for_each(|clause| dimacs::write_clause(&mut text, clause))?;
        }
        Ok(())
    };
    write().map_err(|error| BadInput::new("", error.to_string()))?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// Writes the formula as an SMT-LIB 2 script, under a title such as `task crossing`; clauses become assertions.
pub fn smtlib(task: &Task, encoded: &Encoded, title: &str) -> String {
    let mut text = String::new();
    for line in header(encoded, title) {
        let _ = writeln!(text, "; {line}");
    }
    let names_symbols = task.naming() == Naming::Iteration;
    match &encoded.formula {
        Formula::Cnf { cnf, names } => {
            let symbols = smtlib::symbols(task, names);
            text += smtlib::HEAD;
            let mut left = cnf.iter();
            for (part, variables, clauses) in parts(&encoded.marks, names.len(), cnf.len()) {
                if let Some(line) = part_line(task, part, clauses.is_empty()) {
                    let _ = writeln!(text, "; {line}");
                }
                for variable in variables {
                    let (symbol, name) = (&symbols[variable], names[variable]);
                    if !names_symbols || name == VarName::Auxiliary {
                        let _ = writeln!(text, "; {symbol} {}", name.text(task));
                    }
                    let _ = writeln!(text, "{}", smtlib::declaration(symbol));
                }
                for clause in left.by_ref().take(clauses.len()) {
                    let _ = writeln!(text, "{}", smtlib::assertion(clause, &symbols));
                }
            }
            text + &smtlib::questions(&symbols)
        }
        Formula::Smt(_) => {
            for fluent in task.fluent_ids().filter(|_| !names_symbols) {
                let name = task.fluent_name(fluent);
                let _ = writeln!(text, "; f{}_T {name}@T", fluent.index());
            }
            text + &smtlib::text(&encoded.formula)
        }
    }
}

/// The comment at the beginning of a part; it notes if folding has removed all clauses of the initial state or the
/// goal.
fn part_line(task: &Task, part: Option<Part>, is_empty: bool) -> Option<String> {
    let part = part?;
    let is_folded = is_empty
        && match part {
            Part::Init => !task.fluents().is_empty(),
            Part::Post => !task.goal().is_empty(),
            Part::Iter(_) | Part::Line(_) => false,
        };
    Some(if is_folded {
        format!("{part}, folded into the steps")
    } else {
        part.to_string()
    })
}

/// The comment lines at the top, without the comment sign.
fn header(encoded: &Encoded, title: &str) -> Vec<String> {
    let mut lines = vec![
        format!("saut, {}", one_line(title)),
        format!(
            "encoding {:#}, horizon {}",
            encoded.encoding, encoded.horizon
        ),
    ];
    if matches!(encoded.formula, Formula::Cnf { .. }) && encoded.marks.is_empty() {
        lines.push("INIT, ITER and POST contradict each other by unit propagation".to_owned());
    }
    lines
}

/// Turns any text into one ASCII line for a comment: a comment ends with its line, and scripts are ASCII.
pub fn one_line(name: &str) -> String {
    let shown = |c: char| -> String {
        if c == ' ' || c.is_ascii_graphic() {
            c.into()
        } else {
            c.escape_default().collect()
        }
    };
    name.chars().map(shown).collect()
}

#[cfg(test)]
mod tests {
    use super::one_line;

    #[test]
    fn a_name_cannot_end_its_comment() {
        assert_eq!(one_line("a b\n1 0\u{e9}"), "a b\\n1 0\\u{e9}");
    }
}
