//! From a ground task to the planner: facts and actions by number.

use std::fmt;

use saut_base::BadInput;
use saut_task::task::{
    Action, Conditional, Fluent, GoalConstraint, Group, GroupKind, InvalidTask, Literal, Pairs,
    Rule, Task, TaskParts,
};

use crate::ground::{GroundAction, GroundAxiom, GroundTask, GroundingLimits, MissingCost, Stopped};
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
        limits.poll(ground.added.len() + ground.deleted.len())?;
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
        fluents: ground.facts.iter().map(|name| term(name)).collect(),
        actions,
        rules: ground.axioms.iter().map(rule).collect(),
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
    let task = task.with_provable_groups_within(groups, limits.stop.stop());
    let pairs = Pairs::find(task.transitions(), MOST_WORK, limits.stop.stop());
    limits.poll(0).map_err(NotCompiled::Stopped)?;
    Ok(task.with_provable_pairs_within(pairs, limits.stop.stop()))
}

fn rule(axiom: &GroundAxiom) -> Rule {
    let body = literals(&axiom.positive, true).chain(literals(&axiom.negative, false));
    Rule::new(fluent(axiom.head), body)
}

fn action(ground: &GroundAction) -> Action {
    let preconditions = literals(&ground.positive, true).chain(literals(&ground.negative, false));
    let effects = literals(&ground.added, true).chain(literals(&ground.deleted, false));
    let conditional = ground.conditional.iter().flat_map(|one| {
        let conditions = literals(&one.positive, true).chain(literals(&one.negative, false));
        let conditions: Vec<Literal> = conditions.collect();
        let effects = literals(&one.added, true).chain(literals(&one.deleted, false));
        effects.map(move |effect| Conditional {
            conditions: conditions.clone(),
            effect,
        })
    });
    let name = ground.name.trim_matches(['(', ')']);
    Action {
        conditional: conditional.collect(),
        cost: ground.cost,
        ..Action::new(term(name), preconditions, effects)
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
