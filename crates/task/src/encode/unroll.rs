//! An encoding is three functions: INIT, ITER(i) and POST. Everything that is the same for all of them is here: the
//! loop over i and the marks between the parts.
//!
//! Kautz and Selman, *Planning as satisfiability* (ECAI 1992): a plan of n steps is a model of
//! INIT ∧ ITER(1) ∧ … ∧ ITER(n) ∧ POST.

use rustsat::types::Lit;

use crate::formula::{Formula, Mark, Part};
use crate::task::ActionId;
use saut_base::stop::{Stop, StopReason};

/// A way to write a task as a formula; the task stands in the implementing type.
pub trait Encode {
    /// Literals of the last state, and what later steps need of earlier ones.
    type State;
    /// Language: clauses or an SMT-LIB script.
    type Out: Out;

    /// INIT: the first state is the start.
    fn init(&self, out: &mut Self::Out) -> Self::State;

    /// ITER(i): step i, from 1, leads from a state to the next: `state` is the one before, and is replaced by the one
    /// after.
    #[expect(
        clippy::iter_not_returning_iterator,
        reason = "ITER(i) is the word of the formula"
    )]
    fn iter(&self, i: usize, state: &mut Self::State, out: &mut Self::Out) -> StepMap;

    /// POST: the last state is a goal; and what is said of all steps together.
    fn post(&self, state: &Self::State, horizon: usize, out: &mut Self::Out);
}

/// A formula in the making, in one of the two languages.
pub trait Out: Default {
    /// An empty one; when it is time to stop, nothing more is taken down.
    fn within(stop: &Stop) -> Self;

    /// Whether it can be written to its end.
    ///
    /// # Errors
    /// The limit that it has hit, as of now.
    fn check(&self) -> Result<(), StopReason>;

    /// Begins a part.
    fn mark(&mut self, part: Part);

    /// The formula, with the beginnings of its parts if they are not in its text.
    fn finish(self) -> (Formula, Vec<Mark>);
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

/// One step of a plan in the models of a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepMap {
    /// The actions that it may have, in the order in which they are played.
    Actions(Vec<(ActionId, When)>),
    /// The fluents of the state after it: its action is the one that explains the change.
    State(Vec<When>),
}

impl StepMap {
    /// Actions of a step, each of which happens if its literal is true.
    pub fn of(literals: impl IntoIterator<Item = (ActionId, Lit)>) -> Self {
        let actions = literals.into_iter();
        Self::Actions(
            actions
                .map(|(id, happens)| (id, When::If(happens)))
                .collect(),
        )
    }

    /// Actions that the step may have, in their order; none where it is known by its state.
    pub fn actions(&self) -> &[(ActionId, When)] {
        match self {
            Self::Actions(actions) => actions,
            Self::State(_) => &[],
        }
    }
}

/// INIT, ITER of every step up to the horizon, and POST.
///
/// # Errors
/// It is time to stop.
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
