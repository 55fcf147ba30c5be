//! Puzzles as data for the scripts of pages, and the gallery of puzzles. In the gallery, the classics come first, then
//! the other puzzles board by board. Each puzzle has the data of its card.
//!
//! Puzzles that are the same up to a symmetry of their board, or have the same title and answer, share a card.

use std::collections::HashMap;

use serde_json::{Value, json};

use crate::census::{FigureEntry, Figures, read_figure};
use crate::{Entry, bundled};
use saut_base::bad_input::BadInput;
use saut_base::named::Named as _;
use saut_peg::baseball::{self, Configuration, picture as track_picture};
use saut_peg::peg::{Board, Position, Puzzle, boards, picture};

/// The classics with the titles of their cards, in the order in which a gallery shows them.
pub const CLASSICS: [(&str, &str); 12] = [
    ("central", "The central game"),
    ("triangle-15-corner", "The triangle of fifteen holes"),
    ("english-cross", "The cross"),
    ("english-plus", "The plus"),
    ("english-fireplace", "The fireplace"),
    ("english-arrow", "The lamp, or arrow"),
    ("english-pyramid", "The pyramid"),
    ("english-diamond", "The diamond"),
    ("french-45-43", "The French board"),
    ("corsair", "The corsair"),
    ("german-central", "Wiegleb's board"),
    ("twelve-apostles", "The twelve apostles"),
];

/// The boards by which a gallery is grouped, in order: the beginning of a board's name, and the heading.
const BOARDS: [(&str, &str); 7] = [
    ("english", "English board"),
    ("french", "French board"),
    ("german", "German board"),
    ("triangle", "Triangles"),
    ("square", "Squares"),
    ("diamond", "Diamond board"),
    ("rectangle", "Rectangles"),
];
const OTHER_BOARDS: &str = "Other boards";
const TRACKS: &str = "Colour baseball";

/// Returns a puzzle as data for the scripts: pictures of start and goal as in a puzzle file.
pub fn document(puzzle: &Puzzle) -> Value {
    let board = puzzle.board();
    json!({
        "name": puzzle.name(),
        "title": puzzle.title,
        "why": puzzle.why,
        "source": puzzle.source,
        "expect": puzzle.expect.name(),
        "fewest_moves": puzzle.fewest_moves,
        "geometry": board.geometry().name(),
        "start": picture::draw_position(board, puzzle.start()),
        "goal": picture::draw_goal(board, puzzle.goal()),
        "one_peg": puzzle.goal().is_one_peg(),
    })
}

/// Returns a puzzle of colour baseball as data for the scripts.
pub fn track_document(puzzle: &baseball::TrackPuzzle) -> Value {
    let bases = |configuration: &Configuration| -> Value {
        let on = |base| json!(configuration.on(base));
        (0..configuration.bases()).map(on).collect()
    };
    // The colour of a base and its tokens, as in pictures, and the colour of the number on it.
    let colours = |base| {
        let colour @ [red, green, blue] = track_picture::colour(base, puzzle.bases());
        let ink = if track_picture::is_light(colour) {
            "black"
        } else {
            "white"
        };
        json!([format!("rgb({red} {green} {blue})"), ink])
    };
    json!({
        "game": "baseball",
        "name": puzzle.name(),
        "title": puzzle.title,
        "track": puzzle.track().name(),
        "capacity": puzzle.capacity(),
        "start": bases(puzzle.start()),
        "goal": bases(puzzle.goal()),
        "colours": (0..puzzle.bases()).map(colours).collect::<Value>(),
    })
}

/// Returns the figures of a census as data for the scripts.
pub fn census_document(figures: &Figures) -> Value {
    let numbered = (1..).zip(figures.entries());
    let puzzles = numbered.map(|(number, entry)| figure(&figures.board, number, entry));
    json!({
        "title": figures.title,
        "summary": figures.summary(),
        "puzzles": puzzles.collect::<Value>(),
    })
}

fn figure(board: &Board, number: usize, entry: &FigureEntry) -> Value {
    let start = read_figure(board, &entry.figure);
    let start = start.map(|figure| picture::draw_position(board, &figure));
    let expect = match entry.verdict.as_str() {
        "solved" => "solvable",
        other => other,
    };
    let mut document = json!({
        "name": format!("figure-{number}"),
        "title": format!("Figure {number}"),
        "geometry": board.geometry().name(),
        "start": start.unwrap_or_default(),
        "one_peg": true,
        "expect": expect,
    });
    if expect == "solvable" {
        document["positions"] = entry.difficulty.into();
        document["why"] = format!("the last peg can be in {}", entry.survivors.join(" ")).into();
        document["plan"] = json!(entry.plan);
    } else {
        document["why"] = entry.reason.as_str().into();
    }
    document
}

/// Returns the puzzles as data for the scripts, in the order of the gallery. In addition to the fields of [`document`],
/// `board` is the heading, `classic` is the title of a classic, and `positions` is the measured difficulty of a bundled
/// puzzle. Puzzles with the same `alike` share a card.
///
/// # Errors
/// A puzzle is under the old French rule, which the page does not support.
pub fn documents(entries: &[Entry]) -> Result<Vec<Value>, BadInput> {
    let mut cards = Vec::new();
    let mut groups = HashMap::new();
    for entry in entries {
        cards.push(match entry {
            Entry::Baseball(puzzle) => {
                let mut card = track_document(puzzle);
                card["board"] = TRACKS.into();
                (usize::MAX, card)
            }
            Entry::Peg(puzzle) => {
                let (place, mut card) = card(&entry.clone().peg()?);
                card["alike"] = group(puzzle, &mut groups).into();
                (place, card)
            }
        });
    }
    cards.sort_by_key(|&(place, _)| place);
    Ok(cards.into_iter().map(|(_, card)| card).collect())
}

