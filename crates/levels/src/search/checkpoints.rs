//! Stores finished levels in a directory, so that an interrupted search can be resumed.
//!
//! Each level is stored in a file. The file has a line of text, a digest of the puzzle and of the key, the words of the
//! level, and a digest of all bytes before. By the first digest, a renamed file is noticed. A file is written under a
//! temporary name and then renamed, so it is complete or absent. If a level cannot be stored, or a stored level is
//! damaged or wrong, the search ends, and [`CheckpointStore::fault`] returns the reason.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use sha2::{Digest, Sha256};

use super::level::Level;
use super::limits::{CountError, locked};
use super::table::Value;
use saut_base::bad_input::BadInput;
use saut_base::files::write_whole_by;
use saut_base::stop::StopReason;
use saut_peg::peg::Puzzle;

/// A conversion of values to words and back.
#[derive(Clone, Copy, Debug)]
pub struct WordCodec<T> {
    /// Number of words of a value, at most two.
    pub words: usize,
    /// Converts a value to a number.
    pub pack: fn(T) -> u128,
    /// Converts a number back to the value.
    pub unpack: fn(u128) -> T,
}

impl WordCodec<()> {
    /// The conversion of the empty value, which has no words.
    pub const NONE: Self = Self {
        words: 0,
        pack: |()| 0,
        unpack: |_| (),
    };
}

impl<T: Into<u128> + TryFrom<u128> + Default> WordCodec<T> {
    /// The conversion of an unsigned integer.
    pub const NUMBER: Self = Self {
        words: size_of::<T>() / size_of::<u64>(),
        pack: Into::into,
        unpack: |number| T::try_from(number).unwrap_or_default(),
    };
}

/// The stored levels of a computation, by number of pegs.
#[derive(Clone, Debug)]
pub struct Checkpoints<T> {
    /// The directory that stores the levels.
    pub store: Arc<CheckpointStore>,
    /// The name of the computation, which is part of the file names.
    pub stage: String,
    /// The conversion of the values to words.
    pub packing: WordCodec<T>,
}

impl<T: Copy> Checkpoints<T> {
    /// Loads a level if it is stored; otherwise makes and stores it. `of` builds a level from positions with values; it
    /// returns `None` if these belong to another level. `entries` returns the positions of a level with their values.
    ///
    /// # Errors
    /// [`CountError`] if a limit was reached, if the level cannot be stored, or if the stored level is wrong.
    pub fn load_or_make<L>(
        kept: Option<&Self>,
        pegs: usize,
        of: impl FnOnce(&mut dyn Iterator<Item = (u64, T)>) -> Result<Option<L>, CountError>,
        make: impl FnOnce() -> Result<L, CountError>,
        entries: impl FnOnce(&L) -> Vec<(u64, T)>,
    ) -> Result<L, CountError> {
        let Some(kept) = kept else {
            return make();
        };
        let WordCodec {
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
        #[expect(
            clippy::cast_possible_truncation,
            reason = "each word has a part of the value"
        )]
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
    /// Loads a level if it is stored; otherwise makes and stores it.
    ///
    /// # Errors
    /// Same as [`Checkpoints::load_or_make`].
    pub fn load_or_make(
        kept: Option<&Checkpoints<T>>,
        pegs: usize,
        shards: usize,
        make: impl FnOnce() -> Result<Self, CountError>,
    ) -> Result<Self, CountError> {
        let of = |entries: &mut dyn Iterator<Item = (u64, T)>| Ok(Some(Self::of(entries, shards)));
        Checkpoints::load_or_make(kept, pegs, of, make, |level| level.iter().collect())
    }
}

const HEAD: &[u8] = b"saut level 3\n";
const DIGEST: usize = 32;

/// A directory with levels of one puzzle.
#[derive(Debug)]
pub struct CheckpointStore {
    directory: PathBuf,
    /// A text that identifies the puzzle, without its name.
    puzzle: String,
    fault: Mutex<Option<BadInput>>,
}

impl CheckpointStore {
    /// Opens the directory of the levels of a puzzle, and creates it if needed.
    ///
    /// # Errors
    /// The directory cannot be created or read, or it has levels and `resumes` is false.
    pub fn open(directory: &Path, puzzle: &Puzzle, resumes: bool) -> Result<Self, BadInput> {
        let name = directory.display().to_string();
        let cannot = |what: &str, error: std::io::Error| {
            BadInput::new(name.clone(), format!("cannot be {what} ({error})"))
                .remedy("give --save a directory that you can write to")
        };
        fs::create_dir_all(directory).map_err(|error| cannot("created", error))?;
        for entry in fs::read_dir(directory).map_err(|error| cannot("read", error))? {
            let path = entry.map_err(|error| cannot("read", error))?.path();
            if path.extension().is_some_and(|ending| ending == "level") && !resumes {
                return Err(BadInput::new(name, "already has levels of a count")
                    .remedy("continue with --resume, or give another directory"));
            }
        }
        let (board, ends) = (puzzle.board(), (puzzle.start(), puzzle.goal()));
        let shape = (board.geometry(), board.cells(), board.put_back());
        Ok(Self {
            directory: directory.to_owned(),
            puzzle: format!("{shape:?} {ends:?}"),
            fault: Mutex::default(),
        })
    }

