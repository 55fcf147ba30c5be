//! Inductive invariants: conjunctions of literals that show that no plan exists.
//!
//! Two forms, each an induction over the actions:
//!
//! - *never*: no action makes a conjunction true in a state in which none is, and the goal wants all of one. The
//!   negations are the clauses of an inductive invariant. A state in which none is true is a dead end;
//! - *one-of*: every action leads from a state with one to a state with one, and each contradicts the goal. A state in
//!   which one is true is a dead end.
//!
//! The check looks at one conjunction and one action at a time, and asks for one other conjunction that is contained
//! in what is then known; beside it, it knows the proved groups and pairs of the task only. So the check is as long as
//! the list, and who found the conjunctions, and how, does not matter.
//!
//! Derived fluents and conditional effects are refused: an action changes them without naming them, or may.
//!
//! Bradley, *SAT-based model checking without unrolling* (VMCAI 2011), for clauses that are kept relative to each
//! other; Suda, *Property directed reachability for automated planning* (JAIR 50, 2014). Steinmetz and Hoffmann call
//! the second form, over conjunctions, a trap (AAAI 2017).

use crate::domain::{CheckError, not_plain};
use crate::task::{Action, GoalConstraint, Literal, Task};
use saut_base::lists::{Lists, number};
use saut_base::stop::Stop;

/// Claim of the conjunctions of an invariant about every reachable state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvariantForm {
    /// None of them holds.
    Never,
    /// One of them holds.
    OneOf,
}

/// Accepts conjunctions, of which none has a literal twice, for a claim. Of *never* no action makes the first true, and
/// the goal wants all of one. Of *one-of* all contradict the goal, and one holds after every action if one did before.
///
/// # Errors
/// [`CheckError`] with the first thing that is wrong, or with the limit that ended the check.
pub fn check(
    task: &Task,
    form: InvariantForm,
    conjunctions: &[Vec<Literal>],
    stop: &Stop,
) -> Result<(), CheckError> {
    let checker = Checker {
        task,
        listed: Listed::new(task, conjunctions),
        conjunctions,
        stop,
    };
    // What groups and pairs exclude needs no induction.
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

struct Checker<'a> {
    task: &'a Task,
    listed: Listed,
    conjunctions: &'a [Vec<Literal>],
    stop: &'a Stop,
}

impl Checker<'_> {
    fn never(&self) -> Result<(), CheckError> {
        let goal: Vec<Literal> = self.task.goal_literals().collect();
        if !self.listed.has_one_within(self.conjunctions, &goal) {
            return CheckError::reject("the goal wants none of its conjunctions");
        }
        let is_kept = |conjunction: &[Literal], action: &Action| {
            // What holds after the action, if the conjunction then does, and what held before.
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
                || self.listed.has_one_within(self.conjunctions, &before)
        };
        self.for_each_change(|literal| literal, is_kept)
    }

    fn one_of(&self) -> Result<(), CheckError> {
        let may_be_goal = |one: &&Vec<Literal>| !self.contradicts_the_goal(one);
        if let Some(wrong) = self.conjunctions.iter().find(may_be_goal) {
            return CheckError::reject(format_args!(
                "a goal may hold together with {}",
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
            self.listed.has_one_within(self.conjunctions, &after)
        };
        self.for_each_change(|literal| !literal, is_kept)
    }

    /// Asks of each conjunction, and each action that makes what `of` says of one of its literals, whether the invariant
    /// is kept.
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
                            "it is not shown that {} keeps it: {}",
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

/// All that is known to hold after an action, of what held before it.
fn after(mut literals: Vec<Literal>, action: &Action) -> Vec<Literal> {
    literals.retain(|one| !action.effects.contains(&!*one));
    literals.extend(&action.effects);
    literals
}

/// The conjunctions, each under the literal of it that the fewest have.
struct Listed {
    under: Lists,
    has_empty: bool,
}

impl Listed {
    fn new(task: &Task, conjunctions: &[Vec<Literal>]) -> Self {
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
            under: Lists::new(conjunctions.iter().map(rarest)).turned(count),
            has_empty: conjunctions.iter().any(Vec::is_empty),
        }
    }

    /// Whether some conjunction has no literal but these.
    fn has_one_within(&self, conjunctions: &[Vec<Literal>], literals: &[Literal]) -> bool {
        let is_within = |&place: &u32| {
            let mut all = conjunctions[place as usize].iter();
            all.all(|one| literals.contains(one))
        };
        let mut under = literals.iter().map(|one| self.under.of(one.index()));
        self.has_empty || under.any(|all| all.iter().any(is_within))
    }
}

#[cfg(test)]
mod tests;
