//! Computes the next level of a bit map, 64 positions at a time.
//!
//! A jump changes the number of a position by an XOR with a constant. On a bit map, this swaps blocks of words, words
//! within a block, and bits within a word. The contents of three holes after the jump show whether the jump was
//! playable. Each content is a parity of some bits of the number, which gives a mask for each word. So the next level
//! is the union, over the jumps, of the level with its words swapped and masked.
//!
//! The two jumps along a line swap the same words. After each of them, exactly one of the two outer holes has a peg. So
//! both jumps are one swap with two conditions: the content of the middle hole, and the sum of the two outer holes.
//!
//! A word costs the same time even if only one of its 64 positions is in the level. Levels near the start, levels near
//! the goal, and most levels of positions on solutions are sparse. In sparse levels, looking up the jumps of each
//! position costs less.

use std::sync::{Mutex, PoisonError};

use super::bitmap::{Bitmap, MapBlock, WORD_BITS, WORDS, first_place, is_occupied, numbers};
use super::class_index::{ClassIndex, JumpDelta, MIN_BITS, WantedParity};
use crate::search::bit_board::{BitBoard, Direction};
use crate::search::limits::{CountError, SearchLimits, locked};

/// Number of blocks that a thread takes at a time.
const PIECE: usize = 64;

/// A level with more than this number of words per position is sparse.
const WORDS_EACH: u64 = 8;

/// Number of blocks that a thread takes at a time in [`Bitmap::expand_few`].
const FEW_PIECE: usize = 16;

/// The bits of a number that differ within a block.
const WITHIN: u64 = (1 << MIN_BITS) - 1;

/// Number of words that are processed together.
const LANES: usize = 4;

/// For each binary digit of the index of a bit, the mask of the bits for which this digit is 0.
const LOW: [u64; 6] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0f0f_0f0f_0f0f_0f0f,
    0x00ff_00ff_00ff_00ff,
    0x0000_ffff_0000_ffff,
    0x0000_0000_ffff_ffff,
];

/// A jump, split into its effects on blocks, on words within a block, and on bits within a word.
struct Swap<'a> {
    block: usize,
    word: usize,
    bits: u64,
    conditions: Vec<ParityCondition<'a>>,
}

/// A condition: the parity of some bits of the index of the block, and one mask per word of the block.
struct ParityCondition<'a> {
    block: u64,
    odd: bool,
    masks: Option<&'a MapBlock>,
}

impl Bitmap {
    /// Writes all positions after one jump (or reverse jump) into an empty map. Processes the map word by word, which
    /// is fast for many positions.
    ///
    /// # Errors
    /// [`CountError`] if a limit was reached.
    pub fn expand_many(
        &self,
        mut next: Self,
        index: &ClassIndex,
        direction: Direction,
        limits: &SearchLimits,
    ) -> Result<Self, CountError> {
        let odd_pegs = next.odd_pegs;
        let steps = in_pairs(index.steps(direction), odd_pegs);
        let mut tables: Vec<(u64, MapBlock)> = Vec::new();
        for condition in steps.iter().flat_map(|(_, conditions)| conditions) {
            let low = condition.bits & WITHIN;
            if low != 0 && tables.iter().all(|&(bits, _)| bits != low) {
                tables.push((low, masks(low)));
            }
        }
        let part = |condition: WantedParity| {
            let same = |table: &&(u64, MapBlock)| table.0 == condition.bits & WITHIN;
            ParityCondition {
                block: condition.bits >> MIN_BITS,
                odd: condition.odd,
                masks: tables.iter().find(same).map(|(_, masks)| masks),
            }
        };
        let swaps: Vec<Swap> = steps
            .into_iter()
            .map(|(flip, conditions)| Swap {
                block: place(flip >> MIN_BITS),
                word: place((flip & WITHIN) >> WORD_BITS),
                bits: flip & 63,
                conditions: conditions.into_iter().map(part).collect(),
            })
            .collect();
        let (blocks, occupied) = next.blocks_mut();
        let pieces = blocks.chunks_mut(PIECE);
        let pieces = pieces.zip(occupied.chunks_mut(PIECE)).enumerate();
        limits.each(limits.threads, pieces, |(piece, (blocks, occupied))| {
            let blocks = blocks.iter_mut().zip(occupied);
            for (number, (block, occupied)) in (piece * PIECE..).zip(blocks) {
                for swap in &swaps {
                    swap.bring(self, number, block);
                }
                *occupied = is_occupied(block);
            }
            Ok(())
        })?;
        Ok(next)
    }

