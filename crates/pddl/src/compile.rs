//! From a ground task to the planner, and from its plans back to the rules.
//!
//! The planner works on a [`Task`]: facts and actions by number. Its plans come back as numbers of
//! actions, are written as the steps of a plan file, and are judged by a validator that has seen
//! neither the task nor the grounder: [`crate::validate()`] on the lifted task, [`crate::validate_sas`] on the
//! variables of the file.

use std::fmt;

use rustc_hash::FxHashMap;
use saut_plan::task::{
    Action, ActionId, Fluent, GoalConstraint, Group, GroupKind, InvalidTask, Literal, Pairs, Task,
    TaskParts,
};
use saut_plan::{Plan as Steps, RefusedReplay};

use crate::domain::LiftedDomain;
use crate::ground::{GroundAction, GroundTask, GroundingLimits, Stopped};
use crate::plan::{NamedPlan, PlanStep};
use crate::problem::Problem;
use crate::sas::{SasTask, ValidatedSasPlan, validate_sas_to_the_goal};
use crate::validate::{ValidatedPlan, validate_to_the_goal};

/// Pairs of literals are looked for with so many operations on words, a second at most.
const MOST_WORK: usize = 500_000_000;

/// Why there is no task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotCompiled {
    /// A number is out of range or an action contradicts itself; no task of this crate's grounder
    /// does.
    Invalid(InvalidTask),
    /// The limits said so: the planner holds all actions once more.
    Stopped(Stopped),
}

impl fmt::Display for NotCompiled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Invalid(invalid) => invalid.fmt(f),
            Self::Stopped(why) => why.fmt(f),
        }
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
    let actions = ground.actions.iter().enumerate().map(|(done, ground)| {
        limits.poll(done)?;
        Ok(action(ground))
    });
    let actions = actions
        .collect::<Result<Vec<Action>, Stopped>>()
        .map_err(NotCompiled::Stopped)?;
    let wanted = |facts: &[u32], value| -> Vec<GoalConstraint> {
        let literals = literals(facts, value);
        literals.map(GoalConstraint::Literal).collect()
    };
    let mut goal = wanted(&ground.positive_goal, true);
    goal.extend(wanted(&ground.negative_goal, false));
    let task = Task::new(TaskParts {
        fluents: ground.facts.iter().map(|name| written(name)).collect(),
        actions,
        start: ground.initial.iter().copied().map(fluent).collect(),
        goal,
        ..TaskParts::default()
    })
    .map_err(NotCompiled::Invalid)?;
    let groups = ground.mutex_groups.iter().map(|group| Group {
        fluents: group.facts.iter().copied().map(fluent).collect(),
        kind: if group.exactly_one {
            GroupKind::ExactlyOne
        } else {
            GroupKind::AtMostOne
        },
    });
    let task = task.with_provable_groups(groups);
    let pairs = Pairs::find(&task, MOST_WORK, limits.should_stop);
    limits.poll(0).map_err(NotCompiled::Stopped)?;
    Ok(task.with_provable_pairs(pairs))
}

fn action(ground: &GroundAction) -> Action {
    let preconditions = literals(&ground.positive, true).chain(literals(&ground.negative, false));
    let effects = literals(&ground.added, true).chain(literals(&ground.deleted, false));
    Action {
        cost: ground.cost,
        ..Action::new(written(&ground.name), preconditions, effects)
    }
}

fn literals(facts: &[u32], value: bool) -> impl Iterator<Item = Literal> + '_ {
    facts.iter().map(move |&fact| Literal {
        fluent: fluent(fact),
        value,
    })
}

fn fluent(fact: u32) -> Fluent {
    Fluent::new(fact as usize)
}

/// `(move a b)` as `move(a,b)`: names in formulas have no spaces.
fn written(name: &str) -> String {
    let name = name.trim_matches(['(', ')']);
    let mut words = name.split_whitespace();
    let head = words.next().unwrap_or_default();
    let arguments: Vec<&str> = words.collect();
    if arguments.is_empty() {
        return head.to_owned();
    }
    format!("{head}({})", arguments.join(","))
}