/// Returns the position of a puzzle's card in the gallery, and its data. Classics come first in their order, then the
/// boards in their order. The data contain the board and, if the puzzle is bundled, its measured difficulty and its
/// title as a classic.
fn card(puzzle: &Puzzle) -> (usize, Value) {
    let name = boards::name_of(puzzle.board()).unwrap_or_default();
    let board = BOARDS
        .iter()
        .position(|(begins, _)| name.starts_with(begins));
    let mut place = CLASSICS.len() + board.unwrap_or(BOARDS.len());
    let mut card = document(puzzle);
    card["pegs"] = puzzle.start().pegs().into();
    card["board"] = board.map_or(OTHER_BOARDS, |board| BOARDS[board].1).into();
    // A puzzle from a user's file may have the name of a bundled puzzle.
    if bundled::has(puzzle) {
        card["positions"] = bundled::difficulty(puzzle.name()).into();
        let classic = CLASSICS.iter().position(|(name, _)| *name == puzzle.name());
        card["classic"] = classic.map(|classic| CLASSICS[classic].1).into();
        place = classic.unwrap_or(place);
    }
    (place, card)
}

/// Returns the group of a puzzle: the name of the first puzzle that is like this puzzle. Two puzzles are alike if they
/// have the same board, start and goal up to symmetry, or the same title and answer.
fn group(puzzle: &Puzzle, groups: &mut HashMap<String, String>) -> String {
    let (board, goal) = (puzzle.board(), puzzle.goal());
    let images = board.symmetries().into_iter().map(|symmetry| {
        let holes = |position: &Position| symmetry.position(position).holes().collect();
        [puzzle.start(), goal.pegs(), goal.open()].map(holes)
    });
    let image: Option<[Vec<usize>; 3]> = images.min();
    let (grid, cells) = (board.geometry().name(), board.cells());
    let shape = format!("{grid} {cells:?} {image:?} {}", goal.is_one_peg());
    let title = puzzle.title.as_ref().filter(|title| !title.is_empty());
    let title = title.map(|title| format!("{} {title}", puzzle.expect.name()));
    let likenesses: Vec<String> = [shape].into_iter().chain(title).collect();
    let known = likenesses.iter().find_map(|one| groups.get(one).cloned());
    let group = known.unwrap_or_else(|| puzzle.name().to_owned());
    for one in likenesses {
        groups.entry(one).or_insert_with(|| group.clone());
    }
    group
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use serde_json::Value;

    use super::{CLASSICS, TRACKS, documents};
    use crate::{Entry, bundled, toml_file};

    fn cards(entries: &[Entry]) -> Vec<Value> {
        documents(entries).unwrap()
    }

    fn bundled_cards() -> Vec<Value> {
        let mut entries = bundled::entries();
        entries.retain(|entry| !entry.is_of_old_rule());
        cards(&entries)
    }

    fn of_file(text: &str) -> Vec<Value> {
        cards(&toml_file::read(text, "").unwrap())
    }

    #[test]
    fn twelve_classics_come_first_and_each_can_be_solved() {
        let cards = bundled_cards();
        for (card, (name, title)) in cards.iter().zip(CLASSICS) {
            assert_eq!(
                (&card["name"], &card["classic"]),
                (&name.into(), &title.into())
            );
            assert_eq!(card["expect"], "solvable", "{name}");
        }
        let others = &cards[CLASSICS.len()..];
        assert!(others.iter().all(|card| card["classic"].is_null()));
        let mut headings: Vec<&str> = others
            .iter()
            .filter_map(|it| it["board"].as_str())
            .collect();
        headings.dedup();
        let ends = (headings.first(), headings.last());
        assert_eq!(ends, (Some(&"English board"), Some(&TRACKS)));
        let different: HashSet<&&str> = headings.iter().collect();
        assert_eq!(
            different.len(),
            headings.len(),
            "puzzles of one board are consecutive"
        );
    }

    #[test]
    fn turned_and_reflected_puzzles_and_those_of_one_title_share_a_card_and_others_do_not() {
        let board = "board = \"rectangle-4x1\"\n";
        let one = |name: &str, title: &str, start: &str, goal: &str| {
            format!(
                "[[puzzle]]\nname = \"{name}\"\ntitle = \"{title}\"\n{board}start = \"{start}\"\ngoal = \"{goal}\"\n\n"
            )
        };
        let text = [
            one("a", "A", "11 21", "31"),
            one("b", "B", "31 41", "21"),
            one("c", "C", "31 41", "11"),
            one("d", "A", "11 31", "21"),
            one("e", "", "11 31", "41"),
            one("f", "", "11 21 41", "41"),
        ];
        let groups: Vec<Value> = of_file(&text.concat())
            .into_iter()
            .map(|card| card["alike"].clone())
            .collect();
        assert_eq!(groups, ["a", "a", "c", "a", "e", "f"]);
    }

    #[test]
    fn a_puzzle_of_a_file_is_not_a_classic_of_the_same_name() {
        let text = "[[puzzle]]\nname = \"central\"\nboard = \"english\"\nstart = \"44 45\"\ngoal = \"46\"\n";
        let card = &of_file(text)[0];
        assert!(card["classic"].is_null() && card["positions"].is_null());
        let central = bundled::named("central").unwrap();
        let card = &cards(&[Entry::from(central)])[0];
        assert_eq!(
            (&card["classic"], &card["positions"]),
            (&"The central game".into(), &250_000.into())
        );
    }
}
