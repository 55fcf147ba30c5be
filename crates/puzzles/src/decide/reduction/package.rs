//! Packages wherever they fit: single jumps, and three jumps that clear three pegs and restore the rest.
//!
//! They are found once for each geometry, by playing all triples of jumps that hang together on a
//! board without an end. Nothing is known by heart: along rows, columns, diagonals and the axes of
//! triangular boards the same search gives the packages of that geometry.
//!
//! Berlekamp, Conway, Guy, *Winning Ways*, ch. 23; Beasley, *The Ins and Outs of Peg Solitaire*.

use std::collections::HashSet;

use super::grid::{MARGIN, Offset};
use saut_peg::peg::{Cell, Geometry, Jump};

/// A hole of a package: whether it has a peg before, and after.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Touched {
    /// From the hole that the first jump is played from.
    pub at: Offset,
    /// Whether there is a peg before.
    pub before: bool,
    /// Whether there is a peg after.
    pub after: bool,
}

/// Jumps that can be played wherever the holes that they touch are as they are before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Package {
    jumps: Vec<[Offset; 3]>,
    touched: Vec<Touched>,
}

const EMPTY: Package = Package {
    jumps: Vec::new(),
    touched: Vec::new(),
};

/// The longest.
const MOST_JUMPS: usize = 3;

impl Package {
    /// The single jumps of a geometry, and then its block removals of three jumps.
    pub fn all(geometry: Geometry) -> Vec<Self> {
        let directions = geometry.directions();
        let first = directions
            .iter()
            .filter_map(|&step| EMPTY.then((0, 0), step));
        let mut all: Vec<Self> = first.collect();
        let mut some = all.clone();
        for _ in 1..MOST_JUMPS {
            some = some
                .iter()
                .flat_map(|package| package.longer(directions))
                .collect();
        }
        let mut known = HashSet::new();
        let removals = some.into_iter().filter(Self::clears_only);
        all.extend(removals.filter(|package| known.insert(package.moved_to_corner())));
        all
    }

    /// The number of its jumps.
    pub const fn len(&self) -> usize {
        self.jumps.len()
    }

    /// The direction of its first jump.
    pub fn begins_along(&self) -> Offset {
        self.jumps.first().map_or((0, 0), |jump| jump[1])
    }

    /// The holes that it touches.
    pub fn touched(&self) -> &[Touched] {
        &self.touched
    }

    /// Its jumps where the first of them is played from a cell.
    pub fn jumps_at(&self, cell: Cell) -> impl Iterator<Item = Jump> {
        self.jumps.iter().map(move |jump| {
            let [from, over, to] = jump.map(|at| cell.step(at, 1));
            Jump { from, over, to }
        })
    }

    /// With one more jump; `None` if it cannot be played after the others.
    fn then(&self, from: Offset, (dx, dy): Offset) -> Option<Self> {
        let mut longer = self.clone();
        let jump = [0, 1, 2].map(|steps| (from.0 + steps * dx, from.1 + steps * dy));
        for (at, peg) in jump.into_iter().zip([true, true, false]) {
            match longer.touched.iter_mut().find(|hole| hole.at == at) {
                Some(hole) if hole.after == peg => hole.after = !peg,
                Some(_) => return None,
                None => longer.touched.push(Touched {
                    at,
                    before: peg,
                    after: !peg,
                }),
            }
        }
        longer.jumps.push(jump);
        Some(longer)
    }

    /// Every one with a jump more that touches a hole of it.
    fn longer(&self, directions: &[Offset]) -> Vec<Self> {
        let mut all = Vec::new();
        let mut tried = HashSet::new();
        for hole in &self.touched {
            for &(dx, dy) in directions {
                for steps in 0..3 {
                    let from = (hole.at.0 - steps * dx, hole.at.1 - steps * dy);
                    if tried.insert((from, dx, dy)) {
                        all.extend(self.then(from, (dx, dy)));
                    }
                }
            }
        }
        all
    }

    /// Whether no hole gains a peg, and it is no longer than what a grid can look for.
    fn clears_only(&self) -> bool {
        let spans = |along: fn(&Touched) -> i16| {
            let values = || self.touched.iter().map(along);
            values()
                .max()
                .zip(values().min())
                .is_some_and(|(most, least)| most - least <= MARGIN)
        };
        self.touched.iter().all(|hole| hole.before || !hole.after)
            && spans(|hole| hole.at.0)
            && spans(|hole| hole.at.1)
    }

    /// The holes that it touches, moved to the corner: the same wherever it begins.
    fn moved_to_corner(&self) -> Vec<Touched> {
        let first = self.touched.iter().map(|hole| (hole.at.1, hole.at.0)).min();
        let (y, x) = first.unwrap_or_default();
        let moved = |hole: &Touched| Touched {
            at: (hole.at.0 - x, hole.at.1 - y),
            ..*hole
        };
        let mut touched: Vec<Touched> = self.touched.iter().map(moved).collect();
        touched.sort_unstable();
        touched
    }
}
