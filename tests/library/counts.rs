//! The numbers of the literature, from one file: `tests/data/facts.json`.
//!
//! Each fact has the value stated by a source and the value computed by an independent program. If they differ, our
//! number must be the computed one. Every fact and every table in the file must be handled here, so that none is
//! skipped. Facts that are not numbers of the game are listed with the reason. Cells use the notation of Lucas: column
//! from the left, row from below.

mod others;
use std::collections::{BTreeMap, BTreeSet, HashSet};

use saut::certify;
use saut::count::{self, LevelCount, growth_levels};
use saut::explore::{FewestMoves, SolutionGraph};
use saut::peg::{Board, Cell, Goal, Position, Puzzle, boards};
use saut::search::SearchSettings;
use saut::search::bit_board::{BitBoard, Direction};
use saut::stop::Stop;
use serde_json::{Value, json};

fn file() -> Value {
    serde_json::from_str(include_str!("../data/facts.json")).unwrap()
}

fn settings() -> SearchSettings {
    SearchSettings::default()
}

/// Returns the hole of a cell in Lucas's notation, on a board with seven rows.
fn hole(board: &Board, cell: i64) -> usize {
    let (x, y) = (
        i16::try_from(cell / 10).unwrap(),
        i16::try_from(cell % 10).unwrap(),
    );
    board.hole(Cell::new(x - 1, 7 - y)).unwrap()
}

fn position(board: &Board, cells: &Value) -> Position {
    let cells = cells
        .as_array()
        .unwrap()
        .iter()
        .map(|cell| cell.as_i64().unwrap());
    Position::from_holes(board.len(), cells.map(|cell| hole(board, cell)))
}

fn named(name: &str) -> Board {
    boards::named(name).unwrap()
}

fn solutions(board: &Board, start: &Position, goal: Goal) -> u128 {
    let puzzle = Puzzle::new("fact", board.clone(), start.clone(), goal).unwrap();
    count::solutions(&puzzle, &settings()).unwrap().solutions
}

fn one_at(board: &Board, hole: usize) -> Goal {
    Goal::exactly(Position::from_holes(board.len(), [hole]))
}

/// Returns the number of solutions for each cell in which the last peg can be.
fn by_final_cell(board: &Board, start: &Position) -> BTreeMap<String, u128> {
    let cells = (0..board.len()).map(|hole| {
        let cell = board.cell(hole);
        let number = solutions(board, start, one_at(board, hole));
        (format!("{}{}", cell.x + 1, 7 - cell.y), number)
    });
    cells.filter(|&(_, number)| number > 0).collect()
}

/// Returns the first jumps of solutions that end with one peg, as pairs (from, to) in Lucas's notation.
fn first_jumps(board: &Board, start: &Position) -> BTreeSet<(String, String)> {
    let name = |cell: Cell| format!("{}{}", cell.x + 1, 7 - cell.y);
    let jumps = board.jumps().iter().filter(|&&jump| {
        let mut next = start.clone();
        saut::simulate::play(board, &mut next, jump).is_ok()
            && solutions(board, &next, Goal::one_peg(board)) > 0
    });
    jumps.map(|jump| (name(jump.from), name(jump.to))).collect()
}

fn without(board: &Board, cell: i64) -> Position {
    Position::from_holes(board.len(), [hole(board, cell)]).complement()
}

/// Returns the cells in which the last peg may be according to the position class of the start.
fn ends(board: &Board, start: &Position) -> Vec<i64> {
    let end = |&hole: &usize| {
        let puzzle = Puzzle::new("end", board.clone(), start.clone(), one_at(board, hole)).unwrap();
        certify::quick(&puzzle).unwrap().is_none()
    };
    let holes = (0..board.len()).filter(end);
    let mut cells: Vec<i64> = holes
        .map(|hole| board.cell(hole))
        .map(|cell| i64::from(cell.x + 1) * 10 + i64::from(7 - cell.y))
        .collect();
    cells.sort_unstable();
    cells
}

fn choose(n: u128, k: u128) -> u128 {
    (1..=k).fold(1, |product, i| product * (n + 1 - i) / i)
}

