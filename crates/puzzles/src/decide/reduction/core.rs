//! The core: the few holes to which a large board is reduced, a small puzzle of its own.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap, VecDeque};
use std::sync::Arc;

use saut_peg::peg::{Board, Cell, Goal, Hole, Jump, Position, Puzzle};

/// Some holes of a board that hang together.
pub struct Core {
    board: Arc<Board>,
    /// From the core to the whole: the cell of its left top corner, and the number of each hole.
    corner: Cell,
    holes: Vec<Hole>,
    /// Distance of each hole of the whole from the core, in steps; 0 only for the core's own.
    distances: Vec<usize>,
}

impl Core {
    /// The holes around a centre: those that hang together with it, as near as they come.
    ///
    /// # Panics
    /// Never: some holes of a board are a board.
    pub fn around(whole: &Board, centre: Hole, size: usize) -> Self {
        let middle = whole.cell(centre);
        let nearness = |hole: Hole| {
            let cell = whole.cell(hole);
            let [dx, dy] =
                [cell.x - middle.x, cell.y - middle.y].map(|along| i32::from(along).abs());
            // Between a disc and a square, which have few holes that are hard to clear.
            (dx * dx + dy * dy + 2 * dx.max(dy).pow(2), hole)
        };
        let (mut chosen, mut seen) = (BTreeSet::new(), vec![false; whole.len()]);
        let mut next = BinaryHeap::from([Reverse((nearness(centre), centre))]);
        seen[centre] = true;
        while chosen.len() < size {
            let Some(Reverse((_, hole))) = next.pop() else {
                break;
            };
            chosen.insert(hole);
            for other in beside(whole, hole) {
                if !std::mem::replace(&mut seen[other], true) {
                    next.push(Reverse((nearness(other), other)));
                }
            }
        }
        Self::of(whole, chosen.into_iter().collect())
    }

    /// Core of these holes, in order.
    ///
    /// # Panics
    /// Never: some holes of a board are a board.
    pub fn of(whole: &Board, holes: Vec<Hole>) -> Self {
        let cells = || holes.iter().map(|&hole| whole.cell(hole));
        let left = cells().map(|cell| cell.x).min().unwrap_or(0);
        let top = cells().map(|cell| cell.y).min().unwrap_or(0);
        let board = Board::new(whole.geometry(), cells()).expect("a part of a board");
        Self {
            board: Arc::new(board),
            corner: Cell::new(left, top),
            distances: distances(whole, &holes),
            holes,
        }
    }

    /// Distance of a hole of the whole from the core, in steps: 0 inside; the number of holes for those that no line
    /// connects with it.
    pub fn distance(&self, hole: Hole) -> usize {
        self.distances[hole]
    }

    /// The core as a puzzle, with the pegs that a position of the whole has there. `None` where the
    /// core cannot be left as the goal wants.
    pub fn puzzle(&self, whole: &Puzzle, position: &Position, last: &[Hole]) -> Option<Puzzle> {
        let goal = whole.goal();
        let start = self.part(|hole| position.has(hole));
        let goal = if goal.is_one_peg() {
            let last = self.part(|hole| last.contains(&hole));
            if last.is_empty() {
                return None;
            }
            Goal::one_peg_in(last)
        } else {
            let pegs = self.part(|hole| goal.pegs().has(hole));
            Goal::partial(&pegs, self.part(|hole| goal.open().has(hole)))
        };
        Puzzle::new("core", Arc::clone(&self.board), start, goal).ok()
    }

    /// The core as a puzzle of its own, with the pegs that a position of the whole has there: holes of
    /// the whole shall be as wanted, where anything is.
    pub fn window(
        &self,
        position: &Position,
        wanted: impl Fn(Hole) -> Option<bool>,
    ) -> Option<Puzzle> {
        let start = self.part(|hole| position.has(hole));
        let pegs = self.part(|hole| wanted(hole) == Some(true));
        let goal = Goal::partial(&pegs, self.part(|hole| wanted(hole).is_none()));
        Puzzle::new("window", Arc::clone(&self.board), start, goal).ok()
    }

    /// The holes of the core that are wanted, as it numbers them.
    fn part(&self, is_wanted: impl Fn(Hole) -> bool) -> Position {
        let holes = self.holes.iter().enumerate();
        let inside = holes.filter(|&(_, &hole)| is_wanted(hole));
        Position::from_holes(self.holes.len(), inside.map(|(hole, _)| hole))
    }

    /// Its holes, by the numbers of the whole.
    pub fn holes(&self) -> &[Hole] {
        &self.holes
    }

    /// A jump of the core on the whole.
    pub fn jump(&self, jump: Jump) -> Jump {
        let [from, over, to] =
            [jump.from, jump.over, jump.to].map(|cell| self.corner.step((cell.x, cell.y), 1));
        Jump { from, over, to }
    }
}

/// The holes next to a hole.
pub fn beside(board: &Board, hole: Hole) -> impl Iterator<Item = Hole> + '_ {
    let steps = board.geometry().directions().iter();
    steps.filter_map(move |&step| board.hole(board.cell(hole).step(step, 1)))
}

fn distances(board: &Board, core: &[Hole]) -> Vec<usize> {
    let mut distances = vec![board.len(); board.len()];
    for &hole in core {
        distances[hole] = 0;
    }
    let mut next: VecDeque<Hole> = core.iter().copied().collect();
    while let Some(hole) = next.pop_front() {
        for other in beside(board, hole) {
            if distances[other] > distances[hole] + 1 {
                distances[other] = distances[hole] + 1;
                next.push_back(other);
            }
        }
    }
    distances
}
