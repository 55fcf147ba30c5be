//! A candidate: how atoms fall into sets of which at most one might hold.

use crate::problem::GroundAtom;

/// Predicates whose atoms are counted together. Each has as many parameters as the others, and
/// perhaps one argument more that is counted over.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Candidate {
    /// Sorted by predicate, each predicate once.
    pub(super) parts: Vec<Part>,
}

/// One predicate of a candidate.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Part {
    pub(super) predicate: usize,
    /// For each parameter of the candidate the argument that it is.
    pub(super) order: Vec<usize>,
}

impl Candidate {
    /// The part for this predicate.
    pub(super) fn part(&self, predicate: usize) -> Option<&Part> {
        self.parts.iter().find(|part| part.predicate == predicate)
    }

    /// The candidate with one part more.
    pub(super) fn with(&self, part: Part) -> Self {
        let mut parts = self.parts.clone();
        parts.push(part);
        parts.sort();
        Self { parts }
    }
}

impl Part {
    /// The values of the candidate's parameters in this atom.
    pub(super) fn key(&self, atom: &GroundAtom) -> Vec<u32> {
        self.order
            .iter()
            .map(|argument| atom.arguments[*argument])
            .collect()
    }
}
