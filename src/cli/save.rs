//! Levels kept for a later run: opening their directory, and saying how to go on.

use std::sync::Arc;

use saut::BadInput;
use saut::count::NotCounted;
use saut::peg::Puzzle;
use saut::search::LevelFolder;

use super::arguments::Save;

/// Does work that keeps its levels in the directory that was asked for, if one was. Where a limit ends it, it is said how
/// it can go on.
pub fn keeping<T>(
    save: &Save,
    puzzle: &Puzzle,
    work: impl FnOnce(Option<Arc<LevelFolder>>) -> Result<T, NotCounted>,
) -> Result<Result<T, NotCounted>, BadInput> {
    let Some(directory) = &save.save else {
        return Ok(work(None));
    };
    let folder = Arc::new(LevelFolder::open(directory, puzzle, save.resume)?);
    let done = work(Some(Arc::clone(&folder)));
    if let Some(bad) = folder.fault() {
        return Err(bad);
    }
    if let Err(NotCounted::Stopped(_)) = done {
        tell!(
            "saut: finished levels are in {}; the same command with --resume goes on from there",
            directory.display()
        );
    }
    Ok(done)
}
