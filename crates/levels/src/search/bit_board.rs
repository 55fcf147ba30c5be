//! A puzzle as bit masks: positions of at most 64 holes are words, jumps are three masks.
//!
//! Bit `h` of a word is hole `h`. A jump and its un-jump flip the same three bits, so one table
//! serves both ends: a jump needs from and over pegged and to vacant, an un-jump the contrary.
//!
//! Positions are taken up to the symmetries that fix start and goal; the least image stands for
//! all. A child's images are its parent's images with the images of the three bits flipped, so
//! that finding the least costs one xor and one comparison a symmetry.

use saut_peg::peg::{Board, Jump, Position};

use super::permutation::Permutation;
pub use super::playable::{Direction, JumpMask};

use super::playable::PlayableJumps;
use saut_peg::gf2::Echelon;

/// Jumps and symmetries of a board of at most 64 holes.
#[derive(Clone, Debug)]
pub struct BitBoard {
    jumps: Vec<Jump>,
    masks: Vec<JumpMask>,
    froms: Vec<u32>,
    playable: PlayableJumps,
    tables: Vec<Permutation>,
    /// The images of each jump's `touched`, symmetry by symmetry.
    flips: Vec<u64>,
}

/// The word of a position; the holes from 64 on are left out.
pub fn bits_of(position: &Position) -> u64 {
    position
        .holes()
        .take_while(|&hole| hole < 64)
        .fold(0, |mask, hole| mask | 1 << hole)
}

/// The position of a word.
pub fn position(holes: usize, word: u64) -> Position {
    Position::from_holes(
        holes,
        (0..holes.min(64)).filter(|hole| word >> hole & 1 == 1),
    )
}

impl BitBoard {
    /// The most holes that a board may have here.
    pub const MOST_HOLES: usize = 64;

    /// The board with all its symmetries that fix every one of these masks, or `None` if it has
    /// more than 64 holes.
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
                target: to,
            }
        };
        let jump_masks: Vec<JumpMask> = jumps.iter().map(mask).collect();
        let mut tables: Vec<Permutation> = board
            .symmetries()
            .iter()
            .map(|symmetry| Permutation::new(symmetry.image()))
            .collect();
        tables.retain(|table| masks.iter().all(|&mask| table.apply(mask) == mask));
        let flips = jump_masks
            .iter()
            .flat_map(|mask| tables.iter().map(|table| table.apply(mask.touched)))
            .collect();
        let froms = jumps
            .iter()
            .map(|&jump| u32::try_from(board.holes_of(jump)[0]).unwrap_or(0))
            .collect();
        let playable = PlayableJumps::new(&jump_masks, board.len());
        Some(Self {
            jumps,
            masks: jump_masks,
            froms,
            playable,
            tables,
            flips,
        })
    }

    /// This board with each position standing for itself alone.
    #[must_use]
    pub fn without_symmetries(mut self) -> Self {
        self.tables.truncate(1);
        let flips = self.masks.iter().map(|mask| mask.touched);
        self.flips = flips.collect();
        self
    }

    /// The jumps of the board.
    pub fn jumps(&self) -> &[Jump] {
        &self.jumps
    }

    /// The hole that a jump starts from.
    pub fn from(&self, jump: usize) -> u32 {
        self.froms[jump]
    }

    /// Jumps as masks.
    pub fn masks(&self) -> &[JumpMask] {
        &self.masks
    }

    /// Number of symmetries that positions are taken up to.
    pub fn order(&self) -> usize {
        self.tables.len()
    }

    /// All images of a position under the symmetries, with repetition.
    pub fn images(&self, position: u64) -> impl Iterator<Item = u64> + '_ {
        self.tables.iter().map(move |table| table.apply(position))
    }

    /// The image of a position under one of the symmetries, by number.
    pub fn image(&self, symmetry: usize, position: u64) -> u64 {
        self.tables[symmetry].apply(position)
    }

    /// The image that stands for all.
    pub fn canonical(&self, position: u64) -> u64 {
        self.images(position).min().unwrap_or(position)
    }

    /// Whether no image of a position is less.
    pub fn is_canonical(&self, position: u64) -> bool {
        self.images(position).all(|image| image >= position)
    }

    /// Number of different images of a position.
    pub fn orbit(&self, position: u64) -> u64 {
        let fixing = self
            .images(position)
            .filter(|&image| image == position)
            .count();
        (self.order() / fixing.max(1)) as u64
    }

    /// Calls `visit` with the canonical form of every child, once for each (un-)jump that leads
    /// there.
    pub fn children(&self, direction: Direction, parent: u64, visit: impl FnMut(u64)) {
        // The orders of the symmetry groups of all boards, so that the inner loop is unrolled.
        match self.order() {
            1 => self.children_up_to::<1>(direction, parent, visit),
            2 => self.children_up_to::<2>(direction, parent, visit),
            3 => self.children_up_to::<3>(direction, parent, visit),
            4 => self.children_up_to::<4>(direction, parent, visit),
            6 => self.children_up_to::<6>(direction, parent, visit),
            8 => self.children_up_to::<8>(direction, parent, visit),
            12 => self.children_up_to::<12>(direction, parent, visit),
            order => unreachable!("no grid has a group of {order} symmetries"),
        }
    }

    /// Number of (un-)jumps that can be played in a position.
    pub fn mobility(&self, direction: Direction, position: u64) -> u32 {
        self.playable.count(direction, position)
    }

    /// Calls `visit` with the numbers of the (un-)jumps that can be played in a position, in order.
    #[inline]
    pub fn each_playable(&self, direction: Direction, position: u64, visit: impl FnMut(usize)) {
        self.playable.each(direction, position, visit);
    }

    /// The (un-)jumps that can be played in a position, in order: their numbers, and the positions after them.
    pub fn steps(&self, direction: Direction, position: u64) -> impl Iterator<Item = (usize, u64)> {
        let playable = self.masks.iter().enumerate();
        let playable = playable.filter(move |(_, mask)| mask.applies(direction, position));
        playable.map(move |(jump, mask)| (jump, position ^ mask.touched))
    }

    /// The sums of jumps over the field of two elements: all differences between positions of one class (Suremain de
    /// Missery, Reiss).
    pub fn sums_of_jumps(&self) -> Echelon<u64> {
        Echelon::spanned_by(self.masks().iter().map(|mask| mask.touched))
    }

    /// Whether two positions are in the same position class.
    pub fn same_class(&self, from: u64, to: u64) -> bool {
        self.sums_of_jumps().contains(from ^ to)
    }

    fn children_up_to<const ORDER: usize>(
        &self,
        direction: Direction,
        parent: u64,
        mut visit: impl FnMut(u64),
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
            visit(least);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::{BitBoard, Direction, bits_of};
    use saut_peg::peg::boards;

    #[test]
    fn the_least_image_stands_for_all_and_children_are_canonical() {
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
    fn boards_of_more_than_64_holes_are_refused() {
        assert!(BitBoard::fixing(&boards::named("square-9").unwrap(), &[]).is_none());
    }

    #[test]
    fn the_class_separates_what_no_jumps_connect() {
        let board = boards::named("english").unwrap();
        let compact = BitBoard::fixing(&board, &[]).unwrap();
        let start = bits_of(&board.full()) ^ 1 << 16;
        let ends = (0..33).filter(|&hole| compact.same_class(start, 1 << hole));
        assert_eq!(ends.collect::<Vec<_>>(), [1, 13, 16, 19, 31]);
    }
}
