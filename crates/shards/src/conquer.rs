//! Conquering: one piece, from its name to its result on the disk.
//!
//! A piece that has a result is left alone, so running it again does no harm; two runs at once write
//! the same. What a run was in the middle of when it ended is done again by the next.

mod cubes;
mod run;
mod shards;

use saut_base::BadInput;
use saut_plan::Error;

use crate::folder::JobFolder;
use crate::manifest::JobQuestion;
use crate::piece::PieceName;

pub use run::{ConquerSettings, Conquered};

/// Runs a piece.
///
/// # Errors
/// There is no such piece, the solver is missing or at fault, or a file cannot be written.
pub fn conquer(
    folder: &JobFolder,
    piece: &PieceName,
    settings: &ConquerSettings,
) -> Result<Conquered, Error> {
    let pieces = folder.manifest().pieces;
    if piece.index() >= pieces {
        let fact = format!("there is no piece {piece}: the job has {pieces}, counted from 0");
        return Err(BadInput::new("--index", fact)
            .remedy(format!("give one of 0 to {}", pieces - 1))
            .into());
    }
    match &folder.manifest().question {
        JobQuestion::Puzzle { .. } | JobQuestion::Task { .. } => {
            cubes::run(folder, piece, settings)
        }
        JobQuestion::Census { .. } | JobQuestion::Bench { .. } => {
            shards::run(folder, piece, settings)
        }
    }
}
