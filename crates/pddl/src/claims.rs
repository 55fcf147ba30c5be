//! Claims of a document of `saut plan` beside its certificates: its verdict, and what it says of its plan.

use std::cmp::Ordering;
use std::fmt::Display;

use saut_task::claims::{ClaimedVerdict, FalseClaim, beside_a_certificate};
use serde_json::Value;

use crate::measure::{Bound, whole_number};
use crate::validate::ValidatedPlan;

/// Fields that say where an answer came from, or what the validator has just seen.
const NO_CLAIMS: [&str; 17] = [
    "task",
    "verdict",
    "plan",
    "method",
    "backend",
    "variables",
    "clauses",
    "seconds",
    "checked",
    "piece",
    "stages",
    "proof",
    "proof_reason",
    "part",
    "given",
    "reason",
    "note",
];

/// The word for the cost as what was minimised.
const COST: &str = "cost";
/// The words for what may be minimised.
const MINIMISED: [&str; 3] = ["actions", COST, "steps"];

/// The verdict of a document; nothing if it has none.
///
/// # Errors
/// As [`ClaimedVerdict::of`]; it says that it is solved, and has a certificate that there is no plan.
pub fn claimed_verdict(document: &Value) -> Result<Option<ClaimedVerdict>, FalseClaim> {
    let verdict = document.as_object().map(ClaimedVerdict::of).transpose()?;
    let verdict = verdict.flatten();
    if !document["certificate"].is_null() && verdict == Some(ClaimedVerdict::Solved) {
        let fact = "the document says that it is solved";
        return Err(FalseClaim::new("certificate", fact));
    }
    Ok(verdict)
}

/// Names of the claims of a document that there is no plan, but for its certificate; no check is for them.
///
/// # Errors
/// One of them is about a plan.
pub fn claims_of_no_plan(document: &Value) -> Result<Vec<String>, FalseClaim> {
    let known = [&NO_CLAIMS[..], &["certificate"]].concat();
    let others = document.as_object();
    let others = others.map(|fields| beside_a_certificate(fields, &known));
    others.transpose().map(Option::unwrap_or_default)
}

/// Names of the claims of a document, but for those of the names `known`.
pub fn claims_beyond(document: &Value, known: &[&str]) -> Vec<String> {
    let is_nothing = |value: &Value| matches!(value, Value::Null | Value::Bool(false));
    let fields = document.as_object().into_iter().flatten();
    let claims = fields.filter(|(_, value)| !is_nothing(value));
    let names = claims.map(|(name, _)| name);
    let is_known = |name: &str| NO_CLAIMS.contains(&name) || known.contains(&name);
    names.filter(|name| !is_known(name)).cloned().collect()
}

/// Claims of a document about its plan, but for proofs that none is shorter.
#[derive(Default)]
pub struct ClaimedFigures {
    length: Option<u64>,
    cost: Option<u64>,
    /// Value that the metric of a task with numbers is said to have at the end.
    metric: Option<String>,
    /// Whether no plan is said to be better.
    pub is_optimal: bool,
    /// The number of steps of the plan, several actions in one.
    pub steps: Option<u64>,
    /// Measure of which the plan is said to have fewest.
    pub minimised: Option<String>,
    /// The number of steps of the formula that has the plan.
    pub horizon: Option<usize>,
}

impl ClaimedFigures {
    /// The claims of a document.
    ///
    /// # Errors
    /// One of them is of another type.
    pub fn of(document: &Value) -> Result<Self, String> {
        let number = |name: &str| {
            let value = &document[name];
            // Only a cost is so large that it may be a text.
            let read = match name {
                "cost" => whole_number(value),
                _ => value.as_u64(),
            };
            if value.is_null() || read.is_some() {
                return Ok(read);
            }
            Err(format!("its \"{name}\" is no whole number"))
        };
        let text = |name: &str| match &document[name] {
            Value::Null => Ok(None),
            Value::String(text) => Ok(Some(text.clone())),
            _ => Err(format!("its \"{name}\" is no text")),
        };
        let is_optimal = match &document["optimal"] {
            Value::Null => false,
            Value::Bool(is_optimal) => *is_optimal,
            _ => return Err("its \"optimal\" is neither true nor false".to_owned()),
        };
        let minimised = text("minimised")?;
        if minimised
            .as_deref()
            .is_some_and(|it| !MINIMISED.contains(&it))
        {
            return Err(format!(
                "its \"minimised\" is none of {}",
                MINIMISED.join(", ")
            ));
        }
        Ok(Self {
            length: number("length")?,
            cost: number("cost")?,
            metric: text("metric")?,
            is_optimal,
            steps: number("steps")?,
            minimised,
            horizon: number("horizon")?.and_then(|it| usize::try_from(it).ok()),
        })
    }

    /// Whether it is about the cost of the plan: by its word, or because it says that no plan is better in a task with a
    /// metric.
    pub fn is_of_cost(&self, plan: &ValidatedPlan) -> bool {
        match &self.minimised {
            Some(measure) => measure == COST,
            None => self.is_optimal && plan.measured().is_some(),
        }
    }

    /// Compares the length, the cost, the metric and the bound with the plan.
    ///
    /// # Errors
    /// The claim that is wrong.
    pub fn check(&self, plan: &ValidatedPlan, bound: Option<&Bound>) -> Result<(), String> {
        let measure = plan.measure();
        let (length, cost) = (plan.length() as u64, measure.cost());
        for (name, claimed, is) in [
            ("length", self.length, Some(length)),
            ("cost", self.cost, cost),
        ] {
            if let Some(claimed) = claimed.filter(|&claimed| Some(claimed) != is) {
                return Err(wrong(name, &claimed, is.map(|is| is.to_string())));
            }
        }
        let is = plan.measured();
        if let Some(claimed) = self
            .metric
            .as_ref()
            .filter(|&claimed| Some(claimed) != is.as_ref())
        {
            return Err(wrong("metric", claimed, is));
        }
        match bound {
            Some(bound) if bound.compare(measure) == Some(Ordering::Less) => Err(format!(
                "the claim \"bound\" is wrong: it says that {bound}, and the plan has {measure}"
            )),
            _ => Ok(()),
        }
    }

    /// Whether a bound that its check has accepted shows that no plan is better.
    ///
    /// # Errors
    /// The plan is said to be optimal, and no bound comes to its cost.
    pub fn is_shown_optimal(
        &self,
        plan: &ValidatedPlan,
        shown: Option<&Bound>,
    ) -> Result<bool, String> {
        // Nothing costs less than nothing.
        let nothing = plan.measure().objective().bound_of_cost(0);
        let reaches = |bound: &Bound| bound.compare(plan.measure()) == Some(Ordering::Equal);
        let is_shown = shown.is_some_and(reaches) || nothing.as_ref().is_some_and(reaches);
        if self.is_of_cost(plan) && self.is_optimal && !is_shown {
            return Err(
                "the claim \"optimal\" is not shown: no bound comes to the cost".to_owned(),
            );
        }
        Ok(is_shown)
    }
}

/// The words for a claim that is wrong.
fn wrong(name: &str, claimed: &dyn Display, is: Option<String>) -> String {
    let is = is.map_or_else(|| "it has no value".to_owned(), |is| format!("it is {is}"));
    format!("the claim \"{name}\" ({claimed}) is wrong: {is}")
}
