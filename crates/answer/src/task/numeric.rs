//! Tasks with numbers: what of the flags has a use for them, and their answer.
//!
//! `--minimise cost` makes the metric small, whatever it is, and the number of actions if there is none.

use saut_base::BadInput;
use saut_pddl::NumericPlanningDomain;
use saut_plan::numeric::{cheapest_numeric, plan_numeric};
use saut_plan::planning::PlanMethod;
use saut_plan::{Error, Minimise, Settings};

use super::answer::{Better, TaskAnswer};

/// Refuses what a task with numbers has no use for.
fn refuse_unused(method: PlanMethod, settings: &Settings) -> Result<(), BadInput> {
    let (flag, fact, remedy) = if settings.minimise.is_some_and(|it| it != Minimise::Cost) {
        (
            "--minimise",
            "of a task with numbers the metric is made small, or the number of actions if there is none",
            "write --minimise cost",
        )
    } else {
        let Some(fact) = method.why_no_numbers() else {
            return Ok(());
        };
        ("--method", fact, "leave it out")
    };
    Err(BadInput::new(flag, fact).remedy(remedy))
}

/// Answers a question about a task with numbers.
pub(super) fn answer(
    domain: &NumericPlanningDomain<'_>,
    method: PlanMethod,
    settings: &Settings,
    better: Better<'_>,
    mut answer: TaskAnswer,
) -> Result<TaskAnswer, Error> {
    refuse_unused(method, settings)?;
    answer.decision = if settings.minimise == Some(Minimise::Cost) {
        cheapest_numeric(domain, None, settings, better)?
    } else {
        plan_numeric(domain, method, settings)?
    };
    Ok(answer)
}
