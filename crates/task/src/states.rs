//! The set of visited states with one bit per fluent, and for each state the action that reached it.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxBuildHasher;

use crate::task::ActionId;

/// The visited states, numbered from 0; number 0 is the initial state.
pub struct VisitedStates {
    /// Number of words per state.
    width: usize,
    words: Vec<u64>,
    /// For each state except the initial state, the previous state and the action between them.
    reached: Vec<(u32, ActionId)>,
    index: HashTable<u32>,
}

impl VisitedStates {
    /// Creates a set with only the initial state.
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

    /// Inserts a state. Returns the number of the state if it is new and a number is free.
    pub fn enter(&mut self, state: &[u64], parent: u32, action: ActionId) -> Option<u32> {
        let (number, is_new) = self.find_or_enter(state, parent, action)?;
        is_new.then_some(number)
    }

    /// Finds or inserts a state. Returns its number and whether it is new, or `None` if all numbers are used.
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

    /// Returns the number of a state, if it was visited.
    pub fn number(&self, state: &[u64]) -> Option<u32> {
        let same = |&number: &u32| self.words(number) == state;
        self.index.find(hash(state), same).copied()
    }

    /// Replaces the recorded predecessor of a state and the recorded action between them.
    pub fn reach(&mut self, number: u32, parent: u32, action: ActionId) {
        self.reached[number as usize] = (parent, action);
    }

    /// Returns the number of states.
    pub fn count(&self) -> usize {
        self.reached.len()
    }

    /// Returns the memory that the states occupy, in MiB.
    pub fn mib(&self) -> u64 {
        let bytes =
            self.words.capacity() * 8 + self.reached.capacity() * 8 + self.index.capacity() * 5;
        (bytes >> 20) as u64
    }

    /// Returns the words of a state.
    pub fn words(&self, number: u32) -> &[u64] {
        &self.words[number as usize * self.width..][..self.width]
    }

    /// Returns the actions on the recorded path from the initial state to a state.
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
