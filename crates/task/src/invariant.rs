//! Inductive invariants: conjunctions of literals that prove that no plan exists.
//!
//! There are two forms, each proved by induction over the actions:
//!
//! - *never*: If all conjunctions are false, no action makes one of them true. The goal implies one of them. So every
//!   state in which all conjunctions are false is a dead end. The negations of the conjunctions are the clauses of an
//!   inductive invariant.
//! - *one-of*: If one of the conjunctions is true, one of them is true after every action. Each conjunction contradicts
//!   the goal. So every state in which a conjunction is true is a dead end.
//!
//! For each conjunction and each action, the check collects the literals that are known before or after the action. The
//! test succeeds if these literals contain another conjunction, or if the mutexes and mutex groups of the task exclude
//! them. The origin of the conjunctions does not matter.
//!
//! In tasks with derived fluents or conditional effects, an action may change a fluent without an explicit,
//! unconditional effect. For these tasks, the check only accepts the form *never* with conjunctions that the proved
//! mutexes already exclude.
//!
//! Bradley, *SAT-based model checking without unrolling* (VMCAI 2011), for clauses that are inductive relative to each
//! other; Suda, *Property directed reachability for automated planning* (JAIR 50, 2014). Steinmetz and Hoffmann call
//! the form *one-of* a trap (AAAI 2017).

use crate::domain::{CheckError, not_plain};
use crate::task::{Action, GoalConstraint, Literal, Task};
use saut_base::lists::{Lists, number};
use saut_base::stop::Stop;

/// The form of an invariant: a property of its conjunctions that no action violates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvariantForm {
    /// None of the conjunctions is true.
    Never,
    /// At least one of the conjunctions is true.
    OneOf,
}

/// Checks that the conjunctions have the properties of this form (see the [module](self)). No conjunction may contain a
/// literal twice.
///
/// # Errors
/// [`CheckError`] with the first defect, or with the limit that ended the check.
pub fn check(
    task: &Task,
    form: InvariantForm,
    conjunctions: &[Vec<Literal>],
    stop: &Stop,
) -> Result<(), CheckError> {
    let checker = InvariantChecker::new(task, conjunctions, stop);
    // If the mutexes exclude all conjunctions, no induction is needed.
    let is_excluded = |one: &Vec<Literal>| task.mutexes().contradict(one);
    let needs_induction = || form == InvariantForm::OneOf || !conjunctions.iter().all(is_excluded);
    if !task.is_plain() && needs_induction() {
        return Err(not_plain());
    }
    match form {
        InvariantForm::Never => checker.never(),
        InvariantForm::OneOf => checker.one_of(),
    }
}

struct InvariantChecker<'a> {
    task: &'a Task,
    conjunctions: &'a [Vec<Literal>],
    /// The conjunctions, each under its rarest literal.
    under: Lists,
    has_empty: bool,
    stop: &'a Stop,
}

impl<'a> InvariantChecker<'a> {
    fn new(task: &'a Task, conjunctions: &'a [Vec<Literal>], stop: &'a Stop) -> Self {
        let count = 2 * task.fluents().len();
        let mut having = vec![0_usize; count];
        for literal in conjunctions.iter().flatten() {
            having[literal.index()] += 1;
        }
        let rarest = |one: &Vec<Literal>| {
            let all = one.iter().map(|literal| literal.index());
            all.min_by_key(|&literal| having[literal]).map(number)
        };
        Self {
            task,
            conjunctions,
            under: Lists::new(conjunctions.iter().map(rarest)).turned(count),
            has_empty: conjunctions.iter().any(Vec::is_empty),
            stop,
        }
    }

    /// Whether some conjunction consists only of these literals.
    fn has_one_within(&self, literals: &[Literal]) -> bool {
        let is_within = |&place: &u32| {
            let mut all = self.conjunctions[place as usize].iter();
            all.all(|one| literals.contains(one))
        };
        let mut under = literals.iter().map(|one| self.under.of(one.index()));
        self.has_empty || under.any(|all| all.iter().any(is_within))
    }

