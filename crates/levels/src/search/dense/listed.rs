//! The positions on solutions as lists, up to symmetry, found by bit maps.
//!
//! The positions that the two ends reach are many, and quickest made as maps, which know no symmetries. What lies on
//! solutions is a small part of it, and lists up to symmetry are quicker again: so the levels go
//! over from the one to the other in the middle.

use super::Dense;
use super::ReachedLevel;
use super::bitmap::{Aside, Bitmap};
use super::mirror::MirrorImage;
use crate::search::bit_board::{BitBoard, Direction};
use crate::search::level::Level;
use crate::search::limits::Halt;

impl Dense {
    /// The positions on solutions from the start to the middle, where the other half is their mirror
    /// image, as in [`Dense::mirrored_half`], in canonical form. The symmetries must fix start and
    /// goal.
    ///
    /// # Errors
    /// [`Halt`] at a limit.
    pub fn listed_half(
        &self,
        mirror: &MirrorImage,
        symmetries: &BitBoard,
        seen: ReachedLevel<'_>,
    ) -> Result<Vec<Level<()>>, Halt> {
        let Some((_, middle)) = self.ends() else {
            return Ok(Vec::new());
        };
        let (level, ahead) = self.mirrored_middle(mirror, middle, seen)?;
        self.listed_above(level, ahead, middle, symmetries)
    }

    /// All positions on solutions, from the start on, one peg less each level, in canonical form; no
    /// levels if there is no solution. The symmetries must fix start and goal.
    ///
    /// # Errors
    /// [`Halt`] at a limit.
    pub fn listed(&self, symmetries: &BitBoard) -> Result<Vec<Level<()>>, Halt> {
        let Some((lowest, middle)) = self.ends() else {
            return Ok(Vec::new());
        };
        let mut levels;
        if let Some(mirror) = &self.mirror {
            levels = self.listed_half(mirror, symmetries, &mut |_, _| ())?;
            for pegs in (lowest..middle).rev() {
                self.limits.check()?;
                let image = levels.get(self.pegs() + pegs - mirror.holes());
                let level = image.map(|image| {
                    let positions = image.iter().map(|(position, ())| position);
                    let images = positions.map(|position| mirror.near_goal(position));
                    of_images(images, symmetries, image.shards().len())
                });
                levels.extend(level);
            }
        } else {
            let (mut behind, leading) = self.behind(lowest, middle)?;
            let (mut level, ahead) = self.ahead(middle, &mut |_, _| ())?;
            self.retain(&mut level, leading)?;
            levels = self.listed_above(level, ahead, middle, symmetries)?;
            while let (Some(leading), Some(from)) = (behind.pop(), levels.last()) {
                let none = Level::of([], from.shards().len());
                let next = self.within(from, Direction::Forward, &none, leading, symmetries)?;
                levels.push(next);
            }
        }
        if levels.first().is_some_and(Level::is_empty) {
            levels.clear();
        }
        while levels.last().is_some_and(Level::is_empty) {
            levels.pop();
        }
        Ok(levels)
    }

    /// Levels from the start to the middle, without the positions that neither lead to the middle nor are goals.
    fn listed_above(
        &self,
        middle_level: Bitmap,
        ahead: Vec<Aside>,
        middle: usize,
        symmetries: &BitBoard,
    ) -> Result<Vec<Level<()>>, Halt> {
        let shards = Level::<()>::shards_for(self.board.count_ones() as usize);
        let least = |position| symmetries.is_canonical(position);
        let least = middle_level.positions_if(&self.numbering, &self.limits, least)?;
        let mut level = Level::of(least.into_iter().map(|position| (position, ())), shards);
        drop(middle_level);
        let mut levels = Vec::new();
        for (pegs, reached) in (middle + 1..).zip(ahead.into_iter().rev()) {
            let goals = self.goals.get(&pegs).into_iter().flatten();
            let goals = goals.filter(|&&goal| symmetries.is_canonical(goal));
            let goals = Level::of(goals.map(|&goal| (goal, ())), shards);
            let next = self.within(&level, Direction::Backward, &goals, reached, symmetries)?;
            levels.push(level);
            level = next;
        }
        levels.push(level);
        levels.reverse();
        Ok(levels)
    }

    /// Positions that a level leads to, or comes from, and some goals, as far as a map has them.
    fn within(
        &self,
        level: &Level<()>,
        direction: Direction,
        goals: &Level<()>,
        within: Aside,
        symmetries: &BitBoard,
    ) -> Result<Level<()>, Halt> {
        let map = within.taken_up(|odd_pegs| self.empty(odd_pegs))?;
        let is_there = |positions: &[u64]| {
            let numbers = positions
                .iter()
                .map(|&position| self.numbering.number(position));
            numbers.map(|number| map.has(number)).collect()
        };
        let found = level.expand(symmetries, direction, goals, Some(&is_there), &self.limits)?;
        self.put_by(map);
        Ok(found)
    }
}

/// A level of the canonical forms of some positions, no two of which are images of each other.
fn of_images(
    positions: impl Iterator<Item = u64>,
    symmetries: &BitBoard,
    shards: usize,
) -> Level<()> {
    Level::of(
        positions.map(|position| (symmetries.canonical(position), ())),
        shards,
    )
}

#[cfg(test)]
mod tests {
    use crate::search::bit_board::BitBoard;
    use crate::search::dense::Dense;
    use crate::search::{SearchSettings, TwoEnded};
    use saut_peg::peg::{Goal, Position, Puzzle, boards};

    fn sorted(levels: &[crate::search::level::Level<()>]) -> Vec<Vec<u64>> {
        let positions = levels.iter().map(|level| {
            let mut positions: Vec<u64> = level.iter().map(|(position, ())| position).collect();
            positions.sort_unstable();
            positions
        });
        positions.collect()
    }

    #[test]
    fn lists_made_by_maps_are_those_made_without() {
        let settings = SearchSettings::default();
        let mut lengths = Vec::new();
        for (name, vacant, last) in [
            ("triangle-5", 4, Some(4)),
            ("triangle-5", 0, None),
            ("square-4", 5, Some(5)),
            ("square-4", 1, Some(0)),
            ("square-5", 12, None),
            ("rectangle-4x5", 7, None),
        ] {
            let board = boards::named(name).unwrap();
            let holes = board.len();
            let start = (0..holes).filter(|&hole| hole != vacant);
            let start = Position::from_holes(holes, start);
            let one = |hole| Goal::exactly(Position::from_holes(holes, [hole]));
            let open = Goal::partial(
                &Position::from_holes(holes, [vacant]),
                Position::from_holes(holes, [0, 1, 2]),
            );
            for goal in [last.map_or_else(|| Goal::one_peg(&board), one), open] {
                let puzzle = Puzzle::new(name, board.clone(), start.clone(), goal).unwrap();
                let search = TwoEnded::<()>::new(&puzzle, &settings, true, |_| ()).unwrap();
                let (listed, _) = search.on_solutions(None).unwrap().unwrap();
                let dense = Dense::new(&puzzle, &settings).unwrap();
                let (symmetries, ..) = BitBoard::of_puzzle(&puzzle).unwrap();
                let by_maps = dense.listed(&symmetries).unwrap();
                assert_eq!(sorted(&by_maps), sorted(&listed), "{puzzle:?}");
                lengths.push(listed.len());
            }
        }
        let long = lengths.iter().filter(|&&length| length > 5).count();
        assert!(long >= 5, "{lengths:?}");
    }
}
