//! Claims of a document of `saut plan --json`, as they are read, and of a plan file, which claims to be a plan.

use std::cmp::Ordering;

use saut::BadInput;
use saut::answer::named;
use saut::decide::Minimise;
use saut::encode::Encoding;
use saut::formats::certificate::LengthEntry;
use saut::formats::text_kind::TextKind;
use saut::named::Named as _;
use saut::stop::Stop;
use saut_pddl::{
    ClaimedBound, NamedPlan, PlanningTask, Reason, ShownBound, TokenTask, ValidatedPlan,
    read_certificate, whole_number,
};
use saut_plan::Certificate;
use serde_json::Value;

use crate::cli::check::claims::warn_of_name;

/// A task that claims are made about, and the limits of their checks.
pub struct Subject<'a> {
    pub task: &'a PlanningTask,
    /// The file of the claim, beside which its proofs lie.
    pub place: &'a str,
    pub stop: &'a Stop,
}

/// Claim about a planning task, as it was read.
pub enum Claimed {
    /// That this is a plan, with what is said of its length and cost, and a bound of its cost.
    Solved(NamedPlan, ClaimedLength, Option<ClaimedBound>),
    /// That there is no plan.
    Infeasible(Box<Certificate<Reason>>),
    /// Undecided, but there is no plan of these numbers of steps.
    TooFewSteps(Vec<LengthEntry>),
    /// Undecided, but no plan is cheaper than this.
    Bounded(ClaimedBound),
}

impl Claimed {
    /// The claim of the text of this file: a plan, or a document of `saut plan --json`.
    ///
    /// # Errors
    /// A text that is neither; one of another kind is named.
    pub fn of(
        task: &PlanningTask,
        text: &str,
        place: &str,
        memory_mib: Option<u64>,
    ) -> Result<Self, BadInput> {
        let reads = |kind| {
            matches!(
                kind,
                TextKind::Actions | TextKind::TaskAnswer | TextKind::Json
            )
        };
        let named = |bad| named(bad, text, place, "a plan of a planning task", reads);
        if text.trim_start().starts_with('{') {
            return Self::of_document(text, place, task.name(), memory_mib).map_err(named);
        }
        let plan = match task {
            PlanningTask::Tokens(tokens) if TokenTask::is_answer(text) => {
                tokens.read_answer(text, place)?
            }
            _ => NamedPlan::read(text, place).map_err(named)?,
        };
        Ok(Self::Solved(plan, ClaimedLength::default(), None))
    }

    fn of_document(
        text: &str,
        place: &str,
        task: &str,
        memory_mib: Option<u64>,
    ) -> Result<Self, BadInput> {
        let bad = |fact: String| {
            let remedy = "give a plan file, or what saut plan --json has printed";
            BadInput::new(place, fact).remedy(remedy)
        };
        let document: Value = serde_json::from_str(text)
            .map_err(|error| bad(format!("is no JSON document: {error}")))?;
        warn_of_name(place, document.get("task"), task);
        match document["verdict"].as_str() {
            Some("solved") => {
                let plan = NamedPlan::of_document(&document, place)?;
                let length = ClaimedLength::of(&document).map_err(bad)?;
                let bound = ClaimedBound::of_document(&document, place, memory_mib)?;
                Ok(Self::Solved(plan, length, bound))
            }
            Some("infeasible") => read_certificate(&document["certificate"], place, memory_mib)
                .map(|it| Self::Infeasible(Box::new(it))),
            Some("undecided") if !document["bound_certificate"].is_null() => {
                let bound = ClaimedBound::of_document(&document, place, memory_mib)?;
                let none = || bad("its bound cannot be read".to_owned());
                bound.map(Self::Bounded).ok_or_else(none)
            }
            Some("undecided") => match refuted(&document) {
                Ok(refuted) if refuted.is_empty() => Err(bad(
                    "it says undecided: there is nothing to check".to_owned(),
                )),
                refuted => refuted
                    .map(Self::TooFewSteps)
                    .map_err(|no| bad(no.to_string())),
            },
            _ => Err(bad("it has neither a plan nor a certificate".to_owned())),
        }
    }

    /// Whether it rests on a certificate of a bound, or that there is no plan, which another checker can read.
    pub fn has_certificate(&self) -> bool {
        match self {
            Self::Solved(_, _, bound) => bound.is_some(),
            Self::TooFewSteps(_) => false,
            Self::Infeasible(_) | Self::Bounded(_) => true,
        }
    }
}

/// The horizons that a document says are refuted.
///
/// # Errors
/// They cannot be read.
fn refuted(document: &Value) -> Result<Vec<LengthEntry>, serde_json::Error> {
    let refuted = document.get("lower_bound").and_then(|it| it.get("refuted"));
    let refuted = refuted.cloned().map(serde_json::from_value).transpose()?;
    Ok(refuted.unwrap_or_default())
}

/// Claims of a document about bounds that no check is for, in words.
fn unread(document: &Value) -> Vec<String> {
    let parts = document["lower_bound"].as_object().into_iter().flatten();
    let parts = parts.filter(|(name, _)| *name != "refuted");
    let words = |(name, _)| format!("no check is for \"{name}\" of its lower bound");
    let mut unread: Vec<String> = parts.map(words).collect();
    // Nothing costs less than nothing.
    let is_plain = document["bound"] == 0 && document["metric"].is_null();
    let has_certificate = !document["bound_certificate"].is_null();
    if !(document["bound"].is_null() || is_plain || has_certificate) {
        unread.push("its bound has no certificate".to_owned());
    }
    unread
}

