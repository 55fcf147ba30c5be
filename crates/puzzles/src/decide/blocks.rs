//! Block removals: a large square or rectangle comes apart into a small core and blocks around it.
//!
//! A block removal clears some pegs and restores whatever else it touches. Three pegs in a line go if
//! there is a vacancy on one side of an end and a peg on the other, two lines side by side go even at
//! the border; so strips three wide can be cleared around a core, from where the vacancy opens the
//! way. Every block is a puzzle of its own in a window around it, with at most nine jumps, and the
//! two-ended search decides it; the core is solved by formulas. The plan is one after the other, and
//! is replayed as a whole. A goal that leaves a choice is replaced by a few positions that meet it
//! ([`goals`]). If no decomposition works, there is no answer; nothing is refuted here.
//!
//! Beasley, *The Ins and Outs of Peg Solitaire*, and Berlekamp, Conway, Guy, *Winning Ways*, ch. 23,
//! solve large boards by hand so.

mod clearing;
mod frame;
mod goals;
mod layout;

use itertools::Itertools;

use super::{Error, Settings};
use clearing::{Clearing, puzzle_in};
use frame::Frame;
use layout::{Core, Place};
use saut_base::stop::Stop;
use saut_criteria::certify;
use saut_criteria::compile::{peg_plan, peg_task};
use saut_peg::peg::{Jump, Position, Puzzle};
use saut_peg::simulate::{self, ReplayedPlan};
use saut_plan::backend::Backend;
use saut_plan::engine::{Budget, Engine as _};
use saut_plan::portfolio::{Formulas, Lineup};
use saut_plan::work::Work;
use saut_task::plan::Plan;

/// The conflicts that each core is given.
const EFFORT: Work = 5000;

/// Conflicts after which no more cores are tried: most divisions have an easy one, or none has.
const MOST_CONFLICTS: u64 = 10_000;

/// At most this many positions are tried as the goal.
const MOST_GOALS: usize = 4;

/// With more vacancies a goal that leaves a choice is likely to be near, and no block removal's.
const MOST_VACANCIES: usize = 8;

/// At most this many divisions are tried.
const MOST_DIVISIONS: usize = 64;

/// The jumps of a few holes, if formulas with this limit of conflicts find them.
pub fn by_formulas(
    core: &Puzzle,
    conflicts: Work,
    settings: &Settings,
    backends: &[Box<dyn Backend>],
    budget: &mut Budget<'_>,
) -> Result<Option<Vec<Jump>>, Error> {
    let task = peg_task(core);
    let lineup = Lineup {
        of_a_conflict: Some(1),
        ..Lineup::of(settings)
    };
    let mut formulas = Formulas::new(&task, settings, backends, lineup, conflicts);
    let turn = budget.aside(conflicts, |budget| formulas.turn(budget))?;
    let jumps = |path| peg_plan(core, Plan::sequential(path)).into_actions();
    Ok(turn.into_path().map(jumps))
}

/// A replayed plan by block removals, if one of the divisions works.
pub fn plan(
    puzzle: &Puzzle,
    divisions: &[Division],
    settings: &Settings,
    backends: &[Box<dyn Backend>],
    budget: &mut Budget<'_>,
) -> Result<Option<ReplayedPlan>, Error> {
    let mut clearing = Clearing::default();
    for division in divisions {
        if settings.stop.stop_reason().is_some() || budget.conflicts() > MOST_CONFLICTS {
            return Ok(None);
        }
        let Some(core) = division.core_puzzle() else {
            continue;
        };
        let Some(blocks) = division.blocks(&mut clearing, &settings.stop) else {
            continue;
        };
        if certify::quick_within(&core, &settings.stop)?.is_some() {
            continue;
        }
        if let Some(jumps) = by_formulas(&core, EFFORT, settings, backends, budget)? {
            return division.plan(puzzle, blocks, &jumps).map(Some);
        }
    }
    Ok(None)
}

/// A way to divide a puzzle.
pub struct Division {
    frame: Frame,
    core: Core,
    /// Places of the pegs of the start, and of the goal, in the frame.
    pegs: [Vec<Place>; 2],
}

/// The divisions of a puzzle, those first whose core is likely to be quick. There is none unless the
/// board is a rectangle, with one vacancy or a few near each other.
pub fn divisions(puzzle: &Puzzle) -> Vec<Division> {
    let (board, start) = (puzzle.board(), puzzle.start());
    let frames = Frame::all(board);
    if frames.is_empty() {
        return Vec::new();
    }
    let vacancies = start.complement();
    if puzzle.goal().position().is_none() && vacancies.pegs() > MOST_VACANCIES {
        return Vec::new();
    }
    let goals = goals::concrete(puzzle, MOST_GOALS);
    let places = |frame: Frame, position: &Position| -> Vec<Place> {
        let holes = position.holes();
        holes.map(|hole| frame.place(board.cell(hole))).collect()
    };
    let mut all = Vec::new();
    for (&frame, goal) in frames.iter().cartesian_product(&goals) {
        let vacancies = places(frame, &vacancies);
        let inside = [vacancies.as_slice(), &places(frame, goal)].concat();
        for &vacancy in &vacancies {
            let cores = layout::cores(frame.size(), vacancy, &inside);
            all.extend(cores.into_iter().map(|core| (core, frame, goal)));
        }
    }
    all.sort_by_key(|(core, ..)| core.difficulty());
    all.truncate(MOST_DIVISIONS);
    let division = |(core, frame, goal): (Core, Frame, &Position)| Division {
        frame,
        core,
        pegs: [places(frame, start), places(frame, goal)],
    };
    all.into_iter().map(division).collect()
}

impl Division {
    /// Puzzle left for the core: its start after the jumps that open the way; `None` if it has fewer
    /// pegs than its goal.
    fn core_puzzle(&self) -> Option<Puzzle> {
        let mut start = self.pegs[0].clone();
        for jump in self.core.opening() {
            start.retain(|place| *place != jump[0] && *place != jump[1]);
            start.push(jump[2]);
        }
        puzzle_in(self.core.rectangle, &start, &self.pegs[1])
    }

    /// The jumps that open the way and clear the blocks; `None` if one resists.
    fn blocks(&self, clearing: &mut Clearing, stop: &Stop) -> Option<Vec<[Place; 3]>> {
        clearing.begin(self.frame.size(), &self.pegs[0]);
        for jump in self.core.opening() {
            clearing.play(jump)?;
        }
        for block in self.core.blocks() {
            clearing.clear(block, stop)?;
        }
        Some(clearing.jumps().to_vec())
    }

    /// The plan of the whole: the blocks, then the core.
    fn plan(
        &self,
        puzzle: &Puzzle,
        blocks: Vec<[Place; 3]>,
        core: &[Jump],
    ) -> Result<ReplayedPlan, Error> {
        let (x, y) = self.core.rectangle.corner();
        let on_core = core
            .iter()
            .map(|jump| [jump.from, jump.over, jump.to].map(|cell| (x + cell.x, y + cell.y)));
        let jumps = blocks.into_iter().chain(on_core);
        let plan = Plan::sequential(jumps.map(|jump| self.frame.jump(jump)));
        simulate::replay(puzzle, plan)
            .map_err(|refused| Error::internal("the plan by block removals is refused", refused))
    }
}

#[cfg(test)]
mod tests;
