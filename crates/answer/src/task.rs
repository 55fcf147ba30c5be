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
    Bound, Compiled, GroundingLimits, Measure, NotCompiled, Objective, PlanStep, PlanningDomain,
    PlanningTask, Quality, Reason, ValidatedPlan, number_entry,
};
use saut_plan::numeric::{cheapest_numeric, plan_numeric};
use saut_plan::planning::{BY_COST, PlanMethod, cheapest, fewest_actions};
use saut_plan::{Decision, Error, Method, Minimise, Settings, Verdict, plan_task};
use saut_task::certificate::Seen;
use saut_task::proof::RefutedHorizon;
use saut_task::{Certificate, CheckError, Checked, Cost};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use crate::kept::{Evidence, Kept};
use crate::{print, schema};
pub use document::{TaskInfeasible, TaskSolved, TaskUndecided};
pub use order::PlanOrder;
use part::{Decided, Part, Whole};
pub use text::{why_not, without_internal_names};

/// Answer to a planning task.
#[derive(Debug)]
pub struct TaskAnswer {
    task: String,
    /// What plans of the task are compared by.
    objective: Objective,
    pub(crate) decision: Decided,
    /// Note of grounding on its end.
    note: Option<String>,
    /// The number of artificial steps of a formula that say that the goal is reached: 0 or 1.
    goal_steps: usize,
    /// Quantity that the plan is asked to minimise, if any.
    minimise: Option<Minimise>,
    /// The part of the task that was grounded, where the whole was too large.
    part: Option<Part>,
    /// Whether the engines of boards found the first plan.
    is_board: bool,
    /// The plan that it began with.
    given: Option<GivenPlan>,
    /// The answer in a format of the task's own, for the file that is asked for.
    written: Option<String>,
    /// The order of the actions of the plan, if that was asked for.
    order: Option<PlanOrder>,
}

/// The plan that was improved.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Given")]
pub struct GivenPlan {
    /// Number of actions.
    length: usize,
    /// The sum of the costs of the actions.
    #[schemars(with = "Option<schema::Cost>")]
    cost: Option<Value>,
    /// The metric of a task with numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<schema::Metric>")]
    metric: Option<String>,
    /// The actions that the plan does not need.
    superfluous: Vec<NumberedStep>,
    /// The repair of the plan, if it did not hold; then the other fields are about the repaired plan.
    #[serde(skip_serializing_if = "Option::is_none")]
    repaired: Option<Repair>,
    #[serde(skip)]
    measure: Measure,
}

/// The repair of a plan that did not hold.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Repair {
    /// The fault of the plan.
    pub fault: String,
    /// Number of its actions that were kept, from the first.
    pub kept: usize,
}

/// A step of a plan.
#[derive(Debug, Serialize, JsonSchema)]
struct NumberedStep {
    /// Its number, from 1.
    number: usize,
    /// The action as it is written.
    step: String,
}

impl GivenPlan {
    /// A plan, with the places of the steps that it needs, in ascending order.
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

    /// The plan with the repair that was made of it.
    #[must_use]
    pub fn repaired(self, repaired: Option<Repair>) -> Self {
        Self { repaired, ..self }
    }
}

impl TaskAnswer {
    /// Decides a task. `better` hears of each better plan where a cheap one is asked for.
    ///
    /// # Errors
    /// [`enum@Error`] if the settings cannot be met, every backend failed, or one of our own parts contradicts another.
    pub fn solve(
        task: &PlanningTask,
        method: PlanMethod,
        settings: &Settings,
        better: Better<'_>,
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
                Whole::Compiled(compiled) => compiled,
                Whole::Planned(decision, part) => {
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

    /// Decides a task without numbers; `given` is a plan with its cost.
    ///
    /// # Errors
    /// As [`Self::solve`].
    fn classical(
        &self,
        domain: &PlanningDomain<'_>,
        given: Option<(ValidatedPlan, Cost)>,
        method: PlanMethod,
        settings: &Settings,
        better: Better<'_>,
    ) -> Result<Decided, Error> {
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

    /// The answer as long as nothing is known.
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

    /// The answer with the order of the actions of its plan, if it has one.
    ///
    /// # Errors
    /// The task cannot be grounded.
    pub fn with_order(mut self, task: &PlanningTask, stop: &Stop) -> Result<Self, NotCompiled> {
        if let Some(plan) = self.decision.plan() {
            self.order = PlanOrder::of(task, plan, stop)?;
        }
        Ok(self)
    }

    /// The order of the actions of the plan, if it was asked for.
    pub fn order(&self) -> Option<&PlanOrder> {
        self.order.as_ref()
    }

    /// The measure of a plan, where it is of interest: not of a plan whose number of actions is asked for by another
    /// name.
    fn measure<'a>(&self, plan: &'a ValidatedPlan) -> Option<&'a Measure> {
        let is_cost = self.minimise == Some(Minimise::Cost);
        let measure = Some(plan.measure());
        measure.filter(|measure| is_cost || !matches!(measure, Measure::Actions(_)))
    }

    /// No plan is better, by what was checked.
    fn bound(&self) -> Option<Bound> {
        self.objective.bound(self.decision.bound.as_ref())
    }

    /// The number of steps of a plan that is asked to have few, where a formula has told it.
    fn steps(&self) -> Option<usize> {
        match (self.minimise, &self.decision.method) {
            (Some(Minimise::Steps), Some(Method::Formula { horizon, .. })) => {
                horizon.checked_sub(self.goal_steps)
            }
            _ => None,
        }
    }

    /// Answer decided beginning with a plan that was there before.
    pub fn improved(
        task: &PlanningTask,
        given: GivenPlan,
        goal_steps: usize,
        decision: Decided,
    ) -> Self {
        Self {
            decision,
            goal_steps,
            given: Some(given),
            ..Self::undecided(task, Some(Minimise::Cost))
        }
    }

    /// The answer with the wall-clock time of the whole question, including the time to read it.
    #[must_use]
    pub fn within(mut self, elapsed: Duration) -> Self {
        self.decision.elapsed = elapsed;
        self
    }

    /// The decision.
    pub fn decision(&self) -> &Decided {
        &self.decision
    }

    /// The plan file of the competitions, or the task's own format; nothing where there is no plan and the format has
    /// no word for that.
    pub fn plan_file(&self) -> Option<String> {
        let written = self.written.clone();
        written.or_else(|| self.decision.plan().map(plan_file))
    }

    /// The document of an answer that keeps no files, with words for people: why there is no plan, or its measure, what
    /// is known of better plans, and what shows that.
    ///
    /// # Errors
    /// A document of ours that cannot be written, which is a fault of ours.
    pub fn told_document(&self) -> Result<Value, Error> {
        let kept = Kept::default();
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
                format!("the certificate ({word}) is no DRAT proof")
            }
            Verdict::Solved(_) => match decision.optimal {
                None => "the task is solved, and its plan needs no proof".to_owned(),
                Some(true) => match shows {
                    Some(checked) => {
                        let word = checked.certificate().word();
                        format!("what shows that no plan is better ({word}) is no DRAT proof")
                    }
                    None => "that no plan has fewer needs no proof here".to_owned(),
                },
                Some(false) => "that no plan has fewer was not proved".to_owned(),
            },
            Verdict::Undecided(why) => format!("nothing was proved, the end was {}", why.name()),
        };
        Evidence::of_horizons(refuted(decision), otherwise)
    }
}

