//! Results about all solutions, compared with a recursion and with solvers. Neither uses levels or symmetries.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::one_thread;
use saut::backend::{self, Answer, SolveLimits};
use saut::count::{self, LevelCount};
use saut::encode::{AtMostOne, Encoding, StepMap, When};
use saut::explore::{
    Distinct, FewestMoves, MostTimes, SolutionGraph, Solutions, SweepLengths, longest_sweep,
};
use saut::formats::bundled;
use saut::formula::Formula;
use saut::model::Model;
use saut::packages;
use saut::peg::{Geometry, Goal, Jump, Position, Puzzle, Symmetry, boards, moves};
use saut::random::Random;
use saut::search::SearchSettings;
use saut::search::bit_board::position as position_of;
use saut::{compile, formats, simulate};

/// Returns every solution of a puzzle, by simple recursion.
fn every(puzzle: &Puzzle) -> Vec<Vec<Jump>> {
    fn go_on(
        puzzle: &Puzzle,
        position: &Position,
        played: &mut Vec<Jump>,
        all: &mut Vec<Vec<Jump>>,
    ) {
        if puzzle.goal().is_met_by(position) {
            all.push(played.clone());
        }
        for &jump in puzzle.board().jumps() {
            let mut next = position.clone();
            if simulate::play(puzzle.board(), &mut next, jump).is_ok() {
                played.push(jump);
                go_on(puzzle, &next, played, all);
                played.pop();
            }
        }
    }
    let mut all = Vec::new();
    go_on(puzzle, puzzle.start(), &mut Vec::new(), &mut all);
    all
}

fn puzzles() -> Vec<Puzzle> {
    let mut puzzles: Vec<Puzzle> = ["pegsol-p01", "pegsol-p02", "pegsol-p03", "pegsol-p05"]
        .into_iter()
        .map(|name| bundled::named(name).unwrap())
        .collect();
    let small = |board: &str, start: u64, goal: Option<u64>| {
        let board = boards::named(board).unwrap();
        let position = |bits: u64| {
            let len = board.len();
            Position::from_holes(len, (0..len).filter(|hole| bits >> hole & 1 == 1))
        };
        let goal = goal.map_or(Goal::one_peg(&board), |goal| Goal::exactly(position(goal)));
        Puzzle::new("small", board.clone(), position(start), goal).unwrap()
    };
    puzzles.push(small("square-3", 0b011_101_110, None));
    puzzles.push(small("square-4", 0b0110_1101_0110_0011, None));
    puzzles.push(small("square-4", 0b0000_1111_1101_0000, Some(0b10_0000)));
    puzzles.push(small("triangle-4", 0b11_1111_1101, None));
    puzzles.push(small("rectangle-5x3", 0b11011_01110_01010, None));
    puzzles.push(small("rectangle-7x1", 0b1_1011, None));
    let board = boards::named("square-4").unwrap();
    let holes = |bits: u64| Position::from_holes(16, (0..16).filter(|hole| bits >> hole & 1 == 1));
    let open = Goal::partial(&holes(1), holes(0b0111_0110_0110_0110));
    puzzles.push(Puzzle::new("open", board, holes(0b0110_0111_0110_0011), open).unwrap());
    // The next two puzzles have plans that continue after a goal position.
    let drawn = |text: &str, geometry: Geometry| {
        let options = formats::ReadOptions {
            picture: geometry.into(),
            board: None,
        };
        let loaded = formats::load("-", text.as_bytes(), &options);
        loaded.unwrap().only().unwrap().peg().unwrap()
    };
    puzzles.push(drawn("ooooo.oooo\n\n?.?????.??\n", Geometry::Square));
    let diagonal = "o.o..o\no.oooo\n..ooo.\n\n?.o???\n??????\n???.??\n";
    puzzles.push(drawn(diagonal, Geometry::SquareDiagonal));
    puzzles
}

/// Number of random puzzles.
const DRAWN: u64 = 150;

