//! Time of the criteria and of their checks. The tests are ignored by default. To run them in release mode: `cargo test
//! --release --test slow timing -- --ignored --nocapture --test-threads 1`.

use std::sync::Arc;
use std::time::{Duration, Instant};

use saut::certify::{
    Certificate, Criterion, check, class, cone, golden, lattice, pagoda, whole_numbers,
};
use saut::formats::bundled;
use saut::peg::{Board, Cell, Goal, Position, Puzzle, boards};
use saut::random::Random;
use saut::stop::Stop;

/// Runs the criteria class, lattice and pagoda, and records the time of each check. Returns the time of the searches.
fn linear(puzzle: &Puzzle, checks: &mut Vec<Duration>) -> Duration {
    let began = Instant::now();
    let found = [
        class::find(puzzle).map(Certificate::Class),
        lattice::find(puzzle).map(Certificate::Lattice),
        pagoda::find(puzzle, &Stop::default()).map(Certificate::Pagoda),
    ];
    let took = began.elapsed();
    for claim in found.into_iter().flatten() {
        checks.push(timed_check(puzzle, claim));
    }
    took
}

fn timed_check(puzzle: &Puzzle, claim: Certificate) -> Duration {
    let began = Instant::now();
    assert!(check(puzzle, claim).is_ok());
    began.elapsed()
}

/// Prints the median and the maximum. In release mode, asserts that the median is within the promised limit.
fn judge(what: &str, mut times: Vec<Duration>, most: Duration) {
    times.sort_unstable();
    let (median, longest) = (times[times.len() / 2], times[times.len() - 1]);
    println!(
        "{what}: {} times, median {median:.1?}, longest {longest:.1?}",
        times.len()
    );
    assert!(cfg!(debug_assertions) || median <= most, "{what}");
}

fn random_pair(board: &Arc<Board>, random: &mut Random) -> Option<Puzzle> {
    let mut position = |share| {
        let holes = (0..board.len()).filter(|_| random.below(10) < share);
        Position::from_holes(board.len(), holes.collect::<Vec<_>>())
    };
    let (start, goal) = (position(6), Goal::exactly(position(1)));
    Puzzle::new("pair", Arc::clone(board), start, goal).ok()
}

#[test]
#[ignore = "measures time"]
fn class_lattice_and_pagoda_takes_milliseconds() {
    let mut random = Random::new(5);
    let mut checks = Vec::new();
    for name in ["english", "french", "diamond", "german"] {
        let board = Arc::new(boards::named(name).unwrap());
        let pairs: Vec<Puzzle> = (0..200)
            .filter_map(|_| random_pair(&board, &mut random))
            .collect();
        let times = pairs
            .iter()
            .map(|puzzle| linear(puzzle, &mut checks))
            .collect();
        judge(name, times, Duration::from_millis(5));
        let peg = |hole| Position::from_holes(board.len(), [hole]);
        let games = (0..board.len()).map(|hole| {
            let (start, goal) = (peg(board.len() / 2).complement(), Goal::exactly(peg(hole)));
            Puzzle::new(name, Arc::clone(&board), start, goal).unwrap()
        });
        let times = games.map(|puzzle| linear(&puzzle, &mut checks)).collect();
        judge(
            &format!("{name}, centre to every hole"),
            times,
            Duration::from_millis(5),
        );
        for puzzle in &pairs[..40.min(pairs.len())] {
            if let Some(checked) = whole_numbers(puzzle, &Stop::default()).unwrap() {
                checks.push(timed_check(puzzle, checked.certificate().clone()));
            }
        }
    }
    judge("checks", checks, Duration::from_millis(1));
}

fn army(width: i16, row: i16) -> Puzzle {
    let board = boards::named(&format!("rectangle-{width}x{}", width + 5)).unwrap();
    let men = (0..board.len()).filter(|&hole| board.cell(hole).y >= 5);
    let start = Position::from_holes(board.len(), men);
    let target = board.hole(Cell::new(width / 2, 5 - row)).unwrap();
    let mut open = board.full();
    open.set(target, false);
    let goal = Goal::partial(&Position::from_holes(board.len(), [target]), open);
    Puzzle::new("army", board, start, goal).unwrap()
}

#[test]
#[ignore = "measures time"]
fn the_pagoda_function_of_an_army_takes_milliseconds() {
    for width in [11, 15, 17] {
        let puzzle = army(width, 5);
        let (mut finds, mut checks) = (Vec::new(), Vec::new());
        for _ in 0..5 {
            let began = Instant::now();
            let found = pagoda::find(&puzzle, &Stop::default()).unwrap();
            finds.push(began.elapsed());
            checks.push(timed_check(&puzzle, Certificate::Pagoda(found)));
            let golden = golden::find(&puzzle).unwrap();
            let golden = Certificate::Criterion(Criterion::GoldenRatio(golden));
            checks.push(timed_check(&puzzle, golden));
        }
        let most = Duration::from_secs(if width <= 15 { 2 } else { 10 });
        judge(&format!("army of {width} columns"), finds, most);
        judge("its checks", checks, Duration::from_millis(1));
    }
}

/// Measures the checks of certificates with large trees.
#[test]
#[ignore = "measures time"]
fn the_check_of_a_tree_takes_milliseconds() {
    let mut checks = Vec::new();
    for name in [
        "hard-en-01",
        "hard-en-02",
        "hard-en-07",
        "hard-fr-01",
        "hard-fr-02",
        "diamond",
    ] {
        let puzzle = bundled::named(name).unwrap();
        let bounds = cone::Bounds::none(puzzle.board().jumps().len());
        let Some(cone::ConeResult::Refuted(tree)) =
            cone::search(&puzzle, &bounds, 2000, &Stop::default())
        else {
            continue;
        };
        let leaves = tree.leaves();
        let tree = Certificate::Criterion(Criterion::IntegerCone(cone::IntegerCone { tree }));
        let took = timed_check(&puzzle, tree);
        println!("{name}: {leaves} parts, checked in {took:.1?}");
        checks.push(took);
    }
    judge("trees", checks, Duration::from_millis(1));
}
