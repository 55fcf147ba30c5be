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

impl Prepared {
    /// Whether no atom of the body can be made true, so that nothing triggers the rule.
    pub(super) fn is_of_the_start(&self, world: &World) -> bool {
        let mut atoms = self.atoms.iter();
        atoms.all(|atom| world.added.get(atom.relation) != Some(&true))
    }
}

/// For each predicate the atoms of bodies that a new tuple may be, each by its rule and its place there.
pub(super) fn triggers(world: &World, prepared: &[Prepared]) -> Vec<Vec<(usize, usize)>> {
    let mut triggers = vec![Vec::new(); world.added.len()];
    for (number, rule) in prepared.iter().enumerate() {
        for (atom, lookup) in rule.atoms.iter().enumerate() {
            if world.added.get(lookup.relation) == Some(&true) {
                triggers[lookup.relation].push((number, atom));
            }
        }
    }
    triggers
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
