//! Decisions of puzzles of peg solitaire, and plans with fewer jumps, where the goal leaves their number open.
//!
//! A plan of any length comes first. A formula whose steps hold many jumps may play some that the goal does not need: the
//! army that is to send one man four rows ahead also moves men who stay behind. A jump is needless if the goal is
//! still met without it and without the later jumps that were only possible because of it. The last
//! jumps are looked at first, because what they needed may be needless afterwards.
//!
//! If fewest jumps are asked for, `sequential` is asked for exactly n jumps, for the n
//! from a lower bound upward ([`shorten`]); the bound is that of
//! [`saut_criteria::certify::cone::fewest_jumps`], with a tree that its checker has accepted. That the
//! plan is the shortest is only said if the bound meets it, or if `sequential` is refuted at every
//! n between by a proof that the checker accepts.

use std::time::Duration;

use super::{Error, Settings};
use saut_criteria::certify::CheckedCertificate;
use saut_criteria::certify::cone::{self, FewestJumps};
use saut_criteria::compile::PegDomain;
use saut_peg::peg::{Jump, Puzzle};
use saut_peg::simulate::{self, ReplayedPlan};
use saut_plan::backend::Backend;
use saut_plan::shortest::{FEWEST_ACTIONS, shorten};
use saut_task::{Plan, Problem as _};

/// The answer to a puzzle of peg solitaire.
pub type Verdict = saut_plan::Verdict<ReplayedPlan, CheckedCertificate>;

/// A verdict on a puzzle of peg solitaire, what gave it and what it cost.
pub type Decision = saut_plan::Decision<ReplayedPlan, CheckedCertificate>;

/// Limits of the lower bound: the parts of each tree, and the time of all.
const BOUND_PARTS: usize = 2000;
const BOUND_TIME: Duration = Duration::from_secs(10);

/// Shortens the plan of a decision, and says whether it is proved to be the shortest. The lower
/// bound that this rests on is returned with its proof, unless all plans are of one length.
pub fn fewest_jumps(
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

/// Drops jumps that nothing needs, where the goal leaves holes open.
pub fn drop_needless_jumps(puzzle: &Puzzle, decision: &mut Decision) {
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

/// The jumps without this one and without those that it made possible, if they meet the goal.
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

    /// Two rows of three; the goal asks for a peg at the right end of the upper one.
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

    /// The jumps left of the plan.
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