/// Returns a small random puzzle for this number. The goal is complete, one peg anywhere, or has open holes. Except for
/// one peg anywhere, it has the pegs of a position that random play reaches.
fn drawn(number: u64) -> Puzzle {
    let mut random = Random::new(number);
    let names = [
        "square-3",
        "square-4",
        "triangle-4",
        "rectangle-5x3",
        "rectangle-7x2",
    ];
    let board = boards::named(names[random.below(names.len())]).unwrap();
    let mut holes: Vec<usize> = (0..board.len()).collect();
    random.shuffle(&mut holes);
    let pegs = 2 + random.below(5);
    let start = Position::from_holes(board.len(), holes[..pegs].iter().copied());
    let mut position = start.clone();
    for _ in 0..=random.below(pegs) {
        let playable = board
            .jumps()
            .iter()
            .filter(|&&jump| simulate::play(&board, &mut position.clone(), jump).is_ok());
        let playable: Vec<Jump> = playable.copied().collect();
        if let Some(&jump) = playable.get(random.below(playable.len().max(1))) {
            simulate::play(&board, &mut position, jump).unwrap();
        }
    }
    let goal = match number % 3 {
        0 => Goal::exactly(position),
        1 => Goal::one_peg(&board),
        _ => {
            random.shuffle(&mut holes);
            let open = holes[..=random.below(6)].iter().copied();
            Goal::partial(&position, Position::from_holes(board.len(), open))
        }
    };
    Puzzle::new(format!("drawn {number}"), board, start, goal).unwrap()
}

/// Returns the number of positions for each number of pegs.
pub fn by_pegs<'a>(positions: impl IntoIterator<Item = &'a Position>) -> BTreeMap<usize, u64> {
    let mut numbers = BTreeMap::new();
    for position in positions {
        *numbers.entry(position.pegs()).or_default() += 1;
    }
    numbers
}

pub fn counted(levels: &[LevelCount]) -> BTreeMap<usize, u64> {
    let levels = levels.iter().filter(|level| level.boards > 0);
    levels.map(|level| (level.pegs, level.boards)).collect()
}

/// Returns the positions of a small board from which the goal can be reached, without the empty board.
fn leading(puzzle: &Puzzle) -> BTreeSet<Position> {
    let board = puzzle.board();
    let all = (1_u64..1 << board.len()).map(|word| position_of(board.len(), word));
    let mut all: Vec<Position> = all.collect();
    all.sort_by_key(Position::pegs);
    let mut leading = BTreeSet::new();
    for position in all {
        let goes_on = |&jump: &Jump| {
            let mut next = position.clone();
            simulate::play(board, &mut next, jump).is_ok() && leading.contains(&next)
        };
        if puzzle.goal().is_met_by(&position) || board.jumps().iter().any(goes_on) {
            leading.insert(position);
        }
    }
    leading
}

#[test]
fn the_boards_from_which_a_goal_can_be_reached_are_those_of_the_whole_table() {
    let small = (0..DRAWN).map(drawn).chain(puzzles());
    let mut puzzles = 0;
    for puzzle in small.filter(|puzzle| puzzle.board().len() <= 12) {
        let levels = count::leading_to(&puzzle, usize::MAX, &one_thread()).unwrap();
        assert_eq!(
            counted(&levels),
            by_pegs(&leading(&puzzle)),
            "{}",
            puzzle.name()
        );
        puzzles += 1;
    }
    assert!(puzzles > 12, "{puzzles}");
}

#[test]
fn fewest_moves_longest_sweep_and_numbers_are_those_of_all_solutions_listed() {
    let (mut solvable, mut fewer) = (0, 0);
    for puzzle in puzzles().into_iter().chain((0..DRAWN).map(drawn)) {
        let all = every(&puzzle);
        let winning = SolutionGraph::new(&puzzle, &one_thread()).unwrap();
        assert_eq!(winning.is_solvable(), !all.is_empty(), "{}", puzzle.name());
        let solutions = Solutions::new(&winning).unwrap();
        assert_eq!(solutions.all(), all.len() as u128, "{}", puzzle.name());
        let counted = count::solutions(&puzzle, &one_thread()).unwrap();
        assert_eq!(counted.solutions, all.len() as u128, "{}", puzzle.name());
        if all.is_empty() {
            continue;
        }
        solvable += 1;
        let lengths = || all.iter().map(|jumps| moves(jumps).len());
        let least = lengths().min().unwrap();
        let fewest = FewestMoves::new(&winning).unwrap();
        assert_eq!(fewest.moves(), Some(least), "{}", puzzle.name());
        let plan = simulate::replay(&puzzle, fewest.plan().unwrap()).unwrap();
        assert_eq!(moves(&plan.jumps()).len(), least);
        let number = lengths().filter(|&length| length == least).count();
        assert_eq!(fewest.plans(), Ok(number as u128), "{}", puzzle.name());
        let each: BTreeSet<Vec<usize>> = each_of(&fewest).into_iter().collect();
        assert_eq!(each.len(), number);
        let classes: BTreeSet<_> = each.iter().map(|plan| least_image(&puzzle, plan)).collect();
        let up_to_symmetry = fewest.up_to_symmetry().unwrap();
        assert_eq!(up_to_symmetry, classes.len() as u128, "{}", puzzle.name());
        fewer += usize::from(classes.len() < number);
        sweep_lengths_are_those_of(&puzzle, &fewest, &each);
        let sweeps = all.iter().flat_map(|jumps| moves(jumps));
        let longest = sweeps.map(|sweep| sweep.jumps().len()).max().unwrap_or(0);
        let (jumps, plan) = longest_sweep(&winning).unwrap().unwrap();
        assert_eq!(jumps, longest, "{}", puzzle.name());
        let plan = simulate::replay(&puzzle, plan).unwrap();
        let has = moves(&plan.jumps())
            .iter()
            .any(|sweep| sweep.jumps().len() == longest);
        assert!(has || longest == 0);
        every_jump_occurs_at_most_so_often(&puzzle, &winning, &all);
    }
    assert!(solvable >= 50 && fewer >= 1, "{solvable} {fewer}");
}

