//! Game ids of *Pegs* in Simon Tatham's collection of puzzles: `7x7:OOPPPOO…`.
//!
//! A game id has width and height, then a letter for each place, row by row. `P` is a peg, `H` is a vacancy, and `O` is
//! a place without a hole. The goal is one peg anywhere. A seed (`7x7cross#123`) is not supported, because only the
//! program that generated it can expand it.

use saut_base::bad_input::BadInput;
use saut_peg::peg::{Board, Cell, Geometry, Goal, Position, Puzzle};

/// Returns the puzzle of a game id, or `None` if the text is something else.
pub(super) fn read(text: &str, name: &str) -> Option<Result<Puzzle, BadInput>> {
    let (size, places) = text.trim().split_once(':')?;
    let size = size.trim_end_matches(|one: char| one.is_ascii_lowercase() && one != 'x');
    let (width, height) = size.split_once('x')?;
    let (width, height): (usize, usize) = (width.parse().ok()?, height.parse().ok()?);
    let is_place = |place: char| "PHO".contains(place);
    (!places.is_empty() && places.chars().all(is_place)).then_some(())?;
    Some(puzzle(width, height, places, name))
}

fn puzzle(width: usize, height: usize, places: &str, name: &str) -> Result<Puzzle, BadInput> {
    let wanted = width.checked_mul(height);
    if wanted != Some(places.len()) || places.len() > Board::MOST_HOLES {
        let fact = format!(
            "the game id has {} places, but its size is {width}x{height}",
            places.len()
        );
        return Err(BadInput::new("", fact).remedy("copy the whole id"));
    }
    let side = |number: usize| i16::try_from(number).unwrap_or(i16::MAX);
    let cell = |place: usize| Cell::new(side(place % width), side(place / width));
    let places: Vec<char> = places.chars().collect();
    let drawn = (0..places.len()).filter(|&place| places[place] != 'O');
    let holes: Vec<usize> = drawn.collect();
    let board = Board::new(Geometry::Square, holes.iter().map(|&place| cell(place)));
    let board = board.map_err(|bad| BadInput::new("", bad))?;
    let pegs = (0..holes.len()).filter(|&hole| places[holes[hole]] == 'P');
    let start = Position::from_holes(board.len(), pegs);
    let goal = Goal::one_peg(&board);
    Ok(Puzzle::new(name, board, start, goal)?)
}

#[cfg(test)]
mod tests {
    use crate::{ReadOptions, load_bytes};

    fn read(text: &str) -> Result<(usize, usize), String> {
        let loaded = load_bytes(text.as_bytes(), "id", &ReadOptions::default());
        let puzzle = loaded.and_then(crate::Loaded::only);
        let puzzle = puzzle.and_then(crate::Entry::peg);
        let puzzle = puzzle.map_err(|bad| bad.to_string())?;
        Ok((puzzle.board().len(), puzzle.start().pegs()))
    }

    #[test]
    fn the_cross_of_seven_is_the_english_board() {
        let id = "7x7:OOPPPOOOOPPPOOPPPPPPPPPPHPPPPPPPPPPOOPPPOOOOPPPOO";
        assert_eq!(read(id), Ok((33, 32)));
        assert_eq!(
            read(&format!("{}\n", id.replace("7:", "7cross:"))),
            Ok((33, 32))
        );
    }

    #[test]
    fn ids_that_are_cut_off_or_have_no_hole_are_rejected() {
        let bad = read("7x7:OOPPP").unwrap_err();
        assert!(bad.contains("5 places, but its size is 7x7"), "{bad}");
        assert!(read("2x1:OO").is_err());
        assert!(read("99999999999x9:P").is_err());
    }
}
