//! Tests of the win oracle: its answers are true, and most do not need a decision.

use std::thread::sleep;
use std::time::Duration;

use super::{WinOracle, WinningPositions, winning};
use crate::decide::Settings;
use crate::play::Game;
use saut_base::random::Random;
use saut_base::stop::Stop;
use saut_peg::peg::{Board, Goal, Jump, Position, Puzzle, boards};

fn game(board: &str, vacant: usize, goal: impl Fn(&Board) -> Goal) -> Game {
    let board = boards::named(board).unwrap();
    let mut start = board.full();
    start.set(vacant, false);
    let goal = goal(&board);
    Game::new(Puzzle::new("p", board, start, goal).unwrap())
}

/// Returns the first jump that leads to a dead position, if there is one.
fn blunder(game: &Game, oracle: &mut WinOracle) -> Option<Jump> {
    let jumps = game.board().jumps().iter().copied();
    let mut blunders = jumps.filter(|&jump| {
        let mut next = game.clone();
        next.play(jump).is_ok()
            && oracle
                .look(next.positions(), &Settings::default())
                .unwrap()
                .winnable
                == Some(false)
    });
    blunders.next()
}

#[test]
fn undoing_leads_to_the_position_before_the_mistake() {
    let mut game = game("square-4", 1, Goal::one_peg);
    let mut oracle = WinOracle::new(game.puzzle().clone());
    let outlook = oracle.look(game.positions(), &Settings::default()).unwrap();
    assert_eq!(outlook.winnable, Some(true));
    assert!(game.follow(outlook.plan));
    let blunder = loop {
        if let Some(jump) = blunder(&game, &mut oracle) {
            break jump;
        }
        game.play(game.ahead()[0]).unwrap();
    };
    let before = game.played().len();
    game.play(blunder).unwrap();
    while let Some(jump) = (0..16).find_map(|hole| game.jumps_from(hole).first().copied()) {
        game.play(jump).unwrap();
    }
    let settings = Settings::default();
    let last = oracle.last_winning(game.positions(), &settings).unwrap();
    assert_eq!(last, Some(before));
}

#[test]
fn a_plan_answers_for_every_position_on_it_without_another_question() {
    let mut game = game("square-9", 40, Goal::one_peg);
    let mut oracle = WinOracle::new(game.puzzle().clone());
    let settings = Settings::default();
    let plan = oracle.look(game.positions(), &settings).unwrap().plan;
    for jump in plan {
        assert!(oracle.recall(game.positions(), &settings.stop).is_some());
        game.play(jump).unwrap();
    }
    assert!(game.is_won());
}

/// Returns the central game on the English board.
fn central() -> Game {
    game("english", 16, |_| {
        Goal::exactly(Position::from_holes(33, [16]))
    })
}

#[test]
fn many_questions_of_games_on_the_english_board_need_no_decision() {
    let mut oracle = WinOracle::new(central().puzzle().clone());
    let (mut asked, mut unknown) = (0, 0);
    for seed in 0..6 {
        let (mut game, mut random) = (central(), Random::new(seed));
        loop {
            asked += 1;
            let known = oracle.recall(game.positions(), &Stop::default());
            unknown += usize::from(known.is_none());
            let mut jumps: Vec<Jump> = (0..33).flat_map(|hole| game.jumps_from(hole)).collect();
            random.shuffle(&mut jumps);
            match jumps.pop() {
                Some(jump) => game.play(jump).unwrap(),
                None => break,
            }
        }
    }
    assert!(
        asked > 100 && unknown * 3 < asked * 2,
        "{unknown} of {asked}"
    );
}

/// Waits until the oracle knows all winning positions of a game.
fn wait(oracle: &mut WinOracle, game: &Game) {
    let is_known = |winning: &WinningPositions| winning.all.is_some();
    while !oracle.winning.as_ref().is_some_and(is_known) {
        oracle.recall(game.positions(), &Stop::default());
        assert!(!oracle.winning.as_ref().unwrap().is_given_up);
        sleep(Duration::from_millis(5));
    }
}