    /// Whether the map is sparse.
    pub fn has_few(&self) -> bool {
        self.len() < self.words().len() as u64 / WORDS_EACH
    }

    /// As [`expand_many`](Self::expand_many), but position by position, which is fast for sparse maps.
    ///
    /// # Errors
    /// [`CountError`] if a limit was reached.
    pub fn expand_few(
        &self,
        next: Self,
        compact: &BitBoard,
        index: &ClassIndex,
        direction: Direction,
        limits: &SearchLimits,
    ) -> Result<Self, CountError> {
        let next = Mutex::new(next);
        let steps = index.steps(direction);
        let pieces = self
            .blocks()
            .chunks(FEW_PIECE)
            .zip(self.occupied.chunks(FEW_PIECE));
        let pieces = pieces.enumerate();
        let occupied = pieces.filter(|(_, (_, occupied))| occupied.contains(&true));
        limits.each(limits.threads, occupied, |(piece, (blocks, _))| {
            let mut children = Vec::new();
            let words = (first_place((piece * FEW_PIECE) as u64)..).zip(blocks.as_flattened());
            for number in words.flat_map(|(place, &word)| numbers(place, word)) {
                let position = index.position(number, self.odd_pegs);
                compact.each_playable(direction, position, |jump| {
                    children.push(number ^ steps[jump].flip);
                });
            }
            let mut next = locked(&next);
            for child in children {
                next.insert(child);
            }
            Ok(())
        })?;
        Ok(next.into_inner().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Returns the bits that each jump flips, and the parities that must hold after the jump. Merges the two jumps along a
/// line.
fn in_pairs(steps: &[JumpDelta], odd_pegs: bool) -> Vec<(u64, Vec<WantedParity>)> {
    let mut rest: Vec<(u64, [WantedParity; 3])> = steps
        .iter()
        .map(|step| (step.flip, step.conditions(odd_pegs)))
        .collect();
    let mut found = Vec::new();
    while let Some((flip, [from, over, to])) = rest.pop() {
        let back = |&(other, [start, middle, end]): &(u64, [WantedParity; 3])| {
            let ends = [(start.bits, !start.odd), (end.bits, !end.odd)];
            other == flip && middle == over && ends == [(to.bits, to.odd), (from.bits, from.odd)]
        };
        let back = rest.iter().position(back);
        found.push(match back {
            Some(place) => {
                rest.swap_remove(place);
                (flip, vec![over, from.plus(to)])
            }
            None => (flip, vec![from, over, to]),
        });
    }
    found
}

/// Returns, for each word of a block, the mask of the numbers in which the parity of these bits is odd.
fn masks(bits: u64) -> MapBlock {
    let odd = |number: u64| (number & bits).count_ones() & 1 == 1;
    let word = |place: usize| {
        let first = (place as u64) << WORD_BITS;
        (0..64).fold(0, |mask, bit| mask | u64::from(odd(first | bit)) << bit)
    };
    std::array::from_fn(word)
}

impl Swap<'_> {
    /// Adds to a block the positions after this jump from the positions of `from`.
    fn bring(&self, from: &Bitmap, number: usize, into: &mut MapBlock) {
        let before = number ^ self.block;
        if !from.occupied[before] {
            return;
        }
        // The masks of each condition, and whether to invert them.
        let mut wanted: [(&MapBlock, u64); 3] = [(&[0; WORDS], 0); 3];
        let mut count = 0;
        for part in &self.conditions {
            let odd = (number as u64 & part.block).count_ones() & 1 == 1;
            match part.masks {
                None if odd != part.odd => return,
                None => {}
                Some(masks) => {
                    let inverted = if odd == part.odd { u64::MAX } else { 0 };
                    wanted[count] = (masks, inverted);
                    count += 1;
                }
            }
        }
        let source = &from.blocks()[before];
        let mask = |(masks, inverted): (&MapBlock, u64), at: usize| masks[at] ^ inverted;
        match wanted[..count] {
            [] => self.brought(source, into, |_| u64::MAX),
            [one] => self.brought(source, into, |at| mask(one, at)),
            [one, two] => self.brought(source, into, |at| mask(one, at) & mask(two, at)),
            [one, two, three, ..] => {
                self.brought(source, into, |at| {
                    mask(one, at) & mask(two, at) & mask(three, at)
                });
            }
        }
    }

    /// Swaps the words and bits of a block, masks the words, and adds them to another block.
    #[inline]
    fn brought(&self, source: &MapBlock, into: &mut MapBlock, mask: impl Fn(usize) -> u64) {
        let (sources, _) = source.as_chunks::<LANES>();
        let (intos, _) = into.as_chunks_mut::<LANES>();
        let (far, near) = (self.word / LANES, self.word % LANES);
        for (chunk, into) in intos.iter_mut().enumerate() {
            let source = &sources[(chunk ^ far) % (WORDS / LANES)];
            let mut words: [u64; LANES] = std::array::from_fn(|lane| source[lane ^ near]);
            if self.bits != 0 {
                for (bit, low) in LOW.iter().enumerate() {
                    if self.bits >> bit & 1 == 1 {
                        words =
                            words.map(|word| word >> (1 << bit) & low | (word & low) << (1 << bit));
                    }
                }
            }
            for (lane, word) in into.iter_mut().enumerate() {
                *word |= words[lane] & mask(chunk * LANES + lane);
            }
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the words are in memory")]
const fn place(number: u64) -> usize {
    number as usize
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use crate::search::bit_board::{BitBoard, Direction, bits_of};
    use crate::search::dense::{Bitmap, ClassIndex};
    use crate::search::limits::SearchLimits;
    use saut_base::random::Random;
    use saut_base::stop::Stop;
    use saut_peg::peg::boards;

    #[test]
    fn a_level_of_bit_maps_has_the_children_that_jumps_give() {
        for name in ["square-5", "triangle-6", "rectangle-4x7"] {
            let board = boards::named(name).unwrap();
            let compact = BitBoard::fixing(&board, &[]).unwrap().without_symmetries();
            let full = bits_of(&board.full());
            let mut random = Random::new(7);
            let member = random.next() & full;
            let index = ClassIndex::new(&compact, full, member);
            // Random positions of the class of `member` with the same number of pegs.
            let mut positions = BTreeSet::new();
            let pegs = member.count_ones();
            let mut at = member;
            while positions.len() < 300 {
                at ^= compact.masks()[random.below(compact.masks().len())].touched;
                if at.count_ones() == pegs {
                    positions.insert(at);
                }
            }
            for threads in [1, 3] {
                let limits = SearchLimits::new(&Stop::default(), threads);
                let mut level = Bitmap::empty(index.bits, pegs % 2 == 1, &limits).unwrap();
                for &position in &positions {
                    level.insert(index.number(position));
                }
                assert_eq!(level.len(), positions.len() as u64);
                for direction in [Direction::Forward, Direction::Backward] {
                    let mut children = BTreeSet::new();
                    for &position in &positions {
                        compact.children(direction, position, |child| {
                            children.insert(child);
                        });
                    }
                    // Tests a reused map and a new map.
                    let mut used = level.clone();
                    used.clear(!level.odd_pegs);
                    let new = Bitmap::empty(index.bits, !level.odd_pegs, &limits).unwrap();
                    let by_words = level.expand_many(used, &index, direction, &limits);
                    let one_by_one = level.expand_few(new, &compact, &index, direction, &limits);
                    for next in [by_words.unwrap(), one_by_one.unwrap()] {
                        let found: BTreeSet<u64> = next
                            .iter()
                            .map(|number| index.position(number, next.odd_pegs))
                            .collect();
                        assert_eq!(found, children, "{name}");
                    }
                }
            }
        }
    }
}
