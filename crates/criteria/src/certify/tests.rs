//! Compares all criteria with brute force on tiny boards.

use std::collections::HashSet;
use std::sync::Arc;

use proptest::prelude::*;

use super::certificate::CRITERIA;
use super::class::ParitySum;
use super::{Certificate, Class, Lattice, Weights, check, quick, samples, survey};
use saut_base::stop::Stop;
use saut_peg::peg::{Board, Geometry, Goal, Position, Puzzle, boards};

fn position(board: &Board, bits: u32) -> Position {
    Position::from_holes(
        board.len(),
        (0..board.len()).filter(|hole| bits >> hole & 1 == 1),
    )
}

fn play_all(board: &Board, start: &Position) -> HashSet<Position> {
    let mut reached = HashSet::from([start.clone()]);
    let mut open = vec![start.clone()];
    while let Some(position) = open.pop() {
        for &jump in board.jumps() {
            let mut next = position.clone();
            if board.can_play(&position, jump)
                && board.play(&mut next, jump)
                && reached.insert(next.clone())
            {
                open.push(next);
            }
        }
    }
    reached
}

fn is_solvable(puzzle: &Puzzle) -> bool {
    let reached = play_all(puzzle.board(), puzzle.start());
    reached
        .iter()
        .any(|position| puzzle.goal().is_met_by(position))
}

#[test]
fn no_pair_of_the_line_of_seven_is_wrongly_refuted() {
    let board = Arc::new(boards::named("rectangle-7x1").unwrap());
    let (mut refuted, mut missed) = (0, 0);
    for start in 1..1 << 7 {
        let start = position(&board, start);
        let reached = play_all(&board, &start);
        let goals = (0..1 << 7).map(|goal| Goal::exactly(position(&board, goal)));
        for goal in goals.chain([Goal::one_peg(&board)]) {
            let Ok(puzzle) = Puzzle::new("", board.clone(), start.clone(), goal) else {
                continue;
            };
            let is_solvable = reached
                .iter()
                .any(|position| puzzle.goal().is_met_by(position));
            if let Some(checked) = quick(&puzzle).unwrap() {
                assert!(!is_solvable, "{puzzle:?} {checked:?}");
                assert!(check(&puzzle, checked.certificate().clone()).is_ok());
                refuted += 1;
            } else if !is_solvable {
                missed += 1;
            }
        }
    }
    assert!(
        missed > 0 && refuted > 30 * missed,
        "{refuted} refuted, {missed} missed"
    );
}

#[test]
fn the_cheapest_criterion_is_named() {
    let checked = quick(&samples::single("french", 18, 18)).unwrap();
    assert_eq!(checked.map(|checked| checked.kind()), Some("class"));
}

/// Returns puzzles on tiny boards. The goal is a position, leaves holes open, or is "one peg".
fn tiny_puzzle() -> impl Strategy<Value = Puzzle> {
    let names = [
        "square-3",
        "rectangle-4x3",
        "triangle-4",
        "rectangle-5x2",
        "rectangle-3x1",
    ];
    let board = prop::sample::select(names.to_vec()).prop_map(|name| boards::named(name).unwrap());
    let diagonal = |board: Board| {
        let cells = board.cells().iter().copied();
        Board::new(Geometry::SquareDiagonal, cells).unwrap()
    };
    let boards = prop_oneof![4 => board.clone(), 1 => board.prop_map(diagonal)];
    let goal = (any::<u32>(), any::<u32>(), any::<u32>(), 0..8_u8);
    (boards, any::<u32>(), goal).prop_filter_map("pegs", |(board, start, goal)| {
        let (pegs, thin, open, kind) = goal;
        let goal = match kind {
            0 => Goal::one_peg(&board),
            1..=3 => Goal::partial(
                &position(&board, pegs & thin),
                position(&board, open & thin),
            ),
            _ => Goal::exactly(position(&board, pegs & thin)),
        };
        let start = position(&board, start);
        Puzzle::new("tiny", board, start, goal).ok()
    })
}

fn any_certificate(holes: usize) -> impl Strategy<Value = Certificate> {
    let weights = move |range| prop::collection::vec(range, holes);
    let sum = ((-2..3_i16, -2..3_i16), [0..3_u8, 0..3_u8]);
    let sum = sum.prop_map(|(form, colours)| ParitySum { form, colours });
    let modulo = (2..4_i64).prop_flat_map(move |modulus| {
        weights(0..modulus).prop_map(move |by_hole| Weights {
            modulus: Some(modulus),
            by_hole,
        })
    });
    prop_oneof![
        prop::collection::vec(sum, 1..3).prop_map(|sums| Certificate::Class(Class { sums })),
        prop::collection::vec(modulo, 1..3)
            .prop_map(|weightings| Certificate::Lattice(Lattice { weightings })),
        weights(-1..3).prop_map(|weights| Certificate::Pagoda(Weights::pagoda(weights))),
    ]
}

