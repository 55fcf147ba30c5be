//! Solver programs as backends: DIMACS or SMT-LIB in, an answer out.
//!
//! SAT solvers follow the rules of the SAT competitions: exit status 10 with `s SATISFIABLE` and a model, 20 with
//! `s UNSATISFIABLE`. A model is checked against the clauses here, which tells a wrong solver from a wrong decoder.

use std::os::unix::process::ExitStatusExt;

use rustsat::instances::Cnf;

use super::call::{Said, call, crash};
use super::program::{PLACEHOLDERS, Program};
use super::smtlib_session::SmtlibSession;
use crate::backend::answer::checked;
use crate::backend::{
    Answer, Availability, Backend, BackendError, Fault, GrowingSession, Reads, Response,
    SolveLimits, SolverEffort,
};
use saut_base::stop::StopReason;
use saut_task::formula::{Formula, dimacs, smtlib};
use saut_task::model::{bits_by_symbol, read_dimacs, read_smtlib};

impl Backend for Program {
    fn name(&self) -> &str {
        &self.name
    }

    fn reads(&self) -> Reads {
        self.reads
    }

    fn availability(&self) -> Availability {
        match self.find() {
            Ok(path) => {
                let version = self.version_or_fingerprint(&path);
                Availability::Here { path, version }
            }
            Err(_) => Availability::Missing {
                remedy: self.remedy.clone(),
            },
        }
    }

    fn begin_growing(
        &self,
        run: &SolveLimits,
    ) -> Option<Result<Box<dyn GrowingSession>, BackendError>> {
        self.growing.as_ref()?;
        let session = SmtlibSession::begin(self, run);
        Some(session.map(|it| Box::new(it) as Box<dyn GrowingSession>))
    }

    fn solve(&self, formula: &Formula, run: &SolveLimits) -> Result<Response, BackendError> {
        let said = match call(self, self.text(formula, run)?, run)? {
            Ok(said) => said,
            Err(why) => {
                return Ok(Response::new(Answer::Unknown(why), SolverEffort::default()));
            }
        };
        if said.exit.status.signal().is_some() {
            return Err(crash(&self.name, &said.exit));
        }
        let answer = match (self.reads, formula) {
            (Reads::Clauses, Formula::Cnf { cnf, names }) => {
                self.of_clauses(&said, names.len(), cnf)
            }
            _ => self.of_script(&said, formula),
        }?;
        let by_itself = match (self.reads, run.conflicts) {
            (Reads::Clauses, Some(_)) => StopReason::EffortSpent,
            _ => StopReason::SolverGaveUp,
        };
        let answer = match (answer, formula) {
            (Answer::Sat(model), Formula::Cnf { cnf, .. }) => checked(&self.name, model, cnf)?,
            (Answer::Unknown(_), _) => Answer::Unknown(run.stop.stop_reason().unwrap_or(by_itself)),
            (answer, _) => answer,
        };
        let proves = run.proof && answer == Answer::Unsat && self.reads == Reads::Clauses;
        Ok(Response {
            answer,
            effort: SolverEffort::read(&said.exit.output),
            proof: said.proof.filter(|_| proves),
        })
    }
}

impl Program {
    /// The formula as the program reads it.
    fn text(&self, formula: &Formula, run: &SolveLimits) -> Result<Vec<u8>, BackendError> {
        match (self.reads, formula) {
            (Reads::Clauses, Formula::Cnf { cnf, names }) => {
                let mut text = Vec::new();
                dimacs::write(&mut text, cnf, names.len())
                    .map_err(|e| BackendError::new(&self.name, Fault::System, e))?;
                Ok(text)
            }
            (Reads::Clauses, Formula::Smt(_)) => Err(BackendError::needs_clauses(&self.name)),
            (Reads::SmtLib, _) => {
                let option = self.seed_option(run).unwrap_or_default();
                Ok((option + &smtlib::text(formula)).into_bytes())
            }
        }
    }

    /// The answer of a SAT solver.
    fn of_clauses(&self, said: &Said, variables: usize, cnf: &Cnf) -> Result<Answer, BackendError> {
        let code = said.exit.status.code();
        let answer = match read_dimacs(&said.answer, variables, Some(cnf)) {
            Ok(answer) => answer,
            Err(_) if code == Some(20) && is_silent(&said.answer) => Answer::Unsat,
            Err(bad) if matches!(code, Some(0 | 10 | 20)) => {
                return Err(if self.name.contains(':') {
                    BackendError::new(
                        &self.name,
                        Fault::Garbage,
                        format_args!("{bad}; {PLACEHOLDERS}"),
                    )
                } else {
                    BackendError::new(&self.name, Fault::Garbage, bad)
                });
            }
            Err(_) => return Err(crash(&self.name, &said.exit)),
        };
        let (word, own) = match answer {
            Answer::Sat(_) => ("satisfiable", Some(10)),
            Answer::Unsat => ("unsatisfiable", Some(20)),
            Answer::Unknown(_) => ("unknown", None),
        };
        match code {
            Some(code @ (10 | 20)) if own != Some(code) => {
                let fact = format!("it says {word} but ends with exit status {code}");
                Err(BackendError::new(&self.name, Fault::Garbage, fact))
            }
            _ => Ok(answer),
        }
    }

    /// The answer of an SMT solver.
    fn of_script(&self, said: &Said, formula: &Formula) -> Result<Answer, BackendError> {
        let answer = match formula {
            Formula::Smt(script) => read_smtlib(&said.answer, &script.symbols),
            Formula::Cnf { names, .. } => {
                let symbols: Vec<String> = (0..names.len()).map(smtlib::symbol).collect();
                read_smtlib(&said.answer, &symbols)
                    .and_then(|answer| bits_by_symbol(answer, &symbols))
            }
        };
        answer.map_err(|bad| {
            if said.exit.status.success() || said.answer.contains("(error") {
                BackendError::new(&self.name, Fault::Garbage, bad)
            } else {
                crash(&self.name, &said.exit)
            }
        })
    }
}

/// Only comments and empty lines.
fn is_silent(text: &str) -> bool {
    text.lines()
        .map(str::trim)
        .all(|line| line.is_empty() || line == "c" || line.starts_with("c "))
}
