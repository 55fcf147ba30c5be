//! Parts of a board: some holes of a board form a separate puzzle, which is solved by beams or formulas.

use std::collections::VecDeque;
use std::sync::Arc;

use super::beam_search::BeamSearch;
use super::{Error, Settings};
use saut_base::stop::StopReason;
use saut_criteria::compile::{peg_plan, peg_task};
use saut_peg::peg::{Board, Cell, Goal, Hole, Jump, Position, Puzzle};
use saut_plan::backend::Backend;
use saut_plan::engine::Budget;
use saut_plan::portfolio::{Formulas, Lineup};
use saut_plan::work::Work;
use saut_task::plan::Plan;

/// A plan that is composed of the plans of parts.
pub struct ComposedPlan {
    /// The jumps, in the cells of the whole board.
    pub jumps: Vec<Jump>,
    /// Number of windows with their own plan.
    pub windows: usize,
}

pub struct Part {
    board: Arc<Board>,
    /// The cell of the whole board at the top left corner of the part.
    corner: Cell,
    /// The hole of the whole board for each hole of the part.
    pub holes: Vec<Hole>,
}

impl Part {
    /// Creates the part with these holes, which are in ascending order.
    ///
    /// # Panics
    /// Never: some holes of a board are a board.
    pub fn new(whole: &Board, holes: Vec<Hole>) -> Self {
        let cells = || holes.iter().map(|&hole| whole.cell(hole));
        let left = cells().map(|cell| cell.x).min().unwrap_or(0);
        let top = cells().map(|cell| cell.y).min().unwrap_or(0);
        let board = Board::new(whole.geometry(), cells()).expect("a part of a board");
        Self {
            board: Arc::new(board),
            corner: Cell::new(left, top),
            holes,
        }
    }

    /// Returns the part as a puzzle; `None` if start and goal do not make a puzzle.
    pub fn puzzle(&self, start: Position, goal: Goal) -> Option<Puzzle> {
        Puzzle::new("part", Arc::clone(&self.board), start, goal).ok()
    }

    /// Returns the position of the part with a peg in each hole that `is_wanted` selects.
    pub fn position(&self, is_wanted: impl Fn(Hole) -> bool) -> Position {
        let holes = self.holes.iter().enumerate();
        let inside = holes.filter(|&(_, &hole)| is_wanted(hole));
        Position::from_holes(self.holes.len(), inside.map(|(hole, _)| hole))
    }

    /// Returns the goal of the part. `wanted` returns whether a hole of the whole board requires a peg; `None` leaves
    /// the hole open.
    pub fn goal(&self, wanted: impl Fn(Hole) -> Option<bool>) -> Goal {
        let pegs = self.position(|hole| wanted(hole) == Some(true));
        Goal::partial(&pegs, self.position(|hole| wanted(hole).is_none()))
    }

    /// Returns the jumps of the part as jumps on the whole board.
    pub fn on_whole(&self, jumps: Vec<Jump>) -> impl Iterator<Item = Jump> {
        let moved = |cell: Cell| self.corner.step((cell.x, cell.y), 1);
        jumps.into_iter().map(move |jump| jump.map(moved))
    }
}

/// Returns the distance of each hole from the nearest hole of `from`, in steps. The distance is the number of holes of
/// the board if no line connects the hole with a hole of `from`.
pub fn distances(board: &Board, from: &[Hole]) -> Vec<usize> {
    let mut distances = vec![board.len(); board.len()];
    for &hole in from {
        distances[hole] = 0;
    }
    let mut next: VecDeque<Hole> = from.iter().copied().collect();
    while let Some(hole) = next.pop_front() {
        for other in board.neighbours(hole) {
            if distances[other] > distances[hole] + 1 {
                distances[other] = distances[hole] + 1;
                next.push_back(other);
            }
        }
    }
    distances
}

/// Solves parts within the budget of a turn.
pub struct PartSolver<'s, 'b> {
    pub settings: Settings,
    pub backends: &'s [Box<dyn Backend>],
    pub budget: &'s mut Budget<'b>,
}

impl PartSolver<'_, '_> {
    pub fn stop_reason(&self) -> Option<StopReason> {
        self.settings.stop.stop_reason()
    }

    /// Returns a plan of a part, if a beam of one of these widths finds one.
    pub fn by_beams(&self, part: &Puzzle, widths: &[usize]) -> Option<Vec<Jump>> {
        if part.goal().is_met_by(part.start()) {
            return Some(Vec::new());
        }
        let search = BeamSearch::new(part, self.settings.seed)?;
        let mut widths = widths.iter();
        widths.find_map(|&width| search.plan(width, &self.settings.stop))
    }

    /// Returns a plan of a part, if formulas find one within this number of conflicts.
    pub fn by_formulas(
        &mut self,
        part: &Puzzle,
        conflicts: Work,
    ) -> Result<Option<Vec<Jump>>, Error> {
        let task = peg_task(part);
        let lineup = Lineup {
            of_a_conflict: Some(1),
            ..Lineup::of(&self.settings)
        };
        let formulas = Formulas::new(&task, &self.settings, self.backends, lineup);
        let turn = self
            .budget
            .aside(conflicts, |budget| formulas.turn(budget))?;
        let jumps = |path| peg_plan(part, Plan::sequential(path)).into_actions();
        Ok(turn.into_path().map(jumps))
    }
}
