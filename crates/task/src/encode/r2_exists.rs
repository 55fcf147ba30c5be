//! `r2-exists`: every action once per step, each optional, in a fixed order.
//!
//! Balyo, *Relaxing the relaxed exist-step parallel planning semantics* (ICTAI 2013). An action may use literals that
//! an earlier action of the same step made true, so a step can hold many jumps, and few steps are necessary. Axioms
//! R1–R5 as in `encodings/r2-exists/README.md`.
//!
//! Fluents are not copied for each step. Instead, a fluent gets a new version at every action that changes it. A
//! version is a constant, an older literal or a new variable; this folds the initial state into the formula. The goal
//! is folded in by unit propagation.
//!
//! Derived fluents only have a value between steps. An action with a derived precondition can only happen if no earlier
//! action of its step has touched a fluent on which the precondition depends (D7).

use rustsat::types::Lit;

use super::AtMostOne;
use super::conditional::all_of;
use super::derived::{Clauses, derive};
use super::order::{Order, OrderedSteps};
use super::unroll::{Encode, StepMap};
use super::writer::{Writer, signed};
use crate::formula::VarName;
use crate::task::{ActionId, Conditional, Fluent, GoalConstraint, Guards, Literal, Task};

pub struct R2Exists<'a> {
    task: &'a Task,
    order: OrderedSteps<'a>,
    guards: Guards,
}

/// The value of a fluent while the formula is written.
#[derive(Clone, Copy)]
pub enum Bit {
    Constant(bool),
    Literal(Lit),
}

impl<'a> R2Exists<'a> {
    /// Creates the encoder with this order of the actions in every step.
    pub fn new(task: &'a Task, order: Order) -> Self {
        Self {
            task,
            order: OrderedSteps::new(order, task),
            guards: task.guards(),
        }
    }
}

impl Encode for R2Exists<'_> {
    /// The latest version of every fluent.
    type State = Vec<Bit>;
    type Out = Writer;

    fn init(&self, _: &mut Writer) -> Vec<Bit> {
        let start = self.task.start().iter();
        start.map(|&value| Bit::Constant(value)).collect() // R1
    }

    fn iter(&self, i: usize, state: &mut Vec<Bit>, out: &mut Writer) -> StepMap {
        let mut offered = Vec::new();
        let mut touched: Vec<Option<Lit>> = vec![None; self.guards.count()];
        for action in self.order.of(i) {
            let happens = encode_action(out, self.task, state, i, action);
            if let Some(happens) = happens {
                guard(out, &self.guards, &mut touched, action, happens);
                let played = self.task.played_by(action).into_iter();
                offered.extend(played.map(|action| (action, happens)));
            }
        }
        for fluent in self.task.derived() {
            let value = out.var(VarName::Fluent { time: i, fluent });
            state[fluent.index()] = Bit::Literal(value);
        }
        derive(self.task, state, &mut Versioned(out)); // D1 to D5
        StepMap::of(offered)
    }

    fn post(&self, state: &Vec<Bit>, _: usize, out: &mut Writer) {
        for constraint in self.task.goal() {
            match constraint {
                GoalConstraint::Literal(wanted) => any_of(out, state, &[*wanted]),
                GoalConstraint::AnyOf(literals) => any_of(out, state, literals),
                GoalConstraint::AtMostOne(fluents) => at_most_one(out, state, fluents),
            }
        }
    }
}

/// R3–R5: writes one action in the current state; returns `None` if it certainly cannot happen here.
fn encode_action(
    writer: &mut Writer,
    task: &Task,
    state: &mut [Bit],
    step: usize,
    id: ActionId,
) -> Option<Lit> {
    let action = task.action(id);
    let impossible = |wanted: &Literal| {
        let value = state[wanted.fluent.index()];
        matches!(value, Bit::Constant(known) if known != wanted.value)
    };
    if action.preconditions.iter().any(impossible) {
        return None;
    }
    let happens = writer.var(VarName::Action { step, action: id });
    for wanted in &action.preconditions {
        if let Bit::Literal(before) = state[wanted.fluent.index()] {
            writer.implies(happens, signed(before, wanted.value)); // R3: preconditions
        }
    }
    // All conditions are evaluated before any fluent changes. Deletions come before additions.
    let fired: Vec<Option<Lit>> = action
        .conditional
        .iter()
        .map(|one| fires(writer, state, happens, one))
        .collect();
    for (one, fired) in action.conditional.iter().zip(fired) {
        if let Some(fired) = fired {
            let bit = &mut state[one.effect.fluent.index()];
            *bit = after(writer, *bit, fired, one.effect.value, VarName::Auxiliary); // C2, C3
        }
    }
    for &Literal { fluent, value } in &action.effects {
        let name = VarName::Version {
            step,
            action: id,
            fluent,
        };
        let bit = &mut state[fluent.index()];
        *bit = after(writer, *bit, happens, value, name);
    }
    Some(happens)
}

