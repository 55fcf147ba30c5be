//! `saut explain --witness`: the difference goal − start as sums of jumps.

use std::io::Write;

use saut::BadInput;
use saut::certify::witness::{
    Coefficients, Combination, CombinationResult, Elimination, eliminate, find_all, is_only_one,
};
use saut::peg::{Jump, Puzzle, notation};
use saut::stop::Stop;
use saut_base::divisor::gcd;
use schemars::JsonSchema;
use serde::Serialize;

use super::jumps::{CellsOfJump, fraction};
use crate::cli::arguments::Explain;
use crate::cli::reply::Failure;
use crate::cli::{input, print};

/// Maximum number of characters in a line of terms.
const WIDTH: usize = 96;

/// The difference goal - start as sums of jumps.
#[derive(Serialize, JsonSchema)]
pub struct Witness {
    /// Number of jumps of the board.
    jumps: usize,
    /// Rank of the matrix of the jumps, if it was computed.
    rank: Option<usize>,
    /// Number of relations among the jumps.
    relations: Option<usize>,
    /// For each kind of coefficients, a sum or the reason why there is none.
    sums: Vec<Sum>,
    /// Whether there is only one sum with non-negative fractions. Missing if there is no such sum, if it is unknown,
    /// and on boards of more than 24 jumps.
    #[serde(skip_serializing_if = "Option::is_none")]
    only_one: Option<bool>,
    /// The jumps, in the order of the columns of the matrix M.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Vec<CellsOfJump>>")]
    columns: Option<Vec<Jump>>,
    /// A basis of the relations among the jumps, with a number for each column.
    #[serde(skip_serializing_if = "Option::is_none")]
    basis: Option<Vec<Vec<String>>>,
    /// Results for the given coefficients.
    #[serde(skip_serializing_if = "Option::is_none")]
    given: Option<GivenSum>,
}

/// Results for the given coefficients.
#[derive(Serialize, JsonSchema)]
struct GivenSum {
    /// Whether the coefficients add up to goal - start.
    adds_up: bool,
    /// The kinds of the coefficients, such as integer.
    kinds: Vec<&'static str>,
    /// The first hole at which the sum is wrong, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<String>,
}

/// Maximum number of jumps of a board whose matrix is printed without `--matrix`.
const FEW_JUMPS: usize = 24;

/// The difference goal - start as a sum of jumps with coefficients of one kind.
#[derive(Serialize, JsonSchema)]
struct Sum {
    /// The kind of coefficients.
    coefficients: &'static str,
    /// Whether such a sum exists; null if it is unknown.
    exists: Option<bool>,
    /// Always true if there is a sum: the terms were added up again.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("const" = true))]
    checked: Option<bool>,
    /// The criterion that excludes such a sum.
    #[serde(skip_serializing_if = "Option::is_none")]
    refuted_by: Option<&'static str>,
    /// The common denominator of all coefficients.
    #[serde(skip_serializing_if = "Option::is_none")]
    denominator: Option<i64>,
    /// The jumps with their coefficients.
    #[serde(skip_serializing_if = "Option::is_none")]
    terms: Option<Vec<Term>>,
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
    /// Searches for a sum with each kind of coefficients.
    ///
    /// # Errors
    /// The given coefficients are not numbers, or their number differs from the number of jumps.
    pub fn new(
        puzzle: &Puzzle,
        asked: &Explain,
        parts: usize,
        stop: &Stop,
    ) -> Result<Self, BadInput> {
        let board = puzzle.board();
        let eliminated = eliminate(board);
        let all = find_all(puzzle, parts, stop);
        let is_small = board.jumps().len() <= FEW_JUMPS;
        let has_fractions = matches!(all[1].1, Some(CombinationResult::Combination(_)));
        let only_one = (is_small && has_fractions).then(|| is_only_one(puzzle, 1, stop));
        let is_shown = is_small || asked.matrix;
        let given = asked.coefficients.as_ref();
        let given = given.map(|text| GivenSum::read(puzzle, text)).transpose()?;
        let basis = eliminated.as_ref().filter(|_| is_shown).map(|eliminated| {
            let texts = |relation: &[i128]| relation.iter().map(ToString::to_string).collect();
            eliminated.basis().into_iter().map(texts).collect()
        });
        Ok(Self {
            jumps: board.jumps().len(),
            rank: eliminated.as_ref().map(Elimination::rank),
            relations: eliminated.as_ref().map(Elimination::relations),
            sums: all
                .into_iter()
                .map(|(kind, found)| Sum::new(kind, found))
                .collect(),
            only_one: only_one.flatten(),
            columns: is_shown.then(|| board.jumps().to_vec()),
            basis,
            given,
        })
    }

