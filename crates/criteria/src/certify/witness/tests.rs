//! Tests of combinations: the check accepts the combinations that the search finds, and rejects wrong combinations.

use super::{Coefficients, Combination, CombinationResult, eliminate, find, find_all, is_only_one};
use crate::certify;
use crate::certify::samples;
use saut_base::random::Random;
use saut_base::stop::Stop;
use saut_peg::peg::{Goal, Position, Puzzle, boards};

fn found(puzzle: &Puzzle, coefficients: Coefficients) -> CombinationResult {
    find(puzzle, coefficients, 200, &Stop::default()).unwrap()
}

fn combination(puzzle: &Puzzle, coefficients: Coefficients) -> Combination {
    match found(puzzle, coefficients) {
        CombinationResult::Combination(found) => found,
        other => panic!("{coefficients:?}: {other:?}"),
    }
}

#[test]
fn the_jumps_of_the_boards_have_the_rank_of_the_literature() {
    for (name, rank, relations) in [("rectangle-7x1", 7, 3), ("english", 33, 43)] {
        let eliminated = eliminate(&boards::named(name).unwrap()).unwrap();
        assert_eq!(
            (eliminated.rank(), eliminated.relations()),
            (rank, relations)
        );
    }
    // This board has no jump.
    let eliminated = eliminate(&boards::named("square-2").unwrap()).unwrap();
    assert_eq!((eliminated.rank(), eliminated.relations()), (0, 0));
}

#[test]
fn the_central_game_is_a_combination_of_each_kind() {
    let central = samples::central();
    for coefficients in Coefficients::ALL {
        let found = combination(&central, coefficients);
        assert_eq!(found.check(&central, coefficients), Ok(()));
        // Every jump removes one peg, so that the coefficients add up to 31.
        let sum: i64 = found.terms.iter().map(|&(_, number)| number).sum();
        assert_eq!(sum, 31 * found.denominator);
    }
}

#[test]
fn a_changed_combination_is_rejected() {
    let central = samples::central();
    let good = combination(&central, Coefficients::NonNegativeInteger);
    let rejects = |changed: &Combination, kind, words: &str| {
        samples::assert_rejected(changed.check(&central, kind), words);
    };
    let mut one_more = good.clone();
    one_more.terms[0].1 += 1;
    rejects(&one_more, Coefficients::NonNegativeInteger, "the sum gives");
    let mut halves = good.clone();
    halves.terms.iter_mut().for_each(|(_, number)| *number *= 2);
    halves.denominator = 2;
    assert_eq!(
        halves.check(&central, Coefficients::NonNegativeRational),
        Ok(())
    );
    rejects(&halves, Coefficients::Integer, "a coefficient is");
    let mut far = good.clone();
    far.terms[0].0.from.x += 1;
    rejects(&far, Coefficients::NonNegativeInteger, "has no jump");
    let mut elsewhere = good.clone();
    elsewhere.end = Position::from_holes(33, [0]);
    assert!(elsewhere.check(&central, Coefficients::Integer).is_err());
    let signed = combination(&central, Coefficients::Integer);
    if signed.terms.iter().any(|&(_, number)| number < 0) {
        assert!(
            signed
                .check(&central, Coefficients::NonNegativeInteger)
                .is_err()
        );
    }
}

