//! Recursive depth first, as everybody writes it first.
//!
//! Jumps are tried by the hole jumped from, row by row as a picture is read, and at each hole in
//! the order of [`saut_puzzles::peg::Geometry::directions`]: right, left, down, up. Matos, *Depth-first
//! search solves peg solitaire* (1998), finds that this choice decides whether a plan comes at
//! once or never: scanning for pegs to jump with is the lucky one on the English board.

use super::backtrack::{Manner, backtrack};
use super::game::{BaselineGame, Path};
use super::watch::Watch;
use saut_plan::stop::StopReason;

struct InOrder;

impl Manner for InOrder {}

/// Searches depth first.
///
/// # Errors
/// The limit that stopped it.
pub fn search(game: &BaselineGame, watch: &mut Watch<'_>) -> Result<Option<Path>, StopReason> {
    backtrack(game, &mut InOrder, watch)
}
