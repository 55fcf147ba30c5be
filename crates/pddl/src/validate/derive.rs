//! Facts that follow in a state by the axioms.
//!
//! Stratum after stratum, the least fixed point (Edelkamp and Hoffmann: *PDDL2.2*, 2004, section 2.2). The condition of
//! an axiom is taken apart into alternatives, each a list of atoms that must hold and a rest. The atoms are matched
//! with those that hold, one after the other, those with the fewest fitting ones first; then variables without a value
//! go over all objects, and the rest is evaluated as any condition. An alternative that asks for an atom of its own
//! stratum is looked at again whenever there is a new one that fits (semi-naive evaluation).

use super::alternatives::Alternative;
use super::state::State;
use crate::condition::{Atom, ObjectId};
use crate::index::{Index, bind};
use crate::problem::GroundAtom;

impl State<'_> {
    /// Works out the derived atoms of the state anew.
    pub(super) fn derive(&mut self) {
        self.derived.clear();
        if self.alternatives.is_empty() {
            return;
        }
        let mut index = Index::default();
        for atom in self.holding.iter().take_while(|_| self.poll()) {
            index.insert(atom);
        }
        let strata = std::mem::take(&mut self.alternatives);
        for stratum in &strata {
            self.fix(stratum, &mut index);
        }
        self.alternatives = strata;
    }

    /// The fixed point of one stratum.
    fn fix(&mut self, stratum: &[Alternative], index: &mut Index) {
        let is_own = |atom: &Atom| {
            stratum
                .iter()
                .any(|one| one.head.predicate == atom.predicate)
        };
        // A rest that asks for this very stratum cannot wait for an atom, so that all is looked at again and again.
        let waits = |one: &Alternative| one.rest.iter().all(|rest| !rest.has_atom(&is_own));
        let (waiting, others): (Vec<&Alternative>, Vec<&Alternative>) =
            stratum.iter().partition(|one| waits(one));
        let mut new = Vec::new();
        for one in waiting.iter().filter(|one| !one.atoms.iter().any(is_own)) {
            self.join_all(one, index, &mut new);
        }
        loop {
            while let Some(atom) = new.pop() {
                if !self.poll() {
                    return;
                }
                if !self.derived.insert(atom.clone()) {
                    continue;
                }
                index.insert(&atom);
                for one in &waiting {
                    for (number, own) in one.atoms.iter().enumerate() {
                        if own.predicate == atom.predicate {
                            let mut values = vec![None; one.variables.len()];
                            let open: Vec<&Atom> = without(&one.atoms, number);
                            if self.bind(one, own, &atom.arguments, &mut values).is_some() {
                                self.join(one, &open, &mut values, index, &mut new);
                            }
                        }
                    }
                }
            }
            for one in &others {
                self.join_all(one, index, &mut new);
            }
            new.retain(|atom| !self.derived.contains(atom));
            if new.is_empty() || !self.poll() {
                return;
            }
        }
    }

    fn join_all(&self, one: &Alternative, index: &Index, new: &mut Vec<GroundAtom>) {
        let open: Vec<&Atom> = one.atoms.iter().collect();
        self.join(one, &open, &mut vec![None; one.variables.len()], index, new);
    }

    /// Gives the variables of an atom the objects of one that holds; the variables that got one, or nothing if it does
    /// not fit.
    fn bind(
        &self,
        one: &Alternative,
        atom: &Atom,
        objects: &[ObjectId],
        values: &mut [Option<ObjectId>],
    ) -> Option<Vec<usize>> {
        let types = self.domain.types();
        bind(atom, objects, values, |variable, object| {
            let declared = &self.problem.objects[object as usize].types;
            types.fits(declared, &one.variables[variable])
        })
    }

    /// Collects what follows with the values so far, where the open atoms and the rest hold.
    fn join(
        &self,
        one: &Alternative,
        open: &[&Atom],
        values: &mut Vec<Option<ObjectId>>,
        index: &Index,
        new: &mut Vec<GroundAtom>,
    ) {
        if !self.poll() {
            return;
        }
        let fitting = open.iter().enumerate();
        let fewest = fitting.map(|(number, atom)| (index.fitting(atom, values), number));
        let Some((fitting, number)) = fewest.min_by_key(|(fitting, _)| fitting.len()) else {
            return self.close(one, values, new);
        };
        let atom = open[number];
        let rest: Vec<&Atom> = open
            .iter()
            .enumerate()
            .filter(|(at, _)| *at != number)
            .map(|(_, atom)| *atom)
            .collect();
        for at in 0..fitting.len() {
            let objects = index.atom(atom.predicate, fitting.get(at));
            if let Some(bound) = self.bind(one, atom, objects, values) {
                self.join(one, &rest, values, index, new);
                for variable in bound {
                    values[variable] = None;
                }
            }
        }
    }

    /// Variables without a value go over all objects; where the rest holds, the head follows.
    fn close(
        &self,
        one: &Alternative,
        values: &mut Vec<Option<ObjectId>>,
        new: &mut Vec<GroundAtom>,
    ) {
        if let Some(variable) = values.iter().position(Option::is_none) {
            for &object in self.objects_of(&one.variables[variable]).iter() {
                if !self.poll() {
                    break;
                }
                values[variable] = Some(object);
                self.close(one, values, new);
            }
            values[variable] = None;
            return;
        }
        let mut all: Vec<ObjectId> = values.iter().copied().flatten().collect();
        let atom = GroundAtom::of(&one.head, &all);
        if self.poll()
            && !self.derived.contains(&atom)
            && one.rest.iter().all(|rest| self.holds(rest, &mut all))
        {
            new.push(atom);
        }
    }
}

fn without(atoms: &[Atom], number: usize) -> Vec<&Atom> {
    let others = atoms.iter().enumerate().filter(|(at, _)| *at != number);
    others.map(|(_, atom)| atom).collect()
}
