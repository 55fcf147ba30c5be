//! Classifies the lines of a SAT solver's output: comments, status, values, bare literals.

use crate::model::reading::Status;
use saut_base::BadInput;

/// The status line of a solver that has found an optimal model of a formula with an objective.
const OPTIMUM: &str = "OPTIMUM FOUND";

impl Status {
    fn of(word: &str) -> Option<Self> {
        match word {
            "SATISFIABLE" | "SAT" | OPTIMUM => Some(Self::Sat),
            "UNSATISFIABLE" | "UNSAT" => Some(Self::Unsat),
            "UNKNOWN" | "INDETERMINATE" | "INDET" => Some(Self::Unknown),
            _ => None,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Sat => "satisfiable",
            Self::Unsat => "unsatisfiable",
            Self::Unknown => "unknown",
        }
    }
}

/// A literal with the number of its line; 0 closes the list.
pub(super) type NumberedLiteral = (usize, i64);

#[derive(Debug, Default)]
pub(super) struct Lines {
    /// The status on the `s` line.
    pub(super) status: Option<Status>,
    /// The status "unknown" in a comment, where some solvers write it.
    pub(super) gave_up: Option<Status>,
    /// The literals of the `v` lines.
    pub(super) values: Vec<NumberedLiteral>,
    /// The literals on lines that contain only numbers.
    pub(super) bare: Vec<NumberedLiteral>,
    /// The first line of any other kind.
    odd: Option<(usize, String)>,
}

impl Lines {
    pub(super) fn of(text: &str) -> Result<Self, BadInput> {
        let mut lines = Self::default();
        for (number, line) in (1..).zip(text.lines()) {
            let mut words = line.split_whitespace();
            let Some(first) = words.next() else { continue };
            let rest = words.clone().next_back();
            match first {
                "c" => {
                    let gave_up = rest.and_then(Status::of).filter(|&s| s == Status::Unknown);
                    lines.gave_up = lines.gave_up.or(gave_up.filter(|_| words.count() <= 2));
                }
                "s" => {
                    let rest = if line.trim_end().ends_with(OPTIMUM) {
                        Some(OPTIMUM)
                    } else {
                        rest
                    };
                    lines.say(status(line, rest, number)?, number)?;
                }
                // `MaxSAT` solvers print a model as one word with a digit for each variable.
                "v" if is_digits(rest) && words.clone().count() == 1 && lines.values.is_empty() => {
                    let digits = (1..).zip(rest.unwrap_or_default().bytes());
                    let signed =
                        |(number, digit): (i64, u8)| if digit == b'1' { number } else { -number };
                    let literals = digits.map(signed).chain([0]);
                    lines.values = literals.map(|literal| (number, literal)).collect();
                }
                "v" => {
                    for word in words {
                        lines.values.push((number, literal(word, number)?));
                    }
                }
                word if Status::of(word).is_some() && rest.is_none() => {
                    lines.say(status(line, Some(word), number)?, number)?;
                }
                word if word.parse::<i64>().is_ok() => {
                    for word in line.split_whitespace() {
                        lines.bare.push((number, literal(word, number)?));
                    }
                }
                _ if lines.odd.is_none() => lines.odd = Some((number, shortened(line))),
                _ => {}
            }
        }
        Ok(lines)
    }

    fn say(&mut self, status: Status, number: usize) -> Result<(), BadInput> {
        match self.status.replace(status) {
            Some(earlier) if earlier != status => {
                let fact = format!("the output says {} after {}", status.name(), earlier.name());
                Err(BadInput::new(format!("line {number}"), fact))
            }
            _ => Ok(()),
        }
    }

    /// Returns the error for a text without a status and without literals.
    pub(super) fn no_answer(&self) -> BadInput {
        let remedy =
            "expected s SATISFIABLE with v lines, s UNSATISFIABLE, or literals that end in 0";
        let bad = match &self.odd {
            Some((number, line)) => {
                let fact = format!("{line:?} is not a solver's answer");
                BadInput::new(format!("line {number}"), fact)
            }
            None => BadInput::new("", "there is no answer: neither an s line nor literals"),
        };
        bad.remedy(remedy)
    }
}

fn status(line: &str, word: Option<&str>, number: usize) -> Result<Status, BadInput> {
    word.and_then(Status::of).ok_or_else(|| {
        let fact = format!("{:?} is not a status", shortened(line));
        BadInput::new(format!("line {number}"), fact)
            .remedy("expected s SATISFIABLE, s UNSATISFIABLE or s UNKNOWN")
    })
}

/// Whether a word consists of the digits 0 and 1 and cannot be a literal.
fn is_digits(word: Option<&str>) -> bool {
    word.is_some_and(|word| {
        let is_digit = |digit: u8| matches!(digit, b'0' | b'1');
        word.bytes().all(is_digit) && (word.len() > 8 || word.len() > 1 && word.starts_with('0'))
    })
}

/// Parses a literal such as `-3`, or `-x3` as pseudo-Boolean solvers print it.
fn literal(word: &str, number: usize) -> Result<i64, BadInput> {
    let literal = word
        .replacen('x', "", 1)
        .parse::<i64>()
        .ok()
        .filter(|literal| *literal != i64::MIN);
    literal.ok_or_else(|| {
        let fact = format!("{:?} is not a literal", shortened(word));
        BadInput::new(format!("line {number}"), fact)
    })
}

fn shortened(line: &str) -> String {
    const MAX: usize = 40;
    let line = line.trim();
    let start: String = line.chars().take(MAX).collect();
    if start.len() < line.len() {
        start + "…"
    } else {
        start
    }
}
