//! Checks before a release: two methods that share only the rules decide many puzzles.
//!
//! The tests are ignored by default. Each test prints its measurements: `cargo test --release --test slow release --
//! --ignored --nocapture --test-threads 1`.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::{Duration, Instant};

use saut::certify;
use saut::count;
use saut::decide::{EncodingChoice, Settings, Verdict, decide};
use saut::encode::Encoding;
use saut::formats::toml_file::write_toml;
use saut::peg::{Board, Expectation, Goal, Position, Puzzle, boards};
use saut::search::{ExhaustiveResult, SearchSettings, exhaustive};
use saut::simulate;
use saut::stop::Stop;

/// A generator of pseudo-random numbers that does not depend on the library.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 ^ self.0 >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 20
    }

    fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % bound as u64).unwrap()
    }

    /// Returns a random position with this number of pegs. All such positions are equally likely.
    fn position(&mut self, holes: usize, pegs: usize) -> Position {
        let mut order: Vec<usize> = (0..holes).collect();
        for last in (1..holes).rev() {
            order.swap(last, self.below(last + 1));
        }
        Position::from_holes(holes, order.into_iter().take(pegs))
    }

    /// Returns a position after this number of random jumps, or fewer if no jump is left.
    fn played(&mut self, board: &Board, start: &Position, jumps: usize) -> Position {
        let mut position = start.clone();
        for _ in 0..jumps {
            let children: Vec<Position> = board
                .jumps()
                .iter()
                .filter_map(|&jump| {
                    let mut next = position.clone();
                    simulate::play(board, &mut next, jump).ok().map(|()| next)
                })
                .collect();
            if children.is_empty() {
                break;
            }
            position = children[self.below(children.len())].clone();
        }
        position
    }
}

fn english_or_french(numbers: &mut Numbers) -> (&'static str, Arc<Board>) {
    let name = ["english", "french"][numbers.below(2)];
    (name, Arc::new(boards::named(name).unwrap()))
}

fn one_thread() -> Settings {
    Settings {
        threads: NonZeroUsize::new(1),
        ..Settings::default()
    }
}

/// Decides a puzzle by the exhaustive search, without criteria, pagoda functions or formulas.
fn by_search(puzzle: &Puzzle) -> Option<bool> {
    let settings = SearchSettings {
        stop: Stop::new(Some(Duration::from_secs(300)), Some(6144)),
        threads: 1,
        ..SearchSettings::default()
    };
    match exhaustive(puzzle, &settings) {
        Ok(ExhaustiveResult::Plan(plan)) => {
            simulate::replay(puzzle, plan).unwrap();
            Some(true)
        }
        Ok(ExhaustiveResult::Infeasible(_)) => Some(false),
        Err(_) => None,
    }
}

/// Run with `cargo test --release --test slow -- --ignored --nocapture random_pairs`.
#[test]
#[ignore = "a minute in release"]
fn three_hundred_random_pairs_agree_with_explicit_search() {
    let mut numbers = Numbers(300);
    let (mut by_decide, mut alone) = (Duration::ZERO, Duration::ZERO);
    let mut verdicts = [0; 2];
    let mut slowest = (Duration::ZERO, String::new());
    for number in 0..300 {
        let (_, board) = english_or_french(&mut numbers);
        let pegs = 10 + numbers.below(11);
        let start = numbers.position(board.len(), pegs);
        let goal = match number % 3 {
            // The goal is reached by random play, so there is a plan.
            0 => {
                let jumps = numbers.below(pegs - 1);
                Goal::exactly(numbers.played(&board, &start, jumps))
            }
            1 => {
                let left = 1 + numbers.below(pegs - 1);
                Goal::exactly(numbers.position(board.len(), left))
            }
            _ => Goal::one_peg(&board),
        };
        let name = format!("random-{number}");
        let puzzle = Puzzle::new(name, Arc::clone(&board), start, goal).unwrap();
        let since = Instant::now();
        let decision = decide(&puzzle, &one_thread()).unwrap();
        let took = since.elapsed();
        by_decide += took;
        if took > slowest.0 {
            slowest = (took, puzzle.name().to_owned());
        }
        let solved = match decision.verdict {
            Verdict::Solved(_) => true,
            Verdict::Infeasible(_) => false,
            Verdict::Undecided(why) => panic!("{}: {why:?}", puzzle.name()),
        };
        let since = Instant::now();
        assert_eq!(by_search(&puzzle), Some(solved), "{}", puzzle.name());
        alone += since.elapsed();
        verdicts[usize::from(solved)] += 1;
    }
    println!(
        "300 pairs: {} solved, {} infeasible; decide {by_decide:.1?} (slowest {:.1?}, {}), search alone {alone:.1?}",
        verdicts[1], verdicts[0], slowest.0, slowest.1
    );
}

/// Returns the single-vacancy games of a board, up to symmetry.
fn single_vacancy_games(board: &Arc<Board>) -> Vec<Puzzle> {
    let group = board.symmetries();
    let mut games = Vec::new();
    for vacancy in 0..board.len() {
        let stays: Vec<_> = group
            .iter()
            .filter(|symmetry| symmetry.image()[vacancy] == vacancy)
            .collect();
        if group
            .iter()
            .any(|symmetry| symmetry.image()[vacancy] < vacancy)
        {
            continue;
        }
        for last in 0..board.len() {
            if stays.iter().any(|symmetry| symmetry.image()[last] < last) {
                continue;
            }
            let start = Position::from_holes(board.len(), [vacancy]).complement();
            let goal = Goal::exactly(Position::from_holes(board.len(), [last]));
            let name = format!("{vacancy}-{last}");
            games.extend(Puzzle::new(name, Arc::clone(board), start, goal));
        }
    }
    games
}

