//! Reduction: a board of any shape is cleared down to a core of some forty holes, which is solved.
//!
//! A beam of positions ([`beam`]) clears the holes outside the core, by single jumps and by packages: block removals of
//! three jumps, wherever they fit. The pegs that it leaves in the core are not its affair: a core with most of its pegs
//! has a plan nearly always, and the searches and formulas for small boards find it in milliseconds. Rounds differ in
//! the place and size of the core, the cost of a peg that is left behind, the width of the beam, and, where the goal is
//! one position, the end from which it is played: the dual puzzle is cleared as well as the puzzle. If a beam dies out
//! at a rim that no package fits, a [`window`] clears it by a formula, and the beam goes on from there. Nothing is
//! refuted; a plan is replayed.
//!
//! If the last peg may be anywhere, it is wanted in any hole of the core that the class admits, so that asking less
//! never costs more than the best of the holes in it.
//!
//! Berlekamp, Conway, Guy, *Winning Ways*, ch. 23, clear large boards by hand so: packages and purges
//! from the border inward. Beam search: Bisiani, Encyclopedia of Artificial Intelligence, 1987.

mod beam;
mod core;
mod grid;
mod package;
mod window;

use std::cmp::Reverse;
use std::sync::Arc;

use super::beam_search::BeamSearch;
use super::blocks::by_formulas;
use super::{Error, Settings};
use beam::{Beam, Costs, Reached, Reduced};
use core::Core;
use grid::Grid;
use package::Package;
use saut_base::random::Random;
use saut_criteria::certify;
use saut_peg::peg::{Board, Geometry, Hole, Jump, Position, Puzzle};
use saut_peg::simulate::{self, ReplayedPlan};
use saut_plan::backend::Backend;
use saut_plan::engine::Budget;
use saut_plan::work::Work;
use saut_task::plan::Plan;
use window::Window;

/// Parameters in which rounds differ.
struct Variation {
    /// The number of holes of the core.
    core: usize,
    /// Cost of a peg that is alone, in steps of distance.
    alone: i64,
    /// Additional cost of a peg for each direction in which it has no hole beside it, in tenths of a step.
    border: i64,
    /// Whether a peg costs the square of its distance.
    squared: bool,
}

const VARIATIONS: [Variation; 4] = [
    Variation {
        core: 35,
        alone: 1,
        border: 0,
        squared: false,
    },
    Variation {
        core: 37,
        alone: 0,
        border: 0,
        squared: false,
    },
    Variation {
        core: 33,
        alone: 1,
        border: 5,
        squared: false,
    },
    Variation {
        core: 40,
        alone: 2,
        border: 0,
        squared: true,
    },
];

/// Holes by which a core is smaller on a board of more than four directions, where it is harder.
const FEWER: usize = 10;

/// The width of the first beams; after all variations have had two turns it is doubled with each.
const NARROWEST: usize = 16;
/// Number of times that the width is doubled.
const DOUBLINGS: usize = 8;
/// The number of rounds after which nothing new is tried.
pub const ROUNDS: usize = VARIATIONS.len() * (DOUBLINGS + 1);

/// At most this many positions of the core are looked at in a round …
const CORES: usize = 8;
/// … by beams of these widths, in positions a level, the second only for the first few.
const NARROW: [usize; 2] = [250, 1000];
const WIDER_CORES: usize = 3;
/// Unsolved cores that are tried again once all variations have had a turn, …
const HARD_CORES: usize = 4;
/// … by beams of these widths …
const WIDE: [usize; 1] = [4000];
/// … and by formulas with this limit of conflicts.
const CORE_EFFORT: Work = 2000;

/// Rounds without windows, in which most boards come down; later …
const WITHOUT_WINDOWS: usize = 5 * VARIATIONS.len();
/// … this number of rounds that died out get windows, …
const STUCK_ROUNDS: usize = 4;
/// … at most this number, one after the other, …
const WINDOWS: usize = 4;
/// … by formulas with this limit of conflicts.
const WINDOW_EFFORT: Work = 300;

