//! The core, to which a large board is reduced, and windows: parts of the rim in which no package fits.
//!
//! A beam that dies out leaves pegs outside the core that cannot clear each other. The window is the set of holes
//! around the farthest of these pegs. The last jumps in the window are taken back, together with the jumps that depend
//! on them, so the window has more pegs again. Then a formula searches for other jumps. Its goal covers the holes of
//! the window that are at least as far out as the peg. The goal leaves all other holes open.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;

use itertools::Itertools as _;

use crate::decide::part::{Part, distances};
use saut_peg::peg::{Board, Goal, Hole, Jump, Position, Puzzle};
use saut_peg::simulate;

/// A connected set of holes of a board.
pub struct Core {
    pub part: Part,
    /// Distance of each hole of the whole board from the core, in steps. The distance is 0 in the core, and the number
    /// of holes of the board if no line connects the hole with the core.
    pub distances: Vec<usize>,
}

impl Core {
    /// Returns the core of this size around a centre: a connected set of the nearest holes.
    pub fn around(whole: &Board, centre: Hole, size: usize) -> Self {
        let middle = whole.cell(centre);
        let nearness = |hole: Hole| {
            let cell = whole.cell(hole);
            let [dx, dy] =
                [cell.x - middle.x, cell.y - middle.y].map(|along| i32::from(along).abs());
            // A measure between disc and square: around such a core, few holes are hard to clear.
            (dx * dx + dy * dy + 2 * dx.max(dy).pow(2), hole)
        };
        let (mut holes, mut seen) = (Vec::new(), vec![false; whole.len()]);
        let mut next = BinaryHeap::from([Reverse((nearness(centre), centre))]);
        seen[centre] = true;
        while holes.len() < size
            && let Some(Reverse((_, hole))) = next.pop()
        {
            holes.push(hole);
            for other in whole.neighbours(hole) {
                if !std::mem::replace(&mut seen[other], true) {
                    next.push(Reverse((nearness(other), other)));
                }
            }
        }
        holes.sort_unstable();
        Self {
            distances: distances(whole, &holes),
            part: Part::new(whole, holes),
        }
    }

    /// Returns whether the goal requires a peg in a hole outside the core. `None` for open holes and in the core.
    pub fn wants(&self, goal: &Goal, hole: Hole) -> Option<bool> {
        match self.distances[hole] {
            0 => None,
            _ if goal.is_one_peg() => Some(false),
            _ => goal.wants(hole),
        }
    }

    /// Returns the core as a puzzle that begins with a position of the whole board. `last` has the holes that are
    /// admitted for the last peg, if the goal is one peg. `None` if start and goal do not make a puzzle.
    pub fn puzzle(&self, whole: &Puzzle, position: &Position, last: &[Hole]) -> Option<Puzzle> {
        let goal = if whole.goal().is_one_peg() {
            let last = self.part.position(|hole| last.contains(&hole));
            (!last.is_empty()).then(|| Goal::one_peg_in(last))?
        } else {
            self.part.goal(|hole| whole.goal().wants(hole))
        };
        let start = self.part.position(|hole| position.has(hole));
        self.part.puzzle(start, goal)
    }
}

/// Maximum number of holes of a window.
const HOLES: usize = 30;

/// Numbers of jumps in a window that are taken back, tried in this order.
const TAKEN_BACK: [usize; 3] = [12, 20, 28];

/// Some holes of the rim, with the puzzle to clear them.
pub struct Window {
    /// The jumps before the window.
    pub before: Vec<Jump>,
    part: Arc<Part>,
    pub puzzle: Puzzle,
}

impl Window {
    /// Returns the windows around the farthest hole that does not meet the goal after the jumps: one window for each
    /// number of jumps that are taken back.
    ///
    /// # Errors
    /// A jump is not playable.
    pub fn all(whole: &Puzzle, core: &Core, jumps: &[Jump]) -> Result<Vec<Self>, String> {
        let board = whole.board();
        let wants = |hole: Hole| core.wants(whole.goal(), hole);
        let end = after(whole, jumps)?;
        let left =
            (0..board.len()).filter(|&hole| wants(hole).is_some_and(|peg| peg != end.has(hole)));
        let Some(farthest) = left.max_by_key(|&hole| core.distances[hole]) else {
            return Ok(Vec::new());
        };
        let part = Arc::new(Part::new(board, around(board, farthest)));
        let far = core.distances[farthest];
        let goal = part.goal(|hole| wants(hole).filter(|_| core.distances[hole] >= far));
        let (mut all, mut last) = (Vec::new(), None);
        for number in TAKEN_BACK {
            let before = without_last(board, jumps, &part.holes, number);
            let position = after(whole, &before)?;
            let is_new = last.as_ref() != Some(&position);
            let start = part.position(|hole| position.has(hole));
            if let Some(puzzle) = part.puzzle(start, goal.clone()).filter(|_| is_new) {
                let part = Arc::clone(&part);
                all.push(Self {
                    before,
                    part,
                    puzzle,
                });
                last = Some(position);
            }
        }
        Ok(all)
    }

    /// Returns the jumps before the window, followed by a plan of the window.
    pub fn with(&self, plan: Vec<Jump>) -> Vec<Jump> {
        let before = self.before.iter().copied();
        before.chain(self.part.on_whole(plan)).collect()
    }
}

/// Returns the position after some jumps.
///
/// # Errors
/// A jump is not playable.
pub fn after(puzzle: &Puzzle, jumps: &[Jump]) -> Result<Position, String> {
    let mut position = puzzle.start().clone();
    for &jump in jumps {
        simulate::play(puzzle.board(), &mut position, jump)?;
    }
    Ok(position)
}

/// Returns the holes nearest to a hole, at most [`HOLES`], sorted by number. Distances are in steps.
fn around(board: &Board, hole: Hole) -> Vec<Hole> {
    let steps = distances(board, &[hole]);
    let connected = (0..board.len()).filter(|&other| steps[other] < board.len());
    let mut holes: Vec<Hole> = connected
        .sorted_by_key(|&other| steps[other])
        .take(HOLES)
        .collect();
    holes.sort_unstable();
    holes
}

/// Removes the last `number` jumps that touch the given holes, and all jumps that depend on the removed jumps. Returns
/// the remaining jumps.
fn without_last(board: &Board, jumps: &[Jump], holes: &[Hole], number: usize) -> Vec<Jump> {
    let mut touched = Position::from_holes(board.len(), holes.iter().copied());
    let meets = |touched: &Position, jump: Jump| {
        let mut holes = board.holes_of(jump).into_iter();
        holes.any(|hole| touched.has(hole))
    };
    let there = (0..jumps.len()).filter(|&at| meets(&touched, jumps[at]));
    let first = there.rev().take(number).last().unwrap_or(jumps.len());
    let mut kept = jumps[..first].to_vec();
    for &jump in &jumps[first..] {
        if meets(&touched, jump) {
            let holes = board.holes_of(jump).into_iter();
            holes.for_each(|hole| touched.set(hole, true));
        } else {
            kept.push(jump);
        }
    }
    kept
}
