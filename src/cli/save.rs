//! Levels kept for a later run: opening their directory, and saying how to go on.

use saut::count::{NotCounted, NotSaved, Store};
use saut::peg::Puzzle;

use super::arguments::Save;

/// Does work that keeps its levels in the directory that was asked for, if one was. Where a limit ends it, it is said how
/// it can go on.
pub fn keeping<T>(
    save: &Save,
    puzzle: &Puzzle,
    work: impl FnOnce(Option<Store>) -> Result<T, NotSaved>,
) -> Result<T, NotSaved> {
    let open = |directory| Store::open(directory, puzzle, save.resume);
    let done = work(save.save.as_deref().map(open).transpose()?);
    if let (Err(NotSaved::NotCounted(NotCounted::Stopped(_))), Some(directory)) =
        (&done, &save.save)
    {
        tell!(
            "saut: finished levels are in {}; the same command with --resume goes on from there",
            directory.display()
        );
    }
    done
}
