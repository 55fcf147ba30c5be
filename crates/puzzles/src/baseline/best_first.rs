//! Best first: of all positions found so far, go on from the lightest.
//!
//! A peg weighs the squared distance of its hole from the centre of the board (the centre of
//! gravity of all holes), in the metric of [`super::metric`] and without fractions: n² times as
//! much on a board of n holes, which ranks the same. Few pegs near the centre are light. Of equal
//! positions the one found last comes first. Positions are kept once up to the symmetries that
//! keep the goal, so the search ends; a goal away from the centre gets no help from the weights.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::game::{BaselineGame, Path, has};
use super::metric::{squared, sum, vectors};
use super::table::BaselineTable;
use super::watch::Watch;
use saut_base::stop::StopReason;
use saut_peg::peg::{Board, Puzzle};

/// Positions by number, and how each was reached.
struct Reached {
    words: usize,
    boards: Vec<u64>,
    /// The position before and the jump; nothing for the first.
    by: Vec<Option<(u32, u32)>>,
}

impl Reached {
    fn push(&mut self, board: &[u64], by: Option<(u32, u32)>) -> Result<u32, StopReason> {
        self.boards.extend_from_slice(board);
        self.by.push(by);
        u32::try_from(self.by.len() - 1).map_err(|_| StopReason::Memory)
    }

    fn board(&self, number: u32) -> &[u64] {
        let first = number as usize * self.words;
        &self.boards[first..first + self.words]
    }

    fn path(&self, mut number: u32) -> Path {
        let mut path = Path::new();
        while let Some((before, jump)) = self.by[number as usize] {
            path.push(jump as usize);
            number = before;
        }
        path.reverse();
        path
    }
}

/// Searches best first.
///
/// # Errors
/// The limit that stopped it, or [`StopReason::NothingLeft`].
pub fn search(
    game: &BaselineGame,
    puzzle: &Puzzle,
    watch: &mut Watch<'_>,
) -> Result<Path, StopReason> {
    let weights = weights(puzzle.board());
    let mut seen = BaselineTable::new(puzzle);
    let mut bits = game.start();
    watch.enter()?;
    if game.is_goal(&bits, 0) {
        return Ok(Path::new());
    }
    let mut reached = Reached {
        words: bits.len(),
        boards: Vec::new(),
        by: Vec::new(),
    };
    let holes = (0..weights.len()).filter(|&hole| has(&bits, hole));
    let weight: i128 = holes.map(|hole| weights[hole]).sum();
    let first = reached.push(&bits, None)?;
    // Lightest first, then latest; the jumps so far go along.
    let mut queue = BinaryHeap::from([(Reverse(weight), first, 0_usize)]);
    while let Some((Reverse(weight), number, jumps)) = queue.pop() {
        bits.copy_from_slice(reached.board(number));
        if game.is_last(jumps) {
            continue;
        }
        let playable: Vec<usize> = game.playable(&bits).collect();
        for jump in playable {
            watch.enter()?;
            game.turn(&mut bits, jump);
            if seen.insert(&bits, watch)? {
                let jump_number = u32::try_from(jump).map_err(|_| StopReason::Memory)?;
                let next = reached.push(&bits, Some((number, jump_number)))?;
                if game.is_goal(&bits, jumps + 1) {
                    return Ok(reached.path(next));
                }
                let [from, over, to] = game.holes(jump).map(|hole| weights[hole]);
                queue.push((Reverse(weight - from - over + to), next, jumps + 1));
            }
            game.turn(&mut bits, jump);
        }
    }
    Err(StopReason::NothingLeft)
}

/// The weight of a peg in each hole.
fn weights(board: &Board) -> Vec<i128> {
    let cells = vectors(board);
    let number = i128::try_from(cells.len()).unwrap_or(i128::MAX);
    let (x, y) = sum(cells.iter().copied());
    let from_centre = |&(cx, cy): &(i128, i128)| (number * cx - x, number * cy - y);
    cells
        .iter()
        .map(|cell| squared(board, from_centre(cell)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::weights;
    use saut_peg::peg::boards;

    #[test]
    fn weights_grow_from_the_centre() {
        let english = weights(&boards::named("english").unwrap());
        let scale = 33 * 33;
        assert_eq!(
            (english[16], english[15], english[14]),
            (0, scale, 4 * scale)
        );
        assert_eq!(english[0], (1 + 9) * scale);
        let triangle = weights(&boards::named("triangle-5").unwrap());
        assert_eq!((triangle[0], triangle[10]), (triangle[14], triangle[14]));
        assert!(triangle[4] < triangle[3] && triangle[3] < triangle[0]);
    }
}
