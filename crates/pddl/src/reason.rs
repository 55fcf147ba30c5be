//! The reason for "there is no plan" that only planning tasks know, beside the generic certificates.

use serde::{Deserialize, Serialize};

/// A criterion that is checked on the task as it was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "name", rename_all = "kebab-case")]
pub enum Reason {
    /// Not even the relaxation reaches the goal.
    RelaxedReachability {
        /// Number of atoms that it does reach, the start among them, if it says.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reached: Option<usize>,
    },
    /// Of a task with numbers: not even the relaxation with ranges for the values of functions reaches the goal.
    RangeReachability {
        /// Number of atoms that it does reach, the start among them, if it says.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reached: Option<usize>,
    },
    /// Of a task with numbers: all states that can be reached, and none is a goal.
    NumericStates {
        /// Number of states, if it says.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        states: Option<usize>,
    },
}

impl From<&Reason> for &'static str {
    fn from(reason: &Reason) -> Self {
        match reason {
            Reason::RelaxedReachability { .. } => "relaxed-reachability",
            Reason::RangeReachability { .. } => "range-reachability",
            Reason::NumericStates { .. } => "numeric-states",
        }
    }
}
