//! `sequential`: one action a step, the textbook encoding.
//!
//! Kautz and Selman, *Planning as satisfiability* (ECAI 1992), with explanatory frame axioms
//! (Haas 1987). Axioms S1–S12 as in `encodings/sequential/README.md`. A step has exactly one
//! action, so unsatisfiable at the length of every plan means infeasible. At-most-one comes from
//! rustsat; the auxiliary variables of all but `pairwise` and the state variables are determined
//! by the actions, so models and plans are one to one.

use rustsat::encodings::am1::{Bimander, Bitwise, Commander, Encode, Ladder, Pairwise, TwoProduct};
use rustsat::instances::{BasicVarManager, ManageVars};
use rustsat::types::Lit;
use strum::{Display, EnumMessage, IntoStaticStr, VariantArray};

use super::invariants::Invariants;
use super::steps::StepLiterals;
use super::writer::{Writer, signed};
use super::{VarMap, When};
use crate::formula::{Formula, VarName, literal};
use crate::task::{Literal, Task};

/// How "at most one of these" is written.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    Display,
    EnumMessage,
    IntoStaticStr,
    VariantArray,
)]
#[strum(serialize_all = "kebab-case")]
pub enum AtMostOne {
    /// Every pair: n(n−1)/2 clauses, no variable.
    #[default]
    Pairwise,
    /// Gent and Nightingale's ladder.
    Ladder,
    /// Chen's product, applied once.
    Product,
    /// The binary number of the one that is true.
    Bitwise,
    /// Klieber and Kwon's commanders of groups of four.
    Commander,
    /// Hölldobler and Nguyen's bimander with groups of four.
    Bimander,
}

impl AtMostOne {
    /// All.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// Adds the clauses that at most one of the literals is true.
    pub(super) fn write(self, writer: &mut Writer, literals: &[Lit]) {
        match self {
            Self::Pairwise => encode_with::<Pairwise>(writer, literals),
            Self::Ladder => encode_with::<Ladder>(writer, literals),
            Self::Product => encode_with::<TwoProduct>(writer, literals),
            Self::Bitwise => encode_with::<Bitwise>(writer, literals),
            Self::Commander => encode_with::<Commander>(writer, literals),
            Self::Bimander => encode_with::<Bimander>(writer, literals),
        }
    }
}

fn encode_with<E: Encode + FromIterator<Lit>>(writer: &mut Writer, literals: &[Lit]) {
    let mut variables = BasicVarManager::from_next_free(literal(writer.names.len()).var());
    literals
        .iter()
        .copied()
        .collect::<E>()
        .encode(&mut writer.cnf, &mut variables)
        .expect("memory for an at-most-one constraint");
    writer
        .names
        .resize(variables.n_used() as usize, VarName::Auxiliary);
}

/// Writes the formula for plans of exactly `horizon` actions.
pub fn encode(task: &Task, horizon: usize, at_most_one: AtMostOne) -> (Formula, VarMap) {
    let mut writer = Writer::default();
    let mut before = writer.state(task, 0);
    writer.init(task, &before); // S1: the start
    let mut steps = Vec::with_capacity(horizon);
    let mut states = vec![before.clone()];
    let mut occurrences = vec![Vec::with_capacity(horizon); task.actions().len()];
    let invariants = Invariants::of(task);
    for step in 1..=horizon {
        let happens = writer.actions(task, step);
        let after = writer.state(task, step);
        writer.clause(happens.iter().copied()); // S3: some action
        at_most_one.write(&mut writer, &happens); // S3: and no other
        let literals = StepLiterals {
            before,
            happens,
            after,
        };
        preconditions_and_effects(&mut writer, task, &literals); // S4, S5
        frame(&mut writer, task, &literals); // S6
        let StepLiterals { happens, after, .. } = literals;
        invariants.pairs(&mut writer, &after); // S10
        invariants.never(&mut writer, &happens); // S11
        for (all, &happens) in occurrences.iter_mut().zip(&happens) {
            all.push(happens);
        }
        steps.push(
            task.action_ids()
                .zip(happens.into_iter().map(When::If))
                .collect(),
        );
        states.push(after.clone());
        before = after;
    }
    writer.post(task, &before); // S2: the goal
    known(&mut writer, task, &states);
    at_most(&mut writer, task, &occurrences, at_most_one);
    first(&mut writer, task, &occurrences);
    (writer.formula(), VarMap::Actions(steps))
}

/// S7 and S8: what is known of every state, by the steps before it and after it.
fn known(writer: &mut Writer, task: &Task, states: &[Vec<Lit>]) {
    let horizon = states.len() - 1;
    for (time, state) in states.iter().enumerate() {
        for clause in &task.known().invariants {
            let holds = |wanted: &Literal| signed(state[wanted.fluent.index()], wanted.value);
            writer.clause(clause.iter().map(holds)); // S7
        }
        let bounds = task.known().bounds.iter();
        for bound in bounds.filter(|bound| bound.forbids(time, horizon - time)) {
            writer.clause(bound.fluents.iter().map(|f| !state[f.index()])); // S8
        }
    }
}

/// S9: actions that no plan has, and those that no plan has twice. Larger numbers are left out: they
/// were not found to help.
fn at_most(writer: &mut Writer, task: &Task, occurrences: &[Vec<Lit>], at_most_one: AtMostOne) {
    for &(action, most) in &task.known().at_most {
        let all = &occurrences[action.index()];
        match most {
            0 => all.iter().for_each(|&happens| writer.clause([!happens])), // S9
            1 if all.len() > 1 => at_most_one.write(writer, all),           // S9
            _ => {}
        }
    }
}

/// S12: the actions that a plan need not begin with.
fn first(writer: &mut Writer, task: &Task, occurrences: &[Vec<Lit>]) {
    let first = &task.known().first;
    if first.is_empty() {
        return;
    }
    for action in task.action_ids().filter(|action| !first.contains(action)) {
        if let Some(&happens) = occurrences[action.index()].first() {
            writer.clause([!happens]); // S12
        }
    }
}

/// S4 and S5: an action needs its preconditions before and makes its effects true after.
pub(super) fn preconditions_and_effects(writer: &mut Writer, task: &Task, step: &StepLiterals) {
    let at =
        |state: &[Lit], literal: &Literal| signed(state[literal.fluent.index()], literal.value);
    for (action, &happens) in task.actions().iter().zip(&step.happens) {
        for wanted in &action.preconditions {
            writer.implies(happens, at(&step.before, wanted)); // S4
        }
        for effect in &action.effects {
            writer.implies(happens, at(&step.after, effect)); // S5
        }
    }
}

/// S6, the explanatory frame axioms: a fluent changes only if an action that changes it happens.
pub(super) fn frame(writer: &mut Writer, task: &Task, step: &StepLiterals) {
    let fluents = task.fluents().len();
    // For each fluent, the actions that make it false, and those that make it true.
    let mut changers = [vec![Vec::new(); fluents], vec![Vec::new(); fluents]];
    for (action, &happens) in task.actions().iter().zip(&step.happens) {
        for effect in &action.effects {
            changers[usize::from(effect.value)][effect.fluent.index()].push(happens);
        }
    }
    let [deleters, adders] = changers;
    for fluent in 0..fluents {
        let (was, is) = (step.before[fluent], step.after[fluent]);
        writer.clause([was, !is].into_iter().chain(adders[fluent].iter().copied()));
        writer.clause(
            [!was, is]
                .into_iter()
                .chain(deleters[fluent].iter().copied()),
        );
    }
}
