//! Clearing: one block after the other, each by an exhaustive search in a window around it.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::layout::{Place, Rectangle};
use saut_base::stop::Stop;
use saut_levels::search::{self, ExhaustiveResult, SearchSettings};
use saut_peg::peg::{Board, Geometry, Goal, Jump, Position, Puzzle};

/// Number of columns and rows around a block that may help and are restored.
const AROUND: i16 = 2;

/// A window as the search sees it: columns, rows, and where there are pegs before and after.
type Window = (Rectangle, Vec<bool>, Vec<bool>);

/// A jump in a window or in the frame.
type PlacedJump = [Place; 3];

/// A position in the making, and the jumps that led to it.
#[derive(Clone, Debug, Default)]
pub struct Clearing {
    size: (i16, i16),
    pegs: HashSet<Place>,
    jumps: Vec<PlacedJump>,
    /// Jumps found for a window, wherever it is: along a strip all are alike.
    known: HashMap<Window, Option<Vec<PlacedJump>>>,
}

impl Clearing {
    /// Begins anew, with a rectangle of so many columns and rows and these pegs.
    pub fn begin(&mut self, size: (i16, i16), pegs: &[Place]) {
        self.size = size;
        self.pegs = pegs.iter().copied().collect();
        self.jumps.clear();
    }

    /// The jumps so far.
    pub fn jumps(&self) -> &[PlacedJump] {
        &self.jumps
    }

    /// Plays a jump, or `None` if it cannot be played.
    pub fn play(&mut self, jump: PlacedJump) -> Option<()> {
        let [from, over, to] = jump;
        let is_playable =
            self.pegs.remove(&from) && self.pegs.remove(&over) && self.pegs.insert(to);
        self.jumps.push(jump);
        is_playable.then_some(())
    }

    /// Removes the pegs of a block and restores all others, or `None` if that cannot be done in the
    /// window around it.
    pub fn clear(&mut self, block: Rectangle, stop: &Stop) -> Option<()> {
        let window = block.widened(AROUND, self.size);
        let block: HashSet<Place> = block.places().collect();
        if !block.is_subset(&self.pegs) {
            return None;
        }
        let (x, y) = window.corner();
        let here = |&(dx, dy): &Place| (x + dx, y + dy);
        let at_origin = window.moved_to_origin();
        let holds = |keep: &dyn Fn(&Place) -> bool| -> Vec<bool> {
            at_origin
                .places()
                .map(|place| keep(&here(&place)))
                .collect()
        };
        let before = holds(&|place| self.pegs.contains(place));
        let after = holds(&|place| self.pegs.contains(place) && !block.contains(place));
        let key = (at_origin, before, after);
        if !self.known.contains_key(&key) {
            let found = solve(&key, stop);
            self.known.insert(key.clone(), found);
        }
        let jumps = self.known.get(&key)?.clone()?;
        jumps
            .into_iter()
            .try_for_each(|jump| self.play(jump.map(|place| here(&place))))
    }
}

/// The jumps that lead from before to after in a window.
fn solve((window, before, after): &Window, stop: &Stop) -> Option<Vec<PlacedJump>> {
    let places = |pegs: &[bool]| -> Vec<Place> {
        let all = window.places().zip(pegs);
        all.filter(|(_, peg)| **peg)
            .map(|(place, _)| place)
            .collect()
    };
    let puzzle = puzzle_in(*window, &places(before), &places(after))?;
    let settings = SearchSettings {
        stop: stop.clone(),
        threads: 1,
        ..SearchSettings::default()
    };
    let ExhaustiveResult::Plan(plan) = search::exhaustive(&puzzle, &settings) else {
        return None;
    };
    let in_window = |jump: &Jump| [jump.from, jump.over, jump.to].map(|cell| (cell.x, cell.y));
    Some(plan.actions().map(in_window).collect())
}

/// The puzzle that a rectangle is by itself; `None` if it has no peg, or fewer than its goal.
///
/// # Panics
/// Never: a rectangle of a board is a board.
pub fn puzzle_in(rectangle: Rectangle, start: &[Place], goal: &[Place]) -> Option<Puzzle> {
    let cells = rectangle.cells();
    let board = Board::new(Geometry::Square, cells).expect("a part of a board");
    let position = |places: &[Place]| {
        let holes = places.iter().filter_map(|&place| {
            let cell = rectangle.cell_of(place)?;
            board.hole(cell)
        });
        Position::from_holes(board.len(), holes)
    };
    let (start, goal) = (position(start), Goal::exactly(position(goal)));
    Puzzle::new("part", Arc::new(board), start, goal).ok()
}
