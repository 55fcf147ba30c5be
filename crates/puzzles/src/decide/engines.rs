//! The engines of boards beside formulas: criteria, beams, block removals, the reduction to a core
//! and the exhaustive search, each an [`Engine`] of the one race.
//!
//! Work is counted, in microseconds of a usual machine: by the positions of a beam, the rounds of a reduction, the
//! conflicts of formulas. What cannot be counted beforehand (a criterion, the exhaustive search) has one turn.

use std::cell::OnceCell;
use std::num::NonZeroUsize;
use std::sync::{Arc, OnceLock};

use super::beam_search::BeamSearch;
use super::blocks;
use super::reduction::{self, InPieces, Reduction};
use super::{Error, Method, Settings, Verdict, exhaust};
use saut_base::stop::{Stop, StopReason};
use saut_criteria::certify::{CheckedCertificate, Found};
use saut_criteria::compile::peg_actions;
use saut_levels::search::PruningFunctions;
use saut_peg::peg::Puzzle;
use saut_peg::simulate::ReplayedPlan;
use saut_plan::backend::Backend;
use saut_plan::decision::{BEAM_SEARCH, EXHAUSTIVE};
use saut_plan::engine::{Budget, Engine, Turn};
use saut_plan::work::Work;
use saut_task::Certificate;

/// The end of a turn of a board's engine.
type BoardTurn = Turn<CheckedCertificate>;

/// The settings of an engine within its turn.
fn within(settings: &Settings, budget: &Budget<'_>) -> Settings {
    Settings {
        stop: budget.stop().clone(),
        threads: NonZeroUsize::new(budget.threads()),
        ..settings.clone()
    }
}

fn solved(puzzle: &Puzzle, plan: &ReplayedPlan, method: Method) -> BoardTurn {
    Turn::Plan(peg_actions(puzzle, plan), method)
}

const fn infeasible(certificate: CheckedCertificate, method: Method) -> BoardTurn {
    Turn::Bound(Certificate::Own(certificate), method)
}

/// Criteria, in one turn.
pub struct Criteria<'a> {
    pub puzzle: &'a Puzzle,
    pub find: fn(&Puzzle, &Stop) -> Found,
}

impl Engine<CheckedCertificate> for Criteria<'_> {
    fn name(&self) -> &'static str {
        "criteria"
    }

    fn turn(&mut self, budget: &mut Budget<'_>) -> Result<BoardTurn, Error> {
        match (self.find)(self.puzzle, budget.stop())? {
            Some(certificate) => {
                let method = Method::Criterion(certificate.kind());
                Ok(infeasible(certificate, method))
            }
            None => Ok(Turn::Done(StopReason::NothingLeft)),
        }
    }
}

/// The work of a position that a beam keeps, of all levels.
const OF_A_POSITION: Work = 2;

/// Beams from both ends, each twice as wide as the one before.
pub struct Beams<'a> {
    puzzle: &'a Puzzle,
    seed: u64,
    search: OnceCell<Option<BeamSearch<'a>>>,
    /// The width of the next, in positions a level, and of the widest.
    width: usize,
    widest: usize,
    /// The width of the last of the first turn.
    first: usize,
}

impl<'a> Beams<'a> {
    /// From this width to the widest; up to `first` in the first turn.
    pub fn new(puzzle: &'a Puzzle, seed: u64, widths: [usize; 3]) -> Self {
        let [width, first, widest] = widths;
        Self {
            puzzle,
            seed,
            search: OnceCell::new(),
            width,
            widest,
            first,
        }
    }

    fn work(&self, width: usize) -> Work {
        OF_A_POSITION * (self.puzzle.start().pegs().max(1) * width) as Work
    }
}

impl Engine<CheckedCertificate> for Beams<'_> {
    fn name(&self) -> &'static str {
        "beam-search"
    }

    fn first_turn(&self) -> Work {
        let widths = std::iter::successors(Some(self.width), |width| width.checked_mul(2));
        let first = widths.take_while(|&width| width <= self.first);
        first
            .map(|width| self.work(width))
            .fold(0, Work::saturating_add)
            .max(self.work(self.width))
    }

    fn turn(&mut self, budget: &mut Budget<'_>) -> Result<BoardTurn, Error> {
        let begin = || BeamSearch::new(self.puzzle, self.seed);
        let Some(search) = self.search.get_or_init(begin) else {
            return Ok(Turn::Done(StopReason::NothingLeft));
        };
        while self.width <= self.widest {
            if budget.stop().stop_reason().is_some() {
                return Ok(Turn::Paused);
            }
            let width = self.width;
            self.width *= 2;
            if let Some(plan) = search.plan(width, budget.stop())? {
                return Ok(solved(self.puzzle, &plan, Method::search(BEAM_SEARCH)));
            }
            if !budget.spend(self.work(width)) || budget.left() < self.work(self.width) {
                return Ok(Turn::Paused);
            }
        }
        Ok(Turn::Done(StopReason::NothingLeft))
    }
}

