//! The table of engines for numeric tasks, and the engines that find a reason why the goal is unreachable (by ranges,
//! by weights, or by all states).

use std::sync::Arc;
use std::time::{Duration, Instant};

use saut_numeric::encode::{NumericEncoding, why_not};
use saut_numeric::{NumericProblem, NumericTask};

use super::formulas::{NumericFormulas, arithmetic_backends};
use super::search::NumericSearch;
use super::serial::SerializedSearch;
use super::weights::{NumericWeights, WEIGHTS};
use crate::decision::{BEST_FIRST, FORMULAS, Method};
use crate::engine::{Budget, Slot, Turn};
use crate::error::Error;
use crate::planning::PlanMethod;
use crate::race::{Raced, any_plan};
use crate::settings::{EncodingChoice, Settings};
use crate::work::{Work, clocked};
use saut_base::bad_input::BadInput;
use saut_base::stop::{Stop, StopReason};
use saut_task::CheckError;
use saut_task::certificate::Certificate;
use saut_task::encode::Encoding;

/// Share of the exhaustive search, and the total work of all engines before it starts.
pub(super) type ExhaustiveShare = (u64, Work);
/// Schedule of the exhaustive search while there is no plan. This search ignores numbers that no condition depends on,
/// so it can end even if another search does not. Many solvable tasks have a plan before this work is spent.
pub(super) const SOON: ExhaustiveShare = (1, 100_000);
/// Work of the first turn of an engine that finds reasons.
const FIRST_REASON: Work = 100_000;
/// Work of the first turn of formulas.
const FIRST_FORMULAS: Work = 2_000_000;

/// Finds any plan of a numeric task, or a reason why there is none.
///
/// # Errors
/// Same as [`any_plan`]. Also an error if the user selects formulas but no solver of arithmetic is installed, or
/// selects an encoding that does not support numbers.
pub fn plan_numeric<P: NumericProblem>(
    problem: &P,
    method: PlanMethod,
    settings: &Settings,
) -> Result<Raced<P>, Error> {
    let (task, all_states) = (problem.numeric(), Some(problem.all_states()));
    let table = table(problem, task, all_states, method, settings, SOON)?;
    any_plan(problem, table, settings)
}

/// Returns the engines for `task`: the problem's task, perhaps with a bound on its metric. `all_states` is the reason
/// that no state of the task is a goal, if there is one. The last argument is the schedule of the exhaustive search.
pub(super) fn table<'a, P: NumericProblem>(
    problem: &'a P,
    task: &'a NumericTask,
    all_states: Option<P::Reason>,
    method: PlanMethod,
    settings: &Settings,
    (share, from): ExhaustiveShare,
) -> Result<Vec<Slot<'a, P::Reason>>, Error> {
    let wants_formulas = settings.names_a_formula() || method == PlanMethod::Formulas;
    let encoding = numeric_encoding(settings.encoding)?;
    let formulas = || -> Result<Option<Slot<'_, P::Reason>>, Error> {
        let backends = arithmetic_backends(settings)?;
        let has_solver = !backends.is_empty();
        let formulas = NumericFormulas::new(task, encoding, backends, settings);
        if formulas.is_none() && wants_formulas {
            let (fact, remedy) = match why_not(task) {
                Some(why) if has_solver => (why.to_owned(), "use --method gbfs"),
                _ => (
                    "formulas of numeric tasks need an SMT solver, but none is installed"
                        .to_owned(),
                    "use --method gbfs, or install a solver that saut backends lists",
                ),
            };
            return Err(BadInput::new("--method", fact).remedy(remedy).into());
        }
        Ok(formulas.map(|mut formulas| {
            let turn = move |budget: &mut Budget<'_>| formulas.turn(budget);
            Slot::new(FORMULAS, FIRST_FORMULAS, turn)
        }))
    };
    let mut search = NumericSearch::new(task, all_states.clone());
    let first = search.first_turn();
    let serial = SerializedSearch::new(task, settings.seed, Arc::clone(&search.has_seen_all));
    let serial = serial.map(|mut serial| {
        let turn = move |budget: &mut Budget<'_>| serial.turn(budget);
        Slot::new("goal-by-goal", first, turn).share(8)
    });
    let search = Slot::own(BEST_FIRST, first, move |budget| Ok(search.turn(budget)));
    let searches = [search.share(16)].into_iter().chain(serial);
    let mut table = Vec::new();
    match method {
        PlanMethod::Gbfs => table.extend(searches),
        _ if wants_formulas => table.extend(formulas()?),
        _ => {
            table.extend(searches);
            let ranges = out_of_reach("range-reachability", |_| Ok(problem.ranges()));
            let mut weights = NumericWeights::new(problem);
            let weights = out_of_reach(WEIGHTS, move |stop| weights.find(stop));
            table.extend([ranges.share(4), weights.share(2)]);
            if let Some(states) = all_states {
                let states = out_of_reach("numeric-states", move |_| Ok(states.clone()));
                table.push(states.share(share).from(from));
            }
            table.extend(formulas()?.map(|it| it.share(16)));
        }
    }
    Ok(table)
}

/// Returns an engine that claims a reason. The engine finds the reason, or leaves the work to the check. If a turn is
/// too short, the work is restarted in the next turn, which is longer.
fn out_of_reach<'a, R: 'a>(
    name: &'static str,
    mut find: impl FnMut(&Stop) -> Result<R, CheckError> + Send + 'a,
) -> Slot<'a, R> {
    let turn = move |budget: &mut Budget<'_>| {
        let began = Instant::now();
        let left = Duration::from_micros(budget.left());
        let found = find(&budget.stop.with_timeout(left));
        budget.spend(clocked(began.elapsed()));
        Ok(match found {
            Ok(reason) => Turn::Guess(Certificate::Own(reason), Method::Criterion(name)),
            Err(CheckError::Rejected(_) | CheckError::Stopped(StopReason::TooLarge)) => {
                Turn::Done(StopReason::NothingLeft)
            }
            Err(CheckError::Stopped(_)) => Turn::Paused,
        })
    };
    Slot::own(name, FIRST_REASON, turn)
}

/// Returns the requested encoding; the default is `r2-exists`.
///
/// # Errors
/// An encoding that does not support numbers.
pub fn numeric_encoding(choice: Option<EncodingChoice>) -> Result<NumericEncoding, BadInput> {
    match choice {
        None
        | Some(
            EncodingChoice::VariedOrder { .. }
            | EncodingChoice::MixedOrder
            | EncodingChoice::Fixed(Encoding::R2Exists { .. }),
        ) => Ok(NumericEncoding::R2Exists),
        Some(EncodingChoice::Fixed(Encoding::Sequential { .. })) => Ok(NumericEncoding::Sequential),
        Some(EncodingChoice::Fixed(Encoding::Exists)) => Ok(NumericEncoding::Exists),
        Some(EncodingChoice::Fixed(other)) => {
            let fact = format!("{} does not support numbers", other.name());
            Err(BadInput::new("--encoding", fact).remedy("choose exists, r2-exists or sequential"))
        }
    }
}
