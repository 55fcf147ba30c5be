//! The states seen: a bit for each fluent, and how each state was reached.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxBuildHasher;

use crate::task::ActionId;

/// All states that were entered, by number from 0, which is the start.
pub struct States {
    /// The words of a state.
    width: usize,
    words: Vec<u64>,
    /// The state before and the action between, for all but the start.
    reached: Vec<(u32, ActionId)>,
    index: HashTable<u32>,
}

impl States {
    /// The start alone.
    pub fn new(start: &[u64]) -> Self {
        let mut states = Self {
            width: start.len(),
            words: Vec::new(),
            reached: Vec::new(),
            index: HashTable::new(),
        };
        states.enter(start, 0, ActionId::new(0));
        states
    }

    /// The number of a state that was not there before, with the way to it.
    pub fn enter(&mut self, state: &[u64], parent: u32, action: ActionId) -> Option<u32> {
        let (number, is_new) = self.find_or_enter(state, parent, action)?;
        is_new.then_some(number)
    }

    /// The number of a state, and whether it was not there before; `None` if there is no number left.
    pub fn find_or_enter(
        &mut self,
        state: &[u64],
        parent: u32,
        action: ActionId,
    ) -> Option<(u32, bool)> {
        let (width, words) = (self.width, &self.words);
        let of = |number: u32| &words[number as usize * width..][..width];
        let same = |number: &u32| of(*number) == state;
        let entry = self
            .index
            .entry(hash(state), same, |&number| hash(of(number)));
        let vacant = match entry {
            Entry::Occupied(there) => return Some((*there.get(), false)),
            Entry::Vacant(vacant) => vacant,
        };
        let number = u32::try_from(self.reached.len()).ok()?;
        vacant.insert(number);
        self.words.extend_from_slice(state);
        self.reached.push((parent, action));
        Some((number, true))
    }

    /// The number of a state that was entered.
    pub fn number(&self, state: &[u64]) -> Option<u32> {
        let same = |&number: &u32| self.words(number) == state;
        self.index.find(hash(state), same).copied()
    }

    /// Another way to a state.
    pub fn reach(&mut self, number: u32, parent: u32, action: ActionId) {
        self.reached[number as usize] = (parent, action);
    }

    /// Number of states.
    pub fn count(&self) -> usize {
        self.reached.len()
    }

    /// Memory that they take, in MiB.
    pub fn mib(&self) -> u64 {
        let bytes =
            self.words.capacity() * 8 + self.reached.capacity() * 8 + self.index.capacity() * 5;
        (bytes >> 20) as u64
    }

    /// The bits of a state.
    pub fn words(&self, number: u32) -> &[u64] {
        &self.words[number as usize * self.width..][..self.width]
    }

    /// The actions that lead from the start to a state.
    pub fn path_to(&self, mut number: u32) -> Vec<ActionId> {
        let mut path = Vec::new();
        while number != 0 {
            let (parent, action) = self.reached[number as usize];
            path.push(action);
            number = parent;
        }
        path.reverse();
        path
    }
}

fn hash(words: &[u64]) -> u64 {
    FxBuildHasher.hash_one(words)
}
