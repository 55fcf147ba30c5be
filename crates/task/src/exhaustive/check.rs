//! The check of a set of states: the start is in it, no goal is, and no action leads out of it.
//!
//! It keeps the states in a set of its own and shares nothing with the search but the task.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxBuildHasher;

use crate::domain::CheckError;
use crate::task::{Action, Literal, Task};
use saut_base::stop::{Stop, Ticker};

/// A set of states that holds the start and no goal, and that no action leads out of. Only
/// [`check`] makes one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClosedStates {
    states: usize,
}

impl ClosedStates {
    /// The number of states.
    pub const fn states(&self) -> usize {
        self.states
    }
}

/// Accepts a set of states that shows that there is no plan.
///
/// # Errors
/// [`CheckError`] with the first thing that is wrong, or if it was stopped.
pub fn check(
    task: &Task,
    states: impl IntoIterator<Item = Vec<bool>>,
    stop: &Stop,
) -> Result<ClosedStates, CheckError> {
    let limits = Ticker::new(stop);
    let look = |state: &[bool]| {
        let stopped = limits.spend(state.len());
        stopped.map_err(CheckError::Stopped)
    };
    let mut set = StateSet::new(task.fluents().len());
    for state in states {
        look(&state)?;
        set.insert(&state);
    }
    if !set.contains(task.start()) {
        return Err(CheckError::rejected("the start is not among the states"));
    }
    let waiting = Waiting::new(task);
    let mut state = vec![false; task.fluents().len()];
    for number in 0..set.count {
        look(&state)?;
        set.read(number, &mut state);
        if task.is_goal(&state) {
            return Err(CheckError::rejected(format_args!(
                "state {number} is a goal"
            )));
        }
        for action in waiting.for_state(&state) {
            if !action.is_applicable(&state) {
                continue;
            }
            look(&state)?;
            let mut after = state.clone();
            action.apply(&mut after);
            task.derive(&mut after);
            if !set.contains(&after) {
                return Err(CheckError::rejected(format_args!(
                    "{} leads from state {number} out of the set",
                    action.name
                )));
            }
        }
    }
    Ok(ClosedStates { states: set.count })
}

/// The actions of the check: each waits under the precondition that the fewest actions have.
struct Waiting<'a> {
    free: Vec<&'a Action>,
    under: Vec<[Vec<&'a Action>; 2]>,
}

impl<'a> Waiting<'a> {
    fn new(task: &'a Task) -> Self {
        let place = |literal: &Literal| (literal.fluent.index(), usize::from(literal.value));
        let mut count = vec![[0_usize; 2]; task.fluents().len()];
        for (fluent, value) in task
            .actions()
            .iter()
            .flat_map(|a| a.preconditions.iter().map(place))
        {
            count[fluent][value] += 1;
        }
        let mut under = vec![[Vec::new(), Vec::new()]; task.fluents().len()];
        let mut free = Vec::new();
        for action in task.actions() {
            let needs = action.preconditions.iter().map(place);
            match needs.min_by_key(|&(fluent, value)| count[fluent][value]) {
                Some((fluent, value)) => under[fluent][value].push(action),
                None => free.push(action),
            }
        }
        Self { free, under }
    }

    /// All actions that can be applicable in a state, and more.
    fn for_state(&self, state: &[bool]) -> impl Iterator<Item = &'a Action> {
        let under = self.under.iter().zip(state);
        let waiting = under.flat_map(|(actions, &value)| &actions[usize::from(value)]);
        waiting.chain(&self.free).copied()
    }
}

/// The states of the check, each once, eight fluents a byte.
struct StateSet {
    /// The bytes of a state.
    width: usize,
    bytes: Vec<u8>,
    count: usize,
    index: HashTable<usize>,
    hasher: FxBuildHasher,
}

impl StateSet {
    fn new(fluents: usize) -> Self {
        Self {
            width: fluents.div_ceil(8),
            bytes: Vec::new(),
            count: 0,
            index: HashTable::new(),
            hasher: FxBuildHasher,
        }
    }

    fn bytes_of(state: &[bool]) -> Vec<u8> {
        let byte = |bits: &[bool]| {
            let bits = bits.iter().rev();
            bits.fold(0, |byte, &bit| byte << 1 | u8::from(bit))
        };
        state.chunks(8).map(byte).collect()
    }

    fn insert(&mut self, state: &[bool]) {
        let new = Self::bytes_of(state);
        let (width, bytes, hasher) = (self.width, &self.bytes, self.hasher);
        let of = |number: usize| &bytes[number * width..][..width];
        let hash = |bytes: &[u8]| hasher.hash_one(bytes);
        let same = |&number: &usize| of(number) == new;
        let entry = self
            .index
            .entry(hash(&new), same, |&number| hash(of(number)));
        if let Entry::Vacant(vacant) = entry {
            vacant.insert(self.count);
            self.count += 1;
            self.bytes.extend(new);
        }
    }

    fn contains(&self, state: &[bool]) -> bool {
        let wanted = Self::bytes_of(state);
        let same = |&number: &usize| self.bytes[number * self.width..][..self.width] == wanted;
        self.index
            .find(self.hasher.hash_one(&wanted[..]), same)
            .is_some()
    }

    fn read(&self, number: usize, state: &mut [bool]) {
        let bytes = &self.bytes[number * self.width..][..self.width];
        for (index, value) in state.iter_mut().enumerate() {
            *value = bytes[index / 8] >> (index % 8) & 1 == 1;
        }
    }
}
