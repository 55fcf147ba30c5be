//! All facts except the counts of solutions, positions and games: sizes of boards, position classes, jump bounds,
//! recorded plans and colour baseball.

use saut::baseball::{Configuration, Strategy, Track, TrackPuzzle as Baseball, counts, distances};
use saut::certify;
use saut::certify::{cone, golden, lattice, pagoda};
use saut::count;
use saut::formats::bundled;
use saut::formats::plan_file::read_plan;
use saut::packages;
use saut::peg::{Board, Cell, Goal, Jump, Position, Puzzle, moves};
use saut::search::bit_board::{BitBoard, bits_of};
use saut::stop::Stop;
use serde_json::{Value, json};

use super::{choose, hole, named, position, settings, without};

/// Facts that are not numbers of the game, with the reason.
const NO_NUMBERS: [(&str, &str); 15] = [
    ("runtime.", "times on the machines of the literature"),
    ("random.ratio", "ratios of such times"),
    ("smt.", "about how a paper writes its formula"),
    (
        "corners.continental",
        "of a board that its source does not define",
    ),
    ("pagoda.other_facets", "unreadable in the source"),
    (
        "pagoda.example.values",
        "weights, taken by pagoda.example.product",
    ),
    ("line7.jump_order", "an order, for the coefficients"),
    ("line7.lattice_coefficients", "one of many combinations"),
    ("line7.cone_coefficients", "fractions, not whole jumps"),
    (
        "busschopp.figures_ending_in_centre",
        "of twelve figures, most of them derived",
    ),
    (
        "busschopp.octagon.pegs",
        "of a figure that the source has in two ways",
    ),
    ("de_marchi.boards", "a number of boards played by hand"),
    (
        "french.four_axis_figures_solved",
        "a find; results/census has all of them",
    ),
    (
        "catalogue.french_figures",
        "of which the catalogue here has every second one",
    ),
    (
        "baseball.recurrence",
        "a formula, whose values are facts of their own",
    ),
];

/// Returns the reason why a fact has no number that can be compared, or `None` if it has one.
pub fn no_number(key: &str) -> Option<&'static str> {
    let computed = ["smt.english.holes_pegs", "smt.english.steps"].contains(&key);
    let found = NO_NUMBERS
        .iter()
        .find(|(prefix, _)| key.starts_with(prefix) && !computed);
    found.map(|&(_, why)| why)
}

/// A prime so large that the rank modulo this prime equals the rank over the rationals.
const PRIME: i64 = 1_000_000_007;

/// Returns the rank modulo `prime` of the jumps of a board as vectors. It equals the rational rank unless `prime`
/// divides certain minors.
fn rank(board: &Board, prime: i64) -> usize {
    let power = |mut base: i64, mut exponent: i64| {
        let mut product = 1;
        while exponent > 0 {
            if exponent % 2 == 1 {
                product = product * base % prime;
            }
            (base, exponent) = (base * base % prime, exponent / 2);
        }
        product
    };
    let row = |&jump: &Jump| {
        let mut row = vec![0_i64; board.len()];
        let [from, over, to] = board.holes_of(jump);
        (row[from], row[over], row[to]) = (prime - 1, prime - 1, 1);
        row
    };
    let mut rows: Vec<Vec<i64>> = board.jumps().iter().map(row).collect();
    let mut rank = 0;
    for column in 0..board.len() {
        let Some(pivot) = (rank..rows.len()).find(|&row| rows[row][column] != 0) else {
            continue;
        };
        rows.swap(rank, pivot);
        let top = rows[rank].clone();
        let inverse = power(top[column], prime - 2);
        for row in &mut rows[rank + 1..] {
            let factor = row[column] * inverse % prime;
            for (entry, above) in row.iter_mut().zip(&top) {
                *entry = (*entry + (prime - factor) * above) % prime;
            }
        }
        rank += 1;
    }
    rank
}

/// Returns the dimension of the relations among the jumps of a board. Modulo 2 there are additional relations: the
/// position classes.
fn relations(board: &Board) -> usize {
    assert!(rank(board, 2) < rank(board, PRIME));
    board.jumps().len() - rank(board, PRIME)
}

