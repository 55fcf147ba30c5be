//! The answer to a planning task.

mod board;
mod document;
mod order;
mod part;
mod text;

use std::time::Duration;

use saut_base::BadInput;
use saut_base::stop::{Stop, StopReason};
use saut_pddl::{
    Bound, Compiled, GroundingError, GroundingLimits, Measure, Objective, PlanStep, PlanningDomain,
    PlanningTask, Quality, Reason, ValidatedPlan, number_entry,
};
use saut_plan::numeric::{cheapest_numeric, plan_numeric};
use saut_plan::planning::{BY_COST, PlanMethod, cheapest, fewest_actions};
use saut_plan::{Decision, Error, Method, Minimise, Settings, Verdict, plan_task};
use saut_task::certificate::CheckDetails;
use saut_task::proof::RefutedHorizon;
use saut_task::{Certificate, CheckError, Checked, Cost};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use crate::kept::{Evidence, SavedProof};
use crate::{print, schema};
pub use document::{TaskInfeasible, TaskSolved, TaskUndecided};
pub use order::PlanOrder;
use part::{Part, PartialOutcome, TaskDecision};
pub use text::{why_not, without_internal_names};

/// Answer to a planning task.
#[derive(Debug)]
pub struct TaskAnswer {
    task: String,
    /// The objective by which plans of the task are compared.
    objective: Objective,
    pub(crate) decision: TaskDecision,
    /// Reason why the grounder stopped.
    note: Option<String>,
    /// Number of artificial steps of a formula that mark that the goal is reached: 0 or 1.
    goal_steps: usize,
    minimise: Option<Minimise>,
    /// The grounded part of the task, if the whole task was too large.
    part: Option<Part>,
    /// Whether the engines for boards found the first plan.
    is_board: bool,
    given: Option<GivenPlan>,
    /// The answer in the own format of the task, for the output file.
    written: Option<String>,
    order: Option<PlanOrder>,
}

/// The plan that was given to saut improve.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Given")]
pub struct GivenPlan {
    /// Number of actions.
    length: usize,
    /// The sum of the costs of the actions.
    #[schemars(with = "Option<schema::Cost>")]
    cost: Option<Value>,
    /// The metric of a numeric task.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<schema::Metric>")]
    metric: Option<String>,
    /// The superfluous actions of the plan.
    superfluous: Vec<NumberedStep>,
    /// The repair of the plan, if the plan was invalid. The other fields then describe the repaired plan.
    #[serde(skip_serializing_if = "Option::is_none")]
    repaired: Option<Repair>,
    #[serde(skip)]
    measure: Measure,
}

/// The repair of an invalid plan.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Repair {
    /// The error in the plan.
    pub fault: String,
    /// Number of actions at the beginning of the plan that were kept.
    pub kept: usize,
}

/// A step of a plan.
#[derive(Debug, Serialize, JsonSchema)]
struct NumberedStep {
    /// Number of the step, from 1.
    number: usize,
    /// The action as written in the plan.
    step: String,
}

impl GivenPlan {
    /// Describes the given plan. `kept` has the indices of its necessary steps in ascending order.
    pub fn new(plan: &ValidatedPlan, kept: &[usize]) -> Self {
        let measure = plan.measure().clone();
        let steps = plan.plan().steps.iter().enumerate();
        let superfluous = steps.filter(|(place, _)| kept.binary_search(place).is_err());
        let superfluous = superfluous.map(|(place, step)| NumberedStep {
            number: place + 1,
            step: step.written(),
        });
        Self {
            length: plan.length(),
            cost: measure.cost().map(number_entry),
            metric: measure.metric(),
            superfluous: superfluous.collect(),
            repaired: None,
            measure,
        }
    }

    /// Adds the repair of the plan.
    #[must_use]
    pub fn repaired(self, repaired: Option<Repair>) -> Self {
        Self { repaired, ..self }
    }
}

