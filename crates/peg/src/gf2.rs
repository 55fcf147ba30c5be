//! Linear algebra over the field of two elements, where 1 + 1 = 0.
//!
//! A set of holes is a vector, the sum of two sets is their symmetric difference, and a jump is the
//! set of the three holes that it changes. Two positions are in the same position class if their
//! difference is a sum of jumps. If a set shares an even number of holes with every jump, no jump
//! changes the parity of the number of pegs in the set. Suremain de Missery (1842) and Reiss (1857) found these sets
//! for boards of the square geometry by colouring. Gaussian elimination finds them for every board.

/// A set of holes as a vector over the field of two elements.
pub trait Gf2Vector: Clone {
    /// Whether the set contains a hole.
    fn contains(&self, hole: usize) -> bool;
    /// Returns the highest hole of the set, or `None` if the set is empty.
    fn highest(&self) -> Option<usize>;
    /// Replaces the set by its symmetric difference with another set.
    fn add(&mut self, other: &Self);
}

impl Gf2Vector for u64 {
    fn contains(&self, hole: usize) -> bool {
        self >> hole & 1 == 1
    }

    fn highest(&self) -> Option<usize> {
        self.checked_ilog2().map(|bit| bit as usize)
    }

    fn add(&mut self, other: &Self) {
        *self ^= other;
    }
}

/// Returns a list of holes, all below 64, as a mask.
pub fn mask_of(holes: &[usize]) -> u64 {
    holes.iter().fold(0, |mask, hole| mask | 1 << hole)
}

/// A basis of a space in reduced echelon form: the pivot of a row is its highest hole, and is not
/// in any other row.
#[derive(Clone, Debug)]
pub struct Echelon<V> {
    rows: Vec<(usize, V)>,
}

impl<V: Gf2Vector> Echelon<V> {
    /// Returns the space that these vectors span: the set of all their sums.
    pub fn spanned_by(vectors: impl IntoIterator<Item = V>) -> Self {
        let mut space = Self { rows: Vec::new() };
        for vector in vectors {
            space.insert(vector);
        }
        space
    }

    /// Returns the dimension of the space.
    pub fn rank(&self) -> usize {
        self.rows.len()
    }

    /// Returns the rows of the basis.
    pub fn rows(&self) -> impl Iterator<Item = &V> {
        self.rows.iter().map(|(_, row)| row)
    }

    /// Whether a vector is in the space.
    pub fn contains(&self, vector: V) -> bool {
        self.without_pivots(vector).highest().is_none()
    }

    /// Adds a vector to the space, and returns whether the space has grown.
    pub fn insert(&mut self, vector: V) -> bool {
        let vector = self.without_pivots(vector);
        let Some(pivot) = vector.highest() else {
            return false;
        };
        for (_, row) in &mut self.rows {
            if row.contains(pivot) {
                row.add(&vector);
            }
        }
        self.rows.push((pivot, vector));
        true
    }

    /// Returns the sum of a vector and the rows whose pivots it contains. The sum contains no pivot.
    fn without_pivots(&self, mut vector: V) -> V {
        for (pivot, row) in &self.rows {
            if vector.contains(*pivot) {
                vector.add(row);
            }
        }
        vector
    }

    /// Returns a basis of the sets that share an even number of holes with every vector of the
    /// space. There is one set, as a list of holes, for every hole that is not a pivot: this hole
    /// and the pivots of the rows that contain it.
    pub fn orthogonal(&self, holes: usize) -> impl Iterator<Item = Vec<usize>> {
        let mut is_free = vec![true; holes];
        for &(pivot, _) in &self.rows {
            is_free[pivot] = false;
        }
        let free = (0..holes).filter(move |&hole| is_free[hole]);
        free.map(|hole| {
            let rows = self.rows.iter().filter(|(_, row)| row.contains(hole));
            let pivots = rows.map(|&(pivot, _)| pivot);
            std::iter::once(hole).chain(pivots).collect()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Echelon, mask_of};
    use crate::peg::Position;

    #[test]
    fn a_space_contains_all_sums_and_nothing_else() {
        let vectors = [0b00111_u64, 0b01110, 0b01001, 0b11100];
        let space = Echelon::spanned_by(vectors);
        assert_eq!(space.rank(), 3);
        for subset in 0..16 {
            let chosen = (0..4).filter(|vector| subset >> vector & 1 == 1);
            assert!(space.contains(chosen.fold(0, |sum, vector| sum ^ vectors[vector])));
        }
        assert_eq!((0..32).filter(|&vector| space.contains(vector)).count(), 8);
    }

    #[test]
    fn orthogonal_sets_share_an_even_number_of_holes_with_every_vector() {
        let vectors = [0b000_0111_u64, 0b001_1100, 0b111_0000];
        let space = Echelon::spanned_by(vectors);
        let sets: Vec<Vec<usize>> = space.orthogonal(7).collect();
        assert_eq!(sets.len(), 7 - space.rank());
        for set in sets {
            let mask = mask_of(&set);
            assert!(
                vectors
                    .iter()
                    .all(|vector| (vector & mask).count_ones().is_multiple_of(2))
            );
        }
    }

    #[test]
    fn masks_and_positions_of_more_than_one_word_give_the_same() {
        let lines = |shift: usize| (0..6).map(move |at| [0, 1, 2].map(|hole| at + hole + shift));
        let masks = lines(0).map(|line| mask_of(&line));
        let positions = lines(100).map(|line| Position::from_holes(110, line));
        let (short, long) = (Echelon::spanned_by(masks), Echelon::spanned_by(positions));
        assert_eq!(short.rank(), long.rank());
        let shifted = short
            .orthogonal(10)
            .map(|set| set.iter().map(|hole| hole + 100).collect());
        let long: Vec<Vec<usize>> = long.orthogonal(110).skip(100).collect();
        assert_eq!(shifted.collect::<Vec<Vec<usize>>>(), long);
    }
}