#[test]
fn there_is_a_combination_exactly_if_no_criterion_refutes() {
    let mut random = Random::new(3);
    let mut seen = [[0; 2]; 3];
    for name in ["rectangle-7x1", "square-3", "square-4", "triangle-4"] {
        let board = boards::named(name).unwrap();
        for _ in 0..40 {
            let mut some = |part: usize| -> Vec<usize> {
                (0..board.len())
                    .filter(|_| random.below(part) == 0)
                    .collect()
            };
            let (mut start, mut goal) = (some(2), some(4));
            if start.len() < goal.len() {
                std::mem::swap(&mut start, &mut goal);
            }
            if start.is_empty() {
                continue;
            }
            let puzzle = samples::pair(&board, &start, &goal);
            let refuted = [
                certify::lattice::find(&puzzle).is_some(),
                certify::pagoda::find(&puzzle, &Stop::default()).is_some(),
            ];
            // If no combination of a weaker kind exists, none of the strongest kind exists. A combination of the
            // strongest kind is a combination of each kind.
            let all = find_all(&puzzle, 200, &Stop::default()).map(|(_, found)| found.unwrap());
            let is_none = |found: &CombinationResult| matches!(found, CombinationResult::None(_));
            assert!(!all[..2].iter().any(is_none) || is_none(&all[2]), "{all:?}");
            assert!(is_none(&all[2]) || !all.iter().any(is_none), "{all:?}");
            for (kind, coefficients) in Coefficients::ALL.into_iter().enumerate() {
                let result = found(&puzzle, coefficients);
                let is_there = matches!(result, CombinationResult::Combination(_));
                assert_ne!(result, CombinationResult::GaveUp, "{puzzle:?}");
                let is_refuted = refuted.get(kind).is_some_and(|&refuted| refuted);
                assert!(!(is_there && is_refuted), "{coefficients:?} {puzzle:?}");
                seen[kind][usize::from(is_there)] += 1;
            }
        }
    }
    assert!(seen.iter().flatten().all(|&number| number > 5), "{seen:?}");
}

#[test]
fn a_lattice_refutation_excludes_nonnegative_integers() {
    let sums = |puzzle: Puzzle, parts: usize| {
        find_all(&puzzle, parts, &Stop::default()).map(|(_, found)| found.unwrap())
    };
    // The search needs no branch, so one part suffices.
    let [integer, fractions, whole] = sums(samples::single("french", 18, 18), 1);
    let by_lattice = CombinationResult::None(Coefficients::Integer);
    assert_eq!((&integer, &whole), (&by_lattice, &by_lattice));
    assert!(matches!(fractions, CombinationResult::Combination(_)));
    let [integer, _, whole] = sums(samples::seven(), 200);
    assert!(matches!(integer, CombinationResult::Combination(_)));
    assert_eq!(
        whole,
        CombinationResult::None(Coefficients::NonNegativeInteger)
    );
}

#[test]
fn one_peg_is_tried_in_every_hole_and_other_open_goals_not_at_all() {
    let board = boards::named("rectangle-4x1").unwrap();
    let start = Position::from_holes(4, [0, 1]);
    let goal = |goal: Goal| Puzzle::new("p", board.clone(), start.clone(), goal).unwrap();
    let anywhere = goal(Goal::one_peg(&board));
    let found = combination(&anywhere, Coefficients::NonNegativeInteger);
    assert_eq!(found.end.holes().collect::<Vec<_>>(), [2]);
    let open = goal(Goal::partial(&Position::new(4), board.full()));
    assert_eq!(
        find(&open, Coefficients::Integer, 5, &Stop::default()),
        None
    );
}

#[test]
fn the_relations_of_the_line_of_seven_change_nothing_and_its_fractions_are_the_only_ones() {
    let seven = samples::seven();
    let board = seven.board();
    let eliminated = eliminate(board).unwrap();
    let basis = eliminated.basis();
    assert_eq!(basis.len(), 3);
    for relation in &basis {
        assert!(relation.iter().any(|&number| number != 0));
        let mut change = vec![0; board.len()];
        for (&jump, number) in board.jumps().iter().zip(*relation) {
            let [from, over, to] = board.holes_of(jump);
            change[from] -= number;
            change[over] -= number;
            change[to] += number;
        }
        assert!(change.iter().all(|&number| number == 0));
    }
    assert_eq!(is_only_one(&seven, 1, &Stop::default()), Some(true));
    assert_eq!(
        is_only_one(&samples::central(), 1, &Stop::default()),
        Some(false)
    );
}
