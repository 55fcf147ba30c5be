//! The jumps of a solution, put together from where its two ends met.
//!
//! The levels on the way are not kept: they would take as much room as all the rest. The way from
//! the start to the meeting, and from there to the goal, is a puzzle of half as many jumps each,
//! and is searched in the same way.

use std::sync::Arc;

use super::bit_board::{self, BitBoard, Direction};
use super::exhaustive::{ExhaustiveResult, exhaustive};
use super::level::Level;
use super::table::Count;
use super::{PruningFunctions, SearchSettings};
use crate::peg::{Goal, Jump, Puzzle};
use saut_plan::plan::Plan;

/// A jump from a position that the start leads to, to one that leads to a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crossing {
    above: u64,
    jump: Jump,
    below: u64,
}

impl Crossing {
    /// The crossing to a child, in canonical form, that was made from a level.
    pub fn to<T: Count>(
        child: u64,
        compact: &BitBoard,
        direction: Direction,
        from: &Level<T>,
    ) -> Option<Self> {
        // The symmetries fix start and goal, so that every image of a position will do.
        let comes_from = |parent: u64| from.has(compact.canonical(parent));
        let mut masks = compact.masks().iter().zip(compact.jumps());
        let (mask, &jump) = masks.find(|(mask, _)| {
            let parent = child ^ mask.touched;
            mask.applies(direction, parent) && comes_from(parent)
        })?;
        let parent = child ^ mask.touched;
        let (above, below) = match direction {
            Direction::Forward => (parent, child),
            Direction::Backward => (child, parent),
        };
        Some(Self { above, jump, below })
    }

    /// The jumps from the start over this one to a goal; `None` if a limit was hit.
    pub fn plan(self, puzzle: &Puzzle, settings: &SearchSettings) -> Option<Plan<Jump>> {
        let goal = puzzle.goal().clone();
        let mut steps = way_to(puzzle, self.above, settings)?.steps;
        steps.push(vec![self.jump]);
        steps.extend(way(puzzle, self.below, goal, settings)?.steps);
        Some(Plan { steps })
    }
}

/// The jumps from the start to a position.
pub fn way_to(puzzle: &Puzzle, to: u64, settings: &SearchSettings) -> Option<Plan<Jump>> {
    let to = bit_board::position(puzzle.board().len(), to);
    let start = bit_board::bits_of(puzzle.start());
    way(puzzle, start, Goal::exactly(to), settings)
}

fn way(puzzle: &Puzzle, from: u64, goal: Goal, settings: &SearchSettings) -> Option<Plan<Jump>> {
    let board = puzzle.board();
    let from = bit_board::position(board.len(), from);
    if goal.is_met_by(&from) {
        return Some(Plan::sequential(Vec::new()));
    }
    let part = Puzzle::new("part", Arc::clone(board), from, goal).ok()?;
    // Weights alone: what has to be lost takes longer to work out than it saves here.
    let settings = SearchSettings {
        pruning: PruningFunctions {
            pagodas: settings.pruning.pagodas.clone(),
            ..PruningFunctions::default()
        },
        progress: None,
        ..settings.clone()
    };
    match exhaustive(&part, &settings) {
        ExhaustiveResult::Plan(plan) => Some(plan),
        _ => None,
    }
}
