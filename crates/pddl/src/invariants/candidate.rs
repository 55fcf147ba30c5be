//! A candidate: how atoms fall into sets of which at most one might hold. One that an action spoils is refined: it gets
//! another predicate that balances the action.

use crate::problem::GroundAtom;
use crate::raw::{Packed, RawAction, facts};

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

/// An action that adds a fact of an instance without deleting one.
pub(super) struct Failure {
    pub(super) action: usize,
    /// The values of the candidate's parameters.
    pub(super) key: Vec<u32>,
}

/// Most ways in which one atom is matched to the parameters.
const MOST_ORDERS: usize = 24;

/// The candidate with one predicate more, for each atom that the action requires and deletes
/// and that can be matched to the parameters of the spoilt instance.
pub(super) fn refinements(
    candidate: &Candidate,
    failure: &Failure,
    atoms: &[GroundAtom],
    actions: &[RawAction],
) -> Vec<Candidate> {
    let action = &actions[failure.action];
    let mut refined = Vec::new();
    for fact in facts(&action.effects, false) {
        let required = Packed::new(fact, true);
        if action.preconditions.binary_search(&required).is_err() {
            continue;
        }
        // The fact that stands for a disjunctive goal is no atom, and is never deleted.
        let Some(atom) = atoms.get(fact as usize) else {
            continue;
        };
        if candidate.part(atom.predicate).is_some() {
            continue;
        }
        let missing = atom.arguments.len().checked_sub(failure.key.len());
        if !matches!(missing, Some(0 | 1)) {
            continue;
        }
        let mut orders = Vec::new();
        match_orders(&failure.key, atom, &mut Vec::new(), &mut orders);
        let parts = orders.into_iter().map(|order| Part {
            predicate: atom.predicate,
            order,
        });
        refined.extend(parts.map(|part| candidate.with(part)));
    }
    refined
}

/// All ways to give each value of the key an argument of its own that has this value.
fn match_orders(
    key: &[u32],
    atom: &GroundAtom,
    order: &mut Vec<usize>,
    orders: &mut Vec<Vec<usize>>,
) {
    if orders.len() == MOST_ORDERS {
        return;
    }
    let Some(value) = key.get(order.len()) else {
        orders.push(order.clone());
        return;
    };
    for (argument, object) in atom.arguments.iter().enumerate() {
        if object == value && !order.contains(&argument) {
            order.push(argument);
            match_orders(key, atom, order, orders);
            order.pop();
        }
    }
}

/// Facts of which at most one holds; sorted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct RawGroup {
    pub(crate) facts: Vec<u32>,
    pub(crate) exactly_one: bool,
}
