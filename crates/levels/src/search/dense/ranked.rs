//! A level with the places of its positions in a row, so that a value each is an array.

use super::bitmap::{Bitmap, numbers, place};
use super::class_index::ClassIndex;
use crate::search::limits::{Halt, SearchLimits};
use crate::search::parallel::each;

/// Words of a level that a thread takes at a time.
const PIECE: usize = 1 << 12;

/// Words whose positions are counted together: a line of the processor's cache, so that a place costs one
/// miss in the map.
const LINE: usize = 8;

/// A level whose positions have places.
#[derive(Clone, Debug)]
pub struct Ranked {
    map: Bitmap,
    /// Number of positions in the words before each line.
    before: Vec<u32>,
    len: usize,
}

impl Ranked {
    /// Gives places, in the order of the numbers.
    ///
    /// # Errors
    /// [`Halt`] at the memory limit, or if there are 2³² positions or more.
    pub fn new(map: Bitmap, limits: &SearchLimits) -> Result<Self, Halt> {
        limits.allow(map.words().len() / LINE * 4)?;
        let mut len = 0_u32;
        let mut before = Vec::with_capacity(map.words().len() / LINE);
        for line in map.words().chunks(LINE) {
            before.push(len);
            len = len.checked_add(positions(line)).ok_or(Halt::TooLarge)?;
        }
        Ok(Self {
            map,
            before,
            len: len as usize,
        })
    }

    /// The level without places.
    pub fn map(&self) -> &Bitmap {
        &self.map
    }

    /// The place of a number, if it is there.
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

    /// A value for each position, in order of place.
    ///
    /// # Errors
    /// [`Halt`] at a limit, or what `value` returns.
    pub fn values<T: Copy + Default + Send>(
        &self,
        index: &ClassIndex,
        limits: &SearchLimits,
        value: impl Fn(u64) -> Result<T, Halt> + Sync,
    ) -> Result<Vec<T>, Halt> {
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
        each(
            limits.threads(),
            pieces.into_iter(),
            |(first, words, own)| {
                limits.check()?;
                let all = (first as u64..)
                    .zip(words)
                    .flat_map(|(place, &word)| numbers(place, word));
                for (number, own) in all.zip(own) {
                    *own = value(index.position(number, self.map.odd_pegs))?;
                }
                Ok(())
            },
        )?;
        Ok(values)
    }
}

/// Number of positions in some words.
fn positions(words: &[u64]) -> u32 {
    words.iter().map(|word| word.count_ones()).sum()
}
