//! Solves external formulas: one thread for each backend, until an answer passes its check.

use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::backend::{self, Answer, Backend, BackendError, Fault, SolveLimits, SolverEffort};
use crate::error::Error;
use crate::refute::PROVER;
use crate::settings::Settings;
use saut_base::stop::StopReason;
use saut_task::CheckError;
use saut_task::clauses::{CheckedAnswer, ExternalFormula};

/// Result for an external formula.
#[derive(Debug)]
pub struct FormulaResult {
    /// The accepted answer, or the reason why there is no answer.
    pub answer: Result<CheckedAnswer, StopReason>,
    /// The backend that gave the answer.
    pub backend: Option<String>,
    /// Effort of the call of that backend.
    pub effort: SolverEffort,
    /// Backends that reported "unsatisfiable" without an accepted proof.
    pub unproved: Vec<String>,
    /// Faults of the other backends.
    pub faults: Vec<BackendError>,
}

/// Solves a formula by the backends of the settings. If a backend reports "unsatisfiable" without a proof, varisat
/// solves the formula again and writes one.
///
/// # Errors
/// A backend that does not exist, or a fault of every backend.
pub fn solve_clauses(
    formula: &ExternalFormula,
    settings: &Settings,
) -> Result<FormulaResult, Error> {
    let named = settings.backends()?;
    // With one thread and no selected backend, only the prover is called.
    let is_default = settings.backends.is_empty();
    let backends: Vec<Box<dyn Backend>> = if is_default && settings.threads() == 1 {
        vec![backend::by_name(PROVER)?]
    } else {
        named
    };
    let stop = settings.stop.child();
    let run = SolveLimits {
        stop: stop.clone(),
        seed: settings.seed,
        proof: true,
        ..SolveLimits::default()
    };
    let has_prover = backends.iter().any(|one| one.name() == PROVER);
    let found = Mutex::new(FormulaResult {
        answer: Err(StopReason::SolverGaveUp),
        backend: None,
        effort: SolverEffort::default(),
        unproved: Vec::new(),
        faults: Vec::new(),
    });
    thread::scope(|scope| {
        for backend in &backends {
            let (found, run) = (&found, &run);
            scope.spawn(move || {
                let result = call(formula, backend.as_ref(), run, has_prover);
                let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
                found.add(result, run);
            });
        }
    });
    let mut found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    if found.faults.len() == backends.len()
        && let Some(fault) = found.faults.pop()
    {
        return Err(fault.into());
    }
    if let (Err(why), Some(reason)) = (&mut found.answer, settings.stop.stop_reason()) {
        *why = reason;
    }
    Ok(found)
}

enum BackendResult {
    Answered(CheckedAnswer, String, SolverEffort),
    Unproved(String, StopReason),
    Unknown(StopReason),
}

impl FormulaResult {
    fn add(&mut self, result: Result<BackendResult, BackendError>, run: &SolveLimits) {
        if self.answer.is_ok() {
            return;
        }
        match result {
            Ok(BackendResult::Answered(answer, backend, effort)) => {
                (self.answer, self.backend, self.effort) = (Ok(answer), Some(backend), effort);
                run.stop.request();
            }
            Ok(BackendResult::Unproved(backend, why)) => {
                self.unproved.push(backend);
                self.answer = Err(why);
            }
            Ok(BackendResult::Unknown(why)) => self.answer = Err(why),
            Err(fault) => self.faults.push(fault),
        }
    }
}

