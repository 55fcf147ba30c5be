//! A puzzle as plain lists for the rechecks. The jumps are computed from the coordinates of the holes.

use saut::peg::{Geometry, Position, Puzzle};

pub struct Pair {
    /// Column and row of each hole.
    pub holes: Vec<(i64, i64)>,
    /// From, over and to, as numbers of holes.
    pub jumps: Vec<[usize; 3]>,
    pub start: Vec<bool>,
    /// All goal positions. If there are too many, the list has only the position with the fewest pegs, which is the
    /// lightest if no weight is negative.
    pub goals: Vec<Vec<bool>>,
    pub is_one_peg: bool,
}

/// The maximum number of open holes for which every goal position is listed.
const MAX_LISTED: usize = 12;

impl Pair {
    pub fn new(puzzle: &Puzzle) -> Self {
        let cells = puzzle.board().cells().iter();
        let holes: Vec<(i64, i64)> = cells.map(|cell| (cell.x.into(), cell.y.into())).collect();
        let mut steps = vec![(1, 0), (0, 1)];
        match puzzle.board().geometry() {
            Geometry::Square => {}
            Geometry::Triangle => steps.push((1, 1)),
            Geometry::SquareDiagonal => steps.extend([(1, 1), (1, -1)]),
        }
        let at = |x: i64, y: i64| holes.iter().position(|&hole| hole == (x, y));
        let mut jumps = Vec::new();
        for (from, &(x, y)) in holes.iter().enumerate() {
            for (dx, dy) in steps.iter().flat_map(|&(dx, dy)| [(dx, dy), (-dx, -dy)]) {
                if let (Some(over), Some(to)) = (at(x + dx, y + dy), at(x + 2 * dx, y + 2 * dy)) {
                    jumps.push([from, over, to]);
                }
            }
        }
        let bits = |position: &Position| -> Vec<bool> {
            (0..holes.len()).map(|hole| position.has(hole)).collect()
        };
        let goal = puzzle.goal();
        let open: Vec<usize> = goal.open().holes().collect();
        let mut goals = Vec::new();
        if goal.is_one_peg() {
            let single = |peg| (0..holes.len()).map(|hole| hole == peg).collect();
            goals.extend(open.iter().copied().map(single));
        } else {
            let listed = if open.len() <= MAX_LISTED {
                open.len()
            } else {
                0
            };
            for chosen in 0..1_u32 << listed {
                let mut position = bits(goal.pegs());
                for (bit, &hole) in open.iter().enumerate().take(listed) {
                    position[hole] = chosen >> bit & 1 == 1;
                }
                goals.push(position);
            }
        }
        let start = bits(puzzle.start());
        Self {
            holes,
            jumps,
            start,
            goals,
            is_one_peg: goal.is_one_peg(),
        }
    }

    pub fn weigh(position: &[bool], weights: &[i128]) -> i128 {
        let pegs = position.iter().zip(weights).filter(|(peg, _)| **peg);
        pegs.map(|(_, weight)| weight).sum()
    }

    pub fn least_goal(&self, weights: &[i128]) -> i128 {
        let goals = self.goals.iter().map(|goal| Self::weigh(goal, weights));
        goals.min().unwrap()
    }

    /// Whether a position is in the class of the start: in both diagonal directions, the numbers of pegs on any two of
    /// the three colours have the same parity as at the start.
    pub fn is_of_class(&self, position: &[bool]) -> bool {
        let mut forms = [(1, 1), (1, -1)].into_iter();
        forms.all(|(a, b)| {
            let pegs = |position: &[bool], left_out: i64| {
                let holes = self.holes.iter().zip(position).filter(|(_, peg)| **peg);
                let counted = holes.filter(|((x, y), _)| (a * x + b * y).rem_euclid(3) != left_out);
                counted.count()
            };
            (0..3).all(|colour| pegs(position, colour) % 2 == pegs(&self.start, colour) % 2)
        })
    }
}
