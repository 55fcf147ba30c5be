//! Tests of the page: what it shows, that it stays by itself, and that no text breaks out of it.

use super::{census, infeasible, page, track};
use crate::bundled;
use crate::census::Figures;
use saut_peg::peg::{Cell, Goal, Jump, Position, Puzzle, boards};

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
    assert!(text.contains(r#""plan":[{"from":[0,0],"over":[1,0],"to":[2,0]},{"from":[3,0]"#));
    assert!(text.contains(r#""start":"oo.o\n""#), "{text}");
    assert!(text.contains("<li>11/31</li>\n<li>41/21</li>\n"));
    assert!(text.contains("3 pegs; a plan of 2 jumps in 2 moves"));
    assert_eq!(text, page(&puzzle(), Some(&[jump(0, 2), jump(3, 1)])));
    // A sweep is one move.
    let sweep = page(&puzzle(), Some(&[jump(3, 1), jump(1, 3)]));
    assert_eq!(sweep.matches("<li>").count(), 1);
}

#[test]
fn an_infeasible_puzzle_has_its_reason_and_not_what_says_nothing() {
    let criteria = serde_json::json!([
        {"name": "class", "refutes": false, "why": "They agree."},
        {"name": "pagoda", "refutes": true, "why": "2 < 3\nso no.", "weights": []},
    ]);
    let text = infeasible(&puzzle(), &criteria);
    assert!(text.contains("<h2>Infeasible, by pagoda</h2>\n<pre>2 &lt; 3\nso no.</pre>"));
    assert!(!text.contains("<pre>They agree."));
}

#[test]
fn a_track_is_told_to_the_script() {
    let five = crate::bundled::entry_named("baseball-3").unwrap();
    let text = track(&five.baseball().unwrap(), None);
    assert!(text.contains(r#""start":[[0],[2,2],[1,1]]"#), "{text}");
}

#[test]
fn a_page_asks_the_network_for_nothing_and_runs_what_it_holds_alone() {
    let text = page(&puzzle(), None);
    assert!(text.contains("<svg ") && !text.contains("\"plan\":["));
    assert!(text.ends_with("</body>\n</html>\n") && text.len() < 100_000);
    let policy = "content=\"default-src 'none'; script-src 'sha256-";
    assert!(text.contains(policy));
    let text = text.replace("http://www.w3.org/2000/svg", "");
    for absent in [
        "unsafe-inline",
        " style=\"",
        " onclick=\"",
        "http:",
        "https:",
        " src=",
        "@import",
        "url(h",
        "fetch",
    ] {
        assert!(!text.contains(absent), "{absent}");
    }
}

#[test]
fn odd_titles_cannot_break_out() {
    let mut puzzle = puzzle();
    puzzle.title = Some("</title><script>alert(1)</script>&".to_owned());
    for jumps in [None, Some([jump(0, 2)])] {
        let text = page(&puzzle, jumps.as_ref().map(<[Jump; 1]>::as_slice));
        assert!(!text.contains("<script>alert(1)"), "{text}");
        assert!(text.contains("&lt;script&gt;"));
    }
}

#[test]
fn a_census_shows_what_can_be_solved_first_and_tells_difficulty_and_plan() {
    let text = census(&bundled::census("french").unwrap());
    assert!(text.contains("one peg anywhere: 30 can be solved, 226 cannot"));
    let first_refused = text.find("\"expect\":\"infeasible\"").unwrap();
    let last_solved = text.rfind("\"expect\":\"solvable\"").unwrap();
    assert!(last_solved < first_refused);
    assert_eq!(text.matches("\"positions\":").count(), 30);
    assert_eq!(text.matches("<li><code>").count(), 226);
    assert!(text.len() < 300_000, "{} bytes", text.len());
    let figures = bundled::census("english").unwrap();
    let some = figures.entries()[..2].to_vec();
    let text = census(&Figures::new("<b>", figures.board.clone(), some));
    assert!(text.contains("<h1>&lt;b&gt;</h1>"), "{text}");
    assert!(text.contains("2 can be solved") && !text.contains("cannot<"));
}
