//! The engines of boards beside formulas: criteria, formulas of the dual puzzle, beams, block removals, the reduction to
//! a core and the exhaustive search, each an [`Engine`] of the one race.
//!
//! Work is counted, in microseconds of a usual machine: by the positions of a beam, the rounds of a reduction, the
//! conflicts of formulas. What cannot be counted beforehand (a criterion, the exhaustive search) has one turn.

use std::cell::OnceCell;
use std::num::NonZeroUsize;
use std::sync::{Arc, OnceLock};

use super::beam_search::BeamSearch;
use super::blocks;
use super::part::{InPieces, PartSolver};
use super::reduction::Reduction;
use super::{Error, Method, Settings};
use saut_base::stop::{Stop, StopReason};
use saut_criteria::certify::{self, CheckedCertificate, Found, RejectedCertificate};
use saut_criteria::compile::peg_actions;
use saut_levels::search::limits::free_mib;
use saut_levels::search::{
    self, ExhaustiveResult, LevelProgress, PruningFunctions, SearchSettings,
};
use saut_peg::peg::Puzzle;
use saut_peg::simulate::{self, ReplayedPlan};
use saut_plan::backend::Backend;
use saut_plan::decision::{BEAM_SEARCH, EXHAUSTIVE};
use saut_plan::engine::{Budget, Engine, Turn};
use saut_plan::portfolio::Formulas;
use saut_plan::work::Work;
use saut_task::{Certificate, Plan};

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
        let (puzzle, of_a_round) = (self.puzzle, self.of_a_round());
        let mut solver = PartSolver {
            settings: within(self.settings, budget),
            backends: self.backends,
            budget,
        };
        let (mut found, mut is_over) = (None, true);
        match &mut self.clearing {
            Clearing::Blocks => {
                found = blocks::plan(puzzle, &blocks::divisions(puzzle), &mut solver)?;
            }
            Clearing::Reduction(reduction, _) => {
                reduction.get_or_init(|| Reduction::new(puzzle, solver.settings.seed));
                if let Some(Some(reduction)) = reduction.get_mut() {
                    let mut goes_on = true;
                    while found.is_none()
                        && goes_on
                        && !reduction.is_over()
                        && solver.stop_reason().is_none()
                    {
                        let (width, before) = (reduction.width(), solver.budget.attempts());
                        found = reduction.next_round(&mut solver)?;
                        let formulas = (solver.budget.attempts() - before) as Work;
                        let work = of_a_round * width + OF_A_FORMULA * formulas;
                        goes_on = solver.budget.spend(work);
                    }
                    is_over = reduction.is_over();
                }
            }
        }
        Ok(match found {
            Some(InPieces { plan, windows }) => solved(puzzle, &plan, Method::Pieces { windows }),
            None if is_over => Turn::Done(StopReason::NothingLeft),
            None => Turn::Paused,
        })
    }
}

/// The formulas of the dual of a puzzle, whose actions have the same numbers and whose plans are read backward.
///
/// What is early in one is late in the other, and on large boards one of the two can be found in seconds
/// where the other takes minutes. A refutation of the dual is dropped: its certificate would not be one of the puzzle.
#[derive(Clone)]
pub struct Dual<'a>(pub Formulas<'a>);

impl Engine for Dual<'_> {
    fn name(&self) -> &'static str {
        "dual"
    }

    fn first_turn(&self) -> Work {
        self.0.first_turn()
    }

    fn turn(&mut self, budget: &mut Budget<'_>) -> Result<Turn, Error> {
        Ok(match self.0.turn(budget)? {
            Turn::Plan(plan, method) => {
                let mut actions = plan.into_actions();
                actions.reverse();
                Turn::Plan(Plan::sequential(actions), method)
            }
            Turn::Bound(..) | Turn::Guess(..) | Turn::HorizonRefuted(..) | Turn::Done(_) => {
                Turn::Done(StopReason::EffortSpent)
            }
            goes_on @ (Turn::Paused | Turn::Blocked) => goes_on,
        })
    }
}

/// With so few pegs the search to the end takes no time.
pub const FEW_PEGS: usize = 20;

/// Number of pagoda functions with which positions are weighed.
const PAGODAS: usize = 32;

/// The memory that the tables of a search may take, in MiB: the limit from outside, or half of what the machine has
/// free, and 4096 in any case.
pub fn search_memory_mib(stop: &Stop) -> u64 {
    const ENOUGH: u64 = 4096;
    let free = || free_mib().map_or(ENOUGH, |free| ENOUGH.max(free / 2));
    stop.memory_mib().unwrap_or_else(free)
}

/// Functions that prune the exhaustive search, looked for by whoever needs them first.
pub type Pruning = Arc<OnceLock<PruningFunctions>>;

/// The exhaustive search, for boards of at most 64 holes, in one turn. It comes after formulas have spent a first,
/// bounded effort: these find plans faster, and what they do not find is often not there.
pub struct Exhaustive<'a> {
    pub puzzle: &'a Puzzle,
    pub settings: &'a Settings,
    pub pruning: Pruning,
    /// No level may have more positions.
    pub widest: usize,
}

