//! The front of a search: its states that are not dominated by another state that costs at most as much.
//!
//! States are grouped so that only states of the same group can dominate each other. Within a group, all states are
//! compared.

use rustc_hash::FxHashMap;

use saut_task::bound::Dominance;
use saut_task::domain::Cost;
use saut_task::task::Fluent;

/// The states of the front, grouped by their facts outside the dominance relations.
pub struct DominanceTable {
    dominance: Dominance,
    pub factors: Vec<Vec<Fluent>>,
    states: FxHashMap<Vec<u64>, Vec<DominanceEntry>>,
}

/// A state of the front.
struct DominanceEntry {
    state: u32,
    paid: Cost,
    patterns: Vec<u16>,
}

impl DominanceTable {
    pub fn new(dominance: Dominance, factors: Vec<Vec<Fluent>>) -> Self {
        let states = FxHashMap::default();
        Self {
            dominance,
            factors,
            states,
        }
    }

    /// Whether a state other than `own` is as good as this one and costs at most as much. Adds the number of compared
    /// states to `looks`.
    pub fn is_dominated(
        &self,
        own: Option<u32>,
        words: &[u64],
        paid: Cost,
        looks: &mut usize,
    ) -> bool {
        let others = self.states.get(&self.dominance.rigid(words));
        let Some((others, patterns)) = others.zip(self.dominance.patterns(words)) else {
            return false;
        };
        *looks += others.len();
        others.iter().any(|other| {
            other.paid <= paid
                && Some(other.state) != own
                && self.dominance.is_as_good(&other.patterns, &patterns)
        })
    }

    /// Whether a state is strictly better than another one: it is as good as the other state, but not conversely.
    pub fn is_better(&self, better: &[u64], worse: &[u64]) -> bool {
        if self.dominance.rigid(better) != self.dominance.rigid(worse) {
            return false;
        }
        let [better, worse] = [better, worse].map(|state| self.dominance.patterns(state));
        let is_as_good = |one: &[u16], other: &[u16]| self.dominance.is_as_good(one, other);
        let both = better.zip(worse);
        both.is_some_and(|(better, worse)| {
            is_as_good(&better, &worse) && !is_as_good(&worse, &better)
        })
    }

    /// Adds a state. The states that it dominates remain.
    pub fn add(&mut self, state: u32, words: &[u64], paid: Cost) {
        if let Some(patterns) = self.dominance.patterns(words) {
            let others = self.states.entry(self.dominance.rigid(words)).or_default();
            match others.iter_mut().find(|other| other.state == state) {
                Some(known) => known.paid = paid,
                None => others.push(DominanceEntry {
                    state,
                    paid,
                    patterns,
                }),
            }
        }
    }

    pub fn remove(&mut self, state: u32, words: &[u64]) {
        if let Some(others) = self.states.get_mut(&self.dominance.rigid(words)) {
            others.retain(|other| other.state != state);
        }
    }
}
