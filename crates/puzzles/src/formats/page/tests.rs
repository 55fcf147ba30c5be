//! Tests of the page: what it shows, that it stays by itself, and that no text breaks out of it.

use super::page;
use crate::peg::{Cell, Goal, Jump, Position, Puzzle, boards};

fn puzzle() -> Puzzle {
    let board = boards::named("rectangle-4x1").unwrap();
    let start = Position::from_holes(4, [0, 1, 3]);
    let goal = Goal::exactly(Position::from_holes(4, [1]));
    Puzzle::new("line", board, start, goal).unwrap()
}

fn jump(from: i16, to: i16) -> Jump {
    Jump::between(Cell::new(from, 0), Cell::new(to, 0))
}

#[test]
fn a_plan_is_told_to_the_script_and_listed_move_by_move() {
    let text = page(&puzzle(), Some(&[jump(0, 2), jump(3, 1)]));
    assert!(text.contains("data = {start: [1, 1, 0, 1], jumps: [[0, 1, 2], [3, 2, 1]]}"));
    assert_eq!(text.matches("class=\"peg\"").count(), 4);
    assert_eq!(text.matches("data-jump=").count(), 2);
    assert!(text.contains("3 pegs; a plan of 2 jumps in 2 moves"));
    assert_eq!(text, page(&puzzle(), Some(&[jump(0, 2), jump(3, 1)])));
    // A sweep is one move.
    let sweep = page(&puzzle(), Some(&[jump(3, 1), jump(1, 3)]));
    assert_eq!(sweep.matches("data-jump=").count(), 1);
}

#[test]
fn without_a_plan_there_is_no_script() {
    let text = page(&puzzle(), None);
    assert!(!text.contains("<script") && text.contains("goal"));
    assert!(text.ends_with("</body>\n</html>\n"));
}

#[test]
fn a_jump_that_leaves_the_board_is_left_out() {
    let text = page(&puzzle(), Some(&[jump(2, 4), jump(0, 2)]));
    assert!(text.contains("jumps: [[0, 1, 2]]}"));
}

#[test]
fn the_page_asks_the_network_for_nothing() {
    let text = page(&puzzle(), Some(&[jump(0, 2)]));
    let text = text.replace("http://www.w3.org/2000/svg", "");
    for asks in ["http", "src=", "@import", "url(", "fetch"] {
        assert!(!text.contains(asks), "{asks}");
    }
}

#[test]
fn odd_titles_cannot_break_out() {
    let mut puzzle = puzzle();
    puzzle.title = Some("</title><script>alert(1)</script>&".to_owned());
    for jumps in [None, Some([jump(0, 2)])] {
        let text = page(&puzzle, jumps.as_ref().map(<[Jump; 1]>::as_slice));
        assert!(!text.contains("alert(1)<"), "{text}");
        assert!(text.contains("&lt;script&gt;"));
    }
}
