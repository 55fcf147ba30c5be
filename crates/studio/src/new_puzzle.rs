//! New puzzles: random solvable figures of a given size and difficulty.
//!
//! The seed and the request determine the puzzle. All limits are numbers of candidates, so every machine generates the
//! same puzzle, and a link with the request is a link to the puzzle.

use std::ops::RangeInclusive;
use std::sync::Arc;

use saut_base::stop::Stop;
use saut_formats::page;
use saut_peg::peg::{Board, Expectation, Goal, Puzzle, SymmetryKind, boards};
use saut_puzzles::census::{Difficulty, PlayableRequest, playable};
use serde::Deserialize;

use crate::question::ApiError;

/// Maximum number of holes. Figures on larger boards take too long to decide.
const MAX_HOLES: usize = 45;

/// Maximum number of pegs. Random play rarely wins figures with more pegs.
const MAX_PEGS: usize = 22;

/// The kinds of symmetry that are used in rotation if the request names none. Four axes are omitted, because there are
/// few such figures.
const KINDS: [SymmetryKind; 6] = [
    SymmetryKind::TwoAxes,
    SymmetryKind::TwoDiagonals,
    SymmetryKind::Turns,
    SymmetryKind::OneAxis,
    SymmetryKind::OneDiagonal,
    SymmetryKind::None,
];

/// The difficulties: the words of [`Difficulty::word`] with their ratings.
const DIFFICULTIES: [(&str, u32); 4] =
    [("easy", 2), ("moderate", 3), ("hard", 4), ("very hard", 5)];

/// Request for a new puzzle.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewPuzzle {
    /// The name of a board.
    pub board: String,
    /// The name of a kind of symmetry. If it is empty, several kinds are used in rotation.
    #[serde(default)]
    pub symmetry: String,
    /// The size of the figure.
    #[serde(default)]
    pub size: Size,
    /// A word for the difficulty, or empty for any difficulty.
    #[serde(default)]
    pub difficulty: String,
    /// The seed of the random choices.
    pub seed: u32,
}

/// Size of a figure, relative to its board.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Size {
    /// Pegs in 15 to 25 % of the holes.
    Small,
    /// Pegs in 26 to 42 % of the holes.
    #[default]
    Medium,
    /// Pegs in 43 to 60 % of the holes, and at most [`MAX_PEGS`] pegs.
    Large,
}

impl Size {
    fn pegs(self, holes: usize) -> RangeInclusive<usize> {
        let (from, to) = match self {
            Self::Small => (15, 25),
            Self::Medium => (26, 42),
            Self::Large => (43, 60),
        };
        let least = (holes * from).div_ceil(100).clamp(3, MAX_PEGS - 4);
        least..=(holes * to / 100).clamp(4, MAX_PEGS)
    }
}

/// Returns the puzzle for a request, in the format of the page.
///
/// # Errors
/// The request has an unknown name, no such figure is found, or a limit was reached first.
pub fn new_puzzle(request: &NewPuzzle, stop: &Stop) -> Result<String, ApiError> {
    let NewPuzzle { board: name, .. } = request;
    let board = boards::named(name).filter(|board| board.len() <= MAX_HOLES);
    let board = Arc::new(board.ok_or_else(|| {
        let message = format!("no board for new puzzles is called \"{name:.40}\"");
        ApiError::bad(message)
    })?);
    let (kinds, rating) = (kinds(request, &board)?, rating(&request.difficulty)?);
    let mut made = None;
    // If no figure of this size is solvable, another size is tried.
    for size in [request.size, Size::Medium, Size::Small, Size::Large] {
        if made.is_none() {
            let wanted = PlayableRequest {
                kinds: kinds.clone(),
                pegs: size.pegs(board.len()),
                rating,
                seed: request.seed.into(),
            };
            made = playable(&board, &wanted, stop)?;
        }
    }
    if let Some(reason) = stop.stop_reason() {
        let message = format!(
            "no new puzzle was found within the limits ({})",
            reason.name()
        );
        return Err(ApiError::new(503, message));
    }
    let none =
        "no solvable figure with this symmetry and size was found; choose another symmetry or size";
    let made = made.ok_or_else(|| ApiError::bad(none))?;
    let pegs = made.figure.pegs();
    let word = made.difficulty.map_or("not rated", Difficulty::word);
    let called = format!("new-{name}-{}", request.seed);
    let goal = Goal::one_peg(&board);
    let puzzle = Puzzle::new(called, board, made.figure, goal);
    let mut puzzle = puzzle.map_err(|bad| ApiError::bad(bad.to_string()))?;
    puzzle.title = Some(format!("New puzzle {}: {pegs} pegs, {word}", request.seed));
    puzzle.expect = Expectation::Solvable;
    let mut document = page::document(&puzzle);
    document["pegs"] = pegs.into();
    document["positions"] = made.difficulty.map(|it| it.positions).into();
    Ok(document.to_string())
}

