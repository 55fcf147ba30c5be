//! States of a numeric task, and how actions change them.

use std::collections::BTreeMap;

use crate::exact::Exact;
use crate::task::{Change, Conditions, NumericAction, NumericEffect, NumericTask, Refused, Test};
use saut_base::bits;
use saut_base::lists::distinct;

/// A state: the true facts, and the values of the variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumericState {
    /// One bit for each fact.
    facts: Vec<u64>,
    /// The value of each variable, or `None` if it is undefined.
    values: Vec<Option<Exact>>,
}

impl NumericState {
    /// Returns the initial state of a task.
    pub fn start(task: &NumericTask) -> Self {
        let mut state = Self {
            facts: bits::row(task.facts.len(), []),
            values: task.values.clone(),
        };
        for &fact in &task.initial {
            state.set(fact, true);
        }
        // A number that does not fit is reported later, when a condition needs it.
        let _ = state.derive(task);
        state
    }

    fn derive(&mut self, task: &NumericTask) -> Result<(), Refused> {
        for rule in &task.derived {
            self.set(rule.head, false);
        }
        let mut has_changed = !task.derived.is_empty();
        while std::mem::take(&mut has_changed) {
            for rule in &task.derived {
                if !self.has(rule.head) && self.meets(task, &rule.body)? {
                    self.set(rule.head, true);
                    has_changed = true;
                }
            }
        }
        Ok(())
    }

    /// Whether a fact is true.
    pub fn has(&self, fact: u32) -> bool {
        bits::get(&self.facts, fact as usize)
    }

    /// Returns the values of the variables.
    pub fn values(&self) -> &[Option<Exact>] {
        &self.values
    }

    fn set(&mut self, fact: u32, holds: bool) {
        bits::set(&mut self.facts, fact as usize, holds);
    }

    /// Whether a numeric condition holds.
    ///
    /// # Errors
    /// [`Refused::TooLarge`] if a number does not fit.
    pub fn passes(&self, test: &Test) -> Result<bool, Refused> {
        match test.linear.value(&self.values) {
            Ok(number) => Ok(test.relation.holds(number)),
            Err(Refused::Undefined) => Ok(test.if_undefined),
            Err(why) => Err(why),
        }
    }

    /// Whether all conditions hold.
    ///
    /// # Errors
    /// [`Refused::TooLarge`] if a number does not fit and no other condition is false.
    pub fn meets(&self, task: &NumericTask, conditions: &Conditions) -> Result<bool, Refused> {
        let facts = conditions.positive.iter().all(|&fact| self.has(fact))
            && !conditions.negative.iter().any(|&fact| self.has(fact));
        if !facts {
            return Ok(false);
        }
        let mut unknown = Ok(true);
        for &test in &conditions.tests {
            match self.passes(&task.tests[test as usize]) {
                Ok(true) => {}
                Ok(false) => return Ok(false),
                Err(why) => unknown = Err(why),
            }
        }
        unknown
    }

    /// Returns the state after an action.
    ///
    /// # Errors
    /// [`Refused`] with the reason why the action has no successor state.
    pub fn after(&self, task: &NumericTask, action: &NumericAction) -> Result<Self, Refused> {
        if !self.meets(task, &action.conditions)? {
            return Err(Refused::Precondition);
        }
        let mut next = self.clone();
        let (mut added, mut effects): (Vec<u32>, Vec<u32>) = (Vec::new(), Vec::new());
        for branch in &action.branches {
            if self.meets(task, &branch.conditions)? {
                for &fact in &branch.deleted {
                    next.set(fact, false);
                }
                added.extend(&branch.added);
                effects.extend(&branch.effects);
            }
        }
        for fact in added {
            next.set(fact, true);
        }
        let mut merged: BTreeMap<u32, Change<Exact>> = BTreeMap::new();
        for effect in distinct(effects) {
            let NumericEffect { variable, change } = &action.effects[effect as usize];
            let new = match change {
                Change::Assign(source) => Change::Assign(source.value(&self.values)?),
                Change::Increase(source) => Change::Increase(source.value(&self.values)?),
                Change::Scale(factor) => Change::Scale(*factor),
            };
            let joined = match merged.remove(variable) {
                None => new,
                Some(known) => joined(&known, &new)?,
            };
            merged.insert(*variable, joined);
        }
        for (variable, change) in merged {
            let old = self.values[variable as usize].ok_or(Refused::Undefined);
            let new = match change {
                Change::Assign(new) => Some(new),
                Change::Increase(more) => old?.plus(more),
                Change::Scale(factor) => old?.times(factor),
            };
            next.values[variable as usize] = Some(new.ok_or(Refused::TooLarge)?);
        }
        next.derive(task)?;
        Ok(next)
    }

    /// Appends the state to `words`. Two states of a task are equal if and only if their words are equal. With
    /// `is_integral`, all values must be integers, and each value is one word instead of two.
    pub fn pack(&self, is_integral: bool, words: &mut Vec<u64>) {
        words.extend(&self.facts);
        for value in &self.values {
            // These words stand for an undefined value. No fraction has the denominator 0, or the minimum integer as
            // its numerator.
            let (above, below) =
                value.map_or((i64::MIN, 0), |it| (it.numerator(), it.denominator()));
            words.push(above.cast_unsigned());
            if !is_integral {
                words.push(below.cast_unsigned());
            }
        }
    }

    /// Returns the state with these words.
    pub fn unpack(task: &NumericTask, is_integral: bool, words: &[u64]) -> Self {
        let (facts, numbers) = words.split_at(bits::words(task.facts.len()));
        let each = if is_integral { 1 } else { 2 };
        let value = |words: &[u64]| {
            let above = words[0].cast_signed();
            let below = words.get(1).map_or(1, |word| word.cast_signed());
            Exact::of_parts((above, below))
        };
        Self {
            facts: facts.to_vec(),
            values: numbers.chunks(each).map(value).collect(),
        }
    }
}

/// Combines two changes of a variable by the same action.
fn joined(one: &Change<Exact>, other: &Change<Exact>) -> Result<Change<Exact>, Refused> {
    let joined = match (one, other) {
        (Change::Increase(a), Change::Increase(b)) => a.plus(*b).map(Change::Increase),
        (Change::Scale(a), Change::Scale(b)) => a.times(*b).map(Change::Scale),
        _ => return Err(Refused::Conflict),
    };
    joined.ok_or(Refused::TooLarge)
}