/// Returns the number of holes with exactly one neighbour in their row and exactly one in their column.
fn corners(board: &Board) -> usize {
    let is_corner = |cell: &&Cell| {
        let has =
            |x: i16, y: i16| usize::from(board.hole(Cell::new(cell.x + x, cell.y + y)).is_some());
        has(1, 0) + has(-1, 0) == 1 && has(0, 1) + has(0, -1) == 1
    };
    board.cells().iter().filter(is_corner).count()
}

fn same_class(board: &Board, from: u64, to: u64) -> bool {
    BitBoard::fixing(board, &[]).unwrap().same_class(from, to)
}

/// Returns the other cells whose single peg is in the same position class as a single peg in this cell.
fn equivalent(board: &Board, cell: i64) -> Vec<i64> {
    let of = 1 << hole(board, cell);
    let cells =
        (0..board.len()).filter(|&other| 1 << other != of && same_class(board, of, 1 << other));
    let mut names: Vec<i64> = cells.map(|other| name(board.cell(other))).collect();
    names.sort_unstable();
    names
}

fn name(cell: Cell) -> i64 {
    i64::from(cell.x + 1) * 10 + i64::from(7 - cell.y)
}

/// Returns the subsets of the square 33 34 43 44. For each, the flag states whether it is in the position class of a
/// single peg.
fn reduced(board: &Board) -> Vec<(u64, bool)> {
    let square = [33, 34, 43, 44].map(|cell| 1_u64 << hole(board, cell));
    let subset = |bits: usize| {
        (0..4)
            .filter(|at| bits >> at & 1 == 1)
            .map(|at| square[at])
            .sum()
    };
    let single = |of: u64| (0..board.len()).any(|hole| same_class(board, of, 1 << hole));
    (0..16).map(subset).map(|of| (of, single(of))).collect()
}

fn recorded(name: &str) -> (Puzzle, Vec<Jump>) {
    let puzzle = bundled::named(name).unwrap();
    let plans = include_str!("../../data/catalogue-plans.txt");
    let line = plans
        .lines()
        .find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
    let plan = read_plan(&puzzle, line.unwrap(), None).unwrap();
    let jumps = plan.actions().copied().collect();
    (puzzle, jumps)
}

/// Returns the lengths of the moves of a recorded plan.
fn sweeps(name: &str) -> Vec<usize> {
    let (_, jumps) = recorded(name);
    moves(&jumps)
        .iter()
        .map(|sweep| sweep.jumps().len())
        .collect()
}

/// Returns a lower bound on the number of pegs of an army, from the bound on its jumps.
fn army(name: &str) -> usize {
    let puzzle = bundled::named(name).unwrap();
    let bound = cone::fewest_jumps(&puzzle, 2000, &Stop::default());
    usize::try_from(bound.least).unwrap() + 1
}

/// Returns the puzzle of colour baseball with five bases in which every token is one base after its own.
fn baseball() -> Baseball {
    let start = [
        [4, 4].to_vec(),
        [0].to_vec(),
        [1, 1].to_vec(),
        [2, 2].to_vec(),
        [3, 3].to_vec(),
    ];
    Baseball::new("fact", Track::Ring, 2, Configuration::new(start), None).unwrap()
}

/// Returns the jumps inside the three long rows of the English board, each as two masks of 21 bits: the holes that
/// change, and the holes that must have a peg. With `short`, the jumps along the three long columns are left out.
fn jumps_of_a_block(english: &Board, short: bool) -> Vec<(u64, u64)> {
    let compact = BitBoard::fixing(english, &[]).unwrap();
    let (block, long) = (((1_u64 << 21) - 1) << 6, 2..=4);
    let all = english.jumps().iter().zip(compact.masks());
    let inside = all.filter(|(jump, mask)| {
        let leaves = jump.from.x == jump.to.x && long.contains(&jump.from.x);
        mask.touched & !block == 0 && !(short && leaves)
    });
    inside
        .map(|(_, mask)| (mask.touched >> 6, mask.required >> 6))
        .collect()
}

