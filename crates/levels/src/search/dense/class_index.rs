//! Numbers the positions of one position class and one parity of pegs, without gaps.
//!
//! The position class and the parity of the number of pegs are linear equations over the field of two elements. By each
//! equation, the content of one hole is the sum of the contents of other holes, so this hole is not stored. For the 37
//! holes of the French board, 32 bits suffice. A jump changes the number of a position, like the position, by an XOR
//! with a constant.

use crate::search::bit_board::{BitBoard, Direction, JumpMask};
use saut_peg::gf2::{Echelon, mask_of};

/// Minimum number of bits of a number: a bit map has at least one block.
pub const MIN_BITS: u32 = 14;

/// A numbering of the positions of a class.
#[derive(Clone, Debug)]
pub struct ClassIndex {
    runs: Vec<Run>,
    implied: Vec<ImpliedHole>,
    /// Number of bits of a number.
    pub bits: u32,
    steps: [Vec<JumpDelta>; 2],
}

/// A run of consecutive stored holes, and the shift from the holes to their bits of the number.
type Run = (u64, u32);

/// A hole whose content follows from the other holes.
#[derive(Clone, Copy, Debug)]
struct ImpliedHole {
    hole: u32,
    /// The bits of the number whose parity is the content, or its opposite.
    bits: u64,
    /// Whether the content is the opposite of this parity, for an even and for an odd number of pegs.
    inverted: [bool; 2],
}

/// A jump or reverse jump, with its conditions on the position after it.
#[derive(Clone, Debug)]
pub struct JumpDelta {
    /// The bits in which the numbers before and after the jump differ.
    pub flip: u64,
    /// The conditions on the three holes after the jump, for an even and for an odd number of pegs.
    conditions: [[WantedParity; 3]; 2],
}

/// A condition on the parity of some bits of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WantedParity {
    /// The bits whose parity is required.
    pub bits: u64,
    /// Whether an odd number of these bits must be set.
    pub odd: bool,
}

impl WantedParity {
    /// Returns the condition that holds if both conditions hold, or neither of them.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self {
            bits: self.bits ^ other.bits,
            odd: self.odd ^ other.odd,
        }
    }
}

impl JumpDelta {
    /// Returns the conditions on the three holes after the jump. `odd_pegs` is the parity of the pegs after the jump.
    pub fn conditions(&self, odd_pegs: bool) -> [WantedParity; 3] {
        self.conditions[usize::from(odd_pegs)]
    }
}

impl ClassIndex {
    /// Creates the numbering of the class of the position `member`.
    pub fn new(compact: &BitBoard, board: u64, member: u64) -> Self {
        let holes = 64 - board.leading_zeros() as usize;
        // On any board, the null space of the jumps determines the position class. Every jump inverts the parity of
        // all pegs, and also every equation to which this parity was added.
        let kept = compact.sums_of_jumps();
        let kept = kept.orthogonal(holes).map(|set| mask_of(&set));
        let equations = Echelon::spanned_by(kept.chain([board]));
        // The highest holes of the equations are distinct.
        let free = equations
            .rows()
            .fold(board, |free, row| free & !(1 << row.ilog2()));
        let runs = runs(free);
        let number = |mask| numbered(&runs, mask);
        let is_odd = |mask: u64| mask.count_ones() & 1 == 1;
        let implied = |&holes: &u64| {
            let turns = compact
                .masks()
                .first()
                .is_some_and(|mask| is_odd(mask.touched & holes));
            let even = is_odd(member & holes) ^ (turns & is_odd(member));
            ImpliedHole {
                hole: holes.ilog2(),
                bits: number(holes),
                inverted: [even, even ^ turns],
            }
        };
        let implied: Vec<ImpliedHole> = equations.rows().map(implied).collect();
        let wanted = |hole: u64, pegged: bool, parity: usize| {
            let found = implied.iter().find(|implied| hole == 1 << implied.hole);
            let (bits, inverted) = found.map_or((number(hole), false), |implied| {
                (implied.bits, implied.inverted[parity])
            });
            let odd = pegged ^ inverted;
            WantedParity { bits, odd }
        };
        let steps = Direction::BOTH.map(|direction| {
            let is_forward = direction == Direction::Forward;
            let step = |mask: &JumpMask| JumpDelta {
                flip: number(mask.touched),
                conditions: [0, 1].map(|parity| {
                    [
                        wanted(mask.from, !is_forward, parity),
                        wanted(mask.required & !mask.from, !is_forward, parity),
                        wanted(mask.target, is_forward, parity),
                    ]
                }),
            };
            compact.masks().iter().map(step).collect()
        });
        Self {
            bits: free.count_ones().max(MIN_BITS),
            runs,
            implied,
            steps,
        }
    }

