//! Runs an in-process solver that takes clauses and assumptions.

use rustsat::instances::Cnf;
use rustsat::solvers::{SolveIncremental, SolverResult};
use rustsat::types::TernaryVal;

use super::{Answer, BackendError, Fault, SolveLimits};
use saut_base::stop::StopReason;
use saut_task::formula::literal;
use saut_task::model::Model;

/// Returns the answer of a solver to a formula with this number of variables. With an exchange of lemmas, the solver
/// gets the lemmas of other horizons, and the goal holds only under an assumption.
pub(super) fn search(
    name: &str,
    solver: &mut impl SolveIncremental,
    (cnf, variables): (&Cnf, usize),
    run: &SolveLimits,
) -> Result<Answer, BackendError> {
    let failed = |error| BackendError::new(name, Fault::System, format!("{error:#}"));
    let goal = run
        .lemmas
        .as_ref()
        .map(|exchange| (literal(variables), exchange));
    for (number, clause) in cnf.iter().enumerate() {
        match goal.filter(|(_, exchange)| number >= exchange.clauses) {
            Some((goal, _)) => {
                let under_goal = clause.iter().copied().chain([!goal]);
                solver.add_clause(under_goal.collect())
            }
            None => solver.add_clause_ref(clause),
        }
        .map_err(failed)?;
    }
    let outcome = if let Some((goal, exchange)) = goal {
        for lemma in exchange.take(&mut 0) {
            let lemma = lemma.into_iter().collect();
            solver.add_clause(lemma).map_err(failed)?;
        }
        solver.solve_assumps(&[goal])
    } else {
        solver.solve()
    };
    Ok(match outcome.map_err(failed)? {
        SolverResult::Sat => {
            let values = (0..variables).map(|index| solver.lit_val(literal(index)));
            let bits = values.map(|value| value.map(|value| value == TernaryVal::True));
            Answer::Sat(Model::Bits(bits.collect::<Result<_, _>>().map_err(failed)?))
        }
        SolverResult::Unsat => Answer::Unsat,
        SolverResult::Interrupted => {
            Answer::Unknown(run.stop.stop_reason().unwrap_or(StopReason::EffortSpent))
        }
    })
}
