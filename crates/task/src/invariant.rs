//! Inductive invariants: conjunctions of literals that show that no plan exists.
//!
//! Two forms, each an induction over the actions:
//!
//! - *never*: no conjunction holds at the start, no action makes one true in a state in which none is, and the goal
//!   wants all of one. The negations are the clauses of an inductive invariant;
//! - *one-of*: one holds at the start, every action leads from a state with one to a state with one, and each
//!   contradicts the goal. Whoever has come into one of these situations never gets out of all of them.
//!
//! [`check()`] looks at one conjunction and one action at a time, and asks for one other conjunction that is contained
//! in what is then known; beside it, it knows the proved groups and pairs of the task only. So the check is as long as
//! the list, and who found the conjunctions, and how, does not matter.
//!
//! Derived fluents and conditional effects are refused: an action changes them without naming them, or may.
//!
//! Bradley, *SAT-based model checking without unrolling* (VMCAI 2011), for clauses that are kept relative to each
//! other; Suda, *Property directed reachability for automated planning* (JAIR 50, 2014). Steinmetz and Hoffmann call
//! the second form, over conjunctions, a trap (AAAI 2017).

use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

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

impl InvariantForm {
    /// The word in documents.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Never => "never",
            Self::OneOf => "one-of",
        }
    }
}

impl fmt::Display for InvariantForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for InvariantForm {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let all = [Self::Never, Self::OneOf];
        let found = all.into_iter().find(|form| form.name() == text);
        found.ok_or_else(|| format!("the form {text:?} of an invariant is unknown"))
    }
}

/// An invariant as it stands in a document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StoredInvariant {
    /// Claim of the conjunctions.
    #[serde(serialize_with = "shown", deserialize_with = "parsed")]
    pub form: InvariantForm,
    /// The conjunctions: literals as `at(truck,paris)` or `not at(truck,paris)`.
    pub conjunctions: Vec<Vec<String>>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn shown<S: Serializer>(form: &InvariantForm, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(form.name())
}

fn parsed<'de, D: Deserializer<'de>>(from: D) -> Result<InvariantForm, D::Error> {
    let text = String::deserialize(from)?;
    text.parse().map_err(D::Error::custom)
}

/// An invariant that [`check()`] has accepted: the task has no plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedInvariant {
    form: InvariantForm,
    conjunctions: Vec<Vec<Literal>>,
}

impl CheckedInvariant {
    /// Claim of the conjunctions.
    pub const fn form(&self) -> InvariantForm {
        self.form
    }

    /// The conjunctions.
    pub fn conjunctions(&self) -> &[Vec<Literal>] {
        &self.conjunctions
    }

    /// The invariant by the names of a task that it was checked for.
    pub fn stored(&self, task: &Task) -> StoredInvariant {
        StoredInvariant::of(task, self.form, &self.conjunctions)
    }
}

impl StoredInvariant {
    /// Conjunctions by the names of a task.
    pub fn of(task: &Task, form: InvariantForm, conjunctions: &[Vec<Literal>]) -> Self {
        let named = |one: &Vec<Literal>| one.iter().map(|&it| task.literal_name(it)).collect();
        let conjunctions = conjunctions.iter().map(named).collect();
        Self { form, conjunctions }
    }

    /// Checks the invariant for a task, by the names of its facts.
    ///
    /// # Errors
    /// [`CheckError`] with the first thing that is wrong.
    pub fn check(&self, task: &Task, stop: &Stop) -> Result<CheckedInvariant, CheckError> {
        let named = task.literals_by_name();
        let literal = |name: &String| {
            let found = named.get(name).copied();
            found.ok_or_else(|| {
                CheckError::rejected(format_args!("the ground task has no fact {name}"))
            })
        };
        let conjunction = |names: &Vec<String>| names.iter().map(literal).collect();
        let conjunctions = self.conjunctions.iter().map(conjunction);
        let conjunctions: Vec<Vec<Literal>> = conjunctions.collect::<Result<_, _>>()?;
        check(task, self.form, conjunctions, stop)
    }
}

/// Accepts conjunctions that show that the task has no plan.
///
/// # Errors
/// [`CheckError`] with the first thing that is wrong, or with the limit that ended the check.
pub fn check(
    task: &Task,
    form: InvariantForm,
    mut conjunctions: Vec<Vec<Literal>>,
    stop: &Stop,
) -> Result<CheckedInvariant, CheckError> {
    if !task.is_plain() {
        return Err(not_plain());
    }
    for one in &mut conjunctions {
        one.sort_unstable();
        one.dedup();
    }
    let checker = Checker {
        task,
        listed: Listed::new(task, &conjunctions),
        conjunctions: &conjunctions,
        stop,
    };
    match form {
        InvariantForm::Never => checker.never()?,
        InvariantForm::OneOf => checker.one_of()?,
    }
    Ok(CheckedInvariant { form, conjunctions })
}

