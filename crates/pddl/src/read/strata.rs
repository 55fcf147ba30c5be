//! The strata of derived predicates.
//!
//! A derived predicate may not depend on its own negation (Edelkamp and Hoffmann: *PDDL2.2*, 2004, section 2). The
//! strata are Ullman's (*Principles of database and knowledge-base systems*, 1988, section 3.6): as low as the axioms
//! allow, one higher than what is asked for negated.

use crate::diagnostics::Source;
use crate::domain::{Axiom, Declarations};
use saut_base::BadInput;
use saut_base::sexp::shortened;

/// The axioms, by number, of each stratum; refused where a predicate depends on its own negation.
pub(super) fn strata(
    source: &Source,
    predicates: &Declarations,
    axioms: &[Axiom],
) -> Result<Vec<Vec<usize>>, BadInput> {
    let asked = axioms.iter().map(|axiom| {
        let atoms = axiom.condition.atoms().into_iter();
        atoms.map(|(atom, holds)| (atom.predicate, holds)).collect()
    });
    let asked: Vec<Vec<(usize, bool)>> = asked.collect();
    let mut is_derived = vec![false; predicates.len()];
    for axiom in axioms {
        is_derived[axiom.predicate] = true;
    }
    let mut stratum = vec![0; predicates.len()];
    let most = is_derived.iter().filter(|derived| **derived).count();
    let mut has_changed = true;
    while std::mem::take(&mut has_changed) {
        for (axiom, of_axiom) in axioms.iter().zip(&asked) {
            let derived = of_axiom
                .iter()
                .filter(|(predicate, _)| is_derived[*predicate]);
            let least = derived.map(|&(predicate, holds)| stratum[predicate] + usize::from(!holds));
            let least = least.max().unwrap_or(0);
            if least > most {
                return Err(circle(
                    source,
                    predicates,
                    axioms,
                    &asked_by(axioms, &asked),
                ));
            }
            if stratum[axiom.predicate] < least {
                stratum[axiom.predicate] = least;
                has_changed = true;
            }
        }
    }
    let mut strata = vec![Vec::new(); most];
    for (number, axiom) in axioms.iter().enumerate() {
        strata[stratum[axiom.predicate]].push(number);
    }
    strata.retain(|stratum| !stratum.is_empty());
    Ok(strata)
}

/// Dependencies of heads on predicates by axiom: head, number of the axiom, predicate, and whether it is asked to hold.
type Asked = Vec<(usize, usize, usize, bool)>;

fn asked_by(axioms: &[Axiom], asked: &[Vec<(usize, bool)>]) -> Asked {
    let all = axioms.iter().zip(asked).enumerate();
    all.flat_map(|(number, (axiom, asked))| {
        let of =
            move |&(predicate, holds): &(usize, bool)| (axiom.predicate, number, predicate, holds);
        asked.iter().map(of)
    })
    .collect()
}

/// The message about a predicate that depends on its own negation.
fn circle(source: &Source, predicates: &Declarations, axioms: &[Axiom], asked: &Asked) -> BadInput {
    let name = |predicate: usize| shortened(&predicates.keys()[predicate]);
    for &(head, number, predicate, holds) in asked {
        if holds {
            continue;
        }
        // The shortest way back from what is asked for negated to the head.
        let mut before = vec![None; predicates.len()];
        let mut layer = vec![predicate];
        let mut seen = vec![false; predicates.len()];
        seen[predicate] = true;
        while !layer.is_empty() && !seen[head] {
            let mut next = Vec::new();
            for &one in &layer {
                for &(from, _, to, _) in asked {
                    if from == one && !std::mem::replace(&mut seen[to], true) {
                        before[to] = Some(one);
                        next.push(to);
                    }
                }
            }
            layer = next;
        }
        if !seen[head] {
            continue;
        }
        let mut way = vec![head];
        while let Some(one) = before[*way.last().unwrap_or(&head)] {
            way.push(one);
        }
        if way.last() != Some(&predicate) {
            way.push(predicate);
        }
        way.reverse();
        let way = way.into_iter().map(|one| format!("`{}`", name(one)));
        let way = way.collect::<Vec<_>>().join(", ");
        let (head, negated) = (name(head), name(predicate));
        return bad!(source, axioms[number].at,
            "derived predicate `{head}` depends on its own negation: \
             it asks that `{negated}` does not hold, by way of {way}";
            "what is asked for negated must not depend on the predicate that is derived");
    }
    bad!(source, 0, "a derived predicate depends on its own negation")
}
