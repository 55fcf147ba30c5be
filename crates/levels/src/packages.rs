//! Block removals (packages): jumps that clear a set of holes and leave all other holes unchanged.
//!
//! The holes that change during the removal and are restored are the catalyst. Any n consecutive jumps of a plan remove
//! n pegs. These jumps are a block removal if and only if no hole that was vacant before them has a peg after them. The
//! smallest block removal on square boards is the triple removal: three jumps remove three pegs in a line.
//!
//! Beasley, *The Ins and Outs of Peg Solitaire*, calls them packages; Berlekamp, Conway, Guy, *Winning Ways*, ch. 23,
//! call them purges.
//!
//! The plan of a large board is divided into pieces: block removals and single jumps around a core. The core is the
//! longest run of jumps at the end of the plan, or at its start, that touches few holes. Every other jump belongs to a
//! block removal or is a single jump. A hole that a jump of the core touches belongs to the core. Any other hole
//! belongs to the block removal that clears it, or else to the single jumps.

use std::collections::HashSet;
use std::ops::Range;

use crate::search::bit_board::BitBoard;
use saut_peg::peg::{Board, Cell, Hole, Jump, Position};

/// A block removal in a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockRemoval {
    /// The index of the first jump.
    pub first: usize,
    /// Number of jumps, which is also the number of removed pegs.
    pub jumps: usize,
    /// The cells that have a peg before the removal and a vacancy after it.
    pub cleared: Vec<Cell>,
    /// The cells that change during the removal and are restored.
    pub catalyst: Vec<Cell>,
}

/// Minimum length of an arm of an L removal. The classical L clears seven cells, four in each arm.
const MIN_ARM: i16 = 3;

impl BlockRemoval {
    /// Returns the name of this kind of block removal.
    pub fn name(&self) -> &'static str {
        let [columns, rows] = self.extents();
        let (width, height) = (columns.1 - columns.0 + 1, rows.1 - rows.0 + 1);
        // Whether the cleared cells are a row and a column that meet at their ends.
        let is_bent = || {
            let is_end = |at, ends: (i16, i16)| at == ends.0 || at == ends.1;
            let meets = |corner: &Cell| {
                let mut cells = self.cleared.iter();
                is_end(corner.x, columns)
                    && is_end(corner.y, rows)
                    && cells.all(|cell| cell.x == corner.x || cell.y == corner.y)
            };
            usize::try_from(width + height - 1) == Ok(self.cleared.len())
                && width.min(height) >= MIN_ARM
                && self.cleared.iter().any(meets)
        };
        match (self.cleared.len(), (width, height)) {
            _ if self.is_triple() => "triple removal",
            (6, (2, 3) | (3, 2)) => "six removal",
            _ if is_bent() => "L removal",
            _ => "block removal",
        }
    }

    /// Whether the cleared cells are three neighbouring cells in a line.
    fn is_triple(&self) -> bool {
        let &[first, middle, last] = &self.cleared[..] else {
            return false;
        };
        let step = (middle.x - first.x, middle.y - first.y);
        step.0.abs() <= 1 && step.1.abs() <= 1 && middle.step(step, 1) == last
    }

    /// Returns the first and the last column, and the first and the last row, with a cleared cell.
    fn extents(&self) -> [(i16, i16); 2] {
        let range = |at: fn(&Cell) -> i16| {
            let places = || self.cleared.iter().map(at);
            (places().min().unwrap_or(0), places().max().unwrap_or(0))
        };
        [range(|cell| cell.x), range(|cell| cell.y)]
    }
}

/// Maximum number of jumps of the block removals that are searched in a plan.
const MAX_JUMPS: usize = 9;

const TRIPLE: usize = 3;

/// Returns disjoint block removals of a plan, in the order of the plan. Triple removals are chosen first. In the gaps
/// between them, the shortest block removal at each jump is chosen, from the first jump on. The jumps must be playable
/// from the start.
pub fn blocks(board: &Board, start: &Position, jumps: &[Jump]) -> Vec<BlockRemoval> {
    let mut triples = triple_blocks(board, start, jumps).into_iter().peekable();
    let (mut found, mut position, mut first) = (Vec::new(), start.clone(), 0);
    while first < jumps.len() {
        let free = triples.peek().map_or(jumps.len(), |triple| triple.first);
        let block = if first == free {
            triples.next()
        } else {
            let end = free.min(first + MAX_JUMPS);
            shortest_block(board, &position, jumps, first..end, 1)
        };
        let played = block.as_ref().map_or(1, |block| block.jumps);
        for jump in &jumps[first..first + played] {
            board.play(&mut position, *jump);
        }
        found.extend(block);
        first += played;
    }
    found
}

