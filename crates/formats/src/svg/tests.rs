//! Tests of pictures: their contents, well-formedness, and comparison with stored pictures.

use super::{Diagram, plan, puzzle, sheet};
use saut_peg::peg::{Cell, Geometry, Goal, Jump, Position, Puzzle, boards};

/// Whether every element that is opened is closed, in order, and no ampersand is bare.
fn is_well_formed(text: &str) -> bool {
    let mut open = Vec::new();
    let mut rest = text;
    while let Some(begin) = rest.find('<') {
        let Some(end) = rest[begin..].find('>') else {
            return false;
        };
        let tag = &rest[begin + 1..begin + end];
        rest = &rest[begin + end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            if open.pop() != Some(name) {
                return false;
            }
        } else if !tag.ends_with('/') {
            open.push(tag.split_whitespace().next().unwrap_or(""));
        }
    }
    let entities = ["&amp;", "&lt;", "&gt;", "&quot;", "&#39;"];
    let ampersands = text.match_indices('&');
    open.is_empty()
        && ampersands
            .into_iter()
            .all(|(at, _)| entities.iter().any(|entity| text[at..].starts_with(entity)))
}

/// Returns the number of drawn holes, and the number of holes drawn as `name`.
fn holes(text: &str) -> usize {
    text.matches("href=\"#saut-").count()
}
fn drawn_as(text: &str, name: &str) -> usize {
    text.matches(&format!("href=\"#saut-{name}\"")).count()
}

#[test]
fn a_board_shows_its_pegs_vacancies_and_weights() {
    let board = boards::named("english").unwrap();
    let centre = Position::from_holes(33, [16]);
    let diagram = Diagram::of_position(&board, &centre).labelled(|hole| hole % 5);
    let text = diagram.document("centre", "one peg");
    assert!(is_well_formed(&text));
    assert_eq!(holes(&text), 33);
    assert_eq!(drawn_as(&text, "peg"), 1);
    assert_eq!(text.matches("<text").count(), 33);
    assert_eq!(text, diagram.document("centre", "one peg"));
}

#[test]
fn a_triangle_is_drawn_as_a_triangle() {
    let board = boards::named("triangle-3").unwrap();
    assert_eq!(board.geometry(), Geometry::Triangle);
    let text = Diagram::of_position(&board, &board.full()).document("", "");
    for centre in [
        "x=\"38\" y=\"18\"",
        "x=\"28\" y=\"35\"",
        "x=\"48\" y=\"35\"",
        "x=\"18\" y=\"52\"",
        "x=\"58\" y=\"52\"",
    ] {
        assert!(text.contains(centre), "{centre} in {text}");
    }
    // The names of cells are at the ends of rows.
    let text = Diagram::of_position(&board, &board.full()).named();
    let text = text.document("", "");
    for name in ["13", "12", "22", "11", "31"] {
        assert!(text.contains(&format!(">{name}</text>")), "{name}: {text}");
    }
    let numbers = [">1</text>", ">3</text>"];
    assert!(
        !numbers.iter().any(|number| text.contains(number)),
        "{text}"
    );
}

#[test]
fn odd_text_cannot_break_out_of_a_picture() {
    let board = boards::named("rectangle-3x1").unwrap();
    let diagram = Diagram::of_position(&board, &board.full())
        .labelled(|_| "\"><script>&\u{0}")
        .captioned("</svg> & so on");
    assert!(is_well_formed(&diagram.document("</title>", "<desc>&")));
    assert!(!is_well_formed("<svg><g></svg>") && !is_well_formed("<svg>&</svg>"));
}

#[test]
fn a_sheet_holds_every_board_with_its_caption() {
    let board = boards::named("square-3").unwrap();
    let diagrams: Vec<Diagram<'_>> = (0..7)
        .map(|hole| {
            let position = Position::from_holes(9, [hole]);
            Diagram::of_position(&board, &position).captioned(format!("number {hole}"))
        })
        .collect();
    let text = sheet("Seven boards", "one peg each", 3, &diagrams, "");
    assert!(is_well_formed(&text));
    assert_eq!(holes(&text), 63);
    assert!((0..7).all(|hole| text.contains(&format!("number {hole}"))));
    assert!(is_well_formed(&sheet("Nothing", "", 0, &[], "")));
}

fn line(goal: Goal) -> Puzzle {
    let board = boards::named("rectangle-5x1").unwrap();
    let start = Position::from_holes(5, [0, 1, 3]);
    Puzzle::new("a <line>", board, start, goal).unwrap()
}

fn jump(from: i16, to: i16) -> Jump {
    Jump::between(Cell::new(from, 0), Cell::new(to, 0))
}

#[test]
fn a_puzzle_shows_start_goal_and_open_holes() {
    let exact = line(Goal::exactly(Position::from_holes(5, [4])));
    let text = puzzle(&exact);
    assert!(is_well_formed(&text));
    assert_eq!(holes(&text), 10);
    assert_eq!(drawn_as(&text, "peg"), 4);
    assert!(text.contains("<title>a &lt;line&gt;</title>") && !text.contains("anywhere"));
    let one_peg = line(Goal::one_peg(exact.board()));
    assert!(puzzle(&one_peg).contains("anywhere"));
    let open = Position::from_holes(5, [0]);
    let partial = line(Goal::partial(&Position::from_holes(5, [4]), open));
    assert!(puzzle(&partial).contains("dashed holes"));
}

#[test]
fn a_plan_is_a_board_a_move_and_one_for_the_end() {
    let exact = line(Goal::exactly(Position::from_holes(5, [4])));
    let text = plan(&exact, &[jump(0, 2), jump(2, 4)]);
    assert!(is_well_formed(&text));
    // One sweep: the start with two arrows, and the end with one peg.
    assert_eq!(holes(&text), 10);
    assert_eq!(text.matches(super::diagram::ARROW).count() - 1, 2);
    assert_eq!(drawn_as(&text, "peg"), 4);
    assert!(text.contains("1. 11/31/51") && text.contains("after 2 jumps"));
    // A jump that leaves the board is not drawn.
    let text = plan(&exact, &[jump(4, 6), jump(0, 2)]);
    assert_eq!(text.matches(super::diagram::ARROW).count() - 1, 1);
    assert_eq!(holes(&plan(&exact, &[])), 5);
}

#[test]
fn pegs_are_those_of_the_studio() {
    let style = crate::page::assets::STYLE;
    let (light, _) = style.split_once("prefers-color-scheme: dark").unwrap();
    let board = boards::named("rectangle-3x1").unwrap();
    let text = Diagram::of_goal(&board, &Goal::one_peg(&board)).document("", "");
    assert_eq!(drawn_as(&text, "open"), 3);
    let names = "ground ink accent wood wood-edge dent dent-edge peg-light peg-middle peg-dark";
    for name in names.split(' ') {
        let (_, value) = light.split_once(&format!("--{name}: ")).unwrap();
        assert!(
            text.contains(&format!("\"{}\"", &value[..7])),
            "{name} is {}",
            &value[..7]
        );
    }
}
