//! Block removals: a large square or rectangle is divided into a small core and blocks around the core.
//!
//! A block removal clears some pegs and restores all other holes that it touches. Three pegs in a line can be removed
//! if an end of the line has a vacancy on one side and a peg on the other side. Two adjacent lines can be removed even
//! at the border. So strips of width three can be cleared around a core, beginning where the vacancy opens a path.
//!
//! Each block is a separate puzzle in a window around the block, with at most nine jumps. The two-ended search solves
//! the windows, and formulas solve the core. The plan is the concatenation of these plans, and is replayed as a whole.
//! If the goal leaves holes open, a few positions that meet it are tried ([`concrete_goals`]). If no division works,
//! the puzzle remains undecided.
//!
//! Beasley, *The Ins and Outs of Peg Solitaire*, and Berlekamp, Conway, Guy, *Winning Ways*, ch. 23, solve large boards
//! by hand in this way.

mod layout;

use std::collections::HashMap;
use std::sync::Arc;

use itertools::Itertools;

use super::Error;
use super::part::{Part, PartSolver};
use layout::{CoreLayout, Rectangle};
use saut_base::stop::Stop;
use saut_criteria::certify::{self, class::by_hole};
use saut_levels::search::{self, ExhaustiveResult, SearchSettings};
use saut_peg::peg::{Board, Cell, Geometry, Goal, Hole, Jump, Position, Puzzle};
use saut_peg::simulate;
use saut_plan::work::Work;

/// Conflict limit of the formulas for each core.
const EFFORT: Work = 5000;

/// Total number of conflicts after which no more cores are tried. Usually, either most divisions of a puzzle have an
/// easy core, or none has.
const MAX_CONFLICTS: u64 = 10_000;

/// Maximum number of positions that are tried as the goal.
const MAX_GOALS: usize = 4;

/// Maximum number of vacancies at the start if the goal leaves holes open. With more vacancies, the goal is probably a
/// few jumps away, and block removals do not fit.
const MAX_VACANCIES: usize = 8;

/// Maximum number of divisions that are tried.
const MAX_DIVISIONS: usize = 64;

/// Returns the jumps of a plan by block removals, if a division works.
pub fn plan(
    divisions: &[Division],
    solver: &mut PartSolver<'_, '_>,
) -> Result<Option<Vec<Jump>>, Error> {
    let mut clearings = Clearings::new();
    for division in divisions {
        if solver.stop_reason().is_some() || solver.budget.conflicts > MAX_CONFLICTS {
            return Ok(None);
        }
        let Some((part, core)) = division.core_puzzle() else {
            continue;
        };
        let Some(mut jumps) = division.blocks(&mut clearings, &solver.settings.stop) else {
            continue;
        };
        if certify::quick_within(&core, &solver.settings.stop)?.is_some() {
            continue;
        }
        if let Some(on_core) = solver.by_formulas(&core, EFFORT)? {
            jumps.extend(part.on_whole(on_core));
            let jumps = jumps.into_iter().map(|jump| division.view.jump(jump));
            return Ok(Some(jumps.collect()));
        }
    }
    Ok(None)
}

/// A division of a puzzle into core and blocks.
pub struct Division {
    view: Arc<View>,
    core: CoreLayout,
    start: Position,
    goal: Position,
}

/// Returns the divisions of a puzzle, beginning with the cores that are probably easiest. Empty unless the board is a
/// rectangle, and the vacancies of the start and the pegs of the goal fit into a core.
pub fn divisions(puzzle: &Puzzle) -> Vec<Division> {
    let views = View::all(puzzle.board());
    let (start, vacancies) = (puzzle.start(), puzzle.start().complement());
    let leaves_choice = puzzle.goal().position().is_none();
    if views.is_empty() || leaves_choice && vacancies.pegs() > MAX_VACANCIES {
        return Vec::new();
    }
    let goals = concrete_goals(puzzle, MAX_GOALS);
    let mut all = Vec::new();
    for (view, goal) in views.iter().cartesian_product(&goals) {
        let cells = |position: &Position| -> Vec<Cell> {
            let holes = position.holes();
            holes
                .map(|hole| view.board.cell(view.image[hole]))
                .collect()
        };
        let vacancies = cells(&vacancies);
        let inside = [vacancies.as_slice(), &cells(goal)].concat();
        for &vacancy in &vacancies {
            let cores = layout::cores(&view.board, vacancy, &inside);
            all.extend(cores.into_iter().map(|core| (core, view, goal)));
        }
    }
    all.sort_by_key(|(core, ..)| core.difficulty());
    all.truncate(MAX_DIVISIONS);
    let division = |(core, view, goal): (CoreLayout, &Arc<View>, &Position)| Division {
        view: Arc::clone(view),
        core,
        start: start.mapped(&view.image),
        goal: goal.mapped(&view.image),
    };
    all.into_iter().map(division).collect()
}

