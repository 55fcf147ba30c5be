//! Backtracking and best-first search, with or without a table of boards.
//!
//! `depth-first` is the obvious recursion. It orders jumps by the hole of the jumping peg, row by row, and the jumps
//! from one hole by [`saut_peg::peg::Geometry::directions`]: right, left, down, up. Matos, *Depth-first search solves
//! peg solitaire* (1998), finds that the order of the jumps decides whether a plan is found quickly or never. On the
//! English board, the search succeeds if it orders jumps by the jumping peg.
//!
//! `gravity` first tries the jump that moves the pegs' centre of gravity least. The centre of n pegs is the sum S of
//! their cells divided by n. After a jump it is S' / (n − 1), and its motion is the length of the difference. All jumps
//! of a position have the same n, so the squared length of n S' − (n − 1) S ranks them without fractions. Jumps with
//! equal motion stay in the order of `depth-first`. The rule is folklore: keep the pegs together. We know of no paper
//! that defines it, so this is our interpretation.
//!
//! `best-first` expands the lightest of the positions found so far. The weight of a peg is the squared distance of its
//! hole from the centre of the board (the centre of gravity of all holes). On a board of n holes, the weight is
//! multiplied by n² to avoid fractions; the ranking is the same. Among positions of equal weight, the latest is
//! expanded first. The weights do not help if the goal is away from the centre.
//!
//! `depth-first-table` and `best-first` store boards. Each board is stored as the smallest of its images under the
//! symmetries that keep the goal. A stored board need not be expanded again. `depth-first-table` has already searched
//! it without success: jumps only remove pegs, so no board occurs twice in one sequence of jumps. In `best-first`, the
//! board is in the queue or was already expanded. The table takes 11 to 21 bytes per board of at most 64 holes. The
//! search stops when the table would exceed the memory limit.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashSet;

use super::game::{BaselineGame, Budget, Path};
use super::random_play::images;
use saut_base::stop::StopReason;
use saut_levels::search::PositionTable;
use saut_levels::search::bit_board::{BitBoard, bits_of};
use saut_peg::peg::{Hole, Position, Puzzle};

