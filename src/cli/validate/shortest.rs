//! What a document says of shorter plans: that there is none, with the proofs beside it.

use saut::formats::certificate::LengthEntry;
use saut::stop::Stop;
use saut_pddl::{Grounding, GroundingLimits, LiftedDomain, PddlDomain, Problem, ground};
use saut_plan::Domain as _;
use serde_json::Value;

use crate::cli::check::bounds::check_proofs;
use crate::cli::check::claims::Outcome;
use crate::cli::failure::Failure;
use crate::cli::print;

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
        let refuted = document.get("lower_bound").and_then(|it| it.get("refuted"));
        let refuted = refuted.cloned().map(serde_json::from_value).transpose()?;
        let horizon = document["horizon"].as_u64();
        Ok(Self {
            length: document["length"].as_u64(),
            cost: document["cost"].as_u64(),
            is_optimal: document["optimal"] == true,
            horizon: horizon.and_then(|it| usize::try_from(it).ok()).unwrap_or(0),
            refuted: refuted.unwrap_or_default(),
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

/// Checks that no plan is shorter, if a document says so. Where its proofs are about steps of several
/// actions, the number of steps of the plan itself is the document's word.
///
/// # Errors
/// A proof that does not hold or cannot be read, or a length that nothing excludes.
pub fn checked_length(
    domain: &LiftedDomain,
    problem: &Problem,
    claimed: ClaimedLength,
    length: usize,
    document: &str,
) -> Result<Option<CheckedLength>, Failure> {
    if !claimed.is_optimal {
        return Ok(None);
    }
    let limits = GroundingLimits::default();
    let Grounding::Task(ground) = ground(domain, problem, &limits) else {
        let fact = "internal error: a task with a plan cannot be grounded; please report it";
        return Err(Failure::Other(fact.to_owned()));
    };
    let task = PddlDomain::new(domain, problem, &ground, &limits)
        .map_err(|why| Failure::Other(why.to_string()))?;
    let proofs = claimed.refuted.len();
    let is_sequential = claimed.refuted.iter().any(LengthEntry::is_sequential);
    let checked = check_proofs(task.task(), claimed.refuted, document, &Stop::default())?;
    let (needed, encoding, noun) = if is_sequential || claimed.horizon == 0 {
        ((0..length).collect(), "sequential", "actions")
    } else {
        (vec![claimed.horizon - 1], "forall", "steps")
    };
    let outcome = checked.exclude(needed, encoding, noun)?;
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
