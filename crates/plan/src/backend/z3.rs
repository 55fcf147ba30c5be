//! Z3 in process, through the `z3` crate (cargo feature `z3`).
//!
//! De Moura and Bjørner, *Z3: an efficient SMT solver* (TACAS 2008). Z3 gets the same script as the program z3, even if
//! the formula consists of clauses. A watcher thread checks the limits and interrupts Z3. The thread repeats the
//! interrupt, because an interrupt before the start of the search is lost.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use z3::ast::{Bool, Int};
use z3::{Config, Context, Params, SatResult, Solver, StatisticsValue, with_z3_config};

use super::interface::checked;
use super::{
    Answer, Availability, Backend, BackendError, Fault, Reads, Response, SolveLimits, SolverEffort,
};
use saut_base::stop::{Stop, StopReason};
use saut_task::formula::{Formula, smtlib};
use saut_task::model::{Model, Value, bits_by_symbol};

/// Time between two checks of the limits by the watcher.
const LOOK_EVERY: Duration = Duration::from_millis(10);

/// Z3, in process. The program `z3` is a different backend.
#[derive(Clone, Copy, Debug)]
pub struct Z3;

impl Backend for Z3 {
    fn name(&self) -> &'static str {
        "z3-crate"
    }

    fn reads(&self) -> Reads {
        Reads::SmtLib
    }

    fn availability(&self) -> Availability {
        let version = z3::full_version();
        let number = version.split_whitespace().find(|word| word.contains('.'));
        Availability::BuiltIn {
            version: number.unwrap_or(version).to_owned(),
        }
    }

    fn solve(&self, formula: &Formula, run: &SolveLimits) -> Result<Response, BackendError> {
        if let Some(why) = run.stop.stop_reason() {
            return Ok(Response::unknown(why));
        }
        let (answer, effort) = with_z3_config(&Config::new(), || search(formula, run))?;
        let answer = match (answer, formula) {
            (Answer::Sat(model), Formula::Cnf { cnf, names }) => {
                let symbols: Vec<String> = (0..names.len()).map(smtlib::symbol).collect();
                match bits_by_symbol(Answer::Sat(model), &symbols) {
                    Ok(Answer::Sat(model)) => checked(self.name(), model, cnf)?,
                    Ok(other) => other,
                    Err(bad) => return Err(BackendError::new(self.name(), Fault::Garbage, bad)),
                }
            }
            (Answer::Unknown(why), _) => Answer::Unknown(run.stop.stop_reason().unwrap_or(why)),
            (answer, _) => answer,
        };
        Ok(Response::new(answer, effort))
    }
}

fn search(formula: &Formula, run: &SolveLimits) -> Result<(Answer, SolverEffort), BackendError> {
    let script = smtlib::declarations(formula);
    let solver = Solver::new();
    if run.seed != 0 {
        let mut parameters = Params::new();
        let seed = u32::try_from(run.seed_number()).unwrap_or(1);
        parameters.set_u32("random_seed", seed);
        solver.set_params(&parameters);
    }
    solver.from_string(script.text.as_str());
    if solver.get_assertions().is_empty() && script.text.contains("(assert") {
        return Err(BackendError::new(
            "z3-crate",
            Fault::Garbage,
            "Z3 read no assertion of the formula",
        )); // the crate does not report errors
    }
    let answer = match watched(&run.stop, || solver.check()) {
        SatResult::Sat => solver.get_model().map(|model| {
            let integers = integers(&script.text);
            let value = |symbol: &String| {
                let value = if integers.contains(symbol.as_str()) {
                    let value = model.eval(&Int::new_const(symbol.as_str()), true)?;
                    Value::Integer(value.as_i64()?)
                } else {
                    let value = model.eval(&Bool::new_const(symbol.as_str()), true)?;
                    Value::Boolean(value.as_bool()?)
                };
                Some((symbol.clone(), value))
            };
            let values: BTreeMap<_, _> = script.symbols.iter().filter_map(value).collect();
            Answer::Sat(Model::Symbols(values))
        }),
        SatResult::Unsat => Some(Answer::Unsat),
        SatResult::Unknown => None,
    };
    let answer = answer.unwrap_or(Answer::Unknown(StopReason::SolverGaveUp));
    Ok((answer, effort(&solver)))
}

/// Returns the symbols that a script declares as integers.
fn integers(text: &str) -> BTreeSet<&str> {
    let lines = text.lines();
    lines
        .filter_map(|l| l.strip_prefix("(declare-fun ")?.strip_suffix(" () Int)"))
        .collect()
}

/// Runs `work`. Meanwhile, a watcher thread interrupts Z3 when a limit of `stop` is reached.
fn watched<R>(stop: &Stop, work: impl FnOnce() -> R) -> R {
    let context = Context::thread_local();
    let handle = context.handle();
    let (done, waiting) = mpsc::channel::<()>();
    thread::scope(|scope| {
        scope.spawn(move || {
            while waiting.recv_timeout(LOOK_EVERY) == Err(RecvTimeoutError::Timeout) {
                if stop.stop_reason().is_some() {
                    handle.interrupt();
                }
            }
        });
        let result = work();
        drop(done);
        result
    })
}

fn effort(solver: &Solver) -> SolverEffort {
    let statistics = solver.get_statistics();
    let count = |name: &str| match statistics.value(name)? {
        StatisticsValue::UInt(count) => Some(u64::from(count)),
        StatisticsValue::Double(_) => None,
    };
    let count = |name: &str| count(name).or_else(|| count(&format!("sat {name}")));
    SolverEffort {
        conflicts: count("conflicts"),
        decisions: count("decisions"),
        propagations: count("propagations"),
        work: None,
    }
}