    fn never(&self) -> Result<(), CheckError> {
        let goal: Vec<Literal> = self.task.goal_literals().collect();
        if !self.has_one_within(&goal) {
            return CheckError::reject("the goal implies none of the conjunctions");
        }
        let is_kept = |conjunction: &[Literal], action: &Action| {
            // Suppose that the conjunction holds after the action. Collect the literals known before and after it.
            let untouched = |literal: &&Literal| !action.effects.contains(literal);
            let kept = conjunction.iter().filter(untouched);
            if kept.clone().any(|&one| action.effects.contains(&!one)) {
                return true;
            }
            let mut before: Vec<Literal> = action.preconditions.clone();
            before.extend(kept);
            let mut after = after(action.preconditions.clone(), action);
            after.extend(conjunction);
            self.task.mutexes().contradict(&before)
                || self.task.mutexes().contradict(&after)
                || self.has_one_within(&before)
        };
        self.for_each_change(|literal| literal, is_kept)
    }

    fn one_of(&self) -> Result<(), CheckError> {
        let may_be_goal = |one: &&Vec<Literal>| !self.contradicts_the_goal(one);
        if let Some(wrong) = self.conjunctions.iter().find(may_be_goal) {
            return CheckError::reject(format_args!(
                "the goal does not contradict {}",
                self.named(wrong)
            ));
        }
        let is_kept = |conjunction: &[Literal], action: &Action| {
            let mut before: Vec<Literal> = action.preconditions.clone();
            before.extend(conjunction);
            if self.task.mutexes().contradict(&before) {
                return true;
            }
            let after = after(before, action);
            self.has_one_within(&after)
        };
        self.for_each_change(|literal| !literal, is_kept)
    }

    /// Checks that every action preserves the invariant. Calls `is_kept` for each literal of each conjunction and each
    /// action that makes `of(literal)` true.
    fn for_each_change(
        &self,
        of: impl Fn(Literal) -> Literal,
        is_kept: impl Fn(&[Literal], &Action) -> bool,
    ) -> Result<(), CheckError> {
        let makers = self.task.makers();
        let mut looked_at = 0_usize;
        for conjunction in self.conjunctions {
            for &literal in conjunction {
                for &action in makers.of(of(literal).index()) {
                    if looked_at.is_multiple_of(256)
                        && let Some(why) = self.stop.stop_reason()
                    {
                        return Err(CheckError::Stopped(why));
                    }
                    looked_at += 1;
                    let action = &self.task.actions()[action as usize];
                    if !is_kept(conjunction, action) {
                        return CheckError::reject(format_args!(
                            "{} may violate the invariant: {}",
                            action.name,
                            self.named(conjunction)
                        ));
                    }
                }
            }
        }
        Ok(())
    }

    fn contradicts_the_goal(&self, conjunction: &[Literal]) -> bool {
        let excluded = |wanted: Literal| {
            let mut all = conjunction.iter();
            all.any(|&one| self.task.mutexes().exclude(one, wanted))
        };
        self.task.goal().iter().any(|constraint| match constraint {
            GoalConstraint::Literal(literal) => excluded(*literal),
            GoalConstraint::AnyOf(literals) => literals.iter().all(|&literal| excluded(literal)),
            GoalConstraint::AtMostOne(fluents) => {
                let is_true = |one: &&Literal| one.value && fluents.contains(&one.fluent);
                conjunction.iter().filter(is_true).nth(1).is_some()
            }
        })
    }

    fn named(&self, conjunction: &[Literal]) -> String {
        let names = conjunction.iter().map(|&one| self.task.literal_name(one));
        names.collect::<Vec<_>>().join(" and ")
    }
}

/// Returns the literals known after an action, given the literals known before it.
fn after(mut literals: Vec<Literal>, action: &Action) -> Vec<Literal> {
    literals.retain(|one| !action.effects.contains(&!*one));
    literals.extend(&action.effects);
    literals
}

#[cfg(test)]
mod tests;
