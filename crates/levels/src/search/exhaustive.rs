//! The verdict of the exhaustive search: a plan, or the number of boards at each level if there is
//! none.
//!
//! The levels on the way to a plan are not kept: they would take as much room as all the rest. The way
//! from the start to where the ends met, and from there to the goal, is a puzzle of half as many jumps
//! each, and is searched in the same way.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use thiserror::Error;

use super::bit_board::{self, BitBoard};
use super::crossing::Crossing;
use super::exhaustive_levels::ExhaustiveLevels;
use super::limits::Halt;
use super::pagoda::is_pagoda;
use super::pattern_database::Regions;
use super::two_ended::{GrowthEnd, TwoEnded};
use super::{PruningFunctions, SearchSettings, level::Level};
use saut_base::stop::StopReason;
use saut_peg::peg::{Goal, Jump, Position, Puzzle};
use saut_task::plan::Plan;

/// Result of the search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExhaustiveResult {
    /// A plan, not yet replayed.
    Plan(Plan<Jump>),
    /// There is none: a side died out, or no jump leads from the one side to the other.
    Infeasible(ExhaustiveLevels),
    /// A limit was hit.
    Unknown(StopReason),
    /// The search is not made for this puzzle; why.
    NotApplicable(&'static str),
}

/// Reasons why levels were not confirmed.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum NotRedone {
    /// A weighting lets a jump gain weight.
    #[error("weighting {0} is no pagoda function of the board")]
    NoPagoda(usize),
    /// Regions are not one a hole, or one is too large.
    #[error("division {0} does not divide the board into regions of at most 16 holes")]
    NoDivision(usize),
    /// The search finds something else.
    #[error("the search, done again, gives something else")]
    Differs(Box<ExhaustiveResult>),
    /// A limit was hit.
    #[error("the search, done again, was not finished ({})", .0.name())]
    Unfinished(StopReason),
}

/// Searches from both ends. Of a complement problem one end is searched and gives the other.
pub fn exhaustive(puzzle: &Puzzle, settings: &SearchSettings) -> ExhaustiveResult {
    exhaustive_within(puzzle, settings, usize::MAX)
}

/// [`exhaustive`] as long as no level has more than the given number of positions; else
/// [`StopReason::TooLarge`].
pub fn exhaustive_within(
    puzzle: &Puzzle,
    settings: &SearchSettings,
    widest: usize,
) -> ExhaustiveResult {
    let search = TwoEnded::new(puzzle, settings, false, |_| ());
    let search = search.map(|search| {
        let mut search = search.mirroring(puzzle);
        search.widest = widest;
        search
    });
    found(search, puzzle, settings)
}

/// Result of a search, if there is one.
fn found(
    search: Option<TwoEnded<()>>,
    puzzle: &Puzzle,
    settings: &SearchSettings,
) -> ExhaustiveResult {
    let Some(mut search) = search else {
        return ExhaustiveResult::NotApplicable("the board has more than 64 holes");
    };
    let meeting = match meeting(&mut search) {
        Err(Halt::Stopped(why)) => return ExhaustiveResult::Unknown(why),
        Err(Halt::TooLarge) => return ExhaustiveResult::Unknown(StopReason::TooLarge),
        Ok(None) => return ExhaustiveResult::Infeasible(search.into_levels()),
        Ok(Some(meeting)) => meeting,
    };
    drop(search);
    let plan = match meeting {
        Meeting::Goal(position) => way_to(puzzle, position, settings),
        Meeting::Crossing(crossing) => crossing.plan(puzzle, settings),
    };
    let why = || {
        settings
            .stop
            .stop_reason()
            .unwrap_or(StopReason::NothingLeft)
    };
    plan.map_or_else(|| ExhaustiveResult::Unknown(why()), ExhaustiveResult::Plan)
}

