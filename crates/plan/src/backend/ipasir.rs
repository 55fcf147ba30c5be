//! Calls any solver library with the interface IPASIR (cargo feature `ipasir`). At build time, the variable
//! `SAUT_IPASIR` names the library.
//!
//! Balyo, Biere, Iser and Sinz, *SAT Race 2015* (Artificial Intelligence 241, 2016).

use std::cell::RefCell;

use rustsat::solvers::{ControlSignal, Learn, Solve, Terminate};
use rustsat::types::Clause;
use rustsat_ipasir::IpasirSolver;

use super::in_process::search;
use super::{
    Availability, Backend, BackendError, Fault, LemmaExchange, Response, SolveLimits, SolverEffort,
};
use saut_task::formula::{Formula, literal};

#[derive(Clone, Copy, Debug)]
pub struct Ipasir;

impl Backend for Ipasir {
    fn name(&self) -> &'static str {
        "ipasir"
    }

    fn takes_seed(&self) -> bool {
        false
    }

    fn availability(&self) -> Availability {
        Availability::BuiltIn {
            version: IpasirSolver::default().signature().to_owned(),
        }
    }

    fn solve(&self, formula: &Formula, run: &SolveLimits) -> Result<Response, BackendError> {
        let Formula::Cnf { cnf, names } = formula else {
            return Err(BackendError::needs_clauses(self.name()));
        };
        let learnt = RefCell::new(Vec::new());
        let mut solver = IpasirSolver::default();
        solver.attach_terminator(|| match run.stop.stop_reason() {
            Some(_) => ControlSignal::Terminate,
            None => ControlSignal::Continue,
        });
        // Some libraries return no value for a variable whose number is larger than all variable numbers in the
        // clauses.
        if let Some(last) = names.len().checked_sub(1).map(literal) {
            let any_value = solver.add_clause(Clause::from_iter([last, !last]));
            any_value.map_err(|error| BackendError::new(self.name(), Fault::System, error))?;
        }
        if run.lemmas.is_some() {
            let keep = |clause: Clause| learnt.borrow_mut().push(clause.iter().copied().collect());
            solver.attach_learner(keep, LemmaExchange::MAX_LEVELS);
        }
        let answer = search(self.name(), &mut solver, (cnf, names.len()), run)?;
        drop(solver);
        if let Some(exchange) = &run.lemmas {
            exchange.give(learnt.into_inner());
        }
        Ok(Response::new(answer, SolverEffort::default()))
    }
}
