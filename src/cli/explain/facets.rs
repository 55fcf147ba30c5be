//! `saut explain --facets`: the facets of a small board, up to its symmetries.

use std::io::Write;

use saut::BadInput;
use saut::certify::draw;
use saut::certify::pagoda::{Facet, NotListed, facets};
use saut::peg::{Board, Puzzle};
use saut::stop::Stop;
use schemars::JsonSchema;
use serde::Serialize;

use crate::cli::print;
use crate::cli::reply::Failure;

/// The facets of the board of a puzzle.
///
/// # Errors
/// The board is too large or has none, or a limit was hit.
pub fn of(puzzle: &Puzzle, stop: &Stop) -> Result<Vec<Facet>, BadInput> {
    facets(puzzle.board(), stop).map_err(|no| {
        let bad = BadInput::new("--facets", no.to_string());
        match no {
            NotListed::Stopped(why) => BadInput {
                limit: Some(why),
                ..bad
            },
            _ => bad.remedy("choose another board, such as square-4"),
        }
    })
}

/// A facet.
#[derive(Serialize, JsonSchema)]
pub struct FacetDocument<'a> {
    /// A weight for each hole.
    by_hole: &'a [i64],
    /// Number of images under the symmetries of the board.
    images: usize,
    /// Number of jumps that lose no weight.
    jumps_without_loss: usize,
}

/// For programs.
pub fn document<'a>(board: &Board, facets: &'a [Facet]) -> Vec<FacetDocument<'a>> {
    let entry = |facet: &'a Facet| FacetDocument {
        by_hole: &facet.weights.by_hole,
        images: facet.images,
        jumps_without_loss: facet.weights.tight_jumps(board),
    };
    facets.iter().map(entry).collect()
}

/// Each drawn on the board.
pub fn print(out: &mut impl Write, board: &Board, facets: &[Facet]) -> Result<(), Failure> {
    let strong = print::STRONG;
    let all: usize = facets.iter().map(|facet| facet.images).sum();
    writeln!(
        out,
        "\n{strong}facets{strong:#}: {} up to the symmetries of the board, {} in all",
        print::grouped(facets.len()),
        print::grouped(all)
    )?;
    for facet in facets {
        let drawn = draw(board, |hole| facet.weights.by_hole[hole]);
        for line in drawn.lines() {
            writeln!(out, "  {line}")?;
        }
        writeln!(
            out,
            "  {}; {} of {} lose nothing\n",
            print::counted(facet.images, "image"),
            print::grouped(facet.weights.tight_jumps(board)),
            print::counted(board.jumps().len(), "jump"),
        )?;
    }
    Ok(())
}
