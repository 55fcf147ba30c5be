//! Compares the counts by lists, by bit maps, by halves of both, and by the graph of all solutions.

use super::{SolutionCount, of_layers, solutions};
use crate::explore::{SolutionGraph, Solutions};
use crate::search::SearchSettings;
use crate::search::bit_board::BitBoard;
use crate::search::layers::MapSearch;
use crate::search::limits::CountError;
use crate::search::reversal::ReversalSymmetry;
use saut_base::random::Random;
use saut_base::stop::{Stop, StopReason};
use saut_peg::peg::{Goal, Position, Puzzle, boards};

/// Returns a puzzle with vacancies in these holes at the start. The goal is pegs in the images of these holes under a
/// symmetry of the board.
fn complement(name: &str, vacant: &[usize], symmetry: usize) -> Puzzle {
    let board = boards::named(name).unwrap();
    let holes = board.len();
    let all = board.symmetries();
    let image = all[symmetry % all.len()].image();
    let start = (0..holes).filter(|hole| !vacant.contains(hole));
    let start = Position::from_holes(holes, start);
    let goal = Position::from_holes(holes, vacant.iter().map(|&hole| image[hole]));
    Puzzle::new(name, board, start, Goal::exactly(goal)).unwrap()
}

/// Returns the count by bit maps, with all layers or with half of the layers. `None` if half of the layers do not
/// suffice, because the puzzle is not its own reversal.
fn maps(
    puzzle: &Puzzle,
    half: bool,
    settings: &SearchSettings,
) -> Option<Result<SolutionCount, CountError>> {
    let (compact, ..) = BitBoard::of_goal(puzzle).unwrap();
    if half && !(compact.fixes_start(puzzle) && ReversalSymmetry::of(puzzle).is_some()) {
        return None;
    }
    let maps = MapSearch::new(puzzle, settings, &compact).unwrap();
    let found = maps.on_solutions(half, half && compact.order() > 1);
    Some(found.and_then(|found| of_layers(&found)))
}

/// Returns the number of solutions, counted by bit maps.
fn by_maps(puzzle: &Puzzle) -> u128 {
    let count = maps(puzzle, false, &SearchSettings::default()).unwrap();
    count.unwrap().solutions
}

#[test]
fn half_the_levels_give_the_count_of_both_ends() {
    let mut random = Random::new(11);
    let (mut solvable, mut symmetric, mut others) = (0, 0, 0);
    // The boards have an odd or an even number of holes.
    for name in [
        "triangle-5",
        "triangle-6",
        "square-4",
        "square-5",
        "rectangle-4x5",
    ] {
        let holes = boards::named(name).unwrap().len();
        for round in 0..16 {
            let vacant: Vec<usize> = (0..=round % 2).map(|_| random.below(holes)).collect();
            let puzzle = complement(name, &vacant, random.below(8));
            let settings = SearchSettings::default();
            let graph = SolutionGraph::new(&puzzle, &settings).unwrap();
            let onward = Solutions::new(&graph).unwrap().all();
            assert_eq!(by_maps(&puzzle), onward, "{puzzle:?}");
            assert_eq!(solutions(&puzzle, &settings).unwrap().solutions, onward);
            let Some(half) = maps(&puzzle, true, &settings) else {
                others += 1;
                continue;
            };
            assert_eq!(half.unwrap().solutions, onward, "{puzzle:?}");
            solvable += usize::from(onward > 0);
            symmetric += usize::from(BitBoard::of_puzzle(&puzzle).unwrap().0.order() > 1);
        }
    }
    let each = [solvable, symmetric, others];
    assert!(each.iter().all(|&number| number > 4), "{each:?}");
}

#[test]
fn maps_and_lists_report_the_same_levels() {
    let mut compared = 0;
    for name in ["triangle-5", "triangle-6", "square-5", "rectangle-4x6"] {
        for vacant in 0..boards::named(name).unwrap().len() {
            let puzzle = complement(name, &[vacant], 0);
            let settings = SearchSettings::default();
            if let Some(half) = maps(&puzzle, true, &settings) {
                assert_eq!(solutions(&puzzle, &settings).unwrap(), half.unwrap());
                compared += 1;
            }
        }
    }
    assert!(compared > 10, "{compared}");
}

#[test]
fn a_start_at_the_goal_has_one_solution_and_a_wrong_class_none() {
    let board = boards::named("square-4").unwrap();
    let start = Position::from_holes(16, [0, 1, 5]);
    for (goal, number) in [(start.clone(), 1), (Position::from_holes(16, [0, 2]), 0)] {
        let puzzle = Puzzle::new("p", board.clone(), start.clone(), Goal::exactly(goal)).unwrap();
        assert_eq!(by_maps(&puzzle), number);
    }
}

#[test]
fn limits_end_it() {
    let puzzle = complement("english", &[16], 0);
    let no_time = Stop::new(Some(std::time::Duration::ZERO), None);
    for (stop, why) in [
        (Stop::new(None, Some(1)), StopReason::Memory),
        (no_time, StopReason::Timeout),
    ] {
        let settings = SearchSettings {
            stop,
            ..SearchSettings::default()
        };
        for half in [false, true] {
            let ended = maps(&puzzle, half, &settings);
            assert_eq!(ended, Some(Err(CountError::Stopped(why))));
        }
    }
}
