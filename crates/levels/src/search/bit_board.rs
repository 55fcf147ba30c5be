//! A puzzle as bit masks: positions of at most 64 holes are words, jumps are masks.
//!
//! Bit `h` of a word is hole `h`. A jump and its reverse jump flip the same three bits, so both use one table. A jump
//! needs pegs in `from` and `over` and a vacancy in `to`; a reverse jump needs the opposite.
//!
//! The smallest image of a position under the symmetries represents all its images. The images of a successor are the
//! images of the position with the images of the three bits flipped. So the smallest image costs one XOR and one
//! comparison per symmetry.

use arrayvec::ArrayVec;
use saut_base::bits;
use saut_peg::gf2::Echelon;
use saut_peg::peg::{Board, Jump, Position};

/// The direction in which a level is expanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// By jumps: the positions of a level have one peg less than the positions of the level before.
    Forward,
    /// By reverse jumps: the positions of a level have one peg more than the positions of the level before.
    Backward,
}

impl Direction {
    /// Both directions.
    pub const BOTH: [Self; 2] = [Self::Forward, Self::Backward];

    /// Returns the value for this direction.
    #[inline]
    pub const fn select<T>(self, [forward, backward]: &[T; 2]) -> &T {
        match self {
            Self::Forward => forward,
            Self::Backward => backward,
        }
    }

    /// Returns the opposite direction.
    #[must_use]
    pub const fn back(self) -> Self {
        match self {
            Self::Forward => Self::Backward,
            Self::Backward => Self::Forward,
        }
    }
}

/// A jump as masks of holes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JumpMask {
    /// The holes that change: `from`, `over` and `to`.
    pub touched: u64,
    /// The holes that must have pegs: `from` and `over`.
    pub required: u64,
    /// The hole of the jumping peg.
    pub from: u64,
    /// The hole in which the jump ends, which must be vacant.
    pub target: u64,
}

impl JumpMask {
    fn map(self, change: impl Fn(u64) -> u64) -> Self {
        Self {
            touched: change(self.touched),
            required: change(self.required),
            from: change(self.from),
            target: change(self.target),
        }
    }

    /// Whether the jump (or the reverse jump) can be played in a position.
    pub const fn applies(self, direction: Direction, position: u64) -> bool {
        position & self.touched == *direction.select(&[self.required, self.target])
    }
}

/// The jumps, and some or all symmetries, of a board of at most 64 holes.
#[derive(Clone, Debug)]
pub struct BitBoard {
    holes: usize,
    jumps: Vec<Jump>,
    masks: Vec<JumpMask>,
    playable: PlayableJumps,
    tables: Vec<Permutation>,
    /// For each jump, the images of its mask `touched` under the symmetries.
    flips: Vec<u64>,
}

/// Returns a position as a word, without the holes from 64 on.
pub fn bits_of(position: &Position) -> u64 {
    position
        .holes()
        .take_while(|&hole| hole < 64)
        .fold(0, |mask, hole| mask | 1 << hole)
}

/// Returns the position that a word represents.
pub fn position(holes: usize, word: u64) -> Position {
    Position::from_holes(
        holes,
        (0..holes.min(64)).filter(|hole| word >> hole & 1 == 1),
    )
}

impl BitBoard {
    /// Maximum number of holes of a bit board.
    pub const MOST_HOLES: usize = 64;

    /// Creates the board with the symmetries that fix each of these masks. `None` if the board has more than 64 holes.
    pub fn fixing(board: &Board, masks: &[u64]) -> Option<Self> {
        if board.len() > Self::MOST_HOLES {
            return None;
        }
        let jumps = board.jumps().to_vec();
        let mask = |&jump: &Jump| {
            let [from, over, to] = board.holes_of(jump).map(|hole| 1 << hole);
            JumpMask {
                touched: from | over | to,
                required: from | over,
                from,
                target: to,
            }
        };
        let jump_masks: Vec<JumpMask> = jumps.iter().map(mask).collect();
        let fixed = masks.iter().map(|&mask| position(board.len(), mask));
        let tables: Vec<Permutation> = board
            .symmetries_fixing(&fixed.collect::<Vec<_>>())
            .iter()
            .map(|symmetry| Permutation::new(symmetry.image()))
            .collect();
        let flips = jump_masks
            .iter()
            .flat_map(|mask| tables.iter().map(|table| table.apply(mask.touched)))
            .collect();
        let playable = PlayableJumps::new(&jump_masks, board.len());
        Some(Self {
            holes: board.len(),
            jumps,
            masks: jump_masks,
            playable,
            tables,
            flips,
        })
    }

