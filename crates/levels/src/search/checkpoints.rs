//! Finished levels kept outside, so that a search that was ended goes on where it was.
//!
//! The search knows what a level is of, and not where it is kept; where a level cannot be kept or is not
//! what it should be, the search halts, and who keeps the levels knows why.

use std::fmt;
use std::sync::Arc;

use super::level::Level;
use super::limits::Halt;
use super::table::Value;

/// Keeps levels as words, each under a key.
pub trait LevelStore: fmt::Debug + Send + Sync {
    /// The words of a level, if it was kept.
    ///
    /// # Errors
    /// [`Halt`] if what was kept cannot be used.
    fn load(&self, key: &str) -> Result<Option<Vec<u64>>, Halt>;

    /// Keeps a level.
    ///
    /// # Errors
    /// [`Halt`] if it cannot be kept.
    fn save(&self, key: &str, words: &mut dyn Iterator<Item = u64>) -> Result<(), Halt>;

    /// Notes that a level is not the one that was kept, and says to halt.
    fn refuse(&self, key: &str) -> Halt;
}

/// A value as words, and back.
#[derive(Clone, Copy, Debug)]
pub struct Packing<T> {
    /// The words, at most two.
    pub words: usize,
    /// As a number.
    pub pack: fn(T) -> u128,
    /// And back.
    pub unpack: fn(u128) -> T,
}

impl Packing<()> {
    /// No value.
    pub const NONE: Self = Self {
        words: 0,
        pack: |()| 0,
        unpack: |_| (),
    };
}

impl<T: Into<u128> + TryFrom<u128> + Default> Packing<T> {
    /// A number.
    pub const NUMBER: Self = Self {
        words: size_of::<T>() / size_of::<u64>(),
        pack: Into::into,
        unpack: |number| T::try_from(number).unwrap_or_default(),
    };
}

/// Levels of one purpose, kept by their numbers of pegs.
#[derive(Clone, Debug)]
pub struct Checkpoints<T> {
    /// Who keeps them.
    pub store: Arc<dyn LevelStore>,
    /// The purpose.
    pub stage: String,
    /// Values as words.
    pub packing: Packing<T>,
}

impl<T: Copy> Checkpoints<T> {
    /// The level as it was kept, or else made and kept. `of` makes it of its positions or numbers with their
    /// values, and nothing if they are those of another level; `entries` are these.
    ///
    /// # Errors
    /// [`Halt`] at a limit, or if the level cannot be kept or is not what was kept.
    pub fn load_or_make<L>(
        kept: Option<&Self>,
        pegs: usize,
        of: impl FnOnce(&mut dyn Iterator<Item = (u64, T)>) -> Result<Option<L>, Halt>,
        make: impl FnOnce() -> Result<L, Halt>,
        entries: impl FnOnce(&L) -> Vec<(u64, T)>,
    ) -> Result<L, Halt> {
        let Some(kept) = kept else {
            return make();
        };
        let Packing {
            words,
            pack,
            unpack,
        } = kept.packing;
        let key = format!("{}-{pegs}-{}", kept.stage, 64 * words);
        if let Some(all) = kept.store.load(&key)? {
            let mut entries = all.chunks_exact(1 + words).map(|entry| {
                let value = entry[1..].iter().rev();
                let value = value.fold(0, |value, &word| value << 64 | u128::from(word));
                (entry[0], unpack(value))
            });
            return of(&mut entries)?.ok_or_else(|| kept.store.refuse(&key));
        }
        let level = make()?;
        #[expect(clippy::cast_possible_truncation, reason = "each word is a part")]
        let mut all = entries(&level).into_iter().flat_map(|(position, value)| {
            let value = pack(value);
            let value = [value as u64, (value >> 64) as u64];
            [position].into_iter().chain(value.into_iter().take(words))
        });
        kept.store.save(&key, &mut all)?;
        Ok(level)
    }
}

impl<T: Value> Level<T> {
    /// The level as it was kept, or else made and kept.
    ///
    /// # Errors
    /// As [`Checkpoints::load_or_make`].
    pub fn load_or_make(
        kept: Option<&Checkpoints<T>>,
        pegs: usize,
        shards: usize,
        make: impl FnOnce() -> Result<Self, Halt>,
    ) -> Result<Self, Halt> {
        let of = |entries: &mut dyn Iterator<Item = (u64, T)>| Ok(Some(Self::of(entries, shards)));
        Checkpoints::load_or_make(kept, pegs, of, make, |level| level.iter().collect())
    }
}
