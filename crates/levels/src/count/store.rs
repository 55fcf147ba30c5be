//! Levels kept in a directory, so that a count that was ended goes on where it was.
//!
//! One file for each end of the search, and for each table, holds its last level. A file is a line
//! of text, then 64-bit little-endian words: a fingerprint of the puzzle and of what is counted,
//! what is known of all levels so far, the solutions met so far, the positions, their counts, and
//! last a checksum of all words before. The fingerprint keeps a file that was renamed from being
//! taken for another. Files are written beside and renamed, so that a file is whole or not there.

mod words;

use std::fs;
use std::io::{BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use crate::search::bit_board::{Direction, bits_of};
use crate::search::kept_levels::LevelKey;
use crate::search::level::Level;
use saut_base::bad_input::BadInput;
use saut_peg::peg::Puzzle;

pub use words::Stored;
use words::{Sum, Unfit, Words};

const HEAD: &[u8] = b"saut level 1\n";

/// Content of the levels of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoredKind {
    /// One end of the count of the solutions.
    Solutions(Direction),
    /// The games from the start.
    Games,
    /// A table: the boards reached from the start, or those from which the goal can be.
    PositionTable(Direction),
    /// A level of a search of all solutions.
    Level(LevelKey),
}

impl From<Direction> for StoredKind {
    fn from(direction: Direction) -> Self {
        Self::Solutions(direction)
    }
}

impl StoredKind {
    fn name(self) -> String {
        let name = match self {
            Self::Solutions(Direction::Forward) => "forward",
            Self::Solutions(Direction::Backward) => "backward",
            Self::Games => "games",
            Self::PositionTable(Direction::Forward) => "reachable",
            Self::PositionTable(Direction::Backward) => "leading",
            Self::Level(key) => return key.to_string(),
        };
        name.to_owned()
    }

    /// Words that tell the kinds apart.
    const fn mask(self) -> u64 {
        match self {
            Self::Solutions(Direction::Forward) => 0,
            Self::Solutions(Direction::Backward) => u64::MAX,
            Self::Games => 1,
            Self::PositionTable(Direction::Forward) => 2,
            Self::PositionTable(Direction::Backward) => 3,
            Self::Level(key) => {
                let kind = 2 * (key.stage as u64) + key.is_numbered as u64;
                16 + kind + ((key.pegs as u64) << 16)
            }
        }
    }
}

/// The state of one end of a count.
#[derive(Clone, Debug)]
pub struct Kept<T> {
    /// Numbers known of each level so far: of an end, its boards up to symmetry.
    pub boards: Vec<u64>,
    /// The solutions met before the last level, or the games so far.
    pub met: u128,
    /// The last level.
    pub level: Level<T>,
}

/// A directory of levels of one puzzle.
#[derive(Clone, Debug)]
pub struct Store {
    directory: PathBuf,
    fingerprint: u64,
    /// Into how many shards the levels of the board are cut, whatever they were when kept.
    shards: usize,
}

impl Store {
    /// The levels of a puzzle in a directory, which is made if need be.
    ///
    /// # Errors
    /// The directory cannot be made or read, or it holds levels and `resumes` is not said.
    pub fn open(directory: &Path, puzzle: &Puzzle, resumes: bool) -> Result<Self, BadInput> {
        let name = directory.display().to_string();
        let cannot = |what: &str, error: std::io::Error| {
            BadInput::new(name.clone(), format!("cannot be {what} ({error})"))
                .remedy("give --save a directory that can be written")
        };
        fs::create_dir_all(directory).map_err(|error| cannot("made", error))?;
        let store = Self {
            directory: directory.to_owned(),
            fingerprint: fingerprint(puzzle),
            shards: Level::<()>::shards_for(puzzle.board().len()),
        };
        for entry in fs::read_dir(directory).map_err(|error| cannot("read", error))? {
            let path = entry.map_err(|error| cannot("read", error))?.path();
            if path.extension().is_some_and(|ending| ending == "level") && !resumes {
                return Err(BadInput::new(name, "holds levels of a count already")
                    .remedy("go on with --resume, or give another directory"));
            }
        }
        Ok(store)
    }

