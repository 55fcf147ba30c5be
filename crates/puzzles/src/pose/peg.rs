//! Peg solitaire as a planning task.
//!
//! Fluent `h` is `peg(h)`; action `j` is
//! the `j`-th of [`Board::jumps`](crate::peg::Board::jumps), grouped by direction.

use crate::peg::{Jump, Puzzle, notation};
use saut_plan::plan::Plan;
use saut_plan::task::{Action, ActionId, Known, Length, Task};

/// The planning task of a peg solitaire puzzle.
pub fn peg_task(puzzle: &Puzzle) -> Task {
    let board = puzzle.board();
    let directions = board.geometry().directions();
    let name = |cell| {
        let name = notation::cell_name(board, cell);
        name.trim_matches(['(', ')']).replace(',', "_")
    };
    let action = |&jump: &Jump| {
        let [from, over, to] = board.holes_of(jump);
        Action {
            name: format!("jump-{}-{}", name(jump.from), name(jump.to)),
            group: directions
                .iter()
                .position(|&d| d == jump.direction())
                .unwrap_or(0),
            needs: vec![from, over],
            forbids: vec![to],
            adds: vec![to],
            deletes: vec![from, over],
        }
    };
    let holes = 0..board.len();
    let goal = puzzle.goal();
    let (fewest, most) = puzzle.jump_range();
    Task {
        fluents: board
            .cells()
            .iter()
            .map(|&cell| format!("peg-{}", name(cell)))
            .collect(),
        actions: board.jumps().iter().map(action).collect(),
        start: holes.clone().map(|hole| puzzle.start().has(hole)).collect(),
        goal: holes
            .clone()
            .filter_map(|hole| goal.wants(hole).map(|peg| (hole, peg)))
            .collect(),
        at_most_one_at_end: if goal.is_one_peg() {
            holes.collect()
        } else {
            Vec::new()
        },
        length: Length {
            at_least: fewest,
            at_most: Some(most),
        },
        known: Known::default(),
    }
}

/// The jumps of a plan of [`peg_task`].
pub fn peg_plan(puzzle: &Puzzle, plan: Plan<ActionId>) -> Plan<Jump> {
    plan.map(|action| puzzle.board().jumps()[action])
}