fn kinds(request: &NewPuzzle, board: &Board) -> Result<Vec<SymmetryKind>, ApiError> {
    let has = |kind: &SymmetryKind| kind.group(board).is_some();
    if request.symmetry.is_empty() {
        return Ok(KINDS.into_iter().filter(has).collect());
    }
    let kind = request.symmetry.parse::<SymmetryKind>();
    let kind = kind.map_err(ApiError::bad)?;
    has(&kind).then(|| vec![kind]).ok_or_else(|| {
        let board = &request.board;
        ApiError::bad(format!("the board {board} does not have symmetry {kind}"))
    })
}

fn rating(word: &str) -> Result<Option<u32>, ApiError> {
    if word.is_empty() {
        return Ok(None);
    }
    let mut known = DIFFICULTIES.iter();
    let found = known.find_map(|&(name, rating)| (name == word).then_some(rating));
    let unknown = || ApiError::bad(format!("no difficulty is called \"{word:.40}\""));
    found.map(Some).ok_or_else(unknown)
}

#[cfg(test)]
mod tests {
    use saut_base::stop::Stop;
    use serde_json::{Value, json};

    use super::new_puzzle;
    use crate::routes::read;

    fn made(request: Value) -> Result<Value, String> {
        let request = read(request).map_err(|error| error.message)?;
        let document = new_puzzle(&request, &Stop::default()).map_err(|error| error.message)?;
        Ok(serde_json::from_str(&document).unwrap())
    }

    #[test]
    fn every_offered_board_and_size_gives_a_puzzle_and_a_seed_always_the_same() {
        for board in ["english", "triangle-5", "square-6"] {
            for size in ["small", "large"] {
                let wanted = json!({"board": board, "size": size, "seed": 3});
                let puzzle = made(wanted.clone()).unwrap();
                assert_eq!(puzzle, made(wanted).unwrap(), "{board} {size}");
                assert_eq!(puzzle["expect"], "solvable");
                assert!(puzzle["plan"].is_null(), "the solution is not given away");
            }
        }
    }

    #[test]
    fn a_request_for_something_unknown_is_rejected() {
        for (field, value, why) in [
            ("board", json!("atlantis"), "no board for new puzzles"),
            ("board", json!("square-9"), "no board for new puzzles"),
            ("symmetry", json!("axes"), "no symmetry is called"),
            ("difficulty", json!("absurd"), "no difficulty is called"),
            ("size", json!("huge"), "unknown variant"),
            ("seed", json!(-1), "invalid value"),
            ("colour", json!("red"), "unknown field"),
        ] {
            let mut wanted = json!({"board": "english", "seed": 1});
            wanted[field] = value;
            let error = made(wanted).unwrap_err();
            assert!(error.contains(why), "{error}");
        }
        let wanted = json!({"board": "triangle-5", "symmetry": "four-axes", "seed": 1});
        assert!(made(wanted).unwrap_err().contains("does not have symmetry"));
    }
}
