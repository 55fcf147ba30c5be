//! Compares [`PegOrder`] with a second player, which was written from the text of the French study.
//!
//! The study numbers cells by two digits, column and row: a step to the right adds 10, a step up adds 1.

use super::{AnyJump, PegOrder, Player};
use crate::baseline::game::BaselineGame;
use crate::transform;
use saut_base::random::Random;
use saut_formats::bundled;
use saut_peg::peg::{Cell, Hole, Puzzle};

const STEPS: [i16; 4] = [10, -10, 1, -1];

/// A figure on the French board; the goal is one peg anywhere.
struct Figure {
    puzzle: Puzzle,
    /// For each number, whether the board has the cell with this number.
    board: [bool; 100],
    /// The list of pegs at the start.
    pegs: Vec<i16>,
}

fn number(cell: Cell) -> i16 {
    10 * (cell.x + 1) + 7 - cell.y
}

impl Figure {
    fn named(name: &str) -> Self {
        Self::new(bundled::named(name).unwrap())
    }

    /// Creates a bundled puzzle, rotated by a quarter turn.
    fn turned(name: &str) -> Self {
        let puzzle = bundled::named(name).unwrap();
        let all = puzzle.board().symmetries();
        let turn = all
            .iter()
            .find(|one| one.name(puzzle.board()) == "quarter turn");
        Self::new(
            transform::image(&puzzle, None, turn.unwrap(), 1)
                .unwrap()
                .puzzle,
        )
    }

    fn new(puzzle: Puzzle) -> Self {
        assert!(puzzle.goal().is_one_peg());
        let mut board = [false; 100];
        for &cell in puzzle.board().cells() {
            board[usize::try_from(number(cell)).unwrap()] = true;
        }
        let holes = puzzle.start().holes();
        let pegs = holes.map(|hole| number(puzzle.board().cells()[hole]));
        Self {
            pegs: pegs.collect(),
            board,
            puzzle,
        }
    }

    fn hole(&self, wanted: i16) -> Hole {
        let cells = self.puzzle.board().cells();
        cells
            .iter()
            .position(|&cell| number(cell) == wanted)
            .unwrap()
    }

    fn has(&self, cell: i16) -> bool {
        usize::try_from(cell).is_ok_and(|cell| self.board.get(cell) == Some(&true))
    }

    /// Plays the first peg of the list that can jump, until no peg can, and updates the list. Returns the cells `from`
    /// and `to` of each jump.
    fn play(&self, list: &mut Vec<i16>) -> Vec<(i16, i16)> {
        let mut jumps = Vec::new();
        while let Some((rank, step)) = self.first(list) {
            let from = list[rank];
            list[rank] = from + 2 * step;
            list.retain(|&peg| peg != from + step);
            jumps.push((from, from + 2 * step));
        }
        jumps
    }

    /// Returns the index and the step of the first peg of the list that can jump.
    fn first(&self, list: &[i16]) -> Option<(usize, i16)> {
        for (rank, &peg) in list.iter().enumerate() {
            for step in STEPS {
                let is_right = list.contains(&(peg + step))
                    && self.has(peg + 2 * step)
                    && !list.contains(&(peg + 2 * step));
                if is_right {
                    return Some((rank, step));
                }
            }
        }
        None
    }

    /// Returns the number of winning orders of the pegs, and the number of all orders.
    fn count(&self) -> (u64, u64) {
        let (mut won, mut all) = (0, 0);
        let mut list = Vec::with_capacity(self.pegs.len());
        each_order(&mut self.pegs.clone(), 0, &mut |order| {
            list.clear();
            list.extend_from_slice(order);
            self.play(&mut list);
            won += u64::from(list.len() == 1);
            all += 1;
        });
        (won, all)
    }

    /// Returns the number of winning orders among `games` random orders.
    fn sample(&self, games: u64, seed: u64) -> u64 {
        let game = BaselineGame::new(&self.puzzle);
        let mut player = PegOrder::new(&game, seed);
        let wins = (0..games).filter(|_| {
            player.begin();
            let mut bits = game.puzzle.start().clone();
            while let Some(jump) = player.choose(&bits) {
                game.turn(&mut bits, jump);
            }
            player.order.len() == 1
        });
        wins.count() as u64
    }
}

/// Calls `call` with every permutation of the items from index `place` on.
fn each_order(items: &mut [i16], place: usize, call: &mut impl FnMut(&[i16])) {
    if place + 1 >= items.len() {
        return call(items);
    }
    for other in place..items.len() {
        items.swap(place, other);
        each_order(items, place + 1, call);
        items.swap(place, other);
    }
}

#[expect(clippy::cast_precision_loss, reason = "a share")]
fn share((part, whole): (u64, u64)) -> f64 {
    part as f64 / whole as f64
}

/// Whether a sample is within five standard deviations of its expected value.
fn fits(won: u64, games: u64, chance: f64) -> bool {
    let deviation = (chance * (1.0 - chance) / share((games, 1))).sqrt();
    (share((won, games)) - chance).abs() <= 5.0 * deviation
}

