//! Answers as documents: what `saut solve --json` prints of one puzzle, and what the studio shows.
//!
//! Whoever asks, in a process of its own or in a browser, gets the same document.

mod baseball;
mod boards;
mod document;
mod kept;

pub use baseball::document as baseball_document;
pub use boards::{document as board_document, fewest_steps};
pub use document::{Document, Facts, LowerBound, MadeOf, Stage, solved, stages};
pub use kept::Kept;
