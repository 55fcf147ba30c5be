//! Reduction: a board of any shape is cleared except for a core of at most forty holes, and the core is solved.
//!
//! A beam of positions ([`beam`]) clears the holes outside the core by single jumps and by packages (block removals of
//! three jumps). It ignores the pegs inside the core: a core with most of its pegs nearly always has a plan, and the
//! searches and formulas for small boards find this plan quickly. Rounds differ in the place and size of the core, in
//! the cost of a peg outside the core, and in the width of the beam. If the goal is one position, rounds also alternate
//! between the puzzle and its dual. If a beam dies out because no package fits at the rim, a [`Window`] clears the rim
//! by a formula, and the beam continues from there. The reduction cannot refute a puzzle, and every plan is replayed.
//!
//! If the last peg may be anywhere, the goal of the core is one peg in any hole of the core that the position class
//! admits. So this goal is never harder than the goal of one peg in a fixed hole of the core.
//!
//! Berlekamp, Conway, Guy, *Winning Ways*, ch. 23, clear large boards by hand in this way: packages and purges from the
//! border inward. Beam search: Bisiani, Encyclopedia of Artificial Intelligence, 1987.

mod beam;
mod core;
mod grid;
mod package;

use std::cmp::Reverse;
use std::sync::Arc;

use super::Error;
use super::part::{ComposedPlan, PartSolver};
use beam::{Beam, BeamResult, Costs, Moves};
use core::{Core, Window, after};
use saut_base::random::Random;
use saut_criteria::certify;
use saut_peg::peg::{Board, Geometry, Hole, Jump, Puzzle};
use saut_plan::work::Work;

/// The parameters of a round:
/// - the number of holes of the core,
/// - the cost of an isolated peg, in steps of distance,
/// - the additional cost of a peg for each neighbouring cell that is not a hole, in tenths of a step,
/// - whether the cost of a peg grows with the square of its distance.
type BeamProfile = (usize, i64, i64, bool);

const VARIATIONS: [BeamProfile; 4] = [
    (35, 1, 0, false),
    (37, 0, 0, false),
    (33, 1, 5, false),
    (40, 2, 0, true),
];

/// If the board has more than four directions, cores are harder, so their number of holes is reduced by this number.
const FEWER: usize = 10;

/// Width of the beams in the first two turns of each variation. Every further turn doubles the width.
const NARROWEST: usize = 16;
/// Number of turns of each variation after its first turn.
const DOUBLINGS: usize = 8;
/// Number of rounds: every variation has the same number of turns.
const ROUNDS: usize = VARIATIONS.len() * (DOUBLINGS + 1);

/// Maximum number of positions of the core that are tried in a round.
const CORES: usize = 8;
/// Widths, in positions per level, of the beams for these positions. Only the first `WIDER_CORES` positions get a beam
/// of the second width.
const NARROW: [usize; 2] = [250, 1000];
const WIDER_CORES: usize = 3;
/// Number of unsolved cores that are tried again after a turn of each variation.
const HARD_CORES: usize = 4;
/// Widths of the beams for unsolved cores.
const WIDE: [usize; 1] = [4000];
/// Conflict limit of the formulas for unsolved cores.
const CORE_EFFORT: Work = 2000;

/// Number of rounds without windows. These rounds clear most boards.
const WITHOUT_WINDOWS: usize = 5 * VARIATIONS.len();
/// Number of rounds with a dead beam that are continued with windows after a turn of each variation.
const STUCK_ROUNDS: usize = 4;
/// Maximum number of successive windows of a round.
const WINDOWS: usize = 4;
/// Conflict limit of the formula of a window.
const WINDOW_EFFORT: Work = 300;

/// Minimum number of jumps in a core.
const MIN_JUMPS: usize = 3;

/// Maximum number of holes that are tried as the centre of the core.
const CENTRES: usize = 4;

/// The puzzle or its dual, and the holes that are tried as the centre of the core.
struct Orientation {
    puzzle: Puzzle,
    is_dual: bool,
    /// The holes that the position class admits for the last peg, if the goal is one peg.
    last: Vec<Hole>,
    centres: Vec<Hole>,
}

