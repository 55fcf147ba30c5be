//! Backtracking: play a jump, go on from there, take it back.
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
//!
//! `gravity` tries the jump first that moves the pegs' centre of gravity least. The centre of n pegs is the sum S of
//! their cells divided by n. After a jump it is S' / (n − 1), and how far it moves is the length of the difference. All
//! jumps of a position have the same n, so the squared length of n S' − (n − 1) S ranks them without fractions; equal
//! ones stay in the order of `depth-first`. The rule is folklore of hand and computer play (keep the pegs together); we
//! know of no paper that defines it, so this is our reading.

use super::game::{BaselineGame, Path, Watch};
use saut_base::stop::StopReason;
use saut_peg::peg::Position;

/// Puts the playable jumps of a position into the order in which they are tried.
pub type Order = fn(&BaselineGame<'_>, &Position, &mut [usize]);

/// The order by hole and direction, which they have.
pub const IN_ORDER: Order = |_, _, _| {};

/// The least motion of the centre of gravity first.
pub fn by_motion(game: &BaselineGame<'_>, at: &Position, jumps: &mut [usize]) {
    let pegs = at.pegs().cast_signed() as i128;
    let (x, y) = game.sum(at.holes());
    jumps.sort_by_cached_key(|&jump| {
        let [from, over, to] = game.jumps[jump].map(|hole| game.cells[hole]);
        let (dx, dy) = (to.0 - from.0 - over.0, to.1 - from.1 - over.1);
        // n (S + d) - (n - 1) S = S + n d
        game.squared((x + pegs * dx, y + pegs * dy))
    });
}

/// Searches the whole space, but for positions that are not new. The stack is our own: a plan on a large board has
/// thousands of jumps.
///
/// # Errors
/// The limit that stopped it, or [`StopReason::NothingLeft`].
pub fn backtrack(
    game: &BaselineGame<'_>,
    order: Order,
    mut is_new: impl FnMut(&Position, &Watch<'_>) -> Result<bool, StopReason>,
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
        if !game.is_last(path.len()) && is_new(&at, watch)? {
            untried.extend(game.playable(&at));
            order(game, &at, &mut untried[begin..]);
            untried[begin..].reverse();
        }
        while begins.last() == Some(&untried.len()) {
            begins.pop();
            let jump = path.pop().ok_or(StopReason::NothingLeft)?;
            game.turn(&mut at, jump);
        }
        let jump = untried.pop().ok_or(StopReason::NothingLeft)?;
        game.turn(&mut at, jump);
        path.push(jump);
        watch.enter()?;
    }
}
