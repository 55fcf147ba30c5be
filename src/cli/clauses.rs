//! Formulas in DIMACS files: `saut solve FORMULA.cnf`, and `saut check FORMULA.cnf ANSWER`.
//!
//! Answers are printed in the format of the SAT competitions: comments, an `s` line, and `v` lines.

use std::fmt::Write as _;
use std::path::Path;
use std::time::Instant;

use saut::BadInput;
use saut::answer::SubjectNames;
use saut::model::Answer;
use saut::proof::{ProofFormat, from_frat};
use saut::read_limited::{MOST_RECORD_BYTES, limited};
use saut::stop::Stop;
use saut::words::counted;
use saut_check::Fault;
use saut_plan::clauses::{FormulaResult, solve_clauses};
use saut_task::CheckError;
use saut_task::clauses::{CheckedAnswer, CheckedModel, CheckedRefutation, ExternalFormula};
use schemars::JsonSchema;
use serde::Serialize;

use super::arguments::{Global, Solve};
use super::progress::Line;
use super::reply::{CommandOutput, Failure, keep_none, unusable};
use super::{input, settings, status, whole};

/// Answer about a formula.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct FormulaAnswer {
    /// The file of the formula.
    formula: String,
    verdict: FormulaVerdict,
    variables: usize,
    clauses: usize,
    /// The model as literals in DIMACS numbers, one for each variable.
    #[serde(skip_serializing_if = "Option::is_none")]
    model: Option<Vec<i64>>,
    /// Format of the checked proof.
    #[serde(skip_serializing_if = "Option::is_none")]
    proof_format: Option<&'static str>,
    /// Size of the checked proof in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    proof_bytes: Option<usize>,
    /// The file with the proof.
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<String>,
    /// The backend that found the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    backend: Option<String>,
    /// Number of conflicts, if the backend reports it.
    #[serde(skip_serializing_if = "Option::is_none")]
    conflicts: Option<u64>,
    /// The backends that reported "unsatisfiable", but whose proof was missing or not checked in time.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    unproved: Vec<String>,
    /// The reason why there is no answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    /// Wall-clock seconds for solving and checking.
    seconds: f64,
    /// Whether the model or the proof was checked.
    checked: bool,
}

/// The verdict about a formula.
#[derive(Clone, Copy, Debug, Default, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum FormulaVerdict {
    Satisfiable,
    Unsatisfiable,
    #[default]
    Undecided,
}

impl FormulaVerdict {
    const fn status(self) -> u8 {
        match self {
            Self::Satisfiable => status::SATISFIABLE,
            Self::Unsatisfiable => status::INFEASIBLE,
            Self::Undecided => status::UNDECIDED,
        }
    }

    /// Returns the `s` line.
    const fn line(self) -> &'static str {
        match self {
            Self::Satisfiable => "s SATISFIABLE\n",
            Self::Unsatisfiable => "s UNSATISFIABLE\n",
            Self::Undecided => "s UNKNOWN\n",
        }
    }
}

fn read(file: &str, stop: &Stop) -> Result<ExternalFormula, BadInput> {
    let text = input::text_of_at_most(file, MOST_RECORD_BYTES, stop)?;
    ExternalFormula::read(&text).map_err(|bad| bad.within(file))
}

/// Runs `saut solve FORMULA.cnf`.
pub fn solve(
    arguments: &Solve,
    names: &SubjectNames<'_>,
    global: &Global,
) -> Result<CommandOutput, Failure> {
    let is_other = |flag: &&String| !["backend", "proof"].contains(&flag.as_str());
    if let Some(flag) = global.given.iter().find(is_other) {
        let fact = "is only for puzzles and planning tasks, but this is a formula";
        return unusable(format!("--{flag}"), fact, "leave it out");
    }
    whole::check(&[("--proof", arguments.proof.as_deref())], &[names.first])?;
    let formula = read(names.first, &global.stop)?;
    let settings = settings::of_solve(arguments, None, global)?;
    let began = Instant::now();
    let solved = Line::new().over(settings, |settings| solve_clauses(&formula, settings))?;
    let FormulaResult {
        answer,
        backend,
        effort,
        unproved,
        faults,
    } = solved;
    for fault in faults {
        tell!("saut: warning: {fault}; the other backends continue");
    }
    let mut document = FormulaAnswer {
        backend,
        conflicts: effort.conflicts,
        unproved,
        seconds: began.elapsed().as_secs_f64(),
        ..FormulaAnswer::new(names.first, &formula)
    };
    match answer {
        Err(why) => document.reason = Some(why.name()),
        Ok(CheckedAnswer::Satisfiable(model)) => {
            document.has_model(&model);
            keep_none("the formula has a model", arguments.proof.as_deref());
        }
        Ok(CheckedAnswer::Unsatisfiable(refuted)) => {
            document.is_refuted(&refuted);
            if let Some(file) = &arguments.proof {
                let format = ProofFormat::of_file(file);
                match formula.proof_in(refuted, format, &global.stop) {
                    Ok(proof) => {
                        whole::write(file, proof)?;
                        document.proof = Some(file.display().to_string());
                    }
                    Err(why) => {
                        let reason = format!("the proof was not converted to this format ({why})");
                        keep_none(&reason, Some(file));
                    }
                }
            }
        }
    }
    Ok(document.reply())
}

