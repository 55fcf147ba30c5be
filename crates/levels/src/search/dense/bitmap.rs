//! A level as a bit map: one bit for each number that a position of the class may have.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use super::numbering::{FEWEST_BITS, Numbering, SMALL_BITS};
use crate::search::limits::{Halt, SearchLimits};
use crate::search::parallel::each;

/// The piece that is worked on at a time: it fits a core's first cache.
pub type MapBlock = [u64; WORDS];

/// Words in a block.
pub const WORDS: usize = 1 << (FEWEST_BITS - WORD_BITS);

/// The bits of a number that say where in a word it stands.
pub const WORD_BITS: u32 = 6;

/// The positions of one number of pegs.
#[derive(Clone, Debug)]
pub struct Bitmap {
    /// Whether the positions have an odd number of pegs.
    pub odd_pegs: bool,
    /// Word by word: the system gives out zeros page by page, to the thread that writes first.
    words: Vec<u64>,
    /// For each block whether it has a position.
    pub(super) occupied: Vec<bool>,
}

impl Bitmap {
    /// An empty level for numbers of that number of bits.
    ///
    /// # Errors
    /// [`Halt`] at the memory limit.
    pub fn empty(bits: u32, odd_pegs: bool, limits: &SearchLimits) -> Result<Self, Halt> {
        let blocks = 1_usize << (bits - FEWEST_BITS);
        limits.allow(blocks * (size_of::<MapBlock>() + 1))?;
        Ok(Self {
            odd_pegs,
            words: vec![0; blocks * WORDS],
            occupied: vec![false; blocks],
        })
    }

    /// Takes all positions out, so that it can be used again: new memory costs more than zeroing what
    /// was written.
    pub fn clear(&mut self, odd_pegs: bool) {
        self.odd_pegs = odd_pegs;
        let (blocks, occupied) = self.blocks_mut();
        for (block, occupied) in blocks.iter_mut().zip(occupied) {
            if std::mem::take(occupied) {
                block.fill(0);
            }
        }
    }

    /// Its words, one for 64 numbers.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Its words, a block at a time.
    pub fn blocks(&self) -> &[MapBlock] {
        self.words.as_chunks().0
    }

    /// Its words to be written, and whether each block is occupied.
    pub(super) fn blocks_mut(&mut self) -> (&mut [MapBlock], &mut [bool]) {
        (self.words.as_chunks_mut().0, &mut self.occupied)
    }

    /// The blocks that have any position, with their numbers.
    fn occupied_blocks(&self) -> impl Iterator<Item = (u64, &MapBlock)> {
        let blocks = (0..).zip(self.blocks()).zip(&self.occupied);
        blocks.filter_map(|(block, &occupied)| occupied.then_some(block))
    }

    /// Number of positions.
    pub fn len(&self) -> u64 {
        let words = self.occupied_blocks().flat_map(|(_, block)| block);
        words.map(|word| u64::from(word.count_ones())).sum()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        !self.occupied.contains(&true)
    }

    /// Adds a number.
    pub fn insert(&mut self, number: u64) {
        let word = place(number);
        self.words[word] |= 1 << (number & 63);
        self.occupied[word / WORDS] = true;
    }

    /// Whether it has a number.
    pub fn has(&self, number: u64) -> bool {
        self.words[place(number)] >> (number & 63) & 1 == 1
    }

    /// Leaves what another has too.
    pub fn retain(&mut self, other: &Self) {
        let (blocks, occupied) = self.blocks_mut();
        let blocks = blocks.iter_mut().zip(occupied).zip(other.blocks());
        for ((block, occupied), other) in blocks.filter(|((_, occupied), _)| **occupied) {
            for (word, other) in block.iter_mut().zip(other) {
                *word &= other;
            }
            *occupied = is_occupied(block);
        }
    }

