//! Pairs: two literals that are never true in the same reachable state.
//!
//! They are found by reachability of pairs: which two literals can come true together, if an action
//! asks only that those it needs can, two by two. What is left is proved again by one induction step
//! over all actions, so that nobody has to believe the finder. Sets of literals are rows of bits. Derived fluents are
//! in no pair, and as preconditions say nothing: an action may change them without naming them. Tasks with conditional
//! effects have no pairs.
//!
//! Haslum and Geffner, *Admissible heuristics for optimal planning* (AIPS 2000), h²; Rintanen, *An
//! iterative algorithm for synthesizing invariants* (AAAI 2000).

use std::borrow::Cow;

use super::{Action, Fluent, Literal, Transitions};

/// The bits of a word of a row.
pub const BITS: usize = 64;

/// Two literals a row that are never true together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairs {
    /// The words of a row.
    width: usize,
    /// For each literal those that are never true with it; its negation is among them.
    never: Vec<u64>,
}

/// The literals of derived fluents, by number.
fn derived(task: &Transitions) -> impl Iterator<Item = usize> + '_ {
    let fluents = task.rules.layers.iter().flat_map(|layer| &layer.fluents);
    fluents.flat_map(|fluent| [fluent.is_true().index(), fluent.is_false().index()])
}

/// Puts a literal into a row, by its number.
pub fn put(row: &mut [u64], slot: usize) {
    row[slot / BITS] |= 1 << (slot % BITS);
}

fn take(row: &mut [u64], slot: usize) {
    row[slot / BITS] &= !(1 << (slot % BITS));
}

/// Whether a literal is in a row, by its number.
pub fn has(row: &[u64], slot: usize) -> bool {
    row[slot / BITS] >> (slot % BITS) & 1 == 1
}

fn slots(row: &[u64]) -> impl Iterator<Item = usize> + '_ {
    row.iter().enumerate().flat_map(|(word, &bits)| {
        let left = |bits: &u64| Some(bits & (bits - 1)).filter(|&left| left != 0);
        let from = Some(bits).filter(|&bits| bits != 0);
        std::iter::successors(from, left)
            .map(move |bits| word * BITS + bits.trailing_zeros() as usize)
    })
}

impl Pairs {
    /// Finds them; `None` where an action has conditional effects, it would take more than so many operations on words,
    /// or when it is time to stop.
    pub fn find(
        task: &Transitions,
        most_work: usize,
        should_stop: &dyn Fn() -> bool,
    ) -> Option<Self> {
        if task.has_conditional_effects() {
            return None;
        }
        let literals = 2 * task.fluents.len();
        let width = literals.div_ceil(BITS);
        let mut left = most_work.checked_sub(literals.checked_mul(width)?)?;
        // The literals that can be true with each; itself if it can be true at all.
        let mut beside = vec![0_u64; literals * width];
        // Derived literals may be true with everything.
        for slot in derived(task) {
            let row = &mut beside[slot * width..][..width];
            (0..literals).for_each(|any| put(row, any));
            for row in beside.chunks_exact_mut(width) {
                put(row, slot);
            }
        }
        let mut start = vec![0_u64; width];
        Literal::of_state(&task.start).for_each(|own| put(&mut start, own));
        for slot in slots(&start) {
            let row = beside[slot * width..][..width].iter_mut();
            row.zip(&start).for_each(|(word, start)| *word |= start);
        }
        let (mut may, mut new) = (vec![0; width], vec![0; width]);
        loop {
            let mut is_done = true;
            for (done, action) in task.actions.iter().enumerate() {
                if done.is_multiple_of(1024) && should_stop() {
                    return None;
                }
                let needs = action.preconditions.len() + action.effects.len();
                left = left.checked_sub(width * (needs + 2))?;
                if !may_hold(&beside, width, &basic(task, action), &mut may) {
                    continue;
                }
                for &effect in &action.effects {
                    take(&mut may, (!effect).index());
                }
                for &effect in &action.effects {
                    put(&mut may, effect.index());
                }
                for &effect in &action.effects {
                    let own = effect.index();
                    let row = &mut beside[own * width..][..width];
                    for ((new, row), &may) in new.iter_mut().zip(row).zip(&may) {
                        *new = may & !*row;
                        *row |= may;
                    }
                    for other in slots(&new) {
                        is_done = false;
                        put(&mut beside[other * width..][..width], own);
                    }
                }
            }
            if is_done {
                break;
            }
        }
        for row in beside.chunks_exact_mut(width.max(1)) {
            for word in row.iter_mut() {
                *word = !*word;
            }
            for beyond in literals..width * BITS {
                take(row, beyond);
            }
        }
        Some(Self {
            width,
            never: beside,
        })
    }

