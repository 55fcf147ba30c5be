//! Writes a formula as a file for an external solver, with explanatory comments.
//!
//! The first comments name the puzzle and every option of the encoding. So the same formula can be written again when a
//! model is decoded. The parts INIT, ITER(i) and POST follow. Each part begins with comments that contain its name and
//! the names of its variables. The file contains neither a version nor a date, so the same command always writes the
//! same bytes. The golden samples in `encodings/` rely on this.

use std::fmt::Write as _;
use std::ops::Range;

use rustsat::types::Clause;

use super::{Encoded, Encoding};
use crate::formula::{Formula, Part, VarName, dimacs, literal, parts, smtlib};
use crate::task::{Naming, Task};
use saut_base::bad_input::BadInput;
use saut_base::stop::Stop;

/// Writes the formula in DIMACS CNF, under a title such as `task crossing`.
///
/// # Errors
/// [`BadInput`] if the formula is an SMT-LIB script, which has no clauses.
pub fn dimacs(task: &Task, encoded: &Encoded, title: &str) -> Result<String, BadInput> {
    let (variables, clauses) = (encoded.formula.variables(), encoded.formula.clauses());
    let shown = shown(encoded);
    let mut lines: String = shown.chunks(SHOWN_PER_LINE).map(show_line).collect();
    if shown.is_empty() {
        lines = show_line(&[]);
    }
    let file = ClauseFile {
        comment: "c",
        first: None,
        header: format!("p cnf {variables} {clauses}\n"),
        clause: |text, clause| dimacs::write_clause(text, clause),
        last: lines,
    };
    write_file(task, encoded, title, &file)
}

/// A format of files with clauses.
pub(super) struct ClauseFile {
    /// The sign with which a comment begins.
    pub comment: &'static str,
    /// A line before the first comment.
    pub first: Option<String>,
    /// The lines before the first part.
    pub header: String,
    /// Appends a clause.
    pub clause: fn(&mut String, &Clause),
    /// The lines after the last part.
    pub last: String,
}

pub(super) fn write_file(
    task: &Task,
    encoded: &Encoded,
    title: &str,
    file: &ClauseFile,
) -> Result<String, BadInput> {
    let Formula::Cnf { cnf, names } = &encoded.formula else {
        let name = encoded.encoding.name();
        let fact = format!("the encoding {name} has no clauses, so it cannot be written as DIMACS");
        let remedy = "choose the format smtlib, or the encoding naive, sequential, forall, exists, r2-exists or sase";
        return Err(BadInput::new("--format", fact).remedy(remedy));
    };
    let sign = file.comment;
    let mut text = file.first.clone().unwrap_or_default();
    for line in header(encoded, title) {
        let _ = writeln!(text, "{sign} {line}");
    }
    text += &file.header;
    let mut left = cnf.iter();
    for (part, variables, clauses) in parts(&encoded.marks, names.len(), cnf.len()) {
        if let Some(line) = part_line(task, part, clauses.is_empty()) {
            let _ = writeln!(text, "{sign} {line}");
        }
        for line in constants(task, encoded, part) {
            let _ = writeln!(text, "{sign} {line}");
        }
        for variable in variables {
            let _ = writeln!(
                text,
                "{sign} {} {}",
                variable + 1,
                names[variable].text(task)
            );
        }
        for clause in left.by_ref().take(clauses.len()) {
            (file.clause)(&mut text, clause);
        }
    }
    Ok(text + &file.last)
}

