//! Random play with restarts: every playable jump equally likely, from the start again when stuck.
//!
//! It remembers nothing, so it never knows that there is no plan: without a limit it plays for
//! ever, unless the start has no jump at all.
//!
//! Of jumps that are images of each other under the symmetries of the position it may play one only. A
//! French study of the 37-hole board measured its program so and without: to look for symmetries at
//! every jump cost more than it saved.

use super::game::{BaselineGame, Path};
use super::symmetric::Symmetries;
use super::watch::Watch;
use saut_plan::random::Random;
use saut_plan::stop::StopReason;

/// Plays until it is lucky; up to these symmetries, if there are any.
///
/// # Errors
/// Why it was stopped.
pub fn search(
    game: &BaselineGame,
    symmetries: Option<&Symmetries>,
    seed: u64,
    watch: &mut Watch<'_>,
) -> Result<Option<Path>, StopReason> {
    let mut random = Random::new(seed);
    let (mut path, mut playable) = (Path::new(), Vec::new());
    loop {
        let mut bits = game.start();
        path.clear();
        watch.begin_try();
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
            if let Some(symmetries) = symmetries {
                symmetries.keep_one_of_each(&bits, &mut playable);
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
