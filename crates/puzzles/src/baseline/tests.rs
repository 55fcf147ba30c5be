//! Compares the baselines with a recursion over all sequences of jumps.

use std::sync::Arc;
use std::time::Duration;

use super::{Baseline, BaselineGame, BaselineOutcome};
use saut_base::random::Random;
use saut_base::stop::{Stop, StopReason};
use saut_peg::peg::{Board, Cell, Geometry, Goal, Position, Puzzle, boards};
use saut_peg::simulate;

fn search(baseline: Baseline, puzzle: &Puzzle) -> BaselineOutcome {
    baseline.search(&BaselineGame::new(puzzle), 1, &Stop::default(), &|_| ())
}

/// Tries every sequence of jumps.
fn is_solvable(puzzle: &Puzzle, position: &Position) -> bool {
    puzzle.goal().is_met_by(position)
        || puzzle.board().jumps().iter().any(|&jump| {
            let mut next = position.clone();
            simulate::play(puzzle.board(), &mut next, jump).is_ok() && is_solvable(puzzle, &next)
        })
}

/// Checks that every baseline finds a plan exactly if a plan exists, and that the simulator accepts the plan. Returns
/// whether a plan exists.
fn compare(puzzle: &Puzzle) -> bool {
    let wanted = is_solvable(puzzle, puzzle.start());
    for &baseline in Baseline::ALL {
        // Random play does not terminate without a limit, and orders of pegs may miss every plan.
        let may_go_on = match baseline {
            Baseline::RandomOrder => true,
            Baseline::RandomRestarts | Baseline::RandomSymmetric => !wanted,
            Baseline::DepthFirst
            | Baseline::Gravity
            | Baseline::DepthFirstTable
            | Baseline::BestFirst => false,
        };
        if may_go_on {
            continue;
        }
        let picture = saut_peg::peg::picture::draw_position(puzzle.board(), puzzle.start());
        let found = search(baseline, puzzle).found;
        match found {
            Ok(plan) => {
                assert!(wanted, "{baseline}: no plan exists, but it found {plan:?}");
                simulate::replay(puzzle, plan).unwrap();
            }
            other => assert!(
                !wanted && other == Err(StopReason::NothingLeft),
                "{baseline}\n{picture}"
            ),
        }
    }
    wanted
}

fn diagonal(side: i16) -> Board {
    let cells = (0..side).flat_map(|y| (0..side).map(move |x| Cell::new(x, y)));
    Board::new(Geometry::SquareDiagonal, cells).unwrap()
}

fn some_holes(random: &mut Random, board: &Board, of: usize) -> Position {
    let holes = (0..board.len()).filter(|_| random.below(of) == 0);
    Position::from_holes(board.len(), holes.collect::<Vec<_>>())
}

/// Returns the position after a few random jumps.
fn played(random: &mut Random, board: &Board, start: &Position) -> Position {
    let mut position = start.clone();
    for _ in 0..30 {
        let jump = board.jumps()[random.below(board.jumps().len())];
        _ = simulate::play(board, &mut position, jump);
    }
    position
}

#[test]
fn in_every_geometry_with_every_kind_of_goal_they_agree_with_brute_force() {
    let boards = [
        boards::named("square-3").unwrap(),
        boards::named("rectangle-4x3").unwrap(),
        boards::named("triangle-4").unwrap(),
        diagonal(3),
    ];
    let mut random = Random::new(7);
    for board in boards.map(Arc::new) {
        for kind in 0..3 {
            let (mut solved, mut in_vain) = (0, 0);
            for _ in 0..150 {
                let start = some_holes(&mut random, &board, 2);
                let goal = match kind {
                    0 => Goal::one_peg(&board),
                    1 if random.below(2) == 0 => Goal::exactly(some_holes(&mut random, &board, 6)),
                    1 => Goal::exactly(played(&mut random, &board, &start)),
                    _ => {
                        let open = some_holes(&mut random, &board, 3);
                        Goal::partial(&some_holes(&mut random, &board, 6), open)
                    }
                };
                if let Ok(puzzle) = Puzzle::new("random", Arc::clone(&board), start, goal) {
                    *(if compare(&puzzle) {
                        &mut solved
                    } else {
                        &mut in_vain
                    }) += 1;
                }
            }
            assert!(solved > 0 && in_vain > 0, "{kind}: {solved}, {in_vain}");
        }
    }
}

