//! A position: the set of holes with pegs, as a bit set over the holes of one board.

use crate::gf2::Gf2Vector;
use saut_base::bits;

/// The number of a hole. Holes are numbered from 0 in reading order. The two holes of the hand come last.
pub type Hole = usize;

/// The holes with pegs of a board with `len` holes. The holes are numbered as in [`super::Board`].
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    len: usize,
    words: Vec<u64>,
}

impl Position {
    /// Creates the position without a peg on a board with `len` holes.
    pub fn new(len: usize) -> Self {
        Self {
            len,
            words: vec![0; bits::words(len)],
        }
    }

    /// Returns the position with pegs in exactly these holes.
    ///
    /// # Panics
    /// If a hole is not below `len`.
    pub fn from_holes(len: usize, holes: impl IntoIterator<Item = Hole>) -> Self {
        let mut position = Self::new(len);
        for hole in holes {
            position.set(hole, true);
        }
        position
    }

    /// Returns the number of holes of the board.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no peg.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// Returns the number of pegs.
    pub fn pegs(&self) -> usize {
        self.words
            .iter()
            .map(|word| word.count_ones() as usize)
            .sum()
    }

    /// Whether a hole has a peg.
    ///
    /// # Panics
    /// If the hole is not on the board.
    pub fn has(&self, hole: Hole) -> bool {
        assert!(hole < self.len, "hole {hole} of {}", self.len);
        bits::get(&self.words, hole)
    }

    /// Puts a peg into a hole if `peg` is true, and empties the hole otherwise.
    ///
    /// # Panics
    /// If the hole is not on the board.
    pub fn set(&mut self, hole: Hole, peg: bool) {
        assert!(hole < self.len, "hole {hole} of {}", self.len);
        bits::set(&mut self.words, hole, peg);
    }

    /// Returns the holes with pegs, in order.
    pub fn holes(&self) -> impl Iterator<Item = Hole> + '_ {
        bits::iter(&self.words)
    }

    /// Returns the position with pegs and vacancies exchanged.
    #[must_use]
    pub fn complement(&self) -> Self {
        Self::from_holes(self.len, (0..self.len).filter(|&hole| !self.has(hole)))
    }

    /// Returns the position in which hole `image[h]` has the content of hole `h`, for each `h`.
    #[must_use]
    pub fn mapped(&self, image: &[Hole]) -> Self {
        Self::from_holes(self.len, self.holes().map(|hole| image[hole]))
    }
}

impl Gf2Vector for Position {
    fn contains(&self, hole: Hole) -> bool {
        self.has(hole)
    }

    fn highest(&self) -> Option<Hole> {
        let mut words = self.words.iter().enumerate().rev();
        words.find_map(|(place, word)| Some(64 * place + word.checked_ilog2()? as usize))
    }

    fn add(&mut self, other: &Self) {
        for (word, other) in self.words.iter_mut().zip(&other.words) {
            *word ^= other;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Position;

    #[test]
    fn complement_exchanges_pegs_and_vacancies_beyond_one_word() {
        let position = Position::from_holes(130, [0, 64, 129]);
        assert_eq!((position.pegs(), position.complement().pegs()), (3, 127));
        assert_eq!(position.complement().complement(), position);
        assert!(!position.complement().has(129));
    }
}
