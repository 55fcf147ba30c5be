//! Peg solitaire: boards of any shape, positions, goals and puzzles.
//!
//! The terms follow Beasley, *The Ins and Outs of Peg Solitaire* (1985). A board has holes. A hole has a peg or is
//! vacant. In a jump, a peg jumps over a neighbouring peg into a vacancy, and the peg jumped over is removed.

mod board;
pub mod boards;
mod cell;
mod goal;
pub mod notation;
pub mod picture;
mod position;
mod puzzle;
mod symmetry;

pub use board::{Board, Geometry};
pub use cell::{Cell, GameLength, Jump, Move, by_ends, moves};
pub use goal::Goal;
pub use position::{Hole, Position};
pub use puzzle::{BadPuzzle, Expectation, Puzzle};
pub use symmetry::{Symmetry, SymmetryKind, axes};
