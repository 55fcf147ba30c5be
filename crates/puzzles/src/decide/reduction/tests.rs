use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::sync::Arc;

use super::beam::Moves;
use super::core::{Core, Window, after};
use super::package::Package;
use super::{ROUNDS, Reduction};
use crate::decide::part::PartSolver;
use crate::decide::{Settings, Verdict, decide};
use saut_base::random::Random;
use saut_criteria::certify;
use saut_peg::peg::{Board, Cell, Geometry, Goal, Hole, Jump, Position, Puzzle, boards};
use saut_peg::simulate;
use saut_plan::engine::Budget;
use saut_task::plan::Plan;

fn board_of(geometry: Geometry, side: i16, is_hole: impl Fn(i16, i16) -> bool) -> Arc<Board> {
    let range = || -side..=side;
    let cells = range().flat_map(|y| range().map(move |x| (x, y)));
    let cells = cells
        .filter(|&(x, y)| is_hole(x, y))
        .map(|(x, y)| Cell::new(x, y));
    Arc::new(Board::new(geometry, cells).unwrap())
}

fn disc(geometry: Geometry, diameter: i16) -> Arc<Board> {
    board_of(geometry, diameter, |x, y| {
        4 * (x * x + y * y) <= diameter * diameter
    })
}

/// Returns a single-vacancy problem whose goal is one peg in `last`, or anywhere.
fn game(board: &Arc<Board>, vacancy: Hole, last: Option<Hole>) -> Puzzle {
    Puzzle::single_vacancy("game", Arc::clone(board), vacancy, last).unwrap()
}

fn with_solver<T>(settings: &Settings, work: impl FnOnce(&mut PartSolver<'_, '_>) -> T) -> T {
    work(&mut PartSolver {
        backends: &settings.backends().unwrap(),
        budget: &mut Budget::unlimited(&settings.stop),
        settings: settings.clone(),
    })
}

/// Returns the plan that this number of rounds finds, after a replay.
fn found(puzzle: &Puzzle, seed: u64, rounds: usize, settings: &Settings) -> Option<Vec<Jump>> {
    let mut reduction = Reduction::new(puzzle, seed).unwrap();
    let found = with_solver(settings, |solver| {
        (0..rounds).find_map(|_| reduction.next_round(solver).unwrap())
    });
    let jumps = found?.jumps;
    simulate::replay(puzzle, Plan::sequential(jumps.clone())).unwrap();
    Some(jumps)
}

fn jumps(puzzle: &Puzzle, seed: u64, rounds: usize) -> Option<usize> {
    let found = found(puzzle, seed, rounds, &Settings::default());
    found.map(|jumps| jumps.len())
}

#[test]
fn discs_come_down_to_a_core_along_four_six_and_eight_directions() {
    for geometry in Geometry::ALL {
        let board = disc(geometry, 12);
        assert_eq!(board.len(), 113);
        for last in [Some(56), None] {
            let found = jumps(&game(&board, 56, last), 1, 8);
            assert_eq!(found, Some(111), "{geometry:?} {last:?}");
        }
    }
}

#[test]
fn arms_rings_and_goal_pegs_are_handled() {
    let cross = board_of(Geometry::Square, 8, |x, y| x.abs().min(y.abs()) <= 1);
    assert_eq!(
        jumps(&game(&cross, cross.len() / 2, None), 1, ROUNDS),
        Some(cross.len() - 2)
    );
    let ring = board_of(Geometry::Square, 6, |x, y| x.abs().max(y.abs()) > 3);
    let of_ring = game(&ring, 0, None);
    assert!(certify::class::find(&of_ring).is_none());
    assert_eq!(jumps(&of_ring, 1, ROUNDS), Some(ring.len() - 2));
    // The goal removes three pegs in a line next to the vacancy, and nothing else changes.
    let board = disc(Geometry::Square, 12);
    let start = Position::from_holes(113, [56]).complement();
    let middle = board.cell(56);
    let mut goal = start.clone();
    for down in 0..3 {
        goal.set(board.hole(middle.step((1, down), 1)).unwrap(), false);
    }
    let puzzle = Puzzle::new("stay", board, start, Goal::exactly(goal)).unwrap();
    assert_eq!(jumps(&puzzle, 1, ROUNDS), Some(3));
}

#[test]
fn without_a_plan_or_time_the_reduction_finds_none() {
    // The first puzzle is infeasible because the position classes differ, the second because no vacancy ever reaches
    // the outer columns.
    let board = disc(Geometry::Square, 10);
    assert!(certify::class::find(&game(&board, 40, Some(40))).is_some());
    assert_eq!(jumps(&game(&board, 40, Some(40)), 1, 4), None);
    let narrow = Arc::new(boards::named("rectangle-3x30").unwrap());
    assert_eq!(jumps(&game(&narrow, 43, None), 1, ROUNDS), None);
    let puzzle = game(&disc(Geometry::Square, 12), 56, Some(56));
    let settings = Settings::default();
    settings.stop.request();
    assert!(found(&puzzle, 1, ROUNDS, &settings).is_none());
    // The hand is not a hole of a grid.
    let english = Arc::new(boards::named("english").unwrap());
    let old_rule = game(&english, 16, None).with_put_back(16).unwrap();
    assert!(Reduction::new(&old_rule, 1).is_none());
}

