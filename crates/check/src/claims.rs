//! Reads the claims of a document about a plan of a planning task, and compares them with the plan.

use std::cmp::Ordering;
use std::fmt::Display;

use saut_base::BadInput;
use saut_base::stop::Stop;
use saut_criteria::certify::Cubes;
use saut_criteria::certify::proof::WrittenProof;
use saut_pddl::{Accepted, Bound, Measure, PlanningTask, Reason, ValidatedPlan, whole_number};
use saut_task::encode::Encoding;
use saut_task::{Certificate, CheckError};
use serde::Deserialize as _;
use serde_json::Value;

use crate::document::Document;
use crate::report::Report;

/// Value of the field `minimised` for the number of actions.
pub const ACTIONS: &str = "actions";
/// Value of the field `minimised` for the cost, and name of the field with the cost.
pub const COST: &str = "cost";
/// Value of the field `minimised` for the number of steps, and name of the field with this number.
const STEPS: &str = "steps";
/// Allowed values of the field `minimised`.
const MINIMISED: [&str; 3] = [ACTIONS, COST, STEPS];

/// The claims about a plan that can be checked.
const CHECKED: [&str; 9] = [
    "bound",
    "bound_certificate",
    "cost",
    "length",
    "lower_bound",
    "metric",
    "minimised",
    "optimal",
    "steps",
];

/// Claims of a document about its plan.
#[derive(Default)]
pub struct TaskClaims {
    length: Option<u64>,
    cost: Option<u64>,
    /// Final value of the metric of a numeric task.
    metric: Option<String>,
    /// Whether the document claims that no plan is better.
    pub is_optimal: bool,
    /// The number of steps of the plan. A step may have several actions.
    pub steps: Option<u64>,
    /// The quantity that the plan is claimed to minimise.
    pub minimised: Option<String>,
    /// The number of steps of the formula whose model is the plan.
    pub horizon: Option<usize>,
    /// Refuted numbers of steps, with their proofs.
    pub refuted: Vec<WrittenProof>,
    /// A number of steps that proofs of several pieces refute.
    pub cubes: Option<Cubes>,
    /// A bound on the cost or the metric.
    pub bound: Option<ClaimedBound>,
    has_sequential_method: bool,
}

