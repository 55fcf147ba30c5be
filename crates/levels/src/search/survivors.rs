//! All survivors of "one peg anywhere": one search from both ends for all of them.
//!
//! Every position reached backwards carries the set of last holes that it can end in, and where
//! several un-jumps lead to one position the sets are joined. When the two sides stand a jump
//! apart, the sets of all crossings together are the survivors. The levels are those of
//! [`super::exhaustive`], so its check confirms what is found here.

use std::ops::BitOr;
use std::sync::atomic::{AtomicU64, Ordering};

use super::crossing::Crossing;
use super::exhaustive_levels::ExhaustiveLevels;
use super::level::Level;
use super::limits::Halt;
use super::table::Count;
use super::two_ended::{GrowthEnd, TwoEnded};
use super::{SearchSettings, bit_board::BitBoard, goal_mask::GoalMask};
use saut_base::stop::StopReason;
use saut_peg::peg::{Hole, Jump, Puzzle};
use saut_task::plan::Plan;

/// Result of the search for survivors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SurvivorSearch {
    /// The holes that the last peg can be in, in order, and a plan to one of them, not yet
    /// replayed.
    Survivors(Vec<Hole>, Plan<Jump>),
    /// There is none.
    Infeasible(ExhaustiveLevels),
    /// A limit was hit.
    Unknown(StopReason),
    /// The search is not made for this puzzle; why.
    NotApplicable(&'static str),
}

/// A set of goals, by their numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Ends<W>(W);

/// Machine word that keeps a set of goals.
trait Word: Copy + Default + Send + Sync + BitOr<Output = Self> + Into<u64> {
    const NONE: Self;
    fn bit(number: usize) -> Self;
}

impl Word for u16 {
    const NONE: Self = 0;
    fn bit(number: usize) -> Self {
        1 << number
    }
}

impl Word for u64 {
    const NONE: Self = 0;
    fn bit(number: usize) -> Self {
        1 << number
    }
}

impl<W: Word> Count for Ends<W> {
    /// Forward positions carry nothing.
    const ONE: Self = Self(W::NONE);
    fn plus(self, other: Self) -> Option<Self> {
        Some(Self(self.0 | other.0))
    }
}

/// Searches for all survivors of a puzzle whose goal is one peg anywhere.
pub fn survivors(puzzle: &Puzzle, settings: &SearchSettings) -> SurvivorSearch {
    let Some((compact, start, wanted)) = BitBoard::of_puzzle(puzzle) else {
        return SurvivorSearch::NotApplicable("the board has more than 64 holes");
    };
    if !puzzle.goal().is_one_peg() {
        return SurvivorSearch::NotApplicable("the goal is not one peg anywhere");
    }
    match goals(&compact, wanted, start).len() {
        0..=16 => survey::<u16>(puzzle, settings),
        _ => survey::<u64>(puzzle, settings),
    }
}

/// The goals in the class of the start, up to the symmetries that fix it.
fn goals(compact: &BitBoard, wanted: GoalMask, start: u64) -> Vec<u64> {
    let listed = wanted.listed(compact, start).unwrap_or_default();
    listed.into_values().flatten().collect()
}

fn survey<W: Word>(puzzle: &Puzzle, settings: &SearchSettings) -> SurvivorSearch {
    let Some(mut search) = TwoEnded::<Ends<W>>::new(puzzle, settings, false, |_| Ends::ONE) else {
        return SurvivorSearch::NotApplicable("the board has more than 64 holes");
    };
    let start = super::bit_board::bits_of(puzzle.start());
    if search.wanted.is_met_by(start) {
        let survivors = puzzle.start().holes().collect();
        return SurvivorSearch::Survivors(survivors, Plan::sequential(Vec::new()));
    }
    let goals = goals(&search.compact, search.wanted, start);
    if let Some(lowest) = search.backward.first_mut() {
        let numbered = goals.iter().enumerate();
        let kept = numbered.filter(|&(_, &goal)| lowest.has(goal));
        let shards = lowest.shards().len();
        *lowest = Level::of(kept.map(|(n, &goal)| (goal, Ends(W::bit(n)))), shards);
    }
    let met = match search.grow(|_| Ends::ONE, |_, _| Ok(false)) {
        Ok(GrowthEnd::Adjacent) => crossings(&search),
        Ok(GrowthEnd::Exhausted | GrowthEnd::Enough) => Ok(None),
        Ok(GrowthEnd::Wide) => Err(Halt::Stopped(StopReason::TooLarge)),
        Err(halt) => Err(halt),
    };
    match met {
        Err(Halt::Stopped(why)) => SurvivorSearch::Unknown(why),
        Err(Halt::TooLarge) => SurvivorSearch::Unknown(StopReason::TooLarge),
        Ok(Some((crossing, ends))) => {
            let reached = (0..goals.len()).filter(|number| ends >> number & 1 == 1);
            let images = reached.flat_map(|number| search.compact.images(goals[number]));
            let mut holes: Vec<Hole> = images.map(|peg| peg.trailing_zeros() as Hole).collect();
            holes.sort_unstable();
            holes.dedup();
            drop(search);
            let why = || {
                settings
                    .stop
                    .stop_reason()
                    .unwrap_or(StopReason::NothingLeft)
            };
            let plan = crossing.plan(puzzle, settings);
            plan.map_or_else(
                || SurvivorSearch::Unknown(why()),
                |plan| SurvivorSearch::Survivors(holes, plan),
            )
        }
        Ok(None) => SurvivorSearch::Infeasible(search.into_levels()),
    }
}

/// A jump at which the sides meet, and the goals of all meetings.
fn crossings<W: Word>(search: &TwoEnded<Ends<W>>) -> Result<Option<(Crossing, u64)>, Halt> {
    let (least, ends) = (AtomicU64::new(u64::MAX), AtomicU64::new(0));
    let meet = |(): &mut (), child, [one, other]: [Ends<W>; 2]| {
        least.fetch_min(child, Ordering::Relaxed);
        ends.fetch_or((one.0 | other.0).into(), Ordering::Relaxed);
        Ok(())
    };
    search.meetings(meet, Ok, || false)?;
    let crossing = search.crossing_to(least.into_inner());
    Ok(crossing.map(|crossing| (crossing, ends.into_inner())))
}
