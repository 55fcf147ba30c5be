//! The exhaustive search and the counts, compared with a recursion that does not use levels, symmetries or bit sets.

use std::collections::HashMap;

use crate::explore::{by_pegs, counted};
use crate::one_thread;
use saut::certify::{self, Certificate};
use saut::count::{self, CountError, GamesLevel};
use saut::formats::bundled;
use saut::peg::{Board, Goal, Position, Puzzle, boards};
use saut::random::Random;
use saut::search::{
    ExhaustiveLevels, ExhaustiveResult, PruningFunctions, SearchSettings, exhaustive, redo,
};
use saut::simulate;
use saut::stop::{Stop, StopReason};
use saut_task::CheckError;

/// Numbers of solutions and games by position, computed by a simple recursion.
struct Naive<'a> {
    board: &'a Board,
    goal: &'a Goal,
    solutions: HashMap<Position, u128>,
    games: HashMap<Position, u128>,
}

impl<'a> Naive<'a> {
    fn new(board: &'a Board, goal: &'a Goal) -> Self {
        Self {
            board,
            goal,
            solutions: HashMap::new(),
            games: HashMap::new(),
        }
    }

    fn children(&self, position: &Position) -> Vec<Position> {
        let play = |&jump| {
            let mut next = position.clone();
            simulate::play(self.board, &mut next, jump)
                .ok()
                .map(|()| next)
        };
        self.board.jumps().iter().filter_map(play).collect()
    }

    fn solutions(&mut self, position: &Position) -> u128 {
        if let Some(&known) = self.solutions.get(position) {
            return known;
        }
        let children = self.children(position);
        let here = u128::from(self.goal.is_met_by(position));
        let number = here
            + children
                .iter()
                .map(|child| self.solutions(child))
                .sum::<u128>();
        self.solutions.insert(position.clone(), number);
        number
    }

    fn games(&mut self, position: &Position) -> u128 {
        if let Some(&known) = self.games.get(position) {
            return known;
        }
        let children = self.children(position);
        let below = children.iter().map(|child| self.games(child)).sum::<u128>();
        let number = if children.is_empty() { 1 } else { below };
        self.games.insert(position.clone(), number);
        number
    }
}

/// Repeats a search. The position class is computed by the three-colour sums.
fn redone(
    puzzle: &Puzzle,
    claim: &ExhaustiveLevels,
    settings: &SearchSettings,
) -> Result<(), CheckError> {
    let board = puzzle.board();
    let sums = certify::class::kept(board);
    let is_in_class = |goal: &Position| {
        let mut sums = sums.iter();
        sums.all(|sum| sum.pegs(board, goal) % 2 == sum.pegs(board, puzzle.start()) % 2)
    };
    redo(puzzle, claim, is_in_class, settings)
}

/// Compares all results for one puzzle. Returns whether it has a solution.
fn compare(puzzle: &Puzzle) -> bool {
    let board = puzzle.board();
    let mut naive = Naive::new(board, puzzle.goal());
    let solutions = naive.solutions(puzzle.start());
    let settings = one_thread();
    match exhaustive(puzzle, &settings).unwrap() {
        ExhaustiveResult::Plan(plan) => {
            simulate::replay(puzzle, plan).unwrap();
            assert!(solutions > 0, "{puzzle:?}");
        }
        ExhaustiveResult::Infeasible(levels) => {
            assert_eq!(solutions, 0, "{puzzle:?}");
            assert_eq!(redone(puzzle, &levels, &settings), Ok(()));
        }
    }
    assert_eq!(
        count::solutions(puzzle, &settings).unwrap().solutions,
        solutions,
        "{puzzle:?}"
    );
    let on = count::boards_on_solutions(puzzle, &settings).unwrap();
    assert_eq!(on.is_empty(), solutions == 0, "{puzzle:?}");
    let solved = naive.solutions.iter().filter(|(_, number)| **number > 0);
    let solved = solved.map(|(position, _)| position);
    assert_eq!(counted(&on), by_pegs(solved), "{puzzle:?}");
    let (games, by_level) = count::games(board, puzzle.start(), &settings).unwrap();
    assert_eq!(games, naive.games(puzzle.start()), "{puzzle:?}");
    let reached = || naive.games.keys();
    let levels = count::reachable(board, puzzle.start(), &settings).unwrap();
    assert_eq!(counted(&levels), by_pegs(reached()), "{puzzle:?}");
    let sum = |number: fn(&GamesLevel) -> u64| by_level.iter().map(number).sum::<u64>();
    let stuck = reached().filter(|position| naive.children(position).is_empty());
    let wanted = [reached().count() as u64, stuck.count() as u64];
    assert_eq!(
        [sum(|level| level.boards), sum(|level| level.stuck)],
        wanted
    );
    solutions > 0
}

fn position(len: usize, bits: u64) -> Position {
    Position::from_holes(len, (0..len).filter(|hole| bits >> hole & 1 == 1))
}

