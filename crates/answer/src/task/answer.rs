//! Answer to a task.

use saut_pddl::{PlanningTask, Reason, ValidatedPlan};
use saut_plan::{Checked, Cost, Decision, Method, Minimise, Verdict};

/// Decision of a task.
pub type Decided = Decision<ValidatedPlan, Checked<Reason>>;

/// Answer to a planning task.
#[derive(Debug)]
pub struct TaskAnswer {
    pub(super) task: String,
    pub(super) has_costs: bool,
    /// Whether it is a task with numbers and a metric, of which a bound is one.
    pub(super) has_metric: bool,
    pub(crate) decision: Decided,
    /// Note of grounding on its end.
    pub(super) note: Option<String>,
    /// The number of artificial steps of a formula that say that the goal is reached: 0 or 1.
    pub(super) goal_steps: usize,
    /// Quantity that the plan is asked to minimise, if any.
    pub(super) minimise: Option<Minimise>,
    /// The part of the task that was grounded, where the whole was too large.
    pub(super) part: Option<Part>,
    /// The plan that it began with.
    pub(super) given: Option<GivenPlan>,
    /// The answer in a format of the task's own, for the file that is asked for.
    pub(super) written: Option<String>,
}

/// A part of a task.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    /// The number of its ground actions.
    pub(super) actions: usize,
    /// The whole has more than this, where that is known.
    pub(super) of_more_than: Option<usize>,
}

/// A plan that was there before.
#[derive(Debug)]
pub struct GivenPlan {
    /// The number of its actions.
    pub(super) length: usize,
    /// Its cost.
    pub(super) cost: Cost,
    /// Value of its metric over numbers, if there is one.
    pub(super) metric: Option<String>,
    /// The steps that it does not need, by number from 1, as they are written.
    pub(super) superfluous: Vec<(usize, String)>,
}

impl GivenPlan {
    /// A plan, with the steps that it does not need.
    pub fn new(plan: &ValidatedPlan, superfluous: Vec<(usize, String)>) -> Self {
        Self {
            length: plan.length(),
            cost: plan.cost(),
            metric: plan.measured(),
            superfluous,
        }
    }
}

impl TaskAnswer {
    /// The answer as long as nothing is known.
    pub(super) fn undecided(task: &PlanningTask, minimise: Option<Minimise>) -> Self {
        Self {
            task: task.name().to_owned(),
            has_costs: task.minimises_cost(),
            has_metric: task.has_metric(),
            decision: Decision::default(),
            note: None,
            goal_steps: 0,
            minimise,
            part: None,
            given: None,
            written: None,
        }
    }

    /// Notes that the cost of the plan is of interest, where it is a metric over numbers that comes to a whole number.
    pub(super) fn note_cost(&mut self) {
        if let Verdict::Solved(plan) = &self.decision.verdict {
            self.has_costs |= plan.has_whole_metric();
        }
    }

    /// The cost of a plan, where costs are of interest.
    pub(super) fn cost(&self, plan: &ValidatedPlan) -> Option<Cost> {
        let counts = self.has_costs || (self.minimise == Some(Minimise::Cost) && !self.has_metric);
        counts.then(|| plan.cost())
    }

    /// No plan costs less, by what was checked.
    pub(super) fn bound(&self) -> Cost {
        self.decision.bound.as_ref().map_or(0, Checked::bound)
    }

    /// The number of steps of a plan that is asked to have few, where a formula has told it.
    pub(super) fn steps(&self) -> Option<usize> {
        match (self.minimise, &self.decision.method) {
            (Some(Minimise::Steps), Some(Method::Formula { horizon, .. })) => {
                horizon.checked_sub(self.goal_steps)
            }
            _ => None,
        }
    }
}

/// An observer of better plans: the plan, its cost and the best bound.
pub type Better<'a> = &'a (dyn Fn(&ValidatedPlan, Cost, Cost) + Sync);

/// Distance of a plan above the bound, in percent of its cost.
pub fn gap(cost: Cost, bound: Cost) -> Option<f64> {
    #[expect(clippy::cast_precision_loss, reason = "only shown")]
    let part = (cost > 0).then(|| cost.saturating_sub(bound) as f64 * 100.0 / cost as f64);
    part
}
