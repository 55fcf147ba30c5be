//! From a ground task to the planner: facts and actions by number.

use std::fmt;

use saut_base::BadInput;
use saut_task::task::{Action, GoalConstraint, InvalidTask, Pairs, Task, TaskParts};

use crate::ground::{GroundTask, GroundingLimits, MissingCost, Stopped};
use crate::names::term;

/// Most operations on words, about a second of them, with which pairs of literals are looked for.
const MOST_WORK: usize = 500_000_000;

/// Reason why there is no task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotCompiled {
    /// A part of the goal cannot be reached even if nothing is ever deleted, so that there is no plan.
    GoalUnreachable {
        /// As [`crate::Grounding::GoalUnreachable`] has it.
        atom: String,
    },
    /// A number is out of range or an action contradicts itself; no task of this crate's grounder
    /// does.
    Invalid(InvalidTask),
    /// The limits said so: the planner holds all actions once more.
    Stopped(Stopped),
    /// The task has numbers, of which no formula of clauses is written.
    Numeric,
    /// Costs are to be small, and an action has none.
    MissingCost(MissingCost),
}

impl fmt::Display for NotCompiled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GoalUnreachable { atom } if atom == "goal" => {
                f.write_str("the goal is out of reach even if nothing is ever deleted")
            }
            Self::GoalUnreachable { atom } => {
                write!(
                    f,
                    "({atom}) is out of reach even if nothing is ever deleted"
                )
            }
            Self::Invalid(invalid) => invalid.fmt(f),
            Self::Stopped(why) => why.fmt(f),
            Self::Numeric => f.write_str("the task has numbers, and this is for tasks without"),
            Self::MissingCost(missing) => missing.fmt(f),
        }
    }
}

impl MissingCost {
    /// The error that it is, at a place.
    pub fn bad_input(&self, place: &str) -> BadInput {
        BadInput::new(place, self.to_string())
            .remedy("give it a value, or the action a precondition that excludes it, or leave out `:metric`")
    }
}

impl std::error::Error for NotCompiled {}

/// The task as the planner sees it: fact `n` is fluent `n`, and so for actions. Mutex groups that
/// the planner can prove by itself go with it; the others are left out.
///
/// # Errors
///
/// [`NotCompiled`].
pub fn compile(ground: &GroundTask, limits: &GroundingLimits) -> Result<Task, NotCompiled> {
    let actions = ground.actions.iter().map(|ground| {
        limits.poll(ground.action.effects.len())?;
        Ok(ground.action.clone())
    });
    let actions = actions
        .collect::<Result<Vec<Action>, Stopped>>()
        .map_err(NotCompiled::Stopped)?;
    let goal = ground.goal.iter().copied();
    let task = Task::new(TaskParts {
        fluents: ground.facts.iter().map(|name| term(name)).collect(),
        actions,
        rules: ground.axioms.clone(),
        start: ground.initial.clone(),
        goal: goal.map(GoalConstraint::Literal).collect(),
        ..TaskParts::default()
    })
    .map_err(NotCompiled::Invalid)?;
    let groups = ground.mutex_groups.iter().cloned();
    let task = task.with_provable_groups_within(groups, limits.stop.stop());
    let pairs = Pairs::find(task.transitions(), MOST_WORK, limits.stop.stop());
    limits.poll(0).map_err(NotCompiled::Stopped)?;
    Ok(task.with_provable_pairs_within(pairs, limits.stop.stop()))
}
