//! The ways to settle a figure, one after the other.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use super::{CensusSettings, DecidedFigure, FigureOutcome};
use crate::decide::{self, Settings, Verdict};
use saut_base::stop::{Stop, StopReason};
use saut_criteria::certify::{self, Certificate};
use saut_levels::search::{self, ExhaustiveResult, PruningFunctions, SearchSettings};
use saut_peg::peg::{Goal, Position, Puzzle};
use saut_peg::simulate;
use saut_task::plan::Plan;

/// Without a memory limit from outside the tables may grow to this.
const MEMORY_MIB: u64 = 6144;

/// The longest first try of the search; what takes longer is tried goal by goal first.
const FIRST_SEARCH: Duration = Duration::from_millis(1500);
/// Number of pagoda functions that prune the search to its end.
const PAGODAS: usize = 64;
/// The longest first try of one goal: beams and formulas settle most in less.
const FIRST_TRY: Duration = Duration::from_millis(2500);

impl DecidedFigure {
    /// Finds verdict and survivors within the limits.
    pub(super) fn settle(
        &mut self,
        puzzle: &Puzzle,
        settings: &CensusSettings,
    ) -> Result<(), decide::Error> {
        if let Some(certificate) = certify::quick_within(puzzle, &settings.stop)? {
            self.outcome = FigureOutcome::Infeasible(Box::new(certificate));
            return Ok(());
        }
        if puzzle.goal().is_met_by(puzzle.start()) {
            let plan = simulate::replay(puzzle, Plan::sequential(Vec::new()));
            self.outcome = plan.map_or(
                FigureOutcome::Undecided(StopReason::NothingLeft),
                FigureOutcome::Solved,
            );
            self.survivors = puzzle.start().holes().collect();
            return Ok(());
        }
        let stop = &settings.stop;
        if self.search(
            puzzle,
            settings,
            &stop.with_timeout(FIRST_SEARCH),
            PruningFunctions::default(),
        ) {
            return Ok(());
        }
        self.try_goals(puzzle, settings, FIRST_TRY)?;
        let solved = matches!(self.outcome, FigureOutcome::Solved(_));
        if solved && self.unsettled.is_empty() {
            return Ok(());
        }
        let pruning = certify::pruning_functions(puzzle, PAGODAS, stop);
        if self.search(puzzle, settings, stop, pruning) {
            return Ok(());
        }
        if let Some(why) = stop.stop_reason().filter(|_| !solved) {
            self.outcome = FigureOutcome::Undecided(why);
            return Ok(());
        }
        self.try_goals(puzzle, settings, Duration::MAX)
    }

    /// The exhaustive search for all survivors; whether it came to an end.
    fn search(
        &mut self,
        puzzle: &Puzzle,
        settings: &CensusSettings,
        stop: &Stop,
        pruning: PruningFunctions,
    ) -> bool {
        let memory = stop.memory_mib().unwrap_or(MEMORY_MIB);
        let search = SearchSettings {
            stop: stop.with_memory(memory),
            threads: settings.threads.map_or(0, NonZeroUsize::get),
            pruning,
            ..SearchSettings::default()
        };
        match search::survivors(puzzle, &search) {
            ExhaustiveResult::Plan((survivors, plan)) => {
                let Ok(plan) = simulate::replay(puzzle, plan) else {
                    return false;
                };
                self.outcome = FigureOutcome::Solved(plan);
                self.survivors = survivors;
            }
            ExhaustiveResult::Infeasible(levels) => {
                let claim = Certificate::Exhaustive(levels);
                let Ok(certificate) = certify::check_within(puzzle, claim, &search) else {
                    return false;
                };
                self.outcome = FigureOutcome::Infeasible(Box::new(certificate));
            }
            ExhaustiveResult::Unknown(_) | ExhaustiveResult::NotApplicable(_) => return false,
        }
        self.unsettled.clear();
        true
    }

    /// The portfolio, first for the figure and then for one survivor after the other, for at most
    /// so long each.
    fn try_goals(
        &mut self,
        puzzle: &Puzzle,
        settings: &CensusSettings,
        limit: Duration,
    ) -> Result<(), decide::Error> {
        let limited = || Settings {
            threads: settings.threads,
            seed: settings.seed,
            stop: settings.stop.with_timeout(limit),
            ..Settings::default()
        };
        if !matches!(self.outcome, FigureOutcome::Solved(_)) {
            self.outcome = match decide::decide(puzzle, &limited())?.verdict {
                Verdict::Solved(plan) => FigureOutcome::Solved(plan),
                Verdict::Infeasible(certificate) => {
                    self.outcome = FigureOutcome::Infeasible(certificate);
                    return Ok(());
                }
                Verdict::Undecided(why) => FigureOutcome::Undecided(why),
            };
            if limit != Duration::MAX && matches!(self.outcome, FigureOutcome::Undecided(_)) {
                return Ok(());
            }
        }
        let mut survivors = self.survivors.clone();
        if let FigureOutcome::Solved(plan) = &self.outcome {
            survivors.extend(plan.end().holes());
        }
        self.unsettled.clear();
        let board = puzzle.board();
        for images in certify::orbits(puzzle) {
            if images.iter().any(|hole| survivors.contains(hole)) {
                survivors.extend(images);
                continue;
            }
            let goal = Goal::exactly(Position::from_holes(board.len(), [images[0]]));
            let start = puzzle.start().clone();
            let Ok(pair) = Puzzle::new("pair", Arc::clone(board), start, goal) else {
                continue;
            };
            match decide::decide(&pair, &limited())?.verdict {
                Verdict::Solved(plan) => {
                    survivors.extend(images);
                    // A plan for the pair is one for the figure.
                    let plan = simulate::replay(puzzle, plan.plan().clone());
                    if let (FigureOutcome::Undecided(_), Ok(plan)) = (&self.outcome, plan) {
                        self.outcome = FigureOutcome::Solved(plan);
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
        Ok(())
    }
}
