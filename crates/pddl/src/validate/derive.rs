//! Facts that follow in a state by the axioms.
//!
//! Stratum after stratum, the least fixed point (Edelkamp and Hoffmann: *PDDL2.2*, 2004, section 2.2). The condition of
//! an axiom is taken apart into alternatives (`alternatives`), each a rule ([`crate::datalog`]).

use saut_base::stop::Ticker;

use super::alternatives::Stratum;
use super::state::State;
use crate::condition::{Atom, Condition, ObjectId};
use crate::datalog::{Facts, Index, Judge, fixpoint};
use crate::problem::{GroundAtom, ObjectsByType};

impl State<'_> {
    /// Works out the derived atoms of the state anew. If the replay ended, they mean nothing.
    pub(super) fn derive(&mut self) {
        self.derived.clear();
        if self.strata.is_empty() {
            return;
        }
        let mut index = Index::default();
        for atom in self.holding.iter().take_while(|_| self.poll()) {
            index.insert(atom);
        }
        let strata = std::mem::take(&mut self.strata);
        for Stratum { heads, rules } in &strata {
            let mut deriving = Deriving { state: self, heads };
            if fixpoint(&mut deriving, rules, &mut index).is_err() {
                break;
            }
        }
        self.strata = strata;
    }
}

/// A state to which the atoms of a stratum are added.
struct Deriving<'d, 'a> {
    state: &'d mut State<'a>,
    heads: &'d [Atom],
}

impl Judge for State<'_> {
    fn objects(&self) -> &ObjectsByType<'_> {
        &self.objects
    }

    fn limits(&self) -> &Ticker {
        &self.limits
    }

    fn allows(&self, condition: &Condition, values: &mut Vec<ObjectId>) -> bool {
        self.holds(condition, values)
    }
}

impl Facts for Deriving<'_, '_> {
    fn judge(&self) -> &dyn Judge {
        self.state
    }

    fn take(&mut self, rule: usize, values: Vec<ObjectId>, new: &mut Vec<GroundAtom>) -> bool {
        let atom = GroundAtom::of(&self.heads[rule], &values);
        let is_new = self.state.derived.insert(atom.clone());
        if is_new {
            new.push(atom);
        }
        is_new
    }

    fn is_enough(&mut self) -> bool {
        false
    }
}
