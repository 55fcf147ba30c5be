//! The common structure of all encodings: the functions INIT, ITER(i) and POST, the loop over i, and the marks at which
//! the parts begin.
//!
//! Kautz and Selman, *Planning as satisfiability* (ECAI 1992): a plan of n steps is a model of
//! INIT ∧ ITER(1) ∧ … ∧ ITER(n) ∧ POST.

use rustsat::types::Lit;

use super::language::Language;
use crate::formula::Part;
use crate::task::ActionId;
use saut_base::stop::{Stop, StopReason};

/// An encoding of a task as a formula; the implementing type holds the task.
pub trait Encode {
    /// Literals of the last state, and data that later steps need from earlier ones.
    type State;
    /// The output language: clauses or an SMT-LIB script.
    type Out: Language;

    /// INIT: the first state is the initial state.
    fn init(&self, out: &mut Self::Out) -> Self::State;

    /// ITER(i): step i, from 1, leads from one state to the next. `state` is the state before the step and is replaced
    /// by the state after it.
    #[expect(
        clippy::iter_not_returning_iterator,
        reason = "ITER(i) is the word of the formula"
    )]
    fn iter(&self, i: usize, state: &mut Self::State, out: &mut Self::Out) -> StepMap;

    /// POST: the last state is a goal; also writes the axioms about several steps.
    fn post(&self, state: &Self::State, horizon: usize, out: &mut Self::Out);
}

/// Condition on a model under which an action happens or a fluent is true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum When {
    /// True in every model.
    Always,
    /// The literal is true.
    If(Lit),
    /// The boolean symbol is true.
    Symbol(String),
}

/// Decoding map for one step of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepMap {
    /// The actions that the step may contain, in the order in which they are executed.
    Actions(Vec<(ActionId, When)>),
    /// The fluents of the state after the step; its action is the one that explains the change.
    State(Vec<When>),
}

impl StepMap {
    /// Creates the map for actions that each happen if their literal is true.
    pub fn of(literals: impl IntoIterator<Item = (ActionId, Lit)>) -> Self {
        let actions = literals.into_iter();
        Self::Actions(
            actions
                .map(|(id, happens)| (id, When::If(happens)))
                .collect(),
        )
    }

    /// Returns the actions that the step may contain, in order; empty if the step is decoded from its state.
    pub fn actions(&self) -> &[(ActionId, When)] {
        match self {
            Self::Actions(actions) => actions,
            Self::State(_) => &[],
        }
    }
}

/// Writes INIT, ITER for every step up to the horizon, and POST.
///
/// # Errors
/// The limit that was reached before the formula was complete.
pub fn unroll<E: Encode>(
    encoder: &E,
    horizon: usize,
    stop: &Stop,
) -> Result<(E::Out, Vec<StepMap>), StopReason> {
    let mut out = E::Out::within(stop);
    out.mark(Part::Init);
    let mut state = encoder.init(&mut out);
    let mut steps = Vec::with_capacity(horizon);
    for i in 1..=horizon {
        out.check()?;
        out.mark(Part::Iter(i));
        steps.push(encoder.iter(i, &mut state, &mut out));
    }
    out.mark(Part::Post);
    encoder.post(&state, horizon, &mut out);
    out.check()?;
    Ok((out, steps))
}