impl Exhaustive<'_> {
    /// Functions that cut off positions of the puzzle.
    fn pruning_functions(&self, stop: &Stop) -> PruningFunctions {
        if let Some(progress) = &self.settings.progress {
            progress.searching();
        }
        // With few pegs the search is over before such functions are found.
        if self.puzzle.start().pegs() > FEW_PEGS {
            certify::pruning_functions(self.puzzle, PAGODAS, stop)
        } else {
            PruningFunctions::default()
        }
    }
}

impl Engine<CheckedCertificate> for Exhaustive<'_> {
    fn name(&self) -> &'static str {
        "exhaustive"
    }

    fn turn(&mut self, budget: &mut Budget<'_>) -> Result<BoardTurn, Error> {
        let (puzzle, stop, method) = (self.puzzle, budget.stop(), Method::search(EXHAUSTIVE));
        let pruning = self.pruning.get_or_init(|| self.pruning_functions(stop));
        let report = self.settings.progress.clone().map(|progress| {
            let report = move |level: LevelProgress| progress.searched(level.into());
            Arc::new(report) as Arc<dyn Fn(LevelProgress) + Send + Sync>
        });
        let unaided = SearchSettings {
            stop: stop.with_memory(search_memory_mib(stop)),
            threads: budget.threads(),
            progress: report,
            ..SearchSettings::default()
        };
        let search = SearchSettings {
            pruning: pruning.clone(),
            widest: Some(self.widest),
            ..unaided.clone()
        };
        Ok(match search::exhaustive(puzzle, &search) {
            ExhaustiveResult::Plan(plan) => {
                let refused =
                    |no| Error::internal("the plan of the exhaustive search is refused", no);
                let plan = simulate::replay(puzzle, plan).map_err(refused)?;
                solved(puzzle, &plan, method)
            }
            ExhaustiveResult::Infeasible(levels) => {
                let claim = certify::Certificate::Exhaustive(levels);
                match certify::check_within(puzzle, claim, &unaided) {
                    Ok(certificate) => infeasible(certificate, method),
                    Err(RejectedCertificate::Unfinished(why)) => Turn::Done(why),
                    Err(rejected) => {
                        let what = "the certificate of the exhaustive search is refused";
                        return Err(Error::internal(what, rejected));
                    }
                }
            }
            ExhaustiveResult::Unknown(why) => Turn::Done(why),
            ExhaustiveResult::NotApplicable(_) => Turn::Done(StopReason::TooLarge),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Dual;
    use crate::decide::Settings;
    use saut_criteria::compile::{PegDomain, peg_task};
    use saut_peg::peg::{Goal, Position, Puzzle, boards};
    use saut_plan::Verdict;
    use saut_plan::engine::Slot;
    use saut_plan::portfolio::{Formulas, Lineup};
    use saut_plan::race::{Raced, any_plan};
    use saut_plan::work::Work;

    fn game(vacant: usize, last: usize) -> Puzzle {
        let board = boards::named("english").unwrap();
        let start = Position::from_holes(33, [vacant]).complement();
        let goal = Goal::exactly(Position::from_holes(33, [last]));
        Puzzle::new("game", board, start, goal).unwrap()
    }

    /// The answer of the formulas of the dual alone, within so many conflicts.
    fn decided(puzzle: &Puzzle, conflicts: Work) -> Raced<PegDomain<'_>> {
        let settings = Settings::default();
        let backends = settings.backends().unwrap();
        let task = peg_task(&puzzle.dual().unwrap());
        let lineup = Lineup {
            of_a_conflict: Some(1),
            ..Lineup::of(&settings)
        };
        let formulas = Formulas::new(&task, &settings, &backends, lineup, conflicts);
        let table = vec![Slot::new(Dual(formulas)).once()];
        any_plan(&PegDomain::new(puzzle), table, &settings).unwrap()
    }

    #[test]
    fn a_plan_of_the_dual_read_backward_is_a_plan() {
        let puzzle = game(1, 16);
        assert_eq!(puzzle.dual().unwrap(), game(16, 1));
        assert_eq!(puzzle.dual().unwrap().dual().unwrap(), puzzle);
        let found = decided(&puzzle, 200_000);
        assert!(found.attempts > 0);
        let Verdict::Solved(plan) = found.verdict else {
            panic!("it is solved");
        };
        assert_eq!((plan.jumps().len(), plan.end().pegs()), (31, 1));
    }

    #[test]
    fn without_a_plan_or_a_single_goal_nothing_is_decided() {
        assert!(!decided(&game(0, 1), 2000).is_decided());
        let board = boards::named("english").unwrap();
        let open = Puzzle::new(
            "open",
            board.clone(),
            game(1, 16).start().clone(),
            Goal::one_peg(&board),
        );
        assert!(open.unwrap().dual().is_none());
    }
}
