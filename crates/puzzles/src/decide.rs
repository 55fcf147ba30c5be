//! Deciding: from a puzzle to a verdict that has been checked.
//!
//! The engines of a decision stand in a table (`strategy`), and the one race runs them until one gives a verdict.
//! `Solved` holds a plan that the simulator has replayed and `Infeasible` a certificate that the checker has accepted;
//! there is no other way to make them.

pub mod baseball;
mod beam_search;
mod blocks;
mod decision;
mod engines;
mod part;
mod reduction;
mod strategy;

use std::time::{Duration, Instant};

pub use decision::{Decision, Verdict};
pub(crate) use engines::search_memory_mib;
pub(crate) use reduction::sort_from_middle;
pub use saut_plan::settings::{EncodingChoice, Horizon, MethodChoice, Minimise, Settings};
pub use saut_plan::{Error, Method};
pub use saut_task::progress::Progress;

use saut_base::stop::{Stop, StopReason};
use saut_criteria::certify::cone::FewestJumps;
use saut_criteria::certify::proof::{Assumed, jump_limits};
use saut_criteria::certify::{self, certificate};
use saut_criteria::compile::{self, PegDomain};
use saut_peg::peg::{Hole, Puzzle};
use saut_plan::race::{Raced, any_plan};
use saut_plan::shortest::shortest;
use saut_task::CheckError;
use saut_task::certificate::Seen;
use saut_task::encode::Encoding;

/// Time that the search for jump bounds may take.
const JUMP_BOUNDS_TIME: Duration = Duration::from_secs(20);

/// Decides a puzzle.
///
/// # Errors
/// [`enum@Error`] if the settings cannot be met or every backend failed. Limits that were hit are no
/// error but [`Verdict::Undecided`].
pub fn decide(puzzle: &Puzzle, settings: &Settings) -> Result<Decision, Error> {
    decide_with_bound(puzzle, settings).map(|(decision, _)| decision)
}

/// Decides a puzzle, and keeps the lower bound on the number of jumps with its proof, where fewest
/// jumps are asked for and the goal leaves their number open.
///
/// # Errors
/// As [`decide`].
pub fn decide_with_bound(
    puzzle: &Puzzle,
    settings: &Settings,
) -> Result<(Decision, Option<FewestJumps>), Error> {
    let began = Instant::now();
    strategy::check(puzzle, settings)?;
    let (mut decision, bound) = if settings.minimise == Some(Minimise::Steps) {
        (fewest_steps(puzzle, settings)?, None)
    } else {
        first_plan(puzzle, settings)?
    };
    decision.elapsed = began.elapsed();
    Ok((decision, bound))
}

/// The first plan of the race, or that there is none; with fewer jumps, where these are asked for.
fn first_plan(
    puzzle: &Puzzle,
    settings: &Settings,
) -> Result<(Decision, Option<FewestJumps>), Error> {
    let mut bound = None;
    let backends = settings.backends()?;
    let assumed = assumed(puzzle, settings);
    let task = match last_holes(puzzle, settings) {
        Some(holes) => compile::peg_task_ending_in(puzzle, &holes),
        None => assumed.task(puzzle),
    };
    let domain = PegDomain::with_task(puzzle, task);
    let dual = puzzle.dual().map(|dual| compile::peg_task(&dual));
    let table = strategy::table(&domain, dual.as_ref(), settings, &backends);
    let raced = any_plan(&domain, table, settings)?;
    let mut decision = certified(raced, puzzle, &assumed, &settings.stop)?;
    if settings.horizon == Horizon::Auto {
        decision::drop_needless_jumps(puzzle, &mut decision);
    }
    if settings.minimise == Some(Minimise::Actions) {
        bound = decision::fewest_jumps(&domain, settings, &backends, &mut decision)?;
    }
    Ok((decision, bound))
}

/// Holes where the last peg may be, if it may be anywhere: the position class leaves few holes. Only for
/// formulas that find plans and refute nothing; a refutation must be one of the puzzle's own task.
fn last_holes(puzzle: &Puzzle, settings: &Settings) -> Option<Vec<Hole>> {
    let finds_only = settings.encoding().is_varied();
    (puzzle.goal().is_one_peg() && finds_only && settings.minimise.is_none())
        .then(|| certify::class::last_holes(puzzle))
        .filter(|holes| !holes.is_empty())
}

fn assumed(puzzle: &Puzzle, settings: &Settings) -> Assumed {
    let (fewest, most) = puzzle.jump_range();
    let mut assumed = Assumed::default();
    if settings.jump_bounds && fewest == most {
        assumed.limits = jump_limits(puzzle, &settings.stop.with_timeout(JUMP_BOUNDS_TIME));
    }
    assumed
}

/// A plan with the fewest steps of `forall`, after the criteria have found nothing. Where no number of steps has one, the
/// race that looks for any plan says why there is none.
fn fewest_steps(puzzle: &Puzzle, settings: &Settings) -> Result<Decision, Error> {
    /// The quickest for the formulas that have a plan and for those that have none; the one proof
    /// that is needed comes after, by a backend that writes proofs.
    const BACKEND: &str = "batsat";
    if settings.criteria
        && let Some(certificate) = certify::quick_within(puzzle, &settings.stop)?
    {
        let method = Method::Criterion(certificate.kind());
        let mut decision = Decision::default();
        decision.set(Verdict::Infeasible(Box::new(certificate)), method);
        return Ok(decision);
    }
    let mut of_steps = settings.clone();
    if of_steps.backends.is_empty() {
        of_steps.backends.push(BACKEND.to_owned());
    }
    let fewest: Decision = shortest(&PegDomain::new(puzzle), Encoding::Forall, &of_steps)?;
    if !matches!(fewest.verdict, Verdict::Undecided(StopReason::NothingLeft)) {
        return Ok(fewest);
    }
    let mut of_any_plan = Settings {
        minimise: None,
        ..settings.clone()
    };
    let is_auto = settings.method == MethodChoice::Auto && settings.criteria;
    if !is_auto || settings.names_a_formula() {
        // Formulas alone come to an end in the encoding whose horizons are refuted.
        of_any_plan.encoding = Some(EncodingChoice::Fixed(Encoding::Forall));
    }
    let (mut decision, _) = first_plan(puzzle, &of_any_plan)?;
    decision.attempts += fewest.attempts;
    decision.conflicts += fewest.conflicts;
    if matches!(decision.verdict, Verdict::Solved(_)) {
        decision.optimal = Some(false);
    }
    Ok(decision)
}

/// A decision of the race with certificates of the puzzle: a refutation of a formula becomes one.
fn certified(
    raced: Raced<PegDomain<'_>>,
    puzzle: &Puzzle,
    assumed: &Assumed,
    stop: &Stop,
) -> Result<Decision, Error> {
    let fault = |no: CheckError| Error::internal("a refutation of ours is refused", no);
    raced.try_map(|accepted| match accepted.into_parts() {
        (saut_task::Certificate::Own(own), _) => Ok(own),
        (_, Seen::Refuted(refuted)) => {
            certificate(puzzle, refuted, assumed.clone(), stop).map_err(fault)
        }
        (other, _) => Err(Error::internal("no certificate of a puzzle", other.kind())),
    })
}
