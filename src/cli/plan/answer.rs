//! What came of a task.

use saut_pddl::{Reason, ValidatedPlan};
use saut_plan::{Checked, Cost, Decision, Method, Minimise};

/// What was decided of a task.
pub type Decided = Decision<ValidatedPlan, Checked<Reason>>;

/// What came of a task.
pub struct Answer {
    pub task: String,
    pub has_costs: bool,
    /// Whether it is a task with numbers, of whose metric no bound is known.
    pub is_numeric: bool,
    pub decision: Decided,
    /// What grounding says of its end.
    pub note: Option<String>,
    /// The steps of a formula that are no steps of a plan.
    pub goal_steps: usize,
    /// Of what the plan is asked to have fewest.
    pub minimise: Option<Minimise>,
    /// Actions that are left out because their cost is not given.
    pub missing_cost: Option<String>,
    /// The plan that it began with.
    pub given: Option<GivenPlan>,
    /// The answer in a format of the task's own, for the file that is asked for.
    pub written: Option<String>,
}

/// A plan that was there before.
pub struct GivenPlan {
    pub length: usize,
    pub cost: Cost,
    /// The steps that it does not need, by number from 1, as they are written.
    pub superfluous: Vec<(usize, String)>,
}

impl Answer {
    /// The cost of a plan, where costs are of interest.
    pub fn cost(&self, plan: &ValidatedPlan) -> Option<Cost> {
        let counts = self.has_costs || (self.minimise == Some(Minimise::Cost) && !self.is_numeric);
        counts.then(|| plan.cost())
    }

    /// No plan costs less, by what was checked.
    pub fn bound(&self) -> Cost {
        self.decision.bound.as_ref().map_or(0, Checked::bound)
    }

    /// The number of steps of a plan that is asked to have few, where a formula has told it.
    pub fn steps(&self) -> Option<usize> {
        match (self.minimise, &self.decision.method) {
            (Some(Minimise::Steps), Some(Method::Formula { horizon, .. })) => {
                horizon.checked_sub(self.goal_steps)
            }
            _ => None,
        }
    }
}