    /// Prints the matrix M, a basis of the relations and the general solution.
    fn print_matrix(&self, out: &mut impl Write, puzzle: &Puzzle) -> Result<(), Failure> {
        let (Some(columns), Some(basis)) = (&self.columns, &self.basis) else {
            return Ok(());
        };
        let board = puzzle.board();
        let name = |jump: &Jump| notation::jump_name(board, *jump);
        let cell = |cell| notation::cell_name(board, cell);
        writeln!(
            out,
            "  matrix M, with a row for each hole and a column for each jump:"
        )?;
        if columns.len() <= FEW_JUMPS {
            let widths = columns.iter().map(|jump| name(jump).len() + 1);
            let width = widths.max().unwrap_or(1);
            let padded = |text: String| format!("{text:>width$}");
            let head: String = columns.iter().map(|jump| padded(name(jump))).collect();
            writeln!(out, "         {head}")?;
            for &hole in board.drawn() {
                let entry = |jump: &Jump| {
                    let lost = i32::from(jump.from == hole) + i32::from(jump.over == hole);
                    i32::from(jump.to == hole) - lost
                };
                let row = columns.iter().map(|jump| padded(entry(jump).to_string()));
                let row: String = row.collect();
                writeln!(out, "    {:<5}{row}", cell(hole))?;
            }
        } else {
            for (number, jump) in (1..).zip(columns) {
                let (from, over, to) = (cell(jump.from), cell(jump.over), cell(jump.to));
                writeln!(
                    out,
                    "    {number:>3}. {:<9} -1 at {from}, -1 at {over}, +1 at {to}",
                    name(jump)
                )?;
            }
        }
        writeln!(
            out,
            "  basis of the relations, with a number for each column:"
        )?;
        for (number, relation) in (1..).zip(basis) {
            writeln!(out, "    t{number}: ({})", relation.join(", "))?;
        }
        let special = self.sums.iter().find(|sum| sum.terms.is_some());
        let Some(special) = special else {
            return Ok(writeln!(out, "  there is no solution")?);
        };
        writeln!(out, "  general solution, with arbitrary numbers t:")?;
        let terms = special.terms.as_deref().unwrap_or_default();
        for (place, jump) in columns.iter().enumerate() {
            let own = terms.iter().find(|term| term.jump == *jump);
            let own = own.map_or(0, |term| term.times);
            let mut line = fraction((own, special.denominator.unwrap_or(1)));
            for (number, relation) in (1..).zip(basis) {
                let times = &relation[place];
                if times != "0" {
                    let (sign, size) = times
                        .strip_prefix('-')
                        .map_or(("+", times.as_str()), |size| ("-", size));
                    let factor = Some(format!("{size}*")).filter(|it| it != "1*");
                    let factor = factor.unwrap_or_default();
                    line.extend([" ", sign, " ", &factor, "t", &number.to_string()]);
                }
            }
            writeln!(out, "    {:<9} = {line}", name(jump))?;
        }
        Ok(())
    }

