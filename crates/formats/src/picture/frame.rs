//! Frames: signs that stand around the holes, and not among them; and where the holes stand in them.

use super::block::Block;
use super::glyphs::Glyph;
use super::signs::{Assignment, Meaning};

/// Column, row and sign.
type Mark = (usize, usize, char);

/// Whether a sign frames the holes: each stands beside all other signs of its row, or above or below
/// all those of its column. A letter is a usual mark too, so it frames only from all four corners.
/// Wide signs take one column or two.
pub(super) fn frames(blocks: &[&Block], sign: char) -> bool {
    blocks
        .iter()
        .all(|block| [0, 1].iter().any(|&count| frames_by(block, sign, count)))
}

/// Whether a sign frames the holes of a block by one count of columns.
fn frames_by(block: &Block, sign: char, count: usize) -> bool {
    let at = |(y, glyph): (usize, &Glyph)| (glyph.columns[count], y, glyph.symbol);
    let all: Vec<Mark> = block.marks().map(at).collect();
    let (walls, holes): (Vec<Mark>, Vec<Mark>) =
        all.iter().copied().partition(|mark| mark.2 == sign);
    let is_outside = |value: usize, others: &[usize]| {
        others.iter().all(|&other| other < value) || others.iter().all(|&other| other > value)
    };
    let beside = walls.iter().all(|wall| {
        let in_row: Vec<usize> = holes
            .iter()
            .filter(|hole| hole.1 == wall.1)
            .map(|hole| hole.0)
            .collect();
        let in_column: Vec<usize> = holes
            .iter()
            .filter(|hole| hole.0 == wall.0)
            .map(|hole| hole.1)
            .collect();
        is_outside(wall.0, &in_row) || is_outside(wall.1, &in_column)
    });
    let bounds = |values: Vec<usize>| Some((*values.iter().min()?, *values.iter().max()?));
    let corners = bounds(all.iter().map(|mark| mark.0).collect())
        .zip(bounds(all.iter().map(|mark| mark.1).collect()));
    let has_corners = corners.is_some_and(|((left, right), (top, bottom))| {
        [(left, top), (right, top), (left, bottom), (right, bottom)]
            .iter()
            .all(|&(x, y)| walls.iter().any(|wall| (wall.0, wall.1) == (x, y)))
    });
    walls.is_empty() || (beside && (has_corners || is_block(sign)))
}

/// Agreement of the walls around two pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Agreement {
    /// The holes stand at the same places between them, or only one picture has walls.
    Full,
    /// One picture is wider or higher than the other.
    OtherSize,
    /// The pictures are equally large, and the holes stand at other places in them.
    OtherPlaces,
}

/// Agreement of the walls of these pictures.
pub(super) fn agreement(blocks: &[&Block], way: &Assignment) -> Agreement {
    let framed: Option<Vec<Framed>> = blocks.iter().map(|block| Framed::of(block, way)).collect();
    match framed.as_deref() {
        Some([start, goal]) if start.size != goal.size => Agreement::OtherSize,
        Some([start, goal]) if start.holes != goal.holes => Agreement::OtherPlaces,
        _ => Agreement::Full,
    }
}

/// A picture with walls.
struct Framed {
    /// Columns and rows of all signs.
    size: (usize, usize),
    /// Columns before the holes and rows above them.
    holes: (usize, usize),
}

impl Framed {
    fn of(block: &Block, way: &Assignment) -> Option<Self> {
        let is_wall = |glyph: &Glyph| way.meaning(glyph.symbol) == Some(Meaning::Wall);
        let columns = || block.marks().map(|(_, glyph)| glyph.columns[0]);
        let rows = || block.marks().map(|(y, _)| y);
        let holes = || block.marks().filter(|(_, glyph)| !is_wall(glyph));
        let (left, top) = (columns().min()?, rows().min()?);
        let first_column = holes().map(|(_, glyph)| glyph.columns[0]).min()?;
        let first_row = holes().map(|(y, _)| y).min()?;
        let framed = Self {
            size: (columns().max()? - left, rows().max()? - top),
            holes: (first_column - left, first_row - top),
        };
        block
            .marks()
            .any(|(_, glyph)| is_wall(glyph))
            .then_some(framed)
    }
}

/// Whether a sign fills its place and so is no mark.
fn is_block(sign: char) -> bool {
    "#■⬛▪◾◼█▓▒░".contains(sign)
}
