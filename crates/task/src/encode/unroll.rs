//! The common structure of all encodings: the functions INIT, ITER(i) and POST, and the loop over the steps i.
//!
//! A plan of n steps is a model of INIT ∧ ITER(1) ∧ … ∧ ITER(n) ∧ POST.
//!
//! Kautz and Selman, *Planning as satisfiability* (ECAI 1992).

use super::language::FormulaBuilder;
use super::step_map::StepMap;
use crate::formula::Part;
use saut_base::stop::{Stop, StopReason};

/// An encoder of a task.
pub trait Encode {
    /// The literals of the last state, and data from earlier steps that later steps need.
    type State;
    /// The output language: clauses or an SMT-LIB script.
    type Builder: FormulaBuilder;

    /// Writes INIT: the first state is the initial state.
    fn init(&self, out: &mut Self::Builder) -> Self::State;

    /// Writes ITER(i): step i, from 1, leads from one state to the next. `state` is the state before the step and is
    /// replaced by the state after the step.
    #[expect(
        clippy::iter_not_returning_iterator,
        reason = "ITER(i) is the name in the formula"
    )]
    fn iter(&self, i: usize, state: &mut Self::State, out: &mut Self::Builder) -> StepMap;

    /// Writes POST: the last state is a goal state. Also writes the axioms about several steps.
    fn post(&self, state: &Self::State, horizon: usize, out: &mut Self::Builder);
}

/// Writes INIT, ITER for every step up to the horizon, and POST.
///
/// # Errors
/// [`StopReason`] if a limit is reached before the formula is complete.
pub fn unroll<E: Encode>(
    encoder: &E,
    horizon: usize,
    stop: &Stop,
) -> Result<(E::Builder, Vec<StepMap>), StopReason> {
    let mut out = E::Builder::within(stop);
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