/// Calls a backend and checks its answer.
fn call(
    formula: &ExternalFormula,
    backend: &dyn Backend,
    run: &SolveLimits,
    has_prover: bool,
) -> Result<BackendResult, BackendError> {
    let name = backend.name();
    let response = backend.solve(formula.formula(), run)?;
    let wrong = |fault, why: CheckError| BackendError::new(name, fault, why);
    match (response.answer, response.proof) {
        (Answer::Sat(model), _) => {
            let model = formula.check_model(model);
            let model = model.map_err(|why| wrong(Fault::WrongModel, why))?;
            let answer = CheckedAnswer::Satisfiable(model);
            Ok(BackendResult::Answered(
                answer,
                name.to_owned(),
                response.effort,
            ))
        }
        (Answer::Unsat, Some(proof)) => match formula.check_proof(proof, &run.stop) {
            Ok(refuted) => {
                let answer = CheckedAnswer::Unsatisfiable(refuted);
                Ok(BackendResult::Answered(
                    answer,
                    name.to_owned(),
                    response.effort,
                ))
            }
            Err(CheckError::Stopped(why)) => Ok(BackendResult::Unproved(name.to_owned(), why)),
            Err(why) => {
                let fact = format!("its proof was rejected: {why}");
                Err(BackendError::new(name, Fault::WrongAnswer, fact))
            }
        },
        (Answer::Unsat, None) if name == PROVER => {
            let fact = "it wrote no proof";
            Err(BackendError::new(name, Fault::WrongAnswer, fact))
        }
        (Answer::Unsat, None) if has_prover => Ok(BackendResult::Unproved(
            name.to_owned(),
            StopReason::SolverGaveUp,
        )),
        (Answer::Unsat, None) => {
            let prover = backend::by_name(PROVER)
                .map_err(|bad| BackendError::new(PROVER, Fault::Missing, bad))?;
            match call(formula, prover.as_ref(), run, true)? {
                BackendResult::Answered(CheckedAnswer::Satisfiable(_), ..) => {
                    let fact = format!("{PROVER} found a model");
                    Err(BackendError::new(name, Fault::WrongAnswer, fact))
                }
                BackendResult::Unproved(_, why) | BackendResult::Unknown(why) => {
                    Ok(BackendResult::Unproved(name.to_owned(), why))
                }
                answered @ BackendResult::Answered(..) => Ok(answered),
            }
        }
        (Answer::Unknown(why), _) => Ok(BackendResult::Unknown(why)),
    }
}

#[cfg(test)]
mod tests {
    use super::solve_clauses;
    use crate::settings::Settings;
    use saut_task::clauses::{CheckedAnswer, ExternalFormula};

    fn answer(text: &str, backends: &[&str]) -> CheckedAnswer {
        let settings = Settings {
            backends: backends.iter().map(|&name| name.to_owned()).collect(),
            ..Settings::default()
        };
        let formula = ExternalFormula::read(text).unwrap();
        solve_clauses(&formula, &settings).unwrap().answer.unwrap()
    }

    #[test]
    fn every_backend_in_process_has_its_answer_checked() {
        for backends in [&[][..], &["batsat"], &["varisat"], &["batsat", "varisat"]] {
            let unsatisfiable = "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n";
            let refuted = answer(unsatisfiable, backends);
            assert!(
                matches!(refuted, CheckedAnswer::Unsatisfiable(_)),
                "{backends:?}"
            );
            match answer("p cnf 2 2\n1 2 0\n-1 0\n", backends) {
                CheckedAnswer::Satisfiable(model) => assert_eq!(model.literals(), [-1, 2]),
                CheckedAnswer::Unsatisfiable(_) => panic!("{backends:?}"),
            }
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_solver_that_lies_is_an_error() {
        let settings = |command: &str| Settings {
            backends: vec![command.to_owned()],
            ..Settings::default()
        };
        let formula = ExternalFormula::read("p cnf 1 1\n1 0\n").unwrap();
        let folder = tempfile::tempdir().unwrap();
        let script = folder.path().join("liar.sh");
        let lies = |answer: &str| {
            std::fs::write(&script, format!("cat >/dev/null\n{answer}\n")).unwrap();
            let command = format!("dimacs:sh {}", script.display());
            let fault = solve_clauses(&formula, &settings(&command)).unwrap_err();
            fault.to_string()
        };
        let said = lies("echo s UNSATISFIABLE");
        assert!(said.contains("varisat found a model"), "{said}");
        let said = lies("echo s SATISFIABLE; echo v -1 0");
        assert!(said.contains("clause 1 (1 0) is false"), "{said}");
    }
}