#[test]
fn an_order_plays_the_jumps_of_a_player_written_from_the_text() {
    let (mut random, mut won) = (Random::new(5), 0);
    for name in [
        "cross-of-six",
        "chimney",
        "pyramid",
        "double-cross",
        "octagon",
    ] {
        let figure = Figure::named(name);
        let game = BaselineGame::new(&figure.puzzle);
        let mut player = PegOrder::new(&game, 0);
        for _ in 0..200 {
            let mut list = figure.pegs.clone();
            random.shuffle(&mut list);
            player.order = list.iter().map(|&peg| figure.hole(peg)).collect();
            let wanted: Vec<[Hole; 2]> = figure
                .play(&mut list)
                .iter()
                .map(|&(from, to)| [figure.hole(from), figure.hole(to)])
                .collect();
            let (mut bits, mut made) = (game.puzzle.start().clone(), Vec::new());
            while let Some(jump) = player.choose(&bits) {
                game.turn(&mut bits, jump);
                let [from, _, to] = game.jumps[jump];
                made.push([from, to]);
            }
            assert_eq!(made, wanted, "{name}");
            let left: Vec<Hole> = list.iter().map(|&peg| figure.hole(peg)).collect();
            assert_eq!(player.order, left, "{name}");
            won += usize::from(left.len() == 1);
        }
    }
    assert!(won > 0);
}

#[test]
fn the_list_goes_as_the_study_prints_it_for_the_cross_of_nine() {
    let figure = Figure::named("cross-of-nine");
    let game = BaselineGame::new(&figure.puzzle);
    let mut player = PegOrder::new(&game, 0);
    let lists: [&[i16]; 9] = [
        &[24, 34, 44, 54, 64, 45, 46, 42, 43],
        &[14, 44, 54, 64, 45, 46, 42, 43],
        &[14, 34, 64, 45, 46, 42, 43],
        &[14, 34, 64, 44, 42, 43],
        &[14, 64, 24, 42, 43],
        &[34, 64, 42, 43],
        &[34, 64, 44],
        &[54, 64],
        &[74],
    ];
    let jumps = [
        (34, 14),
        (54, 34),
        (46, 44),
        (44, 24),
        (14, 34),
        (42, 44),
        (34, 54),
        (54, 74),
    ];
    let holes = |list: &[i16]| -> Vec<Hole> { list.iter().map(|&peg| figure.hole(peg)).collect() };
    player.order = holes(lists[0]);
    for ((from, to), list) in jumps.into_iter().zip(&lists[1..]) {
        let over = figure.hole(i16::midpoint(from, to));
        let holes_of_jump = [figure.hole(from), over, figure.hole(to)];
        let jump = game.jumps.iter().position(|&it| it == holes_of_jump);
        let from = figure.hole(from);
        let place = player.order.iter().position(|&hole| hole == from);
        player.play(place.unwrap(), jump.unwrap());
        assert_eq!(player.order, holes(list));
    }
}

/// Checks, for figures and their rotations, that a sample of orders has the same share of wins as all orders. Returns
/// the number of winning orders of each figure and rotation.
fn compare(names: &[&str], games: u64) -> Vec<u64> {
    let figures = names.iter().flat_map(|name| {
        [("", Figure::named(name)), (" turned", Figure::turned(name))].map(|it| (name, it))
    });
    let won = figures.map(|(name, (lies, figure))| {
        let (won, all) = figure.count();
        let (drawn, chance) = (figure.sample(games, 3), share((won, all)));
        println!("{name}{lies}: {won} of {all} orders win; of {games} drawn orders, {drawn} win");
        assert!(fits(drawn, games, chance), "{name}{lies}");
        // The sample is large enough to exclude twice the probability.
        assert!(
            won == 0 || !fits(drawn, games, 2.0 * chance),
            "{name}{lies}"
        );
        won
    });
    won.collect()
}

#[test]
fn sampled_orders_win_like_all_and_the_position_of_a_figure_matters() {
    let won = compare(&["cross-of-six", "triangle-of-nine"], 20_000);
    // All figures have solutions, but for some of them no order of pegs wins.
    let wins: Vec<bool> = won.iter().map(|&won| won > 0).collect();
    assert_eq!(wins, [true, false, false, true]);
}

/// Prints the exact numbers of `results/random-orders.md` in a few minutes: `cargo test --release -p saut-puzzles --lib
/// -- --ignored --nocapture all_orders`
#[test]
#[ignore = "forty million orders"]
fn all_orders_of_the_figures_of_up_to_eleven_pegs_are_counted() {
    compare(
        &[
            "cross-of-six",
            "cross-of-nine",
            "triangle-of-nine",
            "chimney",
        ],
        1_000_000,
    );
}

#[test]
fn one_of_the_four_first_jumps_of_the_central_game_is_kept() {
    for (name, kept) in [("central", 1), ("corsair", 2)] {
        let puzzle = bundled::named(name).unwrap();
        let game = BaselineGame::new(&puzzle);
        let mut player = AnyJump::new(&game, true, 0);
        player.choose(game.puzzle.start());
        assert_eq!(player.playable.len(), kept, "{name}");
    }
}
