//! Finds a first plan of a task that is too large to ground, by planning in a part of the task.
//!
//! The parts grow until a part has a plan, or is too large to ground. If no part has a plan, the task is undecided: a
//! part without a plan proves nothing about the task.

use saut_base::stop::Stop;
use saut_pddl::{
    Compiled, GroundingError, GroundingLimits, PlanningTask, Quality, Reason, Stopped,
    ValidatedPlan,
};
use saut_plan::planning::{PlanMethod, find_plan};
use saut_plan::work::Work;
use saut_plan::{Decision, Error, Settings};
use saut_task::Checked;
use schemars::JsonSchema;
use serde::Serialize;

/// Work limit of the search in the first part, roughly a third of a second. The limit doubles with each further part.
const FIRST_SEARCH: Work = 1_000_000;

/// Maximum number of ground actions in a part.
const MAX_ACTIONS: usize = 2_000_000;

pub type TaskDecision = Decision<ValidatedPlan, Checked<Reason>>;

/// A part of a task.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct Part {
    /// Number of ground actions of the part.
    pub actions: usize,
    /// A number of ground actions that the whole task exceeds, if it is known.
    pub of_more_than: Option<usize>,
}

/// Result of the compilation: the compiled task, or a plan of a part of the task.
pub(super) enum PartialOutcome<'a> {
    /// The task with all of its ground actions, or the reason why it cannot be grounded.
    Compiled(Result<Compiled<'a>, GroundingError>),
    Planned(TaskDecision, Part),
}

/// Whether a plan of a part answers the request: nothing is minimised, the method searches for plans, and no formula is
/// requested.
pub(super) fn may_do(method: PlanMethod, settings: &Settings) -> bool {
    settings.minimise.is_none() && method.searches_for_plans() && !settings.names_a_formula()
}

/// Compiles the task. If the compilation exceeds half of the limits, or the task is too large, looks for a plan in
/// parts of the task. If the search in all parts ends before the limits, an interrupted compilation is repeated with
/// the remaining limits.
///
/// # Errors
/// An internal error.
pub(super) fn compile_or_plan<'a>(
    task: &'a PlanningTask,
    settings: &Settings,
) -> Result<PartialOutcome<'a>, Error> {
    let stop = &settings.stop;
    let compile = |stop: &Stop| task.compile(Quality::AnyPlan, &GroundingLimits::until(stop));
    let compiled = compile(&time_slice(stop));
    let Err(GroundingError::Stopped(why)) = &compiled else {
        return Ok(PartialOutcome::Compiled(compiled));
    };
    if let Some((decided, actions)) = plan(task, settings)? {
        let part = Part {
            actions,
            of_more_than: why.actions(),
        };
        return Ok(PartialOutcome::Planned(decided, part));
    }
    let was_half = matches!(why.limit(), Stopped::Asked | Stopped::Memory);
    let goes_on = was_half && stop.stop_reason().is_none();
    Ok(PartialOutcome::Compiled(if goes_on {
        compile(stop)
    } else {
        compiled
    }))
}

/// Returns limits with half of the time and of the memory.
fn time_slice(stop: &Stop) -> Stop {
    let stop = match stop.time_left() {
        Some(left) => stop.with_timeout(left / 2),
        None => stop.child(),
    };
    match stop.memory_mib() {
        Some(mib) => stop.with_memory(mib / 2),
        None => stop,
    }
}

/// Returns a plan from a part of the task, and the number of ground actions of the part. Returns `None` if no plan was
/// found.
///
/// # Errors
/// An internal error.
fn plan(task: &PlanningTask, settings: &Settings) -> Result<Option<(TaskDecision, usize)>, Error> {
    let limits = GroundingLimits {
        actions: MAX_ACTIONS,
        ..GroundingLimits::until(&settings.stop)
    };
    let Ok(Some(mut parts)) = task.partial_grounding(&limits) else {
        return Ok(None);
    };
    let mut work = FIRST_SEARCH;
    while let Some(Ok(part)) = parts.next_part(&limits) {
        if let Some(decided) = find_plan(&part, work, settings)? {
            return Ok(Some((decided, part.actions())));
        }
        if settings.stop.stop_reason().is_some() {
            break;
        }
        work = work.saturating_mul(2);
    }
    Ok(None)
}