/// Returns the maximum number of jumps of one peg in a row on any position: the longest trail of jumps in which every
/// hole is jumped over at most once.
fn longest_trail(board: &Board) -> usize {
    fn go_on(board: &Board, at: Cell, over: &mut HashSet<Cell>) -> usize {
        let mut longest = 0;
        for jump in board.jumps().iter().filter(|jump| jump.from == at) {
            if over.insert(jump.over) {
                longest = longest.max(1 + go_on(board, jump.to, over));
                over.remove(&jump.over);
            }
        }
        longest
    }
    let starts = board.cells().iter();
    starts
        .map(|&cell| go_on(board, cell, &mut HashSet::new()))
        .max()
        .unwrap()
}

/// Returns the number of equivalence classes of jumps under the symmetries of a board.
fn jump_classes(board: &Board) -> usize {
    let symmetries = board.symmetries();
    let least = board
        .jumps()
        .iter()
        .map(|&jump| symmetries.iter().map(|one| one.jump(jump)).min());
    least.collect::<BTreeSet<_>>().len()
}

/// Facts whose computation takes seconds in release mode. They have their own test.
const LONG: [&str; 9] = [
    "english.centre_to_centre.solutions",
    "english.from_centre.total_paths",
    "english.total_paths_over_solutions",
    "english.boards_with_17_pegs.that_can_reach_single_centre",
    "english.boards_with_16_pegs.that_can_reach_single_centre",
    "english.boards_with_17_pegs.reached_from_start",
    "english.one_jump_variants.solutions",
    "english.minimum_sweeps_centre_to_centre",
    "english.minimum_sweep_solutions",
];

