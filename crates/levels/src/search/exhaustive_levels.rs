//! The numbers of boards that say that there is no plan.

use serde::{Deserialize, Serialize};

use super::pruning::PruningFunctions;

/// The boards visited, up to the symmetries that fix start and goal.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExhaustiveLevels {
    /// From the start on, one peg less each level.
    pub forward: Vec<u64>,
    /// From the goals with the fewest pegs on, one peg more each level.
    pub backward: Vec<u64>,
    /// Functions that cut off positions.
    #[serde(flatten)]
    pub pruning: PruningFunctions,
    /// By which parities positions of the goal were left out as being of another class than the
    /// start: sets of holes, 1 for a hole of the set. `None` if none was left out, and in
    /// certificates of earlier versions, which left out every position of another class.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<Vec<Vec<u8>>>,
}
