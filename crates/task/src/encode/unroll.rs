//! An encoding is three functions: INIT, ITER(i) and POST. Everything that is the same for all of them is here: the
//! loop over i, the marks between the parts, and formulas that grow with the horizon.
//!
//! Kautz and Selman, *Planning as satisfiability* (ECAI 1992): a plan of n steps is a model of
//! INIT ∧ ITER(1) ∧ … ∧ ITER(n) ∧ POST.

use rustsat::types::Lit;

use crate::formula::Part;
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
    fn check(&mut self) -> Result<(), StopReason>;

    /// Begins a part.
    fn mark(&mut self, part: Part);
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

/// A formula that grows: INIT and some steps stand; POST comes last. To get a formula and still go on, close a copy.
#[derive(Clone, Debug)]
pub struct Unrolling<E: Encode> {
    encoder: E,
    out: E::Out,
    state: E::State,
    steps: Vec<StepMap>,
}

impl<E: Encode> Unrolling<E> {
    /// INIT of a formula that is written no longer than this allows.
    pub fn within(encoder: E, stop: &Stop) -> Self {
        let mut out = E::Out::within(stop);
        out.mark(Part::Init);
        let state = encoder.init(&mut out);
        Self {
            encoder,
            out,
            state,
            steps: Vec::new(),
        }
    }

    /// ITER of every step up to the horizon that is not written yet, or until it is time to stop.
    #[must_use]
    pub fn up_to(mut self, horizon: usize) -> Self {
        for i in self.steps.len() + 1..=horizon {
            if self.out.check().is_err() {
                break;
            }
            self.out.mark(Part::Iter(i));
            let step = self.encoder.iter(i, &mut self.state, &mut self.out);
            self.steps.push(step);
        }
        self
    }

    /// POST of the steps that are written.
    pub fn close(mut self) -> (E::Out, Vec<StepMap>) {
        self.out.mark(Part::Post);
        let horizon = self.steps.len();
        self.encoder.post(&self.state, horizon, &mut self.out);
        (self.out, self.steps)
    }
}

#[cfg(test)]
mod tests {
    use super::{Encode, Unrolling};
    use crate::encode::AtMostOne;
    use crate::encode::naive::Naive;
    use crate::encode::script::Pen;
    use crate::encode::sequential::Sequential;
    use crate::encode::writer::Writer;
    use crate::random_task::any_random_task;
    use saut_base::stop::Stop;

    /// A formula that grew step by step is the one that was written at once, and closing a copy changes nothing.
    fn grows<E: Encode + Clone>(encoder: &E)
    where
        E::Out: Clone + PartialEq + std::fmt::Debug,
        E::State: Clone,
    {
        let begin = || Unrolling::within(encoder.clone(), &Stop::default());
        let mut growing = begin();
        for horizon in 0..5 {
            growing = growing.up_to(horizon);
            let at_once = begin().up_to(horizon).close();
            assert_eq!(growing.clone().close(), at_once);
        }
    }

    #[test]
    fn a_longer_horizon_goes_on_where_a_shorter_one_stood() {
        for seed in 0..30 {
            let task = any_random_task(seed);
            grows(&Sequential::new(&task, AtMostOne::Ladder));
            grows(&Naive::<Writer>::new(&task));
            grows(&Naive::<Pen>::new(&task));
        }
    }
}
