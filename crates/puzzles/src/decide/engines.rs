//! The engines of the race that are only for peg solitaire: formulas of the dual puzzle, beams, block removals, the
//! reduction to a core, and the exhaustive search.
//!
//! Work is measured in approximate microseconds on a typical machine. It is estimated from the positions of a beam, the
//! rounds of a reduction, and the conflicts of formulas. The work of the exhaustive search cannot be estimated
//! beforehand, so this search gets only one turn.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::{Arc, OnceLock};

use super::beam_search::BeamSearch;
use super::blocks;
use super::part::{ComposedPlan, PartSolver};
use super::reduction::Reduction;
use super::{Error, Method, Settings};
use saut_base::stop::{Stop, StopReason};
use saut_criteria::certify::{self, CheckedCertificate};
use saut_levels::search::limits::{CountError, free_mib};
use saut_levels::search::{self, ExhaustiveResult, PruningFunctions, SearchSettings};
use saut_peg::peg::{Jump, Puzzle};
use saut_plan::backend::Backend;
use saut_plan::decision::{BEAM_SEARCH, EXHAUSTIVE};
use saut_plan::engine::{Budget, Turn};
use saut_plan::work::Work;
use saut_task::progress::LevelDone;
use saut_task::task::ActionId;
use saut_task::{Certificate, CheckError, Plan};

/// Result of one turn of a board engine.
type BoardTurn = Turn<CheckedCertificate>;

/// Returns the settings with the limits of a turn.
fn within(settings: &Settings, budget: &Budget<'_>) -> Settings {
    Settings {
        stop: budget.stop.clone(),
        threads: NonZeroUsize::new(budget.threads),
        ..settings.clone()
    }
}

/// Returns the result of a turn that has found these jumps. The race replays the jumps.
fn solved(puzzle: &Puzzle, jumps: Vec<Jump>, method: Method) -> Result<BoardTurn, Error> {
    let all = puzzle.board().jumps().iter().zip(0..);
    let numbers: HashMap<&Jump, usize> = all.collect();
    let action = |jump| numbers.get(&jump).copied().map(ActionId::new);
    let actions: Option<Vec<ActionId>> = jumps.into_iter().map(action).collect();
    let unknown = || Error::internal("a plan by saut", "a jump that the board does not have");
    let plan = Plan::sequential(actions.ok_or_else(unknown)?);
    Ok(Turn::Plan(plan, method))
}

/// Work for each position of a beam.
const OF_A_POSITION: Work = 2;

/// Beams from both ends. Each beam is twice as wide as the beam before it.
pub struct Beams<'a> {
    pub puzzle: &'a Puzzle,
    pub seed: u64,
    /// Created in the first turn.
    pub search: OnceCell<Option<BeamSearch>>,
    /// Three widths in positions per level: of the next beam, of the last beam of the first turn, and of the widest
    /// beam.
    pub widths: [usize; 3],
}

impl Beams<'_> {
    fn work(&self, width: usize) -> Work {
        OF_A_POSITION * (self.puzzle.start().pegs().max(1) * width) as Work
    }

    pub fn first_turn(&self) -> Work {
        let [width, last, _] = self.widths;
        let widths = std::iter::successors(Some(width), |width| width.checked_mul(2));
        let first = widths.take_while(|&next| next <= last.max(width));
        let works = first.map(|width| self.work(width));
        works.fold(0, Work::saturating_add)
    }

    /// Runs beams of increasing width until the work of the turn is spent.
    pub fn turn(&mut self, budget: &mut Budget<'_>) -> Result<BoardTurn, Error> {
        let begin = || BeamSearch::new(self.puzzle, self.seed);
        let Some(search) = self.search.get_or_init(begin) else {
            return Ok(Turn::Done(StopReason::NothingLeft));
        };
        while self.widths[0] <= self.widths[2] {
            if budget.stop.stop_reason().is_some() {
                return Ok(Turn::Paused);
            }
            let width = self.widths[0];
            self.widths[0] *= 2;
            if let Some(jumps) = search.plan(width, budget.stop) {
                return solved(self.puzzle, jumps, Method::search(BEAM_SEARCH));
            }
            if !budget.spend(self.work(width)) || budget.left() < self.work(2 * width) {
                return Ok(Turn::Paused);
            }
        }
        Ok(Turn::Done(StopReason::NothingLeft))
    }
}

