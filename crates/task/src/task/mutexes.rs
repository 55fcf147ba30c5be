//! Mutexes: pairs of literals that are never true in the same reachable state.
//!
//! A task with proved pairs uses these pairs, which include the mutexes of all groups. A task without pairs uses the
//! mutexes of its proved groups.

use std::sync::Arc;

use saut_base::bits;
use saut_base::lists::{Lists, number};

use super::{Action, Fluent, Group, Literal, Pairs};

/// The mutexes of a task, from its proved groups and pairs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutexes {
    pub(super) groups: Vec<Group>,
    groups_of: Lists,
    pub(super) pairs: Option<Arc<Pairs>>,
}

impl Mutexes {
    /// Combines proved groups and pairs of a task with this number of fluents.
    pub(super) fn new(groups: Vec<Group>, pairs: Option<Arc<Pairs>>, fluents: usize) -> Self {
        let members = groups.iter().map(|group| group.fluents.iter());
        let members = members.map(|members| members.map(|one| number(one.index())));
        Self {
            groups_of: Lists::new(members).turned(fluents),
            groups,
            pairs,
        }
    }

    /// Returns the mutexes that the groups imply.
    #[must_use]
    pub fn of_groups(&self) -> Self {
        Self {
            pairs: None,
            ..self.clone()
        }
    }

    /// Returns, for each fluent, its mutex groups.
    pub const fn groups_of(&self) -> &Lists {
        &self.groups_of
    }

    /// Whether two literals are mutually exclusive. A literal excludes itself if the pairs show that it is never true.
    pub fn exclude(&self, a: Literal, b: Literal) -> bool {
        let share_a_group = || {
            let [a, b] = [a, b].map(|one| self.groups_of.of(one.fluent.index()));
            a.iter().any(|group| b.contains(group))
        };
        a == !b
            || match &self.pairs {
                Some(pairs) => pairs.exclude(a, b),
                None => a.value && b.value && a.fluent != b.fluent && share_a_group(),
            }
    }

    /// Whether the mutexes show that no reachable state satisfies all these literals.
    pub fn contradict(&self, literals: &[Literal]) -> bool {
        let mut all = literals.iter().enumerate();
        all.any(|(place, &one)| {
            let mut others = literals[place..].iter();
            others.any(|&other| self.exclude(one, other))
        })
    }

    /// Whether the mutexes show that the action is never applicable.
    pub fn never(&self, action: &Action) -> bool {
        self.contradict(&action.preconditions)
    }

    /// Returns the value that a fluent has in every reachable state in which these literals hold. `None` if the
    /// literals and the mutexes do not determine the value.
    pub fn value(&self, literals: &[Literal], fluent: Fluent) -> Option<bool> {
        let stated = literals.iter().find(|one| one.fluent == fluent);
        let exclude = |other: Literal| literals.iter().any(|&one| self.exclude(one, other));
        stated
            .map(|one| one.value)
            .or_else(|| exclude(fluent.is_true()).then_some(false))
            .or_else(|| exclude(fluent.is_false()).then_some(true))
    }

    /// Returns the literals that form a pair with this literal, as a row with one bit for each literal number. The row
    /// is empty if the task has no pairs.
    pub fn row(&self, literal: Literal) -> &[u64] {
        let pairs = self.pairs.as_ref();
        pairs.map_or(&[], |pairs| pairs.row(literal.index()))
    }

    /// Returns the literals that are mutually exclusive with at least one of these literals, as one bit for each
    /// literal number.
    pub fn excluded_by(&self, literals: &[Literal]) -> Vec<u64> {
        let mut row = bits::row(2 * self.groups_of.count(), []);
        for &literal in literals {
            bits::set(&mut row, (!literal).index(), true);
            bits::join(&mut row, self.row(literal));
            if self.pairs.is_none() && literal.value {
                let groups = self.groups_of.of(literal.fluent.index()).iter();
                let members = groups.flat_map(|&group| &self.groups[group as usize].fluents);
                for other in members.filter(|&&other| other != literal.fluent) {
                    bits::set(&mut row, other.is_true().index(), true);
                }
            }
        }
        row
    }
}

#[cfg(test)]
mod tests {
    use super::Mutexes;
    use crate::random_task::{any_random_task, reachable, with_pairs};
    use crate::task::Literal;
    use saut_base::bits;

    #[test]
    fn all_questions_have_the_answers_of_the_reachable_states() {
        let (mut by_groups, mut by_pairs, mut values) = (0, 0, 0);
        for seed in 0..600 {
            let task = with_pairs(any_random_task(seed));
            let groups = task.mutexes().of_groups();
            let states = reachable(&task);
            let literals = task.fluent_ids().flat_map(|f| [f.is_true(), f.is_false()]);
            let literals: Vec<Literal> = literals.collect();
            for (place, &a) in literals.iter().enumerate() {
                for &b in &literals[place..] {
                    let hold = |state: &&Vec<bool>| a.holds(state) && b.holds(state);
                    let together: Vec<&Vec<bool>> = states.keys().filter(hold).collect();
                    let check = |mutexes: &Mutexes| {
                        let is_excluded = mutexes.exclude(a, b);
                        assert!(!is_excluded || together.is_empty(), "seed {seed}");
                        assert_eq!(mutexes.exclude(b, a), is_excluded);
                        assert_eq!(mutexes.contradict(&[a, b]), {
                            is_excluded || mutexes.exclude(a, a) || mutexes.exclude(b, b)
                        });
                        let row = mutexes.excluded_by(&[a]);
                        assert_eq!(bits::get(&row, b.index()), is_excluded, "seed {seed}");
                        is_excluded
                    };
                    let [of_groups, of_all] = [&groups, task.mutexes()].map(check);
                    assert!(!of_groups || of_all, "seed {seed}: a pair of a group");
                    by_groups += usize::from(of_groups);
                    by_pairs += usize::from(of_all && !of_groups);
                    for fluent in task.fluent_ids() {
                        let value = task.mutexes().value(&[a, b], fluent);
                        let mut values_of = together.iter().map(|state| state[fluent.index()]);
                        assert!(value.is_none_or(|value| values_of.all(|one| one == value)));
                        values += usize::from(value.is_some());
                    }
                }
            }
        }
        assert!(by_groups > 1000 && by_pairs > 1000 && values > 1000);
    }
}
