//! Decides figures: verdict, reason, survivors, difficulty.
//!
//! The criteria run first. Then one exhaustive search finds verdict and survivors together. If it does not finish
//! quickly, the portfolio of [`crate::decide`] searches for a plan, and then for a plan to each hole that the goal
//! allows for the last peg. If the portfolio solves the figure and decides all these holes, the full search is not
//! needed. If the full search ends without a result before the deadline, for example at the memory limit, the portfolio
//! uses the remaining time.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::difficulty::Difficulty;
use crate::decide::{self, Settings, Verdict, search_settings};
use saut_base::stop::{Stop, StopReason};
use saut_criteria::certify::{self, Certificate};
use saut_levels::search::bit_board::BitBoard;
use saut_levels::search::{self, ExhaustiveResult, PruningFunctions, SearchSettings};
use saut_peg::peg::{Board, Goal, Hole, Position, Puzzle};
use saut_peg::simulate;

/// Time limit of the first exhaustive search. If it does not suffice, the goals are tried one by one before the next
/// search.
const FIRST_SEARCH: Duration = Duration::from_millis(1500);
/// Number of pagoda functions that prune the full search.
const PAGODAS: usize = 64;
/// Time limit of the first attempt at one goal. Beams and formulas decide most goals in less time.
const FIRST_TRY: Duration = Duration::from_millis(2500);

/// Settings of a census.
#[derive(Clone, Debug)]
pub struct CensusSettings {
    /// Deadline, memory limit and interruption of the whole census.
    pub stop: Stop,
    /// Time limit for each figure.
    pub figure_limit: Option<Duration>,
    /// Number of threads; `None` means one per core.
    pub threads: Option<NonZeroUsize>,
    /// The seed of all random choices.
    pub seed: u64,
    /// Whether to measure the difficulty of solvable figures.
    pub rates: bool,
    /// The goal: one peg anywhere or in some holes.
    pub goal: Goal,
}

/// A figure with its results.
#[derive(Clone, Debug)]
pub struct DecidedFigure {
    /// The start position.
    pub figure: Position,
    /// The verdict; `None` for the figure without pegs.
    pub verdict: Option<Verdict>,
    /// The holes that the last peg can be in, in ascending order.
    pub survivors: Vec<Hole>,
    /// The holes for which a limit left it undecided whether the last peg can be in them.
    pub unsettled: Vec<Hole>,
    /// Difficulty, if the figure is solvable and the difficulty was requested.
    pub difficulty: Option<Difficulty>,
    /// Wall-clock time for all results.
    pub elapsed: Duration,
}

impl DecidedFigure {
    /// Decides a figure.
    ///
    /// # Errors
    /// [`decide::Error`] if every backend failed.
    pub fn new(
        board: &Arc<Board>,
        figure: &Position,
        settings: &CensusSettings,
    ) -> Result<Self, decide::Error> {
        let began = Instant::now();
        let mut decided = Self {
            figure: figure.clone(),
            verdict: None,
            survivors: Vec::new(),
            unsettled: Vec::new(),
            difficulty: None,
            elapsed: Duration::ZERO,
        };
        let goal = settings.goal.clone();
        if let Ok(puzzle) = Puzzle::new("figure", Arc::clone(board), figure.clone(), goal) {
            let stop = match settings.figure_limit {
                Some(limit) => settings.stop.with_timeout(limit),
                None => settings.stop.child(),
            };
            let one = CensusSettings {
                stop,
                ..settings.clone()
            };
            let verdict = decided.settle(&puzzle, &one)?;
            if settings.rates && matches!(verdict, Verdict::Solved(_)) {
                decided.difficulty = Difficulty::measured(&puzzle, settings.seed, &one.stop);
            }
            decided.verdict = Some(verdict);
        }
        decided.elapsed = began.elapsed();
        Ok(decided)
    }

    /// Whether the results are complete: verdict, survivors and difficulty are known.
    pub(super) fn is_whole(&self) -> bool {
        let can_be_rated = self.figure.len() <= BitBoard::MOST_HOLES;
        match self.verdict {
            Some(Verdict::Undecided(_)) => false,
            None | Some(Verdict::Infeasible(_)) => true,
            Some(Verdict::Solved(_)) => {
                self.unsettled.is_empty() && (self.difficulty.is_some() || !can_be_rated)
            }
        }
    }