/// Returns the maximum number of jumps that are possible in one position of a block.
fn most_successors(jumps: &[(u64, u64)]) -> usize {
    let applies = |block: u64| {
        jumps
            .iter()
            .filter(|(flip, need)| block & flip == *need)
            .count()
    };
    (0..1 << 21).map(applies).max().unwrap()
}

/// Returns the value that the library computes for a fact.
#[expect(clippy::too_many_lines, reason = "a table: one arm a fact")]
pub fn ours(key: &str, fact: &Value) -> Value {
    let (english, french) = (named("english"), named("french"));
    let central = bundled::named("central").unwrap();
    let english_full = bits_of(&english.full());
    let french_full = bits_of(&french.full());
    match key {
        // The numbers of positions are tested as separate facts.
        "english.percent_17" => json!(per_ten_thousand(26_482_824)),
        "english.percent_16" => json!(per_ten_thousand(20_773_236)),
        "rule_of_three.reduced_positions" => {
            let all = reduced(&english);
            let possible = all.iter().filter(|(_, single)| *single).count();
            let empty = all
                .iter()
                .filter(|&&(of, _)| same_class(&english, of, 0))
                .count();
            json!({"all": all.len(), "empty": empty, "single_peg_possible": possible,
                "single_peg_impossible": all.len() - empty - possible})
        }
        "rule_of_three.winning_reduced_positions" => {
            let winning = reduced(&english).into_iter().filter(|(_, single)| *single);
            let winning: std::collections::BTreeSet<u64> = winning.map(|(of, _)| of).collect();
            let stated = fact["winning"].as_array().unwrap().iter();
            let stated = stated.map(|cells| bits_of(&position(&english, cells)));
            assert_eq!(winning, stated.collect(), "{key}");
            json!(winning.len())
        }
        "rule_of_three.cells_equivalent_to_44" => json!(equivalent(&french, 44)),
        "rule_of_three.cells_equivalent_to_43" => json!(equivalent(&french, 43)),
        "rule_of_three.cells_equivalent_to_33" => json!(equivalent(&french, 33)),
        "rule_of_three.full_board_is_neutral" => json!({
            "english": same_class(&english, english_full, 0),
            "french": same_class(&french, french_full, 0),
        }),
        "french.full_board_signature_wins" => {
            json!((0..37).any(|hole| same_class(&french, french_full, 1 << hole)))
        }
        "french.vacancy_44.single_peg_possible" => {
            let start = bits_of(&without(&french, 44));
            json!((0..37).any(|hole| same_class(&french, start, 1 << hole)))
        }
        "french.centre_to_centre.feasible" => {
            let puzzle = bundled::named("french-central").unwrap();
            json!(certify::quick(&puzzle).unwrap().is_none())
        }
        // By duality, a puzzle outside of the cone is refuted by a pagoda function.
        "french.centre_to_centre.in_rational_cone" => {
            let puzzle = bundled::named("french-central").unwrap();
            json!(pagoda::find(&puzzle, &Stop::default()).is_none())
        }
        "french.start_colour_counts" => {
            let mut counts = [0, 0, 0];
            let start = without(&french, 44);
            start
                .holes()
                .map(|hole| french.cell(hole))
                .for_each(|cell| {
                    counts[usize::try_from((cell.x + cell.y) % 3).unwrap()] += 1;
                });
            json!(counts)
        }
        "french.jumps_centre_to_centre" => {
            json!(bundled::named("french-central").unwrap().jump_range().1)
        }
        "cone.jump5.at_least_4.feasible" | "cone.jump5.at_least_3.feasible" => {
            let (from, to) = (
                english.cell(hole(&english, 55)),
                english.cell(hole(&english, 35)),
            );
            let mut jumps = english.jumps().iter();
            let index = jumps
                .position(|jump| jump.from == from && jump.to == to)
                .unwrap();
            let bound = cone::jump_bound(&central, index, 2000, &Stop::default()).unwrap();
            let times = if key.contains("least_4") { 4 } else { 3 };
            json!(bound.most >= times && (bound.is_reached || bound.most > times))
        }
        "cone.english_centre_to_centre.in_integer_cone" => {
            json!(
                certify::whole_numbers(&central, &Stop::default())
                    .unwrap()
                    .is_none()
            )
        }
        "english.kernel_dimension" => json!(relations(&english)),
        "line7.kernel_dimension" => json!(relations(&named("rectangle-7x1"))),
        "corners.english" => json!(corners(&english)),
        "corners.french" => json!(corners(&french)),
        "parity_classes.english" => {
            let class = |x: i16, y: i16| {
                let cells = english.cells().iter();
                cells
                    .filter(|cell| (cell.x % 2, cell.y % 2) == (x, y))
                    .count()
            };
            json!([class(0, 1), class(1, 0), class(1, 1), class(0, 0)])
        }
        // As in the printed plan, the length is the number of holes, which is one more than the number of jumps.
        "bergholt.longest_sweep" => {
            let sweeps = sweeps("ha-bergholt");
            let longest = *sweeps.iter().max().unwrap();
            let often = sweeps.iter().filter(|&&sweep| sweep == longest).count();
            json!({"length": longest + 1, "how_many": often})
        }
        // A solution has at least 18 moves. So a sweep can have at most the jumps that 17 moves of one jump leave.
        "english.longest_sweep_in_a_solution.upper_bound" => json!(central.jump_range().1 - 17),
        "pagoda.example.product" => {
            let puzzle = pagoda_example(&english, fact);
            let find = pagoda::find(&puzzle, &Stop::default()).unwrap();
            assert!(find.goal_total(&puzzle) > find.total(puzzle.start()));
            json!(example_weights().1(&puzzle))
        }
        "pagoda.middle_of_triplet_never_negative" => {
            let (weights, _) = example_weights();
            let holes = english.jumps().iter().map(|&jump| english.holes_of(jump));
            json!(holes.into_iter().all(|[from, over, to]| {
                weights[from] + weights[over] >= weights[to] && weights[over] >= 0
            }))
        }
        "pagoda.example.pair_in_lattice" | "pagoda.example.pair_in_cone" => {
            let facts = super::file();
            let facts = facts["facts"].as_array().unwrap();
            let pair = facts
                .iter()
                .find(|fact| fact["key"] == "pagoda.example.product");
            let puzzle = pagoda_example(&english, pair.unwrap());
            json!(match key {
                "pagoda.example.pair_in_lattice" => lattice::find(&puzzle).is_none(),
                _ => pagoda::find(&puzzle, &Stop::default()).is_none(),
            })
        }
        "line7.example" => {
            let (start, goal) = line7();
            let peg = |of: &Position, hole| i64::from(of.has(hole));
            let difference: Vec<i64> = (0..7)
                .map(|hole| peg(&goal, hole) - peg(&start, hole))
                .collect();
            json!({"difference": difference})
        }
        "line7.in_integer_cone" => {
            let (start, goal) = line7();
            let goal = Goal::exactly(goal);
            let puzzle = Puzzle::new("line", named("rectangle-7x1"), start, goal).unwrap();
            json!(
                certify::whole_numbers(&puzzle, &Stop::default())
                    .unwrap()
                    .is_none()
            )
        }
        "conway.army.level1" => json!(army("army-1")),
        "conway.army.level2" => json!(army("army-2")),
        "conway.army.level3" => json!(army("army-3")),
        "conway.army.level4" => {
            let pegs = army("army-4");
            json!({"pegs": pegs, "removed": pegs - 1})
        }
        "conway.level5.possible" => {
            json!(golden::find(&bundled::named("army-5").unwrap()).is_none())
        }
        "sizes.table_16_or_17_pegs_4_bytes" => json!(u64::try_from(4 * choose(33, 16)).unwrap()),
        "sizes.bit_table_bytes" => json!(26_482_824 / 8),
        "sizes.blocks_of_21_bits" => json!(1 << 21),
        "sizes.successor_table_4_bytes_MiB" => mebibytes(successors(&english) * 4),
        "sizes.successor_table_3_bytes_MiB" => mebibytes(successors(&english) * 3),
        "sizes.both_tables_MiB" => {
            let both = |bytes| mebibytes(successors(&english) * bytes + (4 << 21));
            json!({"4_bytes": both(4), "3_bytes": both(3)})
        }
        "sizes.max_successors_of_a_21_bit_block" => {
            // With the jumps along the three long columns, the number is the stated value.
            assert_eq!(
                json!(most_successors(&jumps_of_a_block(&english, false))),
                fact["stated"]
            );
            json!(most_successors(&jumps_of_a_block(&english, true)))
        }
        "smt.english.holes_pegs" => {
            json!({"holes": english.len(), "pegs": central.start().pegs()})
        }
        "smt.english.steps" => json!(central.jump_range().0),
        // The fact is about the printed sequence of jumps. Other games leave more pegs.
        "busschopp.cross_of_nine.worst_branch_pegs_left" => {
            let (puzzle, jumps) = recorded("bu-cross-of-nine-dead-end");
            let (_, levels) = count::games(&french, puzzle.start(), &settings()).unwrap();
            let stuck = levels.iter().filter(|level| level.stuck > 0);
            assert_eq!(stuck.map(|level| level.pegs).max(), Some(5));
            json!(puzzle.start().pegs() - jumps.len())
        }
        "busschopp.pyramid_of_sixteen.listed_cells" => {
            json!(position(&french, &super::file()["figures"]["pyramide_a_seize"]).pegs())
        }
        "square_25.program_jumps" => json!(recorded("bu-square-25-program").1.len()),
        "square_25.triple_moves" => {
            let (puzzle, jumps) = recorded("bu-square-25-triples");
            let blocks = packages::blocks(puzzle.board(), puzzle.start(), &jumps);
            assert!(blocks.iter().all(|block| block.name() == "triple removal"));
            json!(blocks.len())
        }
        "corsair.jumps" => {
            let sweeps = sweeps("lu-corsair");
            let (&last, rest) = sweeps.split_last().unwrap();
            let (&sweep, rest) = rest.split_last().unwrap();
            json!({"preliminary": rest.iter().sum::<usize>(), "sweep": sweep, "last": last})
        }
        "corsair.sweeps" => json!(sweeps("lu-corsair").len()),
        "corsair.vacancy_and_goal" => {
            let puzzle = bundled::named("corsair").unwrap();
            let vacant = puzzle.start().complement();
            let cell = |of: &Position| of.holes().map(|hole| name(french.cell(hole))).sum::<i64>();
            json!([cell(&vacant), cell(puzzle.goal().position().unwrap())])
        }
        "catalogue.english_figures" => json!(catalogue("en-").len()),
        "catalogue.english_peg_range" => {
            let pegs = || {
                catalogue("en-")
                    .into_iter()
                    .map(|puzzle| puzzle.start().pegs())
            };
            json!([pegs().min(), pegs().max()])
        }
        "lucas.full_moon.pegs_removed" => json!(recorded("lu-pleine-lune").1.len()),
        "lucas.chapelet.pegs_removed" => json!(recorded("lu-chapelet").1.len()),
        "lucas.quatre-cavaliers.pegs_removed" => json!(recorded("lu-quatre-cavaliers").1.len()),
        "lucas.lecteur.pegs_removed" => json!(recorded("lu-lecteur").1.len()),
        "lucas.lecteur.final_board" => {
            let (puzzle, _) = recorded("lu-lecteur");
            let pegs = puzzle.goal().position().unwrap().holes();
            let mut cells: Vec<i64> = pegs.map(|hole| name(puzzle.board().cell(hole))).collect();
            cells.sort_unstable();
            json!(cells)
        }
        _ => of_baseball(key, fact),
    }
}

