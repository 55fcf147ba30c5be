//! Counting invariants: in every reachable state, a minimum number of certain facts is true. This excludes states of a
//! projection.
//!
//! A projection does not record which removed facts are true. A removed fact is false if a kept fact that is true
//! excludes it. So the counted facts that may be true are the kept facts that are true in the state, and the removed
//! facts that no true fact excludes. If these are fewer than the minimum, the state of the projection is unreachable,
//! and the search need not visit it.
//!
//! Haslum, Bonet, Geffner, *New admissible heuristics for domain-independent planning* (AAAI 2005), for abstractions
//! constrained by invariants.

use crate::domain::{CheckError, not_plain};
use crate::task::{Action, Fluent, Task};
use saut_base::bits;
use serde::{Deserialize, Serialize};

/// Returns a lower bound on how much an action changes the number of true counted facts. This is the number of facts
/// that the action always makes true, minus the number of facts that it may make false.
pub fn change(task: &Task, action: &Action, is_counted: &[bool]) -> isize {
    let counted = action.effects.iter();
    let counted = counted.filter(|effect| is_counted[effect.fluent.index()]);
    let changes = counted.map(|effect| {
        let before = task.mutexes().value(&action.preconditions, effect.fluent);
        let is_false_before = before == Some(false);
        if effect.value {
            isize::from(is_false_before)
        } else {
            -isize::from(!is_false_before)
        }
    });
    changes.sum()
}

/// Mutexes between facts.
struct Exclusions<'a> {
    task: &'a Task,
    /// For each fact, the sorted facts that are false after every action that makes the fact true. `None` if no action
    /// makes the fact true.
    apart: Vec<Option<Vec<Fluent>>>,
}

impl<'a> Exclusions<'a> {
    fn new(task: &'a Task) -> Self {
        let mut apart: Vec<Option<Vec<Fluent>>> = vec![None; task.fluents().len()];
        for action in task.actions() {
            let needed = action.preconditions.iter();
            let stays = needed.filter(|one| !action.effects.contains(&!**one));
            let after = stays.chain(&action.effects).filter(|one| !one.value);
            let mut is_false: Vec<Fluent> = after.map(|one| one.fluent).collect();
            is_false.sort_unstable();
            for made in action.effects.iter().filter(|one| one.value) {
                match &mut apart[made.fluent.index()] {
                    Some(known) => known.retain(|one| is_false.binary_search(one).is_ok()),
                    new => *new = Some(is_false.clone()),
                }
            }
        }
        Self { task, apart }
    }

    /// Whether two facts are known to be mutually exclusive. This follows from a proved mutex. It also follows if the
    /// facts are not both true initially, and after every action that makes one of them true, the other is false.
    fn exclude(&self, one: Fluent, other: Fluent) -> bool {
        let leaves_false = |made: Fluent, other: Fluent| {
            let apart = self.apart[made.index()].as_ref();
            apart.is_none_or(|apart| apart.binary_search(&other).is_ok())
        };
        let start = self.task.start();
        let pairs = self.task.pairs();
        pairs.is_some_and(|pairs| pairs.exclude(one.is_true(), other.is_true()))
            || !(start[one.index()] && start[other.index()])
                && leaves_false(one, other)
                && leaves_false(other, one)
    }

    /// Returns facts that `fact` excludes: all such facts in `some`, and possibly others.
    fn of(&self, fact: Fluent, some: &[Fluent]) -> Vec<Fluent> {
        // Without proved mutexes, a fact excludes only the few facts that are false after every action that makes it
        // true.
        let all = match &self.apart[fact.index()] {
            Some(apart) if self.task.pairs().is_none() => apart,
            _ => some,
        };
        let excluded = all.iter().copied();
        excluded
            .filter(|&other| self.exclude(fact, other))
            .collect()
    }
}

/// A projection with a counting invariant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Projection<F> {
    /// Facts that the projection keeps.
    pub kept: Vec<F>,
    /// Minimum number of counted facts that are true in every reachable state.
    pub at_least: usize,
    /// Facts that the invariant counts.
    pub counted: Vec<F>,
}

