//! The ground task of a planning task, for every command that makes formulas of one or looks for cheap plans.

use saut::BadInput;
use saut::stop::Stop;
use saut_pddl::{Compiled, GroundingLimits, NotCompiled, PlanningDomain, PlanningTask, Quality};

use super::reply::Failure;

/// The ground task of a task without numbers.
///
/// # Errors
/// It cannot be grounded, or has numbers.
pub fn classical<'a>(
    task: &'a PlanningTask,
    quality: Quality,
    stop: &Stop,
) -> Result<PlanningDomain<'a>, Failure> {
    let compiled = compiled(task, quality, task.name(), stop)?.classical();
    compiled.map_err(|why| not_compiled(why, task.name(), stop))
}

/// The ground task of a task, with its numbers if it has some; `place` is its name in messages.
///
/// # Errors
/// It cannot be grounded.
pub fn compiled<'a>(
    task: &'a PlanningTask,
    quality: Quality,
    place: &str,
    stop: &Stop,
) -> Result<Compiled<'a>, Failure> {
    let compiled = task.compile(quality, &GroundingLimits::until(stop));
    compiled.map_err(|why| not_compiled(why, place, stop))
}

fn not_compiled(why: NotCompiled, place: &str, stop: &Stop) -> Failure {
    let bad = match why {
        NotCompiled::MissingCost(missing) => missing.bad_input(place),
        NotCompiled::Stopped(why) => why.bad_input(place, stop),
        NotCompiled::GoalUnreachable { atom } => {
            let fact = format!("({atom}) is out of reach, so there is no formula of it");
            BadInput::new(place, fact).remedy("saut plan says why")
        }
        why @ NotCompiled::Numeric => BadInput::new(place, why.to_string())
            .remedy("saut plan finds plans of it, and saut validate checks them"),
        NotCompiled::Invalid(invalid) => return Failure::internal(invalid),
    };
    bad.into()
}
