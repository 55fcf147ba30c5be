//! Claim of a document about shorter plans: that there is none, with the proofs beside it.

use std::cmp::Ordering;

use saut::BadInput;
use saut::formats::certificate::LengthEntry;
use saut::stop::{Stop, StopReason};
use saut_pddl::{ClaimedBound, NamedPlan, PlanningTask, ShownBound, ValidatedPlan, whole_number};
use saut_plan::Domain as _;
use saut_plan::encode::Encoding;
use saut_plan::parallel::fewest_parallel_steps;
use serde_json::Value;

use crate::cli::check::bounds::{CheckedProofs, check_proofs};
use crate::cli::check::claims::Outcome;
use crate::cli::reply::Failure;
use crate::cli::{planning, print};

/// The horizons that a document says are refuted.
///
/// # Errors
/// They cannot be read.
pub fn refuted(document: &Value) -> Result<Vec<LengthEntry>, serde_json::Error> {
    let refuted = document.get("lower_bound").and_then(|it| it.get("refuted"));
    let refuted = refuted.cloned().map(serde_json::from_value).transpose()?;
    Ok(refuted.unwrap_or_default())
}

/// Claims of a document about lengths.
#[derive(Default)]
pub struct ClaimedLength {
    length: Option<u64>,
    cost: Option<u64>,
    /// Value that the metric of a task with numbers is said to have at the end.
    metric: Option<String>,
    is_optimal: bool,
    /// The number of steps of the plan, several actions in one.
    steps: Option<u64>,
    /// Measure of which the plan is said to have fewest.
    minimised: Option<String>,
    /// The number of steps of the formula that has the plan.
    horizon: usize,
    /// Whether a step of the formula is one action.
    is_sequential: bool,
    refuted: Vec<LengthEntry>,
    bound: Option<ClaimedBound>,
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
            Some(_) => refuted.iter().any(LengthEntry::is_sequential),
            None => document["method"] == Encoding::SEQUENTIAL.name(),
        };
        Ok(Self {
            length: number("length")?,
            cost: number("cost")?,
            metric: document["metric"].as_str().map(str::to_owned),
            is_optimal,
            steps: number("steps")?,
            minimised: document["minimised"].as_str().map(str::to_owned),
            horizon: horizon.unwrap_or(0),
            is_sequential,
            refuted,
            bound: None,
        })
    }

    /// The bound of its cost.
    pub fn bound(&self) -> Option<&ClaimedBound> {
        self.bound.as_ref()
    }

    /// Puts the bound of its cost in.
    pub fn set_bound(&mut self, bound: ClaimedBound) {
        self.bound = Some(bound);
    }

    /// Whether it is about the cost of the plan.
    pub fn is_of_cost(&self) -> bool {
        self.minimised.as_deref() == Some("cost")
    }

    /// Checks that a checked bound fits the document's claims about the plan.
    ///
    /// # Errors
    /// The plan is below the bound, or is said to be optimal and no bound comes to its cost.
    pub fn check_bound(
        &self,
        plan: &ValidatedPlan,
        bound: Option<&ShownBound>,
    ) -> Result<(), String> {
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
        if self.is_of_cost() && self.is_optimal && !is_shown {
            return Err(
                "the claim \"optimal\" is not shown: no bound comes to the cost".to_owned(),
            );
        }
        Ok(())
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

/// Result of the check.
pub struct CheckedLength {
    /// Whether proofs show that no plan is shorter.
    pub is_optimal: bool,
    /// Claims that no proof beside the document shows.
    pub unverified: Vec<String>,
    /// Measure of which the plan has fewest.
    pub measure: &'static str,
    proofs: usize,
}

impl CheckedLength {
    /// The outcome for people.
    pub fn sentence(&self) -> String {
        match self.unverified.first() {
            Some(why) => format!("what it says of shorter plans was not verified: {why}"),
            None if !self.is_optimal => {
                format!("{} checked", print::counted(self.proofs, "proof"))
            }
            None => format!(
                "no plan has fewer {}: {} checked",
                self.measure,
                print::counted(self.proofs, "proof")
            ),
        }
    }
}

/// Statements of the proofs of a document on the ground task, by the numbers of steps of plans.
pub struct CheckedHorizons {
    /// The proofs.
    pub proofs: CheckedProofs,
    /// The steps of a formula that are no steps of a plan.
    pub goal_steps: usize,
}

/// Checks the proofs of a document on the ground task.
///
/// # Errors
/// A proof that does not hold or cannot be read, or a task that cannot be grounded.
pub fn checked_horizons(
    task: &PlanningTask,
    refuted: Vec<LengthEntry>,
    document: &str,
    stop: &Stop,
) -> Result<CheckedHorizons, Failure> {
    let domain = planning::compiled(task, task.name(), stop)?;
    Ok(CheckedHorizons {
        proofs: check_proofs(domain.task(), refuted, document, stop)?,
        goal_steps: domain.goal_steps(),
    })
}

/// Checks the proofs of a document with a plan that is valid, and that no plan is shorter if the document says
/// so. Where its proofs are about steps of several actions, the plan must fit into one step more than they
/// exclude. Nothing if it says nothing of lengths.
///
/// # Errors
/// A proof that does not hold or cannot be read, a length that nothing excludes, or a plan that takes more
/// steps than the document says.
pub fn checked_length(
    task: &PlanningTask,
    claimed: ClaimedLength,
    plan: &NamedPlan,
    document: &str,
    stop: &Stop,
) -> Result<Option<CheckedLength>, Failure> {
    if !claimed.is_optimal && claimed.refuted.is_empty() {
        return Ok(None);
    }
    let proofs = claimed.refuted.len();
    let domain = planning::compiled(task, task.name(), stop)?;
    let checked = check_proofs(domain.task(), claimed.refuted, document, stop)?;
    let actions = domain.actions_of(plan);
    let steps = actions.and_then(|actions| fewest_parallel_steps(domain.task(), &actions));
    let goal_steps = domain.goal_steps();
    // One step of a formula may be the one that says that the goal is reached.
    let is_of_steps = !claimed.is_sequential && claimed.horizon > 0;
    let (needed, encoding, measure) = if is_of_steps {
        (vec![claimed.horizon - 1], "forall", "steps")
    } else {
        let below = 0..plan.steps.len() + goal_steps;
        (below.collect(), "sequential", "actions")
    };
    let wrong = |fact: String| Err(Failure::Refused(BadInput::new("claim refused", fact)));
    if let Some(said) = claimed.minimised.filter(|said| said != measure) {
        return wrong(format!(
            "\"minimised\" is {said}, and its formulas are about {measure}"
        ));
    }
    let of_formula = claimed.horizon.saturating_sub(goal_steps);
    if let Some(said) = claimed.steps.filter(|said| *said != of_formula as u64) {
        return wrong(format!(
            "\"steps\" ({said}) is wrong: its formula has {of_formula}"
        ));
    }
    let needed = if claimed.is_optimal {
        needed
    } else {
        Vec::new()
    };
    let outcome = match (checked.exclude(needed, encoding, measure)?, steps) {
        (_, Some(steps)) if is_of_steps && steps + goal_steps > claimed.horizon => {
            let says = claimed.horizon - goal_steps;
            let fact = format!("it says a plan of {says} steps, and its actions take {steps}");
            return Err(Failure::Refused(BadInput::new("claim refused", fact)));
        }
        (_, None) if is_of_steps => {
            Outcome::NotVerified("an action of the plan is not among the ground ones".to_owned())
        }
        (outcome, _) => outcome,
    };
    let unverified = match outcome {
        Outcome::Holds => Vec::new(),
        Outcome::NotVerified(why) => vec![why],
        Outcome::Unfinished(why) => return Err(unfinished(document, why)),
    };
    Ok(Some(CheckedLength {
        is_optimal: claimed.is_optimal && unverified.is_empty(),
        unverified,
        measure,
        proofs,
    }))
}

/// A limit ended the check, so that the document may hold or not.
pub fn unfinished(place: &str, why: StopReason) -> Failure {
    let mut bad = BadInput::new(
        place,
        format!("the check was not finished ({})", why.name()),
    )
    .remedy("give it more time or memory");
    bad.limit = Some(why);
    bad.into()
}
