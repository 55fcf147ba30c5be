//! Backtracking: play a jump, go on from there, take it back. What the depth-first methods share.

use super::game::{BaselineGame, Bits, Path};
use super::watch::Watch;
use saut_plan::stop::StopReason;

/// Points at which one depth-first method differs from another.
pub trait Manner {
    /// Puts the playable jumps of a position into the order in which they are tried.
    fn order(&mut self, _game: &BaselineGame, _bits: &Bits, _jumps: &mut [usize]) {}

    /// Whether to look at a position at all.
    ///
    /// # Errors
    /// The limit that stops it.
    fn is_new(&mut self, _bits: &Bits, _watch: &Watch<'_>) -> Result<bool, StopReason> {
        Ok(true)
    }
}

/// Searches the whole space in that manner. The stack is our own: a plan on a large board has
/// thousands of jumps.
///
/// # Errors
/// The limit that stopped it.
pub fn backtrack(
    game: &BaselineGame,
    manner: &mut impl Manner,
    watch: &mut Watch<'_>,
) -> Result<Option<Path>, StopReason> {
    let mut bits = game.start();
    let mut path = Path::new();
    // Jumps still to be tried, those of deeper positions on top; where each position's begin.
    let (mut untried, mut begins) = (Vec::new(), Vec::new());
    watch.enter()?;
    loop {
        if game.is_goal(&bits, path.len()) {
            return Ok(Some(path));
        }
        let begin = untried.len();
        begins.push(begin);
        if !game.is_last(path.len()) && manner.is_new(&bits, watch)? {
            untried.extend(game.playable(&bits));
            manner.order(game, &bits, &mut untried[begin..]);
            untried[begin..].reverse();
        }
        while begins.last() == Some(&untried.len()) {
            begins.pop();
            match path.pop() {
                Some(jump) => game.turn(&mut bits, jump),
                None => return Ok(None),
            }
        }
        let Some(jump) = untried.pop() else {
            return Ok(None);
        };
        game.turn(&mut bits, jump);
        path.push(jump);
        watch.enter()?;
    }
}
