//! Every position on some solution, and values worked out level by level from the goal up.

use std::sync::Arc;

use crate::count::NotCounted;
use crate::search::bit_board::{BitBoard, bits_of};
use crate::search::checkpoints::Packing;
use crate::search::layer::{Layer, LayerContext};
use crate::search::layers::Layers;
use crate::search::limits::Halt;
use crate::search::values::Values;
use crate::search::{SearchSettings, Value};
use saut_peg::peg::{Board, Puzzle};

/// The positions on some solution, in canonical form under the symmetries that fix the goal, or
/// all of them where these are too many to be listed.
#[derive(Debug)]
pub struct SolutionGraph {
    board: Arc<Board>,
    start: u64,
    pub(super) context: LayerContext,
    /// The symmetries that fix start and goal.
    fixing: BitBoard,
    /// By the number of jumps played.
    layers: Vec<Layer>,
}

impl SolutionGraph {
    /// Finds them.
    ///
    /// # Errors
    /// [`NotCounted`] at a limit, or on a board of more than 64 holes.
    pub fn new(puzzle: &Puzzle, settings: &SearchSettings) -> Result<Self, NotCounted> {
        if puzzle.board().put_back().is_some() {
            return Err(NotCounted::OLD_RULE);
        }
        let symmetries = BitBoard::of_goal(puzzle).ok_or(NotCounted::LARGE)?;
        let (fixing, ..) = BitBoard::of_puzzle(puzzle).ok_or(NotCounted::LARGE)?;
        let layers = Layers::on_solutions(puzzle, settings, symmetries)?;
        Ok(Self::of(puzzle, fixing, layers))
    }

    fn of(puzzle: &Puzzle, fixing: BitBoard, found: Layers) -> Self {
        Self {
            board: Arc::clone(puzzle.board()),
            start: bits_of(puzzle.start()),
            context: found.context,
            fixing,
            layers: found.layers,
        }
    }

    /// Goes on, or not.
    ///
    /// # Errors
    /// [`Halt`] at a limit.
    pub fn check(&self) -> Result<(), Halt> {
        self.context.limits.check()
    }

    /// The board.
    pub fn board(&self) -> &Arc<Board> {
        &self.board
    }

    /// The start, a bit a hole.
    pub fn start(&self) -> u64 {
        self.start
    }

    /// The jumps as masks, and the symmetries.
    pub fn compact(&self) -> &BitBoard {
        &self.context.compact
    }

    /// Whether a position, in any form, meets the goal.
    pub fn is_goal(&self, position: u64) -> bool {
        self.context.wanted.is_met_by(position)
    }

    /// The holes that are vacant wherever the goal is met.
    pub fn vacant_at_end(&self) -> u64 {
        let wanted = self.context.wanted;
        wanted.board() & !wanted.pegs() & !wanted.open()
    }

    /// Whether there is a solution at all.
    pub fn is_solvable(&self) -> bool {
        !self.is_empty()
    }

    /// Image of each jump under each symmetry that fixes start and goal, the identity first.
    pub(super) fn fixing_symmetries(&self) -> Vec<Vec<usize>> {
        self.fixing.images_of_jumps()
    }

    /// Number of positions.
    pub fn len(&self) -> u64 {
        self.layers.iter().map(Layer::len).sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.layers.is_empty()
    }

    /// Whether positions are taken up to the symmetries that fix the goal.
    pub fn is_up_to_symmetry(&self) -> bool {
        self.layers.first().is_none_or(Layer::is_list)
    }

    /// Works out a value for every position, from the last level up. `value` is asked with a
    /// position and the values of all positions with fewer pegs.
    ///
    /// # Errors
    /// [`Halt`] at a limit, or what `value` returns.
    pub fn values<T: Value>(
        &self,
        value: impl Fn(u64, &Values<T>) -> Result<T, Halt> + Sync,
    ) -> Result<Values<T>, Halt> {
        let top = self.start.count_ones() as usize;
        Values::new(&self.context, top, &self.layers, None, value)
    }

    /// [`Self::values`], resumed from the values that were kept, and keeping those of each new level.
    ///
    /// # Errors
    /// As [`Self::values`], or a level cannot be kept.
    pub fn kept_values<T: Value>(
        &self,
        stage: &str,
        packing: Packing<T>,
        value: impl Fn(u64, &Values<T>) -> Result<T, Halt> + Sync,
    ) -> Result<Values<T>, Halt> {
        let top = self.start.count_ones() as usize;
        let stage = self
            .layers
            .first()
            .map_or_else(String::new, |layer| layer.stage(stage));
        let kept = self.context.settings.kept(stage, packing);
        Values::new(&self.context, top, &self.layers, kept.as_ref(), value)
    }
}

#[cfg(test)]
mod tests;
