//! Grounds a problem: makes a task without variables.
//!
//! 1. The actions become rules (`rule`). Joins find all solutions of the rules over the relaxed reachable atoms
//!    (`reachable`, `join_plan`, `join`).
//! 2. The solutions become ground actions and ground axioms (`instantiate`). Disjunctions and conditional effects are
//!    compiled into cases or derived facts (`formula`, `split`), and static atoms into truth values. Trajectory
//!    constraints and preferences become facts and effects (`monitors`).
//! 3. Actions that can never be applicable are left out (`relaxed_reachability`), for example if two of their
//!    preconditions are mutex (`crate::invariants`).
//! 4. Facts and actions that do not matter for the goal are left out (`relaxed_reachability`), and the rest is numbered
//!    and named (`simplify`).
//!
//! Helmert: *Concise finite-domain representations for PDDL planning tasks* (2009).

use context::GroundingContext;
use formula::{ConditionGrounder, DefinedFacts};
use monitors::Monitors;
use saut_task::task::{Action, GoalConstraint, Pairs, Task, TaskParts};

use crate::measure::Quality;
use crate::names::term;
use crate::problem::Problem;
use crate::relaxed::{NumericRelaxation, unreachable_goal};

mod context;
pub(crate) mod formula;
mod goal;
mod instantiate;
mod join;
mod join_plan;
mod limits;
mod monitors;
mod reachable;
mod relation;
mod relaxed_reachability;
pub(crate) mod relevant_atoms;
mod rule;
mod simplify;
mod split;
mod task;
#[cfg(test)]
mod tests;

pub use limits::{GroundingLimits, Stopped};
pub use task::{GroundAction, GroundTask, GroundingError, MissingCost};

/// Grounds a task.
///
/// # Errors
///
/// [`GroundingError`], for example if the goal is unreachable or a limit is reached.
pub fn ground(
    problem: &Problem,
    quality: Quality,
    limits: &GroundingLimits,
) -> Result<GroundTask, GroundingError> {
    let attempt = |prunes| try_ground(problem, limits, prunes, quality);
    let found = attempt(true);
    let stop = limits.stop.stop();
    let is_reachable = |numbers| unreachable_goal(problem, numbers, stop) == Ok(None);
    // If the goal is unreachable only because of mutex groups and contradictions, a certificate must show this. For
    // this certificate, all facts and actions that the relaxation reaches are kept.
    if matches!(found, Err(GroundingError::GoalUnreachable { .. }))
        && is_reachable(NumericRelaxation::Any)
        && (!problem.is_numeric || is_reachable(NumericRelaxation::InRanges))
    {
        return attempt(false);
    }
    found
}

fn try_ground(
    problem: &Problem,
    limits: &GroundingLimits,
    prunes: bool,
    quality: Quality,
) -> Result<GroundTask, GroundingError> {
    let context = GroundingContext::new(problem);
    let rules = rule::rules(&context);
    let mut reachable = reachable::reachable(&context, &rules, limits)?;
    let mut first = Vec::new();
    let mut facts = 0;
    for predicate in 0..context.added.len() {
        first.push(facts);
        if !context.is_static(predicate) {
            facts += reachable.relations[predicate].len();
        }
    }
    let mut formulas = ConditionGrounder {
        context: &context,
        reachable: &reachable,
        first: &first,
        parts: 0,
        tuple: Vec::new(),
        limits,
        auxiliary: DefinedFacts {
            atoms: facts,
            ..DefinedFacts::default()
        },
    };
    let monitors = Monitors::new(&mut formulas, quality)?;
    let (mut actions, missing_cost) = instantiate::actions(&mut formulas, &rules, &monitors)?;
    let axioms = instantiate::axioms(&mut formulas, &rules)?;
    let goal = goal::goal(&mut formulas, &monitors, &mut actions, prunes)?;
    let mut auxiliary = formulas.auxiliary;
    auxiliary.axioms.extend(axioms);
    reachable.solutions = Vec::new();
    let mut task = simplify::simplify(
        &context, &reachable, actions, auxiliary, &goal, limits, prunes,
    )?;
    task.missing_cost = missing_cost;
    Ok(task)
}

/// Maximum number of word operations in the search for mutex pairs of literals.
const MAX_WORK: usize = 500_000_000;

/// Returns the task for the planner. Facts become fluents with the same numbers, and actions keep their numbers. The
/// task contains only the mutex groups that the planner can prove.
///
/// # Errors
///
/// [`GroundingError::Invalid`], or [`GroundingError::Stopped`] if a limit is reached.
pub fn compile(ground: &GroundTask, limits: &GroundingLimits) -> Result<Task, GroundingError> {
    let actions = ground.actions.iter().map(|ground| {
        limits.poll(ground.action.effects.len())?;
        Ok(ground.action.clone())
    });
    let actions = actions.collect::<Result<Vec<Action>, Stopped>>()?;
    let goal = ground.goal.iter().copied();
    let task = Task::new(TaskParts {
        fluents: ground.facts.iter().map(|name| term(name)).collect(),
        actions,
        rules: ground.axioms.clone(),
        start: ground.initial.clone(),
        goal: goal.map(GoalConstraint::Literal).collect(),
        ..TaskParts::default()
    })?;
    let groups = ground.mutex_groups.iter().chain(&ground.claimed_groups);
    let groups = groups.cloned();
    let task = task.with_provable_groups_within(groups, limits.stop.stop());
    let pairs = Pairs::find(task.transitions(), MAX_WORK, limits.stop.stop());
    limits.poll(0)?;
    Ok(task.with_provable_pairs_within(pairs, limits.stop.stop()))
}
