//! The table of engines for tasks with numbers.

use saut_numeric::NumericDomain;
use saut_numeric::encode::{NumericEncoding, why_not};

use super::formulas::{NumericFormulas, arithmetic_backends};
use super::out_of_reach::OutOfReach;
use super::search::NumericSearch;
use super::serial::GoalByGoal;
use crate::engine::Slot;
use crate::error::Error;
use crate::planning::PlanMethod;
use crate::race::{Raced, any_plan};
use crate::settings::{EncodingChoice, Settings};
use crate::work::Work;
use saut_base::bad_input::BadInput;
use saut_task::encode::Encoding;

/// Share of the visit of all states, and what all have spent before it begins.
pub(super) type Visit = (u64, Work);
/// Most tasks that have a plan have one by then; and beside a search that is long it has little of the time.
const LATE: Visit = (1, 3_000_000);

/// Any plan of a task with numbers, or why there is none.
///
/// # Errors
/// As [`any_plan`], and a choice that cannot be met: formulas without a solver of arithmetic, an encoding without
/// numbers.
pub fn plan_numeric<D: NumericDomain>(
    domain: &D,
    method: PlanMethod,
    settings: &Settings,
) -> Result<Raced<D>, Error> {
    race(domain, method, settings, LATE)
}

/// As [`plan_numeric`], with the visit of all states as it is wanted.
pub(super) fn race<D: NumericDomain>(
    domain: &D,
    method: PlanMethod,
    settings: &Settings,
    (share, from): Visit,
) -> Result<Raced<D>, Error> {
    let wants_formulas = settings.names_a_formula() || method == PlanMethod::Formulas;
    let encoding = numeric_encoding(settings.encoding)?;
    let formulas = || -> Result<Option<NumericFormulas<'_, D>>, Error> {
        let backends = arithmetic_backends(settings)?;
        let has_solver = !backends.is_empty();
        let formulas = NumericFormulas::new(domain, encoding, backends, settings);
        if formulas.is_none() && wants_formulas {
            let (fact, remedy) = match why_not(domain.numeric()) {
                Some(why) if has_solver => (why.to_owned(), "use --method gbfs"),
                _ => (
                    "formulas over numbers need an SMT solver, and none is here".to_owned(),
                    "use --method gbfs, or get one that saut backends names",
                ),
            };
            return Err(BadInput::new("--method", fact).remedy(remedy).into());
        }
        Ok(formulas)
    };
    let mut table = Vec::new();
    match method {
        PlanMethod::Gbfs => table.extend(searches(domain, settings)),
        _ if wants_formulas => table.extend(formulas()?.map(Slot::new)),
        _ => {
            table.extend(searches(domain, settings));
            table.push(Slot::new(OutOfReach::ranges(domain)).share(4));
            table.push(Slot::new(OutOfReach::weights(domain)).share(2));
            let states = Slot::new(OutOfReach::states(domain));
            table.push(states.share(share).from(from));
            table.extend(formulas()?.map(|it| Slot::new(it).share(16)));
        }
    }
    any_plan(domain, table, settings)
}

/// The searches: for all of the goal, and goal by goal.
fn searches<'a, D: NumericDomain>(
    domain: &'a D,
    settings: &Settings,
) -> impl Iterator<Item = Slot<'a, D>> {
    let search = NumericSearch::new(domain);
    let serial = GoalByGoal::new(domain, settings.seed, search.has_seen_all());
    let serial = serial.map(|serial| Slot::new(serial).share(8));
    [Slot::new(search).share(16)].into_iter().chain(serial)
}

/// The encoding that was asked for, `r2-exists` if none was.
///
/// # Errors
/// An encoding without numbers.
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
            let fact = format!("{} has no numbers", other.name());
            Err(BadInput::new("--encoding", fact).remedy("choose exists, r2-exists or sequential"))
        }
    }
}
