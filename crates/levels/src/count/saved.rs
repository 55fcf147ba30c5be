//! Counting with every finished level kept.

use std::sync::{Arc, Mutex, PoisonError};

use thiserror::Error;

use super::NotCounted;
use super::level_folder::Faults;
use super::mirrored::Mirror;
use super::solution_count::SolutionCount;
use super::solutions::{counted, listed_or_mapped, search_for};
use super::store::{Store, Stored};
use crate::search::SearchSettings;
use crate::search::bit_board::Direction;
use saut_base::bad_input::BadInput;
use saut_peg::peg::Puzzle;

/// Reasons why a count with kept levels gave no number.
#[derive(Clone, Debug, Error)]
pub enum NotSaved {
    /// As without.
    #[error(transparent)]
    NotCounted(#[from] NotCounted),
    /// The kept levels cannot be used, or not be written.
    #[error(transparent)]
    Unusable(#[from] BadInput),
}

/// Counts the solutions of a puzzle, going on from the levels in a store and keeping each new one
/// there, as long as levels are listed: bit maps are not kept.
///
/// # Errors
/// [`NotSaved`] as [`super::solutions`], or if the store cannot be used.
pub fn solutions_saved(
    puzzle: &Puzzle,
    settings: &SearchSettings,
    store: &Store,
) -> Result<SolutionCount, NotSaved> {
    listed_or_mapped(puzzle, settings, |widest| {
        match saved_by::<u64>(puzzle, widest, settings, store) {
            Err(NotSaved::NotCounted(NotCounted::TooLarge)) => {
                saved_by::<u128>(puzzle, widest, settings, store)
            }
            other => other,
        }
    })
}

fn saved_by<T: Stored + From<u64> + Into<u128>>(
    puzzle: &Puzzle,
    widest: usize,
    settings: &SearchSettings,
    store: &Store,
) -> Result<Option<SolutionCount>, NotSaved> {
    if let Some(mirror) = Mirror::of(puzzle) {
        return mirrored::<T>(&mirror, widest, settings, store);
    }
    let mut search = search_for::<T>(puzzle, widest, settings)?;
    let met = Arc::new(Mutex::new(0_u128));
    let faults: Arc<Faults> = Arc::default();
    let ends = [Direction::Forward, Direction::Backward];
    for direction in ends {
        if let Some(kept) = store.kept::<T>(direction)? {
            if let (Direction::Forward, Ok(mut met)) = (direction, met.lock()) {
                *met = kept.met;
            }
            search.restore(direction, kept.boards, kept.level);
        }
    }
    let (saved, told, store) = (Arc::clone(&met), Arc::clone(&faults), store.clone());
    search.after_step = Some(Box::new(move |direction, boards, level| {
        let met = *saved.lock().unwrap_or_else(PoisonError::into_inner);
        told.note(store.keep(direction, boards, met, level))
    }));
    unless(&faults, counted(search, &met))
}

fn mirrored<T: Stored + From<u64> + Into<u128>>(
    mirror: &Mirror,
    widest: usize,
    settings: &SearchSettings,
    store: &Store,
) -> Result<Option<SolutionCount>, NotSaved> {
    let kept = store.kept::<T>(Direction::Forward)?;
    let last = kept.map(|kept| (kept.boards, kept.level));
    let faults = Faults::default();
    let counted = mirror.count(last, widest, settings, &|boards, level| {
        faults.note(store.keep(Direction::Forward, boards, 0, level))
    });
    unless(&faults, counted.map_err(NotCounted::from))
}

/// Result of a count, unless the store had a fault.
pub(super) fn unless<C>(faults: &Faults, counted: Result<C, NotCounted>) -> Result<C, NotSaved> {
    match faults.take() {
        Some(bad) => Err(bad.into()),
        None => Ok(counted?),
    }
}
