//! Left packing keeps a plan wherever there is one, at the same horizon, and adds none.
//!
//! It forbids plans (an action needs a reason not to have happened a step earlier), so what must
//! be shown is that it never forbids the last one. Every horizon up to the number of jumps is
//! asked with and without it.

use std::sync::Arc;

use saut::attempt::{AttemptResult, attempt};
use saut::backend::{SolveLimits, by_name};
use saut::compile;
use saut::encode::{Encoding, Order};
use saut::peg::{Goal, Position, Puzzle, boards};

/// Asks every `every`-th pair of a board; the number of questions with a plan and without.
fn compare(board: &str, every: usize) -> (usize, usize) {
    let board = Arc::new(boards::named(board).unwrap());
    let position = |bits: usize| {
        Position::from_holes(
            board.len(),
            (0..board.len()).filter(|hole| bits >> hole & 1 == 1),
        )
    };
    let positions = 1..1_usize << board.len();
    let pairs = positions
        .clone()
        .flat_map(|start| positions.clone().map(move |goal| (start, goal)));
    let pairs = pairs.filter(|(start, goal)| goal.count_ones() <= start.count_ones());
    let batsat = by_name("batsat").unwrap();
    let (mut solved, mut refuted) = (0, 0);
    for (number, (start, goal)) in pairs.step_by(every).enumerate() {
        let jumps = (start.count_ones() - goal.count_ones()) as usize;
        let goal = Goal::exactly(position(goal));
        let puzzle = Puzzle::new("pair", Arc::clone(&board), position(start), goal).unwrap();
        let domain = compile::PegDomain::new(&puzzle);
        let fresh = Order::fresh(number as u64);
        for order in [Order::GROUPED, Order::GROUPED.alternating(), fresh] {
            for horizon in 0..=jumps {
                let is_solved = |left_packing| {
                    let encoding = Encoding::R2Exists {
                        order,
                        left_packing,
                        fold: true,
                    };
                    let run = SolveLimits::default();
                    // A plan in here has been replayed, so it is one.
                    let found = attempt(&domain, encoding, horizon, batsat.as_ref(), &run);
                    matches!(found.unwrap().result, AttemptResult::Plan(_))
                };
                let without = is_solved(false);
                assert_eq!(is_solved(true), without, "{puzzle:?} {order} {horizon}");
                *(if without { &mut solved } else { &mut refuted }) += 1;
            }
        }
    }
    (solved, refuted)
}

#[test]
fn on_the_line_of_five_every_pair_at_every_horizon() {
    let (solved, refuted) = compare("rectangle-5x1", 1);
    assert!(solved > 0 && refuted > 0);
}

#[test]
fn on_the_2x3_board_every_pair_at_every_horizon() {
    let (solved, refuted) = compare("rectangle-3x2", 1);
    assert!(solved > 0 && refuted > 0);
}

#[test]
fn on_the_3x3_board_some_pairs_at_every_horizon() {
    let (solved, refuted) = compare("square-3", 29);
    assert!(solved > 0 && refuted > 0);
}