impl TaskAnswer {
    /// Decides a task. If cost is minimised, `better` is called with each better plan.
    ///
    /// # Errors
    /// [`enum@Error`] if the settings cannot be satisfied, every backend failed, or two engines contradict each other.
    pub fn solve(
        task: &PlanningTask,
        method: PlanMethod,
        settings: &Settings,
        better: PlanObserver<'_>,
    ) -> Result<Self, Error> {
        let limits = GroundingLimits::until(&settings.stop);
        let mut answer = Self::undecided(task, settings.minimise);
        let quality = match settings.minimise {
            Some(Minimise::Cost) => Quality::Cheapest,
            _ => Quality::AnyPlan,
        };
        let is_of_cost = settings.minimise == Some(Minimise::Cost);
        let mut given = None;
        if let Some(decision) = board::plan(task, method, settings)? {
            answer.is_board = true;
            if !is_of_cost {
                answer.decision = decision;
                return Ok(answer);
            }
            given = decision.plan().map(|plan| (plan.clone(), plan.cost()));
        }
        let compiled = if !task.is_numeric() && part::may_do(method, settings) {
            match part::compile_or_plan(task, settings)? {
                PartialOutcome::Compiled(compiled) => compiled,
                PartialOutcome::Planned(decision, part) => {
                    (answer.decision, answer.part) = (decision, Some(part));
                    return Ok(answer);
                }
            }
        } else {
            task.compile(quality, &limits)
        };
        match compiled {
            Ok(Compiled::Numeric(domain)) => {
                refuse_unused(method, settings)?;
                answer.decision = if is_of_cost {
                    cheapest_numeric(&domain, None, settings, better)?
                } else {
                    plan_numeric(&domain, method, settings)?
                };
            }
            Ok(Compiled::Classical(domain)) => {
                answer.goal_steps = domain.goal_steps();
                answer.decision = answer.classical(&domain, given, method, settings, better)?;
            }
            Err(why) => {
                answer.note = Some(why.to_string());
                match not_compiled(task, why, &settings.stop)? {
                    Ok(checked) => {
                        let method = Method::Criterion(checked.certificate().word());
                        let verdict = Verdict::Infeasible(Box::new(checked));
                        answer.decision.set(verdict, method);
                    }
                    Err(why) => answer.decision.verdict = Verdict::Undecided(why),
                }
            }
        }
        if let Some(tokens) = task.tokens()
            && answer.decision.is_decided()
        {
            answer.written = Some(tokens.answer(answer.decision.plan()));
        }
        Ok(answer)
    }

    /// Decides a task without numbers. `given` is a known plan with its cost.
    ///
    /// # Errors
    /// Same as [`Self::solve`].
    fn classical(
        &self,
        domain: &PlanningDomain<'_>,
        given: Option<(ValidatedPlan, Cost)>,
        method: PlanMethod,
        settings: &Settings,
        better: PlanObserver<'_>,
    ) -> Result<TaskDecision, Error> {
        match settings.minimise {
            Some(Minimise::Cost) => cheapest(domain, given, settings, better),
            Some(Minimise::Actions)
                if self.objective == Objective::Actions
                    && method == PlanMethod::Auto
                    && !settings.names_a_formula() =>
            {
                fewest_actions(domain, BY_COST, settings)
            }
            _ => plan_task(domain, method, settings),
        }
    }

    /// Returns the answer before any search: undecided.
    fn undecided(task: &PlanningTask, minimise: Option<Minimise>) -> Self {
        Self {
            task: task.name().to_owned(),
            objective: task.objective(),
            decision: Decision::default(),
            note: None,
            goal_steps: 0,
            minimise,
            part: None,
            is_board: false,
            given: None,
            written: None,
            order: None,
        }
    }

    /// Adds the order of the actions of the plan, if the answer has a plan.
    ///
    /// # Errors
    /// The task cannot be grounded.
    pub fn with_order(mut self, task: &PlanningTask, stop: &Stop) -> Result<Self, GroundingError> {
        if let Some(plan) = self.decision.plan() {
            self.order = PlanOrder::of(task, plan, stop)?;
        }
        Ok(self)
    }