    /// Returns this board with only the identity as a symmetry.
    #[must_use]
    pub fn without_symmetries(mut self) -> Self {
        self.tables.truncate(1);
        let flips = self.masks.iter().map(|mask| mask.touched);
        self.flips = flips.collect();
        self
    }

    /// Returns the number of holes.
    pub const fn holes(&self) -> usize {
        self.holes
    }

    /// Returns the jumps of the board.
    pub fn jumps(&self) -> &[Jump] {
        &self.jumps
    }

    /// Returns the jumps of the board as masks.
    pub fn masks(&self) -> &[JumpMask] {
        &self.masks
    }

    /// Returns the number of symmetries.
    pub fn order(&self) -> usize {
        self.tables.len()
    }

    /// Returns the image of a position under each symmetry. Images may be equal.
    pub fn images(&self, position: u64) -> impl Iterator<Item = u64> + '_ {
        self.tables.iter().map(move |table| table.apply(position))
    }

    /// Returns the image of a position under the symmetry with this index.
    pub fn image(&self, symmetry: usize, position: u64) -> u64 {
        self.tables[symmetry].apply(position)
    }

    /// Returns the canonical form of a position: its smallest image.
    pub fn canonical(&self, position: u64) -> u64 {
        self.images(position).min().unwrap_or(position)
    }

    /// Whether a position is the smallest of its images.
    pub fn is_canonical(&self, position: u64) -> bool {
        self.images(position).all(|image| image >= position)
    }

    /// Returns the number of different images of a position.
    pub fn orbit(&self, position: u64) -> u64 {
        let fixing = self
            .images(position)
            .filter(|&image| image == position)
            .count();
        (self.order() / fixing.max(1)) as u64
    }

    /// Calls `visit` with the canonical form of the position after each playable jump (or reverse jump).
    #[inline]
    pub fn children(&self, direction: Direction, parent: u64, visit: impl FnMut(u64)) {
        let mut children = CanonicalChildren::new();
        self.push_children(direction, parent, &mut children);
        children.iter().copied().for_each(visit);
    }

    /// Collects the positions for [`Self::children`]. This function is not generic in the visitor, so its 35 loops are
    /// compiled only once.
    fn push_children(&self, direction: Direction, parent: u64, children: &mut CanonicalChildren) {
        // One case for each possible order of a symmetry group, so that the inner loop is unrolled.
        match self.order() {
            1 => self.push_children_up_to::<1>(direction, parent, children),
            2 => self.push_children_up_to::<2>(direction, parent, children),
            3 => self.push_children_up_to::<3>(direction, parent, children),
            4 => self.push_children_up_to::<4>(direction, parent, children),
            6 => self.push_children_up_to::<6>(direction, parent, children),
            8 => self.push_children_up_to::<8>(direction, parent, children),
            12 => self.push_children_up_to::<12>(direction, parent, children),
            order => unreachable!("no grid has a group of {order} symmetries"),
        }
    }

    /// Returns the number of jumps (or reverse jumps) that can be played in a position.
    pub fn mobility(&self, direction: Direction, position: u64) -> u32 {
        self.playable.count(direction, position)
    }

    /// Calls `visit` with the numbers of the playable jumps (or reverse jumps), in ascending order.
    #[inline]
    pub fn each_playable(&self, direction: Direction, position: u64, visit: impl FnMut(usize)) {
        self.playable.each(direction, position, visit);
    }

    /// Returns the playable jumps (or reverse jumps) in ascending order: the number of each, and the position after it.
    pub fn steps(&self, direction: Direction, position: u64) -> impl Iterator<Item = (usize, u64)> {
        let playable = self.masks.iter().enumerate();
        let playable = playable.filter(move |(_, mask)| mask.applies(direction, position));
        playable.map(move |(jump, mask)| (jump, position ^ mask.touched))
    }

    /// Finds the first jump (or reverse jump) to a position whose canonical form `is_wanted` accepts. Returns the
    /// number of the jump and the position after it.
    pub fn step_into(
        &self,
        direction: Direction,
        position: u64,
        is_wanted: impl Fn(u64) -> bool,
    ) -> Option<(usize, u64)> {
        let mut steps = self.steps(direction, position);
        steps.find(|&(_, child)| is_wanted(self.canonical(child)))
    }

    /// Returns the span of the jumps over the field of two elements: all differences between positions of one class
    /// (Suremain de Missery, Reiss).
    pub fn sums_of_jumps(&self) -> Echelon<u64> {
        Echelon::spanned_by(self.masks().iter().map(|mask| mask.touched))
    }

    /// Whether two positions are in the same position class.
    pub fn same_class(&self, from: u64, to: u64) -> bool {
        self.sums_of_jumps().contains(from ^ to)
    }

    /// Returns the numbers of the images of all jumps under each of the symmetries.
    pub fn images_of_jumps(&self) -> Vec<Vec<usize>> {
        let image = |symmetry: usize| {
            let turned = self
                .masks
                .iter()
                .map(|mask| mask.map(|at| self.image(symmetry, at)));
            let number = |turned: JumpMask| self.masks.iter().position(|&mask| mask == turned);
            turned.filter_map(number).collect()
        };
        (0..self.order()).map(image).collect()
    }

    /// Returns the canonical form of a position, and the image of a mask under the same symmetry.
    pub fn canonical_with(&self, position: u64, mask: u64) -> (u64, u64) {
        let mut best = (position, mask);
        for (image, turned) in self.images(position).zip(self.images(mask)) {
            if image < best.0 {
                best = (image, turned);
            }
        }
        best
    }

    fn push_children_up_to<const ORDER: usize>(
        &self,
        direction: Direction,
        parent: u64,
        children: &mut CanonicalChildren,
    ) {
        let mut images = [0; ORDER];
        for (image, table) in images.iter_mut().zip(&self.tables) {
            *image = table.apply(parent);
        }
        let (flips, _) = self.flips.as_chunks::<ORDER>();
        self.each_playable(direction, parent, |number| {
            let mut least = u64::MAX;
            for (image, flip) in images.iter().zip(&flips[number]) {
                least = least.min(image ^ flip);
            }
            children.push(least);
        });
    }
}