fn of_baseball(key: &str, fact: &Value) -> Value {
    if let Some(bases) = key.strip_prefix("baseball.configurations.") {
        let number = counts(bases.parse().unwrap())[0].to_string();
        return number
            .parse::<u64>()
            .map_or(json!(number), |small| json!(small));
    }
    let ring = |bases| distances(Track::Ring, bases, 2, || true).unwrap();
    let steps = |strategy: Strategy| json!(strategy.play(&baseball()).unwrap().len());
    match key {
        "baseball.worst_case.3_bases" => json!(ring(3).worst()),
        "baseball.example.optimal" => json!(ring(5).of(baseball().start())),
        "baseball.example.greedy_sweep" => steps(Strategy::GreedySweep),
        "baseball.example.one_base_at_a_time" => steps(Strategy::OneBaseAtATime),
        // After this many steps, the greedy sweep is back at its first configuration.
        "baseball.example.useless_first_moves" => {
            let puzzle = baseball();
            let (mut at, mut useless) = (puzzle.start().clone(), 0);
            let steps = Strategy::GreedySweep.play(&puzzle).unwrap();
            for (played, step) in (1..).zip(steps) {
                at = at.after(step);
                if at == *puzzle.start() {
                    useless = played;
                }
            }
            json!(useless)
        }
        "baseball.greedy_sweep_terminates" => {
            let worst = |bases: usize| {
                let all = ring(bases);
                let played = all.by_distance().iter().flatten().map(|start| {
                    let puzzle = Baseball::new("all", Track::Ring, 2, start.clone(), None).unwrap();
                    Strategy::GreedySweep.play(&puzzle).unwrap().len()
                });
                played.max()
            };
            let stated = fact["worst_moves"].as_object().unwrap();
            json!(
                stated
                    .iter()
                    .all(|(bases, most)| json!(worst(bases.parse().unwrap())) == *most)
            )
        }
        "baseball.breadth_first_search" => {
            let mut found = serde_json::Map::new();
            for name in fact["computed"].as_object().unwrap().keys() {
                let (bases, track) = name.split_once('_').unwrap();
                let track = if track == "ring" {
                    Track::Ring
                } else {
                    Track::Line
                };
                let all = distances(track, bases.parse().unwrap(), 2, || true).unwrap();
                let by_distance: Vec<usize> = all.by_distance().iter().map(Vec::len).collect();
                found.insert(
                    name.clone(),
                    json!({"configurations": all.configurations(), "worst_case": all.worst(), "by_distance": by_distance}),
                );
            }
            found.into()
        }
        other => panic!("{other} is not known here"),
    }
}