    /// Leaves the numbers whose images another has.
    ///
    /// Images of sums are sums of images, so those of a block lie as far apart as those of its first
    /// numbers. Blocks are taken in an order in which the images of one lie where those of the one before
    /// did, and are found in the cache.
    ///
    /// # Errors
    /// [`Halt`] at a limit.
    pub fn retain_images_in(
        &mut self,
        other: &Self,
        limits: &SearchLimits,
        image: impl Fn(u64) -> u64 + Sync,
    ) -> Result<(), Halt> {
        let spread = (0..FEWEST_BITS).fold(0, |all, bit| all | image(1 << bit) ^ image(0));
        let (blocks, occupied) = self.blocks_mut();
        let blocks = (0..).zip(blocks).zip(occupied);
        let mut occupied: Vec<_> = blocks.filter(|(_, occupied)| **occupied).collect();
        occupied.sort_by_cached_key(|((block, _), _)| image(block << FEWEST_BITS) & !spread);
        let wanted = |number| other.has(image(number));
        let occupied = occupied.into_iter();
        each(limits.threads(), occupied, |((block, words), occupied)| {
            limits.check()?;
            for (place, word) in (first_place(block)..).zip(&mut *words) {
                for number in numbers(place, *word).filter(|&number| !wanted(number)) {
                    *word &= !(1 << (number & 63));
                }
            }
            *occupied = is_occupied(words);
            Ok(())
        })
    }

    /// The positions of a block.
    fn positions_of<'a>(
        &self,
        block: u64,
        words: &'a MapBlock,
        numbering: &'a Numbering,
    ) -> impl Iterator<Item = u64> + use<'a> {
        let odd_pegs = self.odd_pegs;
        let numbers = (first_place(block)..)
            .zip(words)
            .flat_map(|(place, &word)| numbers(place, word));
        numbers.map(move |number| numbering.position(number, odd_pegs))
    }

    /// Number of its positions that are as wanted.
    ///
    /// # Errors
    /// [`Halt`] at a limit.
    pub fn count(
        &self,
        numbering: &Numbering,
        limits: &SearchLimits,
        wanted: impl Fn(u64) -> bool + Sync,
    ) -> Result<u64, Halt> {
        let total = AtomicU64::new(0);
        each(
            limits.threads(),
            self.occupied_blocks(),
            |(block, words)| {
                limits.check()?;
                let positions = self.positions_of(block, words, numbering);
                let counted = positions.filter(|&position| wanted(position)).count();
                total.fetch_add(counted as u64, Ordering::Relaxed);
                Ok(())
            },
        )?;
        Ok(total.into_inner())
    }

    /// Positions of the map that are wanted, in order.
    ///
    /// # Errors
    /// [`Halt`] at a limit.
    pub fn positions_if(
        &self,
        numbering: &Numbering,
        limits: &SearchLimits,
        wanted: impl Fn(u64) -> bool + Sync,
    ) -> Result<Vec<u64>, Halt> {
        let all = Mutex::new(Vec::new());
        each(
            limits.threads(),
            self.occupied_blocks(),
            |(block, words)| {
                limits.check()?;
                let positions = self.positions_of(block, words, numbering);
                let found: Vec<u64> = positions.filter(|&position| wanted(position)).collect();
                let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
                all.extend(found);
                Ok(())
            },
        )?;
        let mut all = all.into_inner().unwrap_or_else(PoisonError::into_inner);
        all.sort_unstable();
        Ok(all)
    }

    /// The numbers, in order.
    pub fn iter(&self) -> impl Iterator<Item = u64> + '_ {
        let words = self
            .occupied_blocks()
            .flat_map(|(block, words)| (first_place(block)..).zip(words));
        words.flat_map(|(place, &word)| numbers(place, word))
    }
}

/// The place of the first word of a block.
pub const fn first_place(block: u64) -> u64 {
    block << (FEWEST_BITS - WORD_BITS)
}

/// Whether a block has any position.
pub fn is_occupied(block: &MapBlock) -> bool {
    block.iter().fold(0, |all, word| all | word) != 0
}

/// The word that a number stands in.
pub const fn place(number: u64) -> usize {
    (number >> WORD_BITS) as usize
}

/// The numbers of a word.
pub fn numbers(place: u64, word: u64) -> impl Iterator<Item = u64> {
    let rests = std::iter::successors(Some(word), |&rest| Some(rest & rest.wrapping_sub(1)));
    rests
        .take_while(|&rest| rest != 0)
        .map(move |rest| place << WORD_BITS | u64::from(rest.trailing_zeros()))
}

