//! The ground task of a planning task, for every command that makes formulas of one or looks for cheap plans.

use saut::BadInput;
use saut::stop::Stop;
use saut_pddl::{
    GroundingLimits, NotCompiled, NumericPlanningDomain, PlanningDomain, PlanningTask,
};

use super::reply::Failure;

/// The ground task of a task that has been read; `place` is its name in messages.
///
/// # Errors
/// It cannot be grounded.
pub fn compiled<'a>(
    task: &'a PlanningTask,
    place: &str,
    stop: &Stop,
) -> Result<PlanningDomain<'a>, Failure> {
    compiled_by(PlanningTask::compile, task, place, stop)
}

/// As [`compiled`], where violated preferences have their price.
///
/// # Errors
/// It cannot be grounded.
pub fn compiled_for_cost<'a>(
    task: &'a PlanningTask,
    place: &str,
    stop: &Stop,
) -> Result<PlanningDomain<'a>, Failure> {
    compiled_by(PlanningTask::compile_for_cost, task, place, stop)
}

/// A task with numbers grounded for plans by which its metric is small, or that have few actions; nothing if it has no
/// numbers.
///
/// # Errors
/// It cannot be grounded.
pub fn compiled_numeric_for_cost<'a>(
    task: &'a PlanningTask,
    stop: &Stop,
) -> Result<Option<NumericPlanningDomain<'a>>, Failure> {
    compiled_by(
        PlanningTask::compile_numeric_for_cost,
        task,
        task.name(),
        stop,
    )
}

fn compiled_by<'a, D>(
    compile: fn(&'a PlanningTask, &GroundingLimits) -> Result<D, NotCompiled>,
    task: &'a PlanningTask,
    place: &str,
    stop: &Stop,
) -> Result<D, Failure> {
    let limits = GroundingLimits::until(stop);
    let domain = compile(task, &limits).map_err(|why| match why {
        NotCompiled::Invalid(invalid) => Failure::internal(invalid),
        NotCompiled::MissingCost(missing) => missing.bad_input(place).into(),
        why @ NotCompiled::Numeric => BadInput::new(place, why.to_string())
            .remedy("saut plan finds plans of it, and saut validate checks them")
            .into(),
        NotCompiled::GoalUnreachable { atom } => {
            let fact = format!("({atom}) is out of reach, so there is no formula of it");
            BadInput::new(place, fact)
                .remedy("saut plan says why")
                .into()
        }
        NotCompiled::Stopped(why) => why.bad_input(place, stop).into(),
    })?;
    Ok(domain)
}
