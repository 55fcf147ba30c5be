//! Clearing: one block after the other, each by an exhaustive search in a window around it.

use std::collections::HashMap;

use super::layout::Rectangle;
use crate::decide::part::Part;
use saut_base::stop::Stop;
use saut_levels::search::{self, ExhaustiveResult, SearchSettings};
use saut_peg::peg::{Board, Cell, Goal, Jump, Position};
use saut_peg::simulate;

/// Number of columns and rows around a block that may help and are restored.
const AROUND: i16 = 2;

/// A window as the search sees it: columns, rows, and the pegs before and after.
type Window = (i16, i16, Position, Position);

/// Jumps found for windows, wherever they are: along a strip all are alike.
#[derive(Default)]
pub struct Clearing(HashMap<Window, Option<Vec<Jump>>>);

impl Clearing {
    /// Removes the pegs of a block and restores all others, or `None` if that cannot be done in the
    /// window around it.
    pub fn clear(
        &mut self,
        board: &Board,
        pegs: &mut Position,
        block: Rectangle,
        stop: &Stop,
    ) -> Option<Vec<Jump>> {
        let window = block.widened(AROUND, board);
        let (holes, block) = (window.holes(board), block.holes(board));
        if !block.iter().all(|&hole| pegs.has(hole)) {
            return None;
        }
        let place = |cleared: &[usize]| {
            let left = holes.iter().enumerate();
            let left = left.filter(|(_, hole)| pegs.has(**hole) && !cleared.contains(hole));
            Position::from_holes(holes.len(), left.map(|(place, _)| place))
        };
        let key = (window.width, window.height, place(&[]), place(&block));
        let known = self.0.entry(key);
        let known = known.or_insert_with_key(|(.., before, after)| {
            let part = Part::new(board, holes.clone());
            let puzzle = part.puzzle(before.clone(), Goal::exactly(after.clone()))?;
            let settings = SearchSettings {
                stop: stop.clone(),
                threads: 1,
                ..SearchSettings::default()
            };
            match search::exhaustive(&puzzle, &settings) {
                ExhaustiveResult::Plan(plan) => Some(plan.into_actions()),
                _ => None,
            }
        });
        let moved = |cell: Cell| Cell::new(window.left + cell.x, window.top + cell.y);
        let mut jumps = known.clone()?;
        for jump in &mut jumps {
            *jump = Jump::between(moved(jump.from), moved(jump.to));
            simulate::play(board, pegs, *jump).ok()?;
        }
        Some(jumps)
    }
}
