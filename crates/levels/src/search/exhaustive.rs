//! The result of the exhaustive search: a plan, or the number of boards at each level if there is no plan.
//!
//! The search does not keep all levels, because all levels would take too much memory. The paths from the start to the
//! meeting point, and from the meeting point to the goal, are puzzles with about half of the jumps. These puzzles are
//! searched in the same way.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::bit_board::{self, BitBoard};
use super::goal_mask::GoalLevels;
use super::group_relaxation::is_pagoda;
use super::level::Level;
use super::limits::CountError;
use super::pattern_database::Regions;
use super::reversal::ReversalSymmetry;
use super::two_ended::{GrowthEnd, MeetingPoint, TwoEnded};
use super::{Count, PruningFunctions, SearchSettings};
use saut_base::lists::distinct;
use saut_base::stop::StopReason;
use saut_peg::peg::{Goal, Hole, Jump, Position, Puzzle};
use saut_task::CheckError;
use saut_task::plan::Plan;

/// The numbers of visited boards, up to the symmetries that fix start and goal.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExhaustiveLevels {
    /// Numbers of boards at each level, from the start down.
    pub forward: Vec<u64>,
    /// Numbers of boards at each level, starting at the goal positions with the fewest pegs.
    pub backward: Vec<u64>,
    /// The pagoda functions that pruned positions.
    #[serde(flatten)]
    pub pruning: PruningFunctions,
    /// The parities by which goal positions were excluded, because they are in another position class than the start.
    /// Each is a set of holes, with 1 for a hole of the set. `None` if no position was excluded. It is also `None` in
    /// certificates of earlier versions, which excluded every position of another class.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<Vec<Vec<u8>>>,
}

impl ExhaustiveLevels {
    /// Returns the numbers of boards that an unsuccessful search visited.
    fn of<T: Count>(search: TwoEnded<T>) -> Self {
        let class = search.class_filter();
        let [forward, backward] = search.boards;
        Self {
            forward,
            backward,
            pruning: search.settings.pruning,
            class,
        }
    }
}

/// Result of the exhaustive search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExhaustiveResult<P = Plan<Jump>> {
    /// A plan, which has not been replayed.
    Plan(P),
    /// There is no plan: one side has no more positions, or no jump leads from one side to the other.
    Infeasible(ExhaustiveLevels),
}

/// Searches from both ends. For a complement problem, searches only from one end: the complements are the other end.
///
/// # Errors
/// [`CountError`] if a limit was reached, or the board has more than 64 holes.
pub fn exhaustive(
    puzzle: &Puzzle,
    settings: &SearchSettings,
) -> Result<ExhaustiveResult, CountError> {
    let parts = BitBoard::of_puzzle(puzzle).ok_or(CountError::LARGE)?;
    let mut search = TwoEnded::new(parts, settings, false);
    // Pruning treats a position and its complement equally, but not the images under other reversals.
    let reversal = ReversalSymmetry::of(puzzle);
    search.reversal = reversal.filter(ReversalSymmetry::is_complement);
    found(search, puzzle, settings)
}

fn found(
    mut search: TwoEnded<()>,
    puzzle: &Puzzle,
    settings: &SearchSettings,
) -> Result<ExhaustiveResult, CountError> {
    let (Some(meeting), _) = MeetingPoint::of(&mut search, false, |(), _, _| Ok(()))? else {
        return Ok(ExhaustiveResult::Infeasible(ExhaustiveLevels::of(search)));
    };
    drop(search);
    meeting.plan(puzzle, settings).map(ExhaustiveResult::Plan)
}

