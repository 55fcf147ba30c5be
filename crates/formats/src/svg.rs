//! Draws boards as SVG: one board with pegs, labels and arrows, or a sheet of many boards.
//!
//! A picture is a standalone document that depends only on its input: coordinates are integers, and there are no
//! scripts and no fonts. Boards look like the boards of the studio (`web/board.js`, light palette of `web/base.css`).
//! Pegs, dents and open holes are defined once and used by their identifiers. The identifiers are the same in every
//! picture, so that one page can contain several pictures. A picture scales to the element or window that shows it. It
//! has its own background, so that it is readable on light and on dark pages. Boards of the geometry `triangle` are
//! drawn as triangles, although text pictures are left-aligned.
//!
//! *Scalable Vector Graphics (SVG) 2*, W3C Candidate Recommendation (2018), for `href` without a namespace. Everything
//! else is in SVG 1.1 (2011).

mod diagram;
mod layout;
mod puzzle;

pub use diagram::{Diagram, sheet};
pub use puzzle::{animation, pieces, plan, puzzle, strip, title};

#[cfg(test)]
mod tests;
