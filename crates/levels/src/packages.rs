//! Block removals (packages): jumps that clear a set of holes and leave all others as they were.
//!
//! The holes that change on the way and come back are the catalyst. Every window of n jumps of a
//! plan removes n pegs; it is a block removal just if no hole gains a peg from before to after.
//! The smallest on square boards is the triple removal: three pegs in a line go, by three jumps.
//!
//! Beasley, *The Ins and Outs of Peg Solitaire*; Berlekamp, Conway, Guy, *Winning Ways*, ch. 23,
//! who call them packages and purges.

mod pieces;

use std::collections::HashSet;

use crate::search::bit_board::BitBoard;
use saut_peg::peg::{Board, Cell, Jump, Position};

pub use pieces::{Piece, Pieces};

/// A block removal in a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The number of its first jump, from 0.
    pub first: usize,
    /// Number of its jumps, which is also that of the pegs that it removes.
    pub jumps: usize,
    /// The cells that it clears.
    pub cleared: Vec<Cell>,
    /// The cells that change on the way and are restored.
    pub catalyst: Vec<Cell>,
}

/// The shortest arm of what is called an L; the classical one clears seven, four in each arm.
const LEAST_ARM: i16 = 3;

impl Block {
    /// A name for people.
    pub fn name(&self) -> &'static str {
        match (self.cleared.len(), extent(&self.cleared)) {
            (3, (1, 3) | (3, 1)) => "triple removal",
            (3, (3, 3)) if self.is_diagonal() => "triple removal",
            (6, (2, 3) | (3, 2)) => "six removal",
            _ if self.is_bent() => "L removal",
            _ => "block removal",
        }
    }

    fn is_diagonal(&self) -> bool {
        let steps = self
            .cleared
            .windows(2)
            .map(|pair| (pair[1].x - pair[0].x, pair[1].y - pair[0].y));
        let steps: Vec<_> = steps.collect();
        steps.windows(2).all(|pair| pair[0] == pair[1])
    }

    /// Whether one row and one column that meet at an end hold all that is cleared.
    fn is_bent(&self) -> bool {
        let (width, height) = extent(&self.cleared);
        let has = |x: i16, y: i16| self.cleared.contains(&Cell::new(x, y));
        let (xs, ys) = (
            self.cleared.iter().map(|cell| cell.x),
            self.cleared.iter().map(|cell| cell.y),
        );
        let (Some(left), Some(top)) = (xs.min(), ys.min()) else {
            return false;
        };
        let (right, bottom) = (left + width - 1, top + height - 1);
        let is_whole = self.cleared.len() == usize::try_from(width + height - 1).unwrap_or(0);
        width >= LEAST_ARM
            && height >= LEAST_ARM
            && is_whole
            && [left, right].into_iter().any(|x| {
                [top, bottom].into_iter().any(|y| {
                    (left..=right).all(|other| has(other, y))
                        && (top..=bottom).all(|other| has(x, other))
                })
            })
    }
}

/// Columns and rows of the smallest rectangle around cells.
fn extent(cells: &[Cell]) -> (i16, i16) {
    let range = |values: Vec<i16>| match (values.iter().min(), values.iter().max()) {
        (Some(least), Some(most)) => most - least + 1,
        _ => 0,
    };
    let (xs, ys) = cells.iter().map(|cell| (cell.x, cell.y)).unzip();
    (range(xs), range(ys))
}

/// The most jumps of a block removal that is looked for in a plan.
const MOST_JUMPS: usize = 9;

/// The block removals of a plan, from the first jump on: of those that begin at a jump the
/// shortest, and none that overlaps the one before. The jumps must be playable from the start.
pub fn blocks(board: &Board, start: &Position, jumps: &[Jump]) -> Vec<Block> {
    let (mut found, mut position, mut first) = (Vec::new(), start.clone(), 0);
    while first < jumps.len() {
        let (mut after, mut touched) = (position.clone(), board.empty());
        let mut block = None;
        for (count, jump) in (1..=MOST_JUMPS).zip(&jumps[first..]) {
            board.play(&mut after, *jump);
            for hole in board.holes_of(*jump) {
                touched.set(hole, true);
            }
            if after.holes().all(|hole| position.has(hole)) {
                let cells = |keep: bool| {
                    let changed = |&hole: &usize| position.has(hole) != after.has(hole);
                    let holes = touched.holes().filter(|hole| changed(hole) != keep);
                    holes.map(|hole| board.cell(hole)).collect()
                };
                let (cleared, catalyst) = (cells(false), cells(true));
                block = Some(Block {
                    first,
                    jumps: count,
                    cleared,
                    catalyst,
                });
                break;
            }
        }
        let played = block.as_ref().map_or(1, |block| block.jumps);
        for jump in &jumps[first..first + played] {
            board.play(&mut position, *jump);
        }
        found.extend(block);
        first += played;
    }
    found
}

/// A removal of three pegs as a pattern: three jumps that can be played whenever the holes they touch
/// are as `required` says, and whose effect is that `cleared` is cleared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Triple {
    /// The numbers of the jumps.
    pub jumps: [usize; 3],
    /// The holes touched, a bit each.
    pub touched: u64,
    /// Touched holes that have pegs before.
    pub required: u64,
    /// The three that are cleared.
    pub cleared: u64,
}

impl Triple {
    /// Whether it can be played.
    pub const fn applies(&self, position: u64) -> bool {
        position & self.touched == self.required
    }
}

/// All triple removals of a board of at most 64 holes: the three that are cleared stand in a line.
pub fn triples(compact: &BitBoard) -> Vec<Triple> {
    let lines: HashSet<u64> = compact.masks().iter().map(|mask| mask.touched).collect();
    let mut found = removals_of_three(compact);
    found.retain(|triple| lines.contains(&triple.cleared));
    found
}

/// All block removals by three jumps on a board of at most 64 holes, whichever three they clear.
pub fn removals_of_three(compact: &BitBoard) -> Vec<Triple> {
    let masks = compact.masks();
    // (touched, pegs before, pegs after) of some jumps in a row.
    let then = |(touched, before, after): (u64, u64, u64), jump: usize| {
        let mask = masks[jump];
        let (known, new) = (mask.touched & touched, mask.touched & !touched);
        (after & known == mask.required & known).then_some((
            touched | new,
            before | mask.required & new,
            (after | mask.required & new) ^ mask.touched,
        ))
    };
    let mut found: Vec<Triple> = Vec::new();
    for first in 0..masks.len() {
        let Some(one) = then((0, 0, 0), first) else {
            continue;
        };
        for second in (0..masks.len()).filter(|&jump| masks[jump].touched & one.0 != 0) {
            let Some(two) = then(one, second) else {
                continue;
            };
            for third in (0..masks.len()).filter(|&jump| masks[jump].touched & two.0 != 0) {
                let Some((touched, required, after)) = then(two, third) else {
                    continue;
                };
                let is_new =
                    |known: &Triple| (known.touched, known.required) != (touched, required);
                if after & !required == 0 && found.iter().all(is_new) {
                    let jumps = [first, second, third];
                    found.push(Triple {
                        jumps,
                        touched,
                        required,
                        cleared: required ^ after,
                    });
                }
            }
        }
    }
    found
}