/// Canonical forms of the positions after the jumps from a position.
type CanonicalChildren = ArrayVec<u64, { 64 * WORDS[WORDS.len() - 1] }>;

/// A permutation of at most 64 holes. It is applied to eight bits of a word at a time.
#[derive(Clone, Debug)]
pub struct Permutation(Vec<[u64; 256]>);

impl Permutation {
    /// Creates the permutation that moves hole `h` to `image[h]`.
    pub(super) fn new(image: &[usize]) -> Self {
        // The image of a set is the image of its first hole and of the rest, which has a smaller number.
        let byte = |holes: &[usize]| {
            let mut table = [0_u64; 256];
            for value in 1..table.len() {
                let first = holes.get(value.trailing_zeros() as usize);
                let image = first.map_or(0, |&hole| 1 << hole);
                table[value] = table[value & (value - 1)] | image;
            }
            table
        };
        Self(image.chunks(8).map(byte).collect())
    }

    pub(super) fn apply(&self, position: u64) -> u64 {
        let bytes = position.to_le_bytes();
        self.0
            .iter()
            .zip(bytes)
            .fold(0, |image, (table, byte)| image | table[usize::from(byte)])
    }
}

/// Number of holes of a lookup table.
const BITS: usize = 8;

/// Possible numbers of words of a set of jumps, for at most 64, 128, 192, 256 or 512 jumps.
const WORDS: [usize; 5] = [1, 2, 3, 4, 8];

/// Lookup tables for the jumps that can be played in a position.
///
/// Each table covers eight holes and has, for each of their contents, the set of jumps that these holes do not forbid.
/// A jump can be played if no byte of the position forbids it. So a position costs one lookup per byte, instead of one
/// comparison per jump.
#[derive(Clone, Debug)]
struct PlayableJumps {
    words: usize,
    /// For each direction, byte of the position and value of the byte: the set of jumps that are not forbidden.
    tables: [Vec<u64>; 2],
}