/// Writes the formulas of all horizons up to this one as one incremental formula (iCNF), under a title such as
/// `task crossing`. Each clause of a goal contains the negation of a variable, and a cube assumes this variable.
///
/// # Errors
/// [`BadInput`] if the formulas of this encoding with different horizons do not share their steps.
pub fn icnf(
    task: &Task,
    encoding: Encoding,
    horizon: usize,
    title: &str,
) -> Result<String, BadInput> {
    let Some(steps) = encoding.steps(task, &Stop::default()).unwrap_or_default() else {
        let fact = format!(
            "formulas of {} with different horizons do not share their steps",
            encoding.name()
        );
        return Err(BadInput::new("--format icnf", fact).remedy("choose forall, exists or sase"));
    };
    let template = &steps.template;
    let mut text =
        format!("c saut, {title}\nc encoding {encoding:#}, horizons 0 to {horizon}\np inccnf\n");
    let name_variables = |text: &mut String, part: Part, variables: Range<usize>| {
        let _ = writeln!(text, "c {part}");
        for variable in variables {
            let name = template.name(variable, horizon).text(task);
            let _ = writeln!(text, "c {} {name}", variable + 1);
        }
    };
    name_variables(&mut text, Part::Init, 0..template.action(1, 0));
    for clause in template.start() {
        dimacs::write_clause(&mut text, clause);
    }
    for step in 0..=horizon {
        if step > 0 {
            let variables = template.action(step, 0)..template.action(step + 1, 0);
            name_variables(&mut text, Part::Iter(step), variables);
            for clause in template.step() {
                let there = clause.iter().map(|&l| template.in_step(l, step));
                dimacs::write_clause(&mut text, there);
            }
        }
        let assumption = dimacs::number(literal(template.goal_assumption(step, horizon)));
        let _ = writeln!(text, "c {} {step}\nc {assumption} goal@{step}", Part::Post);
        for clause in template.assumed_goal(step, horizon) {
            dimacs::write_clause(&mut text, clause);
        }
    }
    for step in 0..=horizon {
        let assumption = dimacs::number(literal(template.goal_assumption(step, horizon)));
        let _ = writeln!(text, "a {assumption} 0");
    }
    Ok(text)
}

/// Writes the formula as an SMT-LIB 2 script, under a title such as `task crossing`. Clauses are converted to
/// assertions.
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
                for line in constants(task, encoded, part) {
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

/// Maximum number of variables on a line `c p show`.
const SHOWN_PER_LINE: usize = 1000;

/// Returns a line `c p show` for model counters.
fn show_line(variables: &[usize]) -> String {
    let numbers = variables.iter().map(|index| format!("{} ", index + 1));
    format!("c p show {}0\n", numbers.collect::<String>())
}

/// Returns the indices of the variables that distinguish plans, for model counters (`c p show`, as in the Model
/// Counting Competition). These are the variables of the actions, or of the facts in `naive`.
fn shown(encoded: &Encoded) -> Vec<usize> {
    let Formula::Cnf { names, .. } = &encoded.formula else {
        return Vec::new();
    };
    let is_shown = |name: &VarName| match encoded.encoding {
        Encoding::Naive => matches!(name, VarName::Fluent { .. }),
        _ => matches!(name, VarName::Action { .. }),
    };
    let indices = (0..names.len()).filter(|&index| is_shown(&names[index]));
    indices.collect()
}

/// Returns the comments about the variables of a part that have the same value in every model.
fn constants(task: &Task, encoded: &Encoded, part: Option<Part>) -> impl Iterator<Item = String> {
    let fixed = encoded.fixed.iter();
    let fixed = fixed.filter(move |(of, ..)| Some(*of) == part);
    fixed.map(|(_, name, value)| format!("{value} {}", name.text(task)))
}

/// Returns the comment at the beginning of a part, with a note if the initial state or the goal has no clauses.
fn part_line(task: &Task, part: Option<Part>, is_empty: bool) -> Option<String> {
    let part = part?;
    let is_folded = is_empty
        && match part {
            Part::Init => !task.fluents().is_empty(),
            Part::Post => !task.goal().is_empty(),
            Part::Iter(_) | Part::Line(_) => false,
        };
    Some(if is_folded {
        format!("{part}, only constants")
    } else {
        part.to_string()
    })
}

/// Returns the comment lines at the top, without the comment sign.
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

/// Converts any text to one line of ASCII for a comment. A comment ends with its line, and SMT-LIB scripts are ASCII.
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