/// Least number of jumps in a core.
const LEAST_JUMPS: usize = 3;

/// Most holes that are tried as the centre of the core.
const CENTRES: usize = 4;

/// One way to look at the puzzle.
struct Side {
    puzzle: Puzzle,
    is_dual: bool,
    /// Holes where the last peg may be, if only one is wanted.
    last: Vec<Hole>,
    centres: Vec<Hole>,
}

/// The rounds of a puzzle; each goes on where the one before has ended.
pub struct Reduction<'a> {
    puzzle: &'a Puzzle,
    sides: Vec<Side>,
    grid: Grid,
    packages: Vec<Package>,
    seed: u64,
    round: usize,
    /// Cores that narrow beams have not solved.
    hard: Vec<Hard>,
    /// Rounds whose beams have died out.
    stuck: Vec<Stuck>,
}

/// A round whose beam has died out: what it takes to go on with it.
struct Stuck {
    setting: Setting,
    /// Ways to the cheapest positions.
    ways: Vec<Way>,
    /// Cost of the cheapest position.
    score: i64,
}

/// Parameters of a round.
struct Setting {
    core: Arc<Core>,
    side: usize,
    costs: Costs,
    width: usize,
    seed: u64,
}

/// A core that narrow beams have not solved.
struct Hard {
    core: Arc<Core>,
    is_dual: bool,
    /// Jumps that clear the holes outside the core.
    cleared: Way,
    puzzle: Puzzle,
}

/// Jumps that clear some of a board.
#[derive(Clone, Default)]
struct Way {
    jumps: Vec<Jump>,
    /// The windows that some of them are played in.
    windows: usize,
}

impl Way {
    /// With more jumps after it.
    fn then(&self, more: &[Jump]) -> Self {
        Self {
            jumps: [&self.jumps, more].concat(),
            windows: self.windows,
        }
    }
}

/// A plan that is put together from pieces.
pub struct InPieces {
    /// The plan of the whole board.
    pub plan: ReplayedPlan,
    /// The windows in it.
    pub windows: usize,
}

impl<'a> Reduction<'a> {
    /// Rounds of a puzzle, none played yet; `None` under the old French rule, whose hand is no hole of a grid.
    pub fn new(puzzle: &'a Puzzle, seed: u64) -> Option<Self> {
        let board = puzzle.board();
        if board.put_back().is_some() {
            return None;
        }
        let sides = [Side::new(puzzle.clone(), false)]
            .into_iter()
            .chain(puzzle.dual().map(|dual| Side::new(dual, true)));
        Some(Self {
            puzzle,
            sides: sides.filter(|side| !side.centres.is_empty()).collect(),
            grid: Grid::new(board),
            packages: Package::all(board.geometry()),
            seed,
            round: 0,
            hard: Vec::new(),
            stuck: Vec::new(),
        })
    }

    /// The rounds that have been played.
    pub const fn round(&self) -> usize {
        self.round
    }

    /// The width of the beams of the next round, in those of the first.
    pub const fn width(&self) -> u64 {
        1 << (self.round / VARIATIONS.len()).saturating_sub(1)
    }

