//! Sets of numbers as rows of bits, and masks of the bits of one word. A word has 64 bits.

const WORD: usize = u64::BITS as usize;

/// Returns the number of words in a row of `count` bits.
#[inline]
pub const fn words(count: usize) -> usize {
    count.div_ceil(WORD)
}

/// Creates a row of `count` bits in which these bits are set.
pub fn row(count: usize, set: impl IntoIterator<Item = usize>) -> Vec<u64> {
    let mut row = vec![0; words(count)];
    set.into_iter()
        .for_each(|bit| self::set(&mut row, bit, true));
    row
}

/// Creates a row with one bit for each value.
pub fn from_values(values: &[bool]) -> Vec<u64> {
    let set = values.iter().enumerate().filter(|(_, value)| **value);
    row(values.len(), set.map(|(bit, _)| bit))
}

/// Returns the values of the first `count` bits.
pub fn values(row: &[u64], count: usize) -> Vec<bool> {
    (0..count).map(|bit| get(row, bit)).collect()
}

/// Whether a bit is set.
#[inline]
pub const fn get(row: &[u64], bit: usize) -> bool {
    row[bit / WORD] >> (bit % WORD) & 1 == 1
}

/// Sets a bit to a value.
#[inline]
pub const fn set(row: &mut [u64], bit: usize, value: bool) {
    let word = &mut row[bit / WORD];
    *word = *word & !(1 << (bit % WORD)) | (value as u64) << (bit % WORD);
}

/// Sets a bit of a row, and extends the row if necessary. Returns whether the bit was not set before.
#[inline]
pub fn insert(row: &mut Vec<u64>, bit: usize) -> bool {
    row.resize(words(bit + 1).max(row.len()), 0);
    let is_new = !get(row, bit);
    set(row, bit, true);
    is_new
}

/// Sets all bits that are set in another row (union).
#[inline]
pub fn join(row: &mut [u64], other: &[u64]) {
    let words = row.iter_mut().zip(other);
    words.for_each(|(word, other)| *word |= other);
}

/// Returns the words of the intersection of two rows.
#[inline]
pub fn common(row: &[u64], other: &[u64]) -> impl Iterator<Item = u64> {
    row.iter().zip(other).map(|(word, other)| word & other)
}

/// Whether a bit is set in both rows.
#[inline]
pub fn meet(row: &[u64], other: &[u64]) -> bool {
    common(row, other).any(|word| word != 0)
}

/// Returns the set bits, in order.
#[inline]
pub fn iter(row: &[u64]) -> impl Iterator<Item = usize> {
    of_words(row.iter().copied())
}

/// Returns the set bits of consecutive words, in order.
#[inline]
pub fn of_words(mut words: impl Iterator<Item = u64>) -> impl Iterator<Item = usize> {
    // The remaining bits of the current word, and the number of bits up to its end.
    let (mut left, mut end) = (0_u64, 0);
    std::iter::from_fn(move || {
        while left == 0 {
            left = words.next()?;
            end += WORD;
        }
        let bit = left.trailing_zeros() as usize;
        left &= left - 1;
        Some(end - WORD + bit)
    })
}

/// Required values of some bits of one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mask {
    word: usize,
    bits: u64,
    /// The values of these bits. All other bits are 0.
    values: u64,
}

impl Mask {
    /// Creates masks for bits with their values. If the bits are sorted, there is one mask for each word. A bit with
    /// both values is in two masks.
    pub fn all(bits: impl IntoIterator<Item = (usize, bool)>) -> Vec<Self> {
        let mut masks: Vec<Self> = Vec::new();
        for (bit, value) in bits {
            let (word, bits) = (bit / WORD, 1 << (bit % WORD));
            let values = if value { bits } else { 0 };
            match masks.last_mut() {
                Some(last) if last.word == word && last.bits & bits == 0 => {
                    last.bits |= bits;
                    last.values |= values;
                }
                Some(_) | None => masks.push(Self { word, bits, values }),
            }
        }
        masks
    }