/// Tries block removals on a rectangular board, in one turn.
pub fn blocks(
    puzzle: &Puzzle,
    settings: &Settings,
    backends: &[Box<dyn Backend>],
    budget: &mut Budget<'_>,
) -> Result<BoardTurn, Error> {
    let mut solver = PartSolver {
        settings: within(settings, budget),
        backends,
        budget,
    };
    match blocks::plan(&blocks::divisions(puzzle), &mut solver)? {
        Some(jumps) => solved(puzzle, jumps, Method::Pieces { windows: 0 }),
        None => Ok(Turn::Done(StopReason::NothingLeft)),
    }
}

/// Rounds of the reduction to a core.
pub struct Rounds<'a> {
    pub puzzle: &'a Puzzle,
    pub settings: &'a Settings,
    pub backends: &'a [Box<dyn Backend>],
    /// Created in the first turn.
    pub reduction: OnceCell<Option<Reduction<'a>>>,
    /// Number of rounds of the first turn.
    pub first: usize,
}

/// Work of a round of the reduction with beams of the first width, for each hole of the board.
const OF_A_HOLE: Work = 300;
/// Work of a formula over a core or a window.
const OF_A_FORMULA: Work = 20_000;

impl Rounds<'_> {
    fn of_a_round(&self) -> Work {
        OF_A_HOLE * self.puzzle.board().len() as Work
    }

    /// Returns the work of the first turn.
    pub fn first_turn(&self) -> Work {
        self.of_a_round() * self.first as Work
    }

    /// Runs rounds until the work of the turn is spent.
    pub fn turn(&mut self, budget: &mut Budget<'_>) -> Result<BoardTurn, Error> {
        let (puzzle, of_a_round) = (self.puzzle, self.of_a_round());
        let mut solver = PartSolver {
            settings: within(self.settings, budget),
            backends: self.backends,
            budget,
        };
        self.reduction
            .get_or_init(|| Reduction::new(puzzle, solver.settings.seed));
        let Some(Some(reduction)) = self.reduction.get_mut() else {
            return Ok(Turn::Done(StopReason::NothingLeft));
        };
        while !reduction.is_over() {
            if solver.stop_reason().is_some() {
                return Ok(Turn::Paused);
            }
            let (width, before) = (reduction.width(), solver.budget.attempts);
            if let Some(ComposedPlan { jumps, windows }) = reduction.next_round(&mut solver)? {
                return solved(puzzle, jumps, Method::Pieces { windows });
            }
            let formulas = (solver.budget.attempts - before) as Work;
            let goes_on = solver
                .budget
                .spend(of_a_round * width + OF_A_FORMULA * formulas);
            if !goes_on && !reduction.is_over() {
                return Ok(Turn::Paused);
            }
        }
        Ok(Turn::Done(StopReason::NothingLeft))
    }
}

/// Converts the result of a turn of formulas of the dual puzzle. The puzzle and its dual number their actions in the
/// same way. A plan of the dual, read backwards, is a plan of the puzzle.
///
/// Early steps of the puzzle are late steps of its dual. On large boards, one of the two puzzles may be solved much
/// faster than the other. A refutation of the dual is dropped, because its certificate would not be about the puzzle.
pub fn of_the_dual(turn: Turn) -> Turn {
    match turn {
        Turn::Plan(plan, method) => {
            let mut actions = plan.into_actions();
            actions.reverse();
            Turn::Plan(Plan::sequential(actions), method)
        }
        Turn::Bound(..) | Turn::Guess(..) | Turn::HorizonRefuted(..) | Turn::Done(_) => {
            Turn::Done(StopReason::EffortSpent)
        }
        goes_on @ (Turn::Paused | Turn::Blocked) => goes_on,
    }
}

/// With at most this number of pegs at the start, the exhaustive search is almost instantaneous.
pub const FEW_PEGS: usize = 20;

/// Number of pagoda functions that prune positions.
const PAGODAS: usize = 32;

/// Returns the settings of a search. Without a memory limit, its tables take at most half of the free memory of the
/// machine, or 4096 MiB if this is more.
pub fn search_settings(stop: &Stop, threads: usize) -> SearchSettings {
    const ENOUGH_MIB: u64 = 4096;
    let free = || free_mib().map_or(ENOUGH_MIB, |free| ENOUGH_MIB.max(free / 2));
    let memory = stop.memory_mib().unwrap_or_else(free);
    SearchSettings::new(&stop.with_memory(memory), threads)
}

