//! Games played blindly, for tests: jumps are drawn from those that can be played.

use saut_base::random::Random;
use saut_peg::peg::{Position, Puzzle};
use saut_peg::simulate;

/// Shows the number of each game and every position of it, first to last.
pub fn play(puzzle: &Puzzle, games: u64, mut see: impl FnMut(u64, &Position)) {
    for game in 0..games {
        let mut random = Random::new(game);
        let mut position = Some(puzzle.start().clone());
        while let Some(here) = position {
            see(game, &here);
            let mut jumps = puzzle.board().jumps().to_vec();
            random.shuffle(&mut jumps);
            position = jumps.into_iter().find_map(|jump| {
                let mut next = here.clone();
                simulate::play(puzzle.board(), &mut next, jump).ok()?;
                Some(next)
            });
        }
    }
}
