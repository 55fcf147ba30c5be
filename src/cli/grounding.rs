//! The ground task of a planning task, for every command that makes formulas of one or looks for cheap plans.

use saut::BadInput;
use saut::stop::Stop;
use saut_pddl::{Compiled, GroundingLimits, NotCompiled, PlanningDomain, PlanningTask, Quality};

use super::reply::Failure;

/// The ground task of a task that has been read, which has no numbers; `place` is its name in messages.
///
/// # Errors
/// It cannot be grounded, or has numbers.
pub fn classical<'a>(
    task: &'a PlanningTask,
    quality: Quality,
    place: &str,
    stop: &Stop,
) -> Result<PlanningDomain<'a>, Failure> {
    let compiled = task.compile(quality, &GroundingLimits::until(stop));
    let compiled = compiled.and_then(Compiled::classical);
    compiled.map_err(|why| not_compiled(why, place, stop))
}

/// The ground task of a task that has been read, with its numbers if it has some.
///
/// # Errors
/// It cannot be grounded.
pub fn compiled<'a>(
    task: &'a PlanningTask,
    quality: Quality,
    stop: &Stop,
) -> Result<Compiled<'a>, Failure> {
    let compiled = task.compile(quality, &GroundingLimits::until(stop));
    compiled.map_err(|why| not_compiled(why, task.name(), stop))
}

fn not_compiled(why: NotCompiled, place: &str, stop: &Stop) -> Failure {
    match why {
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
    }
}
