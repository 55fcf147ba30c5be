//! A formula as a file for an outside solver, with comments that say what it is made of.
//!
//! The first comments name the puzzle and every choice of the encoding, so that whoever has the
//! file can ask for the same formula again when the model is to be decoded; then each variable is
//! named. No version and no date: the same question gives the same bytes, which the golden samples
//! in `encodings/` rely on.

use std::fmt::Write;

use super::{Encoded, Encoding, SmtForm};
use crate::bad_input::BadInput;
use crate::formula::{Formula, dimacs, smtlib};
use crate::task::Task;

/// The formula in DIMACS CNF.
///
/// # Errors
/// [`BadInput`] if the formula is an SMT-LIB script, which has no clauses.
pub fn dimacs(task: &Task, encoded: &Encoded, puzzle_name: &str) -> Result<String, BadInput> {
    dimacs_titled(task, encoded, &format!("puzzle {puzzle_name}"))
}

/// The same under a title that says what it is about, as in `task crossing`.
///
/// # Errors
/// As [`dimacs()`].
pub fn dimacs_titled(task: &Task, encoded: &Encoded, title: &str) -> Result<String, BadInput> {
    let Formula::Cnf { cnf, names } = &encoded.formula else {
        let fact = format!(
            "the encoding {} has no clauses to write as DIMACS",
            encoded.encoding.name()
        );
        let remedy =
            "choose the format smtlib, or the encoding sequential, forall, exists or r2-exists";
        return Err(BadInput::new("--format", fact).remedy(remedy));
    };
    let mut text = Vec::new();
    for line in header(encoded, title) {
        text.extend_from_slice(format!("c {line}\n").as_bytes());
    }
    dimacs::write_names(&mut text, task, names)
        .and_then(|()| dimacs::write(&mut text, cnf, names.len()))
        .map_err(|error| BadInput::new("", error.to_string()))?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// The formula as an SMT-LIB 2 script; clauses are written as such, too.
pub fn smtlib(task: &Task, encoded: &Encoded, puzzle_name: &str) -> String {
    smtlib_titled(task, encoded, &format!("puzzle {puzzle_name}"))
}

/// The same under a title that says what it is about.
pub fn smtlib_titled(task: &Task, encoded: &Encoded, title: &str) -> String {
    let mut text = String::new();
    for line in header(encoded, title) {
        let _ = writeln!(text, "; {line}");
    }
    match &encoded.formula {
        Formula::Cnf { names, .. } => {
            for (index, name) in names.iter().enumerate() {
                let _ = writeln!(text, "; {} {}", smtlib::symbol(index), name.text(task));
            }
        }
        Formula::Smt(_) => {
            for (fluent, name) in task.fluents().iter().enumerate() {
                let _ = writeln!(text, "; f{fluent}_T {name}@T");
            }
            if encoded.encoding
                == (Encoding::Smt {
                    form: SmtForm::Integer,
                })
            {
                for (id, action) in task.actions().iter().enumerate() {
                    let _ = writeln!(text, "; j_T={id} {}@T", action.name);
                }
            }
        }
    }
    text + &smtlib::text(&encoded.formula)
}

/// The comments at the top, without the comment sign.
fn header(encoded: &Encoded, title: &str) -> [String; 2] {
    [
        format!("saut, {}", one_line(title)),
        format!(
            "encoding {:#}, horizon {}",
            encoded.encoding, encoded.horizon
        ),
    ]
}

/// Any text as one line of a comment: a comment ends with its line, and scripts are ASCII.
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