    /// Whether all bits of the mask have these values.
    #[inline]
    pub const fn holds(&self, row: &[u64]) -> bool {
        row[self.word] & self.bits == self.values
    }

    /// Whether at least one bit of the mask has its value.
    #[inline]
    pub const fn meets(&self, row: &[u64]) -> bool {
        (row[self.word] ^ !self.values) & self.bits != 0
    }

    /// Sets the bits of the mask to their values.
    #[inline]
    pub const fn apply(&self, row: &mut [u64]) {
        row[self.word] = row[self.word] & !self.bits | self.values;
    }

    /// Returns the bits of the mask with their values, in order.
    pub fn iter(&self) -> impl Iterator<Item = (usize, bool)> + use<> {
        let Self { word, bits, values } = *self;
        let bits = of_words([bits].into_iter());
        bits.map(move |bit| (word * WORD + bit, values >> bit & 1 == 1))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{Mask, get, insert, iter, join, meet, set};
    use crate::random::Random;

    #[test]
    fn rows_are_sets() {
        let (mut row, mut all) = (super::row(200, []), BTreeSet::new());
        let mut random = Random::new(1);
        for _ in 0..1000 {
            let (bit, value) = (random.below(200), random.below(2) == 0);
            set(&mut row, bit, value);
            if value {
                all.insert(bit);
            } else {
                all.remove(&bit);
            }
            assert!(iter(&row).eq(all.iter().copied()));
            assert_eq!(get(&row, bit), value);
        }
        let (mut none, mut grown) = (super::row(200, []), Vec::new());
        assert!(!meet(&row, &none));
        join(&mut none, &row);
        assert!(none == row && meet(&row, &none));
        assert!(all.iter().all(|&bit| insert(&mut grown, bit)));
        assert!(!all.iter().any(|&bit| insert(&mut grown, bit)));
        assert!(iter(&grown).eq(all));
        let values = super::values(&row, 200);
        assert!((0..200).all(|bit| values[bit] == get(&row, bit)));
        assert_eq!(super::from_values(&values), row);
    }

    #[test]
    fn masks_are_conjunctions_and_disjunctions() {
        let mut random = Random::new(2);
        let (mut held, mut met) = (0, 0);
        for _ in 0..5000 {
            let count = 1 + random.below(4);
            let bits = (0..count).map(|_| (random.below(90), random.below(2) == 0));
            let mut bits: Vec<(usize, bool)> = bits.collect();
            bits.sort_unstable();
            bits.dedup();
            let masks = Mask::all(bits.clone());
            assert!(masks.iter().flat_map(Mask::iter).eq(bits.iter().copied()));
            let mut row = [random.next(), random.next()];
            let has = |row: &[u64], &(bit, value): &(usize, bool)| get(row, bit) == value;
            let holds = masks.iter().all(|mask| mask.holds(&row));
            assert_eq!(holds, bits.iter().all(|one| has(&row, one)));
            let meets = masks.iter().any(|mask| mask.meets(&row));
            assert_eq!(meets, bits.iter().any(|one| has(&row, one)));
            held += usize::from(holds);
            met += usize::from(meets);
            let mut plain = row;
            for mask in &masks {
                mask.apply(&mut row);
            }
            for &(bit, value) in &bits {
                set(&mut plain, bit, value);
            }
            assert_eq!(row, plain);
        }
        assert!(held > 100 && met > 1000, "{held} {met}");
    }

    #[test]
    fn a_bit_with_both_values_never_holds_and_is_always_met() {
        let masks = Mask::all([(3, false), (3, true), (4, true)]);
        for word in 0..32 {
            assert!(!masks.iter().all(|mask| mask.holds(&[word])));
            assert!(masks.iter().any(|mask| mask.meets(&[word])));
        }
    }
}
