//! Meeting point of the two ends of a solution.

use super::bit_board::{BitBoard, Direction};
use super::level::Level;
use super::table::Count;
use saut_peg::peg::Jump;

/// A jump from a position that the start leads to, to one that leads to a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crossing {
    pub above: u64,
    pub jump: Jump,
    pub below: u64,
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
}