#[test]
fn a_board_of_several_words_is_played_like_any_other() {
    let board = boards::named("rectangle-130x1").unwrap();
    let start = Position::from_holes(130, [62, 63, 65, 127, 128]);
    for (goal, solvable) in [([66, 129], true), ([64, 129], false), ([64, 126], false)] {
        let goal = Goal::exactly(Position::from_holes(130, goal));
        let puzzle = Puzzle::new("long", board.clone(), start.clone(), goal).unwrap();
        assert_eq!(compare(&puzzle), solvable);
    }
}

#[test]
fn a_start_at_the_goal_needs_no_jump_and_a_stuck_start_has_no_plan() {
    let board = boards::named("square-3").unwrap();
    let start = Position::from_holes(9, [0, 8]);
    for (goal, nodes) in [
        (Goal::exactly(start.clone()), 1),
        (Goal::one_peg(&board), 1),
    ] {
        let solved = goal.is_met_by(&start);
        let puzzle = Puzzle::new("still", board.clone(), start.clone(), goal).unwrap();
        for &baseline in Baseline::ALL {
            let searched = search(baseline, &puzzle);
            assert_eq!(searched.found.is_ok(), solved, "{baseline}");
            assert_eq!(
                searched.found == Err(StopReason::NothingLeft),
                !solved,
                "{baseline}"
            );
            assert_eq!(searched.nodes, nodes, "{baseline}");
        }
    }
}

fn one_vacancy(board: &str, hole: usize, last: Option<usize>) -> Puzzle {
    let board = boards::named(board).unwrap();
    Puzzle::single_vacancy("one-vacancy", board, hole, last).unwrap()
}

#[test]
fn each_solves_the_triangle_of_fifteen_and_the_same_seed_plays_the_same() {
    let puzzle = one_vacancy("triangle-5", 0, None);
    for &baseline in Baseline::ALL {
        let (once, again) = (search(baseline, &puzzle), search(baseline, &puzzle));
        assert_eq!(once, again, "{baseline}");
        let Ok(plan) = once.found else {
            panic!("{baseline}: no plan")
        };
        assert_eq!(simulate::replay(&puzzle, plan).unwrap().jumps().len(), 13);
    }
    let other =
        Baseline::RandomRestarts.search(&BaselineGame::new(&puzzle), 2, &Stop::default(), &|_| ());
    assert_ne!(other, search(Baseline::RandomRestarts, &puzzle));
}

#[test]
fn the_table_saves_positions_and_finds_the_same_plan() {
    let puzzle = one_vacancy("triangle-5", 4, Some(4));
    let plain = search(Baseline::DepthFirst, &puzzle);
    let table = search(Baseline::DepthFirstTable, &puzzle);
    assert_eq!(plain.found, Err(StopReason::NothingLeft));
    assert_eq!(table.found, Err(StopReason::NothingLeft));
    assert!(
        100 * table.nodes < plain.nodes,
        "{} {}",
        table.nodes,
        plain.nodes
    );
}

#[test]
fn each_gives_up_at_the_deadline_the_memory_limit_and_on_request() {
    let puzzle = one_vacancy("square-15", 0, None);
    let asked = Stop::default();
    asked.request();
    for &baseline in Baseline::ALL {
        for (stop, why) in [
            (Stop::new(Some(Duration::ZERO), None), StopReason::Timeout),
            (Stop::new(None, Some(0)), StopReason::Memory),
            (asked.clone(), StopReason::Interrupted),
        ] {
            let searched = baseline.search(&BaselineGame::new(&puzzle), 0, &stop, &|_| ());
            assert_eq!(searched.found, Err(why), "{baseline}");
            assert_eq!(searched.nodes, 0, "{baseline}");
        }
    }
}

#[test]
fn the_observer_gets_the_number_of_positions() {
    // This puzzle is infeasible, and too large for a complete search.
    let puzzle = one_vacancy("french", 18, Some(18));
    let stop = Stop::default();
    let told = std::cell::Cell::new(0);
    let tell = |nodes| {
        told.set(nodes);
        stop.request();
    };
    let searched = Baseline::RandomRestarts.search(&BaselineGame::new(&puzzle), 0, &stop, &tell);
    assert_eq!(searched.found, Err(StopReason::Interrupted));
    assert_eq!(searched.nodes, told.get());
}
