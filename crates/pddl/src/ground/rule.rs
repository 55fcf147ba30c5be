//! The rules of the Datalog program, made from the actions.
//!
//! An action gives one rule for each body of its precondition, whose solutions are its ground actions, and one rule for
//! each conditional effect, which only says what becomes reachable. An axiom gives one rule for each body of its
//! condition.

use super::body::{Body, bodies};
use super::world::World;
use crate::condition::{Atom, Parameter};
use crate::domain::Schema;
use crate::effect::{Effect, SimpleEffect};

/// If the body holds, the heads are reachable.
pub(super) struct Rule<'a> {
    pub(super) body: Body<'a>,
    pub(super) heads: Vec<Atom>,
    /// Kind of the solutions.
    pub(super) of: Source,
}

/// Kind of the solutions of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// The ground actions of a schema.
    Schema(usize),
    /// The ground instances of an axiom.
    Axiom(usize),
    /// No ground action or instance: a conditional effect of a schema, which only makes facts reachable.
    Effect(usize),
}

impl Rule<'_> {
    /// Number of values of a solution: one for each variable, but one at least, so
    /// that solutions without variables can be counted.
    pub(super) fn width(&self) -> usize {
        self.body.sets.len().max(1)
    }
}

/// The effects of an action that take place whenever it does.
pub(super) fn always(schema: &Schema) -> impl Iterator<Item = &Effect> {
    schema.effects.iter().filter(|effect| effect.is_always())
}

/// The effects of an action under conditions or quantifiers.
pub(super) fn conditional(schema: &Schema) -> impl Iterator<Item = &Effect> {
    schema.effects.iter().filter(|effect| !effect.is_always())
}

/// The atoms that effects add, or delete.
pub(super) fn changed<'a>(
    effects: impl Iterator<Item = &'a Effect>,
    wanted: bool,
) -> impl Iterator<Item = &'a Atom> {
    let changes = effects.flat_map(|effect| &effect.changes);
    changes.filter_map(move |change| match change {
        SimpleEffect::Set(atom, adds) if *adds == wanted => Some(atom),
        SimpleEffect::Set(..) | SimpleEffect::Number(_) => None,
    })
}

/// All rules of a task.
pub(super) fn rules<'a>(world: &World<'a>) -> Vec<Rule<'a>> {
    let mut rules = Vec::new();
    for (number, schema) in world.domain.schemas.iter().enumerate() {
        let set = |variable: &Parameter| world.set(&variable.types);
        let sets: Vec<usize> = schema.parameters.iter().map(set).collect();
        let precondition = (sets.len(), &schema.precondition);
        for body in bodies(world, sets.clone(), &[precondition]) {
            rules.push(Rule {
                body,
                heads: changed(always(schema), true).cloned().collect(),
                of: Source::Schema(number),
            });
        }
        for effect in conditional(schema) {
            let heads = changed(std::iter::once(effect), true);
            let heads: Vec<Atom> = heads.cloned().collect();
            if heads.is_empty() {
                continue;
            }
            let mut sets = sets.clone();
            sets.extend(effect.variables.iter().map(set));
            let condition = (sets.len(), &effect.condition);
            for body in bodies(world, sets, &[precondition, condition]) {
                rules.push(Rule {
                    body,
                    heads: heads.clone(),
                    of: Source::Effect(number),
                });
            }
        }
    }
    for (number, axiom) in world.domain.axioms.iter().enumerate() {
        let sets = axiom.parameters.iter().map(|one| world.set(&one.types));
        let condition = (axiom.parameters.len(), &axiom.condition);
        for body in bodies(world, sets.collect(), &[condition]) {
            rules.push(Rule {
                body,
                heads: vec![axiom.head()],
                of: Source::Axiom(number),
            });
        }
    }
    rules
}
