//! The words of a kept level: counts as words, and words written and read with a checksum.

use std::io::{Read, Write};

use crate::search::Count;

/// A count that can be kept as words.
pub trait Stored: Count {
    /// Number of words.
    const WORDS: usize;
    /// The word of that number.
    fn word(self, number: usize) -> u64;
    /// The count of these words.
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

impl Stored for () {
    const WORDS: usize = 0;
    fn word(self, _: usize) -> u64 {
        0
    }
    fn from_words(_: &[u64]) -> Self {}
}

/// Reasons why a file is not used.
pub(super) enum Unfit {
    Other,
    Broken,
}

/// A running checksum of words.
#[derive(Default)]
pub(super) struct Sum(pub(super) u64);

impl Sum {
    pub(super) fn add(&mut self, word: u64) {
        let mixed = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ mixed >> 31;
    }
}

/// Words written or read, with their checksum.
pub(super) struct Words<W> {
    pub(super) out: W,
    pub(super) sum: Sum,
}

impl<W: Write> Words<W> {
    pub(super) fn put(&mut self, word: u64) -> std::io::Result<()> {
        self.sum.add(word);
        self.out.write_all(&word.to_le_bytes())
    }
}

impl<R: Read> Words<&mut R> {
    pub(super) fn get(&mut self) -> Result<u64, Unfit> {
        let mut bytes = [0; 8];
        self.out.read_exact(&mut bytes).map_err(|_| Unfit::Broken)?;
        let word = u64::from_le_bytes(bytes);
        self.sum.add(word);
        Ok(word)
    }
}
