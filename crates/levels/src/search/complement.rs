//! Complement problems: puzzles whose goal is the complement of the start.
//!
//! An un-jump is a jump in the complement. So the positions from which such a goal is reached in n
//! jumps are the complements of the positions that the start reaches in n jumps, and one side of a
//! two-ended search gives the other. Pruning is the same on both sides too, because a weighting
//! gives a position the same budget towards the goal as it gives the complement from the start.

use super::bit_board::{BitBoard, Direction, bits_of};
use super::level::{Level, shard_of};
use super::limits::{Halt, SearchLimits};
use super::table::{Batch, Count};
use super::two_ended::TwoEnded;
use saut_peg::peg::Puzzle;

impl TwoEnded<()> {
    /// This search with levels from the goal made as complements where the puzzle allows it.
    #[must_use]
    pub fn mirroring(mut self, puzzle: &Puzzle) -> Self {
        let (start, full) = (bits_of(puzzle.start()), bits_of(&puzzle.board().full()));
        let goal = puzzle.goal().position().map(bits_of);
        self.mirrors_in = goal.filter(|&goal| goal == full & !start).map(|_| full);
        self
    }
}

impl<T: Count> TwoEnded<T> {
    /// The next level of a side, if it can be had from the other.
    ///
    /// # Errors
    /// [`Halt`] at a limit.
    pub(super) fn mirrored(&self, direction: Direction) -> Result<Option<Level<T>>, Halt> {
        let is_level = self.forward.len() == self.backward.len() + 1;
        match (self.mirrors_in, direction, self.forward.last()) {
            (Some(full), Direction::Backward, Some(ahead)) if is_level => ahead
                .complements(full, &self.compact, &self.limits)
                .map(Some),
            _ => Ok(None),
        }
    }
}

impl<T: Count> Level<T> {
    /// The complements of its positions, in canonical form, with the same counts.
    fn complements(
        &self,
        full: u64,
        compact: &BitBoard,
        limits: &SearchLimits,
    ) -> Result<Self, Halt> {
        // Hashing deals positions out evenly, so that shards are about as long as here.
        let lengths = self
            .shards
            .iter()
            .map(|shard| shard.keys.len() + shard.keys.len() / 16);
        limits.allow(lengths.clone().sum::<usize>() * (size_of::<u64>() + size_of::<T>()))?;
        let mut shards: Vec<Batch<T>> = lengths
            .map(|length| Batch {
                keys: Vec::with_capacity(length),
                counts: Vec::with_capacity(length),
            })
            .collect();
        for shard in &self.shards {
            limits.check()?;
            for (position, count) in shard.iter() {
                let image = compact.canonical(full & !position);
                shards[shard_of(image, self.shards.len())].push(image, count);
            }
        }
        Ok(Self { shards })
    }
}

#[cfg(test)]
mod tests {
    use crate::search::{GrowthEnd, PruningFunctions, SearchSettings, TwoEnded};
    use saut_base::random::Random;
    use saut_peg::peg::{Goal, Position, Puzzle, boards};

    /// Both sides of a search to its end: the boards of each level, in order.
    fn sides(mut search: TwoEnded<()>) -> [Vec<Vec<u64>>; 2] {
        let ending = search.grow(|_| (), |_, _| Ok(false)).unwrap();
        assert!(matches!(ending, GrowthEnd::Adjacent | GrowthEnd::Exhausted));
        [&search.forward, &search.backward].map(|levels| {
            let sorted = levels.iter().map(|level| {
                let mut positions: Vec<u64> = level.iter().map(|(position, ())| position).collect();
                positions.sort_unstable();
                positions
            });
            sorted.collect()
        })
    }

    #[test]
    fn complements_are_what_the_search_from_the_goal_finds() {
        let mut random = Random::new(11);
        let mut mirrored = 0;
        for name in ["square-4", "rectangle-5x4", "triangle-5", "rectangle-9x2"] {
            let board = boards::named(name).unwrap();
            let len = board.len();
            for round in 0..60 {
                let few = |random: &mut Random| random.below(4) == 0;
                let pegs: Vec<usize> = (0..len).filter(|_| !few(&mut random)).collect();
                let start = Position::from_holes(len, pegs.iter().copied());
                let vacant = (0..len).filter(|hole| !pegs.contains(hole));
                let mut goal = Position::from_holes(len, vacant);
                let is_complement = round % 3 != 0;
                if !is_complement {
                    goal = Position::from_holes(len, [random.below(len)]);
                }
                let goal = Goal::exactly(goal);
                let Ok(puzzle) = Puzzle::new(name, board.clone(), start, goal) else {
                    continue;
                };
                let settings = SearchSettings {
                    threads: 1 + round % 2,
                    pruning: PruningFunctions {
                        pagodas: vec![vec![1; len], vec![0; len]],
                        losses: round % 4 < 2,
                        regions: vec![(0..len).map(|hole| u8::from(hole % 2 == 0)).collect()],
                    },
                    ..SearchSettings::default()
                };
                let plain = || TwoEnded::new(&puzzle, &settings, true, |_| ()).unwrap();
                let mirroring = plain().mirroring(&puzzle);
                assert_eq!(mirroring.mirrors_in.is_some(), is_complement);
                mirrored += usize::from(is_complement);
                assert_eq!(sides(mirroring), sides(plain()), "{puzzle:?}");
            }
        }
        assert!(mirrored > 60);
    }
}
