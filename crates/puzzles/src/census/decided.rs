//! One figure decided: verdict, reason, survivors, difficulty.
//!
//! The criteria come first. Then one exhaustive search gives verdict and survivors together. Where
//! it takes longer than a moment, formulas look for a plan and then for one to each hole that the
//! last peg can be in by class; if that settles all holes, the search is spared. Where even the
//! search to its end hits a limit, the portfolio of [`crate::decide`] takes what time is left.

mod settle;

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::decide;
use saut_base::stop::{Stop, StopReason};
use saut_criteria::certify::CheckedCertificate;
use saut_levels::search::bit_board::BitBoard;
use saut_peg::peg::{Board, Goal, Hole, Position, Puzzle};
use saut_peg::simulate::ReplayedPlan;

use super::difficulty::Difficulty;

/// Limits and choices for every figure.
#[derive(Clone, Debug)]
pub struct CensusSettings {
    /// Deadline, memory limit and interruption of the whole census.
    pub stop: Stop,
    /// The longest that one figure may take.
    pub figure_limit: Option<Duration>,
    /// Threads; `None` means one per core.
    pub threads: Option<NonZeroUsize>,
    /// The seed of all random choices.
    pub seed: u64,
    /// Whether to measure the difficulty of what can be solved.
    pub rates: bool,
}

/// Outcome for a figure.
#[derive(Clone, Debug)]
pub enum FigureOutcome {
    /// It has no peg, and so will never have one.
    Empty,
    /// A plan, replayed.
    Solved(ReplayedPlan),
    /// No plan, with a checked reason.
    Infeasible(Box<CheckedCertificate>),
    /// Neither, and the limit that was hit.
    Undecided(StopReason),
}

/// A figure and what is known of it.
#[derive(Clone, Debug)]
pub struct DecidedFigure {
    /// The figure.
    pub figure: Position,
    /// Its verdict.
    pub outcome: FigureOutcome,
    /// The holes that the last peg can be in, in order.
    pub survivors: Vec<Hole>,
    /// The holes that could not be settled within the limits.
    pub unsettled: Vec<Hole>,
    /// Difficulty, if it can be solved and that was asked.
    pub difficulty: Option<Difficulty>,
    /// Wall-clock time for all of this.
    pub elapsed: Duration,
}

/// Decides a figure.
///
/// # Errors
/// [`decide::Error`] if every backend failed.
pub fn decided(
    board: &Arc<Board>,
    figure: &Position,
    settings: &CensusSettings,
) -> Result<DecidedFigure, decide::Error> {
    let began = Instant::now();
    let mut decided = DecidedFigure {
        figure: figure.clone(),
        outcome: FigureOutcome::Empty,
        survivors: Vec::new(),
        unsettled: Vec::new(),
        difficulty: None,
        elapsed: Duration::ZERO,
    };
    let goal = Goal::one_peg(board);
    if let Ok(puzzle) = Puzzle::new("figure", Arc::clone(board), figure.clone(), goal) {
        let stop = match settings.figure_limit {
            Some(limit) => settings.stop.with_timeout(limit),
            None => settings.stop.child(),
        };
        let one = CensusSettings {
            stop,
            ..settings.clone()
        };
        decided.settle(&puzzle, &one)?;
        if let (FigureOutcome::Solved(_), true) = (&decided.outcome, settings.rates) {
            decided.difficulty = Difficulty::measured(&puzzle, settings.seed, &one.stop);
        }
    }
    decided.elapsed = began.elapsed();
    Ok(decided)
}

impl DecidedFigure {
    /// Whether more time would add nothing: verdict, survivors and difficulty are all there.
    pub fn is_whole(&self) -> bool {
        let can_be_rated = self.figure.len() <= BitBoard::MOST_HOLES;
        match self.outcome {
            FigureOutcome::Undecided(_) => false,
            FigureOutcome::Empty | FigureOutcome::Infeasible(_) => true,
            FigureOutcome::Solved(_) => {
                self.unsettled.is_empty() && (self.difficulty.is_some() || !can_be_rated)
            }
        }
    }
}
