//! Claim of a document about shorter plans: that there is none, with the proofs beside it.

use saut::BadInput;
use saut::decide::Minimise;
use saut::encode::Encoding;
use saut::formats::certificate::LengthEntry;
use saut::named::Named as _;
use saut::proof::too_few;
use saut_pddl::{NamedPlan, PlanningDomain, Quality};
use saut_plan::shortest::FEWEST_ACTIONS;
use saut_task::Problem as _;
use saut_task::parallel::fewest_parallel_steps;

use super::claims::{ClaimedLength, Subject};
use crate::cli::check::bounds::{CheckedProofs, check_proofs};
use crate::cli::check::verdict::Fault;
use crate::cli::check::verified::Outcome;
use crate::cli::reply::Failure;
use crate::cli::{grounding, print};

/// Result of the check.
pub struct CheckedLength {
    /// Whether proofs show that no plan is shorter.
    pub is_optimal: bool,
    /// Claims that no proof beside the document shows.
    pub unverified: Vec<String>,
    /// Measure of which the plan has fewest.
    pub measure: Minimise,
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
                self.measure.name(),
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

/// The ground task, which has no numbers.
fn classical<'a>(subject: &Subject<'a>) -> Result<PlanningDomain<'a>, Failure> {
    grounding::classical(
        subject.task,
        Quality::AnyPlan,
        subject.task.name(),
        subject.stop,
    )
}

/// Checks the proofs of a document on the ground task.
///
/// # Errors
/// A proof that does not hold or cannot be read, or a task that cannot be grounded.
pub fn checked_horizons(
    subject: &Subject,
    refuted: Vec<LengthEntry>,
) -> Result<CheckedHorizons, Failure> {
    let domain = classical(subject)?;
    Ok(CheckedHorizons {
        proofs: check_proofs(domain.task(), refuted, subject.place, subject.stop)?,
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
    subject: &Subject,
    claimed: ClaimedLength,
    plan: &NamedPlan,
) -> Result<Option<CheckedLength>, Fault> {
    if !claimed.figures.is_optimal && claimed.refuted.is_empty() {
        return Ok(None);
    }
    let (is_of_steps, figures) = (claimed.is_of_steps(), claimed.figures);
    let domain = classical(subject)?;
    let checked = check_proofs(domain.task(), claimed.refuted, subject.place, subject.stop)?;
    let actions = domain.actions_of(plan);
    let steps = actions.and_then(|actions| fewest_parallel_steps(domain.task(), &actions));
    let goal_steps = domain.goal_steps();
    // One step of a formula may be the one that says that the goal is reached.
    let (encoding, horizon, measure) = if is_of_steps {
        let own = steps.map_or(plan.steps.len(), |steps| steps + goal_steps);
        let horizon = figures.horizon.unwrap_or(own);
        (Encoding::Forall, horizon, Minimise::Steps)
    } else {
        let horizon = plan.steps.len() + goal_steps;
        (FEWEST_ACTIONS, horizon, Minimise::Actions)
    };
    let wrong = |fact: String| Err(Fault::Refused(BadInput::new("claim refused", fact)));
    if let Some(said) = figures.minimised.filter(|said| *said != measure.name()) {
        let real = measure.name();
        return wrong(format!(
            "\"minimised\" is {said}, and its formulas are about {real}"
        ));
    }
    let of_formula = horizon.saturating_sub(goal_steps);
    if let Some(said) = figures.steps.filter(|said| *said != of_formula as u64) {
        return wrong(format!(
            "\"steps\" ({said}) is wrong: its formula has {of_formula}"
        ));
    }
    let needed = too_few(domain.task(), encoding, horizon).filter(|_| figures.is_optimal);
    let outcome = match (checked.exclude(needed, encoding, measure.name())?, steps) {
        (_, Some(steps)) if is_of_steps && steps > of_formula => {
            let fact =
                format!("it says a plan of {of_formula} steps, and its actions take {steps}");
            return Err(Fault::Refused(BadInput::new("claim refused", fact)));
        }
        (_, None) if is_of_steps => {
            Outcome::NotVerified("an action of the plan is not among the ground ones".to_owned())
        }
        (outcome, _) => outcome,
    };
    let unverified = match outcome {
        Outcome::Holds => Vec::new(),
        Outcome::NotVerified(why) => vec![why],
        Outcome::Unfinished(why) => return Err(Fault::Unfinished("proof".to_owned(), why)),
    };
    Ok(Some(CheckedLength {
        is_optimal: figures.is_optimal && unverified.is_empty(),
        unverified,
        measure,
        proofs: checked.proofs,
    }))
}