#[test]
fn every_other_pair_of_the_line_of_seven_is_decided_as_by_recursion() {
    let board = boards::named("rectangle-7x1").unwrap();
    for start in 1..128 {
        for goal in (1 + start % 2..128).step_by(2) {
            let goal = Goal::exactly(position(7, goal));
            if let Ok(puzzle) = Puzzle::new("line", board.clone(), position(7, start), goal) {
                compare(&puzzle);
            }
        }
    }
}

#[test]
fn random_pairs_of_small_boards_are_decided_as_by_recursion() {
    let mut random = Random::new(7);
    let mut next = || random.next();
    let mut solvable = [0; 6];
    for name in ["square-3", "square-4", "triangle-5", "rectangle-5x3"] {
        let board = boards::named(name).unwrap();
        let len = board.len();
        for round in 0..72_usize {
            let start = position(len, next() | next());
            let mut goal = start.clone();
            // Half of the goals are reached by random play, so many pairs are solvable.
            let scratch = Goal::one_peg(&board);
            let naive = Naive::new(&board, &scratch);
            for _ in 0..=next() % 8 {
                let children = naive.children(&goal);
                if let Some(child) =
                    children.get(usize::try_from(next()).unwrap() % children.len().max(1))
                {
                    goal = child.clone();
                }
            }
            let open = position(len, next() & next());
            let goal = match round % 6 {
                0 | 1 => Goal::exactly(goal),
                4 => Goal::one_peg_in(position(len, next() & next() | 1 | 1 << (len - 1))),
                2 => Goal::exactly(position(len, next() & next() & next())),
                3 => Goal::partial(&goal, open),
                _ => Goal::one_peg(&board),
            };
            if let Ok(puzzle) = Puzzle::new(name, board.clone(), start, goal) {
                solvable[round % 6] += usize::from(compare(&puzzle));
            }
        }
    }
    // Index 3 has goals with open holes, and index 5 has goals with one peg anywhere.
    assert!(solvable[3] >= 5 && solvable[5] >= 5, "{solvable:?}");
}

#[test]
fn diagonal_jumps_and_fully_open_goals_are_searched_too() {
    let cells = (0..4).flat_map(|y| (0..4).map(move |x| saut::peg::Cell::new(x, y)));
    let board = Board::new(saut::peg::Geometry::SquareDiagonal, cells).unwrap();
    let start = position(16, 0b0110_1101_0110_0011);
    for goal in [
        Goal::one_peg(&board),
        Goal::partial(&board.empty(), board.full()),
    ] {
        compare(&Puzzle::new("diagonal", board.clone(), start.clone(), goal).unwrap());
    }
    // Seventeen open holes are too many to list, so the search runs only from the start.
    let board = boards::named("rectangle-9x2").unwrap();
    let goal = Goal::partial(&position(18, 1), position(18, (1 << 18) - 2));
    compare(&Puzzle::new("open", board.clone(), position(18, 0b1_1011_0110), goal).unwrap());
}

#[test]
fn triangle_of_fifteen_has_the_solutions_of_the_literature_by_starting_vacancy() {
    let board = boards::named("triangle-5").unwrap();
    for (vacancy, solutions) in [(0, 29_760), (1, 14_880), (3, 85_258), (4, 1_550)] {
        let start = position(15, !(1 << vacancy) & 0x7fff);
        let puzzle = Puzzle::new("triangle", board.clone(), start, Goal::one_peg(&board)).unwrap();
        assert_eq!(
            count::solutions(&puzzle, &SearchSettings::default())
                .unwrap()
                .solutions,
            solutions
        );
    }
}