/// `(move a b)` as a step of a plan.
fn step(name: &str) -> PlanStep {
    let name = name.trim();
    let inside = name.strip_prefix('(').unwrap_or(name);
    let inside = inside.strip_suffix(')').unwrap_or(inside);
    let mut words = inside.split_whitespace().map(str::to_owned);
    PlanStep {
        action: words.next().unwrap_or_default(),
        arguments: words.collect(),
    }
}

/// The steps of a plan of numbers, as a plan file has them.
fn plan_of<'a>(actions: impl Iterator<Item = &'a GroundAction>) -> NamedPlan {
    NamedPlan {
        steps: actions.map(|action| step(&action.name)).collect(),
    }
}

/// A PDDL task for the planner.
#[derive(Debug)]
pub struct PddlDomain<'a> {
    domain: &'a LiftedDomain,
    problem: &'a Problem,
    ground: &'a GroundTask,
    task: Task,
}

impl<'a> PddlDomain<'a> {
    /// The ground task of this problem, whose plans the validator judges.
    ///
    /// # Errors
    ///
    /// As [`compile`].
    pub fn new(
        domain: &'a LiftedDomain,
        problem: &'a Problem,
        ground: &'a GroundTask,
        limits: &GroundingLimits,
    ) -> Result<Self, NotCompiled> {
        Ok(Self {
            domain,
            problem,
            ground,
            task: compile(ground, limits)?,
        })
    }

    /// The ground actions that a plan names, in its order: of an action with conditional effects or a
    /// disjunctive precondition all its cases. `None` if the task has no action of a name.
    pub fn actions_of(&self, plan: &NamedPlan) -> Option<Vec<Vec<ActionId>>> {
        let mut by_name: FxHashMap<PlanStep, Vec<ActionId>> = FxHashMap::default();
        for (id, action) in self.task.action_ids().zip(&self.ground.actions) {
            if action.schema.is_some() {
                by_name.entry(step(&action.name)).or_default().push(id);
            }
        }
        let steps = plan.steps.iter();
        steps.map(|step| by_name.get(step).cloned()).collect()
    }

    /// The steps of a formula that are no steps of a plan: one, which says that a disjunctive goal is
    /// reached, or none.
    pub fn goal_steps(&self) -> usize {
        let mut actions = self.ground.actions.iter();
        usize::from(actions.any(|action| action.schema.is_none()))
    }
}

impl saut_plan::Domain for PddlDomain<'_> {
    type Replayed = ValidatedPlan;

    fn task(&self) -> &Task {
        &self.task
    }

    fn replay(&self, plan: Steps<ActionId>) -> Result<ValidatedPlan, RefusedReplay> {
        let actions = plan.actions();
        let actions = actions.map_while(|id| self.ground.actions.get(id.index()));
        // The one that says that a goal which is a choice is reached is no step of a plan. What a formula puts
        // beside it or behind it may spoil the goal again, and is left out with all that follows the first goal state.
        let plan = plan_of(actions.take_while(|action| action.schema.is_some()));
        validate_to_the_goal(self.domain, self.problem, &plan).map_err(RefusedReplay::new)
    }
}

/// A SAS+ task for the planner.
#[derive(Debug)]
pub struct SasDomain<'a> {
    sas: &'a SasTask,
    ground: &'a GroundTask,
    task: Task,
}

impl<'a> SasDomain<'a> {
    /// The task of the file in facts, whose plans are judged on the variables of the file.
    ///
    /// # Errors
    ///
    /// As [`compile`].
    pub fn new(
        sas: &'a SasTask,
        ground: &'a GroundTask,
        limits: &GroundingLimits,
    ) -> Result<Self, NotCompiled> {
        Ok(Self {
            sas,
            ground,
            task: compile(ground, limits)?,
        })
    }
}

impl saut_plan::Domain for SasDomain<'_> {
    type Replayed = ValidatedSasPlan;

    fn task(&self) -> &Task {
        &self.task
    }

    fn replay(&self, plan: Steps<ActionId>) -> Result<ValidatedSasPlan, RefusedReplay> {
        let actions = plan.actions();
        let plan = plan_of(actions.map_while(|id| self.ground.actions.get(id.index())));
        validate_sas_to_the_goal(self.sas, &plan).map_err(RefusedReplay::new)
    }
}