/// The reduction of a puzzle to a core, in rounds. It stores the cores and beams that later rounds reuse.
pub struct Reduction<'a> {
    puzzle: &'a Puzzle,
    sides: Vec<Orientation>,
    moves: Moves,
    seed: u64,
    round: usize,
    /// Cores that narrow beams have not solved.
    hard: Vec<UnsolvedCore>,
    /// Rounds whose beam has died out, each with the cheapest positions of the beam.
    stuck: Vec<(Arc<RoundParams>, BeamResult)>,
}

/// The parameters of a round.
struct RoundParams {
    core: Core,
    side: usize,
    costs: Costs,
    width: usize,
    seed: u64,
}

/// A core that narrow beams have not solved, and the jumps that clear the holes outside the core.
type UnsolvedCore = (Arc<RoundParams>, ComposedPlan, Puzzle);

impl<'a> Reduction<'a> {
    /// Creates the reduction before its first round. `None` under the old French rule, whose hand is not a hole of a
    /// grid.
    pub fn new(puzzle: &'a Puzzle, seed: u64) -> Option<Self> {
        let board = puzzle.board();
        if board.put_back().is_some() {
            return None;
        }
        let sides = [Orientation::new(puzzle.clone(), false)]
            .into_iter()
            .chain(puzzle.dual().map(|dual| Orientation::new(dual, true)));
        Some(Self {
            puzzle,
            sides: sides.filter(|side| !side.centres.is_empty()).collect(),
            moves: Moves::new(board),
            seed,
            round: 0,
            hard: Vec::new(),
            stuck: Vec::new(),
        })
    }

    /// Whether all rounds have been played.
    pub const fn is_over(&self) -> bool {
        self.round >= ROUNDS
    }

    /// Returns the width of the beams of the next round, as a multiple of the first width.
    pub const fn width(&self) -> u64 {
        1 << (self.round / VARIATIONS.len()).saturating_sub(1)
    }

    /// Plays a round, and returns a plan if one is found. After a turn of each variation, also tries the unsolved
    /// cores, and windows.
    pub fn next_round(
        &mut self,
        solver: &mut PartSolver<'_, '_>,
    ) -> Result<Option<ComposedPlan>, Error> {
        let mut found = self.play_beam(solver)?;
        self.round += 1;
        let is_turn_over = self.round.is_multiple_of(VARIATIONS.len());
        if found.is_none() && is_turn_over && self.round > VARIATIONS.len() {
            found = self.play_hard(solver)?;
            if found.is_none() && self.round >= WITHOUT_WINDOWS {
                found = self.play_windows(solver)?;
            }
        }
        Ok(found)
    }

    fn play_beam(&mut self, solver: &PartSolver<'_, '_>) -> Result<Option<ComposedPlan>, Error> {
        let (turn, turns) = (self.round % VARIATIONS.len(), self.round / VARIATIONS.len());
        let number = (turns + turn / 2) % self.sides.len().max(1);
        let Some(side) = self.sides.get(number) else {
            return Ok(None);
        };
        let (board, variation) = (self.puzzle.board(), VARIATIONS[turn]);
        let centre = side.centres[turns % side.centres.len()];
        let fewer = if board.geometry() == Geometry::Square {
            0
        } else {
            FEWER
        };
        let core = Core::around(board, centre, variation.0 - fewer);
        let seed = Random::new(self.seed ^ (self.round as u64) << 32).next();
        let setting = Arc::new(RoundParams {
            costs: self.costs(&side.puzzle, &core, variation, seed),
            core,
            side: number,
            width: NARROWEST << turns.saturating_sub(1),
            seed,
        });
        let mut reached = self.reached(&setting, &[], solver)?;
        let reduced = std::mem::take(&mut reached.reduced);
        let found = self.play_cores(&setting, reduced, 0, solver)?;
        if !reached.stuck.is_empty() {
            self.stuck.push((setting, reached));
        }
        Ok(found)
    }