impl Division {
    /// Returns the position after the jumps that open the path, and these jumps.
    fn opened(&self) -> Option<(Position, Vec<Jump>)> {
        let (mut pegs, jumps) = (self.start.clone(), self.core.opening());
        for &jump in &jumps {
            simulate::play(&self.view.board, &mut pegs, jump).ok()?;
        }
        Some((pegs, jumps))
    }

    /// Returns the core, and its puzzle after the path is open. `None` if the path cannot be opened, or if the core has
    /// fewer pegs than its goal.
    fn core_puzzle(&self) -> Option<(Part, Puzzle)> {
        let board = &self.view.board;
        let (start, _) = self.opened()?;
        let part = Part::new(board, self.core.rectangle.holes(board));
        let goal = part.position(|hole| self.goal.has(hole));
        let puzzle = part.puzzle(part.position(|hole| start.has(hole)), Goal::exactly(goal))?;
        Some((part, puzzle))
    }

    /// Returns the jumps that open the path and clear the blocks; `None` if a block cannot be cleared.
    fn blocks(&self, clearings: &mut Clearings, stop: &Stop) -> Option<Vec<Jump>> {
        let board = &self.view.board;
        let (mut pegs, mut jumps) = self.opened()?;
        for block in self.core.blocks() {
            jumps.extend(clear(clearings, board, &mut pegs, block, stop)?);
        }
        Some(jumps)
    }
}

/// A rectangle in one of eight orientations, chosen so that the path opens to the right.
struct View {
    board: Board,
    /// The hole in the view for each hole of the board.
    image: Vec<Hole>,
    /// The cell of the board for each hole of the view.
    cells: Vec<Cell>,
}

impl View {
    /// Returns the eight views of a board; empty if it is not a rectangle with lines along rows and columns.
    fn all(board: &Board) -> Vec<Arc<Self>> {
        let (width, height) = (board.width(), board.height());
        let cells = usize::try_from(i32::from(width) * i32::from(height));
        let is_full = cells == Ok(board.len()) && board.put_back().is_none();
        if board.geometry() != Geometry::Square || !is_full {
            return Vec::new();
        }
        let views = (0..8_u8).filter_map(|number| {
            let place = |cell: &Cell| {
                let (mut x, mut y, mut right, mut bottom) = (cell.x, cell.y, width - 1, height - 1);
                if number & 4 != 0 {
                    (x, y, right, bottom) = (y, x, bottom, right);
                }
                Cell::new(
                    if number & 1 == 0 { x } else { right - x },
                    if number & 2 == 0 { y } else { bottom - y },
                )
            };
            let seen = Board::new(Geometry::Square, board.cells().iter().map(place)).ok()?;
            let image: Vec<Hole> = board
                .cells()
                .iter()
                .filter_map(|cell| seen.hole(place(cell)))
                .collect();
            let mut cells = board.cells().to_vec();
            for (hole, &image) in image.iter().enumerate() {
                cells[image] = board.cell(hole);
            }
            Some(Arc::new(Self {
                board: seen,
                image,
                cells,
            }))
        });
        views.collect()
    }

    /// Returns the jump on the board for a jump in the view.
    fn jump(&self, jump: Jump) -> Jump {
        let [from, over, to] = self.board.holes_of(jump).map(|hole| self.cells[hole]);
        Jump { from, over, to }
    }
}

/// Number of columns and rows of a window on each side of its block.
const AROUND: i16 = 2;

/// The jumps that clear windows, by the width and height of the window, and its pegs before and after; `None` if a
/// window cannot be cleared. The place of a window on the board does not matter.
type Clearings = HashMap<(i16, i16, Position, Position), Option<Vec<Jump>>>;

