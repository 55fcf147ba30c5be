//! A directory that keeps the levels of a search of all solutions.

use std::sync::{Mutex, PoisonError};

use super::store::{Store, StoredKind};
use crate::search::kept_levels::{KeptLevels, LevelKey};
use crate::search::level::Level;
use crate::search::limits::Halt;
use saut_base::bad_input::BadInput;
use saut_base::stop::StopReason;

/// A fault of the directory, which ends a search and is what is then told.
#[derive(Debug, Default)]
pub(super) struct Faults(Mutex<Option<BadInput>>);

impl Faults {
    /// Notes a fault, and says to halt.
    pub(super) fn note<T>(&self, done: Result<T, BadInput>) -> Result<T, Halt> {
        done.map_err(|bad| {
            *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(bad);
            StopReason::TooLarge.into()
        })
    }

    /// The fault, if there was one.
    pub(super) fn take(&self) -> Option<BadInput> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// Every finished level of a search of all solutions of one puzzle, each in a file of its own.
#[derive(Debug)]
pub struct LevelFolder {
    store: Store,
    faults: Faults,
}

impl LevelFolder {
    /// Levels in a store.
    pub fn new(store: Store) -> Self {
        let faults = Faults::default();
        Self { store, faults }
    }

    /// Fault of the store, if that ended the search: a file cannot be written, or is not what it
    /// should be.
    pub fn fault(&self) -> Option<BadInput> {
        self.faults.take()
    }
}

impl KeptLevels for LevelFolder {
    fn positions(&self, key: LevelKey) -> Result<Option<Vec<u64>>, Halt> {
        let kept = self
            .faults
            .note(self.store.kept::<()>(StoredKind::Level(key)))?;
        Ok(kept.map(|kept| kept.level.iter().map(|(position, ())| position).collect()))
    }

    fn keep_positions(
        &self,
        key: LevelKey,
        positions: &mut dyn Iterator<Item = u64>,
    ) -> Result<(), Halt> {
        let level = Level::of(positions.map(|position| (position, ())), 1);
        let (kind, boards) = (StoredKind::Level(key), [level.len() as u64]);
        self.faults.note(self.store.keep(kind, &boards, 0, &level))
    }

    fn refuse(&self, key: LevelKey) -> Halt {
        let fact = "is not the level that the search has come to";
        let remedy = "remove it; it is then worked out anew";
        let bad = BadInput::new(format!("the kept level {key}"), fact).remedy(remedy);
        match self.faults.note::<()>(Err(bad)) {
            Err(halt) => halt,
            Ok(()) => StopReason::TooLarge.into(),
        }
    }

    fn values(&self, key: LevelKey) -> Result<Option<Vec<(u64, u128)>>, Halt> {
        let kept = self
            .faults
            .note(self.store.kept::<u128>(StoredKind::Level(key)))?;
        Ok(kept.map(|kept| kept.level.iter().collect()))
    }

    fn keep_values(
        &self,
        key: LevelKey,
        values: &mut dyn Iterator<Item = (u64, u128)>,
    ) -> Result<(), Halt> {
        let level = Level::of(values, 1);
        let (kind, boards) = (StoredKind::Level(key), [level.len() as u64]);
        self.faults.note(self.store.keep(kind, &boards, 0, &level))
    }
}