/// Returns the value that the library computes for a fact.
#[expect(clippy::too_many_lines, reason = "a table: one arm a fact")]
fn ours(key: &str, fact: &Value, figures: &Value) -> Value {
    let (english, french) = (named("english"), named("french"));
    let figure = |name: &str| position(&french, &figures[name]);
    let to_one = |name: &str| solutions(&french, &figure(name), Goal::one_peg(&french));
    let small = |number: usize| json!(number);
    let large = |number: u128| json!(u64::try_from(number).unwrap());
    if let Some(cells) = fact.get("by_final_cell") {
        let name = match key {
            "busschopp.cross_of_nine.solutions" => "croix_de_neuf",
            "busschopp.calvary_of_fifteen.solutions" => "calvaire_a_quinze",
            _ => "pyramide_a_seize",
        };
        assert_eq!(
            json!(
                by_final_cell(&french, &figure(name))
                    .into_iter()
                    .map(|(cell, number)| (cell, u64::try_from(number).unwrap()))
                    .collect::<BTreeMap<_, _>>()
            ),
            *cells,
            "{key}"
        );
    }
    match key {
        "english.holes" => small(english.len()),
        "french.holes" => small(french.len()),
        "english.triplets" => small(english.jumps().len() / 2),
        "english.jumps" => small(english.jumps().len()),
        "line7.jumps" => small(named("rectangle-7x1").jumps().len()),
        "english.boards_with_16_pegs.all" => large(choose(33, 16)),
        "english.boards_with_17_pegs.all" => large(choose(33, 17)),
        "english.jump_symmetry_classes" => small(jump_classes(&english)),
        "english.longest_single_peg_sweep.any_board" => small(longest_trail(&english)),
        "english.single_peg_ends_from_full_minus_44" => {
            json!(ends(&english, &without(&english, 44)))
        }
        "english.single_vacancy_starts_to_44" => {
            let goal = hole(&english, 44);
            let cells = [14, 41, 44, 47, 74, 15, 42, 34, 36, 45, 54];
            let starts = cells.into_iter().filter(|&cell| {
                let puzzle = Puzzle::new(
                    "start",
                    english.clone(),
                    without(&english, cell),
                    one_at(&english, goal),
                );
                certify::quick(&puzzle.unwrap()).unwrap().is_none()
            });
            json!(starts.collect::<Vec<_>>())
        }
        "english.feasible_pairs" => small(ends(&english, &without(&english, 44)).len() + 4),
        "line7.playable" => {
            let line = named("rectangle-7x1");
            let start = Position::from_holes(7, [0, 1, 3, 5, 6]);
            let goal = Goal::exactly(Position::from_holes(7, [0, 6]));
            json!(solutions(&line, &start, goal) > 0)
        }
        "busschopp.cross_of_six.solutions" => large(to_one("croix_de_six")),
        "busschopp.cross_of_nine.solutions" => large(to_one("croix_de_neuf")),
        "busschopp.cross_of_nine.ending_in_centre" => large(solutions(
            &french,
            &figure("croix_de_neuf"),
            one_at(&french, hole(&french, 44)),
        )),
        "busschopp.cross_of_nine.ending_on_an_edge" => {
            let edges = [14, 41, 47, 74].map(|cell| one_at(&french, hole(&french, cell)));
            let numbers = edges.map(|goal| solutions(&french, &figure("croix_de_neuf"), goal));
            large(numbers.iter().sum())
        }
        "busschopp.cross_of_nine.first_jumps" => {
            let jumps = first_jumps(&french, &figure("croix_de_neuf")).into_iter();
            let number = |text: String| text.parse::<u64>().unwrap();
            let jumps = jumps.map(|(from, to)| [number(from), number(to)]);
            json!(jumps.collect::<Vec<_>>())
        }
        "busschopp.triangle_of_nine.solutions" => large(to_one("triangle_a_neuf")),
        "busschopp.chimney_of_eleven.solutions" => large(to_one("cheminee_a_onze")),
        "busschopp.calvary_of_fifteen.solutions" => large(to_one("calvaire_a_quinze")),
        "busschopp.pyramid_of_sixteen.starting_cells" => {
            let jumps = first_jumps(&french, &figure("pyramide_a_seize")).into_iter();
            let cells: BTreeSet<u64> = jumps.map(|(from, _)| from.parse().unwrap()).collect();
            json!(cells)
        }
        "busschopp.pyramid_of_sixteen.solutions_with_first_peg_24_25_35_45_46" => {
            let start = figure("pyramide_a_seize");
            assert_eq!(
                json!(u64::try_from(to_one("pyramide_a_seize")).unwrap()),
                fact["total"]
            );
            let mut number = 0;
            for &jump in french.jumps() {
                let mut next = start.clone();
                let from = i64::from(jump.from.x + 1) * 10 + i64::from(7 - jump.from.y);
                if [24, 25, 35, 45, 46].contains(&from)
                    && saut::simulate::play(&french, &mut next, jump).is_ok()
                {
                    number += solutions(&french, &next, Goal::one_peg(&french));
                }
            }
            large(number)
        }
        "backward.from_44.by_pegs.prose" => {
            let goal = Position::from_holes(37, [hole(&french, 44)]);
            let levels = leading_to(&french, goal, 8);
            let by_pegs = levels[1..]
                .iter()
                .map(|level| (level.pegs.to_string(), level.boards));
            json!(by_pegs.collect::<BTreeMap<_, _>>())
        }
        _ => others::ours(key, fact),
    }
}

#[test]
fn every_number_of_the_literature_is_ours_or_corrected() {
    let file = file();
    let (mut right, mut corrected, mut long, mut no_numbers) = (0, 0, 0, 0);
    for fact in file["facts"].as_array().unwrap() {
        let key = fact["key"].as_str().unwrap();
        if LONG.contains(&key) {
            long += 1;
            continue;
        }
        if others::no_number(key).is_some() {
            no_numbers += 1;
            continue;
        }
        let ours = ours(key, fact, &file["figures"]);
        assert_eq!(ours, fact["computed"], "{key}");
        match fact["status"].as_str().unwrap() {
            "contradicted" => {
                assert_ne!(ours, fact["stated"], "{key}");
                corrected += 1;
            }
            "verified" => right += 1,
            other => panic!("{key} is {other}, and yet there is a number for it"),
        }
    }
    assert_eq!((right, corrected, long, no_numbers), (85, 10, 9, 32));
}

#[test]
#[should_panic(expected = "is not known here")]
fn an_uncounted_fact_is_noticed() {
    ours("english.some_new_number", &json!({}), &json!({}));
}

