//! Changes by actions: by one, which the next one sees, or by all of a step together.

use std::collections::BTreeMap;

use super::writing::{Writing, any, changed_facts};
use crate::exact::Exact;
use crate::task::{Change, NumericAction};
use saut_task::formula::smtlib::{and, implies, not, or, sum};

/// Changes by the actions of a step, each with the term that says that it takes place.
#[derive(Default)]
pub(super) struct Changes {
    added: BTreeMap<u32, Vec<String>>,
    deleted: BTreeMap<u32, Vec<String>>,
    /// Terms to be added.
    sums: BTreeMap<u32, Vec<(String, String)>>,
    /// Terms that are the new value.
    new: BTreeMap<u32, Vec<(String, String)>>,
    assigned: BTreeMap<u32, Vec<String>>,
}

impl Changes {
    /// Adds the changes by an action where it is chosen.
    pub(super) fn add(&mut self, writing: &Writing<'_>, action: &NumericAction, chosen: &str) {
        let triggers = writing.triggers(action, chosen);
        self.add_facts(action, &triggers);
        for (effect, number) in action.effects.iter().zip(0..) {
            let trigger = any(action, &triggers, |branch| branch.effects.contains(&number));
            if trigger == "false" {
                continue;
            }
            let variable = effect.variable;
            let (all, term) = match &effect.change {
                Change::Increase(source) => (&mut self.sums, writing.linear(source)),
                Change::Assign(source) => {
                    let assigned = self.assigned.entry(variable).or_default();
                    assigned.push(trigger.clone());
                    (&mut self.new, writing.linear(source))
                }
                Change::Scale(factor) => {
                    let (factor, old) =
                        (writing.number(*factor), &writing.values[variable as usize]);
                    (&mut self.new, format!("(* {factor} {old})"))
                }
            };
            all.entry(variable).or_default().push((trigger, term));
        }
    }

    /// Adds the changes of facts by an action whose branches have these triggers.
    pub(super) fn add_facts(&mut self, action: &NumericAction, triggers: &[String]) {
        for fact in changed_facts(action) {
            let added = any(action, triggers, |branch| branch.added.contains(&fact));
            let deleted = any(action, triggers, |branch| branch.deleted.contains(&fact));
            let deleted = and(vec![deleted, not(&added)]);
            let of = [(&mut self.added, added), (&mut self.deleted, deleted)];
            for (all, term) in of {
                if term != "false" {
                    all.entry(fact).or_default().push(term);
                }
            }
        }
    }

    /// Writes the facts and values after the changes.
    pub(super) fn write(mut self, writing: &mut Writing<'_>) {
        let mut facts: Vec<u32> = self.added.keys().copied().collect();
        facts.extend(self.deleted.keys());
        facts.sort_unstable();
        facts.dedup();
        for fact in facts {
            let mut of = |all: fn(&mut Self) -> &mut BTreeMap<u32, Vec<String>>| {
                or(all(&mut self).remove(&fact).unwrap_or_default())
            };
            let (added, deleted) = (of(|it| &mut it.added), of(|it| &mut it.deleted));
            if added != "false" && deleted != "false" {
                writing.assert(&not(&and(vec![added.clone(), deleted.clone()]))); // N11
            }
            let stays = and(vec![writing.fact(fact, true), not(&deleted)]);
            writing.set_fact(fact, &or(vec![added, stays])); // N7, N12
        }
        let mut variables: Vec<u32> = self.sums.keys().copied().collect();
        variables.extend(self.new.keys());
        variables.sort_unstable();
        variables.dedup();
        for variable in variables {
            let sums = self.sums.remove(&variable).unwrap_or_default();
            let new = self.new.remove(&variable).unwrap_or_default();
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
            let value = writing.name(writing.sort(), &value); // N7, N12
            for (trigger, term) in new.iter().skip(1) {
                writing.assert(&implies(trigger, &format!("(= {value} {term})"))); // N11
            }
            writing.values[variable as usize] = value;
        }
        for (variable, mut any) in self.assigned {
            any.push(writing.has_value(variable));
            writing.defined[variable as usize] = writing.named(&or(any)); // N7, N12
        }
    }
}