#[test]
fn pruning_by_pagodas_and_losses_keeps_every_answer() {
    let board = boards::named("square-4").unwrap();
    let mut random = Random::new(5);
    let mut next = || random.next();
    let corners = vec![1, 0, 1, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0];
    let wrong = (0..16).collect::<Vec<i32>>();
    let halves: Vec<u8> = (0..16).map(|hole| u8::from(hole % 4 > 1)).collect();
    let short = vec![0; 15];
    let pruning = |losses: bool, regions: &[&Vec<u8>]| PruningFunctions {
        pagodas: vec![corners.clone(), vec![1; 16], wrong.clone()],
        losses,
        regions: regions.iter().map(|&region| region.clone()).collect(),
    };
    let kinds = [
        PruningFunctions::default(),
        pruning(false, &[]),
        pruning(true, &[]),
        pruning(false, &[&halves]),
        pruning(true, &[&halves, &short]),
    ];
    let mut boards_seen = [0; 5];
    for _ in 0..150 {
        let (start, goal) = (
            position(16, next()),
            Goal::exactly(position(16, next() & next() & next())),
        );
        let Ok(puzzle) = Puzzle::new("cut", board.clone(), start, goal) else {
            continue;
        };
        let found = kinds.clone().map(|pruning| {
            let settings = SearchSettings {
                pruning,
                ..one_thread()
            };
            exhaustive(&puzzle, &settings).unwrap()
        });
        let solved = matches!(found[0], ExhaustiveResult::Plan(_));
        for (number, found) in found.into_iter().enumerate() {
            match found {
                ExhaustiveResult::Plan(plan) => {
                    simulate::replay(&puzzle, plan).unwrap();
                    assert!(solved);
                }
                ExhaustiveResult::Infeasible(levels) => {
                    assert!(!solved && !levels.pruning.pagodas.contains(&wrong));
                    assert_eq!(redone(&puzzle, &levels, &one_thread()), Ok(()));
                    let boards = levels.forward.iter().chain(&levels.backward);
                    boards_seen[number] += boards.sum::<u64>();
                    let own = || levels.pruning.clone();
                    let lies = [
                        PruningFunctions {
                            pagodas: vec![wrong.clone()],
                            ..own()
                        },
                        PruningFunctions {
                            regions: vec![short.clone()],
                            ..own()
                        },
                    ];
                    let why = [
                        "weighting 0 is not a pagoda function",
                        "partition 0 does not divide",
                    ];
                    for (pruning, why) in lies.into_iter().zip(why) {
                        let lie = ExhaustiveLevels {
                            pruning,
                            ..levels.clone()
                        };
                        let refused = redone(&puzzle, &lie, &one_thread())
                            .unwrap_err()
                            .to_string();
                        assert!(refused.starts_with(why), "{refused}");
                    }
                }
            }
        }
    }
    let [nothing, weights, losses, regions, both] = boards_seen;
    assert!(weights < nothing, "{boards_seen:?}");
    assert!(losses < weights && regions < weights, "{boards_seen:?}");
    assert!(both <= losses.min(regions), "{boards_seen:?}");
}

/// Start and goal on the line of five holes are in different classes, so no position before the goal is searched.
#[test]
fn the_class_filter_is_named_explained_and_checked() {
    let board = boards::named("rectangle-5x1").unwrap();
    let goal = Goal::exactly(position(5, 0b10100));
    let puzzle = Puzzle::new("five", board, position(5, 0b01011), goal).unwrap();
    let ExhaustiveResult::Infeasible(levels) = exhaustive(&puzzle, &one_thread()).unwrap() else {
        panic!("solvable")
    };
    assert_eq!([&levels.forward[..], &levels.backward], [[1], [0]]);
    let sets = vec![vec![1, 0, 1, 1, 0], vec![0, 1, 1, 0, 1]];
    assert_eq!(levels.class, Some(sets.clone()));
    let with = |class: Option<Vec<Vec<u8>>>| {
        let levels = ExhaustiveLevels {
            class,
            ..levels.clone()
        };
        certify::check(&puzzle, Certificate::Exhaustive(levels))
    };
    for class in [Some(sets.clone()), Some(sets[..1].to_vec()), None] {
        let explanation = with(class).unwrap().explanation(&puzzle);
        assert!(
            explanation.contains("another position class"),
            "{explanation}"
        );
    }
    let rejects = |checked: Result<_, CheckError>, words: &str| match checked {
        Err(CheckError::Rejected(why)) => assert!(why.contains(words), "{why}"),
        other => panic!("{other:?}"),
    };
    let unfiltered = with(Some(Vec::new()));
    rejects(unfiltered, "gives a different result");
    for hole in 0..5 {
        let mut changed = sets.clone();
        changed[0][hole] ^= 1;
        let refused = with(Some(changed));
        rejects(refused, "changes the weight");
    }
    let two = with(Some(vec![vec![2, 0, 2, 2, 0]]));
    rejects(two, "not between 0 and 2 - 1");
}

#[test]
fn limits_end_a_search_and_large_boards_are_rejected() {
    let puzzle = bundled::named("central").unwrap();
    let stop = Stop::default();
    stop.request();
    let settings = SearchSettings {
        stop,
        ..SearchSettings::default()
    };
    assert_eq!(
        exhaustive(&puzzle, &settings),
        Err(CountError::Stopped(StopReason::Interrupted))
    );
    assert_eq!(
        count::solutions(&puzzle, &settings),
        Err(CountError::Stopped(StopReason::Interrupted))
    );
    let narrow = SearchSettings {
        stop: Stop::new(None, Some(1)),
        ..SearchSettings::default()
    };
    assert_eq!(
        exhaustive(&puzzle, &narrow),
        Err(CountError::Stopped(StopReason::Memory))
    );
    let board = boards::named("square-9").unwrap();
    let goal = Goal::one_peg(&board);
    let large = Puzzle::new("large", board.clone(), board.full(), goal).unwrap();
    assert!(matches!(
        exhaustive(&large, &settings),
        Err(CountError::NotApplicable(_))
    ));
    assert!(matches!(
        count::solutions(&large, &settings),
        Err(CountError::NotApplicable(_))
    ));
}
