//! Backends that call solver programs: they send a formula in DIMACS or SMT-LIB, and parse the answer.
//!
//! SAT solvers follow the rules of the SAT competitions: exit status 10 with `s SATISFIABLE` and a model, 20 with `s
//! UNSATISFIABLE`. A model is checked against the clauses here, so that a fault of the solver is not mistaken for a
//! fault of the decoder.

use std::fmt::Display;
use std::os::unix::process::ExitStatusExt;
use std::time::Instant;

use itertools::Itertools as _;
use rustsat::instances::Cnf;

use super::call::{CallResult, arguments, call, crash};
use super::program::{Program, SEED, THREADS, TIMEOUT};
use super::smtlib_session::SmtlibSession;
use crate::backend::interface::checked;
use crate::backend::{
    Answer, Availability, Backend, BackendError, Fault, GrowingSession, ProgramCall, Reads,
    Response, SolveLimits, SolverEffort,
};
use saut_base::stop::StopReason;
use saut_task::formula::{Formula, dimacs, smtlib};
use saut_task::model::{bits_by_symbol, read_dimacs, read_smtlib};
use saut_task::proof::from_frat;

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

    fn proves(&self) -> bool {
        !self.proof.is_empty()
    }

    fn takes_seed(&self) -> bool {
        self.reads == Reads::SmtLib || !self.seed.is_empty() || self.has(SEED)
    }

    fn is_incremental(&self) -> bool {
        self.growing.is_some()
    }

    fn runs_alone(&self) -> bool {
        !self.takes_seed() || self.has(THREADS)
    }

    fn begin_growing(&self, run: &SolveLimits) -> Option<Box<dyn GrowingSession>> {
        self.growing.as_ref()?;
        Some(Box::new(SmtlibSession::begin(self, run).ok()?))
    }

    fn solve(&self, formula: &Formula, run: &SolveLimits) -> Result<Response, BackendError> {
        let began = Instant::now();
        let time = run.stop.time_left();
        let arguments = arguments(self, run);
        let line = ProgramCall {
            command: self.files.iter().take(1).chain(&arguments).join(" "),
            ..ProgramCall::default()
        };
        let said = match call(self, &arguments, self.text(formula, run)?, run)? {
            Ok(said) => said,
            Err(why) => {
                return Ok(Response {
                    call: Some(line),
                    ..Response::unknown(why)
                });
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
        // A program may measure its time in another way, and so reach its own limit earlier.
        let is_late = || time.is_some_and(|time| began.elapsed() >= time / 2);
        let by_itself = match (self.reads, run.conflicts) {
            (Reads::Clauses, Some(_)) => StopReason::EffortSpent,
            _ if self.has(TIMEOUT) && is_late() => StopReason::EffortSpent,
            _ => StopReason::SolverGaveUp,
        };
        let answer = match (answer, formula) {
            (Answer::Sat(model), Formula::Cnf { cnf, .. }) => checked(&self.name, model, cnf)?,
            (Answer::Unknown(_), _) => Answer::Unknown(run.stop.stop_reason().unwrap_or(by_itself)),
            (answer, _) => answer,
        };
        let proves = run.proof && answer == Answer::Unsat && self.reads == Reads::Clauses;
        let call = ProgramCall {
            exit_status: said.exit.status.code(),
            proof_bytes: said.proof.as_ref().map(|proof| proof.len() as u64),
            ..line
        };
        Ok(Response {
            answer,
            effort: effort(&said.exit.output),
            proof: said.proof.filter(|_| proves).map(from_frat),
            call: Some(call),
        })
    }
}

impl Program {
    fn fault(&self, fault: Fault, fact: impl Display) -> BackendError {
        BackendError::new(&self.name, fault, fact)
    }

    /// Returns the formula in the language of the program.
    fn text(&self, formula: &Formula, run: &SolveLimits) -> Result<Vec<u8>, BackendError> {
        match (self.reads, formula) {
            (Reads::Clauses, Formula::Cnf { cnf, names }) => {
                Ok(dimacs::text(cnf, names.len()).into_bytes())
            }
            (Reads::Clauses, Formula::Smt(_)) => Err(BackendError::needs_clauses(&self.name)),
            (Reads::SmtLib, _) => {
                let option = self.seed_option(run).unwrap_or_default();
                Ok((option + &smtlib::text(formula)).into_bytes())
            }
        }
    }

    /// Parses the answer of a SAT solver.
    fn of_clauses(
        &self,
        said: &CallResult,
        variables: usize,
        cnf: &Cnf,
    ) -> Result<Answer, BackendError> {
        let code = said.exit.status.code();
        let answer = match read_dimacs(&said.answer, variables, Some(cnf)) {
            Ok(answer) => answer,
            Err(_) if code == Some(20) && is_silent(&said.answer) => Answer::Unsat,
            Err(bad) if matches!(code, Some(0 | 10 | 20)) => {
                let hint = if self.name.contains(':') {
                    "; saut backends explains {formula} and the other placeholders of a command"
                } else {
                    ""
                };
                return Err(self.fault(Fault::Garbage, format_args!("{bad}{hint}")));
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
                let fact = format!("it prints {word}, but ends with exit status {code}");
                Err(self.fault(Fault::Garbage, fact))
            }
            _ => Ok(answer),
        }
    }

    /// Parses the answer of an SMT solver.
    fn of_script(&self, said: &CallResult, formula: &Formula) -> Result<Answer, BackendError> {
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
                self.fault(Fault::Garbage, bad)
            } else {
                crash(&self.name, &said.exit)
            }
        })
    }
}

