//! Bare pictures: a start, a blank line, a goal.
//!
//! A single picture is a start whose goal is one peg anywhere. Lines that begin with `#` are
//! comments (unless `#` is drawn for a peg in other rows too) and separate like blank lines, so a row without any hole cannot be drawn here (a
//! board with such a row needs a TOML file). Blank lines around the pictures and a common
//! indentation mean nothing; the two may be indented differently.

use crate::peg::picture::{Picture, is_drawn};
use crate::peg::{Geometry, Puzzle};
use saut_plan::bad_input::BadInput;

use super::pair;

/// Reads a start and perhaps a goal.
///
/// # Errors
/// No picture or more than two, an odd character, two shapes, or positions that make no puzzle.
pub fn read_pictures(text: &str, name: &str, geometry: Geometry) -> Result<Puzzle, BadInput> {
    let blocks = blocks(text);
    let picture = |block: &Block| Picture::read(&block.text, block.first_line);
    match &blocks[..] {
        [] => Err(BadInput::new("", "the file is empty: it shows no hole")
            .remedy("draw pegs as o and vacancies as .")),
        [start] => pair::drawn(name, geometry, &picture(start)?, None),
        [start, goal] => pair::drawn(name, geometry, &picture(start)?, Some(&picture(goal)?)),
        [_, _, third, ..] => Err(BadInput::new(
            format!("line {}", third.first_line),
            "a third picture begins; there can be a start and a goal",
        )
        .remedy(
            "blank lines separate pictures; a board with a row without holes, or several \
                 puzzles, need a TOML file",
        )),
    }
}

/// Lines that stand together, with the number of the first.
struct Block {
    first_line: usize,
    text: String,
}

/// Whether a line could be a row of a picture.
fn is_row(line: &str) -> bool {
    line.chars().all(is_drawn)
}

fn blocks(text: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut inside = false;
    let draws_with_hash = text
        .lines()
        .any(|line| !line.starts_with('#') && line.contains('#') && is_row(line));
    let is_comment = |line: &str| line.starts_with('#') && !(draws_with_hash && is_row(line));
    for (index, line) in text.lines().enumerate() {
        if line.trim().is_empty() || is_comment(line) {
            inside = false;
            continue;
        }
        if !inside {
            blocks.push(Block {
                first_line: index + 1,
                text: String::new(),
            });
            inside = true;
        }
        if let Some(block) = blocks.last_mut() {
            block.text.push_str(line);
            block.text.push('\n');
        }
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::read_pictures;
    use crate::peg::{Geometry, Puzzle};

    fn read(text: &str) -> Result<Puzzle, String> {
        read_pictures(text, "test", Geometry::Square).map_err(|bad| bad.to_string())
    }

    #[test]
    fn a_start_and_a_goal_are_read_whatever_their_indentation() {
        let puzzle = read("# a line\n\n\n  oo.\r\n\n\n..o\n\n").unwrap();
        assert_eq!(puzzle.start().holes().collect::<Vec<_>>(), [0, 1]);
        assert_eq!(puzzle.goal().pegs().holes().collect::<Vec<_>>(), [2]);
    }

    #[test]
    fn a_single_picture_wants_one_peg() {
        assert!(read(" o\no.\n").unwrap().goal().is_one_peg());
    }

    #[test]
    fn goals_may_be_partial_and_starts_may_not() {
        assert_eq!(read("oo.\n\n?.o").unwrap().goal().wants(0), None);
        assert_eq!(
            read("oo?\n\n..o").unwrap_err(),
            "the start leaves the hole in row 1 from the top, column 3 from the left open; \
             ? may stand in a goal only; draw a peg as o or a vacancy as ."
        );
    }

    #[test]
    fn a_hash_is_a_peg_where_rows_have_it_inside_and_a_comment_elsewhere() {
        let puzzle = read(" ##\n##_\n").unwrap();
        assert_eq!((puzzle.board().len(), puzzle.start().pegs()), (5, 4));
        assert_eq!(read("##\noo.\n").unwrap().board().len(), 3);
    }

    #[test]
    fn a_third_picture_is_refused() {
        assert!(
            read("oo.\n\n..o\n#\n...")
                .unwrap_err()
                .starts_with("line 5: a third picture")
        );
    }

    #[test]
    fn the_first_cell_that_differs_is_named() {
        let message = read("oo.\n...\n\n..o\n..\n").unwrap_err();
        assert!(message.contains("row 2 from the top, column 3 from the left is a hole in the start but not in the goal"), "{message}");
        let message = read("oo.\n\n..o.\n").unwrap_err();
        assert!(message.contains("row 1 from the top, column 4 from the left is a hole in the goal but not in the start"), "{message}");
    }
}
