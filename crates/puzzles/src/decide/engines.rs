//! The engines of boards beside formulas: criteria, beams, block removals, the reduction to a core, the dual puzzle
//! and the exhaustive search, each an [`Engine`] of the one race.
//!
//! Work is counted, in microseconds of a usual machine: by the positions of a beam, the rounds of a reduction, the
//! conflicts of formulas. What cannot be counted beforehand (a criterion, the exhaustive search) has one turn.

use std::cell::OnceCell;
use std::num::NonZeroUsize;
use std::sync::{Arc, OnceLock};

use super::beam_search::BeamSearch;
use super::blocks::{self, Tally};
use super::reduction::{self, InPieces, Reduction};
use super::{Error, Method, Settings, Verdict, dual, exhaust};
use saut_base::stop::{Stop, StopReason};
use saut_criteria::certify::{CheckedCertificate, Found};
use saut_criteria::compile::PegDomain;
use saut_levels::search::PruningFunctions;
use saut_peg::peg::Puzzle;
use saut_plan::backend::Backend;
use saut_plan::decision::{BEAM_SEARCH, EXHAUSTIVE};
use saut_plan::engine::{Budget, Engine, Turn};
use saut_plan::work::Work;
use saut_task::Checked;

/// Result of a turn of a board's engine.
type Turned<'a> = Result<Turn<PegDomain<'a>>, Error>;

/// The settings of an engine within its turn.
fn within(settings: &Settings, budget: &Budget<'_>) -> Settings {
    Settings {
        stop: budget.stop().clone(),
        threads: NonZeroUsize::new(budget.threads()),
        ..settings.clone()
    }
}

fn infeasible<'a>(
    domain: &PegDomain<'a>,
    certificate: CheckedCertificate,
    method: Method,
    stop: &Stop,
) -> Turned<'a> {
    let accepted = Checked::own(domain, certificate, stop);
    let refused = |no| Error::internal("a checked certificate is refused", no);
    Ok(Turn::AtLeast(accepted.map_err(refused)?, method))
}

/// Criteria, in one turn.
pub struct Criteria<'b, 'a> {
    domain: &'b PegDomain<'a>,
    find: fn(&Puzzle, &Stop) -> Found,
}

impl<'b, 'a> Criteria<'b, 'a> {
    /// Engine of the criteria that `find` goes through.
    pub fn new(domain: &'b PegDomain<'a>, find: fn(&Puzzle, &Stop) -> Found) -> Self {
        Self { domain, find }
    }
}

