//! Properties of a task that are known before grounding: the predicates that change, and the objects of each type.

use crate::condition::{Atom, Comparison, ObjectId};
use crate::domain::Domain;
use crate::problem::{GroundAtom, ObjectsByType, Problem};
use crate::types::TypeId;
use std::cell::RefCell;
use std::rc::Rc;

/// A domain and a problem, prepared for the grounder.
pub(super) struct GroundingContext<'a> {
    pub(super) domain: &'a Domain,
    pub(super) problem: &'a Problem,
    /// For each predicate, whether some action adds it or an axiom derives it.
    pub(super) added: Vec<bool>,
    /// For each predicate, whether some action deletes it or an axiom derives it.
    pub(super) deleted: Vec<bool>,
    pub(super) objects: ObjectsByType<'a>,
    /// The combinations of types of rule variables. Each combination represents the set of objects of these types.
    sets: RefCell<Vec<Vec<TypeId>>>,
}

impl<'a> GroundingContext<'a> {
    pub(super) fn new(problem: &'a Problem) -> Self {
        let domain = &*problem.domain;
        // Derived atoms can become true and false.
        let mut added = domain.symbols.derived.clone();
        let mut deleted = added.clone();
        for (atom, adds) in domain.set_atoms() {
            let changed = if *adds { &mut added } else { &mut deleted };
            changed[atom.predicate] = true;
        }
        Self {
            domain,
            problem,
            added,
            deleted,
            objects: ObjectsByType::new(problem),
            sets: RefCell::default(),
        }
    }

    /// Whether the same atoms of the predicate hold in all states.
    pub(super) fn is_static(&self, predicate: usize) -> bool {
        !self.added[predicate] && !self.deleted[predicate]
    }

    /// Whether a relation can get more tuples. This is true for a predicate that an action adds or an axiom derives,
    /// and false for a set of objects.
    pub(super) fn grows(&self, relation: usize) -> bool {
        self.added.get(relation) == Some(&true)
    }

    /// Whether every function of the comparison has a value or is changed by an action. If not, the comparison never
    /// holds.
    pub(super) fn may_have_values(&self, comparison: &Comparison, values: &[ObjectId]) -> bool {
        let mut functions = comparison.functions().into_iter();
        functions.all(|function| {
            let has_value = |applied| self.problem.values.contains_key(&applied);
            self.domain.changed[function.predicate] || has_value(GroundAtom::of(function, values))
        })
    }

    /// Returns the number of the set of objects that have one of these types.
    pub(super) fn set(&self, types: &[TypeId]) -> usize {
        let mut sets = self.sets.borrow_mut();
        let known = sets.iter().position(|known| known == types);
        known.unwrap_or_else(|| {
            sets.push(types.to_vec());
            sets.len() - 1
        })
    }

    pub(super) fn members(&self) -> Vec<Rc<[ObjectId]>> {
        let sets = self.sets.borrow();
        sets.iter().map(|types| self.objects.of(types)).collect()
    }
}

/// Writes the objects of an atom into `tuple`.
pub(super) fn fill(tuple: &mut Vec<ObjectId>, atom: &Atom, values: &[ObjectId]) {
    tuple.clear();
    tuple.extend(atom.arguments.iter().map(|term| term.object(values)));
}