/// An observer of better plans: the plan, and what shows the best bound, if anything does.
pub type Better<'a> = &'a (dyn Fn(&ValidatedPlan, Option<&Checked<Reason>>) + Sync);

/// A bound in words, and how far a plan is from it; nothing if it only says that no cost is negative.
pub fn bound_in_words(bound: &Bound, plan: &Measure) -> Option<String> {
    let gap = bound.gap(plan).filter(|gap| *gap > 0.0);
    if *bound == Bound::Cost(0) && gap.is_some() {
        return None;
    }
    let gap = gap.map_or(String::new(), |gap| format!(", gap {gap:.1} %"));
    Some(format!("{}{gap}", bound.in_words(print::grouped)))
}

/// A plan that was found on the way, as a document.
pub fn better_document(plan: &ValidatedPlan, bound: Option<&Bound>, seconds: f64) -> Value {
    let (measure, steps) = (plan.measure(), plan.plan().steps.iter());
    json!({
        "plan": steps.map(PlanStep::written).collect::<Vec<_>>(), "length": plan.length(),
        "cost": measure.cost().map(number_entry), "metric": measure.metric(),
        "bound": bound.map(Bound::value), "seconds": seconds,
    })
}

/// Refuses what a task with numbers has no use for.
fn refuse_unused(method: PlanMethod, settings: &Settings) -> Result<(), BadInput> {
    if settings.minimise.is_some_and(|it| it != Minimise::Cost) {
        let fact = "of a task with numbers the metric is made small, or the number of actions if there is none";
        return Err(BadInput::new("--minimise", fact).remedy("write --minimise cost"));
    }
    match method.why_no_numbers() {
        Some(fact) => Err(BadInput::new("--method", fact).remedy("leave it out")),
        None => Ok(()),
    }
}

/// The plan file of the competitions: its cost is the last line, as a comment.
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

/// The certificate of a task that the grounder finds unsolvable, or the limit that ended the grounding or the check.
pub(crate) fn not_compiled(
    task: &PlanningTask,
    why: NotCompiled,
    stop: &Stop,
) -> Result<Result<Checked<Reason>, StopReason>, Error> {
    let unreachable = match why {
        NotCompiled::MissingCost(missing) => return Err(missing.bad_input(task.name()).into()),
        NotCompiled::Stopped(why) => return Ok(Err(why.reason(stop))),
        why @ (NotCompiled::Invalid(_) | NotCompiled::Numeric) => {
            return Err(Error::internal("a task that was read", why));
        }
        NotCompiled::GoalUnreachable { .. } => task.out_of_reach(stop),
    };
    match unreachable {
        Ok(checked) => Ok(Ok(checked)),
        Err(CheckError::Stopped(why)) => Ok(Err(why)),
        Err(CheckError::Rejected(fact)) => Err(Error::internal(
            "the grounder says that the goal is out of reach",
            fact,
        )),
    }
}

/// The horizons that the answer says are too small.
fn refuted(decision: &Decided) -> &[RefutedHorizon] {
    if let Verdict::Infeasible(checked) = &decision.verdict
        && let Seen::Refuted(refuted) = checked.seen()
    {
        return std::slice::from_ref(refuted);
    }
    &decision.refuted
}
