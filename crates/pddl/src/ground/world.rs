//! Facts known before grounding begins: which predicates change, which objects a type has.

use crate::condition::{Atom, Condition, ObjectId, Parameter, Term};
use crate::domain::LiftedDomain;
use crate::effect::{Effect, SimpleEffect};
use crate::problem::Problem;
use crate::types::TypeId;
use rustc_hash::FxHashMap;

/// A domain and a problem, seen by the grounder.
pub(super) struct World<'a> {
    pub(super) domain: &'a LiftedDomain,
    pub(super) problem: &'a Problem,
    /// For each predicate whether some action adds it, or an axiom derives it.
    pub(super) added: Vec<bool>,
    /// For each predicate whether some action deletes it, or an axiom derives it.
    pub(super) deleted: Vec<bool>,
    /// Each choice of types that a variable has, and the objects that fit.
    sets: FxHashMap<Vec<TypeId>, usize>,
    pub(super) members: Vec<Vec<ObjectId>>,
}

impl<'a> World<'a> {
    pub(super) fn new(domain: &'a LiftedDomain, problem: &'a Problem) -> Self {
        let predicates = domain.predicates().len();
        let mut world = Self {
            domain,
            problem,
            added: vec![false; predicates],
            deleted: vec![false; predicates],
            sets: FxHashMap::default(),
            members: Vec::new(),
        };
        for schema in &domain.schemas {
            world.declare(&schema.parameters);
            world.note_condition(&schema.precondition);
            for effect in &schema.effects {
                world.note_effect(effect);
            }
        }
        for axiom in &domain.axioms {
            world.declare(&axiom.parameters);
            world.note_condition(&axiom.condition);
            // What follows may cease to follow.
            world.added[axiom.predicate] = true;
            world.deleted[axiom.predicate] = true;
        }
        world.note_condition(&problem.goal);
        let trajectory = &problem.trajectory;
        let preferences = trajectory.preferences.iter();
        for preference in preferences.clone() {
            world.declare(&preference.parameters);
        }
        let preferences = preferences.map(|one| &one.constraint);
        let (mut conditions, mut quantifiers) = (Vec::new(), Vec::new());
        for constraint in trajectory.constraints.iter().chain(preferences) {
            constraint.visit(&mut |one| conditions.push(one), &mut |one| {
                quantifiers.push(one);
            });
        }
        let schemas = domain.schemas.iter();
        let soft = schemas.flat_map(|schema| &schema.preferences);
        conditions.extend(soft.map(|one| &one.condition));
        for condition in conditions {
            world.note_condition(condition);
        }
        for variables in quantifiers {
            world.declare(variables);
        }
        world
    }

    /// Whether the predicate is the same in all states.
    pub(super) fn is_static(&self, predicate: usize) -> bool {
        !self.added[predicate] && !self.deleted[predicate]
    }

    /// The number of the set of objects that fit one of these types.
    pub(super) fn set(&self, types: &[TypeId]) -> usize {
        self.sets[types]
    }

    /// The objects that fit the variable.
    pub(super) fn objects_of(&self, variable: &Parameter) -> &[ObjectId] {
        &self.members[self.set(&variable.types)]
    }

    fn declare(&mut self, variables: &[Parameter]) {
        for variable in variables {
            if self.sets.contains_key(&variable.types) {
                continue;
            }
            let types = self.domain.types();
            let fitting = self.problem.objects_of(&variable.types, types);
            self.members.push(fitting);
            self.sets
                .insert(variable.types.clone(), self.members.len() - 1);
        }
    }

    fn note_condition(&mut self, condition: &Condition) {
        if let Condition::Exists(variables, _) | Condition::ForAll(variables, _) = condition {
            self.declare(variables);
        }
        for part in condition.children() {
            self.note_condition(part);
        }
    }

    fn note_effect(&mut self, effect: &Effect) {
        self.declare(&effect.variables);
        self.note_condition(&effect.condition);
        for change in &effect.changes {
            match change {
                SimpleEffect::Add(atom) => self.added[atom.predicate] = true,
                SimpleEffect::Delete(atom) => self.deleted[atom.predicate] = true,
                SimpleEffect::Number(_) => {}
            }
        }
    }
}

/// The object a term stands for.
pub(super) fn value(term: Term, values: &[ObjectId]) -> ObjectId {
    match term {
        Term::Variable(level) => values[level],
        Term::Object(object) => object,
    }
}

/// Writes the objects of an atom into `tuple`.
pub(super) fn fill(tuple: &mut Vec<ObjectId>, atom: &Atom, values: &[ObjectId]) {
    tuple.clear();
    tuple.extend(atom.arguments.iter().map(|term| value(*term, values)));
}
