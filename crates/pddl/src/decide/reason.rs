//! Reasons why there is no plan, each made by a check only.

use saut_plan::exhaustive::ClosedStates;
use saut_plan::proof::RefutedHorizon;
use saut_plan::task::Task;
use saut_plan::weights::CheckedWeights;

use crate::excluded::ExcludedGoal;
use crate::unreachable::RelaxedUnreachable;

/// A checked reason why there is no plan.
#[derive(Clone, Debug)]
pub enum Reason {
    /// Not even the relaxation reaches the goal.
    Relaxed(RelaxedUnreachable),
    /// The goal wants what is never true together.
    Excluded(ExcludedGoal),
    /// Every reachable state was visited.
    Exhaustive(ClosedStates),
    /// Weights of the facts, which no plan can change as the goal wants.
    Weights(NamedWeights),
    /// A formula that speaks of every plan was refuted.
    Proof(RefutedHorizon),
}

impl Reason {
    /// Weights with the names of the facts.
    pub(crate) fn weights(task: &Task, checked: CheckedWeights) -> Self {
        let all = task.fluents().iter().zip(checked.weights());
        let by_fact = all
            .filter(|(_, weight)| **weight != 0)
            .map(|(fact, &weight)| (fact.clone(), weight))
            .collect();
        Self::Weights(NamedWeights { checked, by_fact })
    }

    /// The word used in results.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Relaxed(_) => RelaxedUnreachable::NAME,
            Self::Excluded(_) => ExcludedGoal::NAME,
            Self::Exhaustive(_) => "exhaustive",
            Self::Weights(weights) => weights.checked.kind().name(),
            Self::Proof(_) => "proof",
        }
    }
}

/// Checked weights, and the names of the facts that have one.
#[derive(Clone, Debug)]
pub struct NamedWeights {
    checked: CheckedWeights,
    by_fact: Vec<(String, i64)>,
}

impl NamedWeights {
    /// The weights by fluent.
    pub const fn checked(&self) -> &CheckedWeights {
        &self.checked
    }

    /// The facts that weigh something, each as `at(truck,paris)`, with their weights.
    pub fn by_fact(&self) -> &[(String, i64)] {
        &self.by_fact
    }
}
