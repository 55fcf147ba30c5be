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
//! Intelligence 170, 2006), for the form without numbers; Bofill, Espasa, Villaret: *Relaxed ∃-step plans in planning
//! as SMT* (IJCAI 2017), for interference of numeric effects. The axioms have the numbers of
//! `encodings/numeric/README.md`.

use std::collections::BTreeMap;

use saut_task::stop::{Stop, StopReason};
use saut_task::task::ActionId;
use saut_task::task::rule::components;

use super::terms::{and, implies, not, or, sum};
use super::writing::{Fact, Writing, any, changed_facts, symbol};
use crate::exact::Exact;
use crate::task::{Change, Conditions, Linear, NumericAction, NumericTask, Relation};

/// Things that each action needs to stay as they were, and those that it may spoil; numbered: facts that hold, facts
/// that do not, comparisons, functions.
pub(super) struct Interference {
    things: usize,
    needs: Vec<Vec<u32>>,
    spoils: Vec<Vec<u32>>,
}

impl Interference {
    /// Interference of the actions of a task.
    pub(super) fn of(task: &NumericTask) -> Self {
        let things = Things::of(task);
        let actions = task.actions.iter();
        Self {
            things: 2 * things.facts as usize + task.tests.len() + task.variables.len(),
            needs: actions.clone().map(|it| things.needed(it)).collect(),
            spoils: actions.map(|it| things.spoiled(it)).collect(),
        }
    }

    /// The actions of a pattern, those that need something before those that may spoil it wherever there is no cycle;
    /// within a cycle as in the pattern.
    pub(super) fn order(&self, pattern: &[ActionId]) -> Vec<ActionId> {
        // A thing is a node behind the actions: it leads from whoever spoils it to whoever needs it.
        let mut next = vec![Vec::new(); pattern.len() + self.things];
        for (place, action) in pattern.iter().enumerate() {
            let node = |thing: &u32| pattern.len() + *thing as usize;
            let spoiled = self.spoils[action.index()].iter();
            next[place] = spoiled.map(|thing| number(node(thing))).collect();
            for thing in &self.needs[action.index()] {
                next[node(thing)].push(number(place));
            }
        }
        let mut order = Vec::with_capacity(pattern.len());
        for mut nodes in components(&next) {
            nodes.retain(|&node| node < pattern.len());
            nodes.sort_unstable();
            order.extend(nodes.into_iter().map(|node| pattern[node]));
        }
        order
    }
}

/// Numbers of what may be needed.
struct Things<'a> {
    task: &'a NumericTask,
    facts: u32,
    /// For each variable the comparisons in which it occurs.
    asked: Vec<Vec<u32>>,
}

impl<'a> Things<'a> {
    fn of(task: &'a NumericTask) -> Self {
        let mut asked = vec![Vec::new(); task.variables.len()];
        for (test, number) in task.tests.iter().zip(0..) {
            for (variable, _) in &test.linear.terms {
                asked[*variable as usize].push(number);
            }
        }
        Self {
            task,
            facts: number(task.facts.len()),
            asked,
        }
    }

    const fn fact(fact: u32, holds: bool) -> u32 {
        2 * fact + !holds as u32
    }

    const fn test(&self, test: u32) -> u32 {
        2 * self.facts + test
    }

    fn value(&self, variable: u32) -> u32 {
        2 * self.facts + number(self.task.tests.len()) + variable
    }

    fn needed(&self, action: &NumericAction) -> Vec<u32> {
        let mut needs = Vec::new();
        self.conditions(&action.conditions, false, &mut needs);
        for branch in &action.branches {
            self.conditions(&branch.conditions, true, &mut needs);
        }
        for effect in &action.effects {
            if let Some(source) = effect.change.source() {
                self.values(source, &mut needs);
            }
            if matches!(effect.change, Change::Scale(_)) {
                needs.push(self.value(effect.variable));
            }
        }
        needs.sort_unstable();
        needs.dedup();
        needs
    }

    /// Adds to `needs` the literals and comparisons on which the truth of the conditions rests; with `both` also those
    /// on which their falsity rests.
    fn conditions(&self, conditions: &Conditions, both: bool, needs: &mut Vec<u32>) {
        let positive = conditions.positive.iter().map(|&fact| (fact, true));
        let negative = conditions.negative.iter().map(|&fact| (fact, false));
        for (fact, holds) in positive.chain(negative) {
            let rules = || self.task.derived.iter().filter(|rule| rule.head == fact);
            if rules().next().is_some() {
                rules().for_each(|rule| self.conditions(&rule.body, both || !holds, needs));
                continue;
            }
            needs.push(Self::fact(fact, holds));
            if both {
                needs.push(Self::fact(fact, !holds));
            }
        }
        for &test in &conditions.tests {
            if both {
                self.values(&self.task.tests[test as usize].linear, needs);
            } else {
                needs.push(self.test(test));
            }
        }
    }

