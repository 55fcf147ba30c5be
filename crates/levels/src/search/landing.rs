//! Children with the hole that the peg landed in, for counting moves.
//!
//! A move goes on from the hole where its last jump landed. When the child is turned into its
//! canonical form, that hole turns with it.

use super::bit_board::{BitBoard, Direction, JumpMask};

/// A child of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Child {
    /// Its canonical form.
    pub position: u64,
    /// Jump of the board that leads there.
    pub jump: usize,
    /// The hole that the jump starts from, as in the parent.
    pub from: u32,
    /// The hole that it lands in, turned as the child is.
    pub landed: u32,
}

impl BitBoard {
    /// Calls `visit` with every child by a jump.
    pub fn landings(&self, parent: u64, mut visit: impl FnMut(Child)) {
        self.each_playable(Direction::Forward, parent, |jump| {
            let mask = self.masks()[jump];
            let (position, landed) = self.canonical_with(parent ^ mask.touched, mask.target);
            let from = self.from(jump);
            visit(Child {
                position,
                jump,
                from,
                landed: landed.trailing_zeros(),
            });
        });
    }

    /// The images of all jumps, by number, under each of the symmetries.
    pub fn images_of_jumps(&self) -> Vec<Vec<usize>> {
        let image = |symmetry: usize| {
            let turned = self.masks().iter().map(|mask| JumpMask {
                touched: self.image(symmetry, mask.touched),
                required: self.image(symmetry, mask.required),
                target: self.image(symmetry, mask.target),
            });
            let number = |turned: JumpMask| self.masks().iter().position(|&mask| mask == turned);
            turned.filter_map(number).collect()
        };
        (0..self.order()).map(image).collect()
    }

    /// The canonical form of a position, and where the holes of a mask go with it.
    pub fn canonical_with(&self, position: u64, mask: u64) -> (u64, u64) {
        let mut best = (position, mask);
        for (image, turned) in self.images(position).zip(self.images(mask)) {
            if image < best.0 {
                best = (image, turned);
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use crate::search::bit_board::{BitBoard, Direction, bits_of};
    use saut_peg::peg::boards;

    #[test]
    fn landings_are_the_children_and_the_landing_holes_have_pegs() {
        let board = boards::named("english").unwrap();
        let compact = BitBoard::fixing(&board, &[]).unwrap();
        let parent = 0x0123_4567_89ab_cdef & bits_of(&board.full());
        let mut children = Vec::new();
        compact.children(Direction::Forward, parent, |child| children.push(child));
        let mut landed = Vec::new();
        compact.landings(parent, |child| {
            assert!(child.position >> child.landed & 1 == 1 && parent >> child.from & 1 == 1);
            landed.push(child.position);
        });
        assert_eq!(landed, children);
    }
}
