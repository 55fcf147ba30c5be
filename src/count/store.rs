//! Levels kept in a directory, so that a count that was ended goes on where it was.
//!
//! One file for each end of the search holds its last level. A file is a line of text, then
//! 64-bit little-endian words: a fingerprint of the puzzle and the end, the boards of all levels so
//! far, the solutions met so far, the positions, their tallies, and last a checksum of all words
//! before. The fingerprint keeps a file that was renamed from being taken for the other end's.
//! Files are written beside and renamed, so that a file is whole or not there.

use std::fs;
use std::io::{BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use crate::bad_input::BadInput;
use crate::peg::Puzzle;
use crate::search::Tally;
use crate::search::compact::{Direction, word};
use crate::search::level::Level;

const HEAD: &[u8] = b"saut level 1\n";

/// A tally that can be kept as words.
pub trait Stored: Tally {
    /// How many words.
    const WORDS: usize;
    /// The word of that number.
    fn word(self, number: usize) -> u64;
    /// The tally of these words.
    fn from_words(words: &[u64]) -> Self;
}

impl Stored for u64 {
    const WORDS: usize = 1;
    fn word(self, _: usize) -> u64 {
        self
    }
    fn from_words(words: &[u64]) -> Self {
        words[0]
    }
}

impl Stored for u128 {
    const WORDS: usize = 2;
    fn word(self, number: usize) -> u64 {
        u64::try_from(self >> (64 * number) & u128::from(u64::MAX)).unwrap_or(0)
    }
    fn from_words(words: &[u64]) -> Self {
        Self::from(words[0]) | Self::from(words[1]) << 64
    }
}

/// The state of one end of a count.
#[derive(Clone, Debug)]
pub struct Kept<T> {
    /// The boards of each level so far, up to symmetry.
    pub boards: Vec<u64>,
    /// The solutions met before the last level.
    pub met: u128,
    /// The last level.
    pub level: Level<T>,
}

/// A directory of levels of one puzzle.
#[derive(Clone, Debug)]
pub struct Store {
    directory: PathBuf,
    fingerprint: u64,
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

    fn path<T: Stored>(&self, direction: Direction) -> PathBuf {
        let end = match direction {
            Direction::Forward => "forward",
            Direction::Backward => "backward",
        };
        self.directory
            .join(format!("{end}-{}.level", 64 * T::WORDS))
    }

    /// What a file of this end begins with.
    const fn mark(&self, direction: Direction) -> u64 {
        match direction {
            Direction::Forward => self.fingerprint,
            Direction::Backward => !self.fingerprint,
        }
    }

    /// Keeps the last level of one end, instead of the one before.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn keep<T: Stored>(
        &self,
        direction: Direction,
        boards: &[u64],
        met: u128,
        level: &Level<T>,
    ) -> Result<(), BadInput> {
        self.write(direction, boards, met, level).map_err(|error| {
            let path = self.path::<T>(direction).display().to_string();
            let fact = format!("cannot be written ({error})");
            BadInput::new(path, fact).remedy("is the disk full?")
        })
    }

    fn write<T: Stored>(
        &self,
        direction: Direction,
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
        out.put(self.mark(direction))?;
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
        for (_, tally) in level.iter() {
            for number in 0..T::WORDS {
                out.put(tally.word(number))?;
            }
        }
        let sum = out.sum.0;
        out.put(sum)?;
        let file = out
            .out
            .into_inner()
            .map_err(std::io::IntoInnerError::into_error)?;
        file.as_file().sync_all()?;
        file.persist(self.path::<T>(direction))
            .map_err(|error| error.error)?;
        Ok(())
    }

    /// What was kept of one end, if anything.
    ///
    /// # Errors
    /// The file belongs to another puzzle, or is broken.
    pub fn kept<T: Stored>(&self, direction: Direction) -> Result<Option<Kept<T>>, BadInput> {
        let path = self.path::<T>(direction);
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
        let again = "remove it; the count then begins this end anew";
        match self.read(direction, &mut input, length) {
            Ok(kept) => Ok(Some(kept)),
            Err(Unfit::Other) => Err(bad(
                "holds a level of another puzzle, or of the other end of this one".to_owned(),
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
        direction: Direction,
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
        if words.get()? != self.mark(direction) {
            return Err(Unfit::Other);
        }
        let levels = words.get()?;
        let boards = list(&mut words, levels)?;
        let met = list(&mut words, 2)?;
        let shards = usize::try_from(words.get()?).map_err(|_| Unfit::Broken)?;
        let positions = words.get()?;
        let keys = list(&mut words, positions)?;
        let tallies = list(&mut words, positions.saturating_mul(T::WORDS as u64))?;
        let sum = words.sum.0;
        if words.get()? != sum || !(1..=1 << 16).contains(&shards) || boards.is_empty() {
            return Err(Unfit::Broken);
        }
        let tallies = tallies.chunks(T::WORDS).map(T::from_words);
        Ok(Kept {
            boards,
            met: u128::from_words(&met),
            level: Level::of(keys.into_iter().zip(tallies), shards),
        })
    }
}

/// Why a file is not used.
enum Unfit {
    Other,
    Broken,
}

/// A running checksum of words.
#[derive(Default)]
struct Sum(u64);

impl Sum {
    fn add(&mut self, word: u64) {
        let mixed = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ mixed >> 31;
    }
}

/// Words written or read, with their checksum.
struct Words<W> {
    out: W,
    sum: Sum,
}

impl<W: Write> Words<W> {
    fn put(&mut self, word: u64) -> std::io::Result<()> {
        self.sum.add(word);
        self.out.write_all(&word.to_le_bytes())
    }
}

impl<R: Read> Words<&mut R> {
    fn get(&mut self) -> Result<u64, Unfit> {
        let mut bytes = [0; 8];
        self.out.read_exact(&mut bytes).map_err(|_| Unfit::Broken)?;
        let word = u64::from_le_bytes(bytes);
        self.sum.add(word);
        Ok(word)
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
        sum.add(word(position));
    }
    sum.0
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::Store;
    use crate::formats::bundled;
    use crate::search::compact::Direction;
    use crate::search::level::Level;

    #[test]
    fn a_level_comes_back_as_it_was_and_a_changed_byte_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let puzzle = bundled::named("central").unwrap();
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
            .map(|direction| store.path::<u128>(direction));
        fs::copy(&ahead, &behind).unwrap();
        let message = store.kept::<u128>(Direction::Backward).unwrap_err();
        assert!(message.to_string().contains("the other end"), "{message}");
        fs::remove_file(behind).unwrap();

        let message = Store::open(folder.path(), &puzzle, false)
            .unwrap_err()
            .to_string();
        assert!(message.contains("--resume"), "{message}");
        let other = bundled::named("pegsol-p01").unwrap();
        let other = Store::open(folder.path(), &other, true).unwrap();
        let message = other
            .kept::<u128>(Direction::Forward)
            .unwrap_err()
            .to_string();
        assert!(message.contains("another puzzle"), "{message}");

        let path = store.path::<u128>(Direction::Forward);
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
