//! Frames: signs that stand around the holes, and not among them.

use super::block::Block;
use super::glyphs::Glyph;

/// Column, row and sign.
type Mark = (usize, usize, char);

/// Whether a sign frames the holes: each stands beside all other signs of its row, or above or below
/// all those of its column. A letter is a usual mark too, so it frames only from all four corners.
pub(super) fn frames(blocks: &[&Block], sign: char) -> bool {
    blocks.iter().all(|block| {
        let at = |(y, glyph): (usize, &Glyph)| (glyph.columns[0], y, glyph.symbol);
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
    })
}

/// Whether a sign fills its place and so is no mark.
fn is_block(sign: char) -> bool {
    "#■⬛▪◾◼█▓▒░".contains(sign)
}