    fn values(&self, linear: &Linear, needs: &mut Vec<u32>) {
        needs.extend(linear.terms.iter().map(|(it, _)| self.value(*it)));
    }

    fn spoiled(&self, action: &NumericAction) -> Vec<u32> {
        let mut spoiled = Vec::new();
        let always = action.branches.first();
        let always = always.filter(|branch| branch.conditions == Conditions::default());
        for branch in &action.branches {
            spoiled.extend(branch.added.iter().map(|&fact| Self::fact(fact, false)));
            for fact in &branch.deleted {
                let is_added = branch.added.contains(fact)
                    || always.is_some_and(|always| always.added.contains(fact));
                spoiled.extend((!is_added).then_some(Self::fact(*fact, true)));
            }
        }
        let mut asked = Vec::new();
        for effect in &action.effects {
            spoiled.push(self.value(effect.variable));
            asked.extend(&self.asked[effect.variable as usize]);
        }
        asked.sort_unstable();
        asked.dedup();
        asked.retain(|&test| self.may_fail(test, action));
        spoiled.extend(asked.into_iter().map(|test| self.test(test)));
        spoiled.sort_unstable();
        spoiled.dedup();
        spoiled
    }

    /// Whether a comparison that held before an action may fail after it.
    fn may_fail(&self, test: u32, action: &NumericAction) -> bool {
        let test = &self.task.tests[test as usize];
        let is_inequality = matches!(test.relation, Relation::AtLeast | Relation::Above);
        let is_harmless = |sign: i64| sign == 0 || (is_inequality && sign > 0);
        let always = action.branches.first();
        let always = always.filter(|branch| branch.conditions == Conditions::default());
        let mut all = Exact::ZERO;
        for (effect, number) in action.effects.iter().zip(0..) {
            let mut terms = test.linear.terms.iter();
            let Some((_, factor)) = terms.find(|(it, _)| *it == effect.variable) else {
                continue;
            };
            let by = match &effect.change {
                Change::Increase(source) => source.as_number().and_then(|by| by.times(*factor)),
                Change::Assign(_) | Change::Scale(_) => None,
            };
            let Some(by) = by else {
                return true;
            };
            // What takes place with the action counts together, what may take place by itself.
            if always.is_some_and(|always| always.effects.contains(&number)) {
                match all.plus(by) {
                    Some(sum) => all = sum,
                    None => return true,
                }
            } else if !is_harmless(by.sign()) {
                return true;
            }
        }
        !is_harmless(all.sign())
    }
}

fn number(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

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

/// Writes a step with the actions in this order.
///
/// # Errors
/// Reason why it was stopped.
pub(super) fn step(
    writing: &mut Writing<'_>,
    interference: &Interference,
    step: usize,
    order: &[ActionId],
    limits: &Stop,
) -> Result<(), StopReason> {
    let task = writing.task();
    let mut changes = Changes::default();
    let mut spoiled = vec![Spoiled::default(); interference.things];
    for (done, &id) in order.iter().enumerate() {
        if done.is_multiple_of(256)
            && let Some(why) = limits.why()
        {
            return Err(why);
        }
        let action = &task.actions[id.index()];
        let conditions = and(vec![
            writing.holds(&action.conditions),
            writing.needed(action),
        ]);
        if conditions == "false" {
            continue;
        }
        let chosen = symbol(id, step);
        writing.declare(&chosen, "Bool");
        writing.assert(&implies(&chosen, &conditions)); // N4
        for &thing in &interference.needs[id.index()] {
            let place = &mut spoiled[thing as usize];
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
        for &thing in &interference.spoils[id.index()] {
            spoiled[thing as usize].since.push(chosen.clone());
        }
        collect(writing, action, &chosen, &mut changes);
    }
    change(writing, changes);
    Ok(())
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
        writing.defined[variable as usize] = match or(any).as_str() {
            "true" => Fact::Known(true),
            term => Fact::Term(writing.name("Bool", term)), // N12
        };
    }
}
