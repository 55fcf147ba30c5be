//! Interference: which properties of a state an action relies on, and which properties it may *spoil* (falsify or
//! change). Interference determines which actions cannot share a step of `exists`.
//!
//! Bofill, Espasa, Villaret: *Relaxed ∃-step plans in planning as SMT* (IJCAI 2017).

use std::collections::BTreeSet;

use saut_base::lists::number;
use saut_task::task::ActionId;
use saut_task::task::rule::components;

use crate::task::{
    Branch, Change, Conditions, Linear, NumericAction, NumericEffect, NumericTask, Relation, Test,
};

/// For each action, the properties that it relies on, and the properties that it may spoil.
///
/// There are four kinds of properties: a fact is true, a fact is false, a comparison holds, a function keeps its value.
/// They are numbered by facts, then by comparisons, then by functions.
pub(super) struct Interference {
    /// Number of properties.
    pub(super) things: usize,
    pub(super) needs: Vec<Vec<u32>>,
    pub(super) spoils: Vec<Vec<u32>>,
}

impl Interference {
    pub(super) fn of(task: &NumericTask) -> Self {
        let things = ConditionIndex::of(task);
        let actions = task.actions.iter();
        Self {
            things: 2 * things.facts as usize + task.tests.len() + task.variables.len(),
            needs: actions.clone().map(|it| things.needed(it)).collect(),
            spoils: actions.map(|it| things.spoiled(it)).collect(),
        }
    }

    /// Reorders the actions of a pattern so that an action comes before the actions that may spoil a property it relies
    /// on. Within a cycle of such constraints, the order of the pattern is kept.
    pub(super) fn order(&self, pattern: &[ActionId]) -> Vec<ActionId> {
        // The nodes are the actions, and then the properties. There is an edge to a property from each action that
        // spoils it, and an edge from the property to each action that relies on it.
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

/// Returns the branch without conditions, if there is one.
fn always(action: &NumericAction) -> Option<&Branch> {
    let first = action.branches.first();
    first.filter(|branch| branch.conditions == Conditions::default())
}

/// The numbering of properties.
struct ConditionIndex<'a> {
    task: &'a NumericTask,
    facts: u32,
    /// For each variable, the comparisons in which it occurs.
    asked: Vec<Vec<u32>>,
}

impl<'a> ConditionIndex<'a> {
    fn of(task: &'a NumericTask) -> Self {
        Self {
            task,
            facts: number(task.facts.len()),
            asked: task.tests_by_variable(),
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
        let mut needs = BTreeSet::new();
        self.conditions(&action.conditions, false, &mut needs);
        for branch in &action.branches {
            self.conditions(&branch.conditions, true, &mut needs);
        }
        for effect in &action.effects {
            if let Some(source) = effect.change.source() {
                self.values(source, &mut needs);
            }
            if matches!(effect.change, Change::Scale(_)) {
                needs.insert(self.value(effect.variable));
            }
        }
        needs.into_iter().collect()
    }

    /// Adds to `needs` the properties on which the truth of the conditions depends. With `both`, also adds the
    /// properties on which their falsity depends.
    fn conditions(&self, conditions: &Conditions, both: bool, needs: &mut BTreeSet<u32>) {
        let positive = conditions.positive.iter().map(|&fact| (fact, true));
        let negative = conditions.negative.iter().map(|&fact| (fact, false));
        for (fact, holds) in positive.chain(negative) {
            let rules = || self.task.derived.iter().filter(|rule| rule.head == fact);
            if rules().next().is_some() {
                rules().for_each(|rule| self.conditions(&rule.body, both || !holds, needs));
                continue;
            }
            needs.insert(Self::fact(fact, holds));
            if both {
                needs.insert(Self::fact(fact, !holds));
            }
        }
        for &test in &conditions.tests {
            if both {
                self.values(&self.task.tests[test as usize].linear, needs);
            } else {
                needs.insert(self.test(test));
            }
        }
    }

    fn values(&self, linear: &Linear, needs: &mut BTreeSet<u32>) {
        needs.extend(linear.terms.iter().map(|(it, _)| self.value(*it)));
    }

    fn spoiled(&self, action: &NumericAction) -> Vec<u32> {
        let mut spoiled = BTreeSet::new();
        let always = always(action);
        for branch in &action.branches {
            spoiled.extend(branch.added.iter().map(|&fact| Self::fact(fact, false)));
            for fact in &branch.deleted {
                let is_added = branch.added.contains(fact)
                    || always.is_some_and(|always| always.added.contains(fact));
                spoiled.extend((!is_added).then_some(Self::fact(*fact, true)));
            }
        }
        let mut asked = BTreeSet::new();
        for effect in &action.effects {
            spoiled.insert(self.value(effect.variable));
            asked.extend(&self.asked[effect.variable as usize]);
        }
        let may_fail = |test: &u32| self.may_fail(*test, action);
        spoiled.extend(
            asked
                .into_iter()
                .filter(may_fail)
                .map(|test| self.test(test)),
        );
        spoiled.into_iter().collect()
    }

    /// Whether an action may falsify a comparison.
    fn may_fail(&self, test: u32, action: &NumericAction) -> bool {
        let Test {
            linear, relation, ..
        } = &self.task.tests[test as usize];
        let is_inequality = matches!(relation, Relation::AtLeast | Relation::Above);
        let is_harmful = |effects: &[&NumericEffect]| {
            let step = linear.step(effects.iter().copied());
            step.is_none_or(|step| step.sign() != 0 && !(is_inequality && step.sign() > 0))
        };
        // Effects that always take place are considered together, and every other effect separately.
        let numbered = action.effects.iter().zip(0..);
        let read = numbered.filter(|(effect, _)| linear.reads(effect.variable));
        let (always, others): (Vec<_>, Vec<_>) = read.partition(|(_, number)| {
            always(action).is_some_and(|always| always.effects.contains(number))
        });
        let always: Vec<&NumericEffect> = always.into_iter().map(|(effect, _)| effect).collect();
        is_harmful(&always) || others.iter().any(|(effect, _)| is_harmful(&[*effect]))
    }
}