proptest! {
    #[test]
    fn no_tiny_puzzle_is_wrongly_refuted(puzzle in tiny_puzzle()) {
        if let Some(checked) = quick(&puzzle).unwrap() {
            prop_assert!(!is_solvable(&puzzle), "{:?}", checked);
            prop_assert!(check(&puzzle, checked.certificate().clone()).is_ok());
            prop_assert!(!checked.explanation(&puzzle).is_empty());
        }
    }

    #[test]
    fn invented_certificates_are_accepted_only_for_infeasible_puzzles(
        (puzzle, claim) in tiny_puzzle().prop_flat_map(|puzzle| {
            let holes = puzzle.board().len();
            (Just(puzzle), any_certificate(holes))
        }),
    ) {
        prop_assert!(check(&puzzle, claim).is_err() || !is_solvable(&puzzle));
    }
}

fn refuting(puzzle: &Puzzle) -> Vec<&'static str> {
    let findings = survey(puzzle, &Stop::default()).unwrap();
    let names = CRITERIA.map(|(name, _)| name);
    assert!(findings.iter().map(|finding| finding.name).eq(names));
    for finding in &findings {
        assert!(!finding.why.is_empty(), "{}", finding.name);
        for weighing in &finding.weighings {
            assert_eq!(weighing.weights.len(), puzzle.board().len());
        }
        if let Some(certificate) = &finding.certificate {
            assert!(check(puzzle, certificate.certificate().clone()).is_ok());
        }
    }
    let refuting = findings.iter().filter(|finding| finding.refutes());
    refuting.map(|finding| finding.name).collect()
}

#[test]
fn nothing_refutes_the_central_game() {
    assert!(refuting(&samples::central()).is_empty());
}

#[test]
fn the_fifth_row_is_refuted_by_weights_and_by_the_golden_ratio() {
    let found = refuting(&samples::wide_army(5));
    assert!(
        found.contains(&"pagoda") && found.contains(&"golden-ratio"),
        "{found:?}"
    );
}

#[test]
fn the_french_centre_is_in_the_cone_but_refuted_by_class() {
    let found = refuting(&samples::single("french", 18, 18));
    assert!(
        found.contains(&"class") && !found.contains(&"pagoda"),
        "{found:?}"
    );
}

#[test]
fn only_whole_numbers_refute_the_seven_holes() {
    let puzzle = samples::seven();
    assert!(!is_solvable(&puzzle));
    assert_eq!(quick(&puzzle).unwrap(), None);
    assert_eq!(refuting(&puzzle), ["integer-cone"]);
}

#[test]
fn parts_of_the_integer_cone_and_golden_weights_come_with_their_sums() {
    let findings = survey(&samples::seven(), &Stop::default()).unwrap();
    let cone = &findings[7];
    assert!(cone.weighings.len() > 1, "{cone:?}");
    for weighing in &cone.weighings {
        assert!(weighing.title.starts_with("If "), "{weighing:?}");
        assert!(
            weighing.start.starts_with("with jumps at most "),
            "{weighing:?}"
        );
    }
    assert!(!cone.why.contains("at most 0 times"), "{}", cone.why);
    let army = samples::wide_army(5);
    let findings = survey(&army, &Stop::default()).unwrap();
    let [golden] = &findings[6].weighings[..] else {
        panic!("{findings:?}");
    };
    assert_eq!(golden.goal, "1");
    assert!(golden.start.contains('s'), "{golden:?}");
    assert_eq!(golden.weights.iter().filter(|&&far| far == 0).count(), 1);
}

#[test]
fn a_lattice_refutation_skips_the_search_for_integers() {
    let french = samples::single("french", 18, 18);
    let findings = survey(&french, &Stop::default()).unwrap();
    assert!(findings[2].refutes() && !findings[7].refutes());
    assert!(
        findings[7].why.starts_with("Not searched"),
        "{:?}",
        findings[7]
    );
}

#[test]
fn without_time_linear_programs_give_no_result() {
    let stop = Stop::new(Some(std::time::Duration::ZERO), None);
    let findings = survey(&samples::wide_army(5), &stop).unwrap();
    for name in ["pagoda", "integer-cone"] {
        let finding = findings.iter().find(|one| one.name == name).unwrap();
        assert!(
            finding.refutes() || finding.why.starts_with("Not decided"),
            "{finding:?}"
        );
    }
}

#[test]
fn a_start_that_is_the_goal_is_refuted_by_nothing() {
    let board = boards::named("rectangle-3x1").unwrap();
    assert!(refuting(&samples::pair(&board, &[0, 2], &[0, 2])).is_empty());
}
