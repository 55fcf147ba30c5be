//! The states seen: a bit for each fluent, and how each state was reached.

use std::hash::{Hash, Hasher};

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxHasher;

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
    pub fn new(start: &[bool]) -> Self {
        let mut states = Self {
            width: start.len().div_ceil(64),
            words: Vec::new(),
            reached: Vec::new(),
            index: HashTable::new(),
        };
        states.enter(start, 0, ActionId::new(0));
        states
    }

    /// The number of a state that was not there before, with the way to it.
    pub fn enter(&mut self, values: &[bool], parent: u32, action: ActionId) -> Option<u32> {
        let packed = pack(values);
        let (width, words) = (self.width, &self.words);
        let of = |number: u32| &words[number as usize * width..][..width];
        let same = |number: &u32| of(*number) == packed;
        let entry = self
            .index
            .entry(hash(&packed), same, |&number| hash(of(number)));
        let Entry::Vacant(vacant) = entry else {
            return None;
        };
        let number = u32::try_from(self.reached.len()).ok()?;
        vacant.insert(number);
        self.words.extend(packed);
        self.reached.push((parent, action));
        Some(number)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.reached.len()
    }

    /// Writes a state into `values`.
    pub fn unpack(&self, number: u32, values: &mut [bool]) {
        let words = &self.words[number as usize * self.width..][..self.width];
        for (index, value) in values.iter_mut().enumerate() {
            *value = words[index / 64] >> (index % 64) & 1 == 1;
        }
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

fn pack(values: &[bool]) -> Vec<u64> {
    let word = |bits: &[bool]| {
        let bits = bits.iter().enumerate();
        bits.fold(0, |word, (index, &bit)| word | u64::from(bit) << index)
    };
    values.chunks(64).map(word).collect()
}

fn hash(words: &[u64]) -> u64 {
    let mut hasher = FxHasher::default();
    words.hash(&mut hasher);
    hasher.finish()
}
