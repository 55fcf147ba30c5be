//! Grounding: from a domain and a problem to a task without variables.
//!
//! 1. The actions become rules (`rule`, `body`), and all their solutions over relaxed reachable
//!    atoms are found by joins (`reachable`, `join_plan`, `join`).
//! 2. The solutions become ground actions and ground axioms (`instantiate`), without disjunctions and conditional
//!    effects (`formula`, `split`, `auxiliary`), and what static predicates say is folded in.
//!    Trajectory constraints and preferences become facts and effects on the way (`monitors`).
//! 3. Actions that can never be applicable are left out (`forward`), also because two of their
//!    preconditions exclude each other (`crate::invariants`).
//! 4. Facts and actions that do not matter for the goal are left out (`relevance`), and the rest
//!    is numbered and named (`finish`).
//!
//! Helmert: *Concise finite-domain representations for PDDL planning tasks* (2009).

mod achievers;
pub(crate) mod auxiliary;
mod body;
mod finish;
mod formula;
mod formulas;
mod forward;
mod goal;
mod instantiate;
mod join;
mod join_plan;
mod limits;
mod monitors;
pub(crate) mod part;
mod possible;
mod reachable;
mod relation;
mod relevance;
mod rule;
mod split;
mod task;
#[cfg(test)]
mod tests;
mod world;

pub use limits::{GroundingLimits, Stopped};
pub use task::{GroundAction, GroundTask, MissingCost, Reached};

use crate::domain::LiftedDomain;
use crate::measure::Quality;
use crate::problem::Problem;
use crate::relaxed::{Numbers, unreachable_goal};
use auxiliary::Auxiliary;
use formulas::Formulas;
use goal::Goal;
use monitors::Monitors;
use world::World;

/// Result of grounding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Grounding {
    /// The ground task.
    Task(Box<GroundTask>),
    /// A part of the goal cannot be reached even if nothing is ever deleted, so that there is
    /// no plan.
    GoalUnreachable {
        /// The atom that is needed, with `not` before it if it must not hold, or `goal` if the
        /// goal has no such part alone.
        atom: String,
    },
    /// A limit was reached.
    Stopped(Stopped),
}

/// Grounds a task.
///
/// # Panics
///
/// If the problem was read with another domain.
pub fn ground(
    domain: &LiftedDomain,
    problem: &Problem,
    quality: Quality,
    limits: &GroundingLimits,
) -> Grounding {
    problem.assert_of(domain);
    let attempt = |prunes| {
        let found = try_ground(domain, problem, limits, prunes, quality);
        found.unwrap_or_else(Grounding::Stopped)
    };
    let found = attempt(true);
    let is_out_of_reach = matches!(found, Grounding::GoalUnreachable { .. });
    let stop = limits.stop.stop();
    let is_reachable = |numbers| unreachable_goal(domain, problem, numbers, stop) == Ok(None);
    // What mutex groups and contradictions put out of reach is for a certificate to say: then all that the
    // relaxation reaches is kept.
    if is_out_of_reach
        && is_reachable(Numbers::Any)
        && (!problem.is_numeric || is_reachable(Numbers::InRanges))
    {
        return attempt(false);
    }
    found
}

fn try_ground(
    domain: &LiftedDomain,
    problem: &Problem,
    limits: &GroundingLimits,
    prunes: bool,
    quality: Quality,
) -> Result<Grounding, Stopped> {
    let world = World::new(domain, problem);
    let rules = rule::rules(&world);
    let mut reachable = reachable::reachable(&world, &rules, limits)?;
    let mut first = Vec::new();
    let mut facts = 0;
    for predicate in 0..world.added.len() {
        first.push(facts);
        if !world.is_static(predicate) {
            facts += reachable.relations[predicate].len();
        }
    }
    let mut formulas = Formulas {
        world: &world,
        reachable: &reachable,
        first: &first,
        parts: 0,
        tuple: Vec::new(),
        limits,
        auxiliary: Auxiliary {
            atoms: facts,
            ..Auxiliary::default()
        },
    };
    let monitors = Monitors::new(&mut formulas, quality, limits)?;
    let (mut actions, missing_cost) =
        instantiate::actions(&mut formulas, &rules, &monitors, limits)?;
    let axioms = instantiate::axioms(&mut formulas, &rules, limits)?;
    let goal = goal::goal(&mut formulas, &monitors, &mut actions, prunes)?;
    let goal = match goal {
        Goal::Literals(goal) => goal,
        Goal::Unreachable(atom) => return Ok(Grounding::GoalUnreachable { atom }),
    };
    let mut auxiliary = formulas.auxiliary;
    auxiliary.axioms.extend(axioms);
    reachable.solutions = Vec::new();
    let mut found = finish::finish(
        &world, &reachable, actions, auxiliary, &goal, limits, prunes,
    )?;
    if let Grounding::Task(task) = &mut found {
        task.missing_cost = missing_cost;
    }
    Ok(found)
}