    fn path<T: Stored>(&self, kind: StoredKind) -> PathBuf {
        let name = format!("{}-{}.level", kind.name(), 64 * T::WORDS);
        self.directory.join(name)
    }

    /// Mark at the beginning of a file of this kind.
    const fn mark(&self, kind: StoredKind) -> u64 {
        self.fingerprint ^ kind.mask()
    }

    /// Keeps the last level of an end or a table, instead of the one before.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn keep<T: Stored>(
        &self,
        kind: impl Into<StoredKind>,
        boards: &[u64],
        met: u128,
        level: &Level<T>,
    ) -> Result<(), BadInput> {
        let kind = kind.into();
        self.write(kind, boards, met, level).map_err(|error| {
            let path = self.path::<T>(kind).display().to_string();
            let fact = format!("cannot be written ({error})");
            BadInput::new(path, fact).remedy("is the disk full?")
        })
    }

    fn write<T: Stored>(
        &self,
        kind: StoredKind,
        boards: &[u64],
        met: u128,
        level: &Level<T>,
    ) -> std::io::Result<()> {
        let file = tempfile::NamedTempFile::new_in(&self.directory)?;
        let mut out = Words {
            out: BufWriter::with_capacity(1 << 20, file),
            sum: Sum::default(),
        };
        out.out.write_all(HEAD)?;
        out.put(self.mark(kind))?;
        out.put(boards.len() as u64)?;
        for &number in boards {
            out.put(number)?;
        }
        out.put(Stored::word(met, 0))?;
        out.put(Stored::word(met, 1))?;
        out.put(level.shards().len() as u64)?;
        out.put(level.len() as u64)?;
        for (position, _) in level.iter() {
            out.put(position)?;
        }
        for (_, count) in level.iter() {
            for number in 0..T::WORDS {
                out.put(count.word(number))?;
            }
        }
        let sum = out.sum.0;
        out.put(sum)?;
        let file = out
            .out
            .into_inner()
            .map_err(std::io::IntoInnerError::into_error)?;
        file.as_file().sync_all()?;
        file.persist(self.path::<T>(kind))
            .map_err(|error| error.error)?;
        Ok(())
    }

    /// Levels kept of an end or a table, if there are any.
    ///
    /// # Errors
    /// The file belongs to another puzzle, or is broken.
    pub fn kept<T: Stored>(
        &self,
        kind: impl Into<StoredKind>,
    ) -> Result<Option<Kept<T>>, BadInput> {
        let kind = kind.into();
        let path = self.path::<T>(kind);
        let bad = |fact: String, remedy: &str| {
            BadInput::new(path.display().to_string(), fact).remedy(remedy)
        };
        let file = match fs::File::open(&path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            other => other
                .map_err(|error| bad(format!("cannot be read ({error})"), "may you read it?"))?,
        };
        let length = file.metadata().map_or(0, |data| data.len());
        let mut input = BufReader::with_capacity(1 << 20, file);
        let again = "remove it; what it is of is then counted anew";
        match self.read(kind, &mut input, length) {
            Ok(kept) => Ok(Some(kept)),
            Err(Unfit::Other) => Err(bad(
                "holds a level of another puzzle, or of another count of this one".to_owned(),
                "give --save another directory",
            )),
            Err(Unfit::Broken) => Err(bad(
                "is broken: it is cut off or has changed".to_owned(),
                again,
            )),
        }
    }

    fn read<T: Stored>(
        &self,
        kind: StoredKind,
        input: &mut impl Read,
        length: u64,
    ) -> Result<Kept<T>, Unfit> {
        let mut head = [0; HEAD.len()];
        input.read_exact(&mut head).map_err(|_| Unfit::Broken)?;
        if head != HEAD {
            return Err(Unfit::Broken);
        }
        let mut words = Words {
            out: input,
            sum: Sum::default(),
        };
        // No length of a list can be larger than the file; so nothing absurd is allocated.
        let most = length / 8;
        let list = |words: &mut Words<_>, entries: u64| {
            if entries > most {
                return Err(Unfit::Broken);
            }
            (0..entries)
                .map(|_| words.get())
                .collect::<Result<Vec<u64>, Unfit>>()
        };
        if words.get()? != self.mark(kind) {
            return Err(Unfit::Other);
        }
        let levels = words.get()?;
        let boards = list(&mut words, levels)?;
        let met = list(&mut words, 2)?;
        let shards = usize::try_from(words.get()?).map_err(|_| Unfit::Broken)?;
        let positions = words.get()?;
        let keys = list(&mut words, positions)?;
        let counts = list(&mut words, positions.saturating_mul(T::WORDS as u64))?;
        let sum = words.sum.0;
        if words.get()? != sum || !(1..=1 << 16).contains(&shards) || boards.is_empty() {
            return Err(Unfit::Broken);
        }
        let count = |number: usize| T::from_words(&counts[number * T::WORDS..][..T::WORDS]);
        let counts = (0..keys.len()).map(count);
        Ok(Kept {
            boards,
            met: u128::from_words(&met),
            level: Level::of(keys.into_iter().zip(counts), self.shards),
        })
    }
}