/// Removes the pegs of a block, and returns the jumps. `None` if this is not possible within the window of the block.
fn clear(
    clearings: &mut Clearings,
    board: &Board,
    pegs: &mut Position,
    block: Rectangle,
    stop: &Stop,
) -> Option<Vec<Jump>> {
    let window = block.widened(AROUND, board);
    let block = block.holes(board);
    if !block.iter().all(|&hole| pegs.has(hole)) {
        return None;
    }
    let part = Part::new(board, window.holes(board));
    let before = part.position(|hole| pegs.has(hole));
    let after = part.position(|hole| pegs.has(hole) && !block.contains(&hole));
    let known = clearings.entry((window.width, window.height, before, after));
    let known = known.or_insert_with_key(|(.., before, after)| {
        let puzzle = part.puzzle(before.clone(), Goal::exactly(after.clone()))?;
        match search::exhaustive(&puzzle, &SearchSettings::new(stop, 1)) {
            Ok(ExhaustiveResult::Plan(plan)) => Some(plan.into_actions()),
            _ => None,
        }
    });
    let jumps: Vec<Jump> = part.on_whole(known.clone()?).collect();
    for &jump in &jumps {
        simulate::play(board, pegs, jump).ok()?;
    }
    Some(jumps)
}

/// Maximum number of open holes that are considered for pairs of pegs: the nearest to the vacancies.
const NEAREST: usize = 40;

/// Maximum number of additional pegs in open holes.
const MAX_MORE: usize = 2;

/// Returns at most `most` positions that meet the goal and have the position class of the start. Positions with few
/// pegs near the vacancies of the start come first, because a game that is played from the border inwards ends there.
/// If the goal is a single position, returns this position.
fn concrete_goals(puzzle: &Puzzle, most: usize) -> Vec<Position> {
    let goal = puzzle.goal();
    if let Some(position) = goal.position() {
        return vec![position.clone()];
    }
    let (board, start) = (puzzle.board(), puzzle.start());
    let of_hole = by_hole(board);
    let class = |position: &Position| {
        let holes = position.holes();
        holes.fold(0, |class, hole| class ^ of_hole[hole])
    };
    let (wanted, of_pegs) = (class(start), class(goal.pegs()));
    let mut near: Vec<Hole> = goal.open().holes().collect();
    near.sort_by_cached_key(|&hole| (distance(puzzle, hole), hole));
    let with = |more: &[Hole]| {
        let mut position = goal.pegs().clone();
        for &hole in more {
            position.set(hole, true);
        }
        position
    };
    let (fewest, most_more) = if goal.is_one_peg() {
        (1, 1)
    } else {
        (usize::from(goal.pegs().is_empty()), MAX_MORE)
    };
    let agrees = |holes: &Vec<Hole>| {
        let classes = holes.iter().map(|&hole| of_hole[hole]);
        classes.fold(of_pegs, |sum, class| sum ^ class) == wanted
    };
    let mut found = Vec::new();
    for pegs in fewest..=most_more {
        let chosen: Vec<Vec<Hole>> = match pegs {
            0 => vec![Vec::new()],
            1 => near.iter().map(|&one| vec![one]).collect(),
            _ => {
                let all = near.iter().take(NEAREST).enumerate();
                all.flat_map(|(before, &more)| {
                    near[..before].iter().map(move |&one| vec![one, more])
                })
                .collect()
            }
        };
        let chosen = chosen.into_iter().filter(agrees);
        found.extend(chosen.map(|more| with(&more)));
        if found.len() >= most {
            break;
        }
    }
    found.truncate(most);
    found
}

/// Returns the squared distance of a hole from the nearest vacancy of the start.
fn distance(puzzle: &Puzzle, hole: Hole) -> i32 {
    let board = puzzle.board();
    let cell = board.cell(hole);
    let vacancies = puzzle.start().complement();
    let squares = vacancies.holes().map(|vacancy| {
        let other = board.cell(vacancy);
        let [dx, dy] = [cell.x - other.x, cell.y - other.y].map(i32::from);
        dx * dx + dy * dy
    });
    squares.min().unwrap_or(0)
}

#[cfg(test)]
mod tests;