/// Compares the maximum number of occurrences of every jump with the list of all solutions.
fn every_jump_occurs_at_most_so_often(puzzle: &Puzzle, winning: &SolutionGraph, all: &[Vec<Jump>]) {
    let most = MostTimes::of_all(winning).unwrap();
    assert_eq!(most.len(), puzzle.board().jumps().len());
    let times = |jumps: &[Jump], jump| jumps.iter().filter(|&&one| one == jump).count();
    for (one, &jump) in most.iter().zip(puzzle.board().jumps()) {
        let listed = all.iter().map(|jumps| times(jumps, jump)).max().unwrap();
        assert_eq!(
            (one.jump, usize::from(one.times)),
            (jump, listed),
            "{}",
            puzzle.name()
        );
        let plan = simulate::replay(puzzle, one.plan.clone()).unwrap();
        assert_eq!(times(&plan.jumps(), jump), listed);
    }
}

/// Compares the table of sweep lengths with a list of all plans.
fn sweep_lengths_are_those_of(puzzle: &Puzzle, fewest: &FewestMoves, all: &BTreeSet<Vec<usize>>) {
    let jump = |&number: &usize| puzzle.board().jumps()[number];
    let lengths_of = |plan: &[Jump]| {
        let mut lengths: Vec<u8> = moves(plan)
            .iter()
            .map(|sweep| u8::try_from(sweep.jumps().len()).unwrap())
            .collect();
        lengths.sort_unstable_by(|one, other| other.cmp(one));
        lengths
    };
    let mut listed: BTreeMap<Vec<u8>, (u128, BTreeSet<Vec<Jump>>)> = BTreeMap::new();
    for plan in all {
        let jumps: Vec<Jump> = plan.iter().map(jump).collect();
        let (plans, classes) = listed.entry(lengths_of(&jumps)).or_default();
        *plans += 1;
        classes.insert(least_image(puzzle, plan));
    }
    let counted = SweepLengths::new(fewest).unwrap().unwrap();
    let rows = counted.rows.iter();
    let rows = rows.map(|row| (row.lengths.clone(), row.plans, row.up_to_symmetry));
    let listed = listed.into_iter().rev();
    let listed = listed.map(|(lengths, (plans, classes))| (lengths, plans, classes.len() as u128));
    assert!(rows.eq(listed), "{}: {counted:?}", puzzle.name());
    let plan = simulate::replay(puzzle, counted.plan.clone()).unwrap();
    assert_eq!(lengths_of(&plan.jumps()), counted.rows[0].lengths);
}

/// Returns the symmetries of a board that fix start and goal.
fn fixing(puzzle: &Puzzle) -> Vec<Symmetry> {
    let mut symmetries = puzzle.board().symmetries();
    symmetries.retain(|symmetry| {
        let fixes = |position: &Position| symmetry.position(position) == *position;
        fixes(puzzle.start()) && fixes(puzzle.goal().pegs()) && fixes(puzzle.goal().open())
    });
    symmetries
}

