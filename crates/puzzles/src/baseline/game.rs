//! The rules of the game with numbered jumps, for the baselines, and a counter of positions that checks limits.

use saut_base::stop::{Stop, StopReason};
use saut_peg::peg::{Geometry, Hole, Jump, Position, Puzzle};

/// The numbers of the jumps of a game, in order.
pub type Path = Vec<usize>;

/// A vector of a column and a row, or a sum of such vectors.
pub type Vector = (i128, i128);

pub struct BaselineGame<'a> {
    pub puzzle: &'a Puzzle,
    /// The holes `from`, `over` and `to` of every jump. The jumps are ordered by `from`, then by direction.
    pub jumps: Vec<[Hole; 3]>,
    pub names: Vec<Jump>,
    pub cells: Vec<Vector>,
    /// The weight of a peg in each hole: the squared distance of the hole from the centre, times the square of the
    /// number of holes.
    pub weights: Vec<i128>,
    pegs: usize,
}

impl<'a> BaselineGame<'a> {
    pub fn new(puzzle: &'a Puzzle) -> Self {
        let board = puzzle.board();
        let mut names = board.jumps().to_vec();
        // The board lists jumps by direction, and the stable sort keeps this order for the jumps of one hole.
        names.sort_by_key(|jump| jump.from);
        let cells = board.cells().iter();
        let mut game = Self {
            weights: Vec::new(),
            jumps: names.iter().map(|&jump| board.holes_of(jump)).collect(),
            names,
            cells: cells.map(|cell| (cell.x.into(), cell.y.into())).collect(),
            pegs: puzzle.start().pegs(),
            puzzle,
        };
        let number = board.len().cast_signed() as i128;
        let (x, y) = game.sum(0..board.len());
        let cells = game.cells.iter();
        let weights = cells.map(|(cx, cy)| game.squared((number * cx - x, number * cy - y)));
        game.weights = weights.collect();
        game
    }

    /// Returns the playable jumps in ascending order.
    pub fn playable<'b>(&'b self, at: &'b Position) -> impl Iterator<Item = usize> + 'b {
        (0..self.jumps.len()).filter(move |&jump| self.can_play(at, jump))
    }

    pub fn can_play(&self, at: &Position, jump: usize) -> bool {
        let [from, over, to] = self.jumps[jump];
        at.has(from) && at.has(over) && !at.has(to)
    }

    /// Plays a jump, or takes it back: exchanges peg and vacancy in its three holes.
    pub fn turn(&self, at: &mut Position, jump: usize) {
        for hole in self.jumps[jump] {
            at.set(hole, !at.has(hole));
        }
    }

    /// Whether a position after this number of jumps meets the goal.
    pub fn is_goal(&self, at: &Position, jumps: usize) -> bool {
        let goal = self.puzzle.goal();
        let (fewest, most) = goal.peg_range();
        (fewest..=most).contains(&(self.pegs - jumps)) && goal.is_met_by(at)
    }

    /// Whether another jump would leave fewer pegs than the goal can have.
    pub fn is_last(&self, jumps: usize) -> bool {
        self.pegs - jumps <= self.puzzle.goal().peg_range().0
    }

    /// Returns the squared length of a vector, in the metric of the geometry. In a triangle, the third axis is along
    /// (1, 1), and all six steps have the length 1.
    pub fn squared(&self, (x, y): Vector) -> i128 {
        match self.puzzle.board().geometry() {
            Geometry::Square | Geometry::SquareDiagonal => x * x + y * y,
            Geometry::Triangle => x * x - x * y + y * y,
        }
    }

    pub fn sum(&self, holes: impl Iterator<Item = Hole>) -> Vector {
        holes.fold((0, 0), |(x, y), hole| {
            (x + self.cells[hole].0, y + self.cells[hole].1)
        })
    }
}

/// Maximum size of a table in MiB if no memory limit is set.
const MEMORY_MIB: u64 = 4096;

/// Number of positions between two checks of [`Stop`]; a power of two.
const ASK_EVERY: u64 = 1 << 8;

/// Number of positions between two reports of progress; a power of two.
const TELL_EVERY: u64 = 1 << 18;

/// Counts positions and games, and checks the limits.
pub struct Budget<'a> {
    stop: Stop,
    tell: &'a dyn Fn(u64),
    /// Number of positions entered.
    pub nodes: u64,
    /// Number of games begun; 0 for a search that does not play games.
    pub tries: u64,
}

impl<'a> Budget<'a> {
    pub fn new(stop: &Stop, tell: &'a dyn Fn(u64)) -> Self {
        Self {
            stop: stop.with_memory(stop.memory_mib().unwrap_or(MEMORY_MIB)),
            tell,
            nodes: 0,
            tries: 0,
        }
    }

    /// Counts an entered position. Checks the limits at the first position, and then once in 256 positions.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn enter(&mut self) -> Result<(), StopReason> {
        if self.nodes.is_multiple_of(ASK_EVERY) {
            self.stop.check()?;
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(TELL_EVERY) {
            (self.tell)(self.nodes);
        }
        Ok(())
    }

    /// Checks that a table may grow by this number of bytes.
    ///
    /// # Errors
    /// [`StopReason::Memory`] if the table would exceed the memory limit.
    pub fn allow(&self, bytes: usize) -> Result<(), StopReason> {
        let has_room = self.stop.has_room(bytes as u128);
        has_room.then_some(()).ok_or(StopReason::Memory)
    }
}

#[cfg(test)]
mod tests {
    use super::BaselineGame;
    use saut_formats::bundled;

    #[test]
    fn every_straight_step_has_length_one() {
        for name in ["central", "triangle-15-corner"] {
            let puzzle = bundled::named(name).unwrap();
            let game = BaselineGame::new(&puzzle);
            for &(x, y) in puzzle.board().geometry().directions() {
                assert_eq!(game.squared((x.into(), y.into())), 1, "{name} {x} {y}");
            }
            assert_ne!(game.squared((1, -1)), 1, "{name}");
        }
    }
}
