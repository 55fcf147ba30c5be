//! Backtracking: play a jump, go on from there, take it back. What the depth-first methods share, and two of them.
//!
//! `depth-first` is the recursion as everybody writes it first. Jumps are tried by the hole jumped from, row by row as a
//! picture is read, and at each hole in the order of [`saut_peg::peg::Geometry::directions`]: right, left, down, up.
//! Matos, *Depth-first search solves peg solitaire* (1998), finds that this choice decides whether a plan comes at once
//! or never: scanning for pegs to jump with is the lucky one on the English board.
//!
//! `depth-first-table` keeps the boards seen. Jumps only remove pegs, so no board can come again within one line of
//! play, and a board in the table has been looked at in vain: it, and its images under the symmetries that keep the
//! goal, need not be entered again. The table takes 8 to 22 bytes a board of at most 64 holes; the search stops when it
//! would not fit into the memory limit.

use super::game::{BaselineGame, Path};
use super::table::BaselineTable;
use super::watch::Watch;
use saut_base::stop::StopReason;
use saut_peg::peg::Position;

/// Points at which one depth-first method differs from another.
pub trait Manner {
    /// Puts the playable jumps of a position into the order in which they are tried.
    fn order(&mut self, _game: &BaselineGame, _at: &Position, _jumps: &mut [usize]) {}

    /// Whether to look at a position at all.
    ///
    /// # Errors
    /// The limit that stops it.
    fn is_new(&mut self, _at: &Position, _watch: &Watch<'_>) -> Result<bool, StopReason> {
        Ok(true)
    }
}

/// Jumps by hole and direction, and every position as often as it comes.
pub struct InOrder;

impl Manner for InOrder {}

/// The same, each board once.
pub struct OnceEach(pub BaselineTable);

impl Manner for OnceEach {
    fn is_new(&mut self, at: &Position, watch: &Watch<'_>) -> Result<bool, StopReason> {
        self.0.insert(at, watch)
    }
}

/// Searches the whole space in that manner. The stack is our own: a plan on a large board has
/// thousands of jumps.
///
/// # Errors
/// The limit that stopped it, or [`StopReason::NothingLeft`].
pub fn backtrack(
    game: &BaselineGame,
    manner: &mut impl Manner,
    watch: &mut Watch<'_>,
) -> Result<Path, StopReason> {
    let mut at = game.start().clone();
    let mut path = Path::new();
    // Jumps still to be tried, those of deeper positions on top; where each position's begin.
    let (mut untried, mut begins) = (Vec::new(), Vec::new());
    watch.enter()?;
    loop {
        if game.is_goal(&at, path.len()) {
            return Ok(path);
        }
        let begin = untried.len();
        begins.push(begin);
        if !game.is_last(path.len()) && manner.is_new(&at, watch)? {
            untried.extend(game.playable(&at));
            manner.order(game, &at, &mut untried[begin..]);
            untried[begin..].reverse();
        }
        while begins.last() == Some(&untried.len()) {
            begins.pop();
            match path.pop() {
                Some(jump) => game.turn(&mut at, jump),
                None => return Err(StopReason::NothingLeft),
            }
        }
        let Some(jump) = untried.pop() else {
            return Err(StopReason::NothingLeft);
        };
        game.turn(&mut at, jump);
        path.push(jump);
        watch.enter()?;
    }
}
