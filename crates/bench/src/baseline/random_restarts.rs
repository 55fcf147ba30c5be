//! Random play with restarts: every playable jump equally likely, from the start again when stuck.
//!
//! It remembers nothing, so it never knows that there is no plan: without a limit it plays for
//! ever, unless the start has no jump at all.

use super::game::{BaselineGame, Path};
use super::watch::Watch;
use saut_plan::random::Random;
use saut_plan::stop::StopReason;

/// Plays until it is lucky.
///
/// # Errors
/// Why it was stopped.
pub fn search(
    game: &BaselineGame,
    seed: u64,
    watch: &mut Watch<'_>,
) -> Result<Option<Path>, StopReason> {
    let mut random = Random::new(seed);
    let (mut path, mut playable) = (Path::new(), Vec::new());
    loop {
        let mut bits = game.start();
        path.clear();
        watch.enter()?;
        loop {
            if game.is_goal(&bits, path.len()) {
                return Ok(Some(path));
            }
            playable.clear();
            playable.extend(game.playable(&bits));
            if playable.is_empty() || game.is_last(path.len()) {
                break;
            }
            let jump = playable[random.below(playable.len())];
            game.turn(&mut bits, jump);
            path.push(jump);
            watch.enter()?;
        }
        if path.is_empty() {
            return Ok(None);
        }
    }
}
