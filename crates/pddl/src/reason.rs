//! The reason for "there is no plan" that only planning tasks know, beside the generic certificates.

use serde::{Deserialize, Serialize};

/// A criterion that is checked on the task as it was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "name", rename_all = "kebab-case")]
pub enum Reason {
    /// Not even the relaxation reaches the goal.
    RelaxedReachability {
        /// How many atoms it does reach, the start among them, if it says.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reached: Option<usize>,
    },
}

impl From<&Reason> for &'static str {
    fn from(reason: &Reason) -> Self {
        match reason {
            Reason::RelaxedReachability { .. } => "relaxed-reachability",
        }
    }
}
