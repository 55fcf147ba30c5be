//! Flags beside a puzzle: which reading of a picture is meant, and other lines for a bundled one.

use super::found::Found;
use crate::picture::Choice;
use crate::place::shown;
use crate::{Entry, pair};
use saut_base::bad_input::BadInput;
use saut_peg::peg::{Board, Geometry, Puzzle};

/// Choices that flags make beside a puzzle.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// Choices that a picture leaves open. The geometry counts for bundled puzzles too.
    pub picture: Choice,
    /// The board of a list of cells.
    pub board: Option<String>,
}

impl From<Option<Geometry>> for Asked {
    fn from(geometry: Option<Geometry>) -> Self {
        let picture = Choice {
            geometry,
            ..Choice::default()
        };
        Self {
            picture,
            board: None,
        }
    }
}

/// Refuses a board beside something that says its board.
pub(super) fn refuse_board(asked: &Asked, is_list: bool) -> Result<(), BadInput> {
    if is_list || asked.board.is_none() {
        return Ok(());
    }
    Err(BadInput::new("--board", "the puzzle says its board")
        .remedy("give a board with a list of cells only, as in [24, 34, 44]"))
}

/// A bundled puzzle with the lines of the geometry that is asked for.
pub(super) fn on_geometry(entry: Entry, asked: &Asked) -> Result<Found, BadInput> {
    refuse_board(asked, false)?;
    if let Some((flag, _)) = asked.picture.given.flags().next() {
        return Err(BadInput::new(flag, "a bundled puzzle has no signs")
            .remedy("give signs with bare pictures only"));
    }
    let entry = match (asked.picture.geometry, entry) {
        (Some(geometry), Entry::Peg(puzzle)) if geometry != puzzle.board().geometry() => {
            with_geometry(&puzzle, geometry)?.into()
        }
        (Some(geometry), Entry::OldRule(puzzle)) if geometry != puzzle.board().geometry() => {
            return Err(BadInput::new(
                "--geometry",
                "the old French rule is played on its own board",
            )
            .remedy("leave it out"));
        }
        (Some(_), Entry::Baseball(_)) => {
            return Err(
                BadInput::new("--geometry", "colour baseball has no board").remedy("leave it out")
            );
        }
        (_, entry) => entry,
    };
    Ok(Found {
        entries: vec![entry],
        is_bundled: true,
        is_drawn: false,
        warnings: Vec::new(),
    })
}

/// The puzzle with other lines and the same holes, start and goal; nothing is known of the answer then.
fn with_geometry(puzzle: &Puzzle, geometry: Geometry) -> Result<Puzzle, BadInput> {
    let board = Board::new(geometry, puzzle.board().cells().iter().copied())
        .map_err(|bad| BadInput::new("--geometry", bad.to_string()))?;
    let name = format!("{}-{geometry}", puzzle.name());
    let mut changed = pair::puzzle(&name, board, puzzle.start().clone(), puzzle.goal().clone())?;
    changed.title = puzzle
        .title
        .as_ref()
        .map(|title| format!("{title}, geometry {geometry}"));
    Ok(changed)
}

/// Refuses a geometry that is not the one that a file says.
pub(super) fn agreeing(entries: &[Entry], geometry: Option<Geometry>) -> Result<(), BadInput> {
    let of = |puzzle: &Puzzle| puzzle.board().geometry();
    let mut pegs = entries.iter().filter_map(|entry| match entry {
        Entry::Peg(puzzle) | Entry::OldRule(puzzle) => Some(puzzle),
        Entry::Baseball(_) => None,
    });
    match geometry.and_then(|asked| pegs.find(|puzzle| of(puzzle) != asked)) {
        None => Ok(()),
        Some(other) => Err(BadInput::new(
            format!("\"{}\"", shown(other.name())),
            format!("the puzzle says that its geometry is {}", of(other)),
        )
        .remedy("ask for a geometry with bare pictures and bundled puzzles only")),
    }
}