    /// Returns the fault of the directory, if it ended the search: a file cannot be written, or a stored level is
    /// damaged or wrong.
    pub fn fault(&self) -> Option<BadInput> {
        locked(&self.fault).take()
    }

    /// Records a fault, and returns the error that ends the search.
    fn halt(&self, bad: BadInput) -> CountError {
        *locked(&self.fault) = Some(bad);
        StopReason::TooLarge.into()
    }

    fn path(&self, key: &str) -> PathBuf {
        self.directory.join(format!("{key}.level"))
    }

    fn mark(&self, key: &str) -> [u8; DIGEST] {
        Sha256::digest(format!("{key} {}", self.puzzle)).into()
    }

    /// Decodes the words of a level from the bytes of a file. The error is a fault and its remedy.
    fn words(&self, key: &str, bytes: &[u8]) -> Result<Vec<u64>, [&'static str; 2]> {
        let broken = [
            "is damaged: it is incomplete, was changed, or was written by another version of saut",
            "remove the file; its part is then counted again",
        ];
        let at = bytes.len().checked_sub(DIGEST).ok_or(broken)?;
        let (all, sum) = bytes.split_at(at);
        let rest = all.strip_prefix(HEAD).ok_or(broken)?;
        if Sha256::digest(all)[..] != *sum {
            return Err(broken);
        }
        let rest = rest.strip_prefix(&self.mark(key)).ok_or([
            "has a level of another puzzle, or of another count of this puzzle",
            "give --save another directory",
        ])?;
        let (words, _) = rest.as_chunks();
        Ok(words.iter().copied().map(u64::from_le_bytes).collect())
    }

    /// Loads the words of a level, if it is stored.
    ///
    /// # Errors
    /// [`CountError`] if the stored level cannot be used.
    pub(crate) fn load(&self, key: &str) -> Result<Option<Vec<u64>>, CountError> {
        let path = self.path(key);
        let bad =
            |fact: &str, remedy| BadInput::new(path.display().to_string(), fact).remedy(remedy);
        let read = match fs::read(&path) {
            Ok(bytes) => self.words(key, &bytes).map(Some),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(error) => {
                let fact = format!("cannot be read ({error})");
                return Err(self.halt(bad(&fact, "do you have permission to read it?")));
            }
        };
        read.map_err(|[fact, remedy]| self.halt(bad(fact, remedy)))
    }

    /// Stores a level.
    ///
    /// # Errors
    /// [`CountError`] if the level cannot be stored.
    pub(crate) fn save(
        &self,
        key: &str,
        words: &mut dyn Iterator<Item = u64>,
    ) -> Result<(), CountError> {
        let written = write_whole_by(&self.path(key), |out| {
            let mut sum = Sha256::new();
            let mut put = |bytes: &[u8]| {
                sum.update(bytes);
                out.write_all(bytes)
            };
            put(HEAD)?;
            put(&self.mark(key))?;
            for word in words {
                put(&word.to_le_bytes())?;
            }
            out.write_all(&sum.finalize())
        });
        written.map_err(|error| {
            let fact = format!("a level cannot be written ({error})");
            let bad = BadInput::new(self.directory.display().to_string(), fact);
            self.halt(bad.remedy("is the disk full?"))
        })
    }

    /// Records that a stored level is wrong, and returns the error that ends the search.
    fn refuse(&self, key: &str) -> CountError {
        let fact = "is not the level that the search has reached";
        let remedy = "remove the file; the level is then computed again";
        self.halt(BadInput::new(self.path(key).display().to_string(), fact).remedy(remedy))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::CheckpointStore;
    use crate::samples::{FIVE, TWELVE, to_the_centre};

    #[test]
    fn a_level_comes_back_as_it_was_and_a_changed_byte_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let puzzle = to_the_centre(TWELVE);
        let open = |resumes| CheckpointStore::open(folder.path(), &puzzle, resumes);
        let store = open(false).unwrap();
        assert_eq!(store.load("here"), Ok(None));
        store
            .save("here", &mut [5, u64::MAX, 9].into_iter())
            .unwrap();
        assert_eq!(store.load("here"), Ok(Some(vec![5, u64::MAX, 9])));

        let said = |store: &CheckpointStore, key| {
            store.load(key).unwrap_err();
            store.fault().unwrap().to_string()
        };
        fs::copy(store.path("here"), store.path("there")).unwrap();
        assert!(said(&store, "there").contains("another count"));
        let message = open(false).unwrap_err().to_string();
        assert!(message.contains("--resume"), "{message}");
        let other = CheckpointStore::open(folder.path(), &to_the_centre(FIVE), true).unwrap();
        assert!(said(&other, "here").contains("another puzzle"));

        let whole = fs::read(store.path("here")).unwrap();
        for place in [0, 30, 60, whole.len() - 1] {
            let mut bytes = whole.clone();
            bytes[place] ^= 4;
            fs::write(store.path("here"), &bytes).unwrap();
            assert!(said(&store, "here").contains("damaged"), "byte {place}");
            fs::write(store.path("here"), &whole[..place]).unwrap();
            assert!(said(&store, "here").contains("damaged"), "cut at {place}");
        }
    }
}
