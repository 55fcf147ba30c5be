//! `saut explain --witness`: goal − start as sums of jumps.

use std::io::Write;

use saut::certify::witness::{Coefficients, Elimination, Found, eliminate, find_all};
use saut::peg::{Puzzle, notation};
use saut::stop::Stop;
use serde_json::{Value, json};

use super::jumps::fraction as written;
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
    pub fn document(&self) -> Value {
        let cell = |cell: saut::peg::Cell| [cell.x, cell.y];
        let sum = |(kind, found): &(Coefficients, Option<Found>)| match found {
            Some(Found::Combination(sum)) => {
                let term = |&(jump, times): &(saut::peg::Jump, i64)| {
                    json!({"from": cell(jump.from), "over": cell(jump.over),
                        "to": cell(jump.to), "times": times})
                };
                json!({"coefficients": kind.name(), "exists": true, "checked": true,
                    "denominator": sum.denominator, "terms": sum.terms.iter().map(term).collect::<Vec<_>>()})
            }
            Some(Found::None(refuted)) => json!({"coefficients": kind.name(), "exists": false,
                "refuted_by": refuted.criterion()}),
            Some(Found::GaveUp) | None => json!({"coefficients": kind.name(), "exists": null}),
        };
        json!({
            "jumps": self.jumps,
            "rank": self.eliminated.as_ref().map(Elimination::rank),
            "relations": self.eliminated.as_ref().map(Elimination::relations),
            "sums": self.sums.iter().map(sum).collect::<Vec<_>>(),
        })
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

/// A fraction in lowest terms.
fn fraction(numerator: i64, denominator: i64) -> String {
    let (mut divisor, mut rest) = (denominator, numerator);
    while rest != 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    let divisor = divisor.abs().max(1);
    written((numerator / divisor, denominator / divisor))
}
