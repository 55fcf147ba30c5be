//! Decides puzzles, and checks every verdict.
//!
//! A table (`strategy`) lists the engines of a decision, and the race runs the engines until one finds a verdict.
//! `Solved` contains a plan that the simulator has replayed. `Infeasible` contains a certificate that the checker has
//! accepted. There is no other way to make these values.
//!
//! If plans can have several lengths, the race first finds any plan. If a step of the formula can contain many jumps,
//! the plan may have superfluous jumps: in Conway's army, it may move pegs that are not needed. A jump is superfluous
//! if the goal is still met without the jump and without the later jumps that it made possible. The last jumps are
//! tried first: once a jump is removed, the earlier jumps that it needed may be superfluous, too.
//!
//! If the fewest jumps are requested, `sequential` is solved with exactly n jumps, for n from a lower bound upwards
//! ([`shorten`]). The bound is from [`saut_criteria::certify::cone::fewest_jumps`], and the checker has accepted its
//! proof. The plan is reported as shortest only if the bound equals its length, or if for every n in between a checked
//! proof refutes `sequential`.

pub mod baseball;
mod beam_search;
mod blocks;
mod engines;
mod part;
mod reduction;
mod strategy;

use std::time::{Duration, Instant};

pub(crate) use engines::search_settings;
pub(crate) use reduction::sort_from_middle;
pub use saut_plan::settings::{EncodingChoice, Horizon, MethodChoice, Minimise, Settings};
pub use saut_plan::{Error, Method};
pub use saut_task::progress::Progress;

use saut_base::stop::{Stop, StopReason};
use saut_criteria::certify::cone::{self, FewestJumps};
use saut_criteria::certify::proof::{Assumed, jump_limits};
use saut_criteria::certify::{self, CheckedCertificate, certificate};
use saut_criteria::compile::{self, PegDomain};
use saut_peg::peg::{Hole, Jump, Puzzle};
use saut_peg::simulate::{self, ReplayedPlan};
use saut_plan::backend::Backend;
use saut_plan::race::{Raced, any_plan};
use saut_plan::shortest::{FEWEST_ACTIONS, shorten, shortest};
use saut_task::certificate::CheckDetails;
use saut_task::encode::Encoding;
use saut_task::{CheckError, Plan, Problem as _};

/// The answer to a puzzle of peg solitaire.
pub type Verdict = saut_plan::Verdict<ReplayedPlan, CheckedCertificate>;

/// A verdict on a puzzle of peg solitaire, with the method and the effort.
pub type Decision = saut_plan::Decision<ReplayedPlan, CheckedCertificate>;

/// Limits of the search for the lower bound: the number of nodes of each tree, and the total time.
const BOUND_PARTS: usize = 2000;
const BOUND_TIME: Duration = Duration::from_secs(10);

/// Time limit of the search for jump bounds.
const JUMP_BOUNDS_TIME: Duration = Duration::from_secs(20);

/// Decides a puzzle.
///
/// # Errors
/// [`enum@Error`] if the settings cannot be met, or every backend failed. If a limit is reached, the result is
/// [`Verdict::Undecided`], not an error.
pub fn decide(puzzle: &Puzzle, settings: &Settings) -> Result<Decision, Error> {
    decide_with_bound(puzzle, settings).map(|(decision, _)| decision)
}

/// Decides a puzzle. If the fewest jumps are requested, and the goal allows several numbers of jumps, also returns the
/// lower bound on their number with its proof.
///
/// # Errors
/// Same as [`decide`].
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

/// Returns the first verdict of the race, and shortens its plan if the fewest jumps are requested.
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
        drop_needless_jumps(puzzle, &mut decision);
    }
    if settings.minimise == Some(Minimise::Actions) {
        bound = fewest_jumps(&domain, settings, &backends, &mut decision)?;
    }
    Ok((decision, bound))
}

/// Returns the holes that the position class admits for the last peg, if the goal is one peg and the formulas only
/// search for plans. A refutation must be about the original task, so it cannot use these holes.
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

