//! Pictures of boards as SVG: one board with pegs, labels and arrows, or a sheet of many.
//!
//! A picture is a standalone document that depends on nothing but its input: whole units, no scripts, no fonts but the
//! reader's. Boards look like those of the studio (`web/board.js`, light palette of `web/base.css`). Pegs, dents and
//! open holes are drawn once and used by their identifiers, which are the same in every picture, so that several can
//! stand in one page. It scales to its place or window, brings its own ground, and so can be read on light and on dark
//! pages. Boards of the geometry `triangle` are drawn as triangles, although pictures of characters are left-aligned.
//!
//! *Scalable Vector Graphics (SVG) 2*, W3C Candidate Recommendation (2018), for `href` without a namespace; else
//! SVG 1.1 (2011).

mod diagram;
mod layout;
mod puzzle;

pub use diagram::{Diagram, sheet};
pub use puzzle::{animation, pieces, plan, puzzle, strip, title};

#[cfg(test)]
mod tests;