impl TaskClaims {
    /// Reads the claims of a document.
    ///
    /// # Errors
    /// A claim has the wrong type.
    pub fn read(
        document: &Document,
        task: &PlanningTask,
        memory_mib: Option<u64>,
    ) -> Result<Self, BadInput> {
        let bad = |name: &str, fact: &str| {
            let bad = BadInput::new(document.place, format!("its \"{name}\" is {fact}"));
            bad.remedy("give a plan file, or the output of saut plan --json")
        };
        let number = |name: &str| {
            let Some(value) = document.get(name) else {
                return Ok(None);
            };
            // Only a cost can be so large that it is written as a string.
            let read = if name == COST {
                whole_number(value)
            } else {
                value.as_u64()
            };
            read.map(Some)
                .ok_or_else(|| bad(name, "not a whole number"))
        };
        let text = |name: &str| match document.get(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text.clone())),
            Some(_) => Err(bad(name, "not a string")),
        };
        let is_optimal = match document.get("optimal") {
            None => false,
            Some(Value::Bool(is_optimal)) => *is_optimal,
            Some(_) => return Err(bad("optimal", "neither true nor false")),
        };
        let minimised = text("minimised")?;
        let is_known = |measure: &String| MINIMISED.contains(&measure.as_str());
        if !minimised.iter().all(is_known) {
            let fact = format!("not one of {}", MINIMISED.join(", "));
            return Err(bad("minimised", &fact));
        }
        let refuted = document.get("lower_bound").and_then(|it| it.get("refuted"));
        let refuted = refuted.cloned().map(serde_json::from_value).transpose();
        let method = document.get("method").and_then(Value::as_str);
        let encoding = method.and_then(|method| method.parse::<Encoding>().ok());
        Ok(Self {
            length: number("length")?,
            cost: number(COST)?,
            metric: text("metric")?,
            is_optimal,
            steps: number(STEPS)?,
            minimised,
            horizon: number("horizon")?.and_then(|it| usize::try_from(it).ok()),
            refuted: refuted
                .map_err(|error| bad("lower_bound", &error.to_string()))?
                .unwrap_or_default(),
            cubes: document
                .get("cubes")
                .map(|cubes| {
                    Cubes::deserialize(cubes).map_err(|error| bad("cubes", &error.to_string()))
                })
                .transpose()?,
            bound: ClaimedBound::read(document, task, memory_mib)?,
            has_sequential_method: encoding.is_some_and(Encoding::is_sequential),
        })
    }

    /// Whether the document counts steps that may have several actions. The proofs of the document determine this, if
    /// there are any. Otherwise, the minimised quantity or the horizon and the method determine it.
    pub fn is_of_steps(&self) -> bool {
        match (&self.refuted[..], &self.minimised) {
            ([], Some(measure)) => measure == STEPS,
            ([], None) => self.horizon.is_some() && !self.has_sequential_method,
            (refuted, _) => !refuted.iter().any(WrittenProof::is_sequential),
        }
    }

    /// Whether a bound on the cost has to prove the optimality. There are three such situations. First, the cost was
    /// minimised. Second, no quantity is named, the task has a metric, and the plan is claimed to be optimal. Third,
    /// the number of actions was minimised, each action costs 1, and the document has a bound but no proof about a
    /// number of actions.
    pub fn is_of_cost(&self, plan: &ValidatedPlan) -> bool {
        match self.minimised.as_deref() {
            Some(ACTIONS) => self.fewest_by_bound(plan).is_some() && self.refuted.is_empty(),
            Some(measure) => measure == COST,
            None => self.is_optimal && plan.measured().is_some(),
        }
    }

    /// Returns the bound if it has a certificate and each action costs 1. Then it bounds the number of actions.
    pub fn fewest_by_bound(&self, plan: &ValidatedPlan) -> Option<u64> {
        match (plan.measure(), &self.bound) {
            (
                Measure::Actions(_),
                Some(ClaimedBound {
                    bound: Bound::Cost(least),
                    certificate: Some(_),
                }),
            ) => Some(*least),
            _ => None,
        }
    }

    /// Compares the length, the cost, the metric and the bound with the plan.
    ///
    /// # Errors
    /// A claim is wrong.
    pub fn compare(&self, plan: &ValidatedPlan) -> Result<(), String> {
        let measure = plan.measure();
        let (length, cost) = (plan.length() as u64, measure.cost());
        same("length", self.length.as_ref(), Some(&length))?;
        same(COST, self.cost.as_ref(), cost.as_ref())?;
        same("metric", self.metric.as_ref(), plan.measured().as_ref())?;
        match &self.bound {
            Some(ClaimedBound { bound, .. }) if bound.compare(measure) == Some(Ordering::Less) => {
                Err(format!(
                    "the claim \"bound\" is wrong: it states that {bound}, but the plan has {measure}"
                ))
            }
            _ => Ok(()),
        }
    }

    /// Whether the checked bound `shown` or the trivial bound 0 proves that no plan is better.
    ///
    /// # Errors
    /// The plan is claimed to have the lowest cost, but no bound equals its cost.
    pub fn is_shown_optimal(
        &self,
        plan: &ValidatedPlan,
        shown: Option<&Bound>,
    ) -> Result<bool, String> {
        // No cost is negative.
        let zero = plan.measure().objective().bound_of_cost(0);
        let reaches = |bound: &Bound| bound.compare(plan.measure()) == Some(Ordering::Equal);
        let is_shown = shown.is_some_and(reaches) || zero.as_ref().is_some_and(reaches);
        if self.is_of_cost(plan) && self.is_optimal && !is_shown {
            let fact = "the claim \"optimal\" is not proved: no bound equals the cost of the plan";
            return Err(fact.to_owned());
        }
        Ok(is_shown)
    }

    /// Records that the claims without a check were not verified.
    pub fn record_unread(&self, document: &Document, report: &mut Report) {
        match document.get("lower_bound") {
            None => {}
            Some(Value::Object(parts)) => {
                for name in parts.keys().filter(|name| *name != "refuted") {
                    let reason = format!("the field \"{name}\" of the lower bound is not checked");
                    report.record_unverified("lower_bound", reason);
                }
            }
            Some(_) => {
                report.record_unverified("lower_bound", "the lower bound is not a JSON object");
            }
        }
        if self.bound.as_ref().is_some_and(ClaimedBound::is_unverified) {
            report.record_unverified("bound", "the bound has no certificate");
        }
        document.record_others(&CHECKED, report);
    }
}

