//! `forall`: a set of actions a step that may be played in any order (∀-step).
//!
//! Rintanen, Heljanko, Niemelä, *Planning as satisfiability: parallel plans and algorithms for
//! plan search* (Artificial Intelligence 170, 2006). Axioms F1–F6 as in
//! `encodings/forall/README.md`: as `sequential`, but instead of one action a step no two that
//! interfere. A step may be empty, so plans of fewer steps are found too.
//!
//! Interference is written in one of two forms: a clause for every pair of actions, or two chains for
//! every literal (F3c), which are linear in the task. The chains know conflicts of a precondition with
//! an effect only; two actions of contrary effects exclude each other by F5 anyway.

use super::Encoding;
use super::chain::forbid;
use super::disabling::Disabling;
use super::invariants::Invariants;
use super::sequential::{frame, preconditions_and_effects};
use super::steps::Steps;
use crate::task::{Action, ActionId, Literal, Task};

/// Writes the start (F1), what is the same for every step, and the goal (F2), interference by pairs.
pub fn by_pairs(task: &Task) -> Steps {
    let order = task.action_ids().collect();
    let interfering = interfering(task);
    let invariants = Invariants::of(task);
    Steps::new(Encoding::Forall, task, order, |writer, step| {
        for &(a, b) in &interfering {
            writer.clause([!step.happens[a], !step.happens[b]]); // F3: no two that interfere
        }
        invariants.never(writer, &step.happens); // F9
        preconditions_and_effects(writer, task, step); // F4, F5
        frame(writer, task, step); // F6
        invariants.pairs(writer, &step.after); // F8
    })
}

/// The same, interference by chains, with the proved groups of the task.
pub fn by_chains(task: &Task) -> Steps {
    let order = task.action_ids().collect();
    let by_number: Vec<(ActionId, usize)> = task.action_ids().map(|id| (id, 0)).collect();
    let invariants = Invariants::of(task);
    let chains = Disabling::of(task, &invariants).chains(&by_number);
    Steps::new(Encoding::ForallChain, task, order, |writer, step| {
        for chain in &chains {
            forbid(writer, chain.iter(), &step.happens); // F3c: none spoils a later one
            forbid(writer, chain.iter().rev(), &step.happens); // F3c: nor an earlier one
        }
        invariants.never(writer, &step.happens); // F9
        preconditions_and_effects(writer, task, step); // F4, F5
        frame(writer, task, step); // F6
        invariants.groups(writer, &step.after); // F7
        invariants.pairs(writer, &step.after); // F8
    })
}

/// The pairs of actions of which one spoils the other's precondition or effect.
fn interfering(task: &Task) -> Vec<(usize, usize)> {
    let mut touching = vec![Vec::new(); task.fluents().len()];
    for (id, action) in task.actions().iter().enumerate() {
        action
            .touched()
            .into_iter()
            .for_each(|fluent| touching[fluent.index()].push(id));
    }
    let mut pairs = Vec::new();
    for (a, action) in task.actions().iter().enumerate() {
        let mut others: Vec<usize> = action
            .touched()
            .into_iter()
            .flat_map(|f| touching[f.index()].iter().copied())
            .collect();
        others.sort_unstable();
        others.dedup();
        let interferes = |&b: &usize| {
            b > a && (spoils(action, &task.actions()[b]) || spoils(&task.actions()[b], action))
        };
        pairs.extend(others.into_iter().filter(interferes).map(|b| (a, b)));
    }
    pairs
}

/// Whether `one` changes what `other` needs, or deletes what `other` adds.
fn spoils(one: &Action, other: &Action) -> bool {
    let denies = |literals: &[Literal], effect: Literal| literals.contains(&!effect);
    one.effects.iter().any(|&effect| {
        denies(&other.preconditions, effect) || (!effect.value && denies(&other.effects, effect))
    })
}