/// A number that differs for other boards, starts and goals. The name does not matter.
fn fingerprint(puzzle: &Puzzle) -> u64 {
    let mut sum = Sum::default();
    for byte in puzzle.board().geometry().name().bytes() {
        sum.add(u64::from(byte));
    }
    for cell in puzzle.board().cells() {
        sum.add(u64::from(cell.x.unsigned_abs()) << 16 | u64::from(cell.y.unsigned_abs()));
    }
    let goal = puzzle.goal();
    sum.add(u64::from(goal.is_one_peg()));
    for position in [puzzle.start(), goal.pegs(), goal.open()] {
        sum.add(bits_of(position));
    }
    sum.0
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::Store;
    use crate::samples::{FIVE, TWELVE, to_the_centre};
    use crate::search::bit_board::Direction;
    use crate::search::level::Level;

    #[test]
    fn a_level_comes_back_as_it_was_and_a_changed_byte_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let puzzle = to_the_centre(TWELVE);
        let store = Store::open(folder.path(), &puzzle, false).unwrap();
        assert!(store.kept::<u128>(Direction::Forward).unwrap().is_none());
        let level = Level::of([(5, 7_u128 << 80), (9, 1)], 4);
        store
            .keep(Direction::Forward, &[1, 2], 3 << 70, &level)
            .unwrap();
        let kept = store.kept::<u128>(Direction::Forward).unwrap().unwrap();
        assert_eq!((kept.boards, kept.met), (vec![1, 2], 3 << 70));
        assert!(kept.level.iter().eq(level.iter()));
        assert!(store.kept::<u64>(Direction::Forward).unwrap().is_none());

        let [ahead, behind] = [Direction::Forward, Direction::Backward]
            .map(|direction| store.path::<u128>(direction.into()));
        fs::copy(&ahead, &behind).unwrap();
        let message = store.kept::<u128>(Direction::Backward).unwrap_err();
        assert!(message.to_string().contains("another count"), "{message}");
        fs::remove_file(behind).unwrap();

        let message = Store::open(folder.path(), &puzzle, false)
            .unwrap_err()
            .to_string();
        assert!(message.contains("--resume"), "{message}");
        let other = to_the_centre(FIVE);
        let other = Store::open(folder.path(), &other, true).unwrap();
        let message = other
            .kept::<u128>(Direction::Forward)
            .unwrap_err()
            .to_string();
        assert!(message.contains("another puzzle"), "{message}");

        let path = store.path::<u128>(Direction::Forward.into());
        let whole = fs::read(&path).unwrap();
        for place in [0, 30, 60, whole.len() - 1] {
            let mut bytes = whole.clone();
            bytes[place] ^= 4;
            fs::write(&path, &bytes).unwrap();
            assert!(
                store.kept::<u128>(Direction::Forward).is_err(),
                "byte {place}"
            );
            fs::write(&path, &whole[..place]).unwrap();
            assert!(
                store.kept::<u128>(Direction::Forward).is_err(),
                "cut at {place}"
            );
        }
    }
}
