//! From the board without its centre peg, a single peg can end in exactly five holes. Dually, exactly five vacancies
//! lead to a single peg in the centre. The position class excludes all other holes, and plans exist for these five.

use std::collections::BTreeSet;

use saut::certify::quick;
use saut::peg::notation::cell_name;
use saut::peg::{Goal, Hole, Position, Puzzle, boards};
use saut::plan::Plan;
use saut::{Settings, Verdict, decide, simulate};

const ENDS: [&str; 5] = ["14", "41", "44", "47", "74"];

fn english(vacancy: Hole, survivor: Hole) -> Puzzle {
    let board = boards::named("english").unwrap();
    let hole = |hole| Position::from_holes(33, [hole]);
    let (start, goal) = (hole(vacancy).complement(), Goal::exactly(hole(survivor)));
    Puzzle::new("single", board, start, goal).unwrap()
}

fn name(hole: Hole) -> String {
    let board = boards::named("english").unwrap();
    cell_name(&board, board.cell(hole))
}

#[test]
fn the_class_allows_just_five_ends_and_five_vacancies() {
    for pair in [|hole| english(16, hole), |hole| english(hole, 16)] {
        for hole in 0..33 {
            let kind = quick(&pair(hole)).unwrap().map(|checked| checked.kind());
            let is_end = ENDS.contains(&name(hole).as_str());
            assert_eq!(kind, (!is_end).then_some("class"), "{}", name(hole));
        }
    }
}

#[test]
fn all_five_ends_and_all_five_vacancies_are_played() {
    let end = (0..33).find(|&hole| name(hole) == "74").unwrap();
    for is_dual in [false, true] {
        let mut played = BTreeSet::new();
        for other in [16, end] {
            let pair = |hole| {
                if is_dual {
                    english(hole, 16)
                } else {
                    english(16, hole)
                }
            };
            let puzzle = pair(other);
            let decision = decide(&puzzle, &Settings::default()).unwrap();
            let Verdict::Solved(plan) = decision.verdict else {
                panic!("{}: {:?}", name(other), decision.verdict)
            };
            for symmetry in puzzle.board().symmetries() {
                let jumps: Vec<_> = plan
                    .jumps()
                    .iter()
                    .map(|&jump| symmetry.jump(jump))
                    .collect();
                let image = symmetry.image()[other];
                assert!(simulate::replay(&pair(image), Plan::sequential(jumps)).is_ok());
                played.insert(name(image));
            }
        }
        assert!(played.iter().eq(ENDS.iter()), "{played:?}");
    }
}