/// D7: an action with a derived precondition does not happen after an action that touches a fluent on which it depends.
fn guard(
    writer: &mut Writer,
    guards: &Guards,
    touched: &mut [Option<Lit>],
    id: ActionId,
    happens: Lit,
) {
    for &guard in guards.read_by(id.index()) {
        if let Some(touched) = touched[guard as usize] {
            writer.implies(happens, !touched); // D7
        }
    }
    for &guard in guards.touched_by(id.index()) {
        let touched = &mut touched[guard as usize];
        *touched = Some(match *touched {
            None => happens,
            Some(before) => {
                let now = writer.var(VarName::Auxiliary);
                writer.implies(before, now);
                writer.implies(happens, now);
                now
            }
        });
    }
}

/// The writer for derived fluents, in which variables may be constants.
struct Versioned<'a>(&'a mut Writer);

impl Clauses for Versioned<'_> {
    type Bit = Bit;

    fn fresh(&mut self) -> Bit {
        Bit::Literal(self.0.var(VarName::Auxiliary))
    }

    fn any_of(&mut self, literals: &[(Bit, bool)]) {
        let mut open = Vec::with_capacity(literals.len());
        for &(bit, value) in literals {
            match bit {
                Bit::Constant(known) if known == value => return,
                Bit::Constant(_) => {}
                Bit::Literal(literal) => open.push(signed(literal, value)),
            }
        }
        self.0.clause(open);
    }
}

/// C1: returns a literal that is true if a conditional effect fires; `None` if it certainly does not fire.
fn fires(writer: &mut Writer, state: &[Bit], happens: Lit, one: &Conditional) -> Option<Lit> {
    let mut literals = vec![(happens, true)];
    for wanted in &one.conditions {
        match state[wanted.fluent.index()] {
            Bit::Constant(known) if known == wanted.value => {}
            Bit::Constant(_) => return None,
            Bit::Literal(before) => literals.push((before, wanted.value)),
        }
    }
    Some(if literals.len() == 1 {
        happens
    } else {
        all_of(literals, writer)
    })
}

/// Returns the version after an action that sets the fluent to `value` if it happens. R4, `f' = f ∨ m`, if it adds; R5,
/// `f' = f ∧ ¬m`, if it deletes.
fn after(writer: &mut Writer, before: Bit, happens: Lit, value: bool, name: VarName) -> Bit {
    match before {
        Bit::Constant(known) if known == value => before,
        Bit::Constant(_) => Bit::Literal(signed(happens, value)),
        Bit::Literal(before) => {
            let after = writer.var(name);
            let (was, is) = (signed(before, value), signed(after, value));
            writer.implies(happens, is); // R4, R5: the action sets it
            writer.implies(was, is); // R4, R5: it stays set
            writer.clause([!is, was, happens]); // R4, R5: no other action sets it
            Bit::Literal(after)
        }
    }
}

/// R2: one of the final versions has the required value.
fn any_of(writer: &mut Writer, state: &[Bit], wanted: &[Literal]) {
    let bits = wanted.iter();
    let bits: Vec<(Bit, bool)> = bits
        .map(|one| (state[one.fluent.index()], one.value))
        .collect();
    Versioned(writer).any_of(&bits); // R2
}

/// R2: at most one of the final versions is true.
fn at_most_one(writer: &mut Writer, state: &[Bit], fluents: &[Fluent]) {
    let last = || fluents.iter().map(|fluent| state[fluent.index()]);
    let surely = last()
        .filter(|bit| matches!(bit, Bit::Constant(true)))
        .count();
    let literals: Vec<Lit> = last()
        .filter_map(|bit| match bit {
            Bit::Literal(last) => Some(last),
            Bit::Constant(_) => None,
        })
        .collect();
    match surely {
        0 => writer.at_most_one(AtMostOne::Ladder, &literals),
        1 => literals
            .iter()
            .for_each(|&literal| writer.clause([!literal])),
        _ => writer.clause([]),
    }
}
