//! Candidates that balance an action which spoils a smaller one.

use super::balance::Failure;
use super::candidate::{Candidate, Part};
use crate::problem::GroundAtom;
use crate::raw::{Packed, RawAction, facts};

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
