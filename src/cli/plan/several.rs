//! `saut plan --plans K`: several plans, each of which lacks at least one action of every earlier plan.

use std::fmt::Write as _;

use saut::answer::TaskAnswer;
use saut::answer::schema::{self, Seconds};
use saut::named::Named as _;
use saut::settings::Settings;
use saut_pddl::{Measure, NamedPlan, PlanStep, PlanningTask, ValidatedPlan, number_entry};
use saut_plan::planning::PlanMethod;
use saut_plan::{Minimise, Verdict};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::files::{PlanFiles, with_cost};
use crate::cli::arguments::PlanFormat;
use crate::cli::print::{counted, grouped};
use crate::cli::reply::{CommandOutput, Failure};
use crate::cli::{status, whole};

/// Several plans of a task.
#[derive(Serialize, JsonSchema)]
pub struct TaskPlans {
    /// The name of the task.
    task: String,
    /// Always solved.
    #[schemars(extend("const" = "solved"))]
    verdict: &'static str,
    /// The plans in the order in which they were found; with --minimise, the best plan comes first.
    plans: Vec<OneOfPlans>,
    /// Whether a checked certificate shows that every other plan has all actions of one of these plans.
    complete: bool,
    /// The limit that ended the search before the requested number of plans was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    /// Always true: every plan was validated.
    #[schemars(extend("const" = true))]
    checked: bool,
    /// The requested quantity to minimise.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("enum" = ["actions", "steps", "cost"]))]
    minimised: Option<&'static str>,
    /// Wall time.
    seconds: Seconds,
}

/// One of several plans.
#[derive(Serialize, JsonSchema)]
struct OneOfPlans {
    /// The actions of the validated plan.
    plan: Vec<String>,
    /// Number of actions.
    length: usize,
    /// The cost of the plan, which is its length if the task has no metric. For a numeric task, the metric, if it is a
    /// whole number.
    #[schemars(with = "Option<schema::Cost>")]
    cost: Option<Value>,
    /// The metric of a numeric task.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<schema::Metric>")]
    metric: Option<String>,
    /// Whether this plan is proved best among the plans that leave out an action of each earlier plan.
    #[serde(skip_serializing_if = "Option::is_none")]
    optimal: Option<bool>,
}

/// Searches for up to `most` plans.
pub(super) fn run(
    task: &PlanningTask,
    most: usize,
    method: PlanMethod,
    settings: &Settings,
    files: PlanFiles<'_>,
) -> Result<CommandOutput, Failure> {
    let stop = &settings.stop;
    let (mut plans, mut document) = (Vec::<ValidatedPlan>::new(), TaskPlans::new(task, settings));
    while plans.len() < most {
        let found: Vec<NamedPlan> = plans.iter().map(|plan| plan.plan().clone()).collect();
        let other = task.with_other_actions(&found);
        // The remaining time is divided equally among the missing plans.
        let shares = u32::try_from(most - plans.len()).unwrap_or(u32::MAX);
        let share = stop
            .time_left()
            .map(|left| stop.with_timeout(left / shares));
        let settings = Settings {
            stop: share.unwrap_or_else(|| stop.clone()),
            ..settings.clone()
        };
        let answer = TaskAnswer::solve(&other, method, &settings, &|_, _| ())?;
        match &answer.decision().verdict {
            Verdict::Solved(plan) => {
                let valid = task.validate(plan.plan(), stop);
                let valid = valid.map_err(|why| Failure::internal(format!("a plan: {why}")))?;
                files.keep(&valid);
                document.add(&valid, answer.decision().optimal);
                plans.push(valid);
            }
            Verdict::Infeasible(_) | Verdict::Undecided(_) if plans.is_empty() => {
                return files.finish(answer, None, stop);
            }
            Verdict::Infeasible(_) => {
                document.complete = true;
                break;
            }
            Verdict::Undecided(why) => {
                document.reason = Some(why.name());
                break;
            }
        }
    }
    document.seconds = files.began.elapsed().into();
    if let (Some(file), Some(first)) = (files.file, plans.first()) {
        whole::write(file, saut::answer::plan_file(first))?;
    }
    let text = document.text(&plans, files.format);
    Ok(CommandOutput::new(status::SOLVED, document, text))
}

impl TaskPlans {
    fn new(task: &PlanningTask, settings: &Settings) -> Self {
        Self {
            task: task.name().to_owned(),
            verdict: "solved",
            plans: Vec::new(),
            complete: false,
            reason: None,
            checked: true,
            minimised: settings.minimise.map(Minimise::name),
            seconds: std::time::Duration::ZERO.into(),
        }
    }

    fn add(&mut self, plan: &ValidatedPlan, optimal: Option<bool>) {
        let measure = plan.measure();
        self.plans.push(OneOfPlans {
            plan: plan.plan().steps.iter().map(PlanStep::written).collect(),
            length: plan.length(),
            cost: Measure::cost(measure).map(number_entry),
            metric: plan.measured(),
            optimal,
        });
    }

    /// Returns the plans as text, and a line that states whether other plans may exist.
    fn text(&self, plans: &[ValidatedPlan], format: PlanFormat) -> String {
        let is_comment = format == PlanFormat::Plans;
        let mut text = String::new();
        for (number, (plan, one)) in (1..).zip(plans.iter().zip(&self.plans)) {
            if is_comment {
                text.push_str(&with_cost(plan));
                continue;
            }
            let length = counted(plan.length(), "action");
            let measure = plan.measure().in_words(grouped);
            let optimal = match (one.optimal, self.minimised) {
                (Some(true), Some(name)) if name == Minimise::Cost.name() => {
                    "; no other plan costs less"
                }
                (Some(true), _) => "; no other plan is shorter",
                _ => "",
            };
            let written = plan.plan().written();
            let _ = writeln!(
                text,
                "plan {number}: {length}, {measure}{optimal}\n{written}"
            );
        }
        let end = match (self.complete, self.reason) {
            (true, _) => "; every other plan has all actions of one of these plans".to_owned(),
            (false, Some(reason)) => format!("; then the search ended ({reason})"),
            (false, None) => String::new(),
        };
        let number = counted(plans.len(), "plan");
        let start = if is_comment { "; " } else { "" };
        text + &format!("{start}solved: {number} with different actions, each validated{end}\n")
    }
}
