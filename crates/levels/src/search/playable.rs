//! The (un-)jumps that can be played in a position, by a few table lookups.
//!
//! Eight holes at a time, a table says which jumps these holes do not forbid; the jumps that no byte
//! of the position forbids can be played. So a position costs as many lookups as it has bytes,
//! instead of a comparison for every jump of the board.

/// Direction in which a level is expanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// By jumps, one peg less a level.
    Forward,
    /// By un-jumps, one peg more a level.
    Backward,
}

impl Direction {
    /// The other direction.
    #[must_use]
    pub const fn back(self) -> Self {
        match self {
            Self::Forward => Self::Backward,
            Self::Backward => Self::Forward,
        }
    }
}

/// One jump as masks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JumpMask {
    /// From, over and to: the holes that change.
    pub touched: u64,
    /// From and over: the holes that must have pegs.
    pub required: u64,
    /// To: the hole that must be vacant.
    pub target: u64,
}

impl JumpMask {
    /// Whether the jump (or its un-jump) can be played in a position.
    pub const fn applies(self, direction: Direction, position: u64) -> bool {
        let pattern = match direction {
            Direction::Forward => self.required,
            Direction::Backward => self.target,
        };
        position & self.touched == pattern
    }
}

/// Holes to a table.
const BITS: usize = 8;

/// The words that a set of jumps takes: for up to 64, 128, 192, 256 or 512 jumps.
const WORDS: [usize; 5] = [1, 2, 3, 4, 8];

/// Jumps that the holes of a position allow.
#[derive(Clone, Debug)]
pub struct PlayableJumps {
    /// The words of a set.
    words: usize,
    /// By direction, then by byte of the position and its value: the set of jumps not forbidden.
    tables: [Vec<u64>; 2],
}

impl PlayableJumps {
    /// The tables of these jumps, on a board of `holes` holes.
    pub fn new(masks: &[JumpMask], holes: usize) -> Self {
        let needed = masks.len().div_ceil(64);
        let words = WORDS.into_iter().find(|&words| words >= needed);
        let words = words.unwrap_or(needed);
        let table = |direction| {
            let bytes = holes.div_ceil(BITS);
            let mut table = vec![u64::MAX; (bytes << BITS) * words];
            for (byte, sets) in table.chunks_exact_mut(words << BITS).enumerate() {
                let shift = byte * BITS;
                let values = 1_u64 << BITS.min(holes - shift);
                let touching = |mask: &JumpMask| mask.touched >> shift & 0xff != 0;
                let jumps = masks.iter().enumerate();
                for (number, mask) in jumps.filter(|(_, mask)| touching(mask)) {
                    let part = |holes: u64| holes >> shift & 0xff;
                    let part = JumpMask {
                        touched: part(mask.touched),
                        required: part(mask.required),
                        target: part(mask.target),
                    };
                    for (value, set) in (0..values).zip(sets.chunks_exact_mut(words)) {
                        let is_forbidden = !part.applies(direction, value);
                        set[number / 64] &= !(u64::from(is_forbidden) << (number % 64));
                    }
                }
                // Beyond the last jump there is none.
                for set in sets.chunks_exact_mut(words) {
                    for (number, word) in set.iter_mut().enumerate() {
                        let jumps = masks.len().saturating_sub(64 * number);
                        *word &= if jumps < 64 {
                            (1 << jumps) - 1
                        } else {
                            u64::MAX
                        };
                    }
                }
            }
            table
        };
        Self {
            words,
            tables: [Direction::Forward, Direction::Backward].map(table),
        }
    }

    /// Calls `visit` with the number of every jump that can be played, in order.
    #[inline]
    pub fn each(&self, direction: Direction, position: u64, visit: impl FnMut(usize)) {
        match self.words {
            1 => self.each_of::<1>(direction, position, visit),
            2 => self.each_of::<2>(direction, position, visit),
            3 => self.each_of::<3>(direction, position, visit),
            4 => self.each_of::<4>(direction, position, visit),
            _ => self.each_of::<8>(direction, position, visit),
        }
    }

    /// Number of jumps that can be played.
    #[inline]
    pub fn count(&self, direction: Direction, position: u64) -> u32 {
        let count = |set: &[u64]| set.iter().map(|word| word.count_ones()).sum();
        match self.words {
            1 => count(&self.set::<1>(direction, position)),
            2 => count(&self.set::<2>(direction, position)),
            3 => count(&self.set::<3>(direction, position)),
            4 => count(&self.set::<4>(direction, position)),
            _ => count(&self.set::<8>(direction, position)),
        }
    }

    #[inline]
    fn each_of<const W: usize>(
        &self,
        direction: Direction,
        position: u64,
        mut visit: impl FnMut(usize),
    ) {
        for (word, mut rest) in self.set::<W>(direction, position).into_iter().enumerate() {
            while rest != 0 {
                visit(word << 6 | rest.trailing_zeros() as usize);
                rest &= rest - 1;
            }
        }
    }

    #[inline]
    fn set<const W: usize>(&self, direction: Direction, position: u64) -> [u64; W] {
        let table = match direction {
            Direction::Forward => &self.tables[0],
            Direction::Backward => &self.tables[1],
        };
        let (tables, _) = table.as_chunks::<W>().0.as_chunks::<{ 1 << BITS }>();
        let mut set = [u64::MAX; W];
        for (table, value) in tables.iter().zip(position.to_le_bytes()) {
            for (all, part) in set.iter_mut().zip(&table[usize::from(value)]) {
                *all &= part;
            }
        }
        set
    }
}