    /// Returns the order of the actions of the plan, if it was requested.
    pub fn order(&self) -> Option<&PlanOrder> {
        self.order.as_ref()
    }

    /// Returns the measure of a plan, if it is relevant. A measure that equals the number of actions is not relevant,
    /// because this number is always printed.
    fn measure<'a>(&self, plan: &'a ValidatedPlan) -> Option<&'a Measure> {
        let is_cost = self.minimise == Some(Minimise::Cost);
        let measure = Some(plan.measure());
        measure.filter(|measure| is_cost || !matches!(measure, Measure::Actions(_)))
    }

    /// Returns the checked bound on all plans, or `None` if there is none.
    fn bound(&self) -> Option<Bound> {
        self.objective.bound(self.decision.bound.as_ref())
    }

    /// Returns the number of steps of the plan, if the fewest steps were requested and a formula found the plan.
    fn steps(&self) -> Option<usize> {
        match (self.minimise, &self.decision.method) {
            (Some(Minimise::Steps), Some(Method::Formula { horizon, .. })) => {
                horizon.checked_sub(self.goal_steps)
            }
            _ => None,
        }
    }

    /// Creates the answer of a search that improved a given plan.
    pub fn improved(
        task: &PlanningTask,
        given: GivenPlan,
        goal_steps: usize,
        decision: TaskDecision,
    ) -> Self {
        Self {
            decision,
            goal_steps,
            given: Some(given),
            ..Self::undecided(task, Some(Minimise::Cost))
        }
    }

    /// Sets the wall-clock time of the whole request, including the time to read its files.
    #[must_use]
    pub fn within(mut self, elapsed: Duration) -> Self {
        self.decision.elapsed = elapsed;
        self
    }

    /// Returns the decision.
    pub fn decision(&self) -> &TaskDecision {
        &self.decision
    }

    /// Returns the plan in the format of the planning competitions, or the answer in the own format of the task.
    /// Returns `None` without a plan, unless the format of the task can express this.
    pub fn plan_file(&self) -> Option<String> {
        let written = self.written.clone();
        written.or_else(|| self.decision.plan().map(plan_file))
    }

    /// Returns the answer as JSON, without stored files. Additional fields explain in words why there is no plan, or
    /// give the measure of the plan and the known facts about better plans.
    ///
    /// # Errors
    /// The answer cannot be written as JSON, which is an internal error.
    pub fn told_document(&self) -> Result<Value, Error> {
        let kept = SavedProof::default();
        let mut told = self
            .document(&kept)
            .map_err(|error| Error::internal("the document of an answer", error))?;
        for (name, words) in [
            ("in_words", self.in_words()),
            ("measure", self.measure_in_words()),
            ("bound_in_words", self.none_is_better()),
        ] {
            if let Some(words) = words {
                told[name] = words.into();
            }
        }
        Ok(told)
    }

    pub(crate) fn plan(&self) -> Option<Vec<String>> {
        let plan = self.decision.plan()?.plan();
        Some(plan.steps.iter().map(PlanStep::written).collect())
    }

    pub(crate) fn evidence(&self) -> Evidence<'_> {
        let decision = &self.decision;
        let shows = match &decision.verdict {
            Verdict::Infeasible(checked) => Some(&**checked),
            _ => decision.bound.as_ref(),
        };
        if let Some(Certificate::ClosedSet(set)) = shows.map(Checked::certificate)
            && let Some(listing) = set.listing()
        {
            return Evidence::States(listing);
        }
        let otherwise = match &decision.verdict {
            Verdict::Infeasible(checked) => {
                let word = checked.certificate().word();
                format!("the certificate ({word}) is not a DRAT proof")
            }
            Verdict::Solved(_) => match decision.optimal {
                None => "the task is solved, and its plan needs no proof".to_owned(),
                Some(true) => match shows {
                    Some(checked) => {
                        let word = checked.certificate().word();
                        format!(
                            "the certificate that no plan is better ({word}) is not a DRAT proof"
                        )
                    }
                    None => "no plan is better, and this fact needs no proof".to_owned(),
                },
                Some(false) => "it was not proved that no plan is better".to_owned(),
            },
            Verdict::Undecided(why) => format!("nothing was proved (undecided: {})", why.name()),
        };
        Evidence::of_horizons(refuted(decision), otherwise)
    }
}