    /// Prints the sums, the results for the given coefficients, and the matrix.
    pub fn print(&self, out: &mut impl Write, puzzle: &Puzzle) -> Result<(), Failure> {
        let strong = print::STRONG;
        writeln!(out, "\n{strong}goal - start as a sum of jumps{strong:#}")?;
        if let (Some(rank), Some(relations)) = (self.rank, self.relations) {
            writeln!(
                out,
                "  {} of rank {rank}, so {} among them",
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
            let is_cone = sum.coefficients == Coefficients::NonNegativeRational.name();
            match self.only_one.filter(|_| is_cone) {
                Some(true) => writeln!(
                    out,
                    "    there is no other such sum: the maximum coefficients of all jumps add up to the same total"
                )?,
                Some(false) => writeln!(out, "    there are other such sums")?,
                None => {}
            }
        }
        if let Some(given) = &self.given {
            writeln!(out, "  the given coefficients {}", given.in_words())?;
        }
        self.print_matrix(out, puzzle)
    }
}

impl GivenSum {
    /// Parses and checks coefficients, one for each jump in the order of the columns of M.
    fn read(puzzle: &Puzzle, text: &str) -> Result<Self, BadInput> {
        let bad = |fact: String| {
            BadInput::new("--coefficients", fact).remedy(
                "give a whole number or a fraction for each jump, in the order of the columns of --matrix, as in \"2,-1,1/2\"",
            )
        };
        let jumps = puzzle.board().jumps();
        let read = |word: &str| -> Option<(i64, i64)> {
            let (above, below) = word.split_once('/').unwrap_or((word, "1"));
            let (above, below) = (above.parse::<i64>().ok()?, below.parse::<i64>().ok()?);
            (below > 0 && below < MAX_BELOW && above.abs() < MAX_BELOW).then_some((above, below))
        };
        let wanted = ("coefficient", "jump", jumps.len());
        let fractions = input::numbers(text, wanted, read).map_err(bad)?;
        let mut denominator = 1_i64;
        for &(_, below) in &fractions {
            denominator = (denominator / gcd(denominator, below))
                .checked_mul(below)
                .filter(|&product| product < MAX_BELOW)
                .ok_or_else(|| bad("the denominators are too large".to_owned()))?;
        }
        let terms = jumps.iter().zip(fractions);
        let terms = terms.map(|(&jump, (above, below))| (jump, above * (denominator / below)));
        let Some(end) = puzzle.goal().position() else {
            return Err(bad(
                "the goal leaves holes open, but the sum must be a single position".to_owned(),
            ));
        };
        let combination = Combination {
            terms: terms.filter(|&(_, times)| times != 0).collect(),
            denominator,
            end: end.clone(),
        };
        let kinds = Coefficients::ALL
            .into_iter()
            .filter(|&kind| combination.check(puzzle, kind).is_ok());
        let kinds: Vec<_> = kinds.map(Coefficients::name).collect();
        let fault = combination.fault_of_sum(puzzle);
        Ok(Self {
            adds_up: fault.is_none(),
            kinds,
            fault,
        })
    }

    fn in_words(&self) -> String {
        match (&self.fault, &self.kinds[..]) {
            (Some(fault), _) => format!("do not give the goal: {fault}"),
            (None, []) => "give the goal, with negative fractions".to_owned(),
            (None, kinds) => format!("give the goal; they are {}", kinds.join(", ")),
        }
    }
}

/// Numerators and denominators of coefficients must be smaller than this number.
const MAX_BELOW: i64 = 1 << 40;

impl Sum {
    fn new(kind: Coefficients, found: Option<CombinationResult>) -> Self {
        let open = Self {
            coefficients: kind.name(),
            exists: None,
            checked: None,
            refuted_by: None,
            denominator: None,
            terms: None,
            in_words: ": not decided within the limits".to_owned(),
        };
        match found {
            Some(CombinationResult::Combination(sum)) => {
                let total = sum.terms.iter().map(|&(_, times)| times).sum();
                let total = fraction((total, sum.denominator));
                let terms = sum.terms.into_iter();
                Self {
                    exists: Some(true),
                    checked: Some(true),
                    denominator: Some(sum.denominator),
                    terms: Some(terms.map(|(jump, times)| Term { jump, times }).collect()),
                    in_words: format!(", with the total {total}, checked:"),
                    ..open
                }
            }
            Some(CombinationResult::None(refuted)) => {
                let criterion = refuted.criterion();
                Self {
                    exists: Some(false),
                    refuted_by: Some(criterion),
                    in_words: format!(": none, by the criterion {criterion}"),
                    ..open
                }
            }
            Some(CombinationResult::GaveUp) => open,
            None => Self {
                in_words: ": the goal leaves holes open".to_owned(),
                ..open
            },
        }
    }
}
