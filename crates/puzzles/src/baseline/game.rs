//! The game as the baselines play it: positions as words of bits, jumps by number.

use saut_peg::peg::{Hole, Jump, Position, Puzzle};
use saut_task::plan::Plan;

/// A position: hole `h` is bit `h % 64` of word `h / 64`.
pub type Bits = [u64];

/// The numbers of the jumps played, first to last.
pub type Path = Vec<usize>;

/// A puzzle made ready to be played.
#[derive(Debug)]
pub struct BaselineGame {
    /// From, over, to of every jump: by the hole jumped from, then by direction.
    jumps: Vec<[Hole; 3]>,
    names: Vec<Jump>,
    board_holes: usize,
    start: Vec<u64>,
    pegs: usize,
    goal: Vec<u64>,
    open: Vec<u64>,
    goal_pegs: (usize, usize),
}

impl BaselineGame {
    pub fn new(puzzle: &Puzzle) -> Self {
        let (board, goal) = (puzzle.board(), puzzle.goal());
        let mut names = board.jumps().to_vec();
        // The board has them by direction, and the sort keeps that for jumps of one hole.
        names.sort_by_key(|jump| jump.from);
        Self {
            jumps: names.iter().map(|&jump| board.holes_of(jump)).collect(),
            names,
            board_holes: board.len(),
            start: words(puzzle.start()),
            pegs: puzzle.start().pegs(),
            goal: words(goal.pegs()),
            open: words(goal.open()),
            goal_pegs: goal.peg_range(),
        }
    }

    /// The first position.
    pub fn start(&self) -> Vec<u64> {
        self.start.clone()
    }

    /// From, over and to of a jump.
    pub fn holes(&self, jump: usize) -> [Hole; 3] {
        self.jumps[jump]
    }

    /// The number of holes.
    pub const fn board_holes(&self) -> usize {
        self.board_holes
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
    pub fn playable<'a>(&'a self, bits: &'a Bits) -> impl DoubleEndedIterator<Item = usize> + 'a {
        (0..self.jumps.len()).filter(move |&jump| self.can_play(bits, jump))
    }

    /// Whether a jump can be played.
    pub fn can_play(&self, bits: &Bits, jump: usize) -> bool {
        let [from, over, to] = self.jumps[jump];
        has(bits, from) && has(bits, over) && !has(bits, to)
    }

    /// Plays a playable jump, or takes back one that was played.
    pub fn turn(&self, bits: &mut Bits, jump: usize) {
        for hole in self.jumps[jump] {
            bits[hole / 64] ^= 1 << (hole % 64);
        }
    }

    /// Whether a position that is `jumps` jumps from the start is a goal.
    pub fn is_goal(&self, bits: &Bits, jumps: usize) -> bool {
        let (fewest, most) = self.goal_pegs;
        let wanted = self.goal.iter().zip(&self.open);
        (fewest..=most).contains(&(self.pegs - jumps))
            && bits
                .iter()
                .zip(wanted)
                .all(|(have, (want, open))| (have ^ want) & !open == 0)
    }

    /// Whether a position that is `jumps` jumps from the start has too few pegs to go on.
    pub fn is_last(&self, jumps: usize) -> bool {
        self.pegs - jumps <= self.goal_pegs.0
    }

    /// The plan that a path is.
    pub fn plan(&self, path: Path) -> Plan<Jump> {
        Plan::sequential(path.into_iter().map(|jump| self.names[jump]))
    }
}

/// Whether a hole has a peg.
pub fn has(bits: &Bits, hole: Hole) -> bool {
    bits[hole / 64] >> (hole % 64) & 1 == 1
}

fn words(position: &Position) -> Vec<u64> {
    let mut words = vec![0; position.len().div_ceil(64)];
    for hole in position.holes() {
        words[hole / 64] |= 1 << (hole % 64);
    }
    words
}