/// Ways to clear most of a board, and to solve the core that is left.
pub struct Cleared<'a> {
    pub puzzle: &'a Puzzle,
    pub settings: &'a Settings,
    pub backends: &'a [Box<dyn Backend>],
    pub clearing: Clearing<'a>,
}

/// The ways.
pub enum Clearing<'a> {
    /// Blocks around the core of a rectangle, in one turn.
    Blocks,
    /// Rounds of the reduction, which begins in the first turn, of so many.
    Reduction(OnceCell<Option<Reduction<'a>>>, usize),
}

/// The work of a round of the reduction, for each hole; it is doubled with the width of the beams.
const OF_A_HOLE: Work = 300;
/// The work of a formula over a core or a window.
const OF_A_FORMULA: Work = 20_000;

impl Cleared<'_> {
    fn of_a_round(&self) -> Work {
        OF_A_HOLE * self.puzzle.board().len() as Work
    }
}

impl Engine<CheckedCertificate> for Cleared<'_> {
    fn name(&self) -> &'static str {
        match self.clearing {
            Clearing::Blocks => "block-removals",
            Clearing::Reduction(..) => "reduction",
        }
    }

    fn first_turn(&self) -> Work {
        match &self.clearing {
            Clearing::Reduction(_, rounds) => self.of_a_round() * *rounds as Work,
            Clearing::Blocks => 1,
        }
    }

    fn turn(&mut self, budget: &mut Budget<'_>) -> Result<BoardTurn, Error> {
        let settings = within(self.settings, budget);
        let (puzzle, backends, of_a_round) = (self.puzzle, self.backends, self.of_a_round());
        let (found, is_over) = match &mut self.clearing {
            Clearing::Blocks => {
                let divisions = blocks::divisions(puzzle);
                let plan = blocks::plan(puzzle, &divisions, &settings, backends, budget)?;
                (plan.map(|plan| InPieces { plan, windows: 0 }), true)
            }
            Clearing::Reduction(reduction, _) => {
                reduction.get_or_init(|| Reduction::new(puzzle, settings.seed));
                match reduction.get_mut() {
                    Some(Some(reduction)) => loop {
                        let (until, width) = (reduction.round() + 1, reduction.width());
                        let before = budget.attempts();
                        let found = reduction.rounds(until, &settings, backends, budget)?;
                        let is_over = found.is_none() && until >= reduction::ROUNDS;
                        let formulas = (budget.attempts() - before) as Work;
                        let goes_on = budget.spend(of_a_round * width + OF_A_FORMULA * formulas);
                        if found.is_some()
                            || is_over
                            || !goes_on
                            || settings.stop.stop_reason().is_some()
                        {
                            break (found, is_over);
                        }
                    },
                    _ => (None, true),
                }
            }
        };
        Ok(match found {
            Some(InPieces { plan, windows }) => solved(puzzle, &plan, Method::Pieces { windows }),
            None if is_over => Turn::Done(StopReason::NothingLeft),
            None => Turn::Paused,
        })
    }
}

/// Functions that prune the exhaustive search, looked for by whoever needs them first.
pub type Pruning = Arc<OnceLock<PruningFunctions>>;

/// The exhaustive search, in one turn.
pub struct Exhaustive<'a> {
    pub puzzle: &'a Puzzle,
    pub settings: &'a Settings,
    pub pruning: Pruning,
    /// No level may have more positions.
    pub widest: usize,
}

impl Engine<CheckedCertificate> for Exhaustive<'_> {
    fn name(&self) -> &'static str {
        "exhaustive"
    }

    fn turn(&mut self, budget: &mut Budget<'_>) -> Result<BoardTurn, Error> {
        let (puzzle, settings) = (self.puzzle, within(self.settings, budget));
        let found = || exhaust::pruning_functions(puzzle, &settings);
        let pruning = self.pruning.get_or_init(found);
        let (found, method) = (
            exhaust::within(puzzle, pruning, &settings, self.widest)?,
            Method::search(EXHAUSTIVE),
        );
        Ok(match found {
            Verdict::Solved(plan) => solved(puzzle, &plan, method),
            Verdict::Infeasible(certificate) => infeasible(*certificate, method),
            Verdict::Undecided(why) => Turn::Done(why),
        })
    }
}