/// Returns the positions at each distance from the positions `first`, as sets of bit patterns. Symmetry is not used.
/// The distance is the number of reverse jumps, or with `both`, of jumps and reverse jumps.
fn by_sets(
    compact: &BitBoard,
    first: &HashSet<u64>,
    both: bool,
    distance: usize,
) -> Vec<HashSet<u64>> {
    let mut levels = vec![first.clone()];
    let mut seen = first.clone();
    for _ in 0..distance {
        let mut next = HashSet::new();
        for &position in levels.last().unwrap() {
            for mask in compact.masks() {
                let applies = mask.applies(Direction::Backward, position)
                    || both && mask.applies(Direction::Forward, position);
                // With only reverse jumps, a position cannot be on two levels.
                if applies && (!both || seen.insert(position ^ mask.touched)) {
                    next.insert(position ^ mask.touched);
                }
            }
        }
        levels.push(next);
    }
    levels
}

/// Returns the number of positions of the French board with an axis of symmetry, for each level. An axis is a
/// reflection of the board that fixes the position.
fn with_axis(board: &Board, levels: &[HashSet<u64>]) -> Vec<u64> {
    let mut axes = board.symmetries();
    axes.retain(|symmetry| {
        let image = symmetry.image();
        let fixed = (0..37).filter(|&hole| image[hole] == hole).count();
        (0..37).all(|hole| image[image[hole]] == hole) && fixed > 1 && fixed < 37
    });
    assert_eq!(axes.len(), 4);
    let has_axis = |&&word: &&u64| {
        let position = saut::search::bit_board::position(37, word);
        axes.iter().any(|axis| axis.position(&position) == position)
    };
    let number = |level: &HashSet<u64>| level.iter().filter(has_axis).count() as u64;
    levels.iter().map(number).collect()
}

/// Returns the levels of the positions from which a position is reachable.
fn leading_to(board: &Board, goal: Position, distance: usize) -> Vec<LevelCount> {
    let puzzle = Puzzle::new("", board.clone(), board.full(), Goal::exactly(goal)).unwrap();
    count::leading_to(&puzzle, distance, &settings()).unwrap()
}

/// Returns the numbers of a row at the distances 0 to `distance`, counted with sets. Asserts that the library finds the
/// same numbers.
fn row(board: &Board, quantity: &str, first: &[Position], distance: usize) -> Vec<u64> {
    let both = quantity == "boards_first_met_at_distance_by_jumps_and_reverse_jumps";
    let directions = &Direction::BOTH[usize::from(!both)..];
    let compact = BitBoard::fixing(board, &[]).unwrap();
    let words = first.iter().map(saut::search::bit_board::bits_of).collect();
    let levels = by_sets(&compact, &words, both, distance);
    let counted = growth_levels(board, first, directions, distance, &Stop::default()).unwrap();
    let (found, counted): (Vec<u64>, Vec<u64>) = match quantity {
        "reverse_only_boards_with_an_axis_of_symmetry" => (
            with_axis(board, &levels),
            counted.iter().map(|level| level.with_axis).collect(),
        ),
        "boards_by_reverse_jumps_only"
        | "boards_first_met_at_distance_by_jumps_and_reverse_jumps" => (
            levels.iter().map(|level| level.len() as u64).collect(),
            counted.iter().map(|level| level.boards).collect(),
        ),
        other => panic!("{other} is not known here"),
    };
    assert_eq!(counted, found, "{quantity}");
    found
}

