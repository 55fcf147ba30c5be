//! A level as a bit map, with one bit for the number of each position of the class.

use super::class_index::{ClassIndex, MIN_BITS};
use crate::search::limits::{CountError, SearchLimits};

/// A part of a bit map that fits into the first-level cache of a core.
pub type MapBlock = [u64; WORDS];

/// Number of words of a block.
pub const WORDS: usize = 1 << (MIN_BITS - WORD_BITS);

/// Number of low bits of a number that select its bit within a word.
pub const WORD_BITS: u32 = 6;

/// Some positions with the same number of pegs.
#[derive(Clone, Debug)]
pub struct Bitmap {
    /// Whether the positions have an odd number of pegs.
    pub odd_pegs: bool,
    /// The bits. The operating system allocates a zeroed page when a thread first writes to the page.
    words: Vec<u64>,
    /// For each block, whether it has a position.
    pub(super) occupied: Vec<bool>,
}

impl Bitmap {
    /// Creates an empty bit map for numbers of `bits` bits.
    ///
    /// # Errors
    /// [`CountError`] if the memory limit was reached.
    pub fn empty(bits: u32, odd_pegs: bool, limits: &SearchLimits) -> Result<Self, CountError> {
        let blocks = 1_usize << (bits - MIN_BITS);
        limits.allow(blocks * (size_of::<MapBlock>() + 1))?;
        Ok(Self {
            odd_pegs,
            words: vec![0; blocks * WORDS],
            occupied: vec![false; blocks],
        })
    }

    /// Removes all positions, so that the map can be reused. Zeroing the occupied blocks costs less than new memory.
    pub fn clear(&mut self, odd_pegs: bool) {
        self.odd_pegs = odd_pegs;
        let (blocks, occupied) = self.blocks_mut();
        for (block, occupied) in blocks.iter_mut().zip(occupied) {
            if std::mem::take(occupied) {
                block.fill(0);
            }
        }
    }

    /// Returns the words of the map. Each word has the bits of 64 numbers.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Returns the blocks of the map.
    pub fn blocks(&self) -> &[MapBlock] {
        self.words.as_chunks().0
    }

    pub(super) fn blocks_mut(&mut self) -> (&mut [MapBlock], &mut [bool]) {
        (self.words.as_chunks_mut().0, &mut self.occupied)
    }

    /// Returns the blocks that have positions, with their indices.
    fn occupied_blocks(&self) -> impl Iterator<Item = (u64, &MapBlock)> {
        let blocks = (0..).zip(self.blocks()).zip(&self.occupied);
        blocks.filter_map(|(block, &occupied)| occupied.then_some(block))
    }

    /// Returns the number of positions.
    pub fn len(&self) -> u64 {
        let words = self.occupied_blocks().flat_map(|(_, block)| block);
        words.map(|word| u64::from(word.count_ones())).sum()
    }

    /// Whether the map has no position.
    pub fn is_empty(&self) -> bool {
        !self.occupied.contains(&true)
    }

    /// Adds the position with this number.
    pub fn insert(&mut self, number: u64) {
        let word = place(number);
        self.words[word] |= 1 << (number & 63);
        self.occupied[word / WORDS] = true;
    }

    /// Whether the map has a number.
    pub fn has(&self, number: u64) -> bool {
        self.words[place(number)] >> (number & 63) & 1 == 1
    }

    /// Removes the numbers that another map does not have.
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

    /// Removes the numbers whose images another map does not have.
    ///
    /// The image is linear, so the differences between the images of the numbers of a block are the same for every
    /// block. Blocks are processed in an order in which the images of consecutive blocks are near each other, and so in
    /// the cache.
    ///
    /// # Errors
    /// [`CountError`] if a limit was reached.
    pub fn retain_images_in(
        &mut self,
        other: &Self,
        limits: &SearchLimits,
        image: impl Fn(u64) -> u64 + Sync,
    ) -> Result<(), CountError> {
        let spread = (0..MIN_BITS).fold(0, |all, bit| all | image(1 << bit) ^ image(0));
        let (blocks, occupied) = self.blocks_mut();
        let blocks = (0..).zip(blocks).zip(occupied);
        let mut occupied: Vec<_> = blocks.filter(|(_, occupied)| **occupied).collect();
        occupied.sort_by_cached_key(|((block, _), _)| image(block << MIN_BITS) & !spread);
        let wanted = |number| other.has(image(number));
        let occupied = occupied.into_iter();
        limits.each(limits.threads, occupied, |((block, words), occupied)| {
            for (place, word) in (first_place(block)..).zip(&mut *words) {
                for number in numbers(place, *word).filter(|&number| !wanted(number)) {
                    *word &= !(1 << (number & 63));
                }
            }
            *occupied = is_occupied(words);
            Ok(())
        })?;
        Ok(())
    }

