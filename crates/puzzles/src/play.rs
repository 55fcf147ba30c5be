//! A puzzle played by hand: the game so far, and what is known of the way on.
//!
//! [`Game`] holds what was played and says what can be played; legality is asked of
//! [`saut_peg::simulate`]. [`Foresight`] says whether the goal can still be reached and remembers what it
//! found, so that the questions of one game become quicker. Its plans are replayed. Its "no" is a look
//! and not a verdict: it carries no certificate, and only [`crate::decide`] makes one.

mod endings;
mod foresight;
mod game;

pub use foresight::{Foresight, Outlook};
pub use game::Game;