    /// Plays rounds until `until` have been played in all, or one finds a plan, which is returned.
    pub fn rounds(
        &mut self,
        until: usize,
        settings: &Settings,
        backends: &[Box<dyn Backend>],
        budget: &mut Budget<'_>,
    ) -> Result<Option<InPieces>, Error> {
        while self.round < until.min(ROUNDS) && settings.stop.stop_reason().is_none() {
            let mut hard = std::mem::take(&mut self.hard);
            let mut found = self.play_round(&mut hard, settings)?;
            self.hard = hard;
            self.round += 1;
            if found.is_none()
                && self.round.is_multiple_of(VARIATIONS.len())
                && self.round > VARIATIONS.len()
            {
                found = self.play_hard(settings, backends, budget)?;
                if found.is_none() && self.round >= WITHOUT_WINDOWS {
                    found = self.play_windows(settings, backends, budget)?;
                }
            }
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    fn play_round(
        &mut self,
        hard: &mut Vec<Hard>,
        settings: &Settings,
    ) -> Result<Option<InPieces>, Error> {
        let (turn, turns) = (self.round % VARIATIONS.len(), self.round / VARIATIONS.len());
        let number = (turns + turn / 2) % self.sides.len().max(1);
        let Some(side) = self.sides.get(number) else {
            return Ok(None);
        };
        let (board, variation) = (self.puzzle.board(), &VARIATIONS[turn]);
        let centre = side.centres[turns % side.centres.len()];
        let fewer = if board.geometry() == Geometry::Square {
            0
        } else {
            FEWER
        };
        let core = Arc::new(Core::around(board, centre, variation.core - fewer));
        let seed = Random::new(self.seed ^ (self.round as u64) << 32).next();
        let setting = Setting {
            costs: self.costs(&side.puzzle, &core, variation, seed),
            core,
            side: number,
            width: NARROWEST << turns.saturating_sub(1),
            seed,
        };
        let Reached { reduced, stuck } = self.reached(&setting, side.puzzle.start(), settings);
        let ways = |reduced: &[Reduced]| {
            reduced
                .iter()
                .map(|one| Way::default().then(&self.jumps(one)))
                .collect()
        };
        let found = self.play_cores(&setting, ways(&reduced), hard, settings)?;
        if let Some(cheapest) = stuck.first() {
            self.stuck.push(Stuck {
                score: cheapest.score,
                ways: ways(&stuck),
                setting,
            });
        }
        Ok(found)
    }

    /// Positions that a beam comes to from this one.
    fn reached(&self, setting: &Setting, position: &Position, settings: &Settings) -> Reached {
        let (board, side) = (self.puzzle.board(), &self.sides[setting.side]);
        let directions = board.geometry().directions();
        let (costs, width) = (&setting.costs, setting.width);
        let beam = Beam::new(
            &self.grid,
            &self.packages,
            directions,
            costs,
            width,
            setting.seed,
        );
        let least = side.puzzle.goal().peg_range().0 + LEAST_JUMPS;
        beam.reached(
            &self.grid.bits(board, position),
            least,
            CORES,
            &settings.stop,
        )
    }

    /// The cores that jumps have left, by narrow beams.
    fn play_cores(
        &self,
        setting: &Setting,
        cleared: Vec<Way>,
        hard: &mut Vec<Hard>,
        settings: &Settings,
    ) -> Result<Option<InPieces>, Error> {
        let (core, side) = (&setting.core, &self.sides[setting.side]);
        for (number, cleared) in cleared.into_iter().enumerate() {
            let position = window::after(&side.puzzle, &cleared.jumps).map_err(refused)?;
            let Some(puzzle) = core.puzzle(&side.puzzle, &position, &side.last) else {
                continue;
            };
            let widths = &NARROW[..if number < WIDER_CORES { 2 } else { 1 }];
            if let Some(jumps) = by_beams(&puzzle, widths, settings)? {
                return self.plan(core, side.is_dual, cleared, jumps).map(Some);
            }
            hard.push(Hard {
                core: Arc::clone(core),
                is_dual: side.is_dual,
                cleared,
                puzzle,
            });
        }
        Ok(None)
    }

    /// Some of the cores that narrow beams have not solved.
    fn play_hard(
        &mut self,
        settings: &Settings,
        backends: &[Box<dyn Backend>],
        budget: &mut Budget<'_>,
    ) -> Result<Option<InPieces>, Error> {
        let mut hard = std::mem::take(&mut self.hard);
        hard.sort_by_key(|hard| Reverse(hard.puzzle.start().pegs()));
        for hard in hard.into_iter().take(HARD_CORES) {
            if let Some(jumps) = with_effort(&hard.puzzle, settings, backends, budget)? {
                return self
                    .plan(&hard.core, hard.is_dual, hard.cleared, jumps)
                    .map(Some);
            }
        }
        Ok(None)
    }

    /// Some of the rounds that have died out, with windows where they did.
    fn play_windows(
        &mut self,
        settings: &Settings,
        backends: &[Box<dyn Backend>],
        budget: &mut Budget<'_>,
    ) -> Result<Option<InPieces>, Error> {
        let mut stuck = std::mem::take(&mut self.stuck);
        let mut hard = std::mem::take(&mut self.hard);
        stuck.sort_by_key(|stuck| stuck.score);
        for Stuck { setting, ways, .. } in stuck.into_iter().take(STUCK_ROUNDS) {
            let whole = &self.sides[setting.side].puzzle;
            let mut ways = ways;
            for _ in 0..WINDOWS {
                let next = by_windows(whole, &setting.core, &ways, settings, backends, budget)?;
                let Some(way) = next else { break };
                let position = window::after(whole, &way.jumps).map_err(refused)?;
                let Reached { reduced, stuck } = self.reached(&setting, &position, settings);
                let longer = |more: &Reduced| way.then(&self.jumps(more));
                let cleared = reduced.iter().map(longer).collect();
                let found = self.play_cores(&setting, cleared, &mut hard, settings)?;
                if found.is_some() {
                    return Ok(found);
                }
                ways = stuck.iter().map(longer).collect();
            }
            if settings.stop.stop_reason().is_some() {
                break;
            }
        }
        self.hard = hard;
        Ok(None)
    }

    /// The jumps of what a beam plays.
    fn jumps(&self, reduced: &Reduced) -> Vec<Jump> {
        let steps = reduced.steps.iter();
        let jumps = steps
            .flat_map(|&(package, place)| self.packages[package].jumps_at(self.grid.cell(place)));
        jumps.collect()
    }

    /// The plan of the whole: what clears all but the core, then the core.
    fn plan(
        &self,
        core: &Core,
        is_dual: bool,
        cleared: Way,
        on_core: Vec<Jump>,
    ) -> Result<InPieces, Error> {
        let on_core = on_core.into_iter().map(|jump| core.jump(jump));
        let mut jumps: Vec<Jump> = cleared.jumps.into_iter().chain(on_core).collect();
        if is_dual {
            jumps.reverse();
        }
        let plan = simulate::replay(self.puzzle, Plan::sequential(jumps))
            .map_err(|refused| Error::internal("the plan by reduction is refused", refused))?;
        Ok(InPieces {
            plan,
            windows: cleared.windows,
        })
    }

    /// Costs of the holes, by their distances from the core. Among equals chance decides, so that rounds differ.
    fn costs(&self, puzzle: &Puzzle, core: &Core, variation: &Variation, seed: u64) -> Costs {
        const IN_CORE: i64 = 20;
        const STEP: i64 = 40;
        const CHANCE: usize = 4;
        let (board, goal) = (puzzle.board(), puzzle.goal());
        let mut random = Random::new(seed);
        let mut costs = Costs {
            of: vec![[0; 2]; self.grid.len()],
            alone: vec![0; self.grid.len()],
        };
        for hole in 0..board.len() {
            let distance = core.distance(hole);
            let wants = if goal.is_one_peg() {
                Some(false)
            } else {
                goal.wants(hole)
            };
            let chance = i64::try_from(random.below(CHANCE)).unwrap_or(0);
            let index = self.grid.index(board.cell(hole));
            let (Some(peg), 1..) = (wants, distance) else {
                costs.alone[index] = IN_CORE;
                continue;
            };
            let far = i64::try_from(distance)
                .unwrap_or(i64::MAX >> 24)
                .min(1 << 12);
            let directions = board.geometry().directions().iter();
            let at_border =
                |&&step: &&grid::Offset| board.hole(board.cell(hole).step(step, 1)).is_none();
            let border = i64::try_from(directions.filter(at_border).count()).unwrap_or(0);
            let by_distance = if variation.squared {
                (far * far * STEP) / 4 + STEP / 2
            } else {
                far * STEP
            };
            let cost = by_distance + border * variation.border * STEP / 10 + chance;
            costs.of[index][usize::from(!peg)] = cost;
            if !peg {
                costs.alone[index] = variation.alone * (STEP + far * STEP / 2);
            }
        }
        costs
    }
}

impl Side {
    fn new(puzzle: Puzzle, is_dual: bool) -> Self {
        let goal = puzzle.goal();
        let last = if goal.is_one_peg() {
            certify::class::last_holes(&puzzle)
        } else {
            Vec::new()
        };
        let mut centres = if goal.is_one_peg() {
            last.clone()
        } else {
            goal.pegs().holes().collect()
        };
        if centres.is_empty() {
            centres = goal.open().holes().collect();
        }
        let around = if goal.is_one_peg() {
            (0..puzzle.board().len()).collect()
        } else {
            centres.clone()
        };
        sort_from_middle(puzzle.board(), &around, &mut centres);
        centres.truncate(CENTRES);
        Self {
            puzzle,
            is_dual,
            last,
            centres,
        }
    }
}

/// Sorts holes by how far they are from the middle of some.
pub fn sort_from_middle(board: &Board, around: &[Hole], holes: &mut [Hole]) {
    let number = i64::try_from(around.len()).unwrap_or(1);
    let sum = |along: &dyn Fn(Hole) -> i16| {
        around
            .iter()
            .map(|&hole| i64::from(along(hole)))
            .sum::<i64>()
    };
    let (x, y) = (
        sum(&|hole| board.cell(hole).x),
        sum(&|hole| board.cell(hole).y),
    );
    holes.sort_by_key(|&hole| {
        let cell = board.cell(hole);
        let (dx, dy) = (
            i64::from(cell.x) * number - x,
            i64::from(cell.y) * number - y,
        );
        dx * dx + dy * dy
    });
}

/// The jumps of a core, if a beam of one of these widths finds them.
fn by_beams(
    core: &Puzzle,
    widths: &[usize],
    settings: &Settings,
) -> Result<Option<Vec<Jump>>, Error> {
    if core.goal().is_met_by(core.start()) {
        return Ok(Some(Vec::new()));
    }
    let Some(search) = BeamSearch::new(core, settings.seed) else {
        return Ok(None);
    };
    for &width in widths {
        if let Some(plan) = search.plan(width, &settings.stop)? {
            return Ok(Some(plan.jumps()));
        }
    }
    Ok(None)
}

/// The jumps of a core that narrow beams have not solved: by wider ones, then by formulas.
fn with_effort(
    core: &Puzzle,
    settings: &Settings,
    backends: &[Box<dyn Backend>],
    budget: &mut Budget<'_>,
) -> Result<Option<Vec<Jump>>, Error> {
    if certify::quick_within(core, &settings.stop)?.is_some() {
        return Ok(None);
    }
    if let Some(jumps) = by_beams(core, &WIDE, settings)? {
        return Ok(Some(jumps));
    }
    by_formulas(core, CORE_EFFORT, settings, backends, budget)
}

/// The first of some ways into which a window fits, with its plan played.
fn by_windows(
    whole: &Puzzle,
    core: &Core,
    ways: &[Way],
    settings: &Settings,
    backends: &[Box<dyn Backend>],
    budget: &mut Budget<'_>,
) -> Result<Option<Way>, Error> {
    for way in ways {
        for window in Window::all(whole, core, &way.jumps).map_err(refused)? {
            let plan = by_formulas(&window.puzzle, WINDOW_EFFORT, settings, backends, budget)?;
            if let Some(plan) = plan {
                return Ok(Some(Way {
                    jumps: window.with(plan),
                    windows: way.windows + 1,
                }));
            }
            if settings.stop.stop_reason().is_some() {
                return Ok(None);
            }
        }
    }
    Ok(None)
}

/// Jumps of ours that the rules refuse.
fn refused(refused: simulate::JumpFault) -> Error {
    Error::internal("jumps of the reduction are refused", refused)
}

#[cfg(test)]
mod tests;
