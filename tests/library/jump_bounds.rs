//! Jump bounds as clauses of `sequential` (axiom S9): they change no verdict, and every plan keeps them.

use std::sync::Arc;

use saut::certify::proof::jump_limits;
use saut::decide::{EncodingChoice, Settings, Verdict, decide};
use saut::encode::{AtMostOne, Encoding};
use saut::formats::bundled;
use saut::peg::{Goal, Position, Puzzle, boards};
use saut::search::{ExhaustiveResult, SearchSettings, exhaustive};
use saut::simulate;
use saut::stop::Stop;

fn with_bounds(at_most_one: AtMostOne) -> Settings {
    Settings {
        criteria: false,
        jump_bounds: true,
        encoding: Some(EncodingChoice::Fixed(Encoding::Sequential { at_most_one })),
        ..Settings::default()
    }
}

#[test]
fn verdicts_are_those_of_the_search_on_random_pairs() {
    let board = Arc::new(boards::named("square-4").unwrap());
    let (mut seed, mut solved, mut infeasible) = (1_u64, 0, 0);
    let mut next = || {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        seed >> 33
    };
    while solved < 10 || infeasible < 10 {
        let position =
            |bits: u64| Position::from_holes(16, (0..16).filter(move |hole| bits >> hole & 1 == 1));
        let start = position(next());
        let mut goal = position(next() & next() & next());
        if solved < 10 {
            // Some jumps forward, so that there is a plan.
            goal = start.clone();
            for _ in 0..8 {
                let jumps = board.jumps();
                let jump = jumps[usize::try_from(next()).unwrap() % jumps.len()];
                let _ = simulate::play(&board, &mut goal, jump);
            }
        }
        if goal.is_empty() {
            continue; // no length that a plan could have
        }
        let Ok(puzzle) = Puzzle::new("pair", board.clone(), start, Goal::exactly(goal)) else {
            continue;
        };
        let at_most_one = AtMostOne::ALL[usize::try_from(next()).unwrap() % 6];
        let verdict = decide(&puzzle, &with_bounds(at_most_one)).unwrap().verdict;
        match (exhaustive(&puzzle, &SearchSettings::default()), verdict) {
            (ExhaustiveResult::Plan(_), Verdict::Solved(_)) => solved += 1,
            (ExhaustiveResult::Infeasible(_), Verdict::Infeasible(_)) => infeasible += 1,
            (found, verdict) => panic!("{puzzle:?} {found:?} {verdict:?}"),
        }
    }
}

#[test]
fn limits_hold_for_every_plan_of_the_search() {
    let puzzle = bundled::named("hard-en-04").unwrap();
    assert!(!jump_limits(&puzzle, &Stop::default()).is_empty());
    for name in ["triangle-15-centre", "central"] {
        let puzzle = bundled::named(name).unwrap();
        let ExhaustiveResult::Plan(plan) = exhaustive(&puzzle, &SearchSettings::default()) else {
            panic!("{name}");
        };
        let jumps: Vec<_> = plan.steps.into_iter().flatten().collect();
        for limit in jump_limits(&puzzle, &Stop::default()) {
            let times = jumps.iter().filter(|&&jump| jump == limit.jump).count();
            assert!(times <= limit.most as usize, "{name}: {limit:?}");
        }
    }
}
