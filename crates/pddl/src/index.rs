//! Atoms by predicate, and by predicate, place and object, to be matched with conditions.

use crate::condition::{Atom, ObjectId, Term};
use crate::problem::GroundAtom;
use rustc_hash::FxHashMap;

/// The atoms.
#[derive(Default)]
pub(crate) struct Index {
    atoms: FxHashMap<usize, Vec<Vec<ObjectId>>>,
    at: FxHashMap<(usize, usize, ObjectId), Vec<usize>>,
}

impl Index {
    pub(crate) fn insert(&mut self, atom: &GroundAtom) {
        let known = self.atoms.entry(atom.predicate).or_default();
        for (place, &object) in atom.arguments.iter().enumerate() {
            let key = (atom.predicate, place, object);
            self.at.entry(key).or_default().push(known.len());
        }
        known.push(atom.arguments.clone());
    }

    /// The arguments of an atom by its number.
    pub(crate) fn atom(&self, predicate: usize, number: usize) -> &[ObjectId] {
        &self.atoms[&predicate][number]
    }

    /// The numbers of atoms that may fit, as few as one argument with a value tells.
    pub(crate) fn fitting(&self, atom: &Atom, values: &[Option<ObjectId>]) -> Fitting<'_> {
        let all = self.atoms.get(&atom.predicate).map_or(0, Vec::len);
        let mut best = Fitting::All(all);
        for (place, term) in atom.arguments.iter().enumerate() {
            if let Some(object) = known(*term, values) {
                let some = self.at.get(&(atom.predicate, place, object));
                let some = Fitting::Some(some.map_or(&[], Vec::as_slice));
                if some.len() < best.len() {
                    best = some;
                }
            }
        }
        best
    }
}

/// Numbers of atoms of a predicate.
#[derive(Clone, Copy)]
pub(crate) enum Fitting<'i> {
    /// All numbers below this one.
    All(usize),
    /// These.
    Some(&'i [usize]),
}

impl Fitting<'_> {
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::All(count) => *count,
            Self::Some(numbers) => numbers.len(),
        }
    }

    pub(crate) fn get(&self, at: usize) -> usize {
        match self {
            Self::All(_) => at,
            Self::Some(numbers) => numbers[at],
        }
    }
}

/// The object that a term has so far.
pub(crate) fn known(term: Term, values: &[Option<ObjectId>]) -> Option<ObjectId> {
    match term {
        Term::Variable(variable) => values[variable],
        Term::Object(object) => Some(object),
    }
}

/// Gives the variables of an atom the objects of one that holds, where each `fits` its variable; the variables that got
/// one, or nothing if the atom does not fit.
pub(crate) fn bind(
    atom: &Atom,
    objects: &[ObjectId],
    values: &mut [Option<ObjectId>],
    fits: impl Fn(usize, ObjectId) -> bool,
) -> Option<Vec<usize>> {
    let mut bound = Vec::new();
    for (term, &object) in atom.arguments.iter().zip(objects) {
        let fits = match (*term, known(*term, values)) {
            (_, Some(known)) => known == object,
            (Term::Variable(variable), None) => {
                values[variable] = Some(object);
                bound.push(variable);
                fits(variable, object)
            }
            (Term::Object(_), None) => false,
        };
        if !fits {
            for variable in bound {
                values[variable] = None;
            }
            return None;
        }
    }
    Some(bound)
}
