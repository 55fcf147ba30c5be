//! Random small puzzles, decided with the default settings. The verdicts are compared with an explicit-state search,
//! which uses only the cells of the board from the library.
//!
//! By default, a few hundred puzzles are tested. `SAUT_RANDOM_PUZZLES=100000 cargo test --release --test library
//! random_puzzles -- --nocapture` is the long run, whose results are in `results/random-puzzles.md`.
//! `SAUT_RANDOM_SEED` changes the seed.

use std::collections::{BTreeMap, HashSet};
use std::num::NonZeroUsize;
use std::sync::Arc;

use crate::read_toml;
use saut::attempt::{AttemptResult, attempt};
use saut::backend::{self, Availability, Reads, SolveLimits};
use saut::compile;
use saut::decide::{EncodingChoice, MethodChoice, Settings, Verdict, decide};
use saut::encode::{AtMostOne, Encoding, Order};
use saut::formats::pddl;
use saut::formats::toml_file::write_toml;
use saut::peg::{Board, Cell, Geometry, Goal, Hole, Jump, Position, Puzzle};
use saut::plan::Plan;
use saut::random::Random;
use saut::simulate::{RejectedJumps, replay};

/// Number of puzzles in an ordinary run.
const FEW: usize = 300;

/// The maximum number of holes of a board: the search visits every reachable position.
const MAX_HOLES: usize = 16;

/// The maximum number of pegs for decisions with only formulas. Refutations of formulas with many jumps are slow.
const MAX_PEGS: usize = 7;

/// The maximum number of jumps for tests of every encoding. If the horizon equals the number of jumps, the run times of
/// `r2-exists` have a heavy tail.
const MAX_JUMPS: usize = 5;

/// Returns the directions of jumps. They are not taken from the library.
fn directions(geometry: Geometry) -> &'static [(i16, i16)] {
    match geometry {
        Geometry::Square => &[(1, 0), (-1, 0), (0, 1), (0, -1)],
        Geometry::Triangle => &[(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1)],
        Geometry::SquareDiagonal => &[
            (1, 0),
            (-1, 0),
            (0, 1),
            (0, -1),
            (1, 1),
            (-1, -1),
            (1, -1),
            (-1, 1),
        ],
    }
}

/// Returns every position that is reachable from the start. Jumps are computed from the cells.
fn reachable(board: &Board, start: &Position) -> HashSet<u32> {
    let cells = board.cells();
    let number = |x: i16, y: i16| cells.iter().position(|cell| (cell.x, cell.y) == (x, y));
    let mut jumps = Vec::new();
    for (from, cell) in cells.iter().enumerate() {
        for (x, y) in directions(board.geometry()) {
            let over = number(cell.x + x, cell.y + y);
            if let (Some(over), Some(to)) = (over, number(cell.x + 2 * x, cell.y + 2 * y)) {
                jumps.push((1_u32 << from | 1 << over, 1_u32 << to));
            }
        }
    }
    let first = start.holes().fold(0, |bits, hole| bits | 1_u32 << hole);
    let mut found = HashSet::from([first]);
    let mut left = vec![first];
    while let Some(position) = left.pop() {
        for (pegs, vacancy) in &jumps {
            if position & pegs == *pegs && position & vacancy == 0 {
                let next = position & !pegs | vacancy;
                if found.insert(next) {
                    left.push(next);
                }
            }
        }
    }
    found
}

/// Returns a board with at most 16 holes: a part of a grid.
fn board(random: &mut Random) -> Board {
    loop {
        let (width, height) = [
            (7, 1),
            (9, 1),
            (3, 3),
            (4, 3),
            (4, 4),
            (5, 3),
            (5, 4),
            (6, 2),
        ][random.below(8)];
        let geometry = Geometry::ALL[random.below(Geometry::ALL.len())];
        let cells = (0..height).flat_map(|y| (0..width).map(move |x| Cell::new(x, y)));
        let mut cells: Vec<Cell> = cells.collect();
        random.shuffle(&mut cells);
        let most = cells.len().min(MAX_HOLES);
        let holes = most - random.below(most / 3 + 1);
        cells.truncate(holes);
        if let Ok(board) = Board::new(geometry, cells) {
            return board;
        }
    }
}

