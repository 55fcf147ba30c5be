//! Writes the changes by a single action, or the changes by all actions of a step together.

use std::collections::BTreeMap;

use super::writing::{ScriptWriter, any, choice};
use crate::exact::Exact;
use crate::task::{Change, NumericAction};
use saut_base::lists::distinct;
use saut_task::formula::smtlib::{and, implies, not, or, sum};

/// Changes by actions. The *trigger* of a change is a term that is true if the change takes place.
#[derive(Default)]
pub(super) struct Changes {
    /// For each fact, the triggers of its additions, and the triggers of its deletions.
    facts: BTreeMap<u32, [Vec<String>; 2]>,
    values: BTreeMap<u32, ValueChanges>,
}

/// Changes of one variable.
#[derive(Default)]
struct ValueChanges {
    /// The triggers of additions, each with the term that is added.
    sums: Vec<(String, String)>,
    /// The triggers of other changes, each with the term for the new value.
    new: Vec<(String, String)>,
    /// The triggers of assignments, after which the variable has a value even if it had none before.
    assigned: Vec<String>,
}

impl Changes {
    /// Adds the changes by an action that is applied if the term `chosen` is true.
    pub(super) fn add(&mut self, writing: &ScriptWriter<'_>, action: &NumericAction, chosen: &str) {
        let triggers = writing.triggers(action, chosen);
        self.add_facts(action, &triggers);
        for (effect, number) in action.effects.iter().zip(0..) {
            let trigger = any(action, &triggers, |branch| branch.effects.contains(&number));
            if trigger == "false" {
                continue;
            }
            let changes = self.values.entry(effect.variable).or_default();
            match &effect.change {
                Change::Increase(source) => changes.sums.push((trigger, writing.linear(source))),
                Change::Assign(source) => {
                    changes.assigned.push(trigger.clone());
                    changes.new.push((trigger, writing.linear(source)));
                }
                Change::Scale(factor) => {
                    let old = &writing.values[effect.variable as usize];
                    let new = format!("(* {} {old})", writing.number(*factor));
                    changes.new.push((trigger, new));
                }
            }
        }
    }

    /// Adds the changes of facts by an action. `triggers` contains a term for each branch.
    pub(super) fn add_facts(&mut self, action: &NumericAction, triggers: &[String]) {
        let branches = action.branches.iter();
        let changed = branches.flat_map(|branch| branch.added.iter().chain(&branch.deleted));
        for fact in distinct(changed.copied()) {
            let added = any(action, triggers, |branch| branch.added.contains(&fact));
            let deleted = any(action, triggers, |branch| branch.deleted.contains(&fact));
            let deleted = and(vec![deleted, not(&added)]);
            for (place, term) in [added, deleted].into_iter().enumerate() {
                if term != "false" {
                    self.facts.entry(fact).or_default()[place].push(term);
                }
            }
        }
    }

    /// Writes the terms for all changed facts and values after the changes.
    pub(super) fn write(self, writing: &mut ScriptWriter<'_>) {
        for (fact, terms) in self.facts {
            let [added, deleted] = terms.map(or);
            if added != "false" && deleted != "false" {
                writing.assert(&not(&and(vec![added.clone(), deleted.clone()]))); // N11
            }
            let stays = and(vec![writing.fact(fact, true), not(&deleted)]);
            writing.set_fact(fact, &or(vec![added, stays])); // N7, N12
        }
        for (&variable, ValueChanges { sums, new, .. }) in &self.values {
            let of = |all: &[(String, String)]| or(all.iter().map(|it| it.0.clone()).collect());
            if !sums.is_empty() && !new.is_empty() {
                writing.assert(&not(&and(vec![of(sums), of(new)]))); // N11
            }
            let zero = writing.number(Exact::ZERO);
            let mut parts = vec![writing.values[variable as usize].clone()];
            parts.extend(sums.iter().map(|(it, more)| choice(it, more, &zero)));
            parts.retain(|part| *part != zero);
            let mut value = if parts.is_empty() { zero } else { sum(&parts) };
            for (trigger, term) in new.iter().rev() {
                value = choice(trigger, term, &value);
            }
            let value = writing.set_value(variable, &value); // N7, N12
            for (trigger, term) in new.iter().skip(1).filter(|(_, term)| *term != value) {
                writing.assert(&implies(trigger, &format!("(= {value} {term})"))); // N11
            }
        }
        for (variable, changes) in self.values {
            let mut any = changes.assigned;
            if !any.is_empty() {
                any.push(writing.defined[variable as usize].clone());
                writing.set_defined(variable, &or(any)); // N7, N12
            }
        }
    }
}
