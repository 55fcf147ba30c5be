//! Conditional effects: the axioms C1 to C3 of `encodings/derived/README.md`. All encodings use C1 from this file. Only
//! `naive` also uses C2 and C3 from this file.

use super::derived::Clauses;
use crate::task::{Action, Literal};
use saut_base::lists::distinct;

/// C1: returns a variable that is true if and only if all of these literals have their values.
pub fn all_of<L: Clauses>(literals: Vec<(L::Bit, bool)>, out: &mut L) -> L::Bit {
    let holds = out.fresh();
    let mut broken = vec![(holds.clone(), true)];
    for (bit, value) in literals {
        broken.push((bit.clone(), !value));
        out.any_of(&[(holds.clone(), false), (bit, value)]); // C1
    }
    out.any_of(&broken); // C1
    holds
}

/// Returns the clauses that must hold if the action happens. They refer to the states before and after the action. For
/// each conditional effect, a variable of these clauses is true if and only if its conditions hold.
pub fn conditional<L: Clauses>(
    action: &Action,
    before: &[L::Bit],
    after: &[L::Bit],
    out: &mut L,
) -> Vec<Vec<(L::Bit, bool)>> {
    let at =
        |state: &[L::Bit], literal: Literal| (state[literal.fluent.index()].clone(), literal.value);
    let all = action.conditional.iter();
    let holds = all.map(|one| {
        let conditions = one.conditions.iter().map(|&wanted| at(before, wanted));
        (!one.conditions.is_empty()).then(|| all_of(conditions.collect(), out))
    });
    let holds: Vec<Option<L::Bit>> = holds.collect();
    let mut clauses = Vec::new();
    let fluents = distinct(action.conditional.iter().map(|one| one.effect.fluent));
    let fires = |number: usize, value: bool| holds[number].clone().map(|fires| (fires, value));
    for (number, one) in action.conditional.iter().enumerate() {
        let added = action.conditional_on(one.effect.fluent.is_true());
        let added = added
            .filter(|_| !one.effect.value)
            .filter_map(|number| fires(number, true));
        let mut clause: Vec<_> = fires(number, false).into_iter().chain(added).collect();
        clause.push(at(after, one.effect));
        clauses.push(clause); // C2
    }
    for fluent in fluents {
        for changed in [fluent.is_true(), fluent.is_false()] {
            let changers: Vec<usize> = action.conditional_on(changed).collect();
            // If a conditional effect always makes this change, no frame clause is needed.
            if changers.iter().any(|&number| holds[number].is_none()) {
                continue;
            }
            let changers = changers
                .into_iter()
                .filter_map(|number| fires(number, true));
            let mut clause = vec![at(before, changed), at(after, !changed)];
            clause.extend(changers);
            clauses.push(clause); // C3
        }
    }
    clauses
}