    /// Runs a beam from the position after the jumps `before`. The jump sequences of the result begin with `before`.
    fn reached(
        &self,
        setting: &RoundParams,
        before: &[Jump],
        solver: &PartSolver<'_, '_>,
    ) -> Result<BeamResult, Error> {
        let (board, whole) = (self.puzzle.board(), &self.sides[setting.side].puzzle);
        let beam = Beam::new(&self.moves, &setting.costs, setting.width, setting.seed);
        let position = after(whole, before).map_err(refused)?;
        let start = self.moves.grid.bits(board, &position);
        let least = whole.goal().peg_range().0 + MIN_JUMPS;
        let mut reached = beam.reached(&start, least, CORES, &solver.settings.stop);
        for jumps in reached.reduced.iter_mut().chain(&mut reached.stuck) {
            jumps.splice(..0, before.iter().copied());
        }
        Ok(reached)
    }

    /// Tries narrow beams on the core after each of the jump sequences `cleared`. `windows` is the number of windows in
    /// these sequences.
    fn play_cores(
        &mut self,
        setting: &Arc<RoundParams>,
        cleared: Vec<Vec<Jump>>,
        windows: usize,
        solver: &PartSolver<'_, '_>,
    ) -> Result<Option<ComposedPlan>, Error> {
        let side = &self.sides[setting.side];
        for (number, jumps) in cleared.into_iter().enumerate() {
            let position = after(&side.puzzle, &jumps).map_err(refused)?;
            let Some(puzzle) = setting.core.puzzle(&side.puzzle, &position, &side.last) else {
                continue;
            };
            let cleared = ComposedPlan { jumps, windows };
            let widths = &NARROW[..if number < WIDER_CORES { 2 } else { 1 }];
            if let Some(jumps) = solver.by_beams(&puzzle, widths) {
                return Ok(Some(self.plan(setting, cleared, jumps)));
            }
            self.hard.push((Arc::clone(setting), cleared, puzzle));
        }
        Ok(None)
    }

    /// Tries some of the unsolved cores by wider beams and then by formulas.
    fn play_hard(
        &mut self,
        solver: &mut PartSolver<'_, '_>,
    ) -> Result<Option<ComposedPlan>, Error> {
        let mut all = std::mem::take(&mut self.hard);
        all.sort_by_key(|(.., core)| Reverse(core.start().pegs()));
        for (setting, cleared, core) in all.into_iter().take(HARD_CORES) {
            if certify::quick_within(&core, &solver.settings.stop)?.is_some() {
                continue;
            }
            let mut found = solver.by_beams(&core, &WIDE);
            if found.is_none() {
                found = solver.by_formulas(&core, CORE_EFFORT)?;
            }
            if let Some(jumps) = found {
                return Ok(Some(self.plan(&setting, cleared, jumps)));
            }
        }
        Ok(None)
    }

    /// Continues some of the rounds with dead beams by windows at the farthest peg.
    fn play_windows(
        &mut self,
        solver: &mut PartSolver<'_, '_>,
    ) -> Result<Option<ComposedPlan>, Error> {
        let mut stuck = std::mem::take(&mut self.stuck);
        stuck.sort_by_key(|(_, reached)| reached.score);
        for (setting, reached) in stuck.into_iter().take(STUCK_ROUNDS) {
            let mut ways = reached.stuck;
            for windows in 1..=WINDOWS {
                let whole = &self.sides[setting.side].puzzle;
                let Some(way) = by_windows(whole, &setting.core, &ways, solver)? else {
                    break;
                };
                let reached = self.reached(&setting, &way, solver)?;
                let found = self.play_cores(&setting, reached.reduced, windows, solver)?;
                if found.is_some() {
                    return Ok(found);
                }
                ways = reached.stuck;
            }
            if solver.stop_reason().is_some() {
                break;
            }
        }
        Ok(None)
    }

    /// Returns the plan of the whole board: the jumps that clear the holes outside the core, then the plan of the core.
    fn plan(
        &self,
        setting: &RoundParams,
        cleared: ComposedPlan,
        on_core: Vec<Jump>,
    ) -> ComposedPlan {
        let ComposedPlan { mut jumps, windows } = cleared;
        jumps.extend(setting.core.part.on_whole(on_core));
        if self.sides[setting.side].is_dual {
            jumps.reverse();
        }
        ComposedPlan { jumps, windows }
    }