/// Returns disjoint triple removals of a plan, chosen greedily from the first jump on.
fn triple_blocks(board: &Board, start: &Position, jumps: &[Jump]) -> Vec<BlockRemoval> {
    let (mut found, mut position, mut free) = (Vec::<BlockRemoval>::new(), start.clone(), 0);
    for (first, jump) in jumps.iter().enumerate() {
        let end = first + TRIPLE;
        if first >= free && end <= jumps.len() {
            let block = shortest_block(board, &position, jumps, first..end, TRIPLE);
            let triple = block.filter(BlockRemoval::is_triple);
            free = triple.as_ref().map_or(free, |_| end);
            found.extend(triple);
        }
        board.play(&mut position, *jump);
    }
    found
}

/// Returns the shortest block removal that begins with the first jump of a range and has at least `least` jumps.
/// `position` is the position before the range.
fn shortest_block(
    board: &Board,
    position: &Position,
    jumps: &[Jump],
    range: Range<usize>,
    least: usize,
) -> Option<BlockRemoval> {
    let (mut after, mut touched) = (position.clone(), board.empty());
    let first = range.start;
    for (count, jump) in (1..).zip(&jumps[range]) {
        board.play(&mut after, *jump);
        for hole in board.holes_of(*jump) {
            touched.set(hole, true);
        }
        if count >= least && after.holes().all(|hole| position.has(hole)) {
            let cells = |keep: bool| {
                let changed = |&hole: &usize| position.has(hole) != after.has(hole);
                let holes = touched.holes().filter(|hole| changed(hole) != keep);
                holes.map(|hole| board.cell(hole)).collect()
            };
            return Some(BlockRemoval {
                first,
                jumps: count,
                cleared: cells(false),
                catalyst: cells(true),
            });
        }
    }
    None
}

/// The piece of a plan to which a hole belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// The core, which touches few holes.
    Core,
    /// A jump that is not part of a block removal.
    SingleJump,
    /// The block removal with this number, counted from 0 in the order of the plan.
    Package(usize),
}

/// The division of a plan into pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Composition {
    of: Vec<Option<Piece>>,
    /// Number of block removals outside the core.
    pub packages: usize,
    /// Number of jumps outside the core that do not belong to a block removal.
    pub single_jumps: usize,
    /// Number of holes that the jumps of the core touch.
    pub core_holes: usize,
    /// Number of jumps of the core, which are the last or the first jumps of the plan.
    pub core_jumps: usize,
}

/// Maximum number of holes that the jumps of the core touch.
const CORE: usize = 40;

/// Plans on boards with at most this number of holes have no pieces, because such boards are searched as a whole.
const WHOLE: usize = 64;

/// Returns the longest prefix of these jumps that can be the core: the number of jumps, and the holes that they touch.
fn core<'a>(board: &Board, jumps: impl Iterator<Item = &'a Jump>) -> (usize, HashSet<Hole>) {
    let (mut core, mut touched) = ((0, HashSet::new()), HashSet::new());
    for (number, jump) in jumps.enumerate() {
        touched.extend(board.holes_of(*jump));
        if touched.len() > CORE {
            break;
        }
        core = (number + 1, touched.clone());
    }
    core
}

impl Composition {
    /// Number of colours of [`Composition::colours`].
    pub const COLOURS: usize = 7;

    /// Returns the pieces of a plan; `None` on a small board. The jumps must be playable from the start.
    pub fn of(board: &Board, start: &Position, jumps: &[Jump]) -> Option<Self> {
        (board.len() > WHOLE).then(|| Self::new(board, start, jumps))
    }

    /// Returns the pieces of a plan on a board of any size. The jumps must be playable from the start.
    pub fn new(board: &Board, start: &Position, jumps: &[Jump]) -> Self {
        let last = core(board, jumps.iter().rev());
        let first = core(board, jumps.iter());
        let size = |core: &(usize, HashSet<Hole>)| (core.0, core.1.len());
        let ((core_jumps, core_holes), around) = if size(&last) >= size(&first) {
            let begin = jumps.len() - last.0;
            (last, 0..begin)
        } else {
            let end = first.0;
            (first, end..jumps.len())
        };
        let mut packages = blocks(board, start, jumps);
        packages.retain(|block| {
            around.contains(&block.first) && block.first + block.jumps <= around.end
        });
        let in_packages: usize = packages.iter().map(|block| block.jumps).sum();
        let mut of = vec![None; board.len()];
        for hole in jumps[around.clone()]
            .iter()
            .flat_map(|&jump| board.holes_of(jump))
        {
            of[hole] = Some(Piece::SingleJump);
        }
        for (number, block) in packages.iter().enumerate() {
            for hole in block.cleared.iter().filter_map(|&cell| board.hole(cell)) {
                of[hole] = Some(Piece::Package(number));
            }
        }
        for &hole in &core_holes {
            of[hole] = Some(Piece::Core);
        }
        Self {
            of,
            packages: packages.len(),
            single_jumps: around.len() - in_packages,
            core_holes: core_holes.len(),
            core_jumps,
        }
    }

    /// Returns the piece to which a hole belongs; `None` if no jump touches the hole.
    pub fn at(&self, hole: Hole) -> Option<Piece> {
        self.of[hole]
    }