/// Returns a plan with the fewest steps of `forall`, if the criteria do not refute the puzzle. If no number of steps
/// has a plan, the race for any plan finds the certificate.
fn fewest_steps(puzzle: &Puzzle, settings: &Settings) -> Result<Decision, Error> {
    /// The fastest backend for satisfiable and for unsatisfiable formulas. A backend that writes proofs finds the proof
    /// later.
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
        // A race with only formulas uses the encoding whose horizons were refuted, so that it terminates.
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

/// Converts a decision of the race to a decision about the puzzle: turns the refutation of a formula into a
/// certificate.
fn certified(
    raced: Raced<PegDomain<'_>>,
    puzzle: &Puzzle,
    assumed: &Assumed,
    stop: &Stop,
) -> Result<Decision, Error> {
    let fault = |no: CheckError| Error::internal("a refutation by saut was rejected", no);
    raced.try_map(|accepted| match accepted.into_parts() {
        (saut_task::Certificate::Own(own), _) => Ok(own),
        (_, CheckDetails::Refuted(refuted)) => {
            certificate(puzzle, refuted, assumed.clone(), stop).map_err(fault)
        }
        (other, _) => Err(Error::internal(
            "not a certificate of a puzzle",
            other.kind(),
        )),
    })
}

/// Shortens the plan of a decision, and sets whether it is proved to be shortest. Returns the lower bound with its
/// proof, unless there is no plan or all plans have the same length.
fn fewest_jumps(
    domain: &PegDomain<'_>,
    settings: &Settings,
    backends: &[Box<dyn Backend>],
    decision: &mut Decision,
) -> Result<Option<FewestJumps>, Error> {
    let Verdict::Solved(plan) = &decision.verdict else {
        return Ok(None);
    };
    let in_hand = plan.plan().len();
    let length = domain.task().length();
    if length.exactly().is_some() {
        decision.optimal = Some(true);
        return Ok(None);
    }
    let bound = cone::fewest_jumps(
        domain.puzzle(),
        BOUND_PARTS,
        &settings.stop.with_timeout(BOUND_TIME),
    );
    let proved = usize::try_from(bound.least).unwrap_or(0);
    let least = proved.max(length.at_least);
    decision.optimal = Some(least >= in_hand);
    // The effort is counted in conflicts, which external programs do not report.
    let counting = backends.iter().position(|it| it.counts_conflicts());
    if let (false, Some(at)) = (least >= in_hand, counting) {
        // On large boards with open goals, the number of clauses matters, and the pairwise encoding has more clauses.
        let encoding = FEWEST_ACTIONS;
        let one = &backends[at..=at];
        let found: Decision = shorten(domain, encoding, least..in_hand, settings, one)?;
        decision.attempts += found.attempts;
        decision.conflicts += found.conflicts;
        // If a limit ends the search for shorter plans, the length is not proved optimal.
        decision.optimal = Some(found.optimal == Some(true));
        decision.refuted = found.refuted;
        if let (Verdict::Solved(_), Some(method)) = (&found.verdict, found.method) {
            decision.set(found.verdict, method);
        }
    }
    Ok(Some(bound))
}

/// Removes superfluous jumps if the goal leaves holes open.
fn drop_needless_jumps(puzzle: &Puzzle, decision: &mut Decision) {
    let (fewest, most) = puzzle.jump_range();
    let Verdict::Solved(plan) = &decision.verdict else {
        return;
    };
    let mut jumps = plan.jumps();
    while fewest < most
        && let Some(fewer) = (0..jumps.len())
            .rev()
            .find_map(|needless| without(puzzle, &jumps, needless))
    {
        jumps = fewer;
    }
    if jumps.len() < plan.plan().len()
        && let Ok(shorter) = simulate::replay(puzzle, Plan::sequential(jumps))
    {
        decision.verdict = Verdict::Solved(shorter);
    }
}

/// Removes the jump with index `needless` and the later jumps that it made possible. Returns the remaining jumps if
/// they meet the goal.
fn without(puzzle: &Puzzle, jumps: &[Jump], needless: usize) -> Option<Vec<Jump>> {
    let mut position = puzzle.start().clone();
    let mut kept = Vec::with_capacity(jumps.len());
    for (index, &jump) in jumps.iter().enumerate() {
        if index != needless && simulate::play(puzzle.board(), &mut position, jump).is_ok() {
            kept.push(jump);
        }
    }
    puzzle.goal().is_met_by(&position).then_some(kept)
}

#[cfg(test)]
mod tests {
    use super::{Decision, Verdict, drop_needless_jumps};
    use saut_peg::peg::{Cell, Goal, Jump, Position, Puzzle, boards};
    use saut_peg::simulate;
    use saut_task::plan::Plan;

    /// Returns a puzzle on two rows of three holes. The goal requires a peg at the right end of each row, except in
    /// open holes.
    fn rows(open: impl IntoIterator<Item = usize>) -> Puzzle {
        let board = boards::named("rectangle-3x2").unwrap();
        let start = Position::from_holes(6, [0, 1, 3, 4]);
        let open = Position::from_holes(6, open);
        let goal = Goal::partial(&Position::from_holes(6, [2, 5]), open);
        Puzzle::new("rows", board, start, goal).unwrap()
    }

    fn plan() -> Plan<Jump> {
        let right = |row| Jump::between(Cell::new(0, row), Cell::new(2, row));
        Plan::sequential([right(1), right(0)])
    }

    /// Removes the superfluous jumps of the plan; returns the remaining jumps.
    fn left(puzzle: &Puzzle) -> Vec<Jump> {
        let mut decision = Decision {
            verdict: Verdict::Solved(simulate::replay(puzzle, plan()).unwrap()),
            ..Decision::default()
        };
        drop_needless_jumps(puzzle, &mut decision);
        match decision.verdict {
            Verdict::Solved(plan) => plan.jumps(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_jump_that_the_goal_does_not_need_is_dropped_and_others_stay() {
        assert_eq!(left(&rows([3, 4, 5])), [plan().steps[1][0]]);
        for open in [vec![3], vec![]] {
            assert_eq!(left(&rows(open)).len(), 2);
        }
    }
}