#[test]
fn once_all_winning_positions_are_known_every_question_is_answered() {
    let puzzle = game("rectangle-4x5", 3, Goal::one_peg).puzzle().clone();
    let mut oracle = WinOracle::new(puzzle.clone());
    let stop = Settings::default().stop;
    wait(&mut oracle, &Game::new(puzzle.clone()));
    oracle.endings = None;
    for seed in 0..20 {
        let mut game = Game::new(puzzle.clone());
        let mut random = Random::new(seed);
        let mut was_dead = false;
        loop {
            let outlook = oracle.recall(game.positions(), &stop).unwrap();
            let winnable = outlook.winnable.unwrap();
            assert!(!(was_dead && winnable));
            was_dead = !winnable;
            assert_eq!(outlook.solutions.unwrap() > 0, winnable);
            assert!(game.clone().follow(outlook.plan));
            let holes = 0..20;
            let mut jumps: Vec<Jump> = holes.flat_map(|hole| game.jumps_from(hole)).collect();
            random.shuffle(&mut jumps);
            match jumps.pop() {
                Some(jump) => game.play(jump).unwrap(),
                None => break,
            }
        }
        assert_eq!(game.is_won(), !was_dead);
    }
}

#[test]
fn winning_positions_begin_further_on_in_a_game_that_they_do_not_cover() {
    let mut game = game("square-4", 1, Goal::one_peg);
    let mut oracle = WinOracle::new(game.puzzle().clone());
    let stop = Settings::default().stop;
    let plan = oracle.look(game.positions(), &Settings::default());
    game.follow(plan.unwrap().plan);
    for _ in 0..3 {
        game.play(game.ahead()[0]).unwrap();
    }
    // This game does not pass through the position from which the winning positions are computed.
    let elsewhere = [game.position().clone()];
    oracle.recall(&elsewhere, &stop);
    let begins = oracle.winning.as_ref().unwrap().from.clone();
    assert_eq!(begins, elsewhere[0]);
    // An earlier position of a game does not restart the computation.
    oracle.recall(&game.positions()[..2], &stop);
    assert_eq!(oracle.winning.as_ref().unwrap().from, begins);
}

#[test]
fn successors_of_a_dead_position_are_dead_without_search() {
    let board = boards::named("rectangle-6x1").unwrap();
    let start = Position::from_holes(6, [0, 1, 3, 4]);
    let goal = Goal::exactly(Position::from_holes(6, [0]));
    let mut game = Game::new(Puzzle::new("p", board, start, goal).unwrap());
    let mut oracle = WinOracle::new(game.puzzle().clone());
    oracle.endings = None;
    let settings = Settings::default();
    assert_eq!(oracle.recall(game.positions(), &settings.stop), None);
    let outlook = oracle.look(game.positions(), &settings).unwrap();
    assert_eq!(outlook.winnable, Some(false));
    game.play(game.jump_between(0, 2).unwrap()).unwrap();
    let recalled = oracle.recall(game.positions(), &settings.stop);
    assert_eq!(recalled.and_then(|outlook| outlook.winnable), Some(false));
    let alone = &game.positions()[1..];
    assert_eq!(oracle.recall(alone, &settings.stop), None);
}

#[test]
fn a_game_that_was_never_winnable_has_no_winning_position() {
    let corner = |_: &Board| Goal::exactly(Position::from_holes(9, [0]));
    let game = game("square-3", 1, corner);
    let mut oracle = WinOracle::new(game.puzzle().clone());
    let settings = Settings::default();
    assert_eq!(
        oracle.look(game.positions(), &settings).unwrap().winnable,
        Some(false)
    );
    assert_eq!(
        oracle.last_winning(game.positions(), &settings).unwrap(),
        None
    );
}

#[test]
fn winning_positions_are_missing_without_a_solution_on_large_boards_and_after_a_stop() {
    let corner = game("square-3", 1, |_| {
        Goal::exactly(Position::from_holes(9, [0]))
    });
    let none = winning(corner.puzzle(), &Stop::default()).unwrap();
    assert_eq!(
        (none.all(), super::plan(&none, corner.position())),
        (0, Vec::new())
    );
    let large = game("square-9", 40, Goal::one_peg);
    assert!(winning(large.puzzle(), &Stop::default()).is_none());
    let stop = Stop::default();
    let growing = WinningPositions::begin(
        game("english", 16, Goal::one_peg).puzzle().clone(),
        stop.clone(),
    );
    drop(growing);
    assert!(stop.stop_reason().is_some());
    assert!(winning(central().puzzle(), &stop).is_none());
}