impl Projection<Fluent> {
    /// Checks that the counting invariant holds in every reachable state of the task.
    ///
    /// # Errors
    /// [`CheckError`] with the reason why the invariant is not proved.
    pub fn check(&self, task: &Task) -> Result<CheckedCounting, CheckError> {
        if !task.is_plain() {
            return Err(not_plain());
        }
        let mut is_counted = vec![false; task.fluents().len()];
        for fact in &self.counted {
            match is_counted.get_mut(fact.index()) {
                Some(place) if !*place => *place = true,
                _ => {
                    return CheckError::reject(
                        "a counted fact is not in the task, or is listed twice",
                    );
                }
            }
        }
        let at_start = self.counted.iter().filter(|one| task.start()[one.index()]);
        if at_start.count() < self.at_least {
            return CheckError::reject(
                "in the initial state, too few of the counted facts are true",
            );
        }
        let mut actions = task.actions().iter();
        if let Some(action) = actions.find(|action| change(task, action, &is_counted) < 0) {
            return CheckError::reject(format_args!(
                "after {}, too few of the counted facts may be true",
                action.name
            ));
        }
        Ok(CheckedCounting::new(task, self, &is_counted))
    }
}

/// A checked counting invariant, which excludes states of a projection. Only [`Projection::check`] creates one.
#[derive(Clone, Debug)]
pub struct CheckedCounting {
    at_least: usize,
    /// Number of counted facts that are not kept.
    left_out: usize,
    /// For each kept fact, in the order of the task: whether the fact is counted, and where its part of `excluded`
    /// ends.
    kept: Vec<(bool, usize)>,
    /// For each kept fact, the removed counted facts that it excludes. All these lists are concatenated.
    excluded: Vec<u32>,
    /// Bits of the kept facts that are counted or exclude a removed counted fact.
    relevant: Vec<u64>,
    /// For each removed counted fact, the number of the last call of `is_possible` in which the fact was excluded.
    seen: Vec<u64>,
    questions: u64,
}

impl CheckedCounting {
    fn new(task: &Task, projection: &Projection<Fluent>, is_counted: &[bool]) -> Self {
        let exclusions = Exclusions::new(task);
        let mut is_kept = vec![false; task.fluents().len()];
        for fact in &projection.kept {
            is_kept[fact.index()] = true;
        }
        let left_out = |one: &Fluent| is_counted[one.index()] && !is_kept[one.index()];
        let left_out: Vec<Fluent> = task.fluent_ids().filter(left_out).collect();
        let mut places = vec![None; task.fluents().len()];
        for (place, fact) in left_out.iter().enumerate() {
            places[fact.index()] = Some(saut_base::lists::number(place));
        }
        let (mut ends, mut excluded) = (Vec::new(), Vec::new());
        let all = task.fluent_ids().filter(|one| is_kept[one.index()]);
        for fact in all {
            let others = exclusions.of(fact, &left_out).into_iter();
            excluded.extend(others.filter_map(|one| places[one.index()]));
            ends.push((is_counted[fact.index()], excluded.len()));
        }
        let mut relevant = bits::row(ends.len(), []);
        let mut from = 0;
        for (number, &(is_counted, end)) in ends.iter().enumerate() {
            bits::set(&mut relevant, number, is_counted || end > from);
            from = end;
        }
        Self {
            at_least: projection.at_least,
            left_out: left_out.len(),
            kept: ends,
            excluded,
            relevant,
            seen: vec![0; left_out.len()],
            questions: 0,
        }
    }

    /// Whether some kept fact excludes a removed counted fact.
    pub fn says_something(&self) -> bool {
        !self.excluded.is_empty()
    }

    /// Whether a state of the projection may be the projection of a reachable state.
    pub fn is_possible(&mut self, state: &[u64]) -> bool {
        self.questions += 1;
        let mut possible = self.left_out;
        for fact in bits::of_words(bits::common(state, &self.relevant)) {
            let (is_counted, end) = self.kept[fact];
            possible += usize::from(is_counted);
            let from = fact.checked_sub(1).map_or(0, |before| self.kept[before].1);
            for &other in &self.excluded[from..end] {
                let seen = &mut self.seen[other as usize];
                possible -= usize::from(std::mem::replace(seen, self.questions) != self.questions);
            }
        }
        possible >= self.at_least
    }
}
