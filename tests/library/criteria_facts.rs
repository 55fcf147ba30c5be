//! Numbers about infeasibility criteria from the literature, computed again.
//!
//! Armies: Berlekamp, Conway, Guy, *Winning Ways*, ch. 23. Lattice, cone and facets of the English
//! board: Avis, Deza, Onn (2000). Classes: Suremain de Missery, Reiss.

use std::collections::BTreeSet;
use std::sync::Arc;

use saut::certify::proof::jump_limits;
use saut::certify::{self, Weights, class, cone, lattice, quick};
use saut::decide::{Minimise, Settings, Verdict, decide};
use saut::formats::bundled;
use saut::peg::{Board, Cell, Goal, Hole, Jump, Position, Puzzle, boards, notation};
use saut::plan::Plan;
use saut::search::{ExhaustiveResult, SearchSettings, exhaustive};
use saut::simulate;
use saut::stop::Stop;

/// Holes by their names in Lucas's notation.
fn holes(board: &Board, names: &str) -> Vec<Hole> {
    let own = |name: &str| {
        let mut all = 0..board.len();
        all.find(|&hole| notation::cell_name(board, board.cell(hole)) == name)
    };
    names.split(' ').map(|name| own(name).unwrap()).collect()
}

fn solved(puzzle: &Puzzle, minimise: Option<Minimise>) -> Vec<Jump> {
    let settings = Settings {
        minimise,
        ..Settings::default()
    };
    match decide(puzzle, &settings).unwrap().verdict {
        Verdict::Solved(plan) => plan.jumps(),
        other => panic!("{}: {other:?}", puzzle.name()),
    }
}

/// Returns the puzzle of an army with only these men.
fn with_men(army: &Puzzle, men: impl IntoIterator<Item = Hole>) -> Puzzle {
    let start = Position::from_holes(army.board().len(), men);
    let board = Arc::clone(army.board());
    Puzzle::new("men", board, start, army.goal().clone()).unwrap()
}

#[test]
fn rows_one_to_three_need_exactly_2_4_and_8_men() {
    for (name, men) in [("army-1", 2), ("army-2", 4), ("army-3", 8)] {
        let army = bundled::named(name).unwrap();
        let jumps = solved(&army, Some(Minimise::Actions));
        assert_eq!(jumps.len(), men - 1, "{name}");
        // Only the men that jump or are jumped over are needed.
        let touched = jumps.iter().flat_map(|jump| [jump.from, jump.over]);
        let touched = touched.filter_map(|cell| army.board().hole(cell));
        let used: BTreeSet<Hole> = touched.filter(|&hole| army.start().has(hole)).collect();
        assert_eq!(used.len(), men, "{name}");
        let small = with_men(&army, used);
        assert!(
            simulate::replay(&small, Plan::sequential(jumps)).is_ok(),
            "{name}"
        );
        let fewest = cone::fewest_jumps(&army, 2000, &Stop::default());
        assert_eq!(fewest.least as usize, men - 1, "{name}");
    }
}

/// Cells of twenty men: columns counted from the middle, and rows counted down from the line.
const TWENTY: [(i16, i16); 20] = [
    (-4, 0),
    (-3, 0),
    (-2, 0),
    (-1, 0),
    (0, 0),
    (1, 0),
    (2, 0),
    (3, 0),
    (4, 0),
    (-3, 1),
    (-2, 1),
    (-1, 1),
    (0, 1),
    (1, 1),
    (-2, 2),
    (-1, 2),
    (0, 2),
    (1, 2),
    (-2, 3),
    (0, 3),
];

#[test]
fn row_four_is_reached_by_20_men_and_by_none_of_them_less() {
    let army = bundled::named("army-4").unwrap();
    let board = army.board();
    let line = army
        .start()
        .holes()
        .map(|hole| board.cell(hole).y)
        .min()
        .unwrap();
    let target = board.cell(army.goal().pegs().holes().next().unwrap());
    assert_eq!(line - target.y, 4);
    let men = TWENTY.map(|(x, y)| board.hole(Cell::new(target.x + x, line + y)).unwrap());
    let twenty = with_men(&army, men);
    assert_eq!(solved(&twenty, None).len(), 19);
    for absent in men {
        let fewer = with_men(&army, men.into_iter().filter(|&man| man != absent));
        let decided = decide(&fewer, &Settings::default()).unwrap().verdict;
        assert!(matches!(decided, Verdict::Infeasible(_)), "{decided:?}");
    }
}

/// The jumps on the line of seven holes (from, over, to), in the order of the stated coefficients.
const LINE: [[usize; 3]; 10] = [
    [0, 1, 2],
    [1, 2, 3],
    [2, 3, 4],
    [3, 4, 5],
    [4, 5, 6],
    [2, 1, 0],
    [3, 2, 1],
    [4, 3, 2],
    [5, 4, 3],
    [6, 5, 4],
];