    /// Returns the costs of the holes by their distances from the core, with a small random part, so that rounds
    /// differ.
    fn costs(&self, puzzle: &Puzzle, core: &Core, variation: BeamProfile, seed: u64) -> Costs {
        const IN_CORE: i64 = 20;
        const STEP: i64 = 40;
        const CHANCE: usize = 4;
        /// Maximum distance that affects the cost; farther holes cost as much as holes at this distance.
        const FARTHEST: usize = 1 << 12;
        let (_, alone, at_border, is_squared) = variation;
        let (board, mut random) = (puzzle.board(), Random::new(seed));
        let mut costs = Costs {
            of: vec![[0; 2]; self.moves.grid.len()],
            alone: vec![0; self.moves.grid.len()],
        };
        for hole in 0..board.len() {
            let (cell, chance) = (board.cell(hole), random.below(CHANCE).cast_signed() as i64);
            let index = self.moves.grid.index(cell);
            let Some(peg) = core.wants(puzzle.goal(), hole) else {
                costs.alone[index] = IN_CORE;
                continue;
            };
            let far = core.distances[hole].min(FARTHEST).cast_signed() as i64;
            let missing = board.geometry().directions().len() - board.neighbours(hole).count();
            let missing = missing.cast_signed() as i64;
            let by_distance = if is_squared {
                (far * far * STEP) / 4 + STEP / 2
            } else {
                far * STEP
            };
            let cost = by_distance + missing * at_border * STEP / 10 + chance;
            costs.of[index][usize::from(!peg)] = cost;
            if !peg {
                costs.alone[index] = alone * (STEP + far * STEP / 2);
            }
        }
        costs
    }
}

impl Orientation {
    fn new(puzzle: Puzzle, is_dual: bool) -> Self {
        let (board, goal) = (puzzle.board(), puzzle.goal());
        let is_one_peg = goal.is_one_peg();
        let last = is_one_peg.then(|| certify::class::last_holes(&puzzle));
        let last = last.unwrap_or_default();
        // A goal of one peg requires no hole to have a peg, so `last` replaces its pegs.
        let mut centres: Vec<Hole> = last.iter().copied().chain(goal.pegs().holes()).collect();
        if centres.is_empty() {
            centres.extend(goal.open().holes());
        }
        let whole = is_one_peg.then(|| (0..board.len()).collect());
        let around: Vec<Hole> = whole.unwrap_or_else(|| centres.clone());
        sort_from_middle(board, &around, &mut centres);
        centres.truncate(CENTRES);
        Self {
            puzzle,
            is_dual,
            last,
            centres,
        }
    }
}

/// Sorts holes by their distance from the middle of the holes `around`.
pub fn sort_from_middle(board: &Board, around: &[Hole], holes: &mut [Hole]) {
    let number = around.len().cast_signed() as i64;
    let place = |hole: Hole| {
        let cell = board.cell(hole);
        [i64::from(cell.x), i64::from(cell.y)]
    };
    let [x, y] = [0, 1].map(|axis| around.iter().map(|&hole| place(hole)[axis]).sum::<i64>());
    holes.sort_by_key(|&hole| {
        let [dx, dy] = place(hole);
        (dx * number - x).pow(2) + (dy * number - y).pow(2)
    });
}

/// Returns the first of these jump sequences that a window can continue, with the plan of the window.
fn by_windows(
    whole: &Puzzle,
    core: &Core,
    ways: &[Vec<Jump>],
    solver: &mut PartSolver<'_, '_>,
) -> Result<Option<Vec<Jump>>, Error> {
    for way in ways {
        for window in Window::all(whole, core, way).map_err(refused)? {
            if let Some(plan) = solver.by_formulas(&window.puzzle, WINDOW_EFFORT)? {
                return Ok(Some(window.with(plan)));
            }
            if solver.stop_reason().is_some() {
                return Ok(None);
            }
        }
    }
    Ok(None)
}

fn refused(refused: String) -> Error {
    Error::internal("jumps of the reduction were rejected", refused)
}

#[cfg(test)]
mod tests;