/// Compares a claimed value with the value of the plan.
fn same<T: PartialEq + Display>(
    name: &str,
    claimed: Option<&T>,
    real: Option<&T>,
) -> Result<(), String> {
    match claimed {
        Some(claimed) if Some(claimed) != real => {
            let real = real.map_or_else(
                || "the plan has no such value".to_owned(),
                |it| format!("the true value is {it}"),
            );
            Err(format!("the claim \"{name}\" ({claimed}) is wrong: {real}"))
        }
        _ => Ok(()),
    }
}

/// A claimed bound on all plans, not checked yet.
#[derive(Clone)]
pub struct ClaimedBound {
    pub bound: Bound,
    certificate: Option<Certificate<Reason>>,
}

impl ClaimedBound {
    /// Reads the bound that a document claims, or returns `None` if it claims none.
    fn read(
        document: &Document,
        task: &PlanningTask,
        memory_mib: Option<u64>,
    ) -> Result<Option<Self>, BadInput> {
        let (bound, entry) = (document.get("bound"), document.get("bound_certificate"));
        if bound.is_none() && entry.is_none() {
            return Ok(None);
        }
        let read = |entry| document.certificate_of_task(entry, memory_mib);
        let certificate = entry.map(read).transpose()?;
        let fact = "its \"bound\" is not a possible bound of this task";
        let bound = bound.and_then(|bound| task.objective().claimed_bound(bound));
        let bound = bound.ok_or_else(|| BadInput::new(document.place, fact))?;
        Ok(Some(Self { bound, certificate }))
    }

    pub const fn has_certificate(&self) -> bool {
        self.certificate.is_some()
    }

    /// Whether nothing proves the bound: it has no certificate, and is not the trivial bound 0 of a cost.
    pub fn is_unverified(&self) -> bool {
        self.certificate.is_none() && self.bound != Bound::Cost(0)
    }

    /// Checks the certificate and returns the bound that it proves, which is at least the claimed bound. Returns `None`
    /// without a certificate.
    ///
    /// # Errors
    /// [`CheckError`] with the reason of the rejection, or with the limit that ended the check.
    pub fn accept(&self, task: &PlanningTask, stop: &Stop) -> Result<Option<Accepted>, CheckError> {
        let Some(certificate) = self.certificate.clone() else {
            return Ok(None);
        };
        let accepted = task.accept(certificate, stop);
        let accepted = accepted.map_err(|why| match why {
            CheckError::Rejected(fact) => {
                CheckError::Rejected(format!("the certificate of the bound was rejected: {fact}"))
            }
            unfinished @ CheckError::Stopped(_) => unfinished,
        })?;
        match task.objective().bound(Some(accepted.checked())) {
            Some(shown) if shown.implies(&self.bound) => Ok(Some(accepted)),
            shown => Err(CheckError::rejected(format_args!(
                "the claim \"bound\" is wrong: it states that {}, but the certificate only proves {}",
                self.bound,
                shown.map_or_else(|| "no bound".to_owned(), |shown| format!("that {shown}"))
            ))),
        }
    }
}