/// Returns a goal: a reachable or arbitrary position, with some holes left open, or one peg.
fn goal(board: &Board, reached: &HashSet<u32>, random: &mut Random) -> (Goal, &'static str) {
    let position = |bits: u32| {
        Position::from_holes(
            board.len(),
            (0..board.len()).filter(|hole| bits >> hole & 1 == 1),
        )
    };
    let bits = |random: &mut Random, of: usize| -> u32 {
        (0..board.len()).fold(0, |bits, hole| {
            bits | u32::from(random.below(of) == 0) << hole
        })
    };
    let (wanted, kind) = if random.below(2) == 0 {
        let mut all: Vec<&u32> = reached.iter().collect();
        all.sort_unstable();
        (*all[random.below(all.len())], "reached")
    } else {
        (bits(random, 3), "random")
    };
    match random.below(5) {
        0 => (Goal::one_peg(board), "one peg anywhere"),
        1 => {
            let holes = bits(random, 3) | 1 | 1 << (board.len() - 1);
            (Goal::one_peg_in(position(holes)), "one peg in some holes")
        }
        2 => {
            let open = bits(random, 3);
            let goal = Goal::partial(&position(wanted & !open), position(open));
            (
                goal,
                if kind == "reached" {
                    "reached, some open"
                } else {
                    "random, some open"
                },
            )
        }
        _ => (Goal::exactly(position(wanted)), kind),
    }
}

fn meets(goal: &Goal, holes: usize, position: u32) -> bool {
    if goal.is_one_peg() {
        return position.is_power_of_two() && goal.open().has(position.trailing_zeros() as Hole);
    }
    let wants = |hole: Hole| {
        goal.wants(hole)
            .is_none_or(|peg| (position >> hole & 1 == 1) == peg)
    };
    (0..holes).all(wants)
}

/// Returns a random puzzle with the kind of its goal and whether it has a plan.
fn puzzle(random: &mut Random) -> (Puzzle, &'static str, bool) {
    loop {
        let board = board(random);
        let vacancies = 1 + random.below(board.len().max(2) / 2);
        let mut holes: Vec<Hole> = (0..board.len()).collect();
        random.shuffle(&mut holes);
        let start = Position::from_holes(board.len(), holes.split_off(vacancies.min(holes.len())));
        let reached = reachable(&board, &start);
        let (goal, kind) = goal(&board, &reached, random);
        let is_solvable = reached
            .iter()
            .any(|&position| meets(&goal, board.len(), position));
        if let Ok(puzzle) = Puzzle::new("random", Arc::new(board), start, goal) {
            return (puzzle, kind, is_solvable);
        }
    }
}

/// Writes the puzzle as TOML and as PDDL, and asserts that start and goal are read back.
fn comes_back_from_files(puzzle: &Puzzle) {
    let toml = read_toml(&write_toml(std::slice::from_ref(puzzle)), "file").unwrap();
    let pddl = pddl::PddlForm::ALL.map(|form| {
        let text = pddl::write_problem(puzzle, form);
        pddl::read_problem(&text, "file").unwrap()
    });
    for again in toml.iter().chain(&pddl) {
        assert_eq!(
            (again.start(), again.goal()),
            (puzzle.start(), puzzle.goal())
        );
    }
}

/// Whether `sequential` finds a plan. If not, it must refute the puzzle. Jump bounds (axiom S9) are used at random.
fn by_formulas(puzzle: &Puzzle, random: &mut Random) -> bool {
    let at_most_one = AtMostOne::ALL[random.below(AtMostOne::ALL.len())];
    let settings = Settings {
        method: MethodChoice::Formulas,
        encoding: Some(EncodingChoice::Fixed(Encoding::Sequential { at_most_one })),
        criteria: false,
        jump_bounds: random.below(2) == 0,
        ..Settings::default()
    };
    match decide(puzzle, &settings).unwrap().verdict {
        Verdict::Solved(_) => true,
        Verdict::Infeasible(_) => false,
        Verdict::Undecided(why) => panic!("undecided ({}): {puzzle:?}", why.name()),
    }
}

/// Asserts that every built-in backend finds a plan with this number of jumps, in every encoding that it supports.
fn is_solved_by_every_encoding(puzzle: &Puzzle, jumps: usize) {
    let (task, product) = (compile::peg_task(puzzle), AtMostOne::Product);
    let order = Order::Fresh(3);
    let encodings = [
        Encoding::SEQUENTIAL,
        Encoding::Sequential {
            at_most_one: product,
        },
        Encoding::Naive,
        Encoding::Forall,
        Encoding::Sase,
        Encoding::ForallChain,
        Encoding::Exists,
        Encoding::R2_EXISTS,
        Encoding::R2Exists { order, fold: false },
        Encoding::Smt,
    ];
    for backend in backend::all() {
        let is_here = matches!(backend.availability(), Availability::BuiltIn { .. });
        let reads_smt = backend.reads() == Reads::SmtLib;
        let read = |encoding: &Encoding| is_here && (reads_smt || *encoding != Encoding::Smt);
        for encoding in encodings.into_iter().filter(read) {
            let run = SolveLimits::default();
            let attempt = attempt(&task, encoding, jumps, backend.as_ref(), &run);
            let AttemptResult::Plan(plan) = attempt.unwrap().result else {
                panic!("{} has no plan in {encoding:?}: {puzzle:?}", backend.name());
            };
            let plan = replay(puzzle, compile::peg_plan(puzzle, plan)).unwrap();
            assert_eq!(plan.jumps().len(), jumps);
        }
    }
}

