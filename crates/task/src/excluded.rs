//! A goal that is excluded: it wants two literals that are never true in the same reachable state, or
//! one that never is.
//!
//! Haslum and Geffner, *Admissible heuristics for optimal planning* (AIPS 2000): h² of such a goal is
//! infinite.

use crate::task::{Literal, Task};

/// Excluded goal: two of its literals are a pair that the task's proved pairs ([`Task::pairs`]) exclude.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExcludedGoal {
    names: [String; 2],
    pairs: usize,
}

impl ExcludedGoal {
    /// The check: whether a proved pair of the task excludes its goal.
    pub fn of(task: &Task) -> Option<Self> {
        let pairs = task.pairs()?;
        let goal: Vec<Literal> = task.goal_literals().collect();
        let excluded = goal.iter().enumerate().find_map(|(index, &a)| {
            let mut others = goal[index..].iter();
            others.find(|&&b| pairs.exclude(a, b)).map(|&b| [a, b])
        })?;
        Some(Self {
            names: excluded.map(|literal| task.literal_name(literal)),
            pairs: pairs.iter().count(),
        })
    }

    /// The same check of the two literals of these names, as [`Self::names`] has them.
    pub fn named(task: &Task, names: [String; 2]) -> Option<Self> {
        let pairs = task.pairs()?;
        let wanted = |wanted: &String| {
            task.goal_literals()
                .find(|&it| task.literal_name(it) == *wanted)
        };
        let (a, b) = (wanted(&names[0])?, wanted(&names[1])?);
        pairs.exclude(a, b).then(|| Self {
            names,
            pairs: pairs.iter().count(),
        })
    }

    /// The two literals, as `at(truck,paris)` or `not at(truck,paris)`; twice the same if it is never
    /// true.
    pub const fn names(&self) -> &[String; 2] {
        &self.names
    }

    /// The two literals, given away.
    pub(crate) fn into_names(self) -> [String; 2] {
        self.names
    }

    /// Number of pairs that were proved with it.
    pub const fn pairs(&self) -> usize {
        self.pairs
    }
}

#[cfg(test)]
mod tests {
    use crate::task::{Action, Fluent, GoalConstraint, Pairs, Task, TaskParts};

    use super::ExcludedGoal;

    /// A token goes round three places; it is wanted in two of them, or in one.
    fn round(goal: &[usize]) -> Task {
        let at = Fluent::new;
        let step = |n: usize| {
            let (from, to) = (at(n), at((n + 1) % 3));
            Action::new(
                format!("step-{n}"),
                [from.is_true()],
                [from.is_false(), to.is_true()],
            )
        };
        let wanted = goal
            .iter()
            .map(|&n| GoalConstraint::Literal(at(n).is_true()));
        let task = Task::new(TaskParts {
            fluents: (0..4).map(|n| format!("at-{n}")).collect(),
            actions: (0..3).map(step).collect(),
            start: vec![at(0)],
            goal: wanted.collect(),
            ..TaskParts::default()
        })
        .unwrap();
        let pairs = Pairs::find(
            task.transitions(),
            usize::MAX,
            &saut_base::stop::Stop::default(),
        );
        task.with_provable_pairs(pairs)
    }

    #[test]
    fn a_goal_of_two_places_is_excluded_and_of_one_is_not() {
        let excluded = ExcludedGoal::of(&round(&[1, 2])).unwrap();
        assert_eq!(excluded.names(), &["at-1".to_owned(), "at-2".to_owned()]);
        assert!(ExcludedGoal::of(&round(&[2])).is_none());
        let never = ExcludedGoal::of(&round(&[2, 3])).unwrap();
        assert_eq!(never.names(), &["at-2".to_owned(), "at-3".to_owned()]);
        let never = ExcludedGoal::of(&round(&[3])).unwrap();
        assert_eq!(never.names(), &["at-3".to_owned(), "at-3".to_owned()]);
    }

    #[test]
    fn only_names_that_the_goal_wants_and_a_pair_excludes_are_taken() {
        let task = round(&[0, 1, 2]);
        let named = |a: &str, b: &str| ExcludedGoal::named(&task, [a.to_owned(), b.to_owned()]);
        assert!(named("at-1", "at-2").is_some());
        assert!(named("at-2", "at-0").is_some());
        assert!(named("at-1", "at-1").is_none());
        assert!(named("at-1", "at-3").is_none());
        assert!(named("at-1", "not at-2").is_none());
    }

    #[test]
    fn without_pairs_nothing_is_excluded() {
        let task = round(&[1, 2]).with_provable_pairs(None);
        assert!(ExcludedGoal::of(&task).is_none());
    }
}
