//! Concrete goals: positions that end a game whose goal leaves a choice, the likeliest first.
//!
//! A goal of one peg anywhere, of one peg in one of several holes, or with holes that do not matter is
//! met by many positions. Those that the position class excludes are left out. Of the others the ones
//! with few pegs near the vacancies of the start come first: there a game ends that is played from the
//! border inwards.

use saut_criteria::certify::class::by_hole;
use saut_peg::peg::{Hole, Position, Puzzle};

/// At most this many holes that do not matter are looked at for a peg, the nearest.
const NEAREST: usize = 40;

/// At most this many pegs in holes that do not matter.
const MOST_MORE: usize = 2;

/// Positions that meet the goal and have the position class of the start, at most so many; the goal
/// itself if it leaves no choice.
pub fn concrete(puzzle: &Puzzle, most: usize) -> Vec<Position> {
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
        (usize::from(goal.pegs().is_empty()), MOST_MORE)
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

/// Distance of a hole from the nearest vacancy of the start, squared.
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
