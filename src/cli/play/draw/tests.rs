//! Tests of the picture, drawn without a terminal.

use saut::formats::bundled;
use saut::play::{Game, Solvability};

use super::{Screen, draw};
use crate::cli::play::table::GameView;

fn table(name: &str) -> GameView {
    GameView::new(Game::new(
        bundled::entry_named(name).unwrap().peg().unwrap(),
    ))
}

/// Returns the rows of the terminal without trailing spaces.
fn rows(table: &GameView, wide: u16, high: u16) -> Vec<String> {
    let Screen(drawn) = draw(table, (wide, high));
    let rows = drawn
        .into_iter()
        .map(|row| row.iter().map(|(symbol, ..)| *symbol).collect());
    rows.map(|row: String| row.trim_end().to_owned()).collect()
}

#[test]
fn the_classic_is_drawn_with_coordinates_words_and_keys() {
    let drawn = rows(&table("central"), 80, 12);
    let wanted = [
        "English solitaire, centre to centre",
        "",
        "  7        ●  ●  ●         choose a peg",
        "  6        ●  ●  ●         32 pegs, 0 jumps played",
        "  5  ●  ●  ●  ●  ●  ●  ●   arrows, Tab, Enter, Esc or mouse: play",
        "  4  ●  ●  ● [○] ●  ●  ●   u undo · r restart · h hint · w winnable?",
        "  3  ●  ●  ●  ●  ●  ●  ●   b back to winning · s solve · n next / redo",
        "  2        ●  ●  ●         S save · q quit · ? keys",
        "  1        ●  ●  ●",
        "     1  2  3  4  5  6  7",
        "",
        "",
    ];
    assert_eq!(drawn, wanted);
}

#[test]
fn a_triangle_is_a_triangle() {
    let drawn = rows(&table("triangle-15-corner"), 70, 9);
    let board: Vec<&str> = drawn[2..7]
        .iter()
        .map(|row| row.get(..30).unwrap_or(row))
        .collect();
    let at = |row: &str| {
        row.chars()
            .position(|symbol| "●·○".contains(symbol))
            .unwrap()
    };
    assert!(
        board.windows(2).all(|two| at(two[0]) == at(two[1]) + 2),
        "{board:#?}"
    );
}

#[test]
fn the_light_is_seen_only_when_it_is_on() {
    let mut table = table("central");
    table.outlook = Some(Solvability {
        winnable: Some(true),
        plan: Vec::new(),
        solutions: Some(1234),
    });
    let is_seen =
        |table: &GameView, words: &str| rows(table, 80, 12).iter().any(|row| row.contains(words));
    assert!(!is_seen(&table, "winnable:"));
    table.has_light = true;
    assert!(is_seen(&table, "● still winnable: 1,234 ways to the goal"));
    table.outlook = Some(Solvability {
        winnable: Some(false),
        ..Solvability::default()
    });
    assert!(is_seen(&table, "● this puzzle can't be won"));
    table.outlook = None;
    assert!(is_seen(&table, "○ looking …"));
}

#[test]
fn the_help_key_explains_the_keys() {
    let mut table = table("central");
    table.has_help = true;
    let drawn = rows(&table, 80, 24);
    for key in [
        "arrows",
        "Tab",
        "u, Ctrl-Z",
        "n, Ctrl-Y",
        "S ",
        "q, Ctrl-C",
        "?",
    ] {
        let begin = format!("  {key}");
        assert!(
            drawn.iter().any(|row| row.starts_with(&begin)),
            "{key}: {drawn:#?}"
        );
    }
    assert!(drawn.iter().all(|row| !row.contains('●')));
    table.has_help = false;
    assert!(rows(&table, 80, 24).iter().any(|row| row.contains('●')));
}

#[test]
fn every_hole_that_is_seen_can_be_clicked_and_nothing_else() {
    let whole = [
        ("central", 80, 12),
        ("central", 30, 20),
        ("triangle-15-corner", 90, 9),
    ];
    let cut = [
        (1, 1),
        (2, 9),
        (9, 2),
        (10, 3),
        (200, 2),
        (3, 60),
        (300, 100),
    ];
    let cut = cut.map(|(wide, high)| ("central", wide, high));
    for (name, wide, high) in whole.into_iter().chain(cut) {
        let table = table(name);
        let (mut seen, screen) = (
            vec![0; table.game().board().len()],
            draw(&table, (wide, high)),
        );
        for (row, column) in (0..high).flat_map(|y| (0..wide).map(move |x| (y, x))) {
            if let Some(hole) = screen.hole(column, row) {
                seen[hole] += 1;
            }
        }
        let is_whole = whole.contains(&(name, wide, high));
        let fits = |&places: &i32| places == 3 || (!is_whole && places < 3);
        assert!(seen.iter().all(fits), "{name}: {seen:?}");
        assert_eq!(screen.hole(999, 999), None);
    }
}

#[test]
fn a_small_terminal_shows_the_cursor_and_the_message() {
    let table = table("central");
    for (wide, high) in [(24, 9), (16, 7), (12, 6)] {
        let drawn = rows(&table, wide, high);
        assert!(drawn.iter().any(|row| row.contains("[○]")), "{drawn:#?}");
        assert!(drawn.iter().any(|row| row.contains("choose")), "{drawn:#?}");
    }
}
