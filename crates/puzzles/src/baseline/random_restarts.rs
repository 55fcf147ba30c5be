//! Random play with restarts: from the start again when stuck, until a game is won.
//!
//! It remembers nothing, so it never knows that there is no plan: without a limit it plays for
//! ever, unless the start has no jump at all.
//!
//! A [`Player`] chooses the jumps. [`AnyJump`] takes every playable jump with equal chance; of jumps that are images of
//! each other under the symmetries of the position it may play one only. The other player is an order of the pegs, in
//! [`random_order`](super::random_order).

use super::game::{BaselineGame, Path};
use super::symmetric::Symmetries;
use super::watch::Watch;
use saut_base::random::Random;
use saut_base::stop::StopReason;
use saut_peg::peg::Position;

/// Chooses the jumps of one game after the other.
pub trait Player {
    /// Makes ready for a new game.
    fn begin(&mut self) {}

    /// The next jump, which is then played; `None` if none can be.
    fn choose(&mut self, at: &Position) -> Option<usize>;
}

/// Every playable jump is as likely as any other.
pub struct AnyJump<'a> {
    game: &'a BaselineGame,
    symmetries: Option<&'a Symmetries>,
    random: Random,
    playable: Vec<usize>,
}

impl<'a> AnyJump<'a> {
    /// The player of a seed; up to these symmetries, if there are any.
    pub fn new(game: &'a BaselineGame, symmetries: Option<&'a Symmetries>, seed: u64) -> Self {
        Self {
            game,
            symmetries,
            random: Random::new(seed),
            playable: Vec::new(),
        }
    }
}

impl Player for AnyJump<'_> {
    fn choose(&mut self, at: &Position) -> Option<usize> {
        self.playable.clear();
        self.playable.extend(self.game.playable(at));
        if let Some(symmetries) = self.symmetries {
            symmetries.keep_one_of_each(at, &mut self.playable);
        }
        let number = self.playable.len();
        (number > 0).then(|| self.playable[self.random.below(number)])
    }
}

/// Plays until a game is won.
///
/// # Errors
/// The limit that stopped it, or [`StopReason::NothingLeft`].
pub fn search(
    game: &BaselineGame,
    player: &mut impl Player,
    watch: &mut Watch<'_>,
) -> Result<Path, StopReason> {
    let mut path = Path::new();
    loop {
        let mut at = game.start().clone();
        path.clear();
        watch.begin_try();
        watch.enter()?;
        player.begin();
        loop {
            if game.is_goal(&at, path.len()) {
                return Ok(path);
            }
            if game.is_last(path.len()) {
                break;
            }
            let Some(jump) = player.choose(&at) else {
                break;
            };
            game.turn(&mut at, jump);
            path.push(jump);
            watch.enter()?;
        }
        if path.is_empty() {
            return Err(StopReason::NothingLeft);
        }
    }
}