fn catalogue(prefix: &str) -> Vec<Puzzle> {
    let mut puzzles = bundled::all();
    puzzles.retain(|puzzle| puzzle.name().starts_with(prefix));
    puzzles
}

fn line7() -> (Position, Position) {
    (
        Position::from_holes(7, [0, 1, 3, 5, 6]),
        Position::from_holes(7, [0, 6]),
    )
}

/// Returns the share of these boards among all positions with 16 pegs in percent, rounded to four decimal places.
fn per_ten_thousand(boards: u128) -> f64 {
    let share = (boards * 2_000_000 / choose(33, 16)).div_ceil(2);
    f64::from(u32::try_from(share).unwrap()) / 10_000.0
}

fn mebibytes(bytes: usize) -> Value {
    json!(f64::from(u32::try_from(bytes).unwrap()) / f64::from(1 << 20))
}

/// Returns the total number of possible jumps over all positions of a block of 21 bits.
fn successors(english: &Board) -> usize {
    jumps_of_a_block(english, true).len() << 18
}

/// Returns the weights of the example, row by row, and the weight of the goal minus the weight of the start.
fn example_weights() -> (Vec<i64>, impl Fn(&Puzzle) -> i64) {
    let facts = super::file();
    let facts = facts["facts"].as_array().unwrap();
    let values = facts
        .iter()
        .find(|fact| fact["key"] == "pagoda.example.values_in_seed_order");
    let values = values.unwrap()["computed"].as_array().unwrap().iter();
    let weights: Vec<i64> = values.map(|value| value.as_i64().unwrap()).collect();
    let own = weights.clone();
    let total = move |of: &Position| of.holes().map(|hole| own[hole]).sum::<i64>();
    let gap =
        move |puzzle: &Puzzle| total(puzzle.goal().position().unwrap()) - total(puzzle.start());
    (weights, gap)
}

fn pagoda_example(english: &Board, fact: &Value) -> Puzzle {
    let goal = Goal::exactly(position(english, &fact["goal"]));
    Puzzle::new(
        "pair",
        english.clone(),
        position(english, &fact["start"]),
        goal,
    )
    .unwrap()
}
