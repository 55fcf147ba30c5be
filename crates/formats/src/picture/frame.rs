//! Frames: signs that stand around the holes, and not among them; and where the holes stand in them.

use super::block::Block;
use super::glyphs::Glyph;
use super::signs::{Assignment, Meaning};

/// Column, row and sign.
type Mark = (usize, usize, char);

/// Column or row of a mark.
type Part = fn(&Mark) -> usize;

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
    let column: Part = |mark| mark.0;
    let row: Part = |mark| mark.1;
    let is_outside = |wall: &Mark, along: Part, across: Part| {
        let beside = holes.iter().filter(|hole| across(hole) == across(wall));
        let mut others = beside.map(along);
        let place = along(wall);
        others.clone().all(|other| other < place) || others.all(|other| other > place)
    };
    let are_outside = walls
        .iter()
        .all(|wall| is_outside(wall, column, row) || is_outside(wall, row, column));
    let ends =
        |along: fn(&Mark) -> usize| [all.iter().map(along).min(), all.iter().map(along).max()];
    let is_wall = |x, y| {
        walls
            .iter()
            .any(|wall| (Some(wall.0), Some(wall.1)) == (x, y))
    };
    let has_corners = ends(column)
        .into_iter()
        .all(|x| ends(row).into_iter().all(|y| is_wall(x, y)));
    walls.is_empty() || (are_outside && (has_corners || is_block(sign)))
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
    let framed: Option<Vec<_>> = blocks.iter().map(|block| framed(block, way)).collect();
    match framed.as_deref() {
        Some([start, goal]) if start.0 != goal.0 => Agreement::OtherSize,
        Some([start, goal]) if start.1 != goal.1 => Agreement::OtherPlaces,
        _ => Agreement::Full,
    }
}

/// Columns and rows of a picture with walls, and those before its holes.
fn framed(block: &Block, way: &Assignment) -> Option<([usize; 2], [usize; 2])> {
    let is_wall = |glyph: &Glyph| way.meaning(glyph.symbol) == Some(Meaning::Wall);
    let all = || {
        block
            .marks()
            .map(|(y, glyph)| ([glyph.columns[0], y], is_wall(glyph)))
    };
    let ends = |kind: usize| {
        let holes = all()
            .filter(|(_, is_wall)| !is_wall)
            .map(|(at, _)| at[kind]);
        let signs = all().map(|(at, _)| at[kind]);
        let first = signs.clone().min()?;
        Some((signs.max()? - first, holes.min()? - first))
    };
    let ((wide, left), (high, top)) = (ends(0)?, ends(1)?);
    let has_walls = all().any(|(_, is_wall)| is_wall);
    has_walls.then_some(([wide, high], [left, top]))
}

/// Whether a sign fills its place and so is no mark.
fn is_block(sign: char) -> bool {
    "#■⬛▪◾◼█▓▒░".contains(sign)
}
