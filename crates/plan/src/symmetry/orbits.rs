//! States up to symmetries: one image in the place of each, and the way back to plans of the task.

use rustc_hash::FxHashMap;

use crate::bound::Symmetries;
use crate::packed::PackedTask;
use crate::task::{ActionId, Fluent};

/// A bit of a state.
#[derive(Clone, Copy, Debug)]
struct Bit {
    word: usize,
    bit: usize,
}

impl Bit {
    const fn of(fluent: Fluent) -> Self {
        Self {
            word: fluent.index() / 64,
            bit: fluent.index() % 64,
        }
    }

    const fn get(self, state: &[u64]) -> bool {
        state[self.word] >> self.bit & 1 == 1
    }

    const fn set(self, state: &mut [u64], value: bool) {
        state[self.word] = state[self.word] & !(1 << self.bit) | (value as u64) << self.bit;
    }
}

/// Permutations of bits, ready to be applied. There may be none, and then every state is its own image.
#[derive(Clone, Debug, Default)]
pub struct Orbits {
    /// By permutation each bit that changes and the one whose value it gets, in the order in which states are compared.
    moves: Vec<Vec<(Bit, Bit)>>,
}

impl Orbits {
    /// Permutations of bits by the generators of symmetries.
    pub fn new(symmetries: &Symmetries) -> Self {
        let place = symmetries.facts.iter().zip(0_usize..);
        let place: FxHashMap<Fluent, usize> = place.map(|(&it, place)| (it, place)).collect();
        let moves = symmetries.generators.iter().map(|cycles| {
            let mut moves: Vec<(Fluent, Fluent)> = Vec::new();
            for cycle in cycles {
                let next = cycle.iter().skip(1).chain(cycle.first());
                moves.extend(next.copied().zip(cycle.iter().copied()));
            }
            moves.sort_unstable_by_key(|(to, _)| place.get(to).copied());
            let bits = moves.into_iter();
            bits.map(|(to, from)| (Bit::of(to), Bit::of(from)))
                .collect()
        });
        Self {
            moves: moves.collect(),
        }
    }

    /// The number of permutations.
    pub const fn count(&self) -> usize {
        self.moves.len()
    }

    /// The bits that all permutations move, together: what it takes to look at each once.
    pub fn size(&self) -> usize {
        self.moves.iter().map(Vec::len).sum()
    }

    /// Whether a permutation makes a state smaller: the first bit that changes is set.
    fn makes_smaller(moves: &[(Bit, Bit)], state: &[u64]) -> bool {
        let mut moves = moves.iter();
        let changes = moves.find(|(to, from)| to.get(state) != from.get(state));
        changes.is_some_and(|(_, from)| from.get(state))
    }

    /// Takes a state to its image, by permutations that make it smaller, in as many rounds as neighbours need to sort
    /// all; `used` hears of each.
    fn order(&self, state: &mut [u64], mut used: impl FnMut(usize)) {
        let mut before = Vec::new();
        for _ in 0..=self.moves.len() {
            let mut is_done = true;
            for (number, moves) in self.moves.iter().enumerate() {
                if Self::makes_smaller(moves, state) {
                    before.clear();
                    before.extend_from_slice(state);
                    for (to, from) in moves {
                        to.set(state, from.get(&before));
                    }
                    used(number);
                    is_done = false;
                }
            }
            if is_done {
                return;
            }
        }
    }

    /// Takes a state to its image.
    pub fn put_in_order(&self, state: &mut [u64]) {
        self.order(state, |_| {});
    }

    /// The state that a permutation takes to this one.
    fn undo(&self, number: usize, state: &mut [u64]) {
        let before = state.to_vec();
        for (to, from) in &self.moves[number] {
            from.set(state, to.get(&before));
        }
    }

    /// The plan from the start of a task, where each action of a path leads from an image to a state whose image is
    /// next.
    pub fn plan(
        &self,
        packed: &PackedTask<'_>,
        start: &[u64],
        path: Vec<ActionId>,
    ) -> Option<Vec<ActionId>> {
        if self.moves.is_empty() {
            return Some(path);
        }
        let mut used = Vec::new();
        let mut image = start.to_vec();
        self.order(&mut image, |number| used.push(number));
        let (mut state, mut plan) = (start.to_vec(), Vec::with_capacity(path.len()));
        let mut applicable = Vec::new();
        for action in path {
            packed.apply(action, &mut image);
            let mut target = image.clone();
            for &number in used.iter().rev() {
                self.undo(number, &mut target);
            }
            packed.applicable(&state, &mut applicable);
            let leads_there = |action: &&ActionId| {
                let mut after = state.clone();
                packed.apply(**action, &mut after);
                after == target
            };
            plan.push(*applicable.iter().find(leads_there)?);
            state = target;
            self.order(&mut image, |number| used.push(number));
        }
        Some(plan)
    }
}
