//! Windows: a rim that no package fits is cleared by a formula over the few holes around it.
//!
//! A beam that dies out leaves pegs outside the core, too few to clear each other. The window is the
//! holes around the farthest of them. The last jumps there are taken back, with what hangs on them, so
//! that there are pegs again as they are then, and a formula looks for other jumps: afterwards all that
//! is as far out as the peg, or farther, is as the goal wants it, and what is nearer may be as it is.

use std::collections::VecDeque;
use std::sync::Arc;

use super::core::{Core, beside};
use saut_peg::peg::{Board, Hole, Jump, Position, Puzzle};
use saut_peg::simulate::{self, JumpFault};

/// The most holes of a window.
const HOLES: usize = 30;

/// Numbers of jumps in a window that are taken back, tried in this order.
const TAKEN_BACK: [usize; 3] = [12, 20, 28];

/// A window with what is to be done in it.
pub struct Window {
    /// The jumps before it.
    pub before: Vec<Jump>,
    /// The position of the whole after these.
    pub position: Position,
    part: Arc<Core>,
    /// The window as a puzzle.
    pub puzzle: Puzzle,
}

impl Window {
    /// The windows at the farthest peg, or vacancy, that jumps have left where the goal wants another.
    ///
    /// # Errors
    /// Jumps that cannot be played: a failure of ours.
    pub fn all(whole: &Puzzle, core: &Core, jumps: &[Jump]) -> Result<Vec<Self>, JumpFault> {
        let (board, goal) = (whole.board(), whole.goal());
        let wants = |hole: Hole| match core.distance(hole) {
            0 => None,
            _ if goal.is_one_peg() => Some(false),
            _ => goal.wants(hole),
        };
        let end = after(whole, jumps)?;
        let left =
            (0..board.len()).filter(|&hole| wants(hole).is_some_and(|peg| peg != end.has(hole)));
        let Some(farthest) = left.max_by_key(|&hole| core.distance(hole)) else {
            return Ok(Vec::new());
        };
        let part = Arc::new(Core::of(board, around(board, farthest)));
        let far = core.distance(farthest);
        let mut all: Vec<Self> = Vec::new();
        for number in TAKEN_BACK {
            let before = without_last(board, jumps, part.holes(), number);
            let position = after(whole, &before)?;
            let wanted = |hole: Hole| wants(hole).filter(|_| core.distance(hole) >= far);
            let is_new = all.last().is_none_or(|last| last.position != position);
            if let Some(puzzle) = part.window(&position, wanted).filter(|_| is_new) {
                all.push(Self {
                    before,
                    position,
                    part: Arc::clone(&part),
                    puzzle,
                });
            }
        }
        Ok(all)
    }

    /// The jumps before the window and those that a plan of it plays.
    pub fn with(&self, plan: Vec<Jump>) -> Vec<Jump> {
        let inside = plan.into_iter().map(|jump| self.part.jump(jump));
        self.before.iter().copied().chain(inside).collect()
    }
}

/// The position that jumps lead to.
///
/// # Errors
/// Jumps that cannot be played.
pub fn after(puzzle: &Puzzle, jumps: &[Jump]) -> Result<Position, JumpFault> {
    let mut position = puzzle.start().clone();
    for &jump in jumps {
        simulate::play(puzzle.board(), &mut position, jump)?;
    }
    Ok(position)
}

/// The holes next to a hole, as near as they come, in order.
fn around(board: &Board, hole: Hole) -> Vec<Hole> {
    let (mut holes, mut next) = (vec![hole], VecDeque::from([hole]));
    while let Some(hole) = next.pop_front() {
        for other in beside(board, hole) {
            if holes.len() < HOLES && !holes.contains(&other) {
                holes.push(other);
                next.push_back(other);
            }
        }
    }
    holes.sort_unstable();
    holes
}

/// Jumps without the last so many of those that touch some holes, and without those that hang on them.
fn without_last(board: &Board, jumps: &[Jump], holes: &[Hole], number: usize) -> Vec<Jump> {
    let of = |jump: &Jump| [jump.from, jump.over, jump.to].map(|cell| board.hole(cell));
    let mut is_touched = vec![false; board.len()];
    for &hole in holes {
        is_touched[hole] = true;
    }
    let touches = |is_touched: &[bool], jump: &Jump| {
        of(jump).into_iter().flatten().any(|hole| is_touched[hole])
    };
    let there = (0..jumps.len()).filter(|&at| touches(&is_touched, &jumps[at]));
    let first = there.rev().take(number).last().unwrap_or(jumps.len());
    let mut kept = jumps[..first].to_vec();
    for jump in &jumps[first..] {
        if touches(&is_touched, jump) {
            of(jump)
                .into_iter()
                .flatten()
                .for_each(|hole| is_touched[hole] = true);
        } else {
            kept.push(*jump);
        }
    }
    kept
}