/// Returns the smallest image of a plan under the symmetries of its puzzle. The plan is a sequence of jump numbers.
fn least_image(puzzle: &Puzzle, plan: &[usize]) -> Vec<Jump> {
    let jumps = puzzle.board().jumps();
    let image = |symmetry: &Symmetry| {
        plan.iter()
            .map(|&jump| symmetry.jump(jumps[jump]))
            .collect()
    };
    fixing(puzzle).iter().map(image).min().unwrap()
}

/// Returns all plans that arise from a plan by exchanging neighbouring independent jumps.
fn class(jumps: &[Jump]) -> BTreeSet<Vec<Jump>> {
    let apart = |a: Jump, b: Jump| {
        [a.from, a.over, a.to]
            .iter()
            .all(|cell| ![b.from, b.over, b.to].contains(cell))
    };
    let mut class = BTreeSet::from([jumps.to_vec()]);
    let mut fresh = vec![jumps.to_vec()];
    while let Some(sequence) = fresh.pop() {
        for place in 1..sequence.len() {
            if apart(sequence[place - 1], sequence[place]) {
                let mut other = sequence.clone();
                other.swap(place - 1, place);
                if class.insert(other.clone()) {
                    fresh.push(other);
                }
            }
        }
    }
    class
}

fn each_of(fewest: &FewestMoves) -> Vec<Vec<usize>> {
    let mut all = Vec::new();
    let found = fewest.visit(|plan| {
        all.push(plan.to_vec());
        true
    });
    assert_eq!(found, Ok(true));
    all
}

#[test]
fn classes_up_to_commuting_jumps_and_symmetry_are_those_found_by_exchanging_neighbours() {
    for puzzle in puzzles() {
        let all: BTreeSet<Vec<Jump>> = every(&puzzle).into_iter().collect();
        if all.len() > 3000 {
            continue;
        }
        let winning = SolutionGraph::new(&puzzle, &one_thread()).unwrap();
        let distinct = Distinct::new(&winning).unwrap();
        let fixing = fixing(&puzzle);
        let (mut left, mut plain, mut turned) = (all.clone(), 0, BTreeSet::new());
        while let Some(first) = left.first().cloned() {
            let members = class(&first);
            assert!(members.is_subset(&all));
            left = left.difference(&members).cloned().collect();
            plain += 1;
            let image = |symmetry: &Symmetry| {
                let jumps: Vec<Jump> = first.iter().map(|&jump| symmetry.jump(jump)).collect();
                class(&jumps).pop_first()
            };
            turned.insert(fixing.iter().filter_map(image).min());
        }
        let mut least = 0;
        let visited = distinct.visit(true, |_| {
            least += 1;
            true
        });
        assert_eq!((visited, least), (Ok(true), plain), "{}", puzzle.name());
        let number = |up_to_symmetry, most| {
            let mut number = 0;
            let complete = distinct.each(up_to_symmetry, |_| {
                number += 1;
                number < most
            });
            (complete.unwrap(), number)
        };
        let classes = number(true, usize::MAX);
        assert_eq!(classes, (true, turned.len()), "{}", puzzle.name());
        assert_eq!(number(false, usize::MAX), (true, all.len()));
        if all.len() > 1 {
            assert_eq!(number(false, all.len() - 1), (false, all.len() - 1));
        }
    }
}

#[test]
fn solutions_are_drawn_evenly_and_by_the_seed() {
    let puzzle = bundled::named("pegsol-p02").unwrap();
    let winning = SolutionGraph::new(&puzzle, &one_thread()).unwrap();
    let solutions = Solutions::new(&winning).unwrap();
    let number = usize::try_from(solutions.all()).unwrap();
    assert!((2..200).contains(&number), "{number}");
    let draws = |seed: u64| {
        let mut draw = Random::new(seed);
        let drawn: Vec<Vec<usize>> = (0..200 * number)
            .map(|_| solutions.draw(&mut draw).unwrap())
            .collect();
        drawn
    };
    let mut times: BTreeMap<Vec<usize>, usize> = BTreeMap::new();
    for plan in draws(1) {
        *times.entry(plan).or_default() += 1;
    }
    assert_eq!(times.len(), number);
    // 200 are expected for each. A deviation of more than seven standard deviations is not random.
    assert!(
        times.values().all(|&times| (100..300).contains(&times)),
        "{times:?}"
    );
    assert_eq!(draws(1), draws(1));
    assert_ne!(draws(1), draws(2));
}

