//! Tests of a game that is played by keys and clicks, without a terminal.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use saut::Settings;
use saut::formats::bundled;
use saut::peg::notation::{self, Digits};
use saut::play::{Game, Solvability, WinOracle};

use super::{GameView, Request};
use crate::cli::play::adviser::{Advice, Purpose};

fn table(name: &str) -> GameView {
    GameView::new(Game::new(
        bundled::entry_named(name).unwrap().peg().unwrap(),
    ))
}

/// Presses keys: `<` `>` `^` `v` for the arrows, `.` for Enter, `~` for Tab, `C` `Z` `Y` with Ctrl. Returns the last
/// request.
fn press(table: &mut GameView, keys: &str) -> Option<Request> {
    let mut wish = None;
    for key in keys.chars() {
        let code = match key {
            '<' => KeyCode::Left,
            '>' => KeyCode::Right,
            '^' => KeyCode::Up,
            'v' => KeyCode::Down,
            '.' => KeyCode::Enter,
            '!' => KeyCode::Esc,
            '~' => KeyCode::Tab,
            'C' | 'Z' | 'Y' => KeyCode::Char(key.to_ascii_lowercase()),
            letter => KeyCode::Char(letter),
        };
        let is_control = "CZY".contains(key);
        let modifiers = [KeyModifiers::NONE, KeyModifiers::CONTROL][usize::from(is_control)];
        wish = table.key(KeyEvent::new(code, modifiers));
    }
    wish
}

/// Returns advice about the current position.
fn advice(table: &GameView, purpose: Purpose) -> Advice {
    let (mut oracle, settings) = (
        WinOracle::new(table.game().puzzle().clone()),
        Settings::default(),
    );
    let positions = table.game().positions();
    Advice {
        purpose,
        position: table.game().position().clone(),
        outlook: oracle.look(table.game().positions(), &settings).unwrap(),
        last_winning: oracle.last_winning(positions, &settings).unwrap(),
    }
}

#[test]
fn keys_pick_up_a_peg_land_it_and_take_it_back() {
    let mut table = table("central");
    press(&mut table, "^^.");
    assert_eq!(table.held, Some(table.cursor));
    press(&mut table, "vv");
    assert!(table.is_target(table.cursor));
    press(&mut table, ".");
    assert_eq!((table.game().played().len(), table.held), (1, None));
    assert_eq!(table.message, "peg from 46 over 45 to 44");
    press(&mut table, "u");
    assert_eq!(table.game().position(), table.game().puzzle().start());
    press(&mut table, "^^.!");
    assert_eq!(table.held, None);
    // Tab goes to a peg that can jump or, if a peg is selected, to a hole where it can land.
    press(&mut table, "~.~.");
    assert_eq!(table.game().played().len(), 1);
    press(&mut table, "Z");
    assert_eq!(table.game().played().len(), 0);
    press(&mut table, "Y");
    assert_eq!(table.game().played().len(), 1);
    assert_eq!(press(&mut table, "C"), Some(Request::Quit));
}

#[test]
fn a_peg_without_a_jump_stays() {
    let mut table = table("central");
    press(&mut table, ".");
    assert_eq!((table.held, table.message.as_str()), (None, "44 is empty"));
    press(&mut table, ">.");
    assert_eq!(table.message, "the peg on 54 cannot jump");
    assert_eq!(press(&mut table, "n"), None);
    assert_eq!(press(&mut table, "u"), None);
    assert!(table.game().played().is_empty());
}

#[test]
fn a_click_has_the_effect_of_the_key() {
    let mut table = table("central");
    let hole = |table: &GameView, name: &str| {
        let cell = notation::read_cell(table.game().board(), name, Digits::ColumnFirst);
        table.game().board().hole(cell.unwrap()).unwrap()
    };
    let (from, to) = (hole(&table, "64"), hole(&table, "44"));
    table.click(Some(from));
    assert!(table.is_target(to) && !table.is_target(from));
    table.click(Some(to));
    assert_eq!(table.message, "peg from 64 over 54 to 44");
}