/// Repeats an unsuccessful search, always from both ends, and compares the numbers of boards at each level. Excludes
/// the goal positions that `is_in_class` rejects; the caller guarantees that the start does not lead to them. Does not
/// use the class filter of [`exhaustive`].
///
/// # Errors
/// [`CheckError`] if the numbers differ, or a limit was reached.
pub fn redo(
    puzzle: &Puzzle,
    claim: &ExhaustiveLevels,
    is_in_class: impl Fn(&Position) -> bool,
    settings: &SearchSettings,
) -> Result<(), CheckError> {
    let refused = |fact: String| Err(CheckError::rejected(fact));
    let differs = || refused("repeating the search gives a different result".to_owned());
    let Some((compact, start, wanted)) = BitBoard::of_puzzle(puzzle) else {
        return differs();
    };
    let is_wrong = |weights: &Vec<i32>| !is_pagoda(&compact, weights);
    if let Some(number) = claim.pruning.pagodas.iter().position(is_wrong) {
        return refused(format!(
            "weighting {number} is not a pagoda function of the board"
        ));
    }
    let is_wrong = |regions: &Vec<u8>| Regions::new(&compact, regions).is_none();
    if let Some(number) = claim.pruning.regions.iter().position(is_wrong) {
        return refused(format!(
            "partition {number} does not divide the board into regions of at most 16 holes"
        ));
    }
    let settings = SearchSettings {
        pruning: claim.pruning.clone(),
        ..settings.clone()
    };
    let is_in_class = |goal| is_in_class(&bit_board::position(compact.holes(), goal));
    let goals = wanted.listed_if(&compact, is_in_class);
    let search = TwoEnded::towards((compact, start, wanted, goals), &settings, false);
    match found(search, puzzle, &settings) {
        Ok(ExhaustiveResult::Infeasible(levels))
            if levels.forward == claim.forward
                && levels.backward == claim.backward
                && levels.pruning == claim.pruning =>
        {
            Ok(())
        }
        Err(CountError::Stopped(why)) => Err(CheckError::Stopped(why)),
        _ => differs(),
    }
}

impl MeetingPoint {
    /// Returns a point on a solution, if there is a solution, and the sums of `see` over the meetings, as in
    /// [`TwoEnded::meeting`].
    pub fn of<T: Count, S: Default + Send>(
        search: &mut TwoEnded<T>,
        all: bool,
        see: impl Fn(&mut S, u64, [T; 2]) -> Result<(), CountError> + Sync,
    ) -> Result<(Option<Self>, Vec<S>), CountError> {
        let mut met = None;
        let arrived = |search: &TwoEnded<T>, level: &Level<T>| {
            let goals = level.iter().map(|(position, _)| position);
            met = goals
                .filter(|&position| search.wanted.is_met_by(position))
                .min();
            Ok(met.is_some())
        };
        match search.grow(arrived)? {
            GrowthEnd::Adjacent => {}
            GrowthEnd::Wide => return Err(StopReason::TooLarge.into()),
            GrowthEnd::Enough | GrowthEnd::Exhausted => {
                return Ok((met.map(Self::Goal), Vec::new()));
            }
        }
        search.meeting(all, see)
    }

    /// Returns a plan from the start through the meeting point to a goal position.
    fn plan(self, puzzle: &Puzzle, settings: &SearchSettings) -> Result<Plan<Jump>, CountError> {
        let position = |word| bit_board::position(puzzle.board().len(), word);
        let start = puzzle.start().clone();
        match self {
            Self::Goal(end) => way(puzzle, start, Goal::exactly(position(end)), settings),
            Self::Jump { above, jump, below } => {
                let above = Goal::exactly(position(above));
                let mut steps = way(puzzle, start, above, settings)?.steps;
                steps.push(vec![jump]);
                let below = way(puzzle, position(below), puzzle.goal().clone(), settings)?;
                steps.extend(below.steps);
                Ok(Plan { steps })
            }
        }
    }
}

