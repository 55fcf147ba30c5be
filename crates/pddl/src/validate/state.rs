//! A state: the atoms that hold.

use crate::condition::ObjectId;
use crate::domain::LiftedDomain;
use crate::problem::{GroundAtom, Problem};
use crate::types::TypeId;
use rustc_hash::{FxHashMap, FxHashSet};

/// Most atoms that a message quotes from a state.
const MOST_QUOTED: usize = 12;

/// The atoms that hold, and what is needed to speak about them.
pub(super) struct State<'a> {
    pub(super) domain: &'a LiftedDomain,
    pub(super) problem: &'a Problem,
    pub(super) holding: FxHashSet<GroundAtom>,
    /// Schemas by name.
    pub(super) schemas: FxHashMap<&'a str, usize>,
}

/// A part of a condition that does not hold.
pub(super) struct Unmet {
    pub(super) text: String,
    pub(super) objects: Vec<ObjectId>,
    pub(super) predicate: Option<usize>,
}

impl<'a> State<'a> {
    pub(super) fn initial(domain: &'a LiftedDomain, problem: &'a Problem) -> Self {
        let names = domain.schemas.iter().map(|schema| schema.name.as_str());
        Self {
            domain,
            problem,
            holding: problem.initial.iter().cloned().collect(),
            schemas: names.zip(0..).collect(),
        }
    }

    /// The objects of one of these types.
    pub(super) fn objects_of(&self, types: &[TypeId]) -> Vec<ObjectId> {
        let hierarchy = self.domain.types();
        let all = self.problem.objects.iter().zip(0..);
        all.filter(|(object, _)| hierarchy.fits(&object.types, types))
            .map(|(_, id)| id)
            .collect()
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
        let both = self.holding.iter().any(|atom| same(atom) && shares(atom));
        let tells = |atom: &&GroundAtom| shares(atom) || (same(atom) && !both);
        let mut atoms: Vec<&GroundAtom> = self.holding.iter().filter(tells).collect();
        atoms.sort_by_key(|atom| (!shares(atom), !same(atom), *atom));
        atoms.truncate(MOST_QUOTED);
        let written = |atom: &&GroundAtom| self.problem.written(self.domain, atom);
        atoms.iter().map(written).collect()
    }
}
