//! Bare pictures: a start, and below or beside it a goal.
//!
//! A single picture is a start whose goal is one peg anywhere. What counts as a picture, and when a text has
//! several readings, is said in [`saut_peg::peg::picture::reader`].

use saut_base::bad_input::BadInput;
use saut_peg::peg::Puzzle;
use saut_peg::peg::picture::reader::{self, Choice};

use crate::pair;

/// Reads a start and perhaps a goal.
///
/// # Errors
/// No picture or more than two, an odd character, several readings (all are drawn), two shapes, or positions
/// that make no puzzle.
pub fn read_pictures(
    text: &str,
    name: &str,
    choice: impl Into<Choice>,
) -> Result<Puzzle, BadInput> {
    let drawn = reader::read(text, 1, choice.into())?.only()?;
    pair::drawn(name, drawn.geometry, &drawn.start, drawn.goal.as_ref())
}

#[cfg(test)]
mod tests {
    use super::read_pictures;
    use saut_peg::peg::{Geometry, Puzzle};

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
    fn a_hash_is_a_peg_where_no_other_sign_is_and_no_hole_where_it_frames() {
        let puzzle = read(" ##\n##_\n").unwrap();
        assert_eq!((puzzle.board().len(), puzzle.start().pegs()), (5, 4));
        assert_eq!(read("###\noo.\n").unwrap().board().len(), 3);
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
