//! `saut explain --witness`: goal − start as sums of jumps.

use std::io::Write;

use saut::certify::witness::{Coefficients, Elimination, Found, eliminate, find_all};
use saut::peg::{Jump, Puzzle, notation};
use saut::stop::Stop;
use schemars::JsonSchema;
use serde::Serialize;

use super::jumps::{CellsOfJump, fraction};
use crate::cli::print;
use crate::cli::reply::Failure;

/// The widest line of terms.
const WIDTH: usize = 96;

/// Goal - start as sums of jumps.
#[derive(Serialize, JsonSchema)]
pub struct Witness {
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
    /// The result in words.
    #[serde(skip)]
    in_words: String,
}

/// A jump with its coefficient.
#[derive(Serialize, JsonSchema)]
struct Term {
    #[serde(flatten)]
    #[schemars(with = "CellsOfJump")]
    jump: Jump,
    /// The numerator of the coefficient.
    times: i64,
}

impl Witness {
    /// Looks for a sum of each kind.
    pub fn new(puzzle: &Puzzle, parts: usize, stop: &Stop) -> Self {
        let eliminated = eliminate(puzzle.board());
        let sums = find_all(puzzle, parts, stop).into_iter();
        Self {
            jumps: puzzle.board().jumps().len(),
            rank: eliminated.as_ref().map(Elimination::rank),
            relations: eliminated.as_ref().map(Elimination::relations),
            sums: sums.map(|(kind, found)| Sum::new(kind, found)).collect(),
        }
    }

    /// Prints it.
    pub fn print(&self, out: &mut impl Write, puzzle: &Puzzle) -> Result<(), Failure> {
        let strong = print::STRONG;
        writeln!(out, "\n{strong}goal - start as a sum of jumps{strong:#}")?;
        if let (Some(rank), Some(relations)) = (self.rank, self.relations) {
            writeln!(
                out,
                "  {} of rank {rank}: {} among them",
                print::counted(self.jumps, "jump"),
                print::counted(relations, "relation"),
            )?;
        }
        for sum in &self.sums {
            writeln!(out, "  {}{}", sum.coefficients, sum.in_words)?;
            let Some(terms) = &sum.terms else { continue };
            let mut line = String::new();
            for &Term { jump, times } in terms {
                let name = notation::jump_name(puzzle.board(), jump);
                let sign = if times < 0 { "-" } else { "+" };
                let size = fraction((times.abs(), sum.denominator.unwrap_or(1)));
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

impl Sum {
    fn new(kind: Coefficients, found: Option<Found>) -> Self {
        let open = Self {
            coefficients: kind.name(),
            exists: None,
            checked: None,
            refuted_by: None,
            denominator: None,
            terms: None,
            in_words: ": none was found, and none refuted, within the limits".to_owned(),
        };
        match found {
            Some(Found::Combination(sum)) => {
                let total = sum.terms.iter().map(|&(_, times)| times).sum();
                let total = fraction((total, sum.denominator));
                let terms = sum.terms.into_iter();
                Self {
                    exists: Some(true),
                    checked: Some(true),
                    denominator: Some(sum.denominator),
                    terms: Some(terms.map(|(jump, times)| Term { jump, times }).collect()),
                    in_words: format!(", adding up to {total}, added up again and right:"),
                    ..open
                }
            }
            Some(Found::None(refuted)) => {
                let criterion = refuted.criterion();
                Self {
                    exists: Some(false),
                    refuted_by: Some(criterion),
                    in_words: format!(": there is none; the criterion {criterion} refutes it"),
                    ..open
                }
            }
            Some(Found::GaveUp) => open,
            None => Self {
                in_words: ": the goal leaves holes open".to_owned(),
                ..open
            },
        }
    }
}
