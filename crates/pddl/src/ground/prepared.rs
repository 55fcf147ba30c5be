//! Rules prepared for joins: their atoms as lookups, and the plans made so far.

use super::join_plan::{JoinPlan, Lookup};
use super::rule::Rule;
use super::world::World;
use crate::condition::{Atom, Term};

/// A rule prepared for joins.
pub(super) struct Prepared {
    pub(super) atoms: Vec<Lookup>,
    pub(super) absent: Vec<Lookup>,
    /// For each atom as the trigger the plan, and for how many facts it was made; the last one
    /// is for no trigger.
    pub(super) plans: Vec<Option<(JoinPlan, usize)>>,
}

/// Turns the atoms and the sets of the variables into lookups.
pub(super) fn prepare(world: &World, rule: &Rule) -> Prepared {
    let lookup = |atom: &Atom| Lookup {
        relation: atom.predicate,
        arguments: atom.arguments.clone(),
    };
    let mut atoms: Vec<Lookup> = rule.body.positive.iter().map(lookup).collect();
    for (variable, set) in rule.body.sets.iter().enumerate() {
        atoms.push(Lookup {
            relation: world.added.len() + set,
            arguments: vec![Term::Variable(variable)],
        });
    }
    let never_deleted = rule
        .body
        .negative
        .iter()
        .filter(|atom| !world.deleted[atom.predicate]);
    Prepared {
        absent: never_deleted.map(lookup).collect(),
        plans: (0..=atoms.len()).map(|_| None).collect(),
        atoms,
    }
}
