//! `exists`: a set of actions a step that can be played in one fixed order (∃-step).
//!
//! Rintanen, Heljanko, Niemelä, *Planning as satisfiability: parallel plans and algorithms for plan
//! search* (Artificial Intelligence 170, 2006). Axioms E1–E9 as in `encodings/exists/README.md`: as
//! `forall`, but an action may spoil the precondition of one that comes before it in the order. Which
//! action spoils which is the disabling graph (`disabling.rs`); the order puts the spoiled before the
//! spoiler, and within a strongly connected component goes by number. What is forbidden is written as
//! a chain for each literal (`chain.rs`), so that the formula is linear in the task.

use super::Encoding;
use super::chain::forbid;
use super::disabling::Disabling;
use super::invariants::Invariants;
use super::sequential::{frame, preconditions_and_effects};
use super::steps::Steps;
use crate::task::Task;

/// Writes the start (E1), what is the same for every step, and the goal (E2).
pub fn steps(task: &Task) -> Steps {
    let invariants = Invariants::of(task);
    let disabling = Disabling::of(task, &invariants);
    let order = disabling.order();
    let chains = disabling.chains(&order);
    let order = order.into_iter().map(|(action, _)| action).collect();
    Steps::new(Encoding::Exists, task, order, |writer, step| {
        preconditions_and_effects(writer, task, step); // E3, E4
        frame(writer, task, step); // E5
        for chain in &chains {
            forbid(writer, chain.iter(), &step.happens); // E6
        }
        invariants.groups(writer, &step.after); // E7
        invariants.pairs(writer, &step.after); // E8
        invariants.never(writer, &step.happens); // E9
    })
}
