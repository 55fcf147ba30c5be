//! States of a check, 64 fluents to a word, each once, and the actions that may be applicable in them.

use std::borrow::Cow;
use std::hash::BuildHasher;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxBuildHasher;

use crate::task::{Action, Conditional, Literal, Task};
use saut_base::bits;

/// Whether a literal holds in a state.
pub fn holds(literal: Literal, state: &[u64]) -> bool {
    bits::get(state, literal.fluent.index()) == literal.value
}

/// Makes an action happen. What follows by rules is not worked out.
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

/// Makes an action happen, and what follows by the rules of the task.
pub fn play(task: &Task, action: &Action, state: &mut [u64]) {
    apply(action, state);
    if !task.layers().is_empty() {
        let mut values = bits::values(state, task.fluents().len());
        task.derive(&mut values);
        state.copy_from_slice(&bits::from_values(&values));
    }
}

/// States, each once, by number.
pub struct StateTable<'a> {
    width: usize,
    words: Cow<'a, [u64]>,
    index: HashTable<usize>,
}

impl<'a> StateTable<'a> {
    /// Empty table of states of this number of words each.
    pub const fn new(width: usize) -> Self {
        Self {
            width,
            words: Cow::Borrowed(&[]),
            index: HashTable::new(),
        }
    }

    /// States that are there, one after the other.
    ///
    /// # Errors
    /// The number of the first that stands there twice.
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

    /// The words of a state.
    pub fn words(&self, number: usize) -> &[u64] {
        &self.words[number * self.width..][..self.width]
    }

    /// The number of a state.
    pub fn number(&self, state: &[u64]) -> Option<usize> {
        let same = |&number: &usize| self.words(number) == state;
        self.index
            .find(FxBuildHasher.hash_one(state), same)
            .copied()
    }

    /// The number of a state, which is added if it is new.
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

/// The place of a state among those of an index.
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

/// The actions: each waits under the precondition that the fewest actions have.
pub struct Waiting<'a> {
    free: Vec<&'a Action>,
    under_true: Vec<Vec<&'a Action>>,
    /// For the few fluents that somebody waits for to be false.
    under_false: Vec<(usize, Vec<&'a Action>)>,
}

impl<'a> Waiting<'a> {
    /// The actions of a task.
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

    /// Calls for each applicable action, until one call fails.
    ///
    /// # Errors
    /// Error of the call.
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