#[test]
fn the_line_of_seven_is_in_the_lattice_and_in_the_cone_but_in_no_whole_numbers() {
    let sum = |coefficients: [i64; 10]| {
        let mut change = [0; 7];
        for ([from, over, to], times) in LINE.iter().zip(coefficients) {
            change[*from] -= times;
            change[*over] -= times;
            change[*to] += times;
        }
        change
    };
    let difference = [0, -1, 0, -1, 0, -1, 0];
    assert_eq!(sum([2, -1, -1, -1, 0, 2, 2, 0, 0, 0]), difference);
    assert_eq!(
        sum([1, 0, 1, 0, 1, 1, 0, 1, 0, 1]),
        difference.map(|half| 2 * half)
    );
    let board = boards::named("rectangle-7x1").unwrap();
    let start = Position::from_holes(7, [0, 1, 3, 5, 6]);
    let goal = Goal::exactly(Position::from_holes(7, [0, 6]));
    let seven = Puzzle::new("seven", board, start, goal).unwrap();
    assert!(lattice::find(&seven).is_none() && quick(&seven).unwrap().is_none());
    assert!(
        certify::whole_numbers(&seven, &Stop::default())
            .unwrap()
            .is_some()
    );
}

/// The weights of further facets of the English board, row by row from the top.
const FACETS: [[i64; 33]; 3] = [
    [
        1, 1, 1, 0, 0, 0, 1, 0, 1, 1, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 1, 1, 0, 1, 0, 0, 0,
        1, 1, 1,
    ],
    [
        -1, 0, -1, 1, 1, 1, -1, 1, 0, 1, 0, 1, -1, 0, 1, 1, 2, 1, 1, 0, -1, 1, 0, 1, 0, 1, -1, 1,
        1, 1, -1, 0, -1,
    ],
    [
        3, 0, 3, 2, 0, 2, 1, 0, 1, 0, 1, 0, 1, 1, 0, 1, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1,
        -1, 0, -1,
    ],
];

#[test]
fn the_facets_of_the_literature_are_facets_and_no_middle_weighs_less_than_nothing() {
    let board = boards::named("english").unwrap();
    for weights in FACETS {
        let facet = Weights::pagoda(weights.to_vec());
        assert!(facet.is_facet(&board), "{weights:?}");
        for &jump in board.jumps() {
            let [_, over, _] = board.holes_of(jump);
            assert!(weights[over] >= 0, "{weights:?}");
        }
    }
    // The sum of two facets is not an extreme ray of the cone of pagoda functions.
    let pairs = FACETS[0].iter().zip(FACETS[1]);
    let sum = Weights::pagoda(pairs.map(|(one, other)| one + other).collect());
    assert!(!sum.is_facet(&board));
}

fn single(board: &Arc<Board>, vacancy: Hole, survivor: Hole) -> Puzzle {
    let peg = |hole| Position::from_holes(board.len(), [hole]);
    let goal = Goal::exactly(peg(survivor));
    Puzzle::new("single", Arc::clone(board), peg(vacancy).complement(), goal).unwrap()
}

#[test]
fn survivors_of_one_class_are_those_that_the_books_list() {
    let board = Arc::new(boards::named("english").unwrap());
    for (hole, others) in [
        ("44", "14 41 44 47 74"),
        ("43", "13 43 46 73"),
        ("33", "33 36 63 66"),
    ] {
        // The English board has no hole 66.
        let listed = others.split(' ').filter(|&name| name != "66");
        let mut listed = holes(&board, &listed.collect::<Vec<_>>().join(" "));
        listed.sort_unstable();
        let vacancy = holes(&board, hole)[0];
        let survivors: Vec<Hole> = class::reduced(&single(&board, vacancy, vacancy))
            .survivors
            .holes()
            .collect();
        assert_eq!(survivors, listed, "{hole}");
    }
}

#[test]
fn limits_hold_for_every_plan_of_the_search() {
    let puzzle = bundled::named("hard-en-04").unwrap();
    assert!(!jump_limits(&puzzle, &Stop::default()).is_empty());
    for name in ["triangle-15-centre", "central"] {
        let puzzle = bundled::named(name).unwrap();
        let found = exhaustive(&puzzle, &SearchSettings::default());
        let Ok(ExhaustiveResult::Plan(plan)) = found else {
            panic!("{name}");
        };
        let jumps: Vec<_> = plan.steps.into_iter().flatten().collect();
        for limit in jump_limits(&puzzle, &Stop::default()) {
            let times = jumps.iter().filter(|&&jump| jump == limit.jump).count();
            assert!(times <= limit.most as usize, "{name}: {limit:?}");
        }
    }
}