    /// Maximum number of bits of a number. With 32 bits, a bit map takes 512 MiB.
    const MAX_BITS: u32 = 32;

    /// Whether the class is small enough for bit maps.
    pub fn is_handy(&self) -> bool {
        self.bits <= Self::MAX_BITS
    }

    /// Whether a bit map is small enough to keep many of them: at most 128 MiB.
    pub fn is_small(&self) -> bool {
        const MOST: u32 = 30;
        self.bits <= MOST
    }

    /// Returns the maximum number of positions of a level for which a list, with this number of symmetries, is better
    /// than a bit map. A bit map does not use symmetries, and its cost does not depend on the number of positions.
    pub fn widest_listed(&self, symmetries: usize) -> usize {
        const SMALL: u64 = 1 << 16;
        let shift = if symmetries <= 2 { 8 } else { 5 };
        let widest = (1_u64 << self.bits >> shift).max(SMALL);
        usize::try_from(widest).unwrap_or(usize::MAX)
    }

    /// Returns the maximum number of positions of a level for which a list, with symmetries, takes less time than the
    /// creation of a bit map.
    pub fn short_list(&self) -> usize {
        const SMALL: u64 = 1 << 16;
        usize::try_from((1_u64 << self.bits >> 12).max(SMALL)).unwrap_or(usize::MAX)
    }

    /// Returns the number of a position of the class.
    pub fn number(&self, position: u64) -> u64 {
        numbered(&self.runs, position)
    }

    /// Returns the position with this number. `odd_pegs` is the parity of its pegs.
    pub fn position(&self, number: u64, odd_pegs: bool) -> u64 {
        let kept = self
            .runs
            .iter()
            .fold(0, |mask, (holes, shift)| mask | number << shift & holes);
        self.implied.iter().fold(kept, |mask, implied| {
            let odd = (number & implied.bits).count_ones() & 1 == 1;
            mask | u64::from(odd ^ implied.inverted[usize::from(odd_pegs)]) << implied.hole
        })
    }

    /// Returns the jumps or reverse jumps, in the order of the jumps of the board.
    pub fn steps(&self, direction: Direction) -> &[JumpDelta] {
        direction.select(&self.steps).as_slice()
    }
}

fn numbered(runs: &[Run], mask: u64) -> u64 {
    runs.iter()
        .fold(0, |number, (holes, shift)| number | (mask & holes) >> shift)
}

/// Splits holes into runs of consecutive holes, each with the shift that closes the gaps below the run.
fn runs(mut holes: u64) -> Vec<Run> {
    let (mut runs, mut below) = (Vec::new(), 0);
    while holes != 0 {
        let first = holes.trailing_zeros();
        let len = (holes >> first).trailing_ones();
        let run = holes & (u64::MAX >> (64 - len)) << first;
        runs.push((run, first - below));
        below += len;
        holes &= !run;
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::ClassIndex;
    use crate::search::bit_board::{BitBoard, Direction, bits_of};
    use saut_peg::peg::boards;

    #[test]
    fn numbers_stand_for_the_positions_of_a_class_and_jumps_flip_their_bits() {
        for (name, bits) in [
            ("english", 28),
            ("french", 32),
            ("triangle-5", 14),
            ("square-3", 14),
        ] {
            let board = boards::named(name).unwrap();
            let compact = BitBoard::fixing(&board, &[]).unwrap();
            let full = bits_of(&board.full());
            let mut position = full & 0x0fed_cba9_8765_4321;
            let index = ClassIndex::new(&compact, full, position);
            assert_eq!(index.bits, bits, "{name}");
            for step in 0..1000 {
                let odd = position.count_ones() % 2 == 1;
                let number = index.number(position);
                assert!(number >> bits == 0);
                assert_eq!(index.position(number, odd), position);
                for direction in [Direction::Forward, Direction::Backward] {
                    let masks = compact.masks().iter().zip(index.steps(direction));
                    for (mask, step) in masks {
                        let child = position ^ mask.touched;
                        assert_eq!(number ^ step.flip, index.number(child));
                        // The conditions hold after the jump if and only if it was playable.
                        let holds = step.conditions(!odd).iter().all(|condition| {
                            let set = (number ^ step.flip) & condition.bits;
                            (set.count_ones() % 2 == 1) == condition.odd
                        });
                        assert_eq!(holds, mask.applies(direction, position));
                    }
                }
                position ^= compact.masks()[step * 7 % compact.masks().len()].touched;
            }
        }
    }
}
