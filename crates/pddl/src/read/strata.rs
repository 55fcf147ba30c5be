//! Computes the strata of derived predicates.
//!
//! A derived predicate may not depend on its own negation (Edelkamp and Hoffmann: *PDDL2.2*, 2004, section 2). The
//! strata are as in Ullman (*Principles of database and knowledge-base systems*, 1988, section 3.6): each stratum is as
//! low as the axioms allow, but higher than the stratum of every negated predicate in the conditions.

use crate::condition::Atom;
use crate::diagnostics::Source;
use crate::domain::{Axiom, Symbols};
use rustc_hash::FxHashMap;
use saut_base::BadInput;
use saut_base::sexp::shortened;
use std::collections::VecDeque;

/// Dependency of the head of an axiom on an atom, which occurs positively or negated.
type Dependency<'a> = (&'a Axiom, &'a Atom, bool);

/// Returns the numbers of the axioms of each stratum; an error if a predicate depends on its own negation.
pub(super) fn strata(
    source: &Source,
    symbols: &Symbols,
    axioms: &[Axiom],
) -> Result<Vec<Vec<usize>>, BadInput> {
    let asked = axioms.iter().flat_map(|axiom| {
        let atoms = axiom.condition.atoms().into_iter();
        let derived = atoms.filter(|(atom, _)| symbols.derived[atom.predicate]);
        derived.map(move |(atom, holds)| (axiom, atom, holds))
    });
    let asked: Vec<Dependency> = asked.collect();
    let mut stratum = vec![0; symbols.predicates.len()];
    let most = symbols.derived.iter().filter(|derived| **derived).count();
    let mut has_changed = true;
    while std::mem::take(&mut has_changed) {
        for (axiom, atom, holds) in &asked {
            let least = stratum[atom.predicate] + usize::from(!holds);
            if least > most {
                return Err(circle(source, symbols, &asked));
            }
            let own = &mut stratum[axiom.predicate];
            has_changed |= *own < least;
            *own = least.max(*own);
        }
    }
    let mut strata = vec![Vec::new(); most];
    for (number, axiom) in axioms.iter().enumerate() {
        strata[stratum[axiom.predicate]].push(number);
    }
    strata.retain(|stratum| !stratum.is_empty());
    Ok(strata)
}

/// Returns the message about a predicate that depends on its own negation.
fn circle(source: &Source, symbols: &Symbols, asked: &[Dependency]) -> BadInput {
    let name = |predicate: usize| shortened(&symbols.predicates.keys()[predicate]);
    for (axiom, negated, _) in asked.iter().filter(|(.., holds)| !holds) {
        let (head, predicate) = (axiom.predicate, negated.predicate);
        // The shortest path of dependencies from the negated predicate back to the head.
        let mut before = FxHashMap::from_iter([(predicate, predicate)]);
        let mut open = VecDeque::from([predicate]);
        while let Some(one) = open.pop_front() {
            for (_, next, _) in asked.iter().filter(|(axiom, ..)| axiom.predicate == one) {
                before.entry(next.predicate).or_insert_with(|| {
                    open.push_back(next.predicate);
                    one
                });
            }
        }
        if !before.contains_key(&head) {
            continue;
        }
        let (mut way, mut last) = (vec![format!("`{}`", name(head))], head);
        while last != predicate {
            last = before[&last];
            way.push(format!("`{}`", name(last)));
        }
        way.reverse();
        let (head, other, way) = (name(head), name(predicate), way.join(", "));
        return bad!([Contradiction] source, axiom.at,
            "derived predicate `{head}` depends on its own negation: \
             its condition negates `{other}`, which depends on it through {way}";
            "a negated predicate in its condition must not depend on the derived predicate");
    }
    bad!(source, 0, "a derived predicate depends on its own negation")
}