fn tables(distance: usize) {
    fn text<'a>(row: &'a Value, name: &str) -> &'a str {
        row[name].as_str().unwrap()
    }
    let (file, board) = (file(), named("french"));
    // The numbers of the rows that start from positions, by table, row and quantity.
    let mut rows: BTreeMap<[&str; 3], Vec<u64>> = BTreeMap::new();
    let (mut totals, mut factors) = (0, 0);
    for fact in file["tables"].as_array().unwrap() {
        let (table, name, quantity) = (
            text(fact, "table"),
            text(fact, "row"),
            text(fact, "quantity"),
        );
        let place = format!("{table} {name} {quantity}");
        let wanted = fact["computed"].as_array().unwrap();
        let wanted = &wanted[..wanted.len().min(distance + 1)];
        let found: Vec<Value> = if quantity == "growth_factor_of_reverse_only" {
            factors += 1;
            let levels = &rows[&[table, name, "boards_by_reverse_jumps_only"]];
            let factor = |pair: &[u64]| {
                let tenths = (20 * pair[1] / pair[0]).div_ceil(2);
                json!(f64::from(u32::try_from(tenths).unwrap()) / 10.0)
            };
            std::iter::once(Value::Null)
                .chain(levels.windows(2).map(factor))
                .collect()
        } else if fact["from"].is_null() {
            // A total is the sum of the rows whose names begin with this letter.
            totals += 1;
            let letter = if name == "total_winning" { 'G' } else { 'P' };
            let is_part = |key: &[&str; 3]| {
                key[0] == table && key[1].starts_with(letter) && key[2] == quantity
            };
            let parts: Vec<&Vec<u64>> = rows
                .iter()
                .filter(|(key, _)| is_part(key))
                .map(|(_, row)| row)
                .collect();
            assert!(parts.len() >= 7, "{place}");
            (0..wanted.len())
                .map(|level| json!(parts.iter().map(|row| row[level]).sum::<u64>()))
                .collect()
        } else {
            let first = fact["from"].as_array().unwrap().iter();
            let first: Vec<Position> = first.map(|cells| position(&board, cells)).collect();
            let levels = row(&board, quantity, &first, wanted.len() - 1);
            let found = levels.iter().map(|&boards| json!(boards)).collect();
            rows.insert([table, name, quantity], levels);
            found
        };
        assert_eq!(found, wanted, "{place}");
    }
    assert_eq!((rows.len(), totals, factors), (57, 6, 19));
}

#[test]
fn the_french_growth_tables_are_right_to_distance_four() {
    tables(4);
}

/// Run with `cargo test --release --test library counts -- --ignored`.
#[test]
#[ignore = "a minute in release"]
fn the_french_growth_tables_are_right_to_the_end() {
    tables(8);
}

/// Run with `cargo test --release --test library counts -- --ignored`.
#[test]
#[ignore = "seconds in release, minutes in debug"]
fn the_long_counts_of_the_english_board_are_those_of_the_literature() {
    let file = file();
    let fact = |key: &str| {
        let facts = file["facts"].as_array().unwrap();
        let fact = facts.iter().find(|fact| fact["key"] == key).unwrap();
        // If there is no independent computation, the stated value is used.
        let found = fact.get("computed").unwrap_or(&fact["stated"]);
        let text = found
            .as_str()
            .map_or_else(|| found.to_string(), str::to_owned);
        text.parse::<u128>().unwrap()
    };
    let board = named("english");
    let centre = without(&board, 44);
    let end = |cell| one_at(&board, hole(&board, cell));
    assert_eq!(
        solutions(&board, &centre, end(44)),
        fact("english.centre_to_centre.solutions")
    );
    let variant = fact("english.one_jump_variants.solutions");
    for cell in [14, 41, 47, 74] {
        assert_eq!(solutions(&board, &centre, end(cell)), variant);
        assert_eq!(solutions(&board, &without(&board, cell), end(44)), variant);
    }
    let (games, levels) = count::games(&board, &centre, &settings()).unwrap();
    assert_eq!(games, fact("english.from_centre.total_paths"));
    let ratio = games * 1000 / fact("english.centre_to_centre.solutions");
    let facts = file["facts"].as_array().unwrap();
    let stated = facts
        .iter()
        .find(|fact| fact["key"] == "english.total_paths_over_solutions");
    let thousandths = stated.unwrap()["computed"].as_f64().unwrap() * 1000.0;
    assert_eq!(format!("{thousandths:.0}"), ratio.to_string());
    for (level, wanted) in levels.iter().zip(file["levels"].as_array().unwrap()) {
        let ending = &wanted["paths_ending_here"];
        let ending = ending
            .as_str()
            .map_or_else(|| ending.to_string(), str::to_owned);
        assert_eq!(
            json!({"pegs": level.pegs, "boards": level.boards, "boards_up_to_symmetry": level.up_to_symmetry, "stuck_boards": level.stuck}),
            json!({"pegs": wanted["pegs"], "boards": wanted["boards"], "boards_up_to_symmetry": wanted["boards_up_to_symmetry"], "stuck_boards": wanted["stuck_boards"]})
        );
        assert_eq!(level.games_ending.to_string(), ending);
    }
    let goal = Position::from_holes(33, [hole(&board, 44)]);
    let back = leading_to(&board, goal, usize::MAX);
    let with = |pegs: usize, levels: &[LevelCount]| {
        u128::from(
            levels
                .iter()
                .find(|level| level.pegs == pegs)
                .unwrap()
                .boards,
        )
    };
    assert_eq!(
        with(17, &back),
        fact("english.boards_with_17_pegs.that_can_reach_single_centre")
    );
    assert_eq!(
        with(16, &back),
        fact("english.boards_with_16_pegs.that_can_reach_single_centre")
    );
    let reached = count::reachable(&board, &centre, &settings()).unwrap();
    assert_eq!(
        with(17, &reached),
        fact("english.boards_with_17_pegs.reached_from_start")
    );
    let all = |number: fn(&LevelCount) -> u64| reached.iter().map(number).sum::<u64>();
    let reached = json!({"all": all(|level| level.boards), "up_to_symmetry": all(|level| level.up_to_symmetry)});
    assert_eq!(reached, file["reached"]);
    let puzzle = Puzzle::new("central", board.clone(), centre, end(44)).unwrap();
    let winning = SolutionGraph::new(&puzzle, &settings()).unwrap();
    let fewest = FewestMoves::new(&winning).unwrap();
    assert_eq!(
        fewest.moves().map(|moves| moves as u128),
        Some(fact("english.minimum_sweeps_centre_to_centre"))
    );
    assert_eq!(fewest.plans(), Ok(7488));
    assert_eq!(
        fewest.up_to_symmetry().unwrap(),
        fact("english.minimum_sweep_solutions")
    );
}