#[test]
fn the_indicator_is_off_until_requested_and_then_follows_every_jump() {
    let mut table = table("central");
    assert_eq!(press(&mut table, "^^.vv."), None);
    assert_eq!(press(&mut table, "w"), Some(Request::Ask(Purpose::Light)));
    table.take_advice(advice(&table, Purpose::Light));
    assert_eq!(table.outlook.as_ref().unwrap().winnable, Some(true));
    assert_eq!(press(&mut table, "u"), Some(Request::Ask(Purpose::Light)));
    assert_eq!(table.outlook, None);
    assert_eq!(press(&mut table, "w"), None);
    assert_eq!(press(&mut table, "r"), None);
}

#[test]
fn a_plan_leads_to_the_goal_and_undoing_to_the_last_winning_position() {
    let mut table = table("triangle-15-corner");
    assert_eq!(press(&mut table, "s"), Some(Request::Ask(Purpose::Solve)));
    table.take_advice(advice(&table, Purpose::Solve));
    assert!(table.hint.is_some() && table.message.starts_with("solved"));
    let jumps = table.game().ahead().len();
    for _ in 0..jumps {
        assert!(!table.game().is_won());
        press(&mut table, "n");
    }
    assert!(table.game().is_won() && table.message.ends_with("the goal is reached"));
    press(&mut table, "r");
    // Plays the first jump of each peg until the game is stuck.
    while !table.game().is_stuck() {
        table.key(KeyEvent::new(KeyCode::Tab, KeyModifiers::NONE));
        press(&mut table, ".");
        let mut holes = 0..table.game().board().len();
        let target = holes.find(|&hole| table.is_target(hole)).unwrap();
        table.click(Some(target));
    }
    let back = advice(&table, Purpose::Back);
    let last = back.last_winning.unwrap();
    assert!(last < table.game().played().len());
    table.take_advice(back);
    assert_eq!(table.game().played().len(), last);
    assert_eq!(advice(&table, Purpose::Light).outlook.winnable, Some(true));
}

#[test]
fn advice_about_another_position_comes_too_late() {
    let mut table = table("central");
    let late = advice(&table, Purpose::Hint);
    press(&mut table, "^^.vv.");
    table.take_advice(late);
    assert_eq!((table.hint, table.outlook.clone()), (None, None));
    let none = Advice {
        purpose: Purpose::Hint,
        position: table.game().position().clone(),
        outlook: Solvability::default(),
        last_winning: None,
    };
    table.take_advice(none);
    assert_eq!(table.message, "not decided within the time limit");
}

#[test]
fn an_undone_jump_can_be_redone_and_the_plan_continues() {
    let mut table = table("triangle-15-corner");
    table.take_advice(advice(&table, Purpose::Solve));
    let plan = table.game().ahead().to_vec();
    press(&mut table, "nnnuu");
    assert_eq!(table.game().played(), &plan[..1]);
    assert_eq!(table.game().ahead(), &plan[1..]);
    for _ in 1..plan.len() {
        press(&mut table, "n");
    }
    assert!(table.game().is_won());
    press(&mut table, "n");
    assert_eq!(table.message, "the goal is reached");
    press(&mut table, "r");
    assert_eq!(table.game().ahead(), plan);
    // After another jump, the loaded solution no longer applies.
    table.game.go_back_to(0);
    let jumps = table.game().board().jumps().to_vec();
    let mut others = jumps.into_iter().filter(|jump| *jump != plan[0]);
    assert!(others.any(|jump| table.game.play(jump).is_ok()));
    assert_eq!(table.game().ahead(), []);
    assert_eq!(press(&mut table, "n"), None);
    assert!(
        table.message.starts_with("no solution loaded"),
        "{}",
        table.message
    );
}

#[test]
fn the_first_key_after_the_explanation_only_closes_it() {
    let mut table = table("central");
    press(&mut table, "?");
    assert!(table.has_help);
    assert_eq!(press(&mut table, "q"), None);
    assert!(!table.has_help);
    assert_eq!(press(&mut table, "q"), Some(Request::Quit));
}

#[test]
fn q_and_control_c_end_the_game_and_other_keys_do_nothing() {
    let mut table = table("central");
    assert_eq!(press(&mut table, "q"), Some(Request::Quit));
    let control = |letter| KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL);
    assert_eq!(table.key(control('c')), Some(Request::Quit));
    assert_eq!(table.key(control('u')), None);
    assert_eq!(press(&mut table, "S"), Some(Request::Save));
    assert_eq!(press(&mut table, "xyzQ"), None);
}
