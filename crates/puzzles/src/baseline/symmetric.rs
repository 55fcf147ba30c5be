//! Jumps up to the symmetries of a position: of jumps that are images of each other one is kept.

use super::game::BaselineGame;
use saut_peg::peg::{Hole, Position, Puzzle};

/// The symmetries of a board that keep the goal, the identity left out.
#[derive(Debug)]
pub struct Symmetries {
    /// Image of each hole and of each numbered jump, for each symmetry.
    images: Vec<(Vec<Hole>, Vec<usize>)>,
}

/// The images of the holes under the symmetries of the board that keep the goal, the identity left out.
pub fn images(puzzle: &Puzzle) -> Vec<Vec<Hole>> {
    let (board, goal) = (puzzle.board(), puzzle.goal());
    let keeps_goal = |image: &Vec<Hole>| {
        (0..board.len()).all(|hole| goal.wants(hole) == goal.wants(image[hole]))
    };
    let symmetries = board.symmetries();
    let others = symmetries.iter().filter(|symmetry| !symmetry.is_identity());
    let images = others.map(|symmetry| symmetry.image().to_vec());
    images.filter(keeps_goal).collect()
}

impl Symmetries {
    /// The symmetries of a puzzle, its jumps numbered as in the game.
    pub fn new(puzzle: &Puzzle, game: &BaselineGame) -> Self {
        let images = images(puzzle).into_iter().map(|image| {
            let jumps =
                (0..game.jumps()).map(|jump| game.number(game.holes(jump).map(|it| image[it])));
            let jumps = jumps.collect();
            (image, jumps)
        });
        Self {
            images: images.collect(),
        }
    }

    /// Leaves of the playable jumps the first of those that are images of each other under symmetries
    /// that keep the position.
    pub fn keep_one_of_each(&self, at: &Position, playable: &mut Vec<usize>) {
        for (image, jumps) in &self.images {
            if at.mapped(image) == *at {
                playable.retain(|&jump| jump <= jumps[jump]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Symmetries;
    use crate::baseline::game::BaselineGame;
    use saut_formats::bundled;

    #[test]
    fn one_of_the_four_first_jumps_of_the_central_game_is_kept() {
        for (name, kept) in [("central", 1), ("corsair", 2)] {
            let puzzle = bundled::named(name).unwrap();
            let game = BaselineGame::new(&puzzle);
            let start = game.start();
            let mut playable: Vec<usize> = game.playable(start).collect();
            Symmetries::new(&puzzle, &game).keep_one_of_each(start, &mut playable);
            assert_eq!(playable.len(), kept, "{name}");
        }
    }
}
