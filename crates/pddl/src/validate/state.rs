//! A state: the atoms that hold, and those that follow by the axioms.
//!
//! Stratum after stratum, the least fixed point (Edelkamp and Hoffmann: *PDDL2.2*, 2004, section 2.2). The condition of
//! an axiom is taken apart into alternatives (`alternatives`), each a rule ([`crate::datalog`]).

use rustc_hash::{FxHashMap, FxHashSet};
use saut_base::stop::{Stop, StopReason, Ticker};
use saut_numeric::Rational;

use super::alternatives::{Stratum, alternatives};
use crate::condition::{Atom, ObjectId};
use crate::datalog::{Facts, Index, fixpoint};
use crate::domain::{LiftedDomain, Schema};
use crate::judge::Judge;
use crate::problem::{GroundAtom, ObjectsByType, Problem};

/// Most atoms that a message quotes from a state.
const MOST_QUOTED: usize = 12;

/// The atoms that hold, and what is needed to speak about them.
pub(super) struct State<'a> {
    pub(super) domain: &'a LiftedDomain,
    pub(super) problem: &'a Problem,
    /// Atoms of predicates that actions change.
    pub(super) holding: FxHashSet<GroundAtom>,
    /// Atoms that follow by the axioms.
    pub(super) derived: FxHashSet<GroundAtom>,
    /// The values of functions, in a task with numbers.
    pub(super) numbers: FxHashMap<GroundAtom, Rational>,
    /// The axioms, by strata.
    pub(super) strata: Vec<Stratum>,
    /// Schemas by name. Of those with one name at most one is applicable, or all do the same.
    pub(super) schemas: FxHashMap<&'a str, Vec<&'a Schema>>,
    pub(super) limits: Ticker,
    pub(super) objects: ObjectsByType<'a>,
}

/// A part of a condition that does not hold.
pub(super) struct Unmet {
    pub(super) text: String,
    pub(super) objects: Vec<ObjectId>,
    pub(super) predicate: Option<usize>,
}

impl<'a> State<'a> {
    pub(super) fn initial(domain: &'a LiftedDomain, problem: &'a Problem, stop: &'a Stop) -> Self {
        let mut schemas: FxHashMap<&str, Vec<&Schema>> = FxHashMap::default();
        for schema in &domain.schemas {
            schemas.entry(&schema.name).or_default().push(schema);
        }
        let mut state = Self {
            domain,
            problem,
            holding: problem.initial.iter().cloned().collect(),
            schemas,
            limits: Ticker::new(stop),
            objects: ObjectsByType::new(problem, &domain.symbols.types),
            derived: FxHashSet::default(),
            numbers: if problem.is_numeric {
                problem.values.clone()
            } else {
                FxHashMap::default()
            },
            strata: alternatives(domain),
        };
        state.derive();
        state
    }

    /// Whether to go on; looked at now and again.
    pub(super) fn poll(&self) -> bool {
        self.goes_on(1)
    }

    /// Whether to go on, before work as long as that of this many turns of a loop.
    pub(super) fn goes_on(&self, turns: usize) -> bool {
        const TURNS_OF_A_POLL: usize = 4;
        self.limits
            .spend(turns.saturating_mul(TURNS_OF_A_POLL))
            .is_ok()
    }

    /// Reason why the replay ended; what is found from then on means nothing.
    pub(super) fn ended(&self) -> Option<StopReason> {
        self.limits.spend(0).err()
    }

    /// Number of atoms and values.
    pub(super) fn size(&self) -> usize {
        self.holding.len() + self.derived.len() + self.numbers.len()
    }

    /// The atoms that a reader of the message would look at: those that share an object with
    /// what is unmet, the same predicate first; and where none is both, then those of the
    /// predicate.
    pub(super) fn about(&self, unmet: &Unmet) -> Vec<String> {
        let is_one = |values: &&Vec<usize>| unmet.predicate.is_some_and(|it| values.contains(&it));
        let values = self.domain.variables.iter().find(is_one);
        let same = |atom: &GroundAtom| {
            Some(atom.predicate) == unmet.predicate
                || values.is_some_and(|values| values.contains(&atom.predicate))
        };
        let shares = |atom: &GroundAtom| {
            let mut arguments = atom.arguments.iter();
            arguments.any(|object| unmet.objects.contains(object))
        };
        let all = || {
            let atoms = self.holding.iter().chain(&self.derived);
            atoms.take_while(|_| self.poll())
        };
        let both = all().any(|atom| same(atom) && shares(atom));
        let tells = |atom: &&GroundAtom| shares(atom) || (same(atom) && !both);
        let mut atoms: Vec<&GroundAtom> = all().filter(tells).collect();
        let key = |atom: &&GroundAtom| (!shares(atom), !same(atom));
        let in_order = |a: &&GroundAtom, b: &&GroundAtom| (key(a), *a).cmp(&(key(b), *b));
        if atoms.len() > MOST_QUOTED {
            atoms.select_nth_unstable_by(MOST_QUOTED, in_order);
            atoms.truncate(MOST_QUOTED);
        }
        atoms.sort_by(in_order);
        let written = |atom: &&GroundAtom| self.problem.written(self.domain, atom);
        atoms.iter().map(written).collect()
    }
}

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
