//! Memory between questions: for each of the puzzles that were asked about last, the knowledge of the positions of its
//! games. It only saves time: every question is complete in itself.

use std::sync::{Arc, Mutex, PoisonError};

use saut_peg::peg::Puzzle;
use saut_puzzles::play::Foresight;

/// Number of puzzles that are remembered.
const MOST: usize = 4;

type Known = (Puzzle, Arc<Mutex<Foresight>>);

/// The puzzles that were asked about last, the latest first.
#[derive(Clone, Debug, Default)]
pub struct Remembered(Arc<Mutex<Vec<Known>>>);

impl Remembered {
    /// Knowledge of a puzzle; it becomes the latest, and the oldest beyond the limit is forgotten.
    pub fn of(&self, puzzle: &Puzzle) -> Arc<Mutex<Foresight>> {
        // Work that panicked leaves a list that is whole.
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let foresight = match all.iter().position(|(known, _)| known == puzzle) {
            Some(place) => all.remove(place).1,
            None => Arc::new(Mutex::new(Foresight::new(puzzle.clone()))),
        };
        all.insert(0, (puzzle.clone(), Arc::clone(&foresight)));
        all.truncate(MOST);
        foresight
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use saut_formats::bundled;

    use super::{MOST, Remembered};

    #[test]
    fn the_same_puzzle_has_the_same_memory_and_only_a_few_have_one() {
        let puzzle = |name| bundled::entry_named(name).unwrap().peg().unwrap();
        let remembered = Remembered::default();
        let first = remembered.of(&puzzle("central"));
        assert!(Arc::ptr_eq(&first, &remembered.of(&puzzle("central"))));
        for name in ["corsair", "square-7", "army-1", "army-2"] {
            assert!(!Arc::ptr_eq(&first, &remembered.of(&puzzle(name))));
        }
        assert_eq!(remembered.0.lock().unwrap().len(), MOST);
        assert!(!Arc::ptr_eq(&first, &remembered.of(&puzzle("central"))));
    }
}
