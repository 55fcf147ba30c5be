//! The number of boards of one level.

use super::NotCounted;
use crate::search::SearchSettings;
use crate::search::bit_board::BitBoard;
use crate::search::layer::{Layer, LayerContext};
use crate::search::layers::Layers;
use crate::search::limits::Halt;
use saut_peg::peg::Puzzle;

/// The boards of one number of pegs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LevelCount {
    /// The pegs.
    pub pegs: usize,
    /// Number of boards.
    pub boards: u64,
    /// Number of boards up to the symmetries that fix what they are counted for.
    pub up_to_symmetry: u64,
}

impl LevelCount {
    pub(super) fn of(context: &LayerContext, layer: &Layer, pegs: usize) -> Result<Self, Halt> {
        Ok(Self {
            pegs,
            boards: layer.boards(context),
            up_to_symmetry: layer.up_to_symmetry(context, pegs)?,
        })
    }
}

/// The boards on some solution by number of pegs, from the start on, up to the symmetries that
/// fix start and goal and all together. Empty if there is no solution.
///
/// # Errors
/// [`NotCounted`] at a limit, or on a board of more than 64 holes.
pub fn boards_on_solutions(
    puzzle: &Puzzle,
    settings: &SearchSettings,
) -> Result<Vec<LevelCount>, NotCounted> {
    let parts = BitBoard::of_puzzle(puzzle).ok_or(NotCounted::LARGE)?;
    let symmetries = parts.0.clone();
    let found = Layers::on_solutions(puzzle, settings, parts)?;
    let context = LayerContext::new(symmetries, found.context.wanted, settings);
    let pegs = (1..=puzzle.start().pegs()).rev();
    let counts = found.layers.iter().zip(pegs);
    let counts = counts.map(|(layer, pegs)| LevelCount::of(&context, layer, pegs));
    Ok(counts.collect::<Result<_, _>>()?)
}
