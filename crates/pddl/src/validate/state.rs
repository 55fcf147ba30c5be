//! A state: the atoms that hold.

use super::alternatives::{Alternative, alternatives};
use crate::condition::ObjectId;
use crate::domain::LiftedDomain;
use crate::problem::{GroundAtom, Problem};
use crate::types::TypeId;
use rustc_hash::{FxHashMap, FxHashSet};
use saut_numeric::Rational;
use saut_task::stop::{Stop, StopReason};
use std::cell::Cell;

/// Most atoms that a message quotes from a state.
const MOST_QUOTED: usize = 12;

/// The atoms that hold, and what is needed to speak about them.
pub(super) struct State<'a> {
    pub(super) domain: &'a LiftedDomain,
    pub(super) problem: &'a Problem,
    /// Atoms of predicates that actions change.
    pub(super) holding: FxHashSet<GroundAtom>,
    /// Atoms that follow by the axioms.
    pub(super) derived: FxHashSet<GroundAtom>,
    /// The values of functions, in a task with numbers.
    pub(super) numbers: FxHashMap<GroundAtom, Rational>,
    /// The axioms, by strata.
    pub(super) alternatives: Vec<Vec<Alternative>>,
    /// Schemas by name.
    pub(super) schemas: FxHashMap<&'a str, usize>,
    stop: &'a Stop,
    /// Number of times that it was asked whether to go on.
    asked: Cell<u32>,
    /// Reason why the replay ended; what is found from then on means nothing.
    pub(super) ended: Cell<Option<StopReason>>,
}

/// A part of a condition that does not hold.
pub(super) struct Unmet {
    pub(super) text: String,
    pub(super) objects: Vec<ObjectId>,
    pub(super) predicate: Option<usize>,
}

impl<'a> State<'a> {
    pub(super) fn initial(domain: &'a LiftedDomain, problem: &'a Problem, stop: &'a Stop) -> Self {
        let names = domain.schemas.iter().map(|schema| schema.name.as_str());
        let mut state = Self {
            domain,
            problem,
            holding: problem.initial.iter().cloned().collect(),
            schemas: names.zip(0..).collect(),
            stop,
            asked: Cell::new(0),
            ended: Cell::new(None),
            derived: FxHashSet::default(),
            numbers: problem
                .numbers
                .as_ref()
                .map(|numbers| numbers.values.clone())
                .unwrap_or_default(),
            alternatives: alternatives(domain),
        };
        state.derive();
        state
    }

    /// Whether to go on; looked at now and again.
    pub(super) fn poll(&self) -> bool {
        const EVERY: u32 = 1024;
        let asked = self.asked.get();
        self.asked.set(asked.wrapping_add(1));
        if asked.is_multiple_of(EVERY) && self.ended.get().is_none() {
            self.ended.set(self.stop.why());
        }
        self.ended.get().is_none()
    }

    /// The objects of one of these types.
    pub(super) fn objects_of(&self, types: &[TypeId]) -> Vec<ObjectId> {
        self.problem.objects_of(types, self.domain.types())
    }

    /// The atoms that a reader of the message would look at: those that share an object with
    /// what is unmet, the same predicate first; and where none is both, then those of the
    /// predicate.
    pub(super) fn about(&self, unmet: &Unmet) -> Vec<String> {
        let same = |atom: &GroundAtom| Some(atom.predicate) == unmet.predicate;
        let shares = |atom: &GroundAtom| {
            let mut arguments = atom.arguments.iter();
            arguments.any(|object| unmet.objects.contains(object))
        };
        let all = || self.holding.iter().chain(&self.derived);
        let both = all().any(|atom| same(atom) && shares(atom));
        let tells = |atom: &&GroundAtom| shares(atom) || (same(atom) && !both);
        let mut atoms: Vec<&GroundAtom> = all().filter(tells).collect();
        atoms.sort_by_key(|atom| (!shares(atom), !same(atom), *atom));
        atoms.truncate(MOST_QUOTED);
        let written = |atom: &&GroundAtom| self.problem.written(self.domain, atom);
        atoms.iter().map(written).collect()
    }
}