/// Does a search again that found nothing, from both ends whatever the puzzle, and compares the
/// boards at each level. The positions of the goal that `is_in_class` refuses are left out: the
/// caller answers for it that the start does not lead there. The filter of [`exhaustive`] is not
/// asked.
///
/// # Errors
/// [`NotRedone`] if the numbers are not confirmed.
pub fn redo(
    puzzle: &Puzzle,
    claim: &ExhaustiveLevels,
    is_in_class: impl Fn(&Position) -> bool,
    settings: &SearchSettings,
) -> Result<(), NotRedone> {
    let holes = puzzle.board().len();
    if let Some(compact) = BitBoard::fixing(puzzle.board(), &[]) {
        let is_wrong = |weights: &Vec<i32>| !is_pagoda(&compact, holes, weights);
        if let Some(number) = claim.pruning.pagodas.iter().position(is_wrong) {
            return Err(NotRedone::NoPagoda(number));
        }
        let is_wrong = |regions: &Vec<u8>| Regions::new(&compact, holes, regions).is_none();
        if let Some(number) = claim.pruning.regions.iter().position(is_wrong) {
            return Err(NotRedone::NoDivision(number));
        }
    }
    let settings = SearchSettings {
        pruning: claim.pruning.clone(),
        ..settings.clone()
    };
    let search = BitBoard::of_puzzle(puzzle).map(|(compact, start, wanted)| {
        let is_in_class = |goal| is_in_class(&bit_board::position(holes, goal));
        let goals = wanted.listed_if(&compact, is_in_class);
        let parts = (compact, start, wanted, goals);
        TwoEnded::towards(puzzle, parts, &settings, false, |_| ())
    });
    let boards = |levels: &ExhaustiveLevels| [levels.forward.clone(), levels.backward.clone()];
    match found(search, puzzle, &settings) {
        ExhaustiveResult::Infeasible(levels)
            if boards(&levels) == boards(claim) && levels.pruning == claim.pruning =>
        {
            Ok(())
        }
        ExhaustiveResult::Unknown(why) => Err(NotRedone::Unfinished(why)),
        other => Err(NotRedone::Differs(Box::new(other))),
    }
}

/// Meeting point of the sides.
enum Meeting {
    /// In a position that meets the goal.
    Goal(u64),
    /// At a jump.
    Crossing(Crossing),
}

/// Point that a solution passes, if there is one.
fn meeting(search: &mut TwoEnded<()>) -> Result<Option<Meeting>, Halt> {
    let mut met = None;
    let arrived = |search: &TwoEnded<()>, level: &Level<()>| {
        let goals = level.iter().map(|(position, ())| position);
        met = goals
            .filter(|&position| search.wanted.is_met_by(position))
            .min();
        Ok(met.is_some())
    };
    match search.grow(|_| (), arrived)? {
        GrowthEnd::Adjacent => {}
        GrowthEnd::Wide => return Err(StopReason::TooLarge.into()),
        GrowthEnd::Enough | GrowthEnd::Exhausted => return Ok(met.map(Meeting::Goal)),
    }
    // Of the meetings found first, the least, so that chance has no say.
    let least = AtomicU64::new(u64::MAX);
    let record = |(): &mut (), child, _: [(); 2]| {
        least.fetch_min(child, Ordering::Relaxed);
        Ok(())
    };
    let is_met = || least.load(Ordering::Relaxed) != u64::MAX;
    search.meetings(record, Ok, is_met)?;
    let crossing = search.crossing_to(least.into_inner());
    Ok(crossing.map(Meeting::Crossing))
}

impl Crossing {
    /// The jumps from the start over this one to a goal; `None` if a limit was hit.
    pub fn plan(self, puzzle: &Puzzle, settings: &SearchSettings) -> Option<Plan<Jump>> {
        let goal = puzzle.goal().clone();
        let mut steps = way_to(puzzle, self.above, settings)?.steps;
        steps.push(vec![self.jump]);
        steps.extend(way(puzzle, self.below, goal, settings)?.steps);
        Some(Plan { steps })
    }
}

/// The jumps from the start to a position.
fn way_to(puzzle: &Puzzle, to: u64, settings: &SearchSettings) -> Option<Plan<Jump>> {
    let to = bit_board::position(puzzle.board().len(), to);
    let start = bit_board::bits_of(puzzle.start());
    way(puzzle, start, Goal::exactly(to), settings)
}

fn way(puzzle: &Puzzle, from: u64, goal: Goal, settings: &SearchSettings) -> Option<Plan<Jump>> {
    let board = puzzle.board();
    let from = bit_board::position(board.len(), from);
    if goal.is_met_by(&from) {
        return Some(Plan::sequential(Vec::new()));
    }
    let part = Puzzle::new("part", Arc::clone(board), from, goal).ok()?;
    // Weights alone: what has to be lost takes longer to work out than it saves here.
    let settings = SearchSettings {
        pruning: PruningFunctions {
            pagodas: settings.pruning.pagodas.clone(),
            ..PruningFunctions::default()
        },
        progress: None,
        ..settings.clone()
    };
    match exhaustive(&part, &settings) {
        ExhaustiveResult::Plan(plan) => Some(plan),
        _ => None,
    }
}
