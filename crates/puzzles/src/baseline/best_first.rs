//! Best first: of all positions found so far, go on from the lightest.
//!
//! A peg weighs the squared distance of its hole from the centre of the board (the centre of
//! gravity of all holes), without fractions: n² times as
//! much on a board of n holes, which ranks the same. Few pegs near the centre are light. Of equal
//! positions the one found last comes first. Positions are kept once up to the symmetries that
//! keep the goal, so the search ends; a goal away from the centre gets no help from the weights.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::game::{BaselineGame, Path, Watch};
use super::table::BaselineTable;
use saut_base::stop::StopReason;

/// How each position was reached, by number: the one before and the jump; the first by itself.
type Reached = Vec<(u32, u32)>;

fn add(reached: &mut Reached, before: u32, jump: usize) -> Result<u32, StopReason> {
    let narrow = |number: usize| u32::try_from(number).map_err(|_| StopReason::Memory);
    reached.push((before, narrow(jump)?));
    narrow(reached.len() - 1)
}

fn path_to(reached: &Reached, mut number: u32) -> Path {
    let mut path = Path::new();
    while number > 0 {
        let (before, jump) = reached[number as usize];
        path.push(jump as usize);
        number = before;
    }
    path.reverse();
    path
}

/// Searches best first.
///
/// # Errors
/// The limit that stopped it, or [`StopReason::NothingLeft`].
pub fn search(game: &BaselineGame<'_>, watch: &mut Watch<'_>) -> Result<Path, StopReason> {
    let weights = weights(game);
    let mut seen = BaselineTable::new(game.puzzle);
    let start = game.start();
    watch.enter()?;
    if game.is_goal(start, 0) {
        return Ok(Path::new());
    }
    let mut reached = Reached::new();
    let weight: i128 = start.holes().map(|hole| weights[hole]).sum();
    let first = add(&mut reached, 0, 0)?;
    // Lightest first, then latest.
    let mut queue = BinaryHeap::from([(Reverse(weight), first)]);
    while let Some((Reverse(weight), number)) = queue.pop() {
        let path = path_to(&reached, number);
        if game.is_last(path.len()) {
            continue;
        }
        let mut at = start.clone();
        for &jump in &path {
            game.turn(&mut at, jump);
        }
        let playable: Vec<usize> = game.playable(&at).collect();
        for jump in playable {
            watch.enter()?;
            game.turn(&mut at, jump);
            if seen.insert(&at, watch)? {
                let next = add(&mut reached, number, jump)?;
                if game.is_goal(&at, path.len() + 1) {
                    return Ok(path_to(&reached, next));
                }
                let [from, over, to] = game.jumps[jump].map(|hole| weights[hole]);
                queue.push((Reverse(weight - from - over + to), next));
            }
            game.turn(&mut at, jump);
        }
    }
    Err(StopReason::NothingLeft)
}

/// The weight of a peg in each hole.
fn weights(game: &BaselineGame<'_>) -> Vec<i128> {
    let number = game.cells.len().cast_signed() as i128;
    let (x, y) = game.sum(0..game.cells.len());
    let cells = game.cells.iter();
    cells
        .map(|(cx, cy)| game.squared((number * cx - x, number * cy - y)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::weights;
    use crate::baseline::game::BaselineGame;
    use saut_formats::bundled;

    #[test]
    fn weights_grow_from_the_centre() {
        let weights = |name| weights(&BaselineGame::new(&bundled::named(name).unwrap()));
        let english = weights("central");
        let scale = 33 * 33;
        assert_eq!(
            (english[16], english[15], english[14]),
            (0, scale, 4 * scale)
        );
        assert_eq!(english[0], (1 + 9) * scale);
        let triangle = weights("triangle-15-corner");
        assert_eq!((triangle[0], triangle[10]), (triangle[14], triangle[14]));
        assert!(triangle[4] < triangle[3] && triangle[3] < triangle[0]);
    }
}
