//! Steps of sets of actions that can be applied one after the other (`exists`).
//!
//! All actions of a step see the state before it: their conditions hold there, and their effects are worked out there.
//! That this is what comes of them one after the other, in the order that is fixed, is said of each thing that an
//! action *needs* to stay as it was: a fact, the outcome of a comparison, the value of a function that an effect or the
//! condition of an effect reads. No action of a step needs what an earlier one has spoiled. Sums commute, so that many
//! actions of a step may add to one function; an assignment and a scaling, which is an assignment of what it reads, go
//! with no sum.
//!
//! Rintanen, Heljanko, Niemelä: *Planning as satisfiability: parallel plans and algorithms for plan search* (Artificial
//! Intelligence 170, 2006), for the form without numbers.

use std::collections::BTreeMap;

use saut_task::task::ActionId;

use super::form::{Form, symbol};
use super::interference::Interference;
use super::writing::{Writing, any, changed_facts};
use crate::exact::Exact;
use crate::task::{Change, NumericAction};
use saut_task::formula::smtlib::{and, implies, not, or, sum};

/// Changes by the actions of a step, each with the term that says that it takes place.
#[derive(Default)]
struct Changes {
    added: BTreeMap<u32, Vec<String>>,
    deleted: BTreeMap<u32, Vec<String>>,
    /// Terms to be added.
    sums: BTreeMap<u32, Vec<(String, String)>>,
    /// Terms that are the new value.
    new: BTreeMap<u32, Vec<(String, String)>>,
    assigned: BTreeMap<u32, Vec<String>>,
}

/// A thing within a step: the actions that may have spoiled it since it was last asked for, and a term for those
/// before.
#[derive(Clone, Default)]
struct Spoiled {
    before: Option<String>,
    since: Vec<String>,
}

/// A set of actions a step, which can be applied in one order.
pub(super) struct Exists {
    interference: Interference,
    /// Things within the step that is being written, and the changes by its actions.
    spoiled: Vec<Spoiled>,
    changes: Changes,
}

impl Exists {
    /// Steps of actions that interfere so.
    pub(super) fn new(interference: Interference) -> Self {
        Self {
            spoiled: vec![Spoiled::default(); interference.things],
            interference,
            changes: Changes::default(),
        }
    }
}

impl Form for Exists {
    fn action(&mut self, writing: &mut Writing<'_>, step: usize, id: ActionId) {
        let action = &writing.task().actions[id.index()];
        let conditions = writing.applicable(action);
        if conditions == "false" {
            return;
        }
        let chosen = symbol(id, step);
        writing.declare(&chosen, "Bool");
        writing.assert(&implies(&chosen, &conditions)); // N4
        for &thing in &self.interference.needs[id.index()] {
            let place = &mut self.spoiled[thing as usize];
            if !place.since.is_empty() {
                let mut any = std::mem::take(&mut place.since);
                any.extend(place.before.take());
                let any = or(any);
                let is_name = !any.starts_with('(');
                place.before = Some(if is_name {
                    any
                } else {
                    writing.name("Bool", &any)
                });
            }
            if let Some(before) = &place.before {
                writing.assert(&implies(&chosen, &not(before))); // N10
            }
        }
        for &thing in &self.interference.spoils[id.index()] {
            self.spoiled[thing as usize].since.push(chosen.clone());
        }
        collect(writing, action, &chosen, &mut self.changes);
    }

    fn end(&mut self, writing: &mut Writing<'_>) {
        self.spoiled.fill(Spoiled::default());
        change(writing, std::mem::take(&mut self.changes));
    }
}

/// Adds the changes by an action to those of the step.
fn collect(writing: &Writing<'_>, action: &NumericAction, chosen: &str, changes: &mut Changes) {
    let triggers = writing.triggers(action, chosen);
    for fact in changed_facts(action) {
        let added = any(action, &triggers, |branch| branch.added.contains(&fact));
        let deleted = any(action, &triggers, |branch| branch.deleted.contains(&fact));
        let deleted = and(vec![deleted, not(&added)]);
        let of = [(&mut changes.added, added), (&mut changes.deleted, deleted)];
        for (all, term) in of {
            if term != "false" {
                all.entry(fact).or_default().push(term);
            }
        }
    }
    for (effect, number) in action.effects.iter().zip(0..) {
        let trigger = any(action, &triggers, |branch| branch.effects.contains(&number));
        if trigger == "false" {
            continue;
        }
        let variable = effect.variable;
        let (all, term) = match &effect.change {
            Change::Increase(source) => (&mut changes.sums, writing.linear(source)),
            Change::Assign(source) => {
                let assigned = changes.assigned.entry(variable).or_default();
                assigned.push(trigger.clone());
                (&mut changes.new, writing.linear(source))
            }
            Change::Scale(factor) => {
                let (factor, old) = (writing.number(*factor), &writing.values[variable as usize]);
                (&mut changes.new, format!("(* {factor} {old})"))
            }
        };
        all.entry(variable).or_default().push((trigger, term));
    }
}

/// The state behind a step.
fn change(writing: &mut Writing<'_>, mut changes: Changes) {
    let mut facts: Vec<u32> = changes.added.keys().copied().collect();
    facts.extend(changes.deleted.keys());
    facts.sort_unstable();
    facts.dedup();
    for fact in facts {
        let mut of = |all: fn(&mut Changes) -> &mut BTreeMap<u32, Vec<String>>| {
            or(all(&mut changes).remove(&fact).unwrap_or_default())
        };
        let (added, deleted) = (of(|it| &mut it.added), of(|it| &mut it.deleted));
        if added != "false" && deleted != "false" {
            writing.assert(&not(&and(vec![added.clone(), deleted.clone()]))); // N11
        }
        let stays = and(vec![writing.fact(fact, true), not(&deleted)]);
        writing.set_fact(fact, &or(vec![added, stays])); // N12
    }
    let mut variables: Vec<u32> = changes.sums.keys().copied().collect();
    variables.extend(changes.new.keys());
    variables.sort_unstable();
    variables.dedup();
    for variable in variables {
        let sums = changes.sums.remove(&variable).unwrap_or_default();
        let new = changes.new.remove(&variable).unwrap_or_default();
        let of = |all: &[(String, String)]| or(all.iter().map(|it| it.0.clone()).collect());
        if !sums.is_empty() && !new.is_empty() {
            writing.assert(&not(&and(vec![of(&sums), of(&new)]))); // N11
        }
        let zero = writing.number(Exact::ZERO);
        let mut parts = vec![writing.values[variable as usize].clone()];
        parts.extend(
            sums.into_iter()
                .map(|(it, more)| format!("(ite {it} {more} {zero})")),
        );
        let mut value = sum(&parts);
        for (trigger, term) in new.iter().rev() {
            value = format!("(ite {trigger} {term} {value})");
        }
        let value = writing.name(writing.sort(), &value); // N12
        for (trigger, term) in new.iter().skip(1) {
            writing.assert(&implies(trigger, &format!("(= {value} {term})"))); // N11
        }
        writing.values[variable as usize] = value;
    }
    for (variable, mut any) in changes.assigned {
        any.push(writing.has_value(variable));
        writing.defined[variable as usize] = writing.named(&or(any)); // N12
    }
}
