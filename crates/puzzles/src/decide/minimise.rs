//! Fewest jumps, where the goal leaves the number of jumps open.
//!
//! A plan of any length comes first. Then `sequential` is asked for exactly n jumps, for the n
//! from a lower bound upward ([`shorten`]); the bound is that of
//! [`saut_criteria::certify::cone::fewest_jumps`], with a tree that its checker has accepted. That the
//! plan is the shortest is only said if the bound meets it, or if `sequential` is refuted at every
//! n between by a proof that the checker accepts.

use std::time::Duration;

use super::{Decision, Error, Settings, Verdict};
use saut_criteria::certify::cone::{self, FewestJumps};
use saut_criteria::compile::PegDomain;
use saut_plan::backend::Backend;
use saut_plan::shortest::{FEWEST_ACTIONS, shorten};
use saut_task::Problem as _;

/// Limits of the lower bound: the parts of each tree, and the time of all.
const BOUND_PARTS: usize = 2000;
const BOUND_TIME: Duration = Duration::from_secs(10);

/// Shortens the plan of a decision, and says whether it is proved to be the shortest. The lower
/// bound that this rests on is returned with its proof, unless all plans are of one length.
pub fn jumps(
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
    // Effort is counted in conflicts, which programs from outside do not tell.
    let counting = backends.iter().position(|it| it.counts_conflicts());
    if let (false, Some(at)) = (least >= in_hand, counting) {
        // Fewer clauses than pairwise, which matters on the large boards of open goals.
        let encoding = FEWEST_ACTIONS;
        let one = &backends[at..=at];
        let found: Decision = shorten(domain, encoding, least..in_hand, settings, one)?;
        decision.attempts += found.attempts;
        decision.conflicts += found.conflicts;
        // A limit before the first horizon leaves it open, as one after it.
        decision.optimal = Some(found.optimal == Some(true));
        decision.refuted = found.refuted;
        if let (Verdict::Solved(_), Some(method)) = (&found.verdict, found.method) {
            decision.set(found.verdict, method);
        }
    }
    Ok(Some(bound))
}
