//! Reasons for infeasibility, or for a bound, that exist only for planning tasks.

use std::collections::BTreeMap;

use num_traits::ToPrimitive;
use saut_numeric::rational;
use saut_task::domain::INFINITE;
use saut_task::{Certificate, Cost};
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

/// A criterion that is checked on the parsed task.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr)]
#[serde(tag = "name", rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Reason {
    /// Relaxed reachability: not even the relaxation reaches the goal.
    RelaxedReachability {
        /// Number of atoms that the relaxation reaches, including the initial state, if given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reached: Option<usize>,
    },
    /// Relaxed reachability of a numeric task: even the relaxation with ranges for the values of functions does not
    /// reach the goal.
    RangeReachability {
        /// Number of atoms that the relaxation reaches, including the initial state, if given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reached: Option<usize>,
    },
    /// Exhaustive search of a numeric task: no reachable state satisfies the goal, or no reachable goal state is better
    /// than the bound.
    NumericStates {
        /// Bound, written as `2.5` or `1/3`: no plan has a better metric or, in a task without a metric, fewer actions.
        /// Without a bound, there is no plan.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bound: Option<String>,
        /// Number of visited states, if given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        states: Option<usize>,
    },
    /// Weights of a numeric task: no action lowers the weight of a state. For infeasibility, every goal state weighs
    /// less than the initial state. For a bound, the weight of every goal state minus its metric is at most the weight
    /// of the initial state minus the bound.
    NumericWeights {
        /// Bound, written as `2.5` or `1/3`: no plan has a better metric or, in a task without a metric, fewer actions.
        /// Without a bound, there is no plan.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bound: Option<String>,
        /// Weights by name.
        #[serde(flatten)]
        weights: WeightsByName,
    },
}

/// Weights by the names of facts and functions, and multipliers of comparisons. Numbers are written as `2.5` or `1/3`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WeightsByName {
    /// Weights of facts such as `at(truck,paris)`; all other facts weigh 0.
    #[serde(default)]
    pub facts: BTreeMap<String, String>,
    /// Weights of functions such as `fuel(truck)`; all other functions weigh 0.
    #[serde(default)]
    pub functions: BTreeMap<String, String>,
    /// Multiplier of each comparison of the goal; an empty list means that all are 0.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub goal_tests: Vec<String>,
    /// For each action, such as `(move a b)`, the multiplier of each comparison in its precondition. Other actions have
    /// multipliers of 0.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub action_tests: BTreeMap<String, Vec<String>>,
}

impl Reason {
    /// Returns the bound on the cost of every plan. It is infinite for a reason of infeasibility, and 0 for a bound on
    /// the metric. In a task without a metric, it is the bound on the number of actions.
    pub(crate) fn bound_of_cost(&self, has_metric: bool) -> Cost {
        match self.bound_of_metric() {
            None => INFINITE,
            Some(_) if has_metric => 0,
            Some(bound) => {
                let bound = rational::read_written(bound).ok();
                bound
                    .and_then(|it| it.ceil().to_integer().to_u64())
                    .unwrap_or(0)
            }
        }
    }

    /// Returns the bound on the metric, or on the number of actions in a task without a metric. `None` if the reason
    /// shows infeasibility.
    pub fn bound_of_metric(&self) -> Option<&str> {
        match self {
            Self::NumericStates { bound, .. } | Self::NumericWeights { bound, .. } => {
                bound.as_deref()
            }
            _ => None,
        }
    }
}

/// Returns [`Reason::bound_of_metric`] of the reason of a certificate.
pub fn bound_of_metric(certificate: &Certificate<Reason>) -> Option<&str> {
    match certificate {
        Certificate::Own(reason) => reason.bound_of_metric(),
        _ => None,
    }
}