/// A level in compact form: as numbers, if that takes less room, and, where a map is small, much less.
#[derive(Clone, Debug)]
pub struct Aside {
    kept: Kept,
    bits: u32,
    odd_pegs: bool,
    len: u64,
}

#[derive(Clone, Debug)]
enum Kept {
    Map(Bitmap),
    Numbers(Vec<u32>),
}

impl Aside {
    /// Puts a level aside, and gives the map back if it is not needed any more.
    pub fn new(map: Bitmap) -> (Self, Option<Bitmap>) {
        let (len, odd_pegs) = (map.len(), map.odd_pegs);
        let bits = map.blocks().len().ilog2() + FEWEST_BITS;
        let listed = || map.iter().map(u32::try_from).collect::<Result<_, _>>();
        let words = map.words().len() as u64;
        let fewest = if bits > SMALL_BITS {
            2 * words
        } else {
            words / 2
        };
        let (kept, spare) = match (len < fewest).then(listed) {
            Some(Ok(numbers)) => (Kept::Numbers(numbers), Some(map)),
            _ => (Kept::Map(map), None),
        };
        let aside = Self {
            kept,
            bits,
            odd_pegs,
            len,
        };
        (aside, spare)
    }

    /// Number of positions.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether its positions have an odd number of pegs.
    pub fn odd_pegs(&self) -> bool {
        self.odd_pegs
    }

    /// A level with these numbers, as many as are here, in any order: kept in the same way.
    ///
    /// # Errors
    /// [`Halt`] at the memory limit.
    pub(super) fn of_numbers(
        &self,
        numbers: impl Iterator<Item = u64>,
        odd_pegs: bool,
        limits: &SearchLimits,
    ) -> Result<Self, Halt> {
        let kept = match &self.kept {
            Kept::Map(_) => {
                let mut map = Bitmap::empty(self.bits, odd_pegs, limits)?;
                numbers.for_each(|number| map.insert(number));
                Kept::Map(map)
            }
            Kept::Numbers(all) => {
                limits.allow(size_of_val(&all[..]))?;
                let mut images = Vec::with_capacity(all.len());
                // As long as here, so none is left out.
                images.extend(numbers.filter_map(|number| u32::try_from(number).ok()));
                images.sort_unstable();
                Kept::Numbers(images)
            }
        };
        Ok(Self {
            kept,
            odd_pegs,
            ..*self
        })
    }

    /// Its numbers, in order.
    pub fn numbers(&self) -> Box<dyn Iterator<Item = u64> + '_> {
        match &self.kept {
            Kept::Map(map) => Box::new(map.iter()),
            Kept::Numbers(numbers) => Box::new(numbers.iter().map(|&number| number.into())),
        }
    }

    /// Its positions, in the order of their numbers.
    pub fn positions<'a>(&'a self, numbering: &'a Numbering) -> impl Iterator<Item = u64> + 'a {
        let position = |number| numbering.position(number, self.odd_pegs);
        self.numbers().map(position)
    }

    /// Takes it up again, in an empty map if it needs one.
    ///
    /// # Errors
    /// Error that `empty` returns.
    pub fn taken_up(
        self,
        empty: impl FnOnce(bool) -> Result<Bitmap, Halt>,
    ) -> Result<Bitmap, Halt> {
        match self.kept {
            Kept::Map(map) => Ok(map),
            Kept::Numbers(numbers) => {
                let mut map = empty(self.odd_pegs)?;
                for number in numbers {
                    map.insert(number.into());
                }
                Ok(map)
            }
        }
    }

    /// The level, kept as well.
    ///
    /// # Errors
    /// [`Halt`] at the memory limit.
    pub fn map(&self, limits: &SearchLimits) -> Result<Bitmap, Halt> {
        let mut map = Bitmap::empty(self.bits, self.odd_pegs, limits)?;
        match &self.kept {
            Kept::Map(kept) => return Ok(kept.clone()),
            Kept::Numbers(numbers) => {
                for &number in numbers {
                    map.insert(number.into());
                }
            }
        }
        Ok(map)
    }
}
