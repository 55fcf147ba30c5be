//! Tests of the integer cone: the example of seven holes, and bounds that the literature lists.

use super::{
    Bounds, ConeResult, FewestJumps, Leaf, Tree, fewest_jumps, jump_bound, jump_bounds, search,
};
use crate::certify::samples::{assert_rejected, central, seven, wide_army};
use saut_base::stop::Stop;
use saut_peg::peg::{Puzzle, notation};

fn none(puzzle: &Puzzle) -> Bounds {
    Bounds::none(puzzle.board().jumps().len())
}

#[test]
fn the_example_of_seven_holes_is_outside_the_integer_cone() {
    let puzzle = seven();
    let found = search(&puzzle, &none(&puzzle), 100, &Stop::default());
    let Some(ConeResult::Refuted(tree)) = found else {
        panic!("not refuted");
    };
    assert!(tree.leaves() > 1, "it is in the cone");
    assert_eq!(tree.check(&puzzle, &none(&puzzle)), Ok(()));
    assert!(tree.explanation(&puzzle).contains("is never played"));
    let Tree::Split {
        jump, most, few, ..
    } = tree
    else {
        panic!("no split");
    };
    let few_only = Tree::Split {
        jump,
        most,
        few: few.clone(),
        many: few,
    };
    assert!(few_only.check(&puzzle, &none(&puzzle)).is_err());
}

#[test]
fn the_central_game_is_in_the_integer_cone() {
    let puzzle = central();
    let found = search(&puzzle, &none(&puzzle), 2000, &Stop::default());
    let Some(ConeResult::Numbers(numbers)) = found else {
        panic!("no numbers");
    };
    assert_eq!(numbers.iter().sum::<u32>(), 31);
}

#[test]
fn jump_counts_of_the_central_game_agree_with_the_literature() {
    let puzzle = central();
    let board = puzzle.board();
    let name = |cell| notation::cell_name(board, cell);
    for (from, over, fraction, most) in [
        ("57", "47", (30, 13), 2),
        ("56", "46", (5, 2), 1),
        ("35", "25", (2, 1), 1),
        ("45", "35", (13, 3), 4),
        ("55", "45", (19, 5), 3),
        ("65", "55", (13, 3), 4),
        ("75", "65", (11, 3), 3),
        ("34", "24", (2, 1), 1),
        ("44", "34", (5, 2), 1),
        ("54", "44", (8, 3), 1),
        ("64", "54", (2, 1), 2),
        ("74", "64", (2, 1), 1),
    ] {
        let index = board
            .jumps()
            .iter()
            .position(|jump| name(jump.from) == from && name(jump.over) == over)
            .unwrap();
        let bound = jump_bound(&puzzle, index, 5000, &Stop::default()).unwrap();
        let found = (bound.relaxed, bound.most, bound.is_reached);
        assert_eq!(found, (Some(fraction), most, true), "{from} over {over}");
        let one_more = none(&puzzle).with_least(index, most + 1);
        assert_eq!(bound.proof.check(&puzzle, &one_more), Ok(()));
        let as_many = none(&puzzle).with_least(index, most);
        assert!(bound.proof.check(&puzzle, &as_many).is_err());
    }
}

#[test]
fn a_solvable_puzzle_has_no_tree() {
    let puzzle = central();
    let leaf = |weight| {
        Tree::Leaf(Leaf {
            weights: vec![weight; 33],
            charge: 0,
        })
    };
    let bounds = none(&puzzle);
    assert_rejected(leaf(0).check(&puzzle, &bounds), "not more than the start");
    assert_rejected(leaf(-1).check(&puzzle, &bounds), "adds weight");
}

#[test]
fn fewer_jumps_than_are_needed_are_refuted_with_a_charge() {
    let puzzle = central();
    for (total, is_refuted) in [(30, true), (31, false)] {
        let bounds = none(&puzzle).with_total(total);
        let leaf = Tree::Leaf(Leaf {
            weights: vec![-1; 33],
            charge: 1,
        });
        assert_eq!(leaf.check(&puzzle, &bounds).is_ok(), is_refuted);
        assert!(leaf.check(&puzzle, &none(&puzzle)).is_err());
    }
}

#[test]
fn bounds_of_symmetric_jumps_are_images_of_one_another() {
    let puzzle = seven();
    for bound in jump_bounds(&puzzle, 100, &Stop::default())
        .into_iter()
        .flatten()
    {
        let index = puzzle.board().jumps().iter().position(|&j| j == bound.jump);
        let one_more = none(&puzzle).with_least(index.unwrap(), bound.most + 1);
        assert_eq!(bound.proof.check(&puzzle, &one_more), Ok(()));
    }
}

#[test]
fn an_army_that_reaches_row_four_needs_nineteen_jumps() {
    let puzzle = wide_army(4);
    let FewestJumps {
        relaxed,
        least,
        proof,
    } = fewest_jumps(&puzzle, 2000, &Stop::default());
    assert_eq!((relaxed, least), (Some(18), 19));
    let (bounds, proof) = (none(&puzzle), proof.unwrap());
    assert_eq!(proof.check(&puzzle, &bounds.clone().with_total(18)), Ok(()));
    assert!(proof.check(&puzzle, &bounds.with_total(19)).is_err());
}
