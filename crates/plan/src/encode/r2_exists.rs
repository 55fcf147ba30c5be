//! `r2-exists`: every action once a step, each optional, in a fixed order.
//!
//! Balyo, *Relaxing the relaxed exist-step parallel planning semantics* (ICTAI 2013). An action
//! may use what an earlier one of the same step made, so a step holds a great many jumps and few
//! steps are needed. Axioms R1–R6 as in `encodings/r2-exists/README.md`.
//!
//! Fluents are not copied per step but get a new version at every action that changes them. A
//! version is a constant, an older literal or a new variable, which folds the start into the
//! formula; the goal is folded in by unit propagation. *Left packing* (Balyo's ordering applied
//! to plans): an action happens only if one of its fluents was touched since its place in the
//! step before, because otherwise it could have happened there.

use rustsat::types::Lit;

use super::fold::fold;
use super::writer::{Writer, signed};
use super::{Order, VarMap, When};
use crate::formula::{Formula, VarName};
use crate::task::{ActionId, Fluent, Task};

/// A value while the formula is written.
#[derive(Clone, Copy)]
enum Bit {
    Constant(bool),
    Literal(Lit),
}

/// Writes the formula for plans of at most `horizon` steps.
pub fn encode(
    task: &Task,
    horizon: usize,
    order: Order,
    left_packing: bool,
    fold_units: bool,
) -> (Formula, VarMap) {
    let mut writer = Writer::default();
    let mut state: Vec<Bit> = task
        .start
        .iter()
        .map(|&value| Bit::Constant(value))
        .collect(); // R1
    let mut packing = left_packing.then(|| Packing::new(task));
    let mut steps = Vec::with_capacity(horizon);
    for step in 1..=horizon {
        let mut offered = Vec::new();
        for action in order.of_step(task, step) {
            let happens = offer(&mut writer, task, &mut state, step, action);
            if let Some(packing) = &mut packing {
                packing.record(&mut writer, task, action, happens);
            }
            offered.extend(happens.map(|happens| (action, When::If(happens))));
        }
        steps.push(offered);
    }
    post(&mut writer, task, &state);
    let (formula, var_map) = (writer.formula(), VarMap::Actions(steps));
    if fold_units {
        fold(formula, var_map)
    } else {
        (formula, var_map)
    }
}

/// R3–R5: offers one action in the current state, or `None` if it surely cannot happen here.
fn offer(
    writer: &mut Writer,
    task: &Task,
    state: &mut [Bit],
    step: usize,
    id: ActionId,
) -> Option<Lit> {
    let action = &task.actions[id];
    let wanted = || {
        let needs = action.needs.iter().map(|&f| (f, true));
        needs.chain(action.forbids.iter().map(|&f| (f, false)))
    };
    let impossible = |(f, value)| matches!(state[f], Bit::Constant(known) if known != value);
    if wanted().any(impossible) {
        return None;
    }
    let happens = writer.var(VarName::Action { step, action: id });
    for (fluent, value) in wanted() {
        if let Bit::Literal(before) = state[fluent] {
            writer.implies(happens, signed(before, value)); // R3: preconditions
        }
    }
    let deletes = action
        .deletes
        .iter()
        .filter(|f| !action.adds.contains(f))
        .map(|&f| (f, false));
    for (fluent, value) in deletes.chain(action.adds.iter().map(|&f| (f, true))) {
        let name = VarName::Version {
            step,
            action: id,
            fluent,
        };
        state[fluent] = after(writer, state[fluent], happens, value, name);
    }
    Some(happens)
}

/// The version after an action that sets the fluent to `value` if it happens: R4, `f' = f ∨ m`, if
/// it adds; R5, `f' = f ∧ ¬m`, if it deletes.
fn after(writer: &mut Writer, before: Bit, happens: Lit, value: bool, name: VarName) -> Bit {
    match before {
        Bit::Constant(known) if known == value => before,
        Bit::Constant(_) => Bit::Literal(signed(happens, value)),
        Bit::Literal(before) => {
            let after = writer.var(name);
            let (was, is) = (signed(before, value), signed(after, value));
            writer.implies(happens, is); // R4, R5: the action sets it
            writer.implies(was, is); // R4, R5: it stays set
            writer.clause([!is, was, happens]); // R4, R5: nothing else sets it
            Bit::Literal(after)
        }
    }
}

/// R2: the last versions are as wanted.
fn post(writer: &mut Writer, task: &Task, state: &[Bit]) {
    for &(fluent, value) in &task.goal {
        match state[fluent] {
            Bit::Constant(known) if known == value => {}
            Bit::Constant(_) => writer.clause([]),
            Bit::Literal(last) => writer.clause([signed(last, value)]), // R2
        }
    }
    let fluents = &task.at_most_one_at_end;
    let surely = fluents
        .iter()
        .filter(|&&f| matches!(state[f], Bit::Constant(true)))
        .count();
    let literals: Vec<Lit> = fluents
        .iter()
        .filter_map(|&fluent| match state[fluent] {
            Bit::Literal(last) => Some(last),
            Bit::Constant(_) => None,
        })
        .collect();
    match surely {
        0 => super::AtMostOne::Ladder.write(writer, &literals),
        1 => literals
            .iter()
            .for_each(|&literal| writer.clause([!literal])),
        _ => writer.clause([]),
    }
}

/// R6: the reasons why an action was not played a step earlier.
struct Packing {
    /// The touched fluents of each action.
    touched: Vec<Vec<Fluent>>,
    /// For each fluent, the actions offered that touch it, with a running number.
    offered: Vec<Vec<(usize, Lit)>>,
    /// The running number of each action's last slot.
    last_slot: Vec<Option<usize>>,
    slot: usize,
}

impl Packing {
    fn new(task: &Task) -> Self {
        Self {
            touched: task
                .actions
                .iter()
                .map(crate::task::Action::touched)
                .collect(),
            offered: vec![Vec::new(); task.fluents.len()],
            last_slot: vec![None; task.actions.len()],
            slot: 0,
        }
    }

    fn record(&mut self, writer: &mut Writer, task: &Task, id: ActionId, happens: Option<Lit>) {
        self.slot += 1;
        if let Some(happens) = happens {
            if let Some(since) = self.last_slot[id] {
                let mut reasons: Vec<Lit> = self.touched[id]
                    .iter()
                    .flat_map(|&f| {
                        self.offered[f]
                            .iter()
                            .rev()
                            .take_while(|(at, _)| *at >= since)
                    })
                    .map(|&(_, literal)| literal)
                    .collect();
                reasons.sort_unstable();
                reasons.dedup();
                writer.clause([!happens].into_iter().chain(reasons)); // R6
            }
            for &fluent in &self.touched[id] {
                self.offered[fluent].push((self.slot, happens));
            }
        }
        debug_assert!(id < task.actions.len());
        self.last_slot[id] = Some(self.slot);
    }
}
