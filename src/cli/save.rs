//! Levels kept for a later run: opening their directory, and saying how to go on.

use saut::BadInput;
use saut::count::{NotCounted, Store};
use saut::peg::Puzzle;

use super::arguments::Save;

/// The directory that was asked for, if one was.
pub fn store(save: &Save, puzzle: &Puzzle) -> Result<Option<Store>, BadInput> {
    let open = |directory| Store::open(directory, puzzle, save.resume);
    save.save.as_deref().map(open).transpose()
}

/// Says how work that a limit ended can go on.
pub fn tell_how_to_go_on(save: &Save, why: &NotCounted) {
    if let (NotCounted::Stopped(_), Some(directory)) = (why, &save.save) {
        tell!(
            "saut: finished levels are in {}; the same command with --resume goes on from there",
            directory.display()
        );
    }
}
