//! All survivors of "one peg anywhere": one search from both ends for all of them.
//!
//! Every position reached backwards carries the set of last holes that it can end in, and where
//! several un-jumps lead to one position the sets are joined. When the two sides stand a jump
//! apart, the sets of all meetings together are the survivors. The levels are those of
//! [`super::exhaustive`], so its check confirms what is found here.

use super::SearchSettings;
use super::bit_board::BitBoard;
use super::exhaustive::{ExhaustiveResult, Meeting, concluded};
use super::level::Level;
use super::table::Count;
use super::two_ended::TwoEnded;
use saut_peg::peg::{Hole, Jump, Puzzle};
use saut_task::plan::Plan;

/// The holes that the last peg can be in, in order, and a plan to one of them, not yet replayed.
pub type Survivors = (Vec<Hole>, Plan<Jump>);

/// A set of goals, by their numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct GoalSet(u64);

impl Count for GoalSet {
    /// Forward positions carry nothing, and goals get their numbers later.
    fn of(_: u64) -> Self {
        Self(0)
    }
    fn plus(self, other: Self) -> Option<Self> {
        Some(Self(self.0 | other.0))
    }
}

/// Searches for all survivors of a puzzle whose goal is one peg anywhere.
pub fn survivors(puzzle: &Puzzle, settings: &SearchSettings) -> ExhaustiveResult<Survivors> {
    let Some(parts) = BitBoard::of_puzzle(puzzle) else {
        return ExhaustiveResult::NotApplicable("the board has more than 64 holes");
    };
    if !puzzle.goal().is_one_peg() {
        return ExhaustiveResult::NotApplicable("the goal is not one peg anywhere");
    }
    let start = parts.1;
    let mut search = TwoEnded::new(parts, settings, false);
    if search.wanted.is_met_by(start) {
        let holes = puzzle.start().holes().collect();
        return ExhaustiveResult::Plan((holes, Plan::sequential(Vec::new())));
    }
    let listed = search.wanted.listed(&search.compact, start);
    let goals: Vec<u64> = listed
        .into_iter()
        .flatten()
        .flat_map(|(_, goals)| goals)
        .collect();
    if let Some(lowest) = search.backward.first_mut() {
        let numbered = goals.iter().enumerate();
        let kept = numbered.filter(|&(_, &goal)| lowest.has(goal));
        let shards = lowest.shards().len();
        *lowest = Level::of(kept.map(|(n, &goal)| (goal, GoalSet(1 << n))), shards);
    }
    let met = Meeting::of(
        &mut search,
        true,
        |sum: &mut u64, _, counts: [GoalSet; 2]| {
            *sum |= counts[0].0 | counts[1].0;
            Ok(())
        },
    );
    let compact = search.compact.clone();
    concluded(search, met, puzzle, settings, |plan, sums| {
        let reached = sums.into_iter().fold(0, |all, sum| all | sum);
        let reached = (0..goals.len()).filter(|number| reached >> number & 1 == 1);
        let images = reached.flat_map(|number| compact.images(goals[number]));
        let mut holes: Vec<Hole> = images.map(|peg| peg.trailing_zeros() as Hole).collect();
        holes.sort_unstable();
        holes.dedup();
        (holes, plan)
    })
}
