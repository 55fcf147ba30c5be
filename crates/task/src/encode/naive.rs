//! `naive`: the plain formula, which only has variables for states.
//!
//! The formula is INIT ∧ POST ∧ ⋀ ITER(i). ITER(i) is one disjunction over all actions: (1) the preconditions of the
//! action hold before the step, (2) its effects hold after the step, (3) all other fluents keep their values.
//!
//! This is the formula of a student's report on English peg solitaire (*Solving solitaire*, 2015/16), with its numbers
//! (1), (2), (3). A jump (s, m, e) of the report is an action here, and a hole is a fluent. The SMT-LIB form
//! (`script.rs`) follows the report. The clauses (`writer.rs`) use an auxiliary variable for each disjunct, which
//! implies (1), (2) and (3).
//!
//! The report contains four errors, which are corrected here. POST must refer to the last state (i₃₁), not to i₀, where
//! it contradicts INIT. The coordinates must be {0…6}, because with {0…7} the four exclusions leave 39 holes. A jump is
//! a triple of holes, from P³. A game with n pegs, not n holes, has n − 1 jumps.

use std::marker::PhantomData;

use super::conditional::conditional;
use super::derived::derive;
use super::language::{FluentCondition, FormulaBuilder};
use super::step_map::StepMap;
use super::unroll::Encode;
use crate::task::{Fluent, Literal, Task};

/// The encoder of a task in the language `L`.
#[derive(Debug)]
pub struct Naive<'a, L>(&'a Task, PhantomData<fn() -> L>);

impl<'a, L> Naive<'a, L> {
    pub const fn new(task: &'a Task) -> Self {
        Self(task, PhantomData)
    }
}

impl<L: FormulaBuilder> Encode for Naive<'_, L> {
    type State = Vec<L::Bit>;
    type Builder = L;

    fn init(&self, out: &mut L) -> Vec<L::Bit> {
        out.start(self.0)
    }

    fn iter(&self, i: usize, state: &mut Vec<L::Bit>, out: &mut L) -> StepMap {
        let (before, after) = (state.clone(), out.state(self.0, i));
        let says = |state: &[L::Bit], said: &Literal| {
            FluentCondition::Any(vec![(state[said.fluent.index()].clone(), said.value)])
        };
        let disjuncts = self.0.actions().iter().map(|action| {
            let is_left = |o: &usize| {
                let is_derived = self.0.is_derived(Fluent::new(*o));
                !is_derived && action.all_effects().all(|e| e.fluent.index() != *o)
            };
            let rest = (0..before.len()).filter(is_left);
            let same = |o: usize| FluentCondition::Equal(before[o].clone(), after[o].clone());

            let precondition = action.preconditions.iter().map(|p| says(&before, p)); // (1)
            let under = conditional(action, &before, &after, out)
                .into_iter()
                .map(FluentCondition::Any);
            let effect = action.effects.iter().map(|e| says(&after, e)).chain(under); // (2), C1 to C3
            let rest_stays = rest.map(same); // (3)
            [
                precondition.collect(),
                effect.collect(),
                rest_stays.collect(),
            ]
        });
        let disjuncts = disjuncts.collect::<Vec<_>>();
        out.one_of(self.0, i, disjuncts);
        derive(self.0, &after, out); // D1 to D5
        let map = StepMap::State(after.iter().map(L::when).collect());
        *state = after;
        map
    }

    fn post(&self, state: &Vec<L::Bit>, _: usize, out: &mut L) {
        out.goal(self.0, state);
    }
}