/// Returns the number of models of the sequential formula for `horizon` jumps, projected to the actions. They are
/// counted with blocking clauses.
fn models_of(puzzle: &Puzzle, horizon: usize) -> usize {
    let task = compile::peg_task(puzzle);
    let encoding = Encoding::Sequential {
        at_most_one: AtMostOne::Pairwise,
    };
    let mut encoded = encoding.encode(&task, horizon);
    let batsat = backend::by_name("batsat").unwrap();
    let mut models = 0;
    loop {
        let outcome = batsat
            .solve(&encoded.formula, &SolveLimits::default())
            .unwrap();
        let Answer::Sat(model) = outcome.answer else {
            assert_eq!(outcome.answer, Answer::Unsat);
            return models;
        };
        models += 1;
        let Model::Bits(bits) = model else {
            panic!("clauses have bits")
        };
        let offered = encoded.steps.iter().flat_map(StepMap::actions);
        let happened = offered.filter_map(|(_, when)| match when {
            When::If(literal) if bits[literal.vidx()] == literal.is_pos() => Some(!*literal),
            _ => None,
        });
        let blocking = happened.collect();
        if let Formula::Cnf { cnf, .. } = &mut encoded.formula {
            cnf.add_clause(blocking);
        }
    }
}

/// Returns the number of models of the sequential formulas for all possible numbers of jumps, projected to the actions.
fn models(puzzle: &Puzzle) -> usize {
    let length = compile::peg_task(puzzle).length();
    let horizons = length.at_least..=length.at_most.unwrap();
    horizons.map(|horizon| models_of(puzzle, horizon)).sum()
}

#[test]
fn the_solver_has_as_many_models_as_there_are_solutions() {
    let (mut full, mut one_peg, mut open, mut none) = (0, 0, 0, 0);
    let drawn = (0..DRAWN).map(drawn);
    for puzzle in puzzles().into_iter().chain(drawn) {
        let solutions = count::solutions(&puzzle, &one_thread()).unwrap().solutions;
        if solutions > 120 {
            continue;
        }
        assert_eq!(models(&puzzle) as u128, solutions, "{}", puzzle.name());
        *match solutions {
            0 => &mut none,
            _ if puzzle.goal().is_one_peg() => &mut one_peg,
            _ if puzzle.goal().position().is_some() => &mut full,
            _ => &mut open,
        } += 1;
    }
    let of_each = [full, one_peg, open, none];
    assert!(of_each.iter().all(|&number| number >= 5), "{of_each:?}");
}

#[test]
fn another_goal_or_a_jump_more_has_another_number_of_models() {
    let puzzle = bundled::named("pegsol-p02").unwrap();
    let solutions = count::solutions(&puzzle, &one_thread()).unwrap().solutions;
    assert_eq!((models(&puzzle) as u128, solutions), (2, 2));
    let horizon = compile::peg_task(&puzzle).length().at_least;
    assert_eq!(models_of(&puzzle, horizon - 1), 0);
    let board = puzzle.board().clone();
    let anywhere = Goal::one_peg(&board);
    let other = Puzzle::new("anywhere", board, puzzle.start().clone(), anywhere).unwrap();
    let more = count::solutions(&other, &one_thread()).unwrap().solutions;
    assert_eq!(models(&other) as u128, more);
    assert!(more > solutions, "{more}");
}

#[test]
fn a_triple_removal_is_recognised_only_if_present() {
    let board = boards::named("square-5").unwrap();
    let cell = |x: i16, y: i16| saut::peg::Cell::new(x, y);
    let jump = |a: (i16, i16), b: (i16, i16)| Jump::between(cell(a.0, a.1), cell(b.0, b.1));
    let at = |x: i16, y: i16| board.hole(cell(x, y)).unwrap();
    // The plan removes three pegs in column 2. The catalyst is the peg in (1,1) and the vacancy in (3,1).
    let start = Position::from_holes(25, [at(1, 1), at(2, 1), at(2, 2), at(2, 3)]);
    let jumps = [
        jump((1, 1), (3, 1)),
        jump((2, 3), (2, 1)),
        jump((3, 1), (1, 1)),
    ];
    let blocks = packages::blocks(&board, &start, &jumps);
    assert_eq!(blocks.len(), 1);
    assert_eq!((blocks[0].name(), blocks[0].jumps), ("triple removal", 3));
    assert_eq!(blocks[0].cleared, [cell(2, 1), cell(2, 2), cell(2, 3)]);
    assert_eq!(blocks[0].catalyst, [cell(1, 1), cell(3, 1)]);
    assert!(packages::blocks(&board, &start, &jumps[..2]).is_empty());
}

