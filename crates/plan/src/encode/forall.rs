//! `forall`: a set of actions a step that may be played in any order (∀-step).
//!
//! Rintanen, Heljanko, Niemelä, *Planning as satisfiability: parallel plans and algorithms for
//! plan search* (Artificial Intelligence 170, 2006). Axioms F1–F6 as in
//! `encodings/forall/README.md`: as `sequential`, but instead of one action a step no two that
//! interfere. A step may be empty, so plans of fewer steps are found too.

use super::sequential::{frame, preconditions_and_effects};
use super::writer::Writer;
use super::{VarMap, When};
use crate::formula::Formula;
use crate::task::{Action, ActionId, Task};

/// Writes the formula for plans of at most `horizon` steps.
pub fn encode(task: &Task, horizon: usize) -> (Formula, VarMap) {
    let mut writer = Writer::default();
    let mut before = writer.state(task, 0);
    writer.init(task, &before); // F1: the start
    let pairs = interfering(task);
    let mut steps = Vec::with_capacity(horizon);
    for step in 1..=horizon {
        let happens = writer.actions(task, step);
        let after = writer.state(task, step);
        for &(a, b) in &pairs {
            writer.clause([!happens[a], !happens[b]]); // F3: no two that interfere
        }
        preconditions_and_effects(&mut writer, task, &happens, &before, &after); // F4, F5
        frame(&mut writer, task, &happens, &before, &after); // F6
        steps.push(happens.into_iter().map(When::If).enumerate().collect());
        before = after;
    }
    writer.post(task, &before); // F2: the goal
    (writer.formula(), VarMap::Actions(steps))
}

/// The pairs of actions of which one spoils the other's precondition or effect.
fn interfering(task: &Task) -> Vec<(ActionId, ActionId)> {
    let mut touching = vec![Vec::new(); task.fluents.len()];
    for (id, action) in task.actions.iter().enumerate() {
        action
            .touched()
            .into_iter()
            .for_each(|fluent| touching[fluent].push(id));
    }
    let mut pairs = Vec::new();
    for (a, action) in task.actions.iter().enumerate() {
        let mut others: Vec<ActionId> = action
            .touched()
            .into_iter()
            .flat_map(|f| touching[f].iter().copied())
            .collect();
        others.sort_unstable();
        others.dedup();
        let interferes = |&b: &ActionId| {
            b > a && (spoils(action, &task.actions[b]) || spoils(&task.actions[b], action))
        };
        pairs.extend(others.into_iter().filter(interferes).map(|b| (a, b)));
    }
    pairs
}

fn spoils(one: &Action, other: &Action) -> bool {
    let meets = |a: &[usize], b: &[usize]| a.iter().any(|fluent| b.contains(fluent));
    meets(&one.deletes, &other.needs)
        || meets(&one.adds, &other.forbids)
        || meets(&one.deletes, &other.adds)
}
