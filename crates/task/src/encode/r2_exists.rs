//! `r2-exists`: a set of actions per step, which is executed in a fixed order.
//!
//! An action may require literals that an earlier action of the same step makes true. So a step can contain many jumps,
//! and few steps are necessary. The axioms R1–R8 are in `encodings/r2-exists/README.md`.
//!
//! Fluents are not copied for each step. Instead, every action that changes a fluent gives the fluent a new version. A
//! version is a constant, an older literal or a new variable. So the initial state is folded into the formula. Unit
//! propagation folds in the goal.
//!
//! Derived fluents only have a value between steps. An action with a derived precondition can only happen if no earlier
//! action of its step changes a fluent on which the precondition depends (D7).
//!
//! Balyo, *Relaxing the relaxed exist-step parallel planning semantics* (ICTAI 2013).

use rustsat::types::Lit;

use super::conditional::all_of;
use super::cone::Cone;
use super::derived::{Clauses, derive};
use super::invariants::Invariants;
use super::order::Order;
use super::relaxed_layers::RelaxedLayers;
use super::step_map::StepMap;
use super::unroll::Encode;
use super::writer::{Writer, signed};
use crate::formula::VarName;
use crate::task::{ActionId, Conditional, Fluent, GoalConstraint, Guards, Literal, Task};

pub struct R2Exists<'a> {
    task: &'a Task,
    order: Order,
    /// The layers of the actions, if the order depends on them.
    layers: Option<RelaxedLayers>,
    horizon: usize,
    guards: Guards,
    invariants: Invariants<'a>,
    cone: Cone,
}

/// The current version of a fluent while the formula is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Bit {
    Constant(bool),
    Literal(Lit),
}

impl<'a> R2Exists<'a> {
    pub fn new(task: &'a Task, order: Order, horizon: usize) -> Self {
        let invariants = Invariants::of(task);
        Self {
            task,
            order,
            layers: order.layers(task),
            horizon,
            guards: task.guards(),
            cone: Cone::new(task, &invariants),
            invariants,
        }
    }

    /// R6, R7: writes the invariants of the state after a step. An invariant is only written if the step may change one
    /// of its fluents. In the last step, it is only written if, in addition, all its fluents are read after the step.
    fn invariants(&self, before: &[Bit], state: &[Bit], is_last: bool, out: &mut Writer) {
        let is_changed = |one: &Fluent| before[one.index()] != state[one.index()];
        let chosen = |fluents: &[Fluent]| {
            let is_read = || fluents.iter().all(|&one| self.cone.reads_at_end(one));
            fluents.iter().any(is_changed) && (!is_last || is_read())
        };
        self.invariants
            .groups_of(&mut Versioned(out), state, chosen); // R6
        self.invariants.pairs_of(&mut Versioned(out), state, chosen); // R7
    }
}

impl Encode for R2Exists<'_> {
    type State = Vec<Bit>;
    type Builder = Writer;

    fn init(&self, _: &mut Writer) -> Vec<Bit> {
        let start = self.task.start().iter();
        start.map(|&value| Bit::Constant(value)).collect() // R1
    }

    fn iter(&self, i: usize, state: &mut Vec<Bit>, out: &mut Writer) -> StepMap {
        let (before, is_last) = (state.clone(), i == self.horizon);
        let layers = self.layers.as_ref();
        let order = self.order.with_layers(self.task, layers, i);
        let last = is_last.then(|| self.cone.places(self.task, &order));
        let mut offered = Vec::new();
        let mut touched: Vec<Option<Lit>> = vec![None; self.guards.count()];
        for (place, &action) in order.iter().enumerate() {
            if self.invariants.is_never(action) {
                continue; // R8
            }
            let read = |fluent: Fluent| match &last {
                Some(last) if last[fluent.index()] <= place => [false; 2],
                _ => self.cone.values(fluent),
            };
            let happens = encode_action(out, self.task, state, i, action, read);
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
        self.invariants(&before, state, is_last, out);
        StepMap::of(offered)
    }

    fn post(&self, state: &Vec<Bit>, _: usize, out: &mut Writer) {
        for constraint in self.task.goal() {
            match constraint {
                GoalConstraint::Literal(wanted) => any_of(out, state, &[*wanted]),
                GoalConstraint::AnyOf(literals) => any_of(out, state, literals),
                GoalConstraint::AtMostOne(fluents) => {
                    let last: Vec<Bit> = fluents.iter().map(|f| state[f.index()]).collect();
                    Versioned(out).at_most_one(&last); // R2
                }
            }
        }
    }
}

/// R3–R5: writes an action and updates the current versions. Returns the literal of the action, or `None` if a constant
/// contradicts one of its preconditions.
fn encode_action(
    writer: &mut Writer,
    task: &Task,
    state: &mut [Bit],
    step: usize,
    id: ActionId,
    read: impl Fn(Fluent) -> [bool; 2],
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
            let (value, read) = (one.effect.value, read(one.effect.fluent));
            *bit = after(writer, *bit, fired, value, read, VarName::Auxiliary); // C2, C3
        }
    }
    for &Literal { fluent, value } in &action.effects {
        let name = VarName::Version {
            step,
            action: id,
            fluent,
        };
        let bit = &mut state[fluent.index()];
        *bit = after(writer, *bit, happens, value, read(fluent), name);
    }
    Some(happens)
}

/// D7: forbids an action with a derived precondition after an action that changes a fluent on which the precondition
/// depends.
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

/// The writer for axioms in which a variable may be a constant.
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

    fn at_most_one(&mut self, bits: &[Bit]) {
        let open = bits.iter().filter_map(|bit| match *bit {
            Bit::Literal(literal) => Some(literal),
            Bit::Constant(_) => None,
        });
        let open: Vec<Lit> = open.collect();
        let surely = bits.iter().filter(|&&bit| bit == Bit::Constant(true));
        match surely.count() {
            0 => Clauses::at_most_one(self.0, &open),
            1 => open.iter().for_each(|&one| self.0.clause([!one])),
            _ => self.0.clause([]),
        }
    }
}

/// C1: returns a literal that is true if and only if a conditional effect takes place. `None` if a constant contradicts
/// one of its conditions.
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

/// Returns the version f' of a fluent f after an action with the literal m, which sets the fluent to `value`. R4 is
/// `f' = f ∨ m`, for the value true. R5 is `f' = f ∧ ¬m`, for the value false. Only the directions for values of f'
/// that are `read` are written.
fn after(
    writer: &mut Writer,
    before: Bit,
    happens: Lit,
    value: bool,
    read: [bool; 2],
    name: VarName,
) -> Bit {
    match before {
        Bit::Constant(known) if known == value => before,
        Bit::Constant(_) => Bit::Literal(signed(happens, value)),
        Bit::Literal(_) if read == [false; 2] => before,
        Bit::Literal(before) => {
            let after = writer.var(name);
            let (was, is) = (signed(before, value), signed(after, value));
            if read[usize::from(!value)] {
                writer.implies(happens, is); // R4, R5: the action sets it
                writer.implies(was, is); // R4, R5: it stays set
            }
            if read[usize::from(value)] {
                writer.clause([!is, was, happens]); // R4, R5: no other action sets it
            }
            Bit::Literal(after)
        }
    }
}

/// R2: requires that one of the final versions has the required value.
fn any_of(writer: &mut Writer, state: &[Bit], wanted: &[Literal]) {
    let bits = wanted.iter();
    let bits: Vec<(Bit, bool)> = bits
        .map(|one| (state[one.fluent.index()], one.value))
        .collect();
    Versioned(writer).any_of(&bits); // R2
}
