//! SAT solvers as child programs, spoken to in DIMACS.
//!
//! The rules are those of the SAT competitions: exit status 10 with `s SATISFIABLE` and a model,
//! 20 with `s UNSATISFIABLE`. A model is checked against the clauses here, so that a solver that
//! lies is told from a decoder that errs.

use std::os::unix::process::ExitStatusExt;

use rustsat::instances::Cnf;

use super::call::{Called, Said, call};
use super::program::{PLACEHOLDERS, Program};
use crate::backend::{
    Answer, Availability, Backend, BackendError, Reads, Response, SolveLimits, SolverEffort,
};
use saut_base::stop::StopReason;
use saut_task::formula::{Formula, dimacs};
use saut_task::model::{Reading, read_dimacs};

/// A SAT solver on PATH.
#[derive(Clone, Debug)]
pub struct DimacsProgram(pub(super) Program);

impl Backend for DimacsProgram {
    fn name(&self) -> &str {
        &self.0.name
    }

    fn reads(&self) -> Reads {
        Reads::Clauses
    }

    fn availability(&self) -> Availability {
        self.0.availability()
    }

    fn solve(&self, formula: &Formula, run: &SolveLimits) -> Result<Response, BackendError> {
        let Formula::Cnf { cnf, names } = formula else {
            return Err(BackendError::needs_clauses(self.name()));
        };
        let mut text = Vec::new();
        dimacs::write(&mut text, cnf, names.len())
            .map_err(|e| BackendError::system(self.name(), e))?;
        match call(&self.0, text, run)? {
            Called::Stopped(why) => Ok(Response {
                answer: Answer::Unknown(why),
                effort: SolverEffort::default(),
                proof: None,
            }),
            Called::Ended(said) => {
                let answer = match self.reading(&said, names.len(), cnf)? {
                    Reading::Sat(model) => Answer::checked(self.name(), model, cnf)?,
                    Reading::Unsat => Answer::Unsat,
                    Reading::Unknown => {
                        // With a budget of conflicts, "unknown" is how a program says that it is spent.
                        let by_itself = match run.conflicts {
                            Some(_) => StopReason::EffortSpent,
                            None => StopReason::SolverGaveUp,
                        };
                        Answer::Unknown(run.stop.stop_reason().unwrap_or(by_itself))
                    }
                };
                let proof = said.proof.filter(|_| run.proof && answer == Answer::Unsat);
                Ok(Response {
                    answer,
                    effort: SolverEffort::read(&said.output),
                    proof,
                })
            }
        }
    }
}

impl DimacsProgram {
    /// Its answer, if text and exit status agree.
    fn reading(&self, said: &Said, variables: usize, cnf: &Cnf) -> Result<Reading, BackendError> {
        let code = said.status.code();
        if said.status.signal().is_some() {
            return Err(said.crash(self.name()));
        }
        let reading = match read_dimacs(&said.answer, variables, Some(cnf)) {
            Ok(reading) => reading,
            Err(_) if code == Some(20) && is_silent(&said.answer) => Reading::Unsat,
            Err(bad) if matches!(code, Some(0 | 10 | 20)) => {
                let is_command = self.name().contains(':');
                return Err(if is_command {
                    BackendError::garbage(self.name(), format!("{bad}; {PLACEHOLDERS}"))
                } else {
                    BackendError::garbage(self.name(), bad)
                });
            }
            Err(_) => return Err(said.crash(self.name())),
        };
        match (&reading, code) {
            (Reading::Unsat | Reading::Unknown, Some(10))
            | (Reading::Sat(_) | Reading::Unknown, Some(20)) => {
                let word = match reading {
                    Reading::Sat(_) => "satisfiable",
                    Reading::Unsat => "unsatisfiable",
                    Reading::Unknown => "unknown",
                };
                let code = code.unwrap_or_default();
                Err(BackendError::garbage(
                    self.name(),
                    format!("it says {word} but ends with exit status {code}"),
                ))
            }
            _ => Ok(reading),
        }
    }
}

/// Only comments and empty lines.
fn is_silent(text: &str) -> bool {
    text.lines()
        .map(str::trim)
        .all(|line| line.is_empty() || line == "c" || line.starts_with("c "))
}
