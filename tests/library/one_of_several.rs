//! The goal "one peg, in one of these holes": against its holes one by one, by methods that share
//! nothing: the count over all of them, the sum of the counts of each, the search, and formulas.

use std::sync::Arc;

use crate::read_toml;
use saut::count;
use saut::decide::{Settings, Verdict, decide};
use saut::encode::{AtMostOne, Encoding};
use saut::formats::pddl;
use saut::formats::toml_file::write_toml;
use saut::peg::{Board, Goal, Hole, Position, Puzzle, boards};
use saut::search::{ExhaustiveResult, SearchSettings, exhaustive};
use saut::settings::{EncodingChoice, MethodChoice};
use saut::simulate;
use saut::{certify, random::Random};

fn settings() -> SearchSettings {
    SearchSettings {
        threads: 1,
        ..SearchSettings::default()
    }
}

fn puzzle(board: &Arc<Board>, start: &Position, last: &[Hole]) -> Puzzle {
    let goal = Goal::one_peg_in(Position::from_holes(board.len(), last.iter().copied()));
    Puzzle::new("several", Arc::clone(board), start.clone(), goal).unwrap()
}

/// Random starts with random sets of two holes or more for the last peg.
fn random_puzzles(rounds: usize, check: &mut impl FnMut(&Arc<Board>, &Position, &[Hole])) {
    let mut random = Random::new(16);
    for name in ["square-4", "triangle-5", "rectangle-5x4", "rectangle-7x1"] {
        let board = Arc::new(boards::named(name).unwrap());
        for _ in 0..rounds {
            let pegs = (0..board.len()).filter(|_| random.below(2) == 0);
            let start = Position::from_holes(board.len(), pegs);
            let mut last: Vec<Hole> = (0..board.len()).filter(|_| random.below(3) == 0).collect();
            if start.is_empty() {
                continue;
            }
            if last.len() < 2 {
                last = vec![0, board.len() - 1];
            }
            check(&board, &start, &last);
        }
    }
}

#[test]
fn the_solutions_to_several_holes_are_those_to_each_of_them() {
    let (mut with, mut without) = (0, 0);
    random_puzzles(60, &mut |board, start, last| {
        let number = |last: &[Hole]| {
            let count = count::solutions(&puzzle(board, start, last), &settings());
            count.unwrap().solutions
        };
        let together = number(last);
        let apart: u128 = last.iter().map(|&hole| number(&[hole])).sum();
        assert_eq!(together, apart, "{start:?} {last:?}");
        *if together > 0 {
            &mut with
        } else {
            &mut without
        } += 1;
    });
    assert!(with > 30 && without > 30, "{with} {without}");
}

#[test]
fn the_search_and_the_criteria_agree_with_the_count() {
    let (mut refuted, mut found) = (0, 0);
    random_puzzles(60, &mut |board, start, last| {
        let puzzle = puzzle(board, start, last);
        let is_solvable = count::solutions(&puzzle, &settings()).unwrap().solutions > 0;
        match exhaustive(&puzzle, &settings()) {
            ExhaustiveResult::Plan(plan) => {
                assert!(is_solvable && simulate::replay(&puzzle, plan).is_ok());
            }
            ExhaustiveResult::Infeasible(_) => assert!(!is_solvable),
            other => panic!("{other:?}"),
        }
        if let Some(certificate) = certify::quick(&puzzle).unwrap() {
            assert!(!is_solvable, "{certificate:?}");
            refuted += 1;
        }
        found += usize::from(is_solvable);
    });
    assert!(refuted > 30 && found > 30, "{refuted} {found}");
}

#[test]
fn formulas_find_and_refute_what_the_count_says() {
    let mut seen = [0; 2];
    random_puzzles(24, &mut |board, start, last| {
        // What has no plan takes the formulas long where there are many jumps.
        if start.pegs() > 7 {
            return;
        }
        let puzzle = puzzle(board, start, last);
        let is_solvable = count::solutions(&puzzle, &settings()).unwrap().solutions > 0;
        let sequential = Encoding::Sequential {
            at_most_one: AtMostOne::Pairwise,
        };
        for encoding in [Some(EncodingChoice::Fixed(sequential)), None] {
            // By itself the portfolio has no encoding that refutes.
            if encoding.is_none() && !is_solvable {
                continue;
            }
            let method = match encoding {
                Some(_) => MethodChoice::Formulas,
                None => MethodChoice::Auto,
            };
            let settings = Settings {
                method,
                encoding,
                criteria: false,
                ..Settings::default()
            };
            match decide(&puzzle, &settings).unwrap().verdict {
                Verdict::Solved(plan) => {
                    assert!(is_solvable);
                    assert!(last.iter().any(|&hole| plan.end().has(hole)));
                }
                Verdict::Infeasible(_) => assert!(!is_solvable),
                Verdict::Undecided(why) => panic!("{why:?}"),
            }
        }
        seen[usize::from(is_solvable)] += 1;
    });
    assert!(seen[0] > 20 && seen[1] > 3, "{seen:?}");
}

#[test]
fn the_goal_comes_back_from_a_file_and_from_pddl() {
    let board = Arc::new(boards::named("english").unwrap());
    let start = Position::from_holes(33, [16]).complement();
    let one = puzzle(&board, &start, &[1, 13, 19, 31]);
    let again = read_toml(&write_toml(std::slice::from_ref(&one)), "file").unwrap();
    assert_eq!(again[0].goal(), one.goal());
    for form in [pddl::PddlForm::Jumps, pddl::PddlForm::Sweeps] {
        let again = pddl::read_problem(&pddl::write_problem(&one, form), "file").unwrap();
        assert_eq!(again.goal(), one.goal());
        assert_ne!(again.goal(), &Goal::one_peg(&board));
    }
}