/// The functions that prune the exhaustive search. The first engine that needs the functions computes them.
pub type Pruning = Arc<OnceLock<PruningFunctions>>;

fn pruning_functions(puzzle: &Puzzle, settings: &Settings, stop: &Stop) -> PruningFunctions {
    if let Some(progress) = &settings.progress {
        progress.searching();
    }
    // With few pegs, the search takes less time than the computation of functions.
    if puzzle.start().pegs() > FEW_PEGS {
        certify::pruning_functions(puzzle, PAGODAS, stop)
    } else {
        PruningFunctions::default()
    }
}

/// Runs the exhaustive search in one turn, on boards of at most 64 holes. The search ends if a level would have more
/// than `widest` positions. It comes after a first, bounded effort of formulas: formulas find plans faster, and if they
/// find no plan, there is often none.
pub fn exhaustive(
    puzzle: &Puzzle,
    settings: &Settings,
    pruning: &Pruning,
    widest: usize,
    budget: &Budget<'_>,
) -> Result<BoardTurn, Error> {
    let (stop, method) = (budget.stop, Method::search(EXHAUSTIVE));
    let pruning = pruning.get_or_init(|| pruning_functions(puzzle, settings, stop));
    let report = settings.progress.clone().map(|progress| {
        let report = move |level| progress.searched(level);
        Arc::new(report) as Arc<dyn Fn(LevelDone) + Send + Sync>
    });
    let unaided = SearchSettings {
        progress: report,
        ..search_settings(stop, budget.threads)
    };
    let search = SearchSettings {
        pruning: pruning.clone(),
        widest: Some(widest),
        ..unaided.clone()
    };
    Ok(match search::exhaustive(puzzle, &search) {
        Ok(ExhaustiveResult::Plan(plan)) => solved(puzzle, plan.into_actions(), method)?,
        Ok(ExhaustiveResult::Infeasible(levels)) => {
            let claim = certify::Certificate::Exhaustive(levels);
            match certify::check_within(puzzle, claim, &unaided) {
                Ok(certificate) => Turn::Bound(Certificate::Own(certificate), method),
                Err(CheckError::Stopped(why)) => Turn::Done(why),
                Err(rejected) => {
                    let what = "the certificate of the exhaustive search was rejected";
                    return Err(Error::internal(what, rejected));
                }
            }
        }
        Err(CountError::Stopped(why)) => Turn::Done(why),
        Err(_) => Turn::Done(StopReason::TooLarge),
    })
}

#[cfg(test)]
mod tests {
    use super::of_the_dual;
    use crate::decide::Settings;
    use saut_criteria::compile::{PegDomain, peg_task};
    use saut_peg::peg::{Puzzle, boards};
    use saut_plan::Verdict;
    use saut_plan::engine::{Budget, Slot};
    use saut_plan::portfolio::{Formulas, Lineup};
    use saut_plan::race::any_plan;

    #[test]
    fn a_plan_of_the_dual_read_backward_is_a_plan_and_without_one_nothing_is_decided() {
        for (vacant, last, conflicts, jumps) in [(1, 16, 200_000, Some(31)), (0, 1, 2000, None)] {
            let board = boards::named("english").unwrap();
            let puzzle = Puzzle::single_vacancy("game", board, vacant, Some(last)).unwrap();
            let settings = Settings::default();
            let backends = settings.backends().unwrap();
            let task = peg_task(&puzzle.dual().unwrap());
            let lineup = Lineup {
                of_a_conflict: Some(1),
                ..Lineup::of(&settings)
            };
            let formulas = Formulas::new(&task, &settings, &backends, lineup);
            let turn = |budget: &mut Budget<'_>| formulas.turn(budget).map(of_the_dual);
            let table = vec![Slot::new("dual", conflicts, turn).once()];
            let found = any_plan(&PegDomain::new(&puzzle), table, &settings).unwrap();
            assert!(found.attempts > 0);
            match found.verdict {
                Verdict::Solved(plan) => assert_eq!(Some(plan.jumps().len()), jumps),
                other => assert!(jumps.is_none(), "{other:?}"),
            }
        }
    }
}