#[test]
fn triples_play_as_they_say_and_a_plan_in_pieces_has_no_more_of_them_than_moves() {
    let puzzle = bundled::named("pegsol-p08").unwrap();
    let winning = SolutionGraph::new(&puzzle, &one_thread()).unwrap();
    let triples = packages::triples(winning.compact());
    assert!(triples.len() > 100, "{}", triples.len());
    for triple in &triples {
        let mut position = triple.required;
        for jump in triple.jumps {
            let mask = winning.compact().masks()[jump];
            assert_eq!(position & mask.touched, mask.required);
            position ^= mask.touched;
        }
        assert_eq!(position, triple.required & !triple.cleared);
        let lines = winning.compact().masks().iter();
        assert!(
            lines
                .map(|line| line.touched)
                .any(|line| line == triple.cleared)
        );
    }
    // Three jumps that clear three holes not in a line are a block removal, but not a triple removal.
    let others = packages::removals_of_three(winning.compact());
    assert!(others.len() > triples.len());
    let moves = FewestMoves::new(&winning).unwrap();
    let pieces = FewestMoves::with(&winning, triples).unwrap();
    assert!(pieces.moves().unwrap() <= moves.moves().unwrap());
    simulate::replay(&puzzle, pieces.plan().unwrap()).unwrap();
}

/// Run with `cargo test --release --test library explore -- --ignored`.
#[test]
#[ignore = "seconds in release, minutes in debug"]
fn the_central_game_takes_18_moves_and_936_ways_up_to_symmetry() {
    let puzzle = bundled::named("central").unwrap();
    let winning = SolutionGraph::new(&puzzle, &SearchSettings::default()).unwrap();
    let fewest = FewestMoves::new(&winning).unwrap();
    assert_eq!(fewest.moves(), Some(18));
    assert_eq!(fewest.plans(), Ok(7488));
    let all = each_of(&fewest);
    let least = all.iter().map(|plan| least_image(&puzzle, plan));
    assert_eq!(least.collect::<BTreeSet<_>>().len(), 936);
    assert_eq!(fewest.up_to_symmetry(), Ok(936));
    let lengths = SweepLengths::new(&fewest).unwrap().unwrap();
    let sum =
        |part: fn(&(u8, u128, u128)) -> u128| lengths.by_longest().iter().map(part).sum::<u128>();
    assert_eq!((sum(|row| row.1), sum(|row| row.2)), (7488, 936));
    assert_eq!(
        Solutions::new(&winning).unwrap().all(),
        40_861_647_040_079_968
    );
    assert_eq!(longest_sweep(&winning).unwrap().unwrap().0, 7);
}

/// Run with `cargo test --release --test library explore -- --ignored`.
#[test]
#[ignore = "a minute in release"]
fn pegsol_boards_have_the_fewest_moves_of_the_table() {
    let table = include_str!("../../results/pegsol-fewest-moves.csv");
    let table = table
        .lines()
        .skip(1)
        .map(|line| line.split(',').collect::<Vec<_>>());
    let table: HashMap<&str, usize> = table.map(|row| (row[0], row[3].parse().unwrap())).collect();
    assert_eq!(table.len(), 30);
    for (name, moves) in table {
        let puzzle = bundled::named(name).unwrap();
        let winning = SolutionGraph::new(&puzzle, &SearchSettings::default()).unwrap();
        assert_eq!(
            FewestMoves::new(&winning).unwrap().moves(),
            Some(moves),
            "{name}"
        );
    }
}

#[test]
fn the_small_pegsol_boards_have_the_fewest_moves_of_the_table() {
    let table = include_str!("../../results/pegsol-fewest-moves.csv");
    for row in table
        .lines()
        .skip(1)
        .map(|line| line.split(',').collect::<Vec<_>>())
    {
        if row[1].parse::<usize>().unwrap() > 16 {
            continue;
        }
        let puzzle = bundled::named(row[0]).unwrap();
        let winning = SolutionGraph::new(&puzzle, &one_thread()).unwrap();
        let moves = FewestMoves::new(&winning).unwrap().moves();
        assert_eq!(moves, Some(row[3].parse().unwrap()), "{}", row[0]);
    }
}
