//! Relevance to the goal: facts that occur in it or in the precondition of an action that
//! matters, and actions that make such a fact hold or fail as it is needed.
//!
//! Leaving everything else out loses no plan but for superfluous steps.

use crate::raw::RawAction;
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
        for head in &axiom.added {
            by_head[*head as usize].push(place);
        }
    }
    by_head
}

/// Goes backward from the goal, whose literals are facts that must hold or must not.
///
/// An axiom matters with its head: a derived fact holds where the body of one holds, and fails where all bodies do.
pub(super) fn relevant(
    actions: &[RawAction],
    axioms: &[RawAction],
    facts: usize,
    goal: &[(u32, bool)],
) -> Relevant {
    let by_head = by_head(axioms, facts);
    let mut makers: [Vec<Vec<u32>>; 2] = [vec![Vec::new(); facts], vec![Vec::new(); facts]];
    for (action, place) in actions.iter().zip(0..) {
        for (list, holds) in [(&action.deleted, false), (&action.added, true)] {
            for fact in list {
                makers[usize::from(holds)][*fact as usize].push(place);
            }
        }
    }
    // A conditional effect on a fact that matters matters whether it takes place or not.
    let mut conditional: FxHashMap<u32, Vec<(usize, usize)>> = FxHashMap::default();
    for (place, action) in actions.iter().enumerate() {
        for (effect, one) in action.conditional.iter().enumerate() {
            for fact in one.added.iter().chain(&one.deleted) {
                conditional.entry(*fact).or_default().push((place, effect));
            }
        }
    }
    let mut needed = [vec![false; facts], vec![false; facts]];
    let mut relevant = Relevant {
        facts: vec![false; facts],
        actions: vec![false; actions.len()],
    };
    let mut open: Vec<(u32, bool)> = goal.to_vec();
    while let Some((fact, holds)) = open.pop() {
        let (fact, side) = (fact as usize, usize::from(holds));
        if std::mem::replace(&mut needed[side][fact], true) {
            continue;
        }
        relevant.facts[fact] = true;
        for &axiom in by_head.get(fact).into_iter().flatten() {
            let axiom = &axioms[axiom as usize];
            open.extend(axiom.positive.iter().map(|fact| (*fact, holds)));
            open.extend(axiom.negative.iter().map(|fact| (*fact, !holds)));
        }
        for &(maker, effect) in conditional.get(&number(fact)).into_iter().flatten() {
            let action = &actions[maker];
            let effect = &action.conditional[effect];
            let conditions = effect.positive.iter().chain(&effect.negative);
            open.extend(conditions.flat_map(|fact| [(*fact, true), (*fact, false)]));
            if !std::mem::replace(&mut relevant.actions[maker], true) {
                open.extend(action.positive.iter().map(|fact| (*fact, true)));
                open.extend(action.negative.iter().map(|fact| (*fact, false)));
            }
        }
        for maker in &makers[side][fact] {
            let maker = *maker as usize;
            if !std::mem::replace(&mut relevant.actions[maker], true) {
                let action = &actions[maker];
                open.extend(action.positive.iter().map(|fact| (*fact, true)));
                open.extend(action.negative.iter().map(|fact| (*fact, false)));
            }
        }
    }
    relevant
}
