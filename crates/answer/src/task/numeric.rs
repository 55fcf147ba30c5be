//! Tasks with numbers: what of the flags has a use for them, and their answer.
//!
//! `--minimise cost` makes the metric small, whatever it is.

use saut_pddl::NumericPlanningDomain;
use saut_plan::numeric::{NumericDomain as _, cheapest_numeric, plan_numeric};
use saut_plan::planning::PlanMethod;
use saut_plan::{BadInput, Error, Minimise, Settings, Verdict};

use super::answer::{Better, TaskAnswer};

/// Refuses what a task with numbers has no use for.
fn refuse_unused(method: PlanMethod, settings: &Settings) -> Result<(), BadInput> {
    let (flag, fact) = if settings.minimise.is_some_and(|it| it != Minimise::Cost) {
        (
            "--minimise",
            "of a task with numbers the metric is made small, and nothing else",
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
    better: Better<'_>,
    mut answer: TaskAnswer,
) -> Result<TaskAnswer, Error> {
    refuse_unused(method, settings)?;
    answer.is_numeric = true;
    answer.decision = if settings.minimise == Some(Minimise::Cost) {
        if domain.numeric().metric.is_none() {
            let bad = BadInput::new("--minimise", "the problem has no metric");
            return Err(bad.remedy("write `(:metric minimize ...)` into it").into());
        }
        cheapest_numeric(domain, settings, better)?
    } else {
        plan_numeric(domain, method, settings)?
    };
    if let Verdict::Solved(plan) = &answer.decision.verdict {
        answer.has_costs = plan.has_whole_metric();
    }
    Ok(answer)
}