#[test]
fn the_same_seed_gives_the_same_plan() {
    let puzzle = game(&disc(Geometry::Square, 12), 56, Some(56));
    let plan = |seed| found(&puzzle, seed, 8, &Settings::default()).unwrap();
    assert_eq!(plan(1), plan(1));
    assert_ne!(plan(1), plan(2));
}

/// Whether a position can be reduced to one peg, in `last` or anywhere. `seen` has the positions that were tried
/// before, without success.
fn is_solvable(
    jumps: &[[u32; 2]],
    position: u32,
    last: Option<Hole>,
    seen: &mut HashSet<u32>,
) -> bool {
    if position.is_power_of_two() {
        return last.is_none_or(|hole| position == 1 << hole);
    }
    seen.insert(position)
        && jumps.iter().any(|&[pegs, vacancy]| {
            position & pegs == pegs
                && position & vacancy == 0
                && is_solvable(jumps, position ^ pegs ^ vacancy, last, seen)
        })
}

/// Default number of boards. `results/shapes.md` has the numbers of a long run: `SAUT_RAGGED_BOARDS=20000 cargo test
/// --release -p saut-puzzles --lib small_ragged -- --nocapture`.
const FEW_BOARDS: usize = 400;

#[test]
fn small_ragged_boards_agree_with_brute_force() {
    let number = std::env::var("SAUT_RAGGED_BOARDS").ok();
    let boards = number.map_or(FEW_BOARDS, |text| text.parse().expect("a number"));
    let mut random = Random::new(7);
    let settings = Settings {
        threads: NonZeroUsize::new(1),
        ..Settings::default()
    };
    // The numbers of all boards, of solvable boards, of boards solved by the reduction, and of boards refuted by
    // criteria without a search.
    let mut all = [[0; 4]; Geometry::ALL.len()];
    for number in 0..boards {
        let of_geometry = number % Geometry::ALL.len();
        let mut cells: Vec<Cell> = (0..20).map(|at| Cell::new(at % 5, at / 5)).collect();
        random.shuffle(&mut cells);
        let cells = cells.into_iter().take(10 + random.below(11));
        let board = Arc::new(Board::new(Geometry::ALL[of_geometry], cells).unwrap());
        let mut holes: Vec<Hole> = (0..board.len()).collect();
        random.shuffle(&mut holes);
        holes.truncate(1 + random.below(5));
        let start = Position::from_holes(board.len(), holes).complement();
        let mut puzzle = Puzzle::new(
            "ragged",
            board.clone(),
            start.clone(),
            Goal::one_peg(&board),
        );
        let admitted = certify::class::last_holes(puzzle.as_ref().unwrap());
        let last = (random.below(2) == 0).then(|| admitted[random.below(admitted.len())]);
        if let Some(last) = last {
            let goal = Goal::exactly(Position::from_holes(board.len(), [last]));
            puzzle = Puzzle::new("ragged", board.clone(), start.clone(), goal);
        }
        let puzzle = puzzle.unwrap();
        let lines = board.jumps().iter().map(|&jump| board.holes_of(jump));
        let lines = lines.map(|[from, over, to]| [1 << from | 1 << over, 1 << to]);
        let bits = start.holes().fold(0, |bits, hole| bits | 1 << hole);
        let is_solvable = is_solvable(&lines.collect::<Vec<_>>(), bits, last, &mut HashSet::new());
        let reduced = jumps(&puzzle, 1, 2).is_some();
        let refuted = certify::quick(&puzzle).unwrap().is_some();
        assert!(
            is_solvable || !reduced,
            "{number}: solved, but no plan exists"
        );
        assert!(
            !is_solvable || !refuted,
            "{number}: refuted, but a plan exists"
        );
        let is_solved = match decide(&puzzle, &settings).unwrap().verdict {
            Verdict::Solved(_) => true,
            Verdict::Infeasible(_) => false,
            Verdict::Undecided(why) => panic!("{number}: undecided, {}", why.name()),
        };
        assert_eq!(is_solved, is_solvable, "{number}");
        let counted = [true, is_solvable, reduced, refuted].map(usize::from);
        for (sum, one) in all[of_geometry].iter_mut().zip(counted) {
            *sum += one;
        }
    }
    println!(
        "| geometry | boards | solvable | by reduction alone | refuted by criteria |\n|---|---|---|---|---|"
    );
    for (geometry, [boards, solvable, reduced, refuted]) in Geometry::ALL.iter().zip(all) {
        println!("| {geometry} | {boards} | {solvable} | {reduced} | {refuted} |");
        assert!(
            10 * solvable > boards && 10 * reduced > 8 * solvable,
            "{geometry}"
        );
    }
}

