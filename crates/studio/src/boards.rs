//! Boards for new games, and the possible starting vacancies and last pegs of these games: the holes that fast criteria
//! do not exclude.

use std::sync::Arc;

use saut_base::stop::Stop;
use saut_criteria::certify;
use saut_formats::page;
use saut_peg::peg::{Board, Cell, Geometry, Puzzle, boards};
use saut_puzzles::census::{Letter, Shape, ShapedBoard, single_vacancies};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::library::peg;
use crate::question::{ApiError, Question};

/// Minimum number of holes for which a heart is recognisable.
const HEART_HOLES: usize = 44;
/// Minimum number of holes for which the strokes of every letter are three holes wide.
const LETTER_HOLES: usize = 95;

/// Request about a board.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardQuestion {
    /// The name of a board, `heart`, or `letter-A` to `letter-Z`.
    pub name: String,
}

/// Returns the board with this name, full except for one hole. The vacancy is the hole nearest to the middle for which
/// the position class allows one remaining peg.
///
/// # Errors
/// There is no board with this name.
pub fn board(question: &BoardQuestion) -> Result<String, ApiError> {
    let name = question.name.as_str();
    let board = match name.strip_prefix("letter-") {
        Some(letter) => letter.parse().ok().and_then(|letter| shaped(Some(letter))),
        None if name == "heart" => shaped(None),
        None => boards::named(name),
    };
    let unknown = || ApiError::bad(format!("no board is called \"{name:.40}\""));
    let board = board.ok_or_else(unknown)?;
    let board = Arc::new(board);
    let puzzle = single_vacancies(&board, true).next().map_or_else(
        || Puzzle::single_vacancy(name, Arc::clone(&board), board.middle(), None),
        Ok,
    );
    let puzzle = puzzle.map_err(|bad| ApiError::bad(bad.to_string()))?;
    Ok(page::document(&puzzle).to_string())
}

/// Returns a heart, or the board of a letter.
fn shaped(letter: Option<Letter>) -> Option<Board> {
    let shaped = ShapedBoard {
        shape: letter.map_or(Shape::Heart, |_| Shape::Letter),
        holes: letter.map_or(HEART_HOLES, |_| LETTER_HOLES),
        cut_out: 0,
        width: None,
        letter,
        geometry: Geometry::Square,
        seed: 0,
    };
    shaped.board().ok()
}

/// Request for the possible starting vacancies or last pegs on the board of a puzzle.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EndsQuestion {
    /// The puzzle, as in [`Question`].
    pub puzzle: String,
    /// The starting vacancy. Without it, the answer is about starting vacancies. With it, the answer is about last
    /// pegs.
    #[serde(default)]
    pub vacate: Option<Cell>,
}

/// Returns, for each hole of the board, the kind of the certificate that excludes it, or `null`, as JSON. Only fast
/// criteria are tried, so a hole that is not excluded may still be impossible.
///
/// # Errors
/// The text is not a puzzle, or the cell is not a hole of its board.
pub fn ends(question: EndsQuestion, stop: &Stop) -> Result<String, ApiError> {
    let puzzle = peg(&Question {
        puzzle: question.puzzle,
        ..Question::default()
    })?;
    let board = puzzle.board();
    let vacant = question.vacate.map(|cell| {
        let absent = || ApiError::bad("the starting vacancy is not a hole of the board");
        board.hole(cell).ok_or_else(absent)
    });
    let vacant = vacant.transpose()?;
    let kind = |hole| -> Result<Value, ApiError> {
        let (start, last) = match vacant {
            Some(vacant) => (vacant, Some(hole)),
            None => (hole, None),
        };
        let one = Puzzle::single_vacancy("ends", Arc::clone(board), start, last);
        let one = one.map_err(|bad| ApiError::bad(bad.to_string()))?;
        let found = certify::quick_within(&one, stop);
        let found = found.map_err(|fault| ApiError::new(500, fault.to_string()))?;
        Ok(found.map(|certificate| certificate.kind()).into())
    };
    let kinds: Result<Vec<Value>, ApiError> = (0..board.len()).map(kind).collect();
    Ok(json!({ "excluded": kinds? }).to_string())
}

#[cfg(test)]
mod tests {
    use saut_base::stop::Stop;
    use saut_peg::peg::Cell;
    use serde_json::Value;

    use super::{BoardQuestion, EndsQuestion, board, ends};

    fn excluded(puzzle: &str, vacate: Option<Cell>) -> Result<usize, String> {
        let puzzle = puzzle.to_owned();
        let answer = ends(EndsQuestion { puzzle, vacate }, &Stop::default());
        let answer: Value = serde_json::from_str(&answer.map_err(|error| error.message)?).unwrap();
        let kinds = answer["excluded"].as_array().unwrap();
        Ok(kinds.iter().filter(|kind| kind.is_string()).count())
    }

    #[test]
    fn ends_are_excluded_by_the_class_and_others_are_not() {
        assert_eq!(excluded("central", None), Ok(0));
        assert_eq!(excluded("central", Some(Cell::new(3, 3))), Ok(28));
        assert_ne!(excluded("corsair", None), Ok(0));
        assert!(excluded("central", Some(Cell::new(0, 0))).is_err());
        assert!(excluded("baseball-5", None).is_err());
    }

    #[test]
    fn boards_begin_with_a_vacancy_that_the_class_allows() {
        let start = |name: &str| {
            let question = BoardQuestion {
                name: name.to_owned(),
            };
            let document = board(&question).map_err(|error| error.message)?;
            let document: Value = serde_json::from_str(&document).unwrap();
            let start = document["start"].as_str().unwrap_or_default().to_owned();
            Ok::<_, String>(start.matches(['o', '.']).count())
        };
        assert_eq!(start("hexagon-4"), Ok(37));
        assert_eq!(start("star-1"), Ok(13));
        for shape in ["heart", "letter-A", "letter-r", "letter-Z"] {
            assert!(start(shape).unwrap() >= 44, "{shape}");
        }
        for unknown in ["atlantis", "letter-", "letter-AB", "letter-1"] {
            assert!(start(unknown).unwrap_err().contains("no board is called"));
        }
    }
}