    /// Finds verdict and survivors within the limits.
    fn settle(
        &mut self,
        puzzle: &Puzzle,
        settings: &CensusSettings,
    ) -> Result<Verdict, decide::Error> {
        let stop = &settings.stop;
        if let Some(certificate) = certify::quick_within(puzzle, stop)? {
            return Ok(Verdict::Infeasible(Box::new(certificate)));
        }
        let first = stop.with_timeout(FIRST_SEARCH);
        if let Some(found) = self.search(puzzle, settings, &first, PruningFunctions::default()) {
            return Ok(found);
        }
        let unknown = Verdict::Undecided(StopReason::NothingLeft);
        let verdict = self.try_goals(puzzle, settings, FIRST_TRY, unknown)?;
        let is_solved = matches!(verdict, Verdict::Solved(_));
        if is_solved && self.unsettled.is_empty() {
            return Ok(verdict);
        }
        let pruning = certify::pruning_functions(puzzle, PAGODAS, stop);
        if let Some(found) = self.search(puzzle, settings, stop, pruning) {
            return Ok(found);
        }
        match stop.stop_reason() {
            Some(why) if !is_solved => Ok(Verdict::Undecided(why)),
            _ => self.try_goals(puzzle, settings, Duration::MAX, verdict),
        }
    }

    /// Runs the exhaustive search for all survivors; `None` if a limit stops it.
    fn search(
        &mut self,
        puzzle: &Puzzle,
        settings: &CensusSettings,
        stop: &Stop,
        pruning: PruningFunctions,
    ) -> Option<Verdict> {
        let threads = settings.threads.map_or(0, NonZeroUsize::get);
        let search = SearchSettings {
            pruning,
            ..search_settings(stop, threads)
        };
        let verdict = match search::survivors(puzzle, &search).ok()? {
            ExhaustiveResult::Plan((survivors, plan)) => {
                let plan = simulate::replay(puzzle, plan).ok()?;
                self.survivors = survivors;
                Verdict::Solved(plan)
            }
            ExhaustiveResult::Infeasible(levels) => {
                let claim = Certificate::Exhaustive(levels);
                let certificate = certify::check_within(puzzle, claim, &search).ok()?;
                Verdict::Infeasible(Box::new(certificate))
            }
        };
        self.unsettled.clear();
        Some(verdict)
    }

    /// Runs the portfolio for the figure, unless it is already solved, and then for the possible survivors, one of each
    /// orbit. Each run has the same time limit.
    fn try_goals(
        &mut self,
        puzzle: &Puzzle,
        settings: &CensusSettings,
        limit: Duration,
        known: Verdict,
    ) -> Result<Verdict, decide::Error> {
        let decided = |puzzle: &Puzzle| {
            let limited = Settings {
                threads: settings.threads,
                seed: settings.seed,
                stop: settings.stop.with_timeout(limit),
                ..Settings::default()
            };
            decide::decide(puzzle, &limited).map(|decision| decision.verdict)
        };
        let mut verdict = match known {
            Verdict::Solved(_) => known,
            Verdict::Infeasible(_) | Verdict::Undecided(_) => decided(puzzle)?,
        };
        let mut survivors = self.survivors.clone();
        match &verdict {
            Verdict::Solved(plan) => survivors.extend(plan.end().holes()),
            Verdict::Undecided(_) if limit == Duration::MAX => {}
            Verdict::Infeasible(_) | Verdict::Undecided(_) => return Ok(verdict),
        }
        self.unsettled.clear();
        let board = puzzle.board();
        let can_end = |hole: usize| match puzzle.goal().position() {
            Some(only) => only.has(hole),
            None => puzzle.goal().open().has(hole),
        };
        for mut images in puzzle.orbits() {
            images.retain(|&hole| can_end(hole));
            if images.is_empty() {
                continue;
            }
            if images.iter().any(|hole| survivors.contains(hole)) {
                survivors.extend(images);
                continue;
            }
            let goal = Goal::exactly(Position::from_holes(board.len(), [images[0]]));
            let start = puzzle.start().clone();
            let Ok(pair) = Puzzle::new("pair", Arc::clone(board), start, goal) else {
                continue;
            };
            match decided(&pair)? {
                Verdict::Solved(plan) => {
                    survivors.extend(images);
                    // A plan for this last hole is also a plan for the figure.
                    let plan = simulate::replay(puzzle, plan.plan().clone());
                    if let (Verdict::Undecided(_), Ok(plan)) = (&verdict, plan) {
                        verdict = Verdict::Solved(plan);
                    }
                }
                Verdict::Infeasible(_) => {}
                Verdict::Undecided(_) => self.unsettled.extend(images),
            }
        }
        survivors.sort_unstable();
        survivors.dedup();
        self.survivors = survivors;
        self.unsettled.sort_unstable();
        Ok(verdict)
    }
}
