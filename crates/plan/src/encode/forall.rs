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

use rustsat::types::Lit;

use super::chain::{chains, forbid};
use super::invariants::Invariants;
use super::sequential::{frame, preconditions_and_effects};
use super::writer::Writer;
use super::{VarMap, When};
use crate::formula::Formula;
use crate::task::{Action, ActionId, Literal, Task};

/// Writes the formula for plans of at most `horizon` steps, interference by pairs.
pub fn by_pairs(task: &Task, horizon: usize) -> (Formula, VarMap) {
    let interfering = interfering(task);
    let invariants = Invariants::of(task);
    encode(task, horizon, |writer, literals, part| match part {
        Part::Actions => {
            for &(a, b) in &interfering {
                writer.clause([!literals[a], !literals[b]]); // F3: no two that interfere
            }
            invariants.never(writer, literals); // F9
        }
        Part::State => invariants.pairs(writer, literals), // F8
    })
}

/// The same, interference by chains, with the proved groups of the task.
pub fn by_chains(task: &Task, horizon: usize) -> (Formula, VarMap) {
    let order: Vec<ActionId> = task.action_ids().collect();
    let chains = chains(task, &order);
    let invariants = Invariants::of(task);
    encode(task, horizon, |writer, literals, part| match part {
        Part::Actions => {
            for chain in &chains {
                forbid(writer, chain.iter(), literals); // F3c: none spoils a later one
                forbid(writer, chain.iter().rev(), literals); // F3c: nor an earlier one
            }
            invariants.never(writer, literals); // F9
        }
        Part::State => {
            invariants.groups(writer, literals); // F7
            invariants.pairs(writer, literals); // F8
        }
    })
}

/// What clauses are to be added about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// The actions of a step.
    Actions,
    /// The state after it.
    State,
}

fn encode(
    task: &Task,
    horizon: usize,
    add: impl Fn(&mut Writer, &[Lit], Part),
) -> (Formula, VarMap) {
    let mut writer = Writer::default();
    let mut before = writer.state(task, 0);
    writer.init(task, &before); // F1: the start
    let mut steps = Vec::with_capacity(horizon);
    for step in 1..=horizon {
        let happens = writer.actions(task, step);
        let after = writer.state(task, step);
        add(&mut writer, &happens, Part::Actions); // F3, F3c, F9
        preconditions_and_effects(&mut writer, task, &happens, &before, &after); // F4, F5
        frame(&mut writer, task, &happens, &before, &after); // F6
        add(&mut writer, &after, Part::State); // F7, F8
        steps.push(
            task.action_ids()
                .zip(happens.into_iter().map(When::If))
                .collect(),
        );
        before = after;
    }
    writer.post(task, &before); // F2: the goal
    (writer.formula(), VarMap::Actions(steps))
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
