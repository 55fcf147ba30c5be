//! A set of numbered states with one bit per fluent, and an index that finds the applicable actions of a state.

use std::borrow::Cow;
use std::hash::BuildHasher;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxBuildHasher;

use crate::task::{Action, Conditional, Literal, Task};
use saut_base::bits;

pub fn holds(literal: Literal, state: &[u64]) -> bool {
    bits::get(state, literal.fluent.index()) == literal.value
}

/// Applies an action. Derived fluents are not updated.
pub fn apply(action: &Action, state: &mut [u64]) {
    if action.conditional.is_empty() {
        set(&action.effects, state);
        return;
    }
    let takes_place = |one: &&Conditional| one.conditions.iter().all(|&it| holds(it, state));
    let taking_place = action.conditional.iter().filter(takes_place);
    let changes: Vec<Literal> = taking_place.map(|one| one.effect).collect();
    // A fluent that is both deleted and added is added.
    for value in [false, true] {
        set(changes.iter().filter(|one| one.value == value), state);
    }
    set(&action.effects, state);
}

fn set<'a>(effects: impl IntoIterator<Item = &'a Literal>, state: &mut [u64]) {
    for effect in effects {
        bits::set(state, effect.fluent.index(), effect.value);
    }
}

/// Applies an action and updates the derived fluents.
pub fn play(task: &Task, action: &Action, state: &mut [u64]) {
    apply(action, state);
    if !task.layers().is_empty() {
        let mut values = bits::values(state, task.fluents().len());
        task.derive(&mut values);
        state.copy_from_slice(&bits::from_values(&values));
    }
}

/// A set of states, numbered in the order of insertion.
pub struct StateTable<'a> {
    width: usize,
    words: Cow<'a, [u64]>,
    index: HashTable<usize>,
}

impl<'a> StateTable<'a> {
    /// Creates an empty table of states with `width` words each.
    pub const fn new(width: usize) -> Self {
        Self {
            width,
            words: Cow::Borrowed(&[]),
            index: HashTable::new(),
        }
    }

    /// Creates a table from concatenated states.
    ///
    /// # Errors
    /// The number of the first state that occurs a second time.
    pub fn of(width: usize, words: &'a [u64], count: usize) -> Result<Self, usize> {
        let mut index = HashTable::with_capacity(count);
        for number in 0..count {
            let state = &words[number * width..][..width];
            match entry(&mut index, words, width, state) {
                Entry::Occupied(_) => return Err(number),
                Entry::Vacant(vacant) => drop(vacant.insert(number)),
            }
        }
        Ok(Self {
            width,
            words: Cow::Borrowed(words),
            index,
        })
    }

    pub fn words(&self, number: usize) -> &[u64] {
        &self.words[number * self.width..][..self.width]
    }

    /// Returns the number of a state, if it is in the table.
    pub fn number(&self, state: &[u64]) -> Option<usize> {
        let same = |&number: &usize| self.words(number) == state;
        self.index
            .find(FxBuildHasher.hash_one(state), same)
            .copied()
    }

    /// Returns the number of a state. Inserts the state if it is new.
    pub fn insert(&mut self, state: &[u64]) -> usize {
        let new = self.index.len();
        match entry(&mut self.index, &self.words, self.width, state) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(vacant) => {
                vacant.insert(new);
                self.words.to_mut().extend_from_slice(state);
                new
            }
        }
    }
}

fn entry<'t>(
    index: &'t mut HashTable<usize>,
    words: &[u64],
    width: usize,
    state: &[u64],
) -> Entry<'t, usize> {
    let of = |number: usize| &words[number * width..][..width];
    let hash = |state: &[u64]| FxBuildHasher.hash_one(state);
    let same = |&other: &usize| of(other) == state;
    index.entry(hash(state), same, |&other| hash(of(other)))
}

/// The actions, each stored under its rarest precondition. Negative preconditions are only used if there is no positive
/// one.
pub struct ActionIndex<'a> {
    free: Vec<&'a Action>,
    under_true: Vec<Vec<&'a Action>>,
    /// The actions stored under a fluent that must be false. Only a few fluents have such a list.
    under_false: Vec<(usize, Vec<&'a Action>)>,
}

impl<'a> ActionIndex<'a> {
    pub fn new(task: &'a Task) -> Self {
        let fluents = task.fluents().len();
        let mut count = vec![[0_usize; 2]; fluents];
        for need in task.actions().iter().flat_map(|a| &a.preconditions) {
            count[need.fluent.index()][usize::from(need.value)] += 1;
        }
        let mut under = vec![[Vec::new(), Vec::new()]; fluents];
        let mut free = Vec::new();
        for action in task.actions() {
            let place = |need: &Literal| (need.fluent.index(), usize::from(need.value));
            let needs = action.preconditions.iter().map(place);
            let rarest = needs.min_by_key(|&(fluent, value)| (value == 0, count[fluent][value]));
            match rarest {
                Some((fluent, value)) => under[fluent][value].push(action),
                None => free.push(action),
            }
        }
        let (mut under_true, mut under_false) = (Vec::new(), Vec::new());
        for (fluent, [if_false, if_true]) in under.into_iter().enumerate() {
            under_true.push(if_true);
            if !if_false.is_empty() {
                under_false.push((fluent, if_false));
            }
        }
        Self {
            free,
            under_true,
            under_false,
        }
    }

    /// Calls `call` for each applicable action until a call fails.
    pub fn try_each<E>(
        &self,
        state: &[u64],
        mut call: impl FnMut(&'a Action) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut all = |waiting: &[&'a Action]| {
            let can =
                |action: &&&Action| action.preconditions.iter().all(|&need| holds(need, state));
            waiting
                .iter()
                .filter(can)
                .try_for_each(|action| call(action))
        };
        all(&self.free)?;
        for fluent in bits::iter(state) {
            all(&self.under_true[fluent])?;
        }
        for (fluent, waiting) in &self.under_false {
            if !bits::get(state, *fluent) {
                all(waiting)?;
            }
        }
        Ok(())
    }
}