/// Replaces one jump of a plan by a jump that is illegal there, and asserts that the plan is rejected.
fn a_forbidden_jump_is_refused(puzzle: &Puzzle, mut jumps: Vec<Jump>, random: &mut Random) {
    let (board, which) = (puzzle.board(), random.below(jumps.len()));
    let mut position = puzzle.start().clone();
    for &jump in &jumps[..which] {
        for hole in board.holes_of(jump) {
            position.set(hole, !position.has(hole));
        }
    }
    let is_forbidden = |&jump: &Jump| {
        let [from, over, to] = board.holes_of(jump);
        !(position.has(from) && position.has(over) && !position.has(to))
    };
    let forbidden: Vec<Jump> = board.jumps().iter().copied().filter(is_forbidden).collect();
    if jumps.is_empty() || forbidden.is_empty() {
        return;
    }
    jumps[which] = forbidden[random.below(forbidden.len())];
    let rejected = replay(puzzle, Plan::sequential(jumps)).unwrap_err();
    let is_named =
        matches!(rejected, RejectedJumps::WrongJump { number, .. } if number == which + 1);
    assert!(is_named, "{rejected:?}");
}

#[test]
fn verdicts_are_those_of_a_search_of_all_positions() {
    let number = |name: &str, otherwise| {
        let text = std::env::var(name);
        text.map_or(otherwise, |text| text.parse().expect("a number"))
    };
    let puzzles = number("SAUT_RANDOM_PUZZLES", FEW);
    let mut random = Random::new(number("SAUT_RANDOM_SEED", 1) as u64);
    let settings = Settings {
        threads: NonZeroUsize::new(1),
        ..Settings::default()
    };
    let mut seen: BTreeMap<(&str, &str, String), usize> = BTreeMap::new();
    let (mut of_formulas, mut of_encodings) = ([0; 2], 0);
    for _ in 0..puzzles {
        let (puzzle, kind, is_solvable) = puzzle(&mut random);
        comes_back_from_files(&puzzle);
        let (fewest, most) = puzzle.jump_range();
        if puzzle.start().pegs() <= MAX_PEGS && fewest == most {
            let found = by_formulas(&puzzle, &mut random);
            assert_eq!(found, is_solvable, "by formulas: {puzzle:?}");
            of_formulas[usize::from(found)] += 1;
            if found && most <= MAX_JUMPS {
                is_solved_by_every_encoding(&puzzle, most);
                of_encodings += 1;
            }
        }
        let decision = decide(&puzzle, &settings).unwrap_or_else(|error| {
            panic!("{error}: {puzzle:?}");
        });
        let verdict = match decision.verdict {
            Verdict::Solved(plan) => {
                assert!(is_solvable, "solved, and has no plan: {puzzle:?}");
                a_forbidden_jump_is_refused(&puzzle, plan.jumps(), &mut random);
                "solved"
            }
            Verdict::Infeasible(_) => {
                assert!(!is_solvable, "infeasible, and has a plan: {puzzle:?}");
                "infeasible"
            }
            Verdict::Undecided(why) => panic!("undecided ({}): {puzzle:?}", why.name()),
        };
        let by = decision
            .method
            .map_or_else(String::new, |method| method.name().to_owned());
        *seen.entry((kind, verdict, by)).or_default() += 1;
    }
    let of = |wanted: &str| -> usize {
        let its = seen
            .iter()
            .filter(|((_, verdict, _), _)| *verdict == wanted);
        its.map(|(_, number)| number).sum()
    };
    let (solved, infeasible) = (of("solved"), of("infeasible"));
    println!("{puzzles} puzzles: {solved} solved, {infeasible} infeasible, 0 wrong, 0 undecided");
    println!("| goal | verdict | by | puzzles |\n|---|---|---|---|");
    for ((kind, verdict, by), number) in &seen {
        println!("| {kind} | {verdict} | {by} | {number} |");
    }
    assert_eq!(solved + infeasible, puzzles);
    assert!(
        solved * 10 > puzzles && infeasible * 10 > puzzles,
        "too much of one kind"
    );
    assert!(of_encodings > 20, "{of_encodings}");
    assert!(
        of_formulas.iter().all(|&number| number > 20),
        "{of_formulas:?}"
    );
}
