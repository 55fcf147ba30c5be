//! `saut explain --witness`: goal − start as sums of jumps.

use std::io::Write;

use saut::certify::witness::{Coefficients, Elimination, Found, eliminate, find_all};
use saut::peg::{Jump, Puzzle, notation};
use saut::stop::Stop;
use schemars::JsonSchema;
use serde::Serialize;

use super::jumps::{CellsOfJump, fraction as written};
use crate::cli::print;
use crate::cli::reply::Failure;

/// The widest line of terms.
const WIDTH: usize = 96;

/// Findings.
pub struct Witness {
    eliminated: Option<Elimination>,
    jumps: usize,
    /// By kind of coefficients; `None` where the goal leaves holes open.
    sums: Vec<(Coefficients, Option<Found>)>,
}

impl Witness {
    /// Looks for a sum of each kind.
    pub fn new(puzzle: &Puzzle, parts: usize, stop: &Stop) -> Self {
        Self {
            eliminated: eliminate(puzzle.board()),
            jumps: puzzle.board().jumps().len(),
            sums: find_all(puzzle, parts, stop).into(),
        }
    }

    /// For programs.
    pub fn document(&self) -> WitnessDocument {
        let sum = |(kind, found): &(Coefficients, Option<Found>)| {
            let open = Sum {
                coefficients: kind.name(),
                exists: None,
                checked: None,
                refuted_by: None,
                denominator: None,
                terms: None,
            };
            match found {
                Some(Found::Combination(sum)) => Sum {
                    exists: Some(true),
                    checked: Some(true),
                    denominator: Some(sum.denominator),
                    terms: Some(sum.terms.iter().map(Term::from).collect()),
                    ..open
                },
                Some(Found::None(refuted)) => Sum {
                    exists: Some(false),
                    refuted_by: Some(refuted.criterion()),
                    ..open
                },
                Some(Found::GaveUp) | None => open,
            }
        };
        WitnessDocument {
            jumps: self.jumps,
            rank: self.eliminated.as_ref().map(Elimination::rank),
            relations: self.eliminated.as_ref().map(Elimination::relations),
            sums: self.sums.iter().map(sum).collect(),
        }
    }

    /// For people.
    pub fn print(&self, out: &mut impl Write, puzzle: &Puzzle) -> Result<(), Failure> {
        let strong = print::STRONG;
        writeln!(out, "\n{strong}goal - start as a sum of jumps{strong:#}")?;
        if let Some(eliminated) = &self.eliminated {
            writeln!(
                out,
                "  {} of rank {}: {} among them",
                print::counted(self.jumps, "jump"),
                eliminated.rank(),
                print::counted(eliminated.relations(), "relation"),
            )?;
        }
        for (kind, found) in &self.sums {
            let name = kind.name();
            let sum = match found {
                Some(Found::Combination(sum)) => sum,
                Some(Found::None(refuted)) => {
                    let criterion = refuted.criterion();
                    writeln!(
                        out,
                        "  {name}: there is none; the criterion {criterion} refutes it"
                    )?;
                    continue;
                }
                Some(Found::GaveUp) => {
                    writeln!(
                        out,
                        "  {name}: none was found, and none refuted, within the limits"
                    )?;
                    continue;
                }
                None => {
                    writeln!(out, "  {name}: the goal leaves holes open")?;
                    continue;
                }
            };
            let total: i64 = sum.terms.iter().map(|&(_, times)| times).sum();
            let denominator = sum.denominator;
            writeln!(
                out,
                "  {name}, adding up to {}, added up again and right:",
                fraction(total, denominator)
            )?;
            let mut line = String::new();
            for &(jump, times) in &sum.terms {
                let name = notation::jump_name(puzzle.board(), jump);
                let sign = if times < 0 { "-" } else { "+" };
                let size = fraction(times.abs(), denominator);
                let term = format!(" {sign} {size}*{name}");
                if line.len() + term.len() > WIDTH {
                    writeln!(out, "   {line}")?;
                    line.clear();
                }
                line += &term;
            }
            writeln!(out, "   {line}")?;
        }
        Ok(())
    }
}

/// Goal - start as sums of jumps.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Witness")]
pub struct WitnessDocument {
    /// Number of jumps of the board.
    jumps: usize,
    /// Rank of the jumps, if it was worked out.
    rank: Option<usize>,
    /// Number of relations among them.
    relations: Option<usize>,
    /// A sum for each kind of coefficients.
    sums: Vec<Sum>,
}

/// Goal - start as a sum of jumps.
#[derive(Serialize, JsonSchema)]
struct Sum {
    /// The kind of coefficients.
    coefficients: &'static str,
    /// Whether there is such a sum; null if it is not known.
    exists: Option<bool>,
    /// Always true: the sum was added up again.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("const" = true))]
    checked: Option<bool>,
    /// The criterion that refutes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    refuted_by: Option<&'static str>,
    /// The denominator of all coefficients.
    #[serde(skip_serializing_if = "Option::is_none")]
    denominator: Option<i64>,
    /// The jumps with their coefficients.
    #[serde(skip_serializing_if = "Option::is_none")]
    terms: Option<Vec<Term>>,
}

/// A jump with its coefficient.
#[derive(Serialize, JsonSchema)]
struct Term {
    #[serde(flatten)]
    jump: CellsOfJump,
    /// The numerator of the coefficient.
    times: i64,
}

impl From<&(Jump, i64)> for Term {
    fn from(&(jump, times): &(Jump, i64)) -> Self {
        let jump = jump.into();
        Self { jump, times }
    }
}

/// A fraction in lowest terms.
fn fraction(numerator: i64, denominator: i64) -> String {
    let (mut divisor, mut rest) = (denominator, numerator);
    while rest != 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    let divisor = divisor.abs().max(1);
    written((numerator / divisor, denominator / divisor))
}
