//! Effects of one action, which the next one sees.

use super::writing::{Fact, Writing, any, changed_facts};
use crate::exact::Exact;
use crate::task::{Change, NumericAction, NumericEffect};
use saut_task::formula::smtlib::{and, not, or, sum};

/// Changes by an action that is applied once.
pub(super) fn effects(writing: &mut Writing<'_>, action: &NumericAction, chosen: &str) {
    // All branches see the state before; only then anything changes.
    let triggers = writing.triggers(action, chosen);
    let (mut new, mut given) = (Vec::new(), Vec::new());
    let mut variables: Vec<u32> = action.effects.iter().map(|it| it.variable).collect();
    variables.sort_unstable();
    variables.dedup();
    for variable in variables {
        let old = writing.values[variable as usize].clone();
        let mut sums = vec![old.clone()];
        let mut term = None;
        for (effect, number) in action.effects.iter().zip(0..) {
            if effect.variable != variable {
                continue;
            }
            let trigger = any(action, &triggers, |branch| branch.effects.contains(&number));
            match &effect.change {
                Change::Increase(source) => {
                    let (more, zero) = (writing.linear(source), writing.number(Exact::ZERO));
                    sums.push(format!("(ite {trigger} {more} {zero})"));
                }
                Change::Assign(source) => {
                    term = Some(format!("(ite {trigger} {} {old})", writing.linear(source)));
                }
                Change::Scale(factor) => {
                    let factor = writing.number(*factor);
                    term = Some(format!("(ite {trigger} (* {factor} {old}) {old})"));
                }
            }
        }
        new.push((variable, term.unwrap_or_else(|| sum(&sums))));
        let is_known = matches!(writing.defined[variable as usize], Fact::Known(true));
        let assigns =
            |it: &NumericEffect| it.variable == variable && matches!(it.change, Change::Assign(_));
        if let Some(number) = action.effects.iter().position(assigns)
            && !is_known
        {
            let number = u32::try_from(number).unwrap_or(u32::MAX);
            let trigger = any(action, &triggers, |branch| branch.effects.contains(&number));
            given.push((variable, or(vec![trigger, writing.has_value(variable)])));
        }
    }
    change_facts(writing, action, &triggers);
    for (variable, term) in new {
        writing.values[variable as usize] = writing.name(writing.sort(), &term); // N7
    }
    for (variable, term) in given {
        writing.defined[variable as usize] = writing.named(&term); // N7
    }
}

/// Facts that an action adds or deletes; for each branch the term that is true if it takes place.
pub(super) fn change_facts(writing: &mut Writing<'_>, action: &NumericAction, triggers: &[String]) {
    for fact in changed_facts(action) {
        let added = any(action, triggers, |branch| branch.added.contains(&fact));
        let deleted = any(action, triggers, |branch| branch.deleted.contains(&fact));
        let stays = and(vec![writing.fact(fact, true), not(&deleted)]);
        writing.set_fact(fact, &or(vec![added, stays])); // N7
    }
}
