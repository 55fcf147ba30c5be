//! Peg solitaire: boards of any shape, positions, goals and puzzles.
//!
//! The terms follow Beasley, *The Ins and Outs of Peg Solitaire* (1985). A board has holes; a hole
//! holds a peg or is a vacancy. A jump takes a peg over a neighbouring peg, which is removed.

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