impl PlayableJumps {
    fn new(masks: &[JumpMask], holes: usize) -> Self {
        let needed = bits::words(masks.len());
        let words = WORDS.into_iter().find(|&words| words >= needed);
        let words = words.unwrap_or(needed);
        let all = bits::row(64 * words, 0..masks.len());
        let table = |direction| {
            // The jumps that hole `h` does not forbid: row `2h` if it is vacant, row `2h + 1` if it has a peg.
            let mut allowed = all.repeat(2 * holes.next_multiple_of(BITS));
            for (jump, mask) in masks.iter().enumerate() {
                for hole in bits::iter(&[mask.touched]) {
                    let part = mask.map(|mask| mask >> hole & 1);
                    let forbidden = 2 * hole + usize::from(part.applies(direction, 0));
                    bits::set(&mut allowed[forbidden * words..], jump, false);
                }
            }
            let mut table = Vec::with_capacity(words * (holes.div_ceil(BITS) << BITS));
            for byte in allowed.chunks_exact(2 * BITS * words) {
                let begin = table.len();
                table.extend_from_slice(&all);
                // Each hole doubles the number of values: the values with a vacancy precede those with a peg.
                for rows in byte.chunks_exact(2 * words) {
                    let half = table.len() - begin;
                    table.extend_from_within(begin..);
                    let halves = table[begin..].chunks_exact_mut(half);
                    for (sets, row) in halves.zip(rows.chunks_exact(words)) {
                        for (set, allowed) in sets.iter_mut().zip(row.iter().cycle()) {
                            *set &= allowed;
                        }
                    }
                }
            }
            table
        };
        Self {
            words,
            tables: Direction::BOTH.map(table),
        }
    }

    /// Calls `visit` with the numbers of the playable jumps, in ascending order.
    #[inline]
    fn each(&self, direction: Direction, position: u64, visit: impl FnMut(usize)) {
        match self.words {
            1 => self.each_of::<1>(direction, position, visit),
            2 => self.each_of::<2>(direction, position, visit),
            3 => self.each_of::<3>(direction, position, visit),
            4 => self.each_of::<4>(direction, position, visit),
            _ => self.each_of::<8>(direction, position, visit),
        }
    }

    /// Returns the number of playable jumps.
    #[inline]
    fn count(&self, direction: Direction, position: u64) -> u32 {
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
        let table = direction.select(&self.tables);
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

#[cfg(test)]
mod tests {
    use super::{BitBoard, Direction, bits_of};
    use saut_peg::peg::boards;

    #[test]
    fn the_least_image_is_canonical_and_so_are_children() {
        for name in [
            "english",
            "triangle-5",
            "square-4",
            "square-8",
            "triangle-10",
        ] {
            let board = boards::named(name).unwrap();
            let compact = BitBoard::fixing(&board, &[]).unwrap();
            let parent = 0x0123_4567_89ab_cdef & bits_of(&board.full());
            for image in compact.images(parent) {
                assert_eq!(compact.canonical(image), compact.canonical(parent));
            }
            for direction in [Direction::Forward, Direction::Backward] {
                let playable = compact
                    .masks()
                    .iter()
                    .filter(|mask| mask.applies(direction, parent));
                let naive: Vec<u64> = playable
                    .map(|mask| compact.canonical(parent ^ mask.touched))
                    .collect();
                let mut fast = Vec::new();
                compact.children(direction, parent, |child| fast.push(child));
                assert_eq!(fast, naive, "{name}");
                if direction == Direction::Forward {
                    let landed = compact.steps(direction, parent).map(|(jump, child)| {
                        let target = compact.masks()[jump].target;
                        let (child, landed) = compact.canonical_with(child, target);
                        assert!(landed.is_power_of_two() && child & landed != 0);
                        child
                    });
                    assert_eq!(landed.collect::<Vec<_>>(), naive);
                }
                assert_eq!(compact.mobility(direction, parent) as usize, naive.len());
            }
        }
    }

    #[test]
    fn orbits_have_as_many_boards_as_different_images() {
        let board = boards::named("english").unwrap();
        let compact = BitBoard::fixing(&board, &[]).unwrap();
        let centre = 1 << 16;
        assert_eq!(
            (compact.orbit(centre), compact.orbit(1), compact.orbit(0b11)),
            (1, 8, 8)
        );
        assert_eq!(BitBoard::fixing(&board, &[1]).unwrap().order(), 1);
    }

    #[test]
    fn boards_of_more_than_64_holes_are_rejected() {
        assert!(BitBoard::fixing(&boards::named("square-9").unwrap(), &[]).is_none());
    }

    #[test]
    fn positions_of_different_classes_are_not_connected() {
        let board = boards::named("english").unwrap();
        let compact = BitBoard::fixing(&board, &[]).unwrap();
        let start = bits_of(&board.full()) ^ 1 << 16;
        let ends = (0..33).filter(|&hole| compact.same_class(start, 1 << hole));
        assert_eq!(ends.collect::<Vec<_>>(), [1, 13, 16, 19, 31]);
    }
}