    /// Returns the numbers of each block that has positions.
    pub fn numbers_by_block(&self) -> impl Iterator<Item = impl Iterator<Item = u64> + '_> + '_ {
        self.occupied_blocks().map(|(block, words)| {
            let words = (first_place(block)..).zip(words);
            words.flat_map(|(place, &word)| numbers(place, word))
        })
    }

    /// Returns the numbers in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = u64> + '_ {
        self.numbers_by_block().flatten()
    }
}

/// Returns the index of the first word of a block.
pub const fn first_place(block: u64) -> u64 {
    block << (MIN_BITS - WORD_BITS)
}

/// Whether a block has positions.
pub fn is_occupied(block: &MapBlock) -> bool {
    block.iter().fold(0, |all, word| all | word) != 0
}

/// Returns the index of the word that contains a number.
pub const fn place(number: u64) -> usize {
    (number >> WORD_BITS) as usize
}

/// Returns the numbers of the word with index `place`.
pub fn numbers(place: u64, word: u64) -> impl Iterator<Item = u64> {
    let rests = std::iter::successors(Some(word), |&rest| Some(rest & rest.wrapping_sub(1)));
    rests
        .take_while(|&rest| rest != 0)
        .map(move |rest| place << WORD_BITS | u64::from(rest.trailing_zeros()))
}

/// Number of words that a thread processes at a time.
const PIECE: usize = 1 << 12;

/// Number of words whose positions are counted together. This is one cache line, so that a rank costs one cache miss in
/// the map.
const LINE: usize = 8;

/// A bit map with the ranks of its positions.
#[derive(Clone, Debug)]
pub struct RankedBitmap {
    map: Bitmap,
    /// For each cache line, the number of positions in the words before the line.
    before: Vec<u32>,
    len: usize,
}

impl RankedBitmap {
    /// Assigns ranks in the order of the numbers.
    ///
    /// # Errors
    /// [`CountError`] if the memory limit was reached, or there are 2³² positions or more.
    pub fn new(map: Bitmap, limits: &SearchLimits) -> Result<Self, CountError> {
        limits.allow(map.words().len() / LINE * 4)?;
        let mut len = 0_u32;
        let mut before = Vec::with_capacity(map.words().len() / LINE);
        for line in map.words().chunks(LINE) {
            before.push(len);
            len = len
                .checked_add(positions(line))
                .ok_or(CountError::TooLarge)?;
        }
        Ok(Self {
            map,
            before,
            len: len as usize,
        })
    }

    /// Returns the bit map.
    pub fn map(&self) -> &Bitmap {
        &self.map
    }

    /// Returns the rank of a number; `None` if the map does not have the number.
    pub fn rank(&self, number: u64) -> Option<usize> {
        let at = place(number);
        let (word, bit) = (self.map.words()[at], number & 63);
        let below = word & ((1 << bit) - 1);
        (word >> bit & 1 == 1).then(|| {
            let line = at / LINE;
            let before = self.before[line] + positions(&self.map.words()[line * LINE..at]);
            (before + below.count_ones()) as usize
        })
    }

    /// Computes a value for each position, in the order of the ranks.
    ///
    /// # Errors
    /// [`CountError`] if a limit was reached, or the error that `value` returns.
    pub fn values<T: Copy + Default + Send>(
        &self,
        index: &ClassIndex,
        limits: &SearchLimits,
        value: impl Fn(u64) -> Result<T, CountError> + Sync,
    ) -> Result<Vec<T>, CountError> {
        limits.allow(self.len * size_of::<T>())?;
        let mut values = vec![T::default(); self.len];
        let mut rest = &mut values[..];
        let mut pieces = Vec::new();
        for (piece, words) in self.map.words().chunks(PIECE).enumerate() {
            let len = positions(words) as usize;
            let (own, others) = std::mem::take(&mut rest).split_at_mut(len);
            rest = others;
            if len > 0 {
                pieces.push((piece * PIECE, words, own));
            }
        }
        let pieces = pieces.into_iter();
        limits.each(limits.threads, pieces, |(first, words, own)| {
            let words = (first as u64..).zip(words);
            let all = words.flat_map(|(place, &word)| numbers(place, word));
            for (number, own) in all.zip(own) {
                *own = value(index.position(number, self.map.odd_pegs))?;
            }
            Ok(())
        })?;
        Ok(values)
    }
}

fn positions(words: &[u64]) -> u32 {
    words.iter().map(|word| word.count_ones()).sum()
}
