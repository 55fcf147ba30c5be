//! Formula parts that are written once for all horizons, for encodings whose steps all have the same clauses.

use super::step_map::StepMap;
use super::unroll::{Encode, unroll};
use super::writer::Writer;
use super::{Encoded, Encoding};
use crate::formula::literal;
use crate::formula::template::TransitionTemplate;
use crate::task::ActionId;
use saut_base::stop::{Stop, StopReason};

/// Formula parts that all horizons share.
#[derive(Clone, Debug)]
pub struct Steps {
    /// The encoding, with its options.
    pub encoding: Encoding,
    /// The clauses of one step, from which every horizon is unrolled.
    pub template: TransitionTemplate,
    /// The order in which the actions of a step are executed.
    pub order: Vec<ActionId>,
}

impl Steps {
    /// Writes INIT, ITER(1) and POST.
    ///
    /// The encoder must create the variables of state 0 first. In each step, it must create the variables of the
    /// actions by number, and then the variables of the state after the step. All steps must have the same clauses.
    ///
    /// # Errors
    /// [`StopReason`] if a limit is reached before the parts are complete.
    pub(super) fn of(
        encoding: Encoding,
        encoder: &impl Encode<Builder = Writer>,
        stop: &Stop,
    ) -> Result<Self, StopReason> {
        let (out, steps) = unroll(encoder, 1, stop)?;
        let [_, first, goal] = out.marks[..] else {
            unreachable!("INIT, ITER(1) and POST");
        };
        let order = steps.iter().flat_map(StepMap::actions).map(|&(id, _)| id);
        let order: Vec<ActionId> = order.collect();
        let template =
            TransitionTemplate::new(&out.cnf, out.names.len(), order.len(), [first, goal]);
        Ok(Self {
            encoding,
            template,
            order,
        })
    }

    /// Writes the formula for plans of at most `horizon` steps.
    ///
    /// # Errors
    /// [`StopReason`] if a limit is reached before the formula is complete.
    pub fn encode(&self, horizon: usize, stop: &Stop) -> Result<Encoded, StopReason> {
        let map = |number| {
            let action = |&id: &ActionId| (id, literal(self.template.action(number, id.index())));
            StepMap::of(self.order.iter().map(action))
        };
        Ok(Encoded {
            encoding: self.encoding,
            horizon,
            formula: self.template.unroll(horizon, stop)?,
            marks: self.template.marks(horizon),
            fixed: Vec::new(),
            steps: (1..=horizon).map(map).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use itertools::Itertools;

    use crate::encode::exists::Exists;
    use crate::encode::forall::Forall;
    use crate::encode::sase::Sase;
    use crate::encode::{Encoded, Encoding};
    use crate::random_task::any_random_task;
    use saut_base::stop::Stop;

    #[test]
    fn a_template_unrolls_to_what_its_encoder_writes_step_by_step() {
        for (seed, horizon) in (0..30).cartesian_product(0..4) {
            let task = any_random_task(seed);
            let stop = Stop::default();
            let same = |encoding: Encoding, written: Result<Encoded, _>| {
                let steps = encoding.steps(&task, &stop).unwrap().unwrap();
                assert_eq!(steps.encode(horizon, &stop), written);
            };
            let (pairs, chains) = (Encoding::Forall, Encoding::ForallChain);
            same(
                pairs,
                pairs.written(&Forall::by_pairs(&task, &stop), horizon, &stop),
            );
            same(
                chains,
                chains.written(&Forall::by_chains(&task), horizon, &stop),
            );
            let transitions = Encoding::Sase;
            same(
                transitions,
                transitions.written(&Sase::new(&task), horizon, &stop),
            );
            let exists = Encoding::Exists;
            same(exists, exists.written(&Exists::new(&task), horizon, &stop));
        }
    }
}