struct Checker<'a> {
    task: &'a Task,
    listed: Listed,
    conjunctions: &'a [Vec<Literal>],
    stop: &'a Stop,
}

impl Checker<'_> {
    fn never(&self) -> Result<(), CheckError> {
        let start = self.task.start();
        let holds = |one: &&Vec<Literal>| one.iter().all(|literal| literal.holds(start));
        if let Some(wrong) = self.conjunctions.iter().find(holds) {
            return Err(CheckError::rejected(format_args!(
                "it says that {} never holds, and it does at the start",
                self.named(wrong)
            )));
        }
        let goal: Vec<Literal> = self.task.goal_literals().collect();
        if !self.listed.has_one_within(self.conjunctions, &goal) {
            return Err(CheckError::rejected(
                "the goal wants none of its conjunctions",
            ));
        }
        let making = self.actions_by(|effect| effect);
        self.for_each_change(&making, |conjunction, action| {
            // What holds after the action, if the conjunction then does, and what held before.
            let untouched = |literal: &&Literal| !action.effects.contains(literal);
            let kept = conjunction.iter().filter(untouched);
            if kept.clone().any(|&one| action.effects.contains(&!one)) {
                return true;
            }
            let mut before: Vec<Literal> = action.preconditions.clone();
            before.extend(kept);
            let mut after = after(action);
            after.extend(conjunction);
            let mutexes = self.task.mutexes();
            mutexes.contradict(&before)
                || mutexes.contradict(&after)
                || self.listed.has_one_within(self.conjunctions, &before)
        })
    }

    fn one_of(&self) -> Result<(), CheckError> {
        let start = self.task.start();
        let holds = |one: &Vec<Literal>| one.iter().all(|literal| literal.holds(start));
        if !self.conjunctions.iter().any(holds) {
            return Err(CheckError::rejected(
                "none of its conjunctions holds at the start",
            ));
        }
        let may_be_goal = |one: &&Vec<Literal>| !self.contradicts_the_goal(one);
        if let Some(wrong) = self.conjunctions.iter().find(may_be_goal) {
            return Err(CheckError::rejected(format_args!(
                "a goal may hold together with {}",
                self.named(wrong)
            )));
        }
        let ending = self.actions_by(|effect| !effect);
        self.for_each_change(&ending, |conjunction, action| {
            let mut before: Vec<Literal> = action.preconditions.clone();
            before.extend(conjunction);
            if self.task.mutexes().contradict(&before) {
                return true;
            }
            before.retain(|one| !action.effects.contains(&!*one));
            before.extend(&action.effects);
            self.listed.has_one_within(self.conjunctions, &before)
        })
    }

    /// By literal the actions with an effect of which this makes the literal.
    fn actions_by(&self, of: impl Fn(Literal) -> Literal) -> Lists {
        let actions = self.task.actions().iter();
        let literals =
            actions.map(|action| action.effects.iter().map(|&one| number(of(one).index())));
        Lists::new(literals).turned(2 * self.task.fluents().len())
    }

    /// Asks of each conjunction and each action under one of its literals whether the invariant is kept.
    fn for_each_change(
        &self,
        under: &Lists,
        is_kept: impl Fn(&[Literal], &Action) -> bool,
    ) -> Result<(), CheckError> {
        let mut looked_at = 0_usize;
        for conjunction in self.conjunctions {
            for literal in conjunction {
                for &action in under.of(literal.index()) {
                    if looked_at.is_multiple_of(256)
                        && let Some(why) = self.stop.stop_reason()
                    {
                        return Err(CheckError::Stopped(why));
                    }
                    looked_at += 1;
                    let action = &self.task.actions()[action as usize];
                    if !is_kept(conjunction, action) {
                        return Err(CheckError::rejected(format_args!(
                            "it is not shown that {} keeps it: {}",
                            action.name,
                            self.named(conjunction)
                        )));
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

/// All that is known to hold after an action, whatever else held before.
fn after(action: &Action) -> Vec<Literal> {
    let mut after = action.preconditions.clone();
    after.retain(|one| !action.effects.contains(&!*one));
    after.extend(&action.effects);
    after
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