/// Returns a plan from a position to a goal that can be reached.
fn way(
    puzzle: &Puzzle,
    from: Position,
    goal: Goal,
    settings: &SearchSettings,
) -> Result<Plan<Jump>, CountError> {
    const NONE: CountError = CountError::Stopped(StopReason::NothingLeft);
    if goal.is_met_by(&from) {
        return Ok(Plan::sequential(Vec::new()));
    }
    let part = Puzzle::new("part", Arc::clone(puzzle.board()), from, goal).map_err(|_| NONE)?;
    // Prunes only by weights: computing the losses would take more time than it saves.
    let settings = SearchSettings {
        pruning: PruningFunctions {
            pagodas: settings.pruning.pagodas.clone(),
            ..PruningFunctions::default()
        },
        progress: None,
        widest: None,
        ..settings.clone()
    };
    match exhaustive(&part, &settings)? {
        ExhaustiveResult::Plan(plan) => Ok(plan),
        ExhaustiveResult::Infeasible(_) => Err(NONE),
    }
}

/// The holes in which the last peg can be, in ascending order, and a plan to one of these holes, which has not been
/// replayed.
pub type Survivors = (Vec<Hole>, Plan<Jump>);

/// A set of goal positions, one bit for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct GoalSet(u64);

impl Count for GoalSet {
    /// Returns the empty set, for positions from the start. Goal positions get their bits later.
    fn of(_: u64) -> Self {
        Self(0)
    }
    fn plus(self, other: Self) -> Option<Self> {
        Some(Self(self.0 | other.0))
    }
}

/// Finds all survivors of a puzzle whose goal is one peg, anywhere or in some holes. A single search from both ends
/// finds all of them.
///
/// Every position that is reached backwards stores the set of goal positions to which it leads. If several reverse
/// jumps lead to the same position, it stores the union of their sets. When the two sides are one jump apart, the
/// survivors are the union of the sets of all meetings. The levels are the same as in [`exhaustive`], so [`redo`] can
/// check the result.
///
/// # Errors
/// [`CountError`] if a limit was reached, the board has more than 64 holes, or the goal is not one peg.
pub fn survivors(
    puzzle: &Puzzle,
    settings: &SearchSettings,
) -> Result<ExhaustiveResult<Survivors>, CountError> {
    let parts = BitBoard::of_puzzle(puzzle).ok_or(CountError::LARGE)?;
    if !puzzle.goal().is_one_peg() {
        return Err(CountError::NotApplicable("the goal is not one peg"));
    }
    let start = parts.1;
    let mut search = TwoEnded::new(parts, settings, false);
    if search.wanted.is_met_by(start) {
        let holes = puzzle.start().holes().collect();
        return Ok(ExhaustiveResult::Plan((
            holes,
            Plan::sequential(Vec::new()),
        )));
    }
    let listed = search.wanted.listed(&search.compact, start);
    let goals = listed.iter().flat_map(GoalLevels::values).flatten();
    let goals: Vec<u64> = goals.copied().collect();
    if let Some(lowest) = search.levels[1].first_mut() {
        let numbered = goals.iter().enumerate();
        let kept = numbered.filter(|&(_, &goal)| lowest.has(goal));
        let shards = lowest.shards.len();
        *lowest = Level::of(kept.map(|(n, &goal)| (goal, GoalSet(1 << n))), shards);
    }
    let join = |sum: &mut u64, _, counts: [GoalSet; 2]| {
        *sum |= counts[0].0 | counts[1].0;
        Ok(())
    };
    let (Some(meeting), sums) = MeetingPoint::of(&mut search, true, join)? else {
        return Ok(ExhaustiveResult::Infeasible(ExhaustiveLevels::of(search)));
    };
    let compact = search.compact.clone();
    drop(search);
    let plan = meeting.plan(puzzle, settings)?;
    let reached = sums.into_iter().fold(0, |all, sum| all | sum);
    let reached = (0..goals.len()).filter(|number| reached >> number & 1 == 1);
    let images = reached.flat_map(|number| compact.images(goals[number]));
    let holes = distinct(images.map(|peg| peg.trailing_zeros() as Hole));
    Ok(ExhaustiveResult::Plan((holes, plan)))
}