impl<'a> Engine<PegDomain<'a>> for Criteria<'_, 'a> {
    fn name(&self) -> &'static str {
        "criteria"
    }

    fn turn(&mut self, budget: &mut Budget<'_>) -> Turned<'a> {
        match (self.find)(self.domain.puzzle(), budget.stop())? {
            Some(certificate) => {
                let method = Method::Criterion(certificate.kind());
                infeasible(self.domain, certificate, method, budget.stop())
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

impl<'a> Engine<PegDomain<'a>> for Beams<'a> {
    fn name(&self) -> &'static str {
        "beam-search"
    }

    fn least(&self) -> Work {
        let widths = std::iter::successors(Some(self.width), |width| width.checked_mul(2));
        let first = widths.take_while(|&width| width <= self.first);
        first
            .map(|width| self.work(width))
            .fold(0, Work::saturating_add)
            .max(self.work(self.width))
    }

    fn turn(&mut self, budget: &mut Budget<'_>) -> Turned<'a> {
        let begin = || BeamSearch::new(self.puzzle, self.seed);
        let Some(search) = self.search.get_or_init(begin) else {
            return Ok(Turn::Done(StopReason::NothingLeft));
        };
        while self.width <= self.widest {
            if budget.stop().stop_reason().is_some() {
                return Ok(Turn::More);
            }
            let width = self.width;
            self.width *= 2;
            if let Some(plan) = search.plan(width, budget.stop())? {
                return Ok(Turn::Plan(plan, Method::search(BEAM_SEARCH)));
            }
            if !budget.spend(self.work(width)) || budget.left() < self.work(self.width) {
                return Ok(Turn::More);
            }
        }
        Ok(Turn::Done(StopReason::NothingLeft))
    }
}

/// Formulas inside of an engine, and what went wrong with their backends.
#[derive(Default)]
struct Spent {
    tried: (usize, u64),
    warnings: Vec<String>,
}

impl Spent {
    fn add(&mut self, tally: Tally) {
        self.tried.0 += tally.attempts;
        self.tried.1 += tally.conflicts;
        self.warnings.extend(tally.warnings);
    }
}

/// Ways to clear most of a board, and to solve the core that is left.
pub struct Cleared<'b, 'a> {
    puzzle: &'a Puzzle,
    settings: &'b Settings,
    backends: &'b [Box<dyn Backend>],
    clearing: Clearing<'a>,
    spent: Spent,
}

/// The ways.
enum Clearing<'a> {
    /// Blocks around the core of a rectangle, in one turn.
    Blocks,
    /// Rounds of the reduction, so many in the first turn.
    Reduction(OnceCell<Option<Reduction<'a>>>, usize),
}

/// The work of a round of the reduction, for each hole; it is doubled with the width of the beams.
const OF_A_HOLE: Work = 300;
/// The work of a formula over a core or a window.
const OF_A_FORMULA: Work = 20_000;

impl<'b, 'a> Cleared<'b, 'a> {
    fn by(
        clearing: Clearing<'a>,
        puzzle: &'a Puzzle,
        settings: &'b Settings,
        backends: &'b [Box<dyn Backend>],
    ) -> Self {
        Self {
            puzzle,
            settings,
            backends,
            clearing,
            spent: Spent::default(),
        }
    }

    /// Block removals of a rectangle.
    pub fn by_blocks(
        puzzle: &'a Puzzle,
        settings: &'b Settings,
        backends: &'b [Box<dyn Backend>],
    ) -> Self {
        Self::by(Clearing::Blocks, puzzle, settings, backends)
    }

    /// The reduction to a core; its first turn has this number of rounds.
    pub fn by_reduction(
        puzzle: &'a Puzzle,
        settings: &'b Settings,
        backends: &'b [Box<dyn Backend>],
        rounds: usize,
    ) -> Self {
        let clearing = Clearing::Reduction(OnceCell::new(), rounds);
        Self::by(clearing, puzzle, settings, backends)
    }

    fn of_a_round(&self) -> Work {
        OF_A_HOLE * self.puzzle.board().len() as Work
    }
}

impl<'a> Engine<PegDomain<'a>> for Cleared<'_, 'a> {
    fn name(&self) -> &'static str {
        match self.clearing {
            Clearing::Blocks => "block-removals",
            Clearing::Reduction(..) => "reduction",
        }
    }

    fn least(&self) -> Work {
        match &self.clearing {
            Clearing::Reduction(_, rounds) => self.of_a_round() * *rounds as Work,
            Clearing::Blocks => 1,
        }
    }

    fn turn(&mut self, budget: &mut Budget<'_>) -> Turned<'a> {
        let settings = within(self.settings, budget);
        let (puzzle, backends, of_a_round) = (self.puzzle, self.backends, self.of_a_round());
        let mut tally = Tally::default();
        let (found, is_over) = match &mut self.clearing {
            Clearing::Blocks => {
                let divisions = blocks::divisions(puzzle);
                let plan = blocks::plan(puzzle, &divisions, &settings, backends, &mut tally)?;
                (plan.map(|plan| InPieces { plan, windows: 0 }), true)
            }
            Clearing::Reduction(reduction, _) => {
                reduction.get_or_init(|| Reduction::new(puzzle, settings.seed));
                match reduction.get_mut() {
                    Some(Some(reduction)) => loop {
                        let (until, width) = (reduction.round() + 1, reduction.width());
                        let before = tally.attempts;
                        let found = reduction.rounds(until, &settings, backends, &mut tally)?;
                        let is_over = found.is_none() && until >= reduction::ROUNDS;
                        let formulas = (tally.attempts - before) as Work;
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
        self.spent.add(tally);
        Ok(match found {
            Some(InPieces { plan, windows }) => Turn::Plan(plan, Method::Pieces { windows }),
            None if is_over => Turn::Done(StopReason::NothingLeft),
            None => Turn::More,
        })
    }

    fn formulas(&self) -> (usize, u64) {
        self.spent.tried
    }

    fn warnings(&mut self) -> Vec<String> {
        std::mem::take(&mut self.spent.warnings)
    }
}

/// The formulas of the dual puzzle, in one turn with a limit of conflicts.
pub struct Dual<'b, 'a> {
    puzzle: &'a Puzzle,
    settings: &'b Settings,
    backends: &'b [Box<dyn Backend>],
    conflicts: u64,
    spent: Spent,
}

impl<'b, 'a> Dual<'b, 'a> {
    /// Engine for the dual of a puzzle.
    pub fn new(
        puzzle: &'a Puzzle,
        settings: &'b Settings,
        backends: &'b [Box<dyn Backend>],
        conflicts: u64,
    ) -> Self {
        Self {
            puzzle,
            settings,
            backends,
            conflicts,
            spent: Spent::default(),
        }
    }
}

impl<'a> Engine<PegDomain<'a>> for Dual<'_, 'a> {
    fn name(&self) -> &'static str {
        "dual"
    }

    fn turn(&mut self, budget: &mut Budget<'_>) -> Turned<'a> {
        let settings = within(self.settings, budget);
        let mut tally = Tally::default();
        let found = dual::plan(
            self.puzzle,
            &settings,
            self.backends,
            self.conflicts,
            &mut tally,
        )?;
        self.spent.add(tally);
        Ok(match found {
            Some((plan, method)) => Turn::Plan(plan, method),
            None => Turn::Done(StopReason::EffortSpent),
        })
    }

    fn formulas(&self) -> (usize, u64) {
        self.spent.tried
    }

    fn warnings(&mut self) -> Vec<String> {
        std::mem::take(&mut self.spent.warnings)
    }
}

/// Functions that prune the exhaustive search, looked for by whoever needs them first.
pub type Pruning = Arc<OnceLock<PruningFunctions>>;

/// The exhaustive search, in one turn.
pub struct Exhaustive<'b, 'a> {
    domain: &'b PegDomain<'a>,
    settings: &'b Settings,
    pruning: Pruning,
    /// No level may have more positions.
    widest: usize,
}

impl<'b, 'a> Exhaustive<'b, 'a> {
    /// Engine that searches as long as no level has more positions than a limit.
    pub fn new(
        domain: &'b PegDomain<'a>,
        settings: &'b Settings,
        pruning: &Pruning,
        widest: usize,
    ) -> Self {
        Self {
            domain,
            settings,
            pruning: Arc::clone(pruning),
            widest,
        }
    }
}

impl<'a> Engine<PegDomain<'a>> for Exhaustive<'_, 'a> {
    fn name(&self) -> &'static str {
        "exhaustive"
    }

    fn turn(&mut self, budget: &mut Budget<'_>) -> Turned<'a> {
        let (puzzle, settings) = (self.domain.puzzle(), within(self.settings, budget));
        let found = || exhaust::pruning_functions(puzzle, &settings);
        let pruning = self.pruning.get_or_init(found);
        match exhaust::within(puzzle, pruning, &settings, self.widest)? {
            Verdict::Solved(plan) => Ok(Turn::Plan(plan, Method::search(EXHAUSTIVE))),
            Verdict::Infeasible(certificate) => infeasible(
                self.domain,
                *certificate,
                Method::search(EXHAUSTIVE),
                budget.stop(),
            ),
            Verdict::Undecided(why) => Ok(Turn::Done(why)),
        }
    }
}
