//! `forall`: a set of actions per step that may be executed in any order (∀-step).
//!
//! The axioms F1–F9 are in `encodings/forall/README.md`. They differ from `sequential` in one point: a step may have
//! several actions, but no two of them interfere. A step may also be empty, so shorter plans are models as well.
//!
//! Interference is excluded in one of two forms: by a clause for every pair of actions, or by two chains for every
//! literal (F3c). The size of the chains is linear in the size of the task. Both forms only treat conflicts of an
//! effect with a precondition or a condition, because F5 already excludes two actions with opposite effects.
//!
//! Rintanen, Heljanko, Niemelä, *Planning as satisfiability: parallel plans and algorithms for plan search* (Artificial
//! Intelligence 170, 2006).

use rustsat::types::Lit;

use super::chain::{ChainElement, forbid};
use super::derived::derive;
use super::disabling::Disabling;
use super::invariants::Invariants;
use super::language::FormulaBuilder;
use super::step_map::StepMap;
use super::unroll::Encode;
use super::writer::{Step, Writer};
use crate::task::{Action, ActionId, Literal, Task};
use saut_base::bits;
use saut_base::lists::distinct;
use saut_base::stop::Stop;

#[derive(Debug)]
pub struct Forall<'a> {
    task: &'a Task,
    invariants: Invariants<'a>,
    /// The pairs of actions that interfere; empty if chains are used.
    pairs: Vec<(usize, usize)>,
    /// The chains; empty if pairs are used.
    chains: Vec<Vec<ChainElement>>,
}

impl<'a> Forall<'a> {
    /// Creates the encoder with a clause for each pair of actions. If `stop` ends the computation, some pairs are
    /// missing.
    pub fn by_pairs(task: &'a Task, stop: &Stop) -> Self {
        let invariants = Invariants::of(task);
        Self {
            task,
            pairs: interfering(task, &invariants, stop),
            chains: Vec::new(),
            invariants,
        }
    }

    /// Creates the encoder with chains.
    pub fn by_chains(task: &'a Task) -> Self {
        let by_number: Vec<(ActionId, usize)> = task.action_ids().map(|id| (id, 0)).collect();
        let invariants = Invariants::of(task);
        Self {
            task,
            pairs: Vec::new(),
            chains: Disabling::of(task, &invariants).chains(&by_number),
            invariants,
        }
    }

    /// F3, F3c, D6: forbids two actions of a step that interfere.
    pub fn interference(&self, out: &mut Writer, happens: &[Lit]) {
        for &(a, b) in &self.pairs {
            out.clause([!happens[a], !happens[b]]); // F3, D6: no two interfering actions
        }
        for chain in &self.chains {
            forbid(out, chain.iter(), happens); // F3c, D6: no action spoils a later one
            forbid(out, chain.iter().rev(), happens); // F3c, D6: nor an earlier action
        }
    }

    /// F7 to F9: writes the invariants of the state after a step, and excludes the actions that never happen.
    pub fn invariants(&self, out: &mut Writer, step: &Step) {
        self.invariants.groups(out, &step.after); // F7
        self.invariants.pairs(out, &step.after); // F8
        self.invariants.never(out, &step.happens); // F9
    }
}

impl Encode for Forall<'_> {
    type State = Vec<Lit>;
    type Builder = Writer;

    fn init(&self, out: &mut Writer) -> Vec<Lit> {
        out.start(self.task) // F1: the start
    }

    fn iter(&self, i: usize, state: &mut Vec<Lit>, out: &mut Writer) -> StepMap {
        let step = out.step(self.task, i, std::mem::take(state));
        self.interference(out, &step.happens); // F3, F3c, D6
        out.preconditions_and_effects(self.task, &step, |_, _| true); // F4, F5
        out.frame(self.task, &step, |_| true); // F6
        derive(self.task, &step.after, out); // D1 to D5
        self.invariants(out, &step); // F7 to F9
        *state = step.after;
        StepMap::of(self.task.action_ids().zip(step.happens))
    }

    fn post(&self, state: &Vec<Lit>, _: usize, out: &mut Writer) {
        out.goal(self.task, state); // F2: the goal
    }
}

/// Returns the pairs of actions that interfere: one action falsifies a precondition of the other, or may change a
/// condition or a derived precondition of the other. A pair is omitted if F4, F5 and the invariants already exclude it,
/// because preconditions of the two actions, or their effects, contradict each other or are mutually exclusive.
fn interfering(task: &Task, invariants: &Invariants<'_>, stop: &Stop) -> Vec<(usize, usize)> {
    let mut touching = vec![Vec::new(); task.fluents().len()];
    for (id, action) in task.actions().iter().enumerate() {
        action
            .touched()
            .into_iter()
            .for_each(|fluent| touching[fluent.index()].push(id));
    }
    let guards = task.guards();
    let own = |action| {
        guards
            .read_by(action)
            .iter()
            .chain(guards.touched_by(action))
    };
    let mut about = vec![Vec::new(); guards.count()];
    for action in 0..task.actions().len() {
        own(action).for_each(|&guard| about[guard as usize].push(action));
    }
    let mut pairs = Vec::new();
    let actions = task.actions().iter().enumerate();
    for (a, action) in actions.take_while(|_| stop.stop_reason().is_none()) {
        let touched = action.touched().into_iter();
        let others = touched.flat_map(|f| &touching[f.index()]);
        let others = others.chain(own(a).flat_map(|&guard| &about[guard as usize]));
        let before = invariants.stated().excluded_by(&action.preconditions);
        let after = invariants.stated().excluded_by(&action.effects);
        let interferes = |&b: &usize| {
            let other = &task.actions()[b];
            let excluded = |row: &[u64], literals: &[Literal]| {
                literals.iter().any(|one| bits::get(row, one.index()))
            };
            let by_effects = || spoils(action, other) || spoils(other, action);
            b > a
                && (by_effects() || guards.spoils(a, b) || guards.spoils(b, a))
                && !excluded(&before, &other.preconditions)
                && !excluded(&after, &other.effects)
        };
        pairs.extend(
            distinct(others.copied())
                .into_iter()
                .filter(interferes)
                .map(|b| (a, b)),
        );
    }
    pairs
}

/// Whether `one` falsifies a precondition of `other`, or may change a condition of one of its effects.
fn spoils(one: &Action, other: &Action) -> bool {
    let denies = |literals: &[Literal], effect: Literal| literals.contains(&!effect);
    let of_conditional = |effect: &Literal| {
        let mut conditions = other.conditions();
        denies(&other.preconditions, *effect) || conditions.any(|one| one.fluent == effect.fluent)
    };
    one.all_effects().any(of_conditional)
}
