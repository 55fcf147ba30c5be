//! What follows in a state by the axioms.
//!
//! Stratum after stratum, the axioms of a stratum are applied with all objects until nothing new follows: the least
//! fixed point, by its definition (Edelkamp and Hoffmann: *PDDL2.2*, 2004, section 2.2).

use super::evaluate::ground;
use super::state::State;
use crate::condition::{Condition, ObjectId, Term};
use crate::domain::{Axiom, LiftedDomain};
use crate::problem::GroundAtom;

impl State<'_> {
    /// Works out the derived atoms of the state anew.
    pub(super) fn derive(&mut self) {
        let domain: &LiftedDomain = self.domain;
        self.derived.clear();
        for stratum in &domain.strata {
            loop {
                let mut new = Vec::new();
                for &axiom in stratum {
                    let axiom = &domain.axioms[axiom];
                    self.follow(axiom, &parts(axiom), &mut Vec::new(), &mut new);
                }
                if new.is_empty() || !self.poll() {
                    break;
                }
                self.derived.extend(new);
            }
        }
    }

    /// Collects the atoms that the axiom derives beyond those that are known, with the objects chosen so far.
    fn follow(
        &self,
        axiom: &Axiom,
        parts: &[(usize, &Condition)],
        values: &mut Vec<ObjectId>,
        new: &mut Vec<GroundAtom>,
    ) {
        let bound = values.len();
        let mut now = parts.iter().filter(|(needed, _)| *needed == bound);
        if bound == axiom.parameters.len() {
            let atom = ground(&axiom.head(), values);
            if !self.derived.contains(&atom) && now.all(|(_, part)| self.holds(part, values)) {
                new.push(atom);
            }
            return;
        }
        if !self.poll() || !now.all(|(_, part)| self.holds(part, values)) {
            return;
        }
        for object in self.objects_of(&axiom.parameters[bound].types) {
            values.push(object);
            self.follow(axiom, parts, values, new);
            values.pop();
        }
    }
}

/// The parts of the condition, each with how many parameters must have values before it can be asked.
fn parts(axiom: &Axiom) -> Vec<(usize, &Condition)> {
    let parts = match &axiom.condition {
        Condition::And(parts) => parts.as_slice(),
        one => std::slice::from_ref(one),
    };
    let all = axiom.parameters.len();
    let needed = |part| (needed(part, all), part);
    parts.iter().map(needed).collect()
}

/// One more than the last parameter that the condition speaks of; what has a quantifier waits for all, because its
/// variables follow them.
fn needed(condition: &Condition, all: usize) -> usize {
    let of = |term: &Term| match term {
        Term::Variable(level) => level + 1,
        Term::Object(_) => 0,
    };
    match condition {
        Condition::Atom(atom) => atom.arguments.iter().map(of).max().unwrap_or(0),
        Condition::Equal(left, right) => of(left).max(of(right)),
        Condition::Not(inner) => needed(inner, all),
        Condition::And(parts) | Condition::Or(parts) => {
            let parts = parts.iter().map(|part| needed(part, all));
            parts.max().unwrap_or(0)
        }
        Condition::Exists(..) | Condition::ForAll(..) => all,
    }
}
