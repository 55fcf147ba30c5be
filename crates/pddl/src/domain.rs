//! A domain: what the tasks of one kind have in common.

use crate::condition::{Atom, Condition, Parameter, Term};
use crate::effect::{Effect, NumericChange, SimpleEffect, TOTAL_COST};
use crate::trajectory::{Constraint, Preference, SoftPrecondition};
use crate::types::{OBJECT, TypeId, Types};
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHasher};
use saut_base::BadInput;
use std::hash::Hasher;

/// A domain as [`crate::read_domain`] read it; every name in it is declared and every atom has
/// as many arguments as its predicate has parameters.
#[derive(Clone, Debug)]
pub struct LiftedDomain {
    pub(crate) name: String,
    pub(crate) symbols: Symbols,
    pub(crate) schemas: Vec<Schema>,
    pub(crate) axioms: Vec<Axiom>,
    /// The axioms by number; each asks for negated predicates only of strata before its own.
    pub(crate) strata: Vec<Vec<usize>>,
    /// Constraints on all states of a plan, and preferences, in every problem.
    pub(crate) constraints: (Vec<Constraint>, Vec<Preference>),
    /// As declared, and what is used without it.
    pub(crate) requirements: Vec<String>,
    pub(crate) warnings: Vec<BadInput>,
    /// For each function whether an action changes it.
    pub(crate) changed: Vec<bool>,
    /// Whether an action compares numbers, or changes some in another way than costs.
    pub(crate) is_numeric: bool,
    /// Predicates without parameters of which exactly one holds in every state: the values of a variable in SAS+.
    pub(crate) variables: Vec<Vec<usize>>,
    /// Predicates without parameters of which at most one holds in every state, as a file in SAS+ claims. Nothing may rest
    /// on them without a proof.
    pub(crate) claimed_groups: Vec<Vec<usize>>,
    /// Tells problems of this domain from those of others.
    pub(crate) fingerprint: u64,
}

/// The declared names.
#[derive(Clone, Debug)]
pub(crate) struct Symbols {
    pub(crate) types: Types,
    pub(crate) predicates: Declarations,
    pub(crate) functions: Declarations,
    /// For each predicate whether axioms derive it.
    pub(crate) derived: Vec<bool>,
    pub(crate) objects: Objects,
}

/// Predicates or functions by their names in lower case, each with its parameters. Their places are their numbers.
pub(crate) type Declarations = IndexMap<String, Vec<Parameter>, FxBuildHasher>;

/// The name of a declared thing.
pub(crate) fn name_of<T>(declared: &IndexMap<String, T, FxBuildHasher>, number: usize) -> &str {
    declared.get_index(number).map_or("", |(name, _)| name)
}

/// Objects by their names in lower case, each with its types. Their places are their numbers. An object that was declared
/// with `either` has several types, and fits wherever one of them does.
pub(crate) type Objects = IndexMap<String, Vec<TypeId>, FxBuildHasher>;

/// An action with parameters.
#[derive(Clone, Debug)]
pub struct Schema {
    /// In lower case.
    pub name: String,
    /// Parameters whose values make its ground actions.
    pub parameters: Vec<Parameter>,
    /// Condition that must hold before.
    pub precondition: Condition,
    /// Conditions that a step may go without, for a price.
    pub preferences: Vec<SoftPrecondition>,
    /// Changes that it makes.
    pub effects: Vec<Effect>,
}

impl Schema {
    /// All changes of numbers. In a task without numbers these are its costs: it adds numbers and values of functions to
    /// `total-cost`, whatever holds.
    pub(crate) fn numeric_changes(&self) -> impl Iterator<Item = &NumericChange> {
        let changes = self.effects.iter().flat_map(|effect| &effect.changes);
        changes.filter_map(|change| match change {
            SimpleEffect::Number(change) => Some(&**change),
            SimpleEffect::Set(..) => None,
        })
    }
}

/// A rule: an atom of a derived predicate holds in every state in which the condition holds.
#[derive(Clone, Debug)]
pub struct Axiom {
    /// The number of the predicate.
    pub predicate: usize,
    /// Its arguments, each once.
    pub parameters: Vec<Parameter>,
    /// Over these parameters.
    pub condition: Condition,
    /// Place of it in the text.
    pub(crate) at: u32,
}

impl Axiom {
    /// The atom that it derives.
    pub(crate) fn head(&self) -> Atom {
        let arguments = (0..self.parameters.len()).map(Term::Variable);
        Atom::new(self.predicate, arguments.collect())
    }
}

impl LiftedDomain {
    /// A domain without types and as yet without actions and axioms; its only function is `total-cost`.
    pub(crate) fn untyped(name: &str, predicates: Declarations, constants: Vec<String>) -> Self {
        let constants = constants.into_iter().map(|name| (name, vec![OBJECT]));
        let mut hasher = FxHasher::default();
        hasher.write(name.as_bytes());
        Self {
            name: name.to_owned(),
            symbols: Symbols {
                types: Types::untyped(),
                derived: vec![false; predicates.len()],
                predicates,
                functions: Declarations::from_iter([(TOTAL_COST.to_owned(), Vec::new())]),
                objects: constants.collect(),
            },
            schemas: Vec::new(),
            axioms: Vec::new(),
            strata: Vec::new(),
            constraints: (Vec::new(), Vec::new()),
            requirements: Vec::new(),
            warnings: Vec::new(),
            changed: vec![true],
            is_numeric: false,
            variables: Vec::new(),
            claimed_groups: Vec::new(),
            fingerprint: hasher.finish(),
        }
    }

    /// All changes of atoms and numbers by actions.
    pub(crate) fn changes(&self) -> impl Iterator<Item = &SimpleEffect> {
        let effects = self.schemas.iter().flat_map(|schema| &schema.effects);
        effects.flat_map(|effect| &effect.changes)
    }

    /// For each predicate whether an action adds or deletes it.
    pub(crate) fn changed_predicates(&self) -> Vec<bool> {
        let mut changed = vec![false; self.symbols.predicates.len()];
        for change in self.changes() {
            if let SimpleEffect::Set(atom, _) = change {
                changed[atom.predicate] = true;
            }
        }
        changed
    }

    /// The name in `(define (domain ...))`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Warnings about the domain.
    pub fn warnings(&self) -> &[BadInput] {
        &self.warnings
    }

    /// The actions with parameters, in the order of the file.
    pub fn schemas(&self) -> &[Schema] {
        &self.schemas
    }
}