    /// The literals that are never true together with this one, a bit for each by its number.
    pub fn excluded_by(&self, literal: Literal) -> &[u64] {
        self.row(literal.index())
    }

    fn row(&self, slot: usize) -> &[u64] {
        &self.never[slot * self.width..][..self.width]
    }

    /// Whether it is proved: no pair is true at the start, and no action leads from a state without
    /// pairs to one with a pair.
    pub fn is_proved(&self, task: &Transitions) -> bool {
        let literals = 2 * task.fluents.len();
        let width = literals.div_ceil(BITS);
        if task.has_conditional_effects()
            || self.width != width
            || self.never.len() != literals * width
        {
            return false;
        }
        let mut derived_row = vec![0; width];
        derived(task).for_each(|slot| put(&mut derived_row, slot));
        let speaks_of_derived = |own: usize| {
            let mut words = self.row(own).iter().zip(&derived_row);
            words.any(|(word, derived)| word & derived != 0)
        };
        let has_row = |slot: usize| self.row(slot).iter().any(|&word| word != 0);
        if (0..literals).any(speaks_of_derived) || derived(task).any(has_row) {
            return false;
        }
        let at_start: Vec<usize> = Literal::of_state(&task.start).collect();
        let is_clear = |&own: &usize| at_start.iter().all(|&other| !has(self.row(own), other));
        let mut alive = vec![0; width];
        for own in (0..literals).filter(|&own| !self.is_dead(own)) {
            put(&mut alive, own);
        }
        let is_kept = |action: &Action| self.is_never(action) || self.is_kept_by(action, &alive);
        at_start.iter().all(is_clear) && task.actions.iter().all(is_kept)
    }

    /// Whether two literals are never true together; one literal twice: whether it never is.
    pub fn exclude(&self, a: Literal, b: Literal) -> bool {
        has(self.row(a.index()), b.index())
    }

    /// The value of a fluent in every reachable state in which these literals are true, if pairs say it.
    pub fn value_with(&self, literals: &[Literal], fluent: Fluent) -> Option<bool> {
        let excludes = |other: Literal| literals.iter().any(|&one| self.exclude(one, other));
        let (is_never_true, is_never_false) =
            (excludes(fluent.is_true()), excludes(fluent.is_false()));
        match (is_never_true, is_never_false) {
            (true, _) => Some(false),
            (false, true) => Some(true),
            (false, false) => None,
        }
    }

    /// Whether the action can never happen, because it needs a pair.
    pub fn is_never(&self, action: &Action) -> bool {
        let mut needs = action.preconditions.iter();
        needs.any(|&a| {
            let mut others = action.preconditions.iter();
            others.any(|&b| self.exclude(a, b))
        })
    }

    /// Literals true after the action: its effects, and of what may be true before, together with all
    /// that it needs, whatever the effects do not change.
    fn is_kept_by(&self, action: &Action, alive: &[u64]) -> bool {
        let mut after = alive.to_vec();
        for &needed in &action.preconditions {
            for (after, never) in after.iter_mut().zip(self.row(needed.index())) {
                *after &= !never;
            }
            take(&mut after, (!needed).index());
        }
        for &effect in &action.effects {
            take(&mut after, (!effect).index());
        }
        for &effect in &action.effects {
            put(&mut after, effect.index());
        }
        action.effects.iter().all(|&effect| {
            let never = self.row(effect.index()).iter();
            never.zip(&after).all(|(never, after)| never & after == 0)
        })
    }

    /// Whether the literal is never true.
    fn is_dead(&self, slot: usize) -> bool {
        has(self.row(slot), slot)
    }

