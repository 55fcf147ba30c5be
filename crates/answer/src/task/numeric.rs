//! Tasks with numbers: what of the flags has a use for them, and their answer.

use saut_pddl::NumericPlanningDomain;
use saut_plan::numeric::plan_numeric;
use saut_plan::planning::PlanMethod;
use saut_plan::{BadInput, Error, Settings, Verdict};

use super::answer::TaskAnswer;

/// Refuses what a task with numbers has no use for.
fn refuse_unused(method: PlanMethod, settings: &Settings) -> Result<(), BadInput> {
    let (flag, fact) = if settings.minimise.is_some() {
        (
            "--minimise",
            "any plan of a task with numbers is found, and none is made smaller",
        )
    } else if method == PlanMethod::Exhaustive {
        (
            "--method",
            "the states of a task with numbers need not be finitely many",
        )
    } else if method == PlanMethod::PropertyDirected {
        (
            "--method",
            "property-directed reachability knows no numbers",
        )
    } else {
        return Ok(());
    };
    Err(BadInput::new(flag, fact).remedy("leave it out"))
}

/// Answers a question about a task with numbers.
pub(super) fn answer(
    domain: &NumericPlanningDomain<'_>,
    method: PlanMethod,
    settings: &Settings,
    mut answer: TaskAnswer,
) -> Result<TaskAnswer, Error> {
    refuse_unused(method, settings)?;
    answer.decision = plan_numeric(domain, method, settings)?;
    if let Verdict::Solved(plan) = &answer.decision.verdict {
        answer.has_costs = plan.has_whole_metric();
    }
    Ok(answer)
}
