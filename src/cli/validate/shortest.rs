//! What a document says of shorter plans: that there is none, with the proofs beside it.

use saut::BadInput;
use saut::formats::certificate::LengthEntry;
use saut::stop::Stop;
use saut_pddl::{LiftedDomain, NamedPlan, Problem};
use saut_plan::Domain as _;
use saut_plan::parallel::fewest_parallel_steps;
use serde_json::Value;

use crate::cli::check::bounds::{CheckedProofs, check_proofs};
use crate::cli::check::claims::Outcome;
use crate::cli::failure::Failure;
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

/// What a document says of lengths.
#[derive(Default)]
pub struct ClaimedLength {
    length: Option<u64>,
    cost: Option<u64>,
    is_optimal: bool,
    /// The number of steps of the formula that has the plan.
    horizon: usize,
    refuted: Vec<LengthEntry>,
}

impl ClaimedLength {
    /// That of a document.
    ///
    /// # Errors
    /// Its lower bound is none.
    pub fn of(document: &Value) -> Result<Self, serde_json::Error> {
        let refuted = refuted(document)?;
        let horizon = document["horizon"].as_u64();
        Ok(Self {
            length: document["length"].as_u64(),
            cost: document["cost"].as_u64(),
            is_optimal: document["optimal"] == true,
            horizon: horizon.and_then(|it| usize::try_from(it).ok()).unwrap_or(0),
            refuted,
        })
    }

    /// Whether the plan has the length and the cost that the document says; what is wrong.
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

/// What came of the check.
pub struct CheckedLength {
    /// Whether proofs show that no plan is shorter.
    pub is_optimal: bool,
    /// What the document says and no proof beside it shows.
    pub unverified: Vec<String>,
    noun: &'static str,
    proofs: usize,
}

impl CheckedLength {
    /// The outcome for people.
    pub fn sentence(&self) -> String {
        match self.unverified.first() {
            Some(why) => format!("that no plan is shorter was not verified: {why}"),
            None => format!(
                "no plan has fewer {}: {} checked",
                self.noun,
                print::counted(self.proofs, "proof")
            ),
        }
    }
}

/// Checks the proofs of a document on the ground task.
///
/// # Errors
/// A proof that does not hold or cannot be read, or a task that cannot be grounded.
pub fn checked_proofs(
    domain: &LiftedDomain,
    problem: &Problem,
    refuted: Vec<LengthEntry>,
    document: &str,
) -> Result<CheckedProofs, Failure> {
    planning::with_ground(domain, problem, problem.name(), |task| {
        check_proofs(task.task(), refuted, document, &Stop::default())
    })
}

/// Checks that no plan is shorter than this valid one, if a document says so. Where its proofs are about
/// steps of several actions, the plan must fit into one step more than they exclude.
///
/// # Errors
/// A proof that does not hold or cannot be read, a length that nothing excludes, or a plan that takes more
/// steps than the document says.
pub fn checked_length(
    domain: &LiftedDomain,
    problem: &Problem,
    claimed: ClaimedLength,
    plan: &NamedPlan,
    document: &str,
) -> Result<Option<CheckedLength>, Failure> {
    if !claimed.is_optimal {
        return Ok(None);
    }
    let proofs = claimed.refuted.len();
    let is_sequential = claimed.refuted.iter().any(LengthEntry::is_sequential);
    let (checked, steps) = planning::with_ground(domain, problem, problem.name(), |task| {
        let checked = check_proofs(task.task(), claimed.refuted, document, &Stop::default())?;
        let actions = task.actions_of(plan);
        let steps = actions.and_then(|actions| fewest_parallel_steps(task.task(), &actions));
        Ok((checked, steps))
    })?;
    let is_of_steps = !is_sequential && claimed.horizon > 0;
    let (needed, encoding, noun) = if is_of_steps {
        (vec![claimed.horizon - 1], "forall", "steps")
    } else {
        ((0..plan.steps.len()).collect(), "sequential", "actions")
    };
    let outcome = checked.exclude(needed, encoding, noun)?;
    let outcome = match steps {
        Some(steps) if is_of_steps && steps > claimed.horizon => {
            let says = claimed.horizon;
            let fact = format!("it says a plan of {says} steps, and its actions take {steps}");
            return Err(Failure::Refused(BadInput::new("claim refused", fact)));
        }
        None if is_of_steps => {
            Outcome::NotVerified("an action of the plan is not among the ground ones".to_owned())
        }
        _ => outcome,
    };
    let unverified = match outcome {
        Outcome::Holds => Vec::new(),
        Outcome::NotVerified(why) => vec![why],
        Outcome::Unfinished(why) => vec![why.name().to_owned()],
    };
    Ok(Some(CheckedLength {
        is_optimal: unverified.is_empty(),
        unverified,
        noun,
        proofs,
    }))
}
