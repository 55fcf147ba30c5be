//! What is written once for all horizons, where every step has the same clauses.

use rustsat::types::Lit;

use super::writer::Writer;
use super::{Encoded, Encoding, VarMap, When, exists, forall};
use crate::formula::literal;
use crate::formula::template::{Parts, Template};
use crate::task::{ActionId, Task};

/// An encoding of a task, for every horizon.
#[derive(Clone, Debug)]
pub struct Steps {
    /// The encoding.
    pub encoding: Encoding,
    /// The clauses.
    pub template: Template,
    /// The order in which the actions of a step are played.
    pub order: Vec<ActionId>,
}

/// The literals that the axioms of a step speak of.
pub struct StepLiterals {
    /// The fluents before it.
    pub before: Vec<Lit>,
    /// The actions.
    pub happens: Vec<Lit>,
    /// The fluents after it.
    pub after: Vec<Lit>,
}

impl Encoding {
    /// Writes what is the same for every horizon; `None` for the encodings whose steps differ.
    pub fn steps(self, task: &Task) -> Option<Steps> {
        match self {
            Self::Exists => Some(exists::steps(task)),
            Self::Forall => Some(forall::by_pairs(task)),
            Self::ForallChain => Some(forall::by_chains(task)),
            Self::Sequential { .. } | Self::R2Exists { .. } | Self::Smt { .. } => None,
        }
    }
}

impl Steps {
    /// `write` writes the clauses of a step.
    pub(super) fn new(
        encoding: Encoding,
        task: &Task,
        order: Vec<ActionId>,
        write: impl FnOnce(&mut Writer, &StepLiterals),
    ) -> Self {
        let mut writer = Writer::default();
        let before = writer.state(task, 0);
        writer.init(task, &before);
        let start = writer.cnf.len();
        let happens = writer.actions(task, 1);
        let after = writer.state(task, 1);
        let step = StepLiterals {
            before,
            happens,
            after,
        };
        write(&mut writer, &step);
        let (goal, goal_variables) = (writer.cnf.len(), writer.names.len());
        writer.post(task, &step.after);
        let parts = Parts {
            fluents: step.before.len(),
            actions: step.happens.len(),
            start,
            goal,
            goal_variables,
        };
        Self {
            encoding,
            template: Template::new(&writer.cnf, writer.names.len(), parts),
            order,
        }
    }

    /// The formula for plans of at most `horizon` steps.
    pub fn encode(&self, horizon: usize) -> Encoded {
        let step = |step| {
            let action = |&id: &ActionId| {
                let variable = self.template.action(step, id.index());
                (id, When::If(literal(variable)))
            };
            self.order.iter().map(action).collect()
        };
        Encoded {
            encoding: self.encoding,
            horizon,
            formula: self.template.unroll(horizon),
            var_map: VarMap::Actions((1..=horizon).map(step).collect()),
        }
    }
}