/// Sorts the playable jumps of a position into the order in which they are tried.
pub type Order = fn(&BaselineGame<'_>, &Position, &mut [usize]);

/// The order by hole and direction, which the jumps already have.
pub const IN_ORDER: Order = |_, _, _| {};

/// Orders jumps by increasing motion of the centre of gravity.
pub fn by_motion(game: &BaselineGame<'_>, at: &Position, jumps: &mut [usize]) {
    let pegs = at.pegs().cast_signed() as i128;
    let (x, y) = game.sum(at.holes());
    jumps.sort_by_cached_key(|&jump| {
        let [from, over, to] = game.jumps[jump].map(|hole| game.cells[hole]);
        let (dx, dy) = (to.0 - from.0 - over.0, to.1 - from.1 - over.1);
        // n (S + d) - (n - 1) S = S + n d
        game.squared((x + pegs * dx, y + pegs * dy))
    });
}

/// Searches depth first, and expands only positions that `is_new` accepts. The stack is explicit, because a plan on a
/// large board has thousands of jumps.
///
/// # Errors
/// The limit that was reached, or [`StopReason::NothingLeft`] if the search finds no plan.
pub fn backtrack(
    game: &BaselineGame<'_>,
    order: Order,
    mut is_new: impl FnMut(&Position, &Budget<'_>) -> Result<bool, StopReason>,
    watch: &mut Budget<'_>,
) -> Result<Path, StopReason> {
    let mut at = game.puzzle.start().clone();
    let mut path = Path::new();
    // The untried jumps of all positions on the path, and the index of the first jump of each position. The deepest
    // position is last.
    let (mut untried, mut begins) = (Vec::new(), Vec::new());
    watch.enter()?;
    loop {
        if game.is_goal(&at, path.len()) {
            return Ok(path);
        }
        let begin = untried.len();
        begins.push(begin);
        if !game.is_last(path.len()) && is_new(&at, watch)? {
            untried.extend(game.playable(&at));
            order(game, &at, &mut untried[begin..]);
            untried[begin..].reverse();
        }
        while begins.last() == Some(&untried.len()) {
            begins.pop();
            let jump = path.pop().ok_or(StopReason::NothingLeft)?;
            game.turn(&mut at, jump);
        }
        let jump = untried.pop().ok_or(StopReason::NothingLeft)?;
        game.turn(&mut at, jump);
        path.push(jump);
        watch.enter()?;
    }
}

/// For each position, the number of its predecessor and of the jump between them. The first position is its own
/// predecessor.
type Predecessors = Vec<(u32, u32)>;

fn add(reached: &mut Predecessors, before: u32, jump: usize) -> Result<u32, StopReason> {
    let narrow = |number: usize| u32::try_from(number).map_err(|_| StopReason::Memory);
    reached.push((before, narrow(jump)?));
    narrow(reached.len() - 1)
}

fn path_to(reached: &Predecessors, mut number: u32) -> Path {
    let mut path = Path::new();
    while number > 0 {
        let (before, jump) = reached[number as usize];
        path.push(jump as usize);
        number = before;
    }
    path.reverse();
    path
}

/// Searches best first, by the weights of the game.
///
/// # Errors
/// The limit that was reached, or [`StopReason::NothingLeft`] if there is no plan.
pub fn best_first(game: &BaselineGame<'_>, watch: &mut Budget<'_>) -> Result<Path, StopReason> {
    let weights = &game.weights;
    let mut seen = BaselineTable::new(game.puzzle);
    let start = game.puzzle.start();
    watch.enter()?;
    if game.is_goal(start, 0) {
        return Ok(Path::new());
    }
    let mut reached = Predecessors::new();
    let weight: i128 = start.holes().map(|hole| weights[hole]).sum();
    let first = add(&mut reached, 0, 0)?;
    // The lightest position comes first; among equal weights, the latest one.
    let mut queue = BinaryHeap::from([(Reverse(weight), first)]);
    while let Some((Reverse(weight), number)) = queue.pop() {
        let path = path_to(&reached, number);
        if game.is_last(path.len()) {
            continue;
        }
        let mut at = start.clone();
        for &jump in &path {
            game.turn(&mut at, jump);
        }
        let playable: Vec<usize> = game.playable(&at).collect();
        for jump in playable {
            watch.enter()?;
            game.turn(&mut at, jump);
            if seen.insert(&at, watch)? {
                let next = add(&mut reached, number, jump)?;
                if game.is_goal(&at, path.len() + 1) {
                    return Ok(path_to(&reached, next));
                }
                let [from, over, to] = game.jumps[jump].map(|hole| weights[hole]);
                queue.push((Reverse(weight - from - over + to), next));
            }
            game.turn(&mut at, jump);
        }
    }
    Err(StopReason::NothingLeft)
}

/// A set of boards, up to the symmetries that keep the goal.
pub enum BaselineTable {
    /// Boards of at most 64 holes.
    Small(BitBoard, PositionTable<()>),
    /// Larger boards, with the image of each hole under each symmetry other than the identity.
    Large(Vec<Vec<Hole>>, FxHashSet<Position>),
}

impl BaselineTable {
    pub fn new(puzzle: &Puzzle) -> Self {
        match BitBoard::of_goal(puzzle) {
            Some((compact, ..)) => Self::Small(compact, PositionTable::default()),
            None => Self::Large(images(puzzle), FxHashSet::default()),
        }
    }

    /// Inserts a board. Returns false if the table already had this board or a symmetric one.
    ///
    /// # Errors
    /// [`StopReason::Memory`] or [`StopReason::TooLarge`] if the table cannot grow.
    pub fn insert(&mut self, board: &Position, watch: &Budget<'_>) -> Result<bool, StopReason> {
        match self {
            Self::Small(compact, table) => {
                let len = table.len();
                if table.growth(1) > 0 {
                    watch.allow(PositionTable::<()>::bytes(len + 1))?;
                }
                let added = table.add(compact.canonical(bits_of(board)), ());
                added.map_err(|_| StopReason::TooLarge)?;
                Ok(table.len() > len)
            }
            Self::Large(images, boards) => {
                if boards.len() == boards.capacity() {
                    let each = size_of::<Position>() + board.len() / 8;
                    watch.allow(2 * boards.capacity() * each)?;
                }
                let images = images.iter().map(|image| board.mapped(image));
                Ok(boards.insert(images.fold(board.clone(), Position::min)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::BaselineTable;
    use crate::baseline::game::{BaselineGame, Budget};
    use saut_base::stop::{Stop, StopReason};
    use saut_formats::bundled;
    use saut_peg::peg::{Goal, Position, Puzzle, boards};

    #[test]
    fn weights_grow_from_the_centre() {
        let weights = |name| BaselineGame::new(&bundled::named(name).unwrap()).weights;
        let english = weights("central");
        let scale = 33 * 33;
        assert_eq!(
            (english[16], english[15], english[14]),
            (0, scale, 4 * scale)
        );
        assert_eq!(english[0], (1 + 9) * scale);
        let triangle = weights("triangle-15-corner");
        assert_eq!((triangle[0], triangle[10]), (triangle[14], triangle[14]));
        assert!(triangle[4] < triangle[3] && triangle[3] < triangle[0]);
    }

    fn puzzle(board: &str, goal: impl IntoIterator<Item = usize>) -> Puzzle {
        let board = boards::named(board).unwrap();
        let goal = Goal::exactly(Position::from_holes(board.len(), goal));
        let start = board.full();
        Puzzle::new("test", board, start, goal).unwrap()
    }

    #[test]
    fn a_position_and_its_images_are_new_only_once() {
        let stop = Stop::default();
        let watch = Budget::new(&stop, &|_| ());
        // The mirror image of the first board is the third.
        for (goal, mirror_is_new) in [(vec![4], false), (vec![1, 2], true)] {
            let mut table = BaselineTable::new(&puzzle("square-3", goal));
            let boards = [
                ([0, 1], true),
                ([0, 1], false),
                ([1, 2], mirror_is_new),
                ([0, 2], true),
            ];
            for (holes, is_new) in boards {
                let board = Position::from_holes(9, holes);
                assert_eq!(table.insert(&board, &watch), Ok(is_new), "{holes:?}");
            }
        }
    }

    #[test]
    fn a_growing_table_keeps_its_entries_and_stops_at_the_limit() {
        let mut table = BaselineTable::new(&puzzle("rectangle-130x1", [0, 1, 7]));
        let board = |number: u64| {
            let holes = (0..64).filter(|hole| number >> hole & 1 == 1);
            Position::from_holes(130, holes.chain([129]))
        };
        let (free, tight) = (Stop::default(), Stop::new(None, Some(0)));
        for number in 1..5000 {
            let watch = Budget::new(&free, &|_| ());
            assert_eq!(table.insert(&board(number), &watch), Ok(true));
        }
        let watch = Budget::new(&tight, &|_| ());
        assert!((1..5000).all(|number| table.insert(&board(number), &watch) == Ok(false)));
        let full = (5000..100_000).find_map(|number| table.insert(&board(number), &watch).err());
        assert_eq!(full, Some(StopReason::Memory));
    }
}
