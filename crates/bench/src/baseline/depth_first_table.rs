//! Depth first with a table of the boards seen.
//!
//! Jumps only remove pegs, so no board can come again within one line of play, and a board in the
//! table has been looked at in vain: it, and its images under the symmetries that keep the goal,
//! need not be entered again. The table takes 8 to 22 bytes a board of at most 64 holes; the
//! search stops when it would not fit into the memory limit.

use super::backtrack::{Manner, backtrack};
use super::game::{BaselineGame, Bits, Path};
use super::table::BaselineTable;
use super::watch::Watch;
use saut_plan::stop::StopReason;
use saut_puzzles::peg::Puzzle;

struct OnceEach(BaselineTable);

impl Manner for OnceEach {
    fn is_new(&mut self, bits: &Bits, watch: &Watch<'_>) -> Result<bool, StopReason> {
        self.0.insert(bits, watch)
    }
}

/// Searches depth first, each board once.
///
/// # Errors
/// The limit that stopped it.
pub fn search(
    game: &BaselineGame,
    puzzle: &Puzzle,
    watch: &mut Watch<'_>,
) -> Result<Option<Path>, StopReason> {
    backtrack(game, &mut OnceEach(BaselineTable::new(puzzle)), watch)
}
