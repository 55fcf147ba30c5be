//! The answer to a planning task.

mod answer;
mod document;
mod part;
mod text;

use std::fmt;
use std::time::Duration;

use saut_base::BadInput;
use saut_base::stop::{Stop, StopReason};
use saut_pddl::{
    Compiled, GroundingLimits, Measure, NotCompiled, PlanStep, PlanningTask, Quality, Reason,
    ValidatedPlan,
};
use saut_plan::numeric::{cheapest_numeric, plan_numeric};
use saut_plan::planning::{PlanMethod, cheapest};
use saut_plan::{Error, Method, Minimise, Settings, Verdict, plan_task};
use saut_task::certificate::Seen;
use saut_task::proof::RefutedHorizon;
use saut_task::{Certificate, CheckError, Checked};
use serde_json::Value;

use crate::kept::{Evidence, Kept};
use answer::Decided;
pub use answer::{Better, GivenPlan, NumberedStep, TaskAnswer, bound_in_words};
pub use document::{TaskInfeasible, TaskSolved, TaskUndecided};
use part::Whole;
pub use text::why_not;

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
        let is_of_cost = settings.minimise == Some(Minimise::Cost);
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
                answer.decision = if is_of_cost {
                    cheapest(&domain, None, settings, better)?
                } else {
                    plan_task(&domain, method, settings)?
                };
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
        if let Some(tokens) = task.tokens() {
            answer.written = match &answer.decision.verdict {
                Verdict::Solved(plan) => Some(tokens.answer(Some(plan))),
                Verdict::Infeasible(_) => Some(tokens.answer(None)),
                Verdict::Undecided(_) => None,
            };
        }
        Ok(answer)
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
        match (&self.written, &self.decision.verdict) {
            (Some(written), _) => Some(written.clone()),
            (None, Verdict::Solved(plan)) => Some(plan_file(plan)),
            _ => None,
        }
    }

    /// The document of an answer that keeps no files, with words for people: why there is no plan, or its measure, what
    /// is known of better plans, and what shows that.
    ///
    /// # Errors
    /// A document of ours that cannot be written, which is a fault of ours.
    pub fn told_document(&self) -> Result<Value, Error> {
        let kept = Kept::default();
        let mut told = document::document(self, &kept)
            .and_then(serde_json::to_value)
            .map_err(|error| Error::internal("the document of an answer", error))?;
        for (name, words) in [
            ("in_words", text::in_words(self)),
            ("measure", text::measure_in_words(self)),
            ("bound_in_words", text::none_is_better(self)),
        ] {
            if let Some(words) = words {
                told[name] = words.into();
            }
        }
        Ok(told)
    }

    pub(crate) fn plan(&self) -> Option<Vec<String>> {
        match &self.decision.verdict {
            Verdict::Solved(plan) => {
                let steps = plan.plan().steps.iter();
                Some(steps.map(PlanStep::written).collect())
            }
            _ => None,
        }
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
                Some(true) => "that no plan has fewer needs no proof here".to_owned(),
                Some(false) => "that no plan has fewer was not proved".to_owned(),
            },
            Verdict::Undecided(why) => format!("nothing was proved, the end was {}", why.name()),
        };
        Evidence::Horizons {
            refuted: refuted(decision),
            otherwise,
        }
    }

    /// The document, with its fields in the order of their names.
    pub(crate) fn document(&self, kept: &Kept) -> serde_json::Result<String> {
        let document = document::document(self, kept)?;
        serde_json::to_value(document).map(|it| it.to_string())
    }

    pub(crate) fn write_text(&self, out: &mut String) -> fmt::Result {
        text::write_text(self, out)
    }
}

/// Refuses what a task with numbers has no use for.
fn refuse_unused(method: PlanMethod, settings: &Settings) -> Result<(), BadInput> {
    let (flag, fact, remedy) = if settings.minimise.is_some_and(|it| it != Minimise::Cost) {
        (
            "--minimise",
            "of a task with numbers the metric is made small, or the number of actions if there is none",
            "write --minimise cost",
        )
    } else {
        let Some(fact) = method.why_no_numbers() else {
            return Ok(());
        };
        ("--method", fact, "leave it out")
    };
    Err(BadInput::new(flag, fact).remedy(remedy))
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