/// Whether the text has only comments and empty lines.
fn is_silent(text: &str) -> bool {
    text.lines()
        .map(str::trim)
        .all(|line| line.is_empty() || line == "c" || line.starts_with("c "))
}

/// Reads the effort from the output of a solver. `CaDiCaL` and Kissat write `c conflicts: 12 …`, `MiniSat` and Glucose
/// `conflicts : 12 …`, `CryptoMiniSat` `c conflicts : 12`, z3 `(:conflicts 12`. If there are several such lines, the
/// last one counts.
fn effort(output: &str) -> SolverEffort {
    let mut effort = SolverEffort::default();
    for (name, number) in output.lines().filter_map(entry) {
        let slot = match name.strip_prefix("sat-").unwrap_or(name) {
            "conflicts" => &mut effort.conflicts,
            "decisions" => &mut effort.decisions,
            "propagations" => &mut effort.propagations,
            _ => continue,
        };
        *slot = Some(number);
    }
    effort
}

/// Parses a line of statistics as a name and a number.
fn entry(line: &str) -> Option<(&str, u64)> {
    let line = line.trim();
    let (name, rest) = match line.trim_start_matches('(').strip_prefix(':') {
        Some(keyword) => keyword.split_once(' ')?,
        None => line.strip_prefix("c ").unwrap_or(line).split_once(':')?,
    };
    let number = rest.split_whitespace().next()?.trim_end_matches(')');
    Some((name.trim(), number.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::{SolverEffort, effort};

    #[test]
    fn statistics_of_known_solvers_are_read() {
        let wanted = SolverEffort {
            conflicts: Some(12),
            decisions: Some(3),
            propagations: Some(45),
            work: None,
        };
        for output in [
            "c conflicts:     12     3.00 per second\nc decisions: 3 0.1 x\nc propagations: 45 1 M\n",
            "conflicts             : 12             (0 /sec)\ndecisions : 3\npropagations : 45",
            "c conflicts   : 9\nc conflicts  : 12\nc decisions : 3\nc propagations : 45 (52K props/s)",
            "(:conflicts 12\n :decisions    3\n :propagations 45)\n",
            " :sat-conflicts 12\n :sat-decisions 3\n :sat-propagations 45\n",
        ] {
            assert_eq!(effort(output), wanted, "{output}");
        }
    }

    #[test]
    fn other_lines_are_not_taken_for_statistics() {
        let output = "c decisions/conflicts : 4\nc last restart ## conflicts : 5\nv 1 2 0\n\
                      conflicts many\nconflicts:\n(:time 0.1)\nc conflicts: -3\n";
        assert_eq!(effort(output), SolverEffort::default());
    }
}
