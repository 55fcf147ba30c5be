//! `exists`: a set of actions per step that can be executed in one fixed order (∃-step).
//!
//! The axioms E1–E9 are in `encodings/exists/README.md`. They differ from `forall` in one point: an action may falsify
//! a precondition of an action that comes earlier in the order. The order is derived from the disabling graph
//! (`disabling.rs`): an action comes before the actions that falsify its preconditions. Within a strongly connected
//! component, actions are ordered by number. A chain for each literal (`chain.rs`) excludes the forbidden combinations,
//! so the size of the formula is linear in the size of the task.
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
use super::writer::Writer;
use crate::task::{ActionId, Task};

#[derive(Debug)]
pub struct Exists<'a> {
    task: &'a Task,
    invariants: Invariants<'a>,
    /// The order in which the actions of a step are executed.
    order: Vec<ActionId>,
    chains: Vec<Vec<ChainElement>>,
}

impl<'a> Exists<'a> {
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
    type Builder = Writer;

    fn init(&self, out: &mut Writer) -> Vec<Lit> {
        out.start(self.task) // E1: the start
    }

    fn iter(&self, i: usize, state: &mut Vec<Lit>, out: &mut Writer) -> StepMap {
        let step = out.step(self.task, i, std::mem::take(state));
        out.preconditions_and_effects(self.task, &step, |_, _| true); // E3, E4
        out.frame(self.task, &step, |_| true); // E5
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
