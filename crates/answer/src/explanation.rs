//! The criteria of infeasibility for a puzzle: which of them refute it, and why, as JSON, a text or a picture.

use std::fmt::{self, Write};

use saut_base::stop::Stop;
use saut_criteria::certify::{Certificate, CheckedCertificate, Finding, WeightTable, draw, survey};
use saut_formats::svg::{Diagram, sheet};
use saut_peg::peg::Puzzle;
use saut_plan::Error;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::print;
use crate::schema;

/// The results of all criteria for a puzzle.
pub struct Explanation<'a> {
    puzzle: &'a Puzzle,
    findings: Vec<Finding>,
}

impl<'a> Explanation<'a> {
    /// Evaluates all criteria until `stop`.
    ///
    /// # Errors
    /// A check rejects a certificate, which is an internal error.
    pub fn new(puzzle: &'a Puzzle, stop: &Stop) -> Result<Self, Error> {
        Ok(Self {
            puzzle,
            findings: survey(puzzle, stop)?,
        })
    }

    /// Returns the first criterion that refutes the puzzle.
    pub fn refuted_by(&self) -> Option<&'static str> {
        let mut findings = self.findings.iter();
        Some(findings.find(|finding| finding.refutes())?.name)
    }

    /// Returns the results of all criteria as JSON.
    ///
    /// # Errors
    /// A certificate cannot be written, which is an internal error.
    pub fn document(&self) -> Result<Value, Error> {
        serde_json::to_value(self.criteria())
            .map_err(|error| Error::internal("the document of an explanation", error))
    }

    /// Returns the results of all criteria, in the form of the JSON output.
    pub fn criteria(&self) -> Criteria<'_> {
        Criteria {
            puzzle: self.puzzle.name(),
            criteria: self.findings.iter().map(Criterion::from).collect(),
        }
    }

    /// Returns the explanation as text, with escape sequences for colours.
    pub fn text(&self) -> String {
        let mut text = String::new();
        // Writing into a string does not fail.
        let _ = self.write_text(&mut text);
        text
    }

    fn write_text(&self, out: &mut String) -> fmt::Result {
        let (strong, puzzle, findings) = (print::STRONG, self.puzzle, &self.findings);
        let (name, pair) = (puzzle.name(), print::pair(puzzle));
        writeln!(out, "{strong}{name}{strong:#}\n\n{pair}")?;
        let (refuting, others): (Vec<_>, Vec<_>) =
            findings.iter().partition(|finding| finding.refutes());
        let summary = match refuting.len() {
            0 if findings.iter().all(|finding| finding.is_settled) => {
                "No criterion refutes the puzzle; saut solve decides it.".to_owned()
            }
            0 => "No criterion refuted the puzzle within the time limit; saut solve decides it."
                .to_owned(),
            1 => "Infeasible, by 1 criterion.".to_owned(),
            number => format!("Infeasible, by {number} criteria."),
        };
        writeln!(out, "{summary}\n")?;
        for finding in refuting.into_iter().chain(others) {
            let verdict = print::verdict(finding.refutes(), finding.is_settled);
            writeln!(out, "{strong}{}{strong:#}: {verdict}", finding.name)?;
            writeln!(out, "{}", print::indented(&finding.why))?;
            if !finding.refutes() {
                for weighing in &finding.weighings {
                    let board = draw(puzzle.board(), |hole| weighing.weights[hole]);
                    write!(out, "{}", print::indented(&board))?;
                    writeln!(out, "  {}\n", sums(weighing))?;
                }
            }
        }
        Ok(())
    }

    /// Returns an SVG picture of the start, the goal, and the weights of the refuting criteria. If no criterion refutes
    /// the puzzle, the picture has the weights of all criteria.
    pub fn picture(&self) -> String {
        let (puzzle, findings) = (self.puzzle, &self.findings);
        let board = puzzle.board();
        let mut diagrams = vec![
            Diagram::of_position(board, puzzle.start()).captioned("start"),
            Diagram::of_goal(board, puzzle.goal()).captioned("goal"),
        ];
        let is_refuted = self.refuted_by().is_some();
        for finding in findings.iter().filter(|one| one.refutes() == is_refuted) {
            let verdict = print::verdict(is_refuted, true);
            for weighing in &finding.weighings {
                let caption = format!("{} {verdict}\n{}", finding.name, sums(weighing));
                let diagram = Diagram::of_position(board, puzzle.start());
                let weights = &weighing.weights;
                diagrams.push(diagram.labelled(|hole| weights[hole]).captioned(caption));
            }
        }
        let names = |refutes: bool| {
            let these = findings.iter().filter(|one| one.refutes() == refutes);
            let names: Vec<&str> = these.map(|one| one.name).collect();
            match &names[..] {
                [] => "none".to_owned(),
                names => names.join(", "),
            }
        };
        let (refuting, others) = (names(true), names(false));
        let verdicts = format!(
            "Criteria that refute the puzzle: {refuting}.\nCriteria that do not refute the \
            puzzle: {others}."
        );
        let title = format!("{}: infeasibility criteria\n{verdicts}", puzzle.name());
        let columns = if board.width() > 12 { 2 } else { 4 };
        sheet(&title, &verdicts, columns, &diagrams, "")
    }
}

/// The criteria of a puzzle: which refute it, which do not, and why.
#[derive(Serialize, JsonSchema)]
pub struct Criteria<'a> {
    /// The name of the puzzle.
    puzzle: &'a str,
    /// The result of every criterion.
    criteria: Vec<Criterion<'a>>,
}

/// The result of a criterion.
#[derive(Serialize, JsonSchema)]
struct Criterion<'a> {
    /// Name of the criterion.
    name: &'static str,
    /// Whether the criterion proves that the puzzle has no plan.
    refutes: bool,
    /// Whether the criterion was evaluated completely. If not, it may still refute the puzzle.
    settled: bool,
    /// The reason in words.
    why: &'a str,
    /// Numbers on the board that illustrate the reason.
    #[schemars(with = "Vec<Weights>")]
    weights: &'a [WeightTable],
    /// The certificate, if the criterion refutes the puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "schema::board_certificate")]
    certificate: Option<&'a Certificate>,
}

impl<'a> From<&'a Finding> for Criterion<'a> {
    fn from(finding: &'a Finding) -> Self {
        let certificate = finding.certificate.as_ref();
        Self {
            name: finding.name,
            refutes: finding.refutes(),
            settled: finding.is_settled,
            why: finding.why.trim_end(),
            weights: &finding.weighings,
            certificate: certificate.map(CheckedCertificate::certificate),
        }
    }
}

/// A number in each hole, with the sums over the start and the goal.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "describes a type of another crate")]
struct Weights {
    /// Meaning of the numbers.
    title: String,
    /// A number for each hole, row by row.
    by_hole: Vec<i64>,
    /// Sum over the start.
    start: String,
    /// Sum over the goal.
    goal: String,
}

fn sums(weighing: &WeightTable) -> String {
    let WeightTable {
        title, start, goal, ..
    } = weighing;
    format!("{title}: start {start}, goal {goal}")
}