/// Run with `cargo test --release --test slow -- --ignored --nocapture single_vacancy`.
#[test]
#[ignore = "minutes in release"]
fn single_vacancy_games_of_the_bundled_boards_up_to_39_holes_are_decided() {
    let mut undecided = Vec::new();
    for name in [
        "triangle-4",
        "triangle-5",
        "triangle-6",
        "triangle-7",
        "triangle-8",
        "square-3",
        "square-4",
        "square-5",
        "square-6",
        "rectangle-6x4",
        "english",
        "french",
    ] {
        let board = Arc::new(boards::named(name).unwrap());
        assert!(board.len() <= 39);
        let since = Instant::now();
        let (mut counts, mut slowest) = ([0; 2], Duration::ZERO);
        let games = single_vacancy_games(&board);
        let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
        for puzzle in &games {
            let settings = Settings {
                stop: Stop::new(Some(Duration::from_secs(180)), Some(8192)),
                ..Settings::default()
            };
            let began = Instant::now();
            match decide(puzzle, &settings).unwrap().verdict {
                Verdict::Solved(_) => counts[1] += 1,
                Verdict::Infeasible(certificate) => {
                    counts[0] += 1;
                    *reasons.entry(certificate.kind()).or_default() += 1;
                }
                Verdict::Undecided(why) => {
                    undecided.push(format!("{name} {}: {why:?}", puzzle.name()));
                }
            }
            slowest = slowest.max(began.elapsed());
        }
        println!(
            "{name}: {} games, {} solved, {} infeasible {reasons:?}, {:.1?} in all, slowest {slowest:.1?}",
            games.len(),
            counts[1],
            counts[0],
            since.elapsed()
        );
    }
    assert!(undecided.is_empty(), "{undecided:?}");
}

/// Finds the pairs in `instances/hard-infeasible.toml`. Run with `cargo test --release --test slow -- --ignored
/// --nocapture hard_infeasible`.
#[test]
#[ignore = "a minute in release; prints the pairs"]
fn hard_infeasible_pairs_come_up_among_random_ones() {
    let mut numbers = Numbers(14);
    let mut found = Vec::new();
    for number in 0..20_000 {
        let (name, board) = english_or_french(&mut numbers);
        let pegs = 14 + numbers.below(7);
        let start = numbers.position(board.len(), pegs);
        let left = 1 + numbers.below(4);
        let goal = Goal::exactly(numbers.position(board.len(), left));
        let on_board = found.iter().filter(|(board, _, _)| *board == name).count();
        if on_board == 8 {
            continue;
        }
        let puzzle = Puzzle::new("pair", Arc::clone(&board), start, goal).unwrap();
        if certify::quick(&puzzle).unwrap().is_some() || by_search(&puzzle) != Some(false) {
            continue;
        }
        let by_proof = Settings {
            criteria: false,
            encoding: Some(EncodingChoice::Fixed(Encoding::SEQUENTIAL)),
            stop: Stop::new(Some(Duration::from_secs(4)), None),
            ..one_thread()
        };
        let since = Instant::now();
        let Verdict::Infeasible(certificate) = decide(&puzzle, &by_proof).unwrap().verdict else {
            println!("# {name} {number}, {pegs} to {left} pegs: not proved in time");
            continue;
        };
        println!(
            "# {name} {number}, {pegs} to {left} pegs: {} in {:.2?}",
            certificate.kind(),
            since.elapsed()
        );
        found.push((name, number, puzzle));
        if found.len() == 16 {
            break;
        }
    }
    for name in ["english", "french"] {
        let here = found.iter().filter(|(board, _, _)| *board == name);
        for (index, (_, number, puzzle)) in (1..).zip(here) {
            let called = format!("hard-{}-{index:02}", &name[..2]);
            let (board, start) = (puzzle.board().clone(), puzzle.start().clone());
            let mut hard = Puzzle::new(called, board, start, puzzle.goal().clone()).unwrap();
            let (pegs, left) = (puzzle.start().pegs(), puzzle.goal().pegs().pegs());
            let what = "infeasible although it passes every linear test";
            hard.title = Some(format!("{name} board: {pegs} pegs to {left}, {what}"));
            let test = "hard_infeasible_pairs_come_up_among_random_ones";
            hard.source = Some(format!("random pair {number} of the test {test}"));
            hard.expect = Expectation::Infeasible;
            println!("\n{}", write_toml(&[hard]));
        }
    }
}

#[test]
#[ignore = "seconds in release, minutes in debug"]
fn all_games_of_the_central_start_are_as_many_as_in_the_literature() {
    let board = boards::named("english").unwrap();
    let start = Position::from_holes(33, [16]).complement();
    let (games, levels) = count::games(&board, &start, &SearchSettings::default()).unwrap();
    assert_eq!(games, 577_116_156_815_309_849_672);
    assert_eq!(
        levels.iter().map(|level| level.boards).sum::<u64>(),
        187_636_299
    );
    assert_eq!(
        levels.iter().map(|level| level.up_to_symmetry).sum::<u64>(),
        23_475_688
    );
    let stuck: Vec<u64> = levels.iter().map(|level| level.stuck).collect();
    let expected = [
        0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 8, 4, 0, 28, 66, 40, 176, 302, 816, 2675, 6890, 15_122,
        25_846, 33_891, 33_051, 23_722, 13_142, 4987, 1295, 254, 28, 5,
    ];
    assert_eq!(stuck, expected);
    let at = |pegs| {
        levels
            .iter()
            .find(|level| level.pegs == pegs)
            .map(|level| level.boards)
    };
    assert_eq!((at(17), at(16)), (Some(20_773_236), Some(26_482_824)));
}
