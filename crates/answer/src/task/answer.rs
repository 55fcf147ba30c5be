//! Answer to a task.

use saut_pddl::{Bound, Measure, Objective, PlanningTask, Reason, ValidatedPlan, number_entry};
use saut_plan::{Decision, Method, Minimise};
use saut_task::Checked;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::{print, schema};

/// Decision of a task.
pub type Decided = Decision<ValidatedPlan, Checked<Reason>>;

/// Answer to a planning task.
#[derive(Debug)]
pub struct TaskAnswer {
    pub(super) task: String,
    /// What plans of the task are compared by.
    pub(super) objective: Objective,
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
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub(super) struct Part {
    /// The number of its ground actions.
    pub(super) actions: usize,
    /// The whole has more than this, where that is known.
    pub(super) of_more_than: Option<usize>,
}

/// The plan that was improved.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Given")]
pub struct GivenPlan {
    /// Number of actions.
    pub(super) length: usize,
    /// The sum of the costs of the actions.
    #[schemars(with = "Option<schema::Cost>")]
    cost: Option<Value>,
    /// The metric of a task with numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<schema::Metric>")]
    metric: Option<String>,
    /// The actions that the plan does not need.
    pub(super) superfluous: Vec<NumberedStep>,
    #[serde(skip)]
    pub(super) measure: Measure,
}

/// A step of a plan.
#[derive(Debug, Serialize, JsonSchema)]
pub struct NumberedStep {
    /// Its number, from 1.
    pub number: usize,
    /// The action as it is written.
    pub step: String,
}

impl GivenPlan {
    /// A plan, with the steps that it does not need.
    pub fn new(plan: &ValidatedPlan, superfluous: Vec<NumberedStep>) -> Self {
        let measure = plan.measure().clone();
        Self {
            length: plan.length(),
            cost: measure.cost().map(number_entry),
            metric: measure.metric(),
            superfluous,
            measure,
        }
    }
}

impl TaskAnswer {
    /// The answer as long as nothing is known.
    pub(super) fn undecided(task: &PlanningTask, minimise: Option<Minimise>) -> Self {
        Self {
            task: task.name().to_owned(),
            objective: task.objective(),
            decision: Decision::default(),
            note: None,
            goal_steps: 0,
            minimise,
            part: None,
            given: None,
            written: None,
        }
    }

    /// The measure of a plan, where it is of interest: not of a plan whose number of actions is asked for by another
    /// name.
    pub(super) fn measure<'a>(&self, plan: &'a ValidatedPlan) -> Option<&'a Measure> {
        let is_cost = self.minimise == Some(Minimise::Cost);
        let measure = Some(plan.measure());
        measure.filter(|measure| is_cost || !matches!(measure, Measure::Actions(_)))
    }

    /// No plan is better, by what was checked.
    pub(super) fn bound(&self) -> Option<Bound> {
        self.objective.bound(self.decision.bound.as_ref())
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

/// An observer of better plans: the plan, and what shows the best bound, if anything does.
pub type Better<'a> = &'a (dyn Fn(&ValidatedPlan, Option<&Checked<Reason>>) + Sync);

/// A bound in words, and how far a plan is from it.
pub fn bound_in_words(bound: &Bound, plan: &Measure) -> String {
    let words = bound.in_words(print::grouped);
    match bound.gap(plan) {
        Some(gap) if gap > 0.0 => format!("{words}, gap {gap:.1} %"),
        _ => words,
    }
}
