//! SMT solvers as child programs, spoken to in SMT-LIB 2 on standard input.
//!
//! They get the whole script at once, with `get-value` for all symbols after `check-sat`. After
//! `unsat` that is an error and some then end with exit status 1, so the text decides, not the
//! status. Values of clause variables are turned back and checked against the clauses; those of a
//! script are checked by decoding and replaying.

use std::os::unix::process::ExitStatusExt;

use super::call::{Called, Said, call};
use super::program::Program;
use super::smtlib_session::SmtlibSession;
use crate::backend::{
    Answer, Availability, Backend, BackendError, GrowingSession, Reads, Response, SolveLimits,
    SolverEffort,
};
use saut_base::stop::StopReason;
use saut_task::formula::{Formula, smtlib};
use saut_task::model::{Reading, bits_by_symbol, read_smtlib};

/// An SMT solver on PATH.
#[derive(Clone, Debug)]
pub struct SmtlibProgram(pub(super) Program);

impl Backend for SmtlibProgram {
    fn name(&self) -> &str {
        &self.0.name
    }

    fn reads(&self) -> Reads {
        Reads::SmtLib
    }

    fn availability(&self) -> Availability {
        self.0.availability()
    }

    fn begin_growing(
        &self,
        run: &SolveLimits,
    ) -> Option<Result<Box<dyn GrowingSession>, BackendError>> {
        self.0.growing.as_ref()?;
        let session = SmtlibSession::begin(&self.0, run);
        Some(session.map(|it| Box::new(it) as Box<dyn GrowingSession>))
    }

    fn solve(&self, formula: &Formula, run: &SolveLimits) -> Result<Response, BackendError> {
        let mut text = smtlib::text(formula);
        if let Some(option) = self.0.seed_option(run) {
            text.insert_str(0, &option);
        }
        match call(&self.0, text.into_bytes(), run)? {
            Called::Stopped(why) => Ok(Response {
                answer: Answer::Unknown(why),
                effort: SolverEffort::default(),
                proof: None,
            }),
            Called::Ended(said) => {
                let answer = match (self.reading(&said, formula)?, formula) {
                    (Reading::Sat(model), Formula::Cnf { cnf, .. }) => {
                        Answer::checked(self.name(), model, cnf)?
                    }
                    (Reading::Sat(model), Formula::Smt(_)) => Answer::Sat(model),
                    (Reading::Unsat, _) => Answer::Unsat,
                    (Reading::Unknown, _) => {
                        Answer::Unknown(run.stop.stop_reason().unwrap_or(StopReason::SolverGaveUp))
                    }
                };
                Ok(Response {
                    answer,
                    effort: SolverEffort::read(&said.output),
                    proof: None,
                })
            }
        }
    }
}

impl SmtlibProgram {
    fn reading(&self, said: &Said, formula: &Formula) -> Result<Reading, BackendError> {
        if said.status.signal().is_some() {
            return Err(said.crash(self.name()));
        }
        let reading = match formula {
            Formula::Smt(script) => read_smtlib(&said.answer, &script.symbols),
            Formula::Cnf { names, .. } => {
                let symbols: Vec<String> = (0..names.len()).map(smtlib::symbol).collect();
                read_smtlib(&said.answer, &symbols)
                    .and_then(|reading| bits_by_symbol(reading, &symbols))
            }
        };
        reading.map_err(|bad| {
            if said.status.success() || said.answer.contains("(error") {
                BackendError::garbage(self.name(), bad)
            } else {
                said.crash(self.name())
            }
        })
    }
}