/// Claims of a document about lengths.
#[derive(Default)]
pub struct ClaimedLength {
    length: Option<u64>,
    cost: Option<u64>,
    /// Value that the metric of a task with numbers is said to have at the end.
    metric: Option<String>,
    pub is_optimal: bool,
    /// The number of steps of the plan, several actions in one.
    pub steps: Option<u64>,
    /// Measure of which the plan is said to have fewest.
    pub minimised: Option<String>,
    /// The number of steps of the formula that has the plan.
    pub horizon: Option<usize>,
    /// Whether a step of its formulas is one action; nothing if its word for what is minimised says it.
    is_sequential: Option<bool>,
    pub refuted: Vec<LengthEntry>,
    /// Claims that no check is for, in words.
    pub unread: Vec<String>,
}

impl ClaimedLength {
    /// Claims of a document about lengths.
    ///
    /// # Errors
    /// Claims about lengths cannot be read.
    pub fn of(document: &Value) -> Result<Self, String> {
        let refuted = refuted(document).map_err(|error| error.to_string())?;
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
        let is_optimal = match &document["optimal"] {
            Value::Null => false,
            Value::Bool(is_optimal) => *is_optimal,
            _ => return Err("its \"optimal\" is neither true nor false".to_owned()),
        };
        let horizon = number("horizon")?.and_then(|it| usize::try_from(it).ok());
        let is_sequential = match refuted.first() {
            Some(_) => Some(refuted.iter().any(LengthEntry::is_sequential)),
            None if document["minimised"].is_string() => None,
            None => horizon.map(|_| has_sequential_method(document)),
        };
        if !document["metric"].is_null() && !document["metric"].is_string() {
            return Err("its \"metric\" is no text".to_owned());
        }
        Ok(Self {
            length: number("length")?,
            cost: number("cost")?,
            metric: document["metric"].as_str().map(str::to_owned),
            is_optimal,
            steps: number("steps")?,
            minimised: document["minimised"].as_str().map(str::to_owned),
            horizon,
            is_sequential,
            refuted,
            unread: unread(document),
        })
    }

    /// Whether it is about the number of steps of several actions, by its formulas or, where it has none, by its word.
    pub fn is_of_steps(&self) -> bool {
        match self.is_sequential {
            Some(is_sequential) => !is_sequential,
            None => self.minimises(Minimise::Steps),
        }
    }

    /// Whether it is about the cost of the plan: by its word, or because it says that no plan is better in a task with a
    /// metric.
    pub fn is_of_cost(&self, plan: &ValidatedPlan) -> bool {
        let by_metric = self.is_optimal && plan.measured().is_some();
        self.minimises(Minimise::Cost) || self.minimised.is_none() && by_metric
    }

    fn minimises(&self, measure: Minimise) -> bool {
        self.minimised.as_deref() == Some(measure.name())
    }

    /// Claims of a document about a cost that no check is for, in words.
    pub fn unread_beside_a_cost(&self) -> Vec<String> {
        let mut unread = self.unread.clone();
        let of_steps = [
            ("steps", self.steps.is_some()),
            ("lower_bound", !self.refuted.is_empty()),
        ];
        let of_steps = of_steps.into_iter().filter(|(_, is_there)| *is_there);
        unread
            .extend(of_steps.map(|(name, _)| format!("no check is for \"{name}\" beside a cost")));
        unread
    }

    /// Checks that a checked bound fits the document's claims about the plan; whether it shows that no plan is better.
    ///
    /// # Errors
    /// The plan is below the bound, or is said to be optimal and no bound comes to its cost.
    pub fn check_bound(
        &self,
        plan: &ValidatedPlan,
        bound: Option<&ShownBound>,
    ) -> Result<bool, String> {
        let beside = bound.and_then(|bound| bound.beside(plan));
        if let (Some(Ordering::Less), Some(bound)) = (beside, bound) {
            let measured = plan.measured().map(|metric| format!("has metric {metric}"));
            let measured = measured.unwrap_or_else(|| format!("costs {}", plan.cost()));
            return Err(format!(
                "the plan {measured}, and the bound is {}",
                bound.value()
            ));
        }
        // Nothing costs less than nothing.
        let is_free = plan.cost() == 0 && plan.measured().is_none();
        let is_shown = beside == Some(Ordering::Equal) || is_free;
        if self.is_of_cost(plan) && self.is_optimal && !is_shown {
            return Err(
                "the claim \"optimal\" is not shown: no bound comes to the cost".to_owned(),
            );
        }
        Ok(is_shown)
    }

    /// Compares the metric at the end of the plan with the document's.
    ///
    /// # Errors
    /// The claim that is wrong.
    pub fn check_metric(&self, is: Option<String>) -> Result<(), String> {
        match (&self.metric, is) {
            (Some(claimed), Some(is)) if *claimed != is => Err(format!(
                "the claim \"metric\" ({claimed}) is wrong: it is {is}"
            )),
            (Some(claimed), None) => Err(format!(
                "the claim \"metric\" ({claimed}) is wrong: it has no value"
            )),
            _ => Ok(()),
        }
    }

    /// Compares the length and the cost of the plan with the document's.
    ///
    /// # Errors
    /// The claim that is wrong.
    pub fn check(&self, length: usize, cost: u64) -> Result<(), String> {
        for (name, claimed, is) in [
            ("length", self.length, length as u64),
            ("cost", self.cost, cost),
        ] {
            if let Some(claimed) = claimed.filter(|&claimed| claimed != is) {
                return Err(format!(
                    "the claim \"{name}\" ({claimed}) is wrong: it is {is}"
                ));
            }
        }
        Ok(())
    }
}

/// Whether the method of a document is an encoding with one action a step.
fn has_sequential_method(document: &Value) -> bool {
    let encoding = document["method"].as_str().map(str::parse::<Encoding>);
    encoding.is_some_and(|read| read.is_ok_and(Encoding::is_sequential))
}