/// A function that is called with each better plan, and with the evidence for the best bound if there is one.
pub type PlanObserver<'a> = &'a (dyn Fn(&ValidatedPlan, Option<&Checked<Reason>>) + Sync);

/// Returns a bound as text, with the gap to a plan. Returns `None` if the bound only states that no cost is negative.
pub fn bound_in_words(bound: &Bound, plan: &Measure) -> Option<String> {
    let gap = bound.gap(plan).filter(|gap| *gap > 0.0);
    if *bound == Bound::Cost(0) && gap.is_some() {
        return None;
    }
    let gap = gap.map_or(String::new(), |gap| format!(", gap {gap:.1} %"));
    Some(format!("{}{gap}", bound.in_words(print::grouped)))
}

/// Returns an intermediate plan as JSON.
pub fn better_document(plan: &ValidatedPlan, bound: Option<&Bound>, seconds: f64) -> Value {
    let (measure, steps) = (plan.measure(), plan.plan().steps.iter());
    json!({
        "plan": steps.map(PlanStep::written).collect::<Vec<_>>(), "length": plan.length(),
        "cost": measure.cost().map(number_entry), "metric": measure.metric(),
        "bound": bound.map(Bound::value), "seconds": seconds,
    })
}

/// Rejects settings that do not apply to numeric tasks.
fn refuse_unused(method: PlanMethod, settings: &Settings) -> Result<(), BadInput> {
    if settings.minimise.is_some_and(|it| it != Minimise::Cost) {
        let fact = "a numeric task is minimised by its metric, or by the number of actions if it has no metric";
        return Err(BadInput::new("--minimise", fact).remedy("give --minimise cost"));
    }
    match method.why_no_numbers() {
        Some(fact) => Err(BadInput::new("--method", fact).remedy("leave it out")),
        None => Ok(()),
    }
}

/// Returns the plan file of the competitions. Its last line is the cost as a comment.
pub fn plan_file(plan: &ValidatedPlan) -> String {
    let cost = match plan.measure() {
        Measure::Actions(number) => format!("{number} (unit cost)"),
        Measure::Cost(cost) => format!("{cost} (general cost)"),
        Measure::Metric(..) => match plan.measured() {
            Some(metric) => format!("{metric} (general cost)"),
            None => format!("{} (unit cost)", plan.length()),
        },
    };
    format!("{}; cost = {cost}\n", plan.plan().written())
}

/// Returns the certificate of a task that the grounder finds unsolvable, or the limit that ended the grounding or the
/// check.
pub(crate) fn not_compiled(
    task: &PlanningTask,
    why: GroundingError,
    stop: &Stop,
) -> Result<Result<Checked<Reason>, StopReason>, Error> {
    let unreachable = match why {
        GroundingError::MissingCost(missing) => return Err(missing.bad_input(task.name()).into()),
        GroundingError::Stopped(why) => return Ok(Err(why.reason(stop))),
        why @ (GroundingError::Invalid(_) | GroundingError::Numeric) => {
            return Err(Error::internal("a task that was read", why));
        }
        GroundingError::GoalUnreachable { .. } => task.check_relaxed_unreachability(stop),
    };
    match unreachable {
        Ok(checked) => Ok(Ok(checked)),
        Err(CheckError::Stopped(why)) => Ok(Err(why)),
        Err(CheckError::Rejected(fact)) => Err(Error::internal(
            "the grounder reports that the goal is unreachable",
            fact,
        )),
    }
}

/// Returns the horizons that the answer refutes.
fn refuted(decision: &TaskDecision) -> &[RefutedHorizon] {
    if let Verdict::Infeasible(checked) = &decision.verdict
        && let CheckDetails::Refuted(refuted) = checked.seen()
    {
        return std::slice::from_ref(refuted);
    }
    &decision.refuted
}