/// Counts the paths of each length on a line of seven holes by powers of the matrix, and from (I + M)^4.
///
/// A page on the theory divides by k (k - 1) / 2 and by k for the lengths k - 1 and k. The right divisors are the
/// binomial coefficients k and 1.
#[test]
fn paths_follow_from_a_power_of_one_plus_the_matrix_with_the_binomial_coefficients_only() {
    const SIZE: usize = 128;
    type Matrix = Vec<Vec<u64>>;
    let board = boards::named("rectangle-7x1").unwrap();
    let compact = BitBoard::fixing(&board, &[]).unwrap();
    let masks = compact.masks();
    let identity: Matrix = (0..SIZE)
        .map(|row| (0..SIZE).map(|column| u64::from(row == column)).collect())
        .collect();
    let mut matrix = vec![vec![0; SIZE]; SIZE];
    for (from, row) in matrix.iter_mut().enumerate() {
        for mask in masks
            .iter()
            .filter(|mask| mask.applies(Direction::Forward, from as u64))
        {
            row[from ^ usize::try_from(mask.touched).unwrap()] += 1;
        }
    }
    let product = |one: &Matrix, other: &Matrix| -> Matrix {
        let entry = |row: &Vec<u64>, column: usize| {
            row.iter()
                .zip(other)
                .map(|(value, row)| value * row[column])
                .sum()
        };
        one.iter()
            .map(|row| (0..SIZE).map(|column| entry(row, column)).collect())
            .collect()
    };
    let sum = |one: &Matrix, other: &Matrix| -> Matrix {
        let rows = one.iter().zip(other);
        rows.map(|(one, other)| one.iter().zip(other).map(|(a, b)| a + b).collect())
            .collect()
    };
    let powers: Vec<Matrix> = (1..4).fold(vec![matrix.clone()], |mut powers, _| {
        powers.push(product(powers.last().unwrap(), &matrix));
        powers
    });
    let plus = sum(&identity, &matrix);
    let fourth = product(&product(&plus, &plus), &product(&plus, &plus));
    let wrong = |divisors: [u64; 4]| {
        let mut wrong = 0;
        for row in 0..SIZE {
            for column in 0..SIZE {
                let length = powers.iter().position(|power| power[row][column] > 0);
                if let Some(length) = length {
                    let right = powers[length][row][column];
                    let by = divisors[length];
                    let found = fourth[row][column];
                    wrong += usize::from(found % by != 0 || found / by != right);
                }
            }
        }
        wrong
    };
    let pairs =
        (0..SIZE * SIZE).filter(|at| powers.iter().any(|power| power[at / SIZE][at % SIZE] > 0));
    assert_eq!(pairs.count(), 360);
    assert_eq!(wrong([4, 6, 4, 1]), 0);
    assert_eq!(wrong([4, 6, 6, 4]), 64);
}
