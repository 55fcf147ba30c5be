use super::layout::Rectangle;
use super::{Clearings, View, clear, concrete_goals, divisions, plan};
use crate::decide::Settings;
use crate::decide::part::PartSolver;
use saut_base::stop::Stop;
use saut_criteria::certify;
use saut_peg::peg::{Cell, Goal, Position, Puzzle, boards};
use saut_peg::simulate;
use saut_plan::engine::Budget;
use saut_task::plan::Plan;

/// Returns the single-vacancy problem with this vacancy and last peg, each given by column and row.
fn game(board: &str, vacancy: (i16, i16), last: (i16, i16)) -> Puzzle {
    let board = boards::named(board).unwrap();
    let [vacancy, last] = [vacancy, last].map(|(x, y)| board.hole(Cell::new(x, y)).unwrap());
    Puzzle::single_vacancy("game", board, vacancy, Some(last)).unwrap()
}

fn jumps(puzzle: &Puzzle) -> Option<usize> {
    let settings = Settings::default();
    let mut solver = PartSolver {
        backends: &settings.backends().unwrap(),
        budget: &mut Budget::unlimited(&settings.stop),
        settings: settings.clone(),
    };
    let found = plan(&divisions(puzzle), &mut solver).unwrap()?;
    let plan = simulate::replay(puzzle, Plan::sequential(found)).unwrap();
    Some(plan.jumps().len())
}

#[test]
fn squares_come_apart_wherever_the_vacancy_is_seen_from() {
    for (board, vacancy, last, wanted) in [
        ("square-11", (0, 2), (1, 2), 119),
        ("square-12", (6, 6), (6, 6), 142),
        ("square-12", (5, 6), (5, 6), 142),
        ("square-18", (9, 9), (9, 9), 322),
    ] {
        let puzzle = game(board, vacancy, last);
        assert_eq!(jumps(&puzzle), Some(wanted), "{board} {vacancy:?}");
    }
}

#[test]
fn unsuitable_boards_are_left_to_other_engines() {
    let german = game("german", (4, 4), (4, 4));
    assert!(divisions(&german).is_empty());
    assert!(!divisions(&game("square-9", (4, 4), (4, 4))).is_empty());
    assert_eq!(jumps(&german), None);
    // Infeasible, because the position classes differ.
    assert_eq!(jumps(&game("square-9", (4, 4), (4, 5))), None);
    let anywhere = |board: &str, vacancy| {
        let board = boards::named(board).unwrap();
        divisions(&Puzzle::single_vacancy("game", board, vacancy, None).unwrap())
    };
    assert!(!anywhere("square-9", 40).is_empty());
    // With this vacancy, the position class does not admit a single peg in any hole.
    assert!(anywhere("square-10", 55).is_empty());
}

#[test]
fn open_goals_are_met_within_the_position_class() {
    let board = boards::named("square-12").unwrap();
    let start = Position::from_holes(144, [78]).complement();
    let with = |goal: Goal| Puzzle::new("choice", board.clone(), start.clone(), goal).unwrap();
    let several = Position::from_holes(144, [0, 77, 78, 143]);
    let middle = Position::from_holes(144, 65..=91);
    let anywhere = with(Goal::one_peg(&board));
    let open = with(Goal::partial(&board.empty(), middle.clone()));
    for puzzle in [&anywhere, &with(Goal::one_peg_in(several)), &open] {
        let found = concrete_goals(puzzle, 5);
        assert!(!found.is_empty() && found.len() <= 5);
        for position in &found {
            assert!(puzzle.goal().is_met_by(position));
            let exact = with(Goal::exactly(position.clone()));
            assert!(certify::class::find(&exact).is_none());
        }
        assert!(jumps(puzzle).is_some(), "{:?}", puzzle.goal());
    }
    // With a goal of one peg, the hole nearest to the vacancy comes first; here it is the vacancy itself.
    assert_eq!(
        concrete_goals(&anywhere, 1)[0],
        Position::from_holes(144, [78])
    );
    let exact = with(Goal::exactly(middle.clone()));
    assert_eq!(concrete_goals(&exact, 5), [middle]);
    // A position that meets the goal with one peg has another class than the start; with two pegs, the classes agree.
    let two = with(Goal::partial(
        &Position::from_holes(144, [66]),
        middle_but(66),
    ));
    let found = concrete_goals(&two, 200);
    assert!(found.iter().all(|position| position.has(66)));
}

/// Returns a position with pegs near the middle, except in this hole.
fn middle_but(hole: usize) -> Position {
    let mut position = Position::from_holes(144, 65..=91);
    position.set(hole, false);
    position
}

#[test]
fn a_core_with_fewer_pegs_than_its_goal_is_passed_over() {
    // A large area inside the core is vacant, and the goal has a few pegs in this area.
    let board = boards::named("square-12").unwrap();
    let inside = |hole: &usize| (3..9).contains(&(hole % 12)) && (3..9).contains(&(hole / 12));
    let start = Position::from_holes(144, (0..144).filter(|hole| !inside(hole)));
    let goal = Position::from_holes(144, [52, 53, 54, 55, 64, 65]);
    let puzzle = Puzzle::new("void", board, start, Goal::exactly(goal)).unwrap();
    assert!(!divisions(&puzzle).is_empty());
    assert_eq!(jumps(&puzzle), None);
    // With this number of vacancies, block removals do not try a goal that leaves holes open.
    let (board, start) = (puzzle.board().clone(), puzzle.start().clone());
    let open = Goal::partial(&board.empty(), board.full());
    let open = Puzzle::new("open", board, start, open).unwrap();
    assert!(divisions(&open).is_empty());
}

#[test]
fn three_pegs_in_a_line_need_a_vacancy_to_be_removed() {
    let board = boards::named("rectangle-6x5").unwrap();
    let start = Position::from_holes(board.len(), [7]).complement();
    let (mut pegs, mut clearing) = (start.clone(), Clearings::new());
    let mut clear = |pegs: &mut Position, x, y| {
        let block = Rectangle::new(x, y, 1, 3);
        let jumps = clear(&mut clearing, &board, pegs, block, &Stop::default());
        jumps.map(|jumps| jumps.len())
    };
    assert_eq!(clear(&mut pegs, 2, 1), Some(3));
    let gone = Position::from_holes(board.len(), [7, 8, 14, 20]);
    assert_eq!(pegs, gone.complement());
    // A block cannot be cleared twice, and not without a vacancy next to the block.
    assert_eq!(clear(&mut pegs, 2, 1), None);
    assert_eq!(clear(&mut start.clone(), 5, 1), None);
}

#[test]
fn every_view_shows_each_cell_once() {
    let board = boards::named("rectangle-5x4").unwrap();
    let views = View::all(&board);
    assert_eq!(views.len(), 8);
    for view in &views {
        let mut seen = view.image.clone();
        assert!(
            seen.iter()
                .zip(board.cells())
                .all(|(&hole, &cell)| view.cells[hole] == cell)
        );
        seen.sort_unstable();
        assert!(seen.into_iter().eq(0..board.len()));
    }
    for (one, view) in views.iter().enumerate() {
        assert!(views[..one].iter().all(|other| other.image != view.image));
    }
    for name in ["english", "triangle-5"] {
        assert!(View::all(&boards::named(name).unwrap()).is_empty());
    }
}
