//! The game as the baselines play it: jumps by number.

use saut_peg::peg::{Goal, Hole, Jump, Position, Puzzle};
use saut_task::plan::Plan;

/// The numbers of the jumps played, first to last.
pub type Path = Vec<usize>;

/// A puzzle made ready to be played.
#[derive(Debug)]
pub struct BaselineGame {
    /// From, over, to of every jump: by the hole jumped from, then by direction.
    jumps: Vec<[Hole; 3]>,
    names: Vec<Jump>,
    start: Position,
    pegs: usize,
    goal: Goal,
}

impl BaselineGame {
    pub fn new(puzzle: &Puzzle) -> Self {
        let board = puzzle.board();
        let mut names = board.jumps().to_vec();
        // The board has them by direction, and the sort keeps that for jumps of one hole.
        names.sort_by_key(|jump| jump.from);
        Self {
            jumps: names.iter().map(|&jump| board.holes_of(jump)).collect(),
            names,
            start: puzzle.start().clone(),
            pegs: puzzle.start().pegs(),
            goal: puzzle.goal().clone(),
        }
    }

    /// The first position.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// From, over and to of a jump.
    pub fn holes(&self, jump: usize) -> [Hole; 3] {
        self.jumps[jump]
    }

    /// The direction of a jump, one step `(dx, dy)` with `dy` downwards.
    pub fn direction(&self, jump: usize) -> (i16, i16) {
        let Jump { from, over, .. } = self.names[jump];
        (over.x - from.x, over.y - from.y)
    }

    /// The number of jumps.
    pub fn jumps(&self) -> usize {
        self.jumps.len()
    }

    /// The number of the jump of these holes.
    ///
    /// # Panics
    /// If it is no jump of the board.
    pub fn number(&self, holes: [Hole; 3]) -> usize {
        let found = self.jumps.iter().position(|&jump| jump == holes);
        found.expect("a jump of the board")
    }

    /// The jumps that can be played, in order.
    pub fn playable<'a>(&'a self, at: &'a Position) -> impl Iterator<Item = usize> + 'a {
        (0..self.jumps.len()).filter(move |&jump| self.can_play(at, jump))
    }

    /// Whether a jump can be played.
    pub fn can_play(&self, at: &Position, jump: usize) -> bool {
        let [from, over, to] = self.jumps[jump];
        at.has(from) && at.has(over) && !at.has(to)
    }

    /// Plays a playable jump, or takes back one that was played.
    pub fn turn(&self, at: &mut Position, jump: usize) {
        for hole in self.jumps[jump] {
            at.set(hole, !at.has(hole));
        }
    }

    /// Whether a position that is `jumps` jumps from the start is a goal.
    pub fn is_goal(&self, at: &Position, jumps: usize) -> bool {
        let (fewest, most) = self.goal.peg_range();
        (fewest..=most).contains(&(self.pegs - jumps)) && self.goal.is_met_by(at)
    }

    /// Whether a position that is `jumps` jumps from the start has too few pegs to go on.
    pub fn is_last(&self, jumps: usize) -> bool {
        self.pegs - jumps <= self.goal.peg_range().0
    }

    /// The plan that a path is.
    pub fn plan(&self, path: Path) -> Plan<Jump> {
        Plan::sequential(path.into_iter().map(|jump| self.names[jump]))
    }
}
