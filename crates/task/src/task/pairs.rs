//! Pairs: mutexes of two literals, which are never true in the same reachable state.
//!
//! A fixpoint computation determines which two literals can become true together. It treats an action as applicable if
//! every two of its preconditions can be true together. All other pairs of literals are mutexes. One induction step
//! over all actions then proves these mutexes, so the fixpoint computation need not be trusted.
//!
//! Pairs contain no derived fluents, and derived preconditions are ignored, because an action may change derived
//! fluents without an explicit effect. Tasks with conditional effects have no pairs. Sets of literals are stored as
//! rows of bits.
//!
//! Haslum and Geffner, *Admissible heuristics for optimal planning* (AIPS 2000), h²; Rintanen, *An
//! iterative algorithm for synthesizing invariants* (AAAI 2000).

use std::borrow::Cow;

use super::{Action, Literal, Transitions};
use saut_base::bits;
use saut_base::lists::number;
use saut_base::stop::{Stop, StopReason, Ticker};

/// A set of mutexes, with one row of literals for each literal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairs {
    /// Number of words per row.
    width: usize,
    /// For each literal, the number of its row. The literals of derived fluents share one empty row.
    rows: Vec<u32>,
    /// For each row, the literals that are never true together with the literal of the row, including its negation.
    never: Vec<u64>,
}

/// Returns the numbers of the literals of derived fluents.
fn derived(task: &Transitions) -> impl Iterator<Item = usize> + '_ {
    task.derived()
        .flat_map(|fluent| [fluent.is_true().index(), fluent.is_false().index()])
}

/// Returns the number of the row of each literal, and the number of rows. The literals of derived fluents share the
/// last row.
fn rows(task: &Transitions) -> (Vec<u32>, usize) {
    let mut rows = vec![0; 2 * task.fluents.len()];
    derived(task).for_each(|slot| rows[slot] = u32::MAX);
    let mut count = 0;
    for row in rows.iter_mut().filter(|row| **row == 0) {
        *row = number(count);
        count += 1;
    }
    for row in rows.iter_mut().filter(|row| **row == u32::MAX) {
        *row = number(count);
    }
    (rows, count + 1)
}

impl Pairs {
    /// Computes the pairs. `None` if an action has conditional effects, or if `stop` ends the computation. Also `None`
    /// if the computation needs more than `most_work` operations on words, or more memory than is available.
    pub fn find(task: &Transitions, most_work: usize, stop: &Stop) -> Option<Self> {
        if task.has_conditional_effects() {
            return None;
        }
        let literals = 2 * task.fluents.len();
        let width = bits::words(literals);
        let (rows, count) = rows(task);
        let words = count.checked_mul(width)?;
        let mut left = most_work.checked_sub(words)?;
        if !stop.has_room(words as u128 * u128::from(u64::BITS / 8)) {
            return None;
        }
        let limits = Ticker::new(stop);
        let (start_of, is_basic) = (
            |slot: usize| rows[slot] as usize * width,
            |slot: usize| (rows[slot] as usize) < count - 1,
        );
        let derived_row = bits::row(literals, derived(task));
        // For each literal, the literals that can be true together with it. A literal that can be true at all is in its
        // own row. Derived literals may be true together with every literal.
        let mut beside = derived_row.repeat(count);
        let start = bits::row(literals, Literal::of_state(&task.start));
        for slot in bits::iter(&start).filter(|&slot| is_basic(slot)) {
            limits.spend(width).ok()?;
            bits::join(&mut beside[start_of(slot)..][..width], &start);
        }
        let (mut may, mut new) = (vec![0; width], vec![0; width]);
        loop {
            let mut is_done = true;
            for action in &task.actions {
                let needs = action.preconditions.len() + action.effects.len();
                let work = width * (needs + 2);
                left = left.checked_sub(work)?;
                limits.spend(work).ok()?;
                let basic = basic(task, action);
                may.fill(u64::MAX);
                for needed in basic.iter() {
                    let row = &beside[start_of(needed.index())..][..width];
                    may.iter_mut().zip(row).for_each(|(may, row)| *may &= row);
                }
                if basic.is_empty() {
                    // All literals that can be true at all.
                    may.copy_from_slice(&derived_row);
                    for own in (0..literals).filter(|&own| is_basic(own)) {
                        if bits::get(&beside[start_of(own)..][..width], own) {
                            bits::set(&mut may, own, true);
                        }
                    }
                }
                if !basic.iter().all(|needed| bits::get(&may, needed.index())) {
                    continue;
                }
                for &effect in &action.effects {
                    bits::set(&mut may, (!effect).index(), false);
                }
                for &effect in &action.effects {
                    bits::set(&mut may, effect.index(), true);
                }
                for &effect in &action.effects {
                    let own = effect.index();
                    let row = &mut beside[start_of(own)..][..width];
                    for ((new, row), &may) in new.iter_mut().zip(row).zip(&may) {
                        *new = may & !*row;
                        *row |= may;
                    }
                    limits.spend(width).ok()?;
                    for other in bits::iter(&new) {
                        is_done = false;
                        bits::set(&mut beside[start_of(other)..][..width], own, true);
                    }
                }
            }
            if is_done {
                break;
            }
        }
        let all = bits::row(literals, 0..literals);
        for row in beside.chunks_exact_mut(width.max(1)) {
            limits.spend(width).ok()?;
            let words = row.iter_mut().zip(&all);
            words.for_each(|(word, all)| *word = all & !*word);
        }
        beside[(count - 1) * width..].fill(0);
        Some(Self {
            width,
            rows,
            never: beside,
        })
    }

