//! Colour baseball: tokens are on bases along a ring or a line, with one hole. The goal is that every token is on its
//! home base.
//!
//! There are n bases with the same number of places each (usually two). For each base c, there are as many tokens of
//! colour c as the base has places. Colour 0 has one token fewer, which leaves one hole. A step moves a token from a
//! neighbouring base into the hole. The places of a base are not distinguished. With two places or more, every
//! configuration can be reached from every other. So every puzzle has a plan, and the question is the length of the
//! shortest plan.
//!
//! The game is *the orange game* of Bell, Witten, Fellows: *Computer Science Unplugged*. Like the fifteen puzzle, it is
//! a game of moving pebbles (Kornhauser, Miller, Spirakis, FOCS 1984).

mod configuration;
mod distances;
mod pattern;
pub mod picture;
mod puzzle;
mod strategy;
pub mod trace;
pub mod tree;

pub use configuration::{Base, Configuration, Step, Token, Track};
pub use distances::{DistanceError, Distances, counts, distances, distances_up_to};
pub use pattern::{Pattern, fewest_steps, fewest_steps_from, patterns};
pub use puzzle::TrackPuzzle;
pub use strategy::{Strategy, base_to_fill};