#[test]
fn a_beam_finds_the_same_packages_as_a_scan_by_hole() {
    let mut random = Random::new(3);
    for geometry in Geometry::ALL {
        let board = board_of(geometry, 6, |x, y| (x * 7 + y * 5).rem_euclid(11) != 0);
        let (moves, packages) = (Moves::new(&board), Package::all(geometry));
        let grid = &moves.grid;
        for one_of in [2, 3, 9] {
            let pegs = (0..board.len()).filter(|_| random.below(one_of) > 0);
            let position = Position::from_holes(board.len(), pegs);
            let (bits, mut found) = (grid.bits(&board, &position), Vec::new());
            moves.each_playable(&grid.looked_through(&bits), |number, place| {
                found.push((number, place));
            });
            found.sort_unstable();
            let mut slowly = Vec::new();
            for (number, package) in packages.iter().enumerate() {
                let fits = |first: &&Cell| {
                    package.touched.iter().all(|hole| {
                        let at = board.hole(first.step(hole.at, 1));
                        at.is_some_and(|at| position.has(at) == hole.before)
                    })
                };
                // The first jump starts in a touched hole, so this hole is on the board.
                let cells = board.cells().iter().filter(fits);
                slowly.extend(cells.map(|&cell| (number, grid.index(cell))));
            }
            slowly.sort_unstable();
            assert_eq!(found, slowly, "{geometry:?}");
            assert!(!found.is_empty());
        }
    }
}

#[test]
fn each_package_clears_three_by_the_rules() {
    for (geometry, number) in Geometry::ALL.into_iter().zip([32, 108, 240]) {
        let board = board_of(geometry, 6, |_, _| true);
        let middle = board.len() / 2;
        let packages = Package::all(geometry);
        let (jumps, removals) = packages.split_at(geometry.directions().len());
        assert_eq!(removals.len(), number, "{geometry:?}");
        for package in jumps.iter().chain(removals) {
            let with = |is_peg: fn(&super::package::PackageHole) -> bool| {
                let pegs = package.touched.iter().filter(|hole| is_peg(hole));
                let cells = pegs.map(|hole| board.cell(middle).step(hole.at, 1));
                Position::from_holes(board.len(), cells.map(|cell| board.hole(cell).unwrap()))
            };
            let (mut position, after) = (with(|hole| hole.before), with(|hole| hole.after));
            assert_eq!(position.pegs(), after.pegs() + package.len());
            for jump in package.jumps_at(board.cell(middle)) {
                simulate::play(&board, &mut position, jump).unwrap();
            }
            assert_eq!(position, after);
        }
    }
}

#[test]
fn a_window_takes_jumps_back_and_clears_the_rest() {
    let board = disc(Geometry::Square, 12);
    let puzzle = game(&board, 56, None);
    let core = Core::around(&board, 56, 35);
    let (mut cleared, mut random) = (0, Random::new(1));
    for _ in 0..6 {
        // Plays random jumps until the game is stuck with pegs outside the core.
        let (mut position, mut jumps) = (puzzle.start().clone(), Vec::new());
        loop {
            let playable = board
                .jumps()
                .iter()
                .copied()
                .filter(|&jump| simulate::play(&board, &mut position.clone(), jump).is_ok());
            let playable: Vec<_> = playable.collect();
            if playable.is_empty() {
                break;
            }
            let jump = playable[random.below(playable.len())];
            simulate::play(&board, &mut position, jump).unwrap();
            jumps.push(jump);
        }
        let left = position
            .holes()
            .max_by_key(|&hole| core.distances[hole])
            .unwrap();
        let far = core.distances[left];
        assert!(far > 0);
        for window in Window::all(&puzzle, &core, &jumps).unwrap() {
            assert!(window.before.len() < jumps.len());
            assert!((20..=40).contains(&window.puzzle.board().len()));
            let found = with_solver(&Settings::default(), |solver| {
                solver.by_formulas(&window.puzzle, 500)
            });
            if let Some(plan) = found.unwrap() {
                let end = after(&puzzle, &window.with(plan)).unwrap();
                assert!(!end.has(left), "the peg that was left is gone");
                let kept =
                    (0..board.len()).filter(|&hole| core.distances[hole] < far && end.has(hole));
                assert!(kept.count() > 0);
                cleared += 1;
            }
        }
    }
    assert!(cleared > 0);
    // All holes meet the goal, so there is no window; impossible jumps are rejected.
    let stays = Puzzle::new(
        "stays",
        Arc::clone(&board),
        puzzle.start().clone(),
        Goal::exactly(puzzle.start().clone()),
    )
    .unwrap();
    assert!(Window::all(&stays, &core, &[]).unwrap().is_empty());
    let jump = board.jumps()[0];
    assert!(Window::all(&puzzle, &core, &[jump, jump]).is_err());
}