    /// Returns the literals that are never true together with the literal of this number, as a row with one bit for
    /// each literal number.
    pub(super) fn row(&self, slot: usize) -> &[u64] {
        &self.never[self.rows[slot] as usize * self.width..][..self.width]
    }

    /// Whether the pairs are proved: no pair is true initially, and no action leads from a state without true pairs to
    /// a state with a true pair.
    ///
    /// # Errors
    /// [`StopReason`] if a limit ends the proof.
    pub fn is_proved(&self, task: &Transitions, stop: &Stop) -> Result<bool, StopReason> {
        let literals = 2 * task.fluents.len();
        let width = bits::words(literals);
        let (rows, count) = rows(task);
        if task.has_conditional_effects()
            || self.width != width
            || self.rows != rows
            || self.never.len() != count * width
        {
            return Ok(false);
        }
        let limits = Ticker::new(stop);
        let derived_row = bits::row(literals, derived(task));
        for row in self.never.chunks_exact(width.max(1)) {
            limits.spend(width)?;
            if bits::meet(row, &derived_row) {
                return Ok(false);
            }
        }
        if self.never[(count - 1) * width..]
            .iter()
            .any(|&word| word != 0)
        {
            return Ok(false);
        }
        let start = bits::row(literals, Literal::of_state(&task.start));
        for own in bits::iter(&start) {
            limits.spend(width)?;
            if bits::meet(self.row(own), &start) {
                return Ok(false);
            }
        }
        let alive = bits::row(literals, (0..literals).filter(|&own| !self.is_dead(own)));
        for action in &task.actions {
            let needs = action.preconditions.len();
            limits.spend(needs * needs + width * (needs + action.effects.len() + 1))?;
            if !self.contradict(&action.preconditions) && !self.is_kept_by(action, &alive) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether two literals are mutually exclusive. A literal excludes itself if it is never true.
    pub fn exclude(&self, a: Literal, b: Literal) -> bool {
        bits::get(self.row(a.index()), b.index())
    }

    /// Whether two of the literals are mutually exclusive, or one of them is never true.
    pub fn contradict(&self, literals: &[Literal]) -> bool {
        let mut all = literals.iter();
        all.any(|&a| literals.iter().any(|&b| self.exclude(a, b)))
    }

    /// Whether the action makes no pair true. After the action, the true literals are its effects and some of the
    /// unchanged literals that may be true together with all its preconditions.
    fn is_kept_by(&self, action: &Action, alive: &[u64]) -> bool {
        let mut after = alive.to_vec();
        for &needed in &action.preconditions {
            for (after, never) in after.iter_mut().zip(self.row(needed.index())) {
                *after &= !never;
            }
            bits::set(&mut after, (!needed).index(), false);
        }
        for &effect in &action.effects {
            bits::set(&mut after, (!effect).index(), false);
        }
        for &effect in &action.effects {
            bits::set(&mut after, effect.index(), true);
        }
        let mut effects = action.effects.iter();
        effects.all(|effect| !bits::meet(self.row(effect.index()), &after))
    }

    fn is_dead(&self, slot: usize) -> bool {
        bits::get(self.row(slot), slot)
    }

    /// Returns each mutex of two literals of different fluents once. A literal that is never true is only returned as a
    /// pair with itself.
    pub fn iter(&self) -> impl Iterator<Item = (Literal, Literal)> + '_ {
        (0..self.rows.len()).flat_map(move |own| {
            let is_dead = self.is_dead(own);
            let others = bits::iter(self.row(own)).filter(move |&other| {
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

/// Returns the preconditions on fluents that are not derived.
fn basic<'a>(task: &Transitions, action: &'a Action) -> Cow<'a, [Literal]> {
    if task.rules.layers.is_empty() {
        return Cow::Borrowed(&action.preconditions);
    }
    let all = action.preconditions.iter().copied();
    all.filter(|one| !task.is_derived(one.fluent)).collect()
}

#[cfg(test)]
mod tests {
    use super::Pairs;
    use crate::random_task::{any_random_task, is, random_task, reachable, small_parts};
    use crate::task::{Action, Fluent, Literal, Rule, Task, TaskParts};
    use saut_base::bits;
    use saut_base::stop::{Stop, StopReason};

    #[test]
    fn no_pair_is_true_in_a_reachable_state_and_the_check_agrees() {
        let (mut pairs_in_all, mut never) = (0, 0);
        for seed in 0..4000 {
            let task = any_random_task(seed);
            let Some(pairs) = Pairs::find(task.transitions(), usize::MAX, &Stop::default()) else {
                assert!(task.has_conditional_effects());
                continue;
            };
            assert_eq!(
                pairs.is_proved(task.transitions(), &Stop::default()),
                Ok(true),
                "seed {seed}"
            );
            let states = reachable(&task);
            for (a, b) in pairs.iter() {
                pairs_in_all += 1;
                let both = |state: &Vec<bool>| a.holds(state) && b.holds(state);
                assert!(!states.keys().any(both), "seed {seed}");
            }
            let actions = task.actions().iter();
            for action in actions.filter(|one| pairs.contradict(&one.preconditions)) {
                never += 1;
                assert!(!states.keys().any(|state| action.is_applicable(state)));
            }
        }
        assert!(pairs_in_all > 1000 && never > 10, "{pairs_in_all} {never}");
    }

    #[test]
    fn an_unproved_pair_is_rejected() {
        let (mut refused, mut accepted) = (0, 0);
        for seed in 0..600 {
            let task = any_random_task(seed);
            let Some(pairs) = Pairs::find(task.transitions(), usize::MAX, &Stop::default()) else {
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
                        let first = more.rows[own] as usize * more.width;
                        bits::set(&mut more.never[first..][..more.width], other, true);
                    }
                    let is_proved = more.is_proved(task.transitions(), &Stop::default());
                    let is_proved = is_proved == Ok(true);
                    assert!(!(is_true && is_proved), "seed {seed}");
                    refused += usize::from(!is_proved);
                    accepted += usize::from(is_proved);
                }
            }
        }
        // No single further pair can be proved, because the fixpoint computation finds all of them.
        assert!(refused > 1000 && accepted == 0, "{refused} {accepted}");
    }

    /// Uses a chain of derived fluents, each derived from the previous one.
    #[test]
    fn derived_fluents_have_no_rows() {
        let count = 50_000;
        let task = Task::new(TaskParts {
            rules: (1..count)
                .map(|at| Rule::new(Fluent::new(at), [is(at - 1)]))
                .collect(),
            ..small_parts(count, [Action::new("a", [], [is(0)])], &[], &[])
        });
        let (task, stop) = (task.unwrap(), Stop::default());
        let pairs = Pairs::find(task.transitions(), usize::MAX, &stop).unwrap();
        assert!(pairs.never.len() < 10_000);
        assert_eq!(pairs.is_proved(task.transitions(), &stop), Ok(true));
        stop.request();
        let stopped = Err(StopReason::Interrupted);
        assert_eq!(pairs.is_proved(task.transitions(), &stop), stopped);
        assert!(Pairs::find(task.transitions(), usize::MAX, &stop).is_none());
        let task = task.with_provable_pairs_within(Some(pairs), &stop);
        assert_eq!(task.pairs(), None);
    }

    #[test]
    fn too_much_work_is_not_begun() {
        let task = random_task(1);
        assert!(Pairs::find(task.transitions(), 3, &Stop::default()).is_none());
        assert!(Pairs::find(task.transitions(), usize::MAX, &Stop::new(None, Some(0))).is_none());
    }
}