    /// Returns a colour for each hole: 0 for the core, 1 for single jumps, and 2 or more for block removals.
    /// Neighbouring block removals get different colours, as far as the colours suffice.
    pub fn colours(&self, board: &Board) -> Vec<Option<usize>> {
        let number = |piece: &Option<Piece>| match piece {
            Some(Piece::Package(number)) => Some(*number),
            _ => None,
        };
        let mut colour_of: Vec<Option<usize>> = vec![None; self.packages];
        for package in 0..self.packages {
            let own = (0..self.of.len()).filter(|&hole| number(&self.of[hole]) == Some(package));
            let beside = own.flat_map(|hole| board.neighbours(hole));
            let taken: HashSet<usize> = beside
                .filter_map(|hole| colour_of[number(&self.of[hole])?])
                .collect();
            let free = (2..Self::COLOURS).find(|colour| !taken.contains(colour));
            let any = 2 + package % (Self::COLOURS - 2);
            colour_of[package] = Some(free.unwrap_or(any));
        }
        let colour = |piece: &Option<Piece>| match (*piece)? {
            Piece::Core => Some(0),
            Piece::SingleJump => Some(1),
            Piece::Package(number) => colour_of[number],
        };
        self.of.iter().map(colour).collect()
    }
}

/// A removal of three pegs as a pattern. Its three jumps can be played if exactly the `required` holes among the
/// touched holes have pegs. The jumps clear the holes `cleared`, and restore the other touched holes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TripleRemoval {
    /// The numbers of the three jumps.
    pub jumps: [usize; 3],
    /// The holes that the jumps touch, one bit each.
    pub touched: u64,
    /// The touched holes that have pegs before the removal.
    pub required: u64,
    /// The three cleared holes.
    pub cleared: u64,
}

impl TripleRemoval {
    /// Whether the removal can be played in a position.
    pub const fn applies(&self, position: u64) -> bool {
        position & self.touched == self.required
    }
}

/// Returns all triple removals of a board of at most 64 holes: block removals whose three cleared holes are in a line.
pub fn triples(compact: &BitBoard) -> Vec<TripleRemoval> {
    let lines: HashSet<u64> = compact.masks().iter().map(|mask| mask.touched).collect();
    let mut found = removals_of_three(compact);
    found.retain(|triple| lines.contains(&triple.cleared));
    found
}

/// Returns all block removals by three jumps on a board of at most 64 holes. The cleared holes need not be in a line.
pub fn removals_of_three(compact: &BitBoard) -> Vec<TripleRemoval> {
    let masks = compact.masks();
    // The touched holes of consecutive jumps, and their pegs before and after the jumps.
    let then = |(touched, before, after): (u64, u64, u64), jump: usize| {
        let mask = masks[jump];
        let (known, new) = (mask.touched & touched, mask.touched & !touched);
        (after & known == mask.required & known).then_some((
            touched | new,
            before | mask.required & new,
            (after | mask.required & new) ^ mask.touched,
        ))
    };
    let mut found: Vec<TripleRemoval> = Vec::new();
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
                    |known: &TripleRemoval| (known.touched, known.required) != (touched, required);
                if after & !required == 0 && found.iter().all(is_new) {
                    let jumps = [first, second, third];
                    found.push(TripleRemoval {
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

#[cfg(test)]
mod tests {
    use super::{Composition, Piece};
    use saut_peg::peg::{Cell, Jump, Position, boards};

    /// Returns a square board, a position with one vacancy, and a triple removal that can be played in this position.
    fn removal() -> (saut_peg::peg::Board, Position, Vec<Jump>) {
        let board = boards::named("square-12").unwrap();
        let vacancy = board.hole(Cell::new(5, 5)).unwrap();
        let start = Position::from_holes(board.len(), [vacancy]).complement();
        let jump = |from: (i16, i16), to: (i16, i16)| {
            Jump::between(Cell::new(from.0, from.1), Cell::new(to.0, to.1))
        };
        let jumps = vec![
            jump((7, 5), (5, 5)),
            jump((6, 3), (6, 5)),
            jump((5, 5), (7, 5)),
        ];
        (board, start, jumps)
    }

    #[test]
    fn jumps_that_touch_few_holes_are_all_core() {
        let (board, start, jumps) = removal();
        let pieces = Composition::of(&board, &start, &jumps).unwrap();
        assert_eq!((pieces.packages, pieces.core_jumps), (0, 3));
        let core = (0..board.len()).filter(|&hole| pieces.at(hole) == Some(Piece::Core));
        assert_eq!(core.count(), pieces.core_holes);
        let colours = pieces.colours(&board);
        assert!(
            colours
                .iter()
                .all(|colour| matches!(colour, None | Some(0)))
        );
    }

    #[test]
    fn a_small_board_has_no_pieces() {
        let board = boards::named("english").unwrap();
        assert_eq!(Composition::of(&board, &board.full(), &[]), None);
    }
}
