//! `exists`: a set of actions a step that can be played in one fixed order (∃-step).
//!
//! Rintanen, Heljanko, Niemelä, *Planning as satisfiability: parallel plans and algorithms for plan
//! search* (Artificial Intelligence 170, 2006). Axioms E1–E9 as in `encodings/exists/README.md`: as
//! `forall`, but an action may spoil the precondition of one that comes before it in the order. Which
//! action spoils which is the disabling graph (`disabling.rs`); the order puts the spoiled before the
//! spoiler, and within a strongly connected component goes by number. What is forbidden is written as
//! a chain for each literal (`chain.rs`), so that the formula is linear in the task.

use super::chain::{chains, forbid};
use super::disabling;
use super::invariants::Invariants;
use super::sequential::{frame, preconditions_and_effects};
use super::writer::Writer;
use super::{VarMap, When};
use crate::formula::Formula;
use crate::task::{ActionId, Task};

/// Writes the formula for plans of at most `horizon` steps.
pub fn encode(task: &Task, horizon: usize) -> (Formula, VarMap) {
    let mut writer = Writer::default();
    let mut before = writer.state(task, 0);
    writer.init(task, &before); // E1: the start
    let order = disabling::order(task);
    let chains = chains(task, &order);
    let invariants = Invariants::of(task);
    let mut steps = Vec::with_capacity(horizon);
    for step in 1..=horizon {
        let happens = writer.actions(task, step);
        let after = writer.state(task, step);
        preconditions_and_effects(&mut writer, task, &happens, &before, &after); // E3, E4
        frame(&mut writer, task, &happens, &before, &after); // E5
        for chain in &chains {
            forbid(&mut writer, chain.iter(), &happens); // E6
        }
        invariants.groups(&mut writer, &after); // E7
        invariants.pairs(&mut writer, &after); // E8
        invariants.never(&mut writer, &happens); // E9
        let when = |id: &ActionId| (*id, When::If(happens[id.index()]));
        steps.push(order.iter().map(when).collect());
        before = after;
    }
    writer.post(task, &before); // E2: the goal
    (writer.formula(), VarMap::Actions(steps))
}
