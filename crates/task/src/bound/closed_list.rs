//! Lists of states, with lower bounds on the costs of reaching them and cuts that bound the remaining costs.

use std::borrow::Cow;

use super::{Cut, CutShare};
use crate::domain::CheckError;
use crate::task::{Fluent, Task};
use saut_base::bits;

/// A list of states with their costs and cuts.
///
/// States without shares are *inner* states: the check expands them. States with shares are leaves: their cuts bound
/// the remaining cost. A fact is identified by its index in a separate list of facts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClosedList {
    /// Cuts to which the shares of leaves refer.
    pub cuts: Vec<Cut>,
    /// The factors of a dominance; empty if no dominance is used.
    pub factors: Vec<Vec<Fluent>>,
    /// All states, concatenated. Each state has one bit per fact.
    pub words: Vec<u64>,
    /// For each state, a lower bound on the cost of reaching it.
    pub costs: Vec<u64>,
    /// For each state, the end of its part of `shares`.
    pub ends: Vec<usize>,
    /// The shares of all states, concatenated.
    pub shares: Vec<CutShare>,
}

impl ClosedList {
    /// Adds a state. Without shares, it is an inner state.
    pub fn add(&mut self, words: &[u64], cost: u64, shares: &[CutShare]) {
        self.words.extend_from_slice(words);
        self.costs.push(cost);
        self.shares.extend_from_slice(shares);
        self.ends.push(self.shares.len());
    }

    /// Returns the number of states.
    pub fn count(&self) -> usize {
        self.costs.len()
    }

    /// Returns the words of a state, the cost of reaching it, and its shares.
    pub fn state(&self, number: usize) -> (&[u64], u64, &[CutShare]) {
        let width = self.words.len() / self.count().max(1);
        let words = &self.words[number * width..][..width];
        let shares = self.shares_of(number).unwrap_or_default();
        (words, self.costs[number], shares)
    }

    /// Removes the cuts to which no share refers.
    pub fn drop_unused_cuts(&mut self) {
        let mut numbers = vec![None; self.cuts.len()];
        let mut kept = Vec::new();
        for share in &mut self.shares {
            let old = share.cut as usize;
            let new = *numbers[old].get_or_insert_with(|| {
                kept.push(std::mem::take(&mut self.cuts[old]));
                saut_base::lists::number(kept.len() - 1)
            });
            share.cut = new;
        }
        self.cuts = kept;
    }

    fn shares_of(&self, state: usize) -> Option<&[CutShare]> {
        let from = state.checked_sub(1).map_or(0, |before| self.ends[before]);
        self.shares.get(from..self.ends[state])
    }

    /// Checks that the vectors have consistent lengths and that the states have no bits beyond the facts of the task.
    fn have_shape(&self, task: &Task) -> Result<(), CheckError> {
        let (count, fluents) = (self.count(), task.fluents().len());
        let width = bits::words(fluents);
        let fact = if self.ends.len() != count || count.checked_mul(width) != Some(self.words.len())
        {
            "costs, states and ends of shares differ in number"
        } else if self.ends.last().copied().unwrap_or(0) != self.shares.len() {
            "there are shares after the last state"
        } else if (0..count).any(|state| self.shares_of(state).is_none()) {
            "the shares of a state end before they begin"
        } else {
            let has_more = |words: &[u64]| {
                !fluents.is_multiple_of(64) && words[width - 1] >> (fluents % 64) != 0
            };
            let Some(number) = (0..count).find(|&number| has_more(self.state(number).0)) else {
                return Ok(());
            };
            return CheckError::reject(format_args!(
                "state {number} is not a state of the task, or is listed twice"
            ));
        };
        CheckError::reject(fact)
    }

    /// Returns the same states with the facts in the order of the task. `facts` contains all facts of the task, in the
    /// order of the bits of this list.
    ///
    /// # Errors
    /// [`CheckError`] if a fact is missing or listed twice, or if the states are malformed.
    pub fn in_order(&self, task: &Task, facts: &[Fluent]) -> Result<Cow<'_, Self>, CheckError> {
        let mut is_listed = vec![false; task.fluents().len()];
        for fact in facts {
            if std::mem::replace(&mut is_listed[fact.index()], true) {
                let name = task.fluent_name(*fact);
                return CheckError::reject(format_args!("the fact {name} is listed twice"));
            }
        }
        if let Some(missing) = task.fluent_ids().find(|fact| !is_listed[fact.index()]) {
            let name = task.fluent_name(missing);
            return CheckError::reject(format_args!(
                "the fact {name} of the ground task is not listed"
            ));
        }
        self.have_shape(task)?;
        if facts.is_sorted() {
            return Ok(Cow::Borrowed(self));
        }
        let mut states = self.clone();
        let place = |fact: Fluent| facts.get(fact.index()).copied().unwrap_or(fact);
        for literal in states.cuts.iter_mut().flatten() {
            literal.fluent = place(literal.fluent);
        }
        for fact in states.factors.iter_mut().flatten() {
            *fact = place(*fact);
        }
        states.words.fill(0);
        let width = bits::words(facts.len());
        let pairs = states.words.chunks_mut(width).zip(self.words.chunks(width));
        for (new, old) in pairs {
            for place in bits::iter(old) {
                bits::set(new, facts[place].index(), true);
            }
        }
        Ok(Cow::Owned(states))
    }
}
