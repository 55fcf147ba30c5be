//! Results of reading an argument.

use crate::Entry;
use saut_base::bad_input::BadInput;

/// The puzzles of an argument, and whether a person should be told how they were read.
#[derive(Debug)]
pub struct Found {
    /// The puzzles.
    pub entries: Vec<Entry>,
    /// Whether they are bundled.
    pub is_bundled: bool,
    /// Whether they were drawn or listed, and not said in a format with fields.
    pub is_drawn: bool,
    /// Words beside pictures that are no part of the puzzle.
    pub warnings: Vec<BadInput>,
}