    /// All pairs of different fluents, each once; a literal that is never true is a pair with itself, and
    /// with no other.
    pub fn iter(&self) -> impl Iterator<Item = (Literal, Literal)> + '_ {
        let rows = 0..self.never.len() / self.width.max(1);
        rows.flat_map(move |own| {
            let is_dead = self.is_dead(own);
            let others = slots(self.row(own)).filter(move |&other| {
                if is_dead {
                    other == own
                } else {
                    other / 2 > own / 2 && !self.is_dead(other)
                }
            });
            others.map(move |other| (Literal::of_index(own), Literal::of_index(other)))
        })
    }
}

/// The preconditions that say something here.
fn basic<'a>(task: &Transitions, action: &'a Action) -> Cow<'a, [Literal]> {
    if task.rules.layers.is_empty() {
        return Cow::Borrowed(&action.preconditions);
    }
    let all = action.preconditions.iter().copied();
    all.filter(|one| !task.is_derived(one.fluent)).collect()
}

/// The literals that can be true where an action with these preconditions can happen; whether it can.
fn may_hold(beside: &[u64], width: usize, preconditions: &[Literal], may: &mut [u64]) -> bool {
    may.fill(u64::MAX);
    for needed in preconditions {
        let row = &beside[needed.index() * width..][..width];
        for (may, row) in may.iter_mut().zip(row) {
            *may &= row;
        }
    }
    if preconditions.is_empty() {
        // Whatever can be true at all.
        may.fill(0);
        for own in 0..beside.len() / width.max(1) {
            if has(&beside[own * width..][..width], own) {
                put(may, own);
            }
        }
    }
    preconditions.iter().all(|needed| has(may, needed.index()))
}

#[cfg(test)]
mod tests {
    use super::Pairs;
    use crate::random_task::{any_random_task, random_task, reachable};
    use crate::task::Literal;

    #[test]
    fn no_pair_is_true_in_a_reachable_state_and_the_check_agrees() {
        let (mut pairs_in_all, mut never) = (0, 0);
        for seed in 0..4000 {
            let task = any_random_task(seed);
            let Some(pairs) = Pairs::find(task.transitions(), usize::MAX, &|| false) else {
                assert!(task.has_conditional_effects());
                continue;
            };
            assert!(pairs.is_proved(task.transitions()), "seed {seed}");
            let states = reachable(&task);
            for (a, b) in pairs.iter() {
                pairs_in_all += 1;
                let both = |state: &Vec<bool>| a.holds(state) && b.holds(state);
                assert!(!states.keys().any(both), "seed {seed}");
            }
            for action in task.actions().iter().filter(|one| pairs.is_never(one)) {
                never += 1;
                assert!(!states.keys().any(|state| action.is_applicable(state)));
            }
        }
        assert!(pairs_in_all > 1000 && never > 10, "{pairs_in_all} {never}");
    }

    #[test]
    fn a_pair_too_many_is_refused() {
        let (mut refused, mut accepted) = (0, 0);
        for seed in 0..600 {
            let task = any_random_task(seed);
            let Some(pairs) = Pairs::find(task.transitions(), usize::MAX, &|| false) else {
                assert!(task.has_conditional_effects());
                continue;
            };
            let states = reachable(&task);
            let literals = task.fluent_ids().flat_map(|f| [f.is_true(), f.is_false()]);
            let literals: Vec<Literal> = literals.collect();
            for (index, &a) in literals.iter().enumerate() {
                for &b in &literals[index + 1..] {
                    let is_true = states.keys().any(|state| a.holds(state) && b.holds(state));
                    if pairs.exclude(a, b) || a.fluent == b.fluent {
                        continue;
                    }
                    let mut more = pairs.clone();
                    for (own, other) in [(a.index(), b.index()), (b.index(), a.index())] {
                        super::put(&mut more.never[own * more.width..][..more.width], other);
                    }
                    let is_proved = more.is_proved(task.transitions());
                    assert!(!(is_true && is_proved), "seed {seed}");
                    refused += usize::from(!is_proved);
                    accepted += usize::from(is_proved);
                }
            }
        }
        // The finder leaves out none that could be added alone.
        assert!(refused > 1000 && accepted == 0, "{refused} {accepted}");
    }

    #[test]
    fn too_much_work_is_not_begun() {
        assert!(Pairs::find(random_task(1).transitions(), 3, &|| false).is_none());
    }
}
