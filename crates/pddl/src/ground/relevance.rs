//! Relevance to the goal: facts that occur in it or in the precondition of an action that
//! matters, and actions that make such a fact hold or fail as it is needed.
//!
//! Leaving everything else out loses no plan but for superfluous steps.

use crate::raw::{Packed, RawAction};
use rustc_hash::FxHashMap;
use saut_base::lists::number;

/// Relevant facts and actions.
pub(super) struct Relevant {
    pub(super) facts: Vec<bool>,
    pub(super) actions: Vec<bool>,
}

/// For each head the axioms that derive it, by number.
fn by_head(axioms: &[RawAction], facts: usize) -> Vec<Vec<u32>> {
    if axioms.is_empty() {
        return Vec::new();
    }
    let mut by_head = vec![Vec::new(); facts];
    for (axiom, place) in axioms.iter().zip(0..) {
        for head in &axiom.effects {
            by_head[head.fact() as usize].push(place);
        }
    }
    by_head
}

/// Goes backward from the goal.
///
/// An axiom matters with its head: a derived fact holds where the body of one holds, and fails where all bodies do.
pub(super) fn relevant(
    actions: &[RawAction],
    axioms: &[RawAction],
    facts: usize,
    goal: &[Packed],
) -> Relevant {
    let by_head = by_head(axioms, facts);
    let mut makers: Vec<Vec<u32>> = vec![Vec::new(); 2 * facts];
    for (action, place) in actions.iter().zip(0..) {
        for effect in &action.effects {
            makers[effect.index()].push(place);
        }
    }
    // A conditional effect on a fact that matters matters whether it takes place or not.
    let mut conditional: FxHashMap<u32, Vec<(usize, usize)>> = FxHashMap::default();
    for (place, action) in actions.iter().enumerate() {
        for (effect, one) in action.conditional.iter().enumerate() {
            for changed in &one.effects {
                let making = conditional.entry(changed.fact()).or_default();
                making.push((place, effect));
            }
        }
    }
    let mut needed = vec![false; 2 * facts];
    let mut relevant = Relevant {
        facts: vec![false; facts],
        actions: vec![false; actions.len()],
    };
    let mut open: Vec<Packed> = goal.to_vec();
    while let Some(literal) = open.pop() {
        if std::mem::replace(&mut needed[literal.index()], true) {
            continue;
        }
        let fact = literal.fact();
        relevant.facts[fact as usize] = true;
        for &axiom in by_head.get(fact as usize).into_iter().flatten() {
            let body = axioms[axiom as usize].preconditions.iter();
            let asked = |one: &Packed| if literal.holds() { *one } else { one.negated() };
            open.extend(body.map(asked));
        }
        let mut making = makers[literal.index()].clone();
        for &(maker, effect) in conditional.get(&fact).into_iter().flatten() {
            let conditions = actions[maker].conditional[effect].conditions.iter();
            open.extend(conditions.flat_map(|one| [*one, one.negated()]));
            making.push(number(maker));
        }
        for maker in making {
            let maker = maker as usize;
            if !std::mem::replace(&mut relevant.actions[maker], true) {
                open.extend(&actions[maker].preconditions);
            }
        }
    }
    relevant
}
