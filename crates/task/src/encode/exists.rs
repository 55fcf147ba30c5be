//! `exists`: a set of actions a step that can be played in one fixed order (∃-step).
//!
//! Rintanen, Heljanko, Niemelä, *Planning as satisfiability: parallel plans and algorithms for plan
//! search* (Artificial Intelligence 170, 2006). Axioms E1–E9 as in `encodings/exists/README.md`: as
//! `forall`, but an action may spoil the precondition of one that comes before it in the order. Which
//! action spoils which is the disabling graph (`disabling.rs`); the order puts the spoiled before the
//! spoiler, and within a strongly connected component goes by number. What is forbidden is written as
//! a chain for each literal (`chain.rs`), so that the formula is linear in the task.

use rustsat::types::Lit;

use super::chain::{Link, forbid};
use super::derived::derive;
use super::disabling::Disabling;
use super::invariants::Invariants;
use super::language::Language;
use super::unroll::{Encode, StepMap};
use super::writer::Writer;
use crate::task::{ActionId, Task};

/// The encoder of a task.
#[derive(Debug)]
pub struct Exists<'a> {
    task: &'a Task,
    invariants: Invariants<'a>,
    /// The order in which the actions of a step are played.
    order: Vec<ActionId>,
    chains: Vec<Vec<Link>>,
}

impl<'a> Exists<'a> {
    /// With the order of the disabling graph.
    pub fn new(task: &'a Task) -> Self {
        let invariants = Invariants::of(task);
        let disabling = Disabling::of(task, &invariants);
        let order = disabling.order();
        let chains = disabling.chains(&order);
        Self {
            task,
            invariants,
            order: order.into_iter().map(|(action, _)| action).collect(),
            chains,
        }
    }
}

impl Encode for Exists<'_> {
    type State = Vec<Lit>;
    type Out = Writer;

    fn init(&self, out: &mut Writer) -> Vec<Lit> {
        out.start(self.task) // E1: the start
    }

    fn iter(&self, i: usize, state: &mut Vec<Lit>, out: &mut Writer) -> StepMap {
        let step = out.step(self.task, i, std::mem::take(state));
        out.preconditions_and_effects(self.task, &step); // E3, E4
        out.frame(self.task, &step); // E5
        derive(self.task, &step.after, out); // D1 to D5
        for chain in &self.chains {
            forbid(out, chain.iter(), &step.happens); // E6, D6
        }
        self.invariants.groups(out, &step.after); // E7
        self.invariants.pairs(out, &step.after); // E8
        self.invariants.never(out, &step.happens); // E9
        *state = step.after;
        let happens = |&id: &ActionId| (id, step.happens[id.index()]);
        StepMap::of(self.order.iter().map(happens))
    }

    fn post(&self, state: &Vec<Lit>, _: usize, out: &mut Writer) {
        out.goal(self.task, state); // E2: the goal
    }
}