/// Runs `saut check FORMULA.cnf ANSWER`, where ANSWER is a model or a proof.
pub fn check(file: &str, place: &str, global: &Global) -> Result<CommandOutput, Failure> {
    if let Some(flag) = global.given.first() {
        let fact = "is only for puzzles and planning tasks, but this is a formula";
        return unusable(format!("--{flag}"), fact, "leave it out");
    }
    let stop = &settings::within(global).stop;
    let formula = read(file, stop)?;
    let bytes = from_frat(input::bytes_of_at_most(place, MOST_RECORD_BYTES, stop)?);
    let began = Instant::now();
    let mut document = FormulaAnswer::new(file, &formula);
    let rejected = |why| match why {
        CheckError::Stopped(why) => Failure::from(limited(place, why)),
        CheckError::Rejected(fact) => Fault::Refused(BadInput::new(place, fact)).into(),
    };
    if let Some(text) = std::str::from_utf8(&bytes)
        .ok()
        .filter(|text| is_answer(text))
    {
        let answer = formula.read_answer(text).map_err(|bad| bad.within(place))?;
        match answer {
            Answer::Sat(model) => {
                document.has_model(&formula.check_model(model).map_err(rejected)?);
            }
            Answer::Unsat => {
                let fact = "the answer \"unsatisfiable\" has no proof";
                return unusable(place, fact, "give the proof that the solver wrote");
            }
            Answer::Unknown(_) => {
                let fact = "the answer is \"unknown\"";
                return unusable(place, fact, "give a model or a proof");
            }
        }
    } else {
        document.is_refuted(&formula.check_proof(bytes, stop).map_err(rejected)?);
    }
    document.seconds = began.elapsed().as_secs_f64();
    Ok(document.reply())
}

/// Whether a text is the output of a solver and not a proof.
fn is_answer(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim);
    let is_line = |line: &str| line.starts_with("s ") || line == "v" || line.starts_with("v ");
    lines.any(|line| is_line(line) || ["SAT", "UNSAT", "INDET"].contains(&line))
}

impl FormulaAnswer {
    fn new(file: &str, formula: &ExternalFormula) -> Self {
        Self {
            formula: file.to_owned(),
            variables: formula.formula().variables(),
            clauses: formula.formula().clauses(),
            ..Self::default()
        }
    }

    fn has_model(&mut self, model: &CheckedModel) {
        (self.verdict, self.checked) = (FormulaVerdict::Satisfiable, true);
        self.model = Some(model.literals());
    }

    fn is_refuted(&mut self, refuted: &CheckedRefutation) {
        (self.verdict, self.checked) = (FormulaVerdict::Unsatisfiable, true);
        self.proof_format = Some(refuted.format().into());
        self.proof_bytes = Some(refuted.bytes());
    }

    fn reply(self) -> CommandOutput {
        let text = self.text();
        CommandOutput::new(self.verdict.status(), self, text)
    }

    fn text(&self) -> String {
        let (variables, clauses) = (self.variables, self.clauses);
        let mut text = format!(
            "c {}, {}",
            counted(variables, "variable"),
            counted(clauses, "clause")
        );
        if let Some(backend) = &self.backend {
            let _ = write!(text, ", solved by {backend}");
        }
        let _ = writeln!(text, ", {:.2} s", self.seconds);
        if let (Some(format), Some(bytes)) = (self.proof_format, self.proof_bytes) {
            let format = format.to_uppercase();
            let bytes = counted(bytes, "byte");
            let _ = writeln!(text, "c the proof was checked ({format}, {bytes})");
        }
        if let Some(file) = &self.proof {
            let format: &str = ProofFormat::of_file(Path::new(file)).into();
            let format = format.to_uppercase();
            let _ = writeln!(text, "c the proof is written to {file} ({format})");
        }
        if let Some(reason) = self.reason {
            let _ = writeln!(text, "c no answer: {reason}");
        }
        for backend in self.unproved.iter().filter(|_| !self.checked) {
            let _ = writeln!(
                text,
                "c {backend} reported \"unsatisfiable\"; no proof was checked in time"
            );
        }
        text += self.verdict.line();
        if let Some(model) = &self.model {
            text += "c the model satisfies every clause\n";
            for literals in model.chunks(10) {
                let literals: Vec<String> = literals.iter().map(ToString::to_string).collect();
                let _ = writeln!(text, "v {}", literals.join(" "));
            }
            text += "v 0\n";
        }
        text
    }
}
