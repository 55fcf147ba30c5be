//! A picture as its rows stand in a text, and the frame around its holes.

use itertools::{Itertools as _, iproduct};

use super::glyphs::{Glyph, Line};
use super::signs::{Assignment, Given, Meaning};

/// Arrows between two pictures that stand side by side, or one below the other.
pub(super) const ARROWS: [&str; 10] = ["->", "-->", "--->", "=>", "==>", "→", "⇒", "⟶", "➜", "➔"];

/// A picture with its rows from the top.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(super) struct Block {
    pub rows: Vec<Line>,
    /// The columns of the labels above or below it, where there are such; of a table, the fields.
    pub columns: Option<Vec<usize>>,
    /// Whether there are labels of rows or columns.
    pub is_labelled: bool,
    /// Whether its rows are lists of values.
    pub is_list: bool,
    /// Whether holes stand in the columns of their fields.
    pub is_table: bool,
    /// Whether bars stand between its holes or around them.
    pub has_bars: bool,
    /// Part that a caption names: the goal, or the start.
    pub is_goal: Option<bool>,
}

impl Block {
    /// All that is drawn, with the number of its row.
    pub fn marks(&self) -> impl Iterator<Item = (usize, &Glyph)> + Clone {
        let rows = self.rows.iter().enumerate();
        rows.flat_map(|(y, row)| row.glyphs.iter().map(move |glyph| (y, glyph)))
    }

    /// The column of a glyph; in a table, its field.
    pub fn column(&self, glyph: &Glyph) -> usize {
        if self.is_table {
            glyph.field
        } else {
            glyph.columns[0]
        }
    }

    pub fn remove_bars(&mut self, given: Given) {
        let is_list = self.is_list;
        let is_bar = |symbol| is_bar(symbol) || (is_list && symbol == ';');
        for row in &mut self.rows {
            let mut bars = 0;
            row.glyphs.retain_mut(|glyph| {
                let is_removed = is_bar(glyph.symbol) && given.meaning(glyph.symbol).is_none();
                bars += usize::from(is_removed);
                glyph.bars = bars;
                !is_removed
            });
            self.has_bars |= bars > 0;
        }
    }

    /// The walls that stand at places of the board, with the number of their row. In a table, where bars stand
    /// around each hole, those beside a hole are floor or filling, and several in one cell are one wall in
    /// its middle.
    pub fn walls<'a>(&'a self, way: &Assignment) -> Vec<(usize, &'a Glyph)> {
        let is_wall = |glyph: &Glyph| way.meaning(glyph.symbol) == Some(Meaning::Wall);
        let rows = self.rows.iter().enumerate();
        let cells: Vec<(usize, &[Glyph])> = rows
            .flat_map(|(y, row)| {
                let cells = row.glyphs.chunk_by(|one, next| one.bars == next.bars);
                cells.map(move |cell| (y, cell))
            })
            .collect();
        let holes = |cell: &[Glyph]| cell.iter().filter(|glyph| !is_wall(glyph)).count();
        let has_columns = cells.windows(2).any(|pair| pair[0].0 == pair[1].0);
        if !has_columns || cells.iter().any(|(_, cell)| holes(cell) > 1) {
            return self.marks().filter(|(_, glyph)| is_wall(glyph)).collect();
        }
        let are_walls = |cell: &[Glyph]| holes(cell) == 0 && cell.len() % 2 == 1;
        cells
            .into_iter()
            .filter(|(_, cell)| are_walls(cell))
            .map(|(y, cell)| (y, &cell[cell.len() / 2]))
            .collect()
    }

    /// Column by this count and row of every sign, and whether it is a wall.
    fn places(&self, count: usize, is_wall: impl Fn(char) -> bool) -> Vec<([usize; 2], bool)> {
        let place =
            |(y, glyph): (usize, &Glyph)| ([glyph.columns[count], y], is_wall(glyph.symbol));
        self.marks().map(place).collect()
    }

    /// Whether a sign frames the holes: each stands beside all other signs of its row, or above or below
    /// all those of its column. A letter is a usual mark too, so it frames only from all four corners.
    /// Wide signs take one column or two.
    pub fn is_framed_by(&self, sign: char) -> bool {
        [0, 1].into_iter().any(|count| {
            let places = self.places(count, |symbol| symbol == sign);
            let walls = || places.iter().filter(|it| it.1).map(|it| it.0);
            let is_outside = |wall: [usize; 2], along: usize| {
                let across = 1 - along;
                let beside = places
                    .iter()
                    .filter(|(at, is_wall)| !is_wall && at[across] == wall[across]);
                let mut others = beside.map(|(at, _)| at[along]);
                others.clone().all(|other| other < wall[along])
                    || others.all(|other| other > wall[along])
            };
            let are_outside = walls().all(|wall| is_outside(wall, 0) || is_outside(wall, 1));
            let ends = |along: usize| {
                let ends = places
                    .iter()
                    .map(|(at, _)| at[along])
                    .minmax()
                    .into_option();
                ends.map_or([0; 2], <[usize; 2]>::from)
            };
            let mut corners = iproduct!(ends(0), ends(1));
            let has_corners = corners.all(|(x, y)| walls().contains(&[x, y]));
            walls().next().is_none() || (are_outside && (is_block(sign) || has_corners))
        })
    }

    /// For columns and for rows of a picture with walls: how many there are, and how many before its holes.
    fn framed(&self, way: &Assignment) -> Option<[(usize, usize); 2]> {
        let places = self.places(0, |sign| way.meaning(sign) == Some(Meaning::Wall));
        let ends = |along: usize| {
            let all = places.iter().map(|(at, _)| at[along]).minmax();
            let (first, last) = all.into_option()?;
            let holes = places.iter().filter(|it| !it.1);
            let hole = holes.map(|(at, _)| at[along]).min()?;
            Some((last - first, hole - first))
        };
        let has_walls = places.iter().any(|it| it.1);
        Some([ends(0)?, ends(1)?]).filter(|_| has_walls)
    }
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
pub(super) fn agreement(start: &Block, goal: &Block, way: &Assignment) -> Agreement {
    match (start.framed(way), goal.framed(way)) {
        (Some(start), Some(goal)) if start.map(|it| it.0) != goal.map(|it| it.0) => {
            Agreement::OtherSize
        }
        (Some(start), Some(goal)) if start != goal => Agreement::OtherPlaces,
        _ => Agreement::Full,
    }
}

/// Whether a sign fills its place and so is no mark.
fn is_block(sign: char) -> bool {
    "#■⬛▪◾◼█▓▒░".contains(sign)
}

/// Whether a character stands between holes or around them and is none.
fn is_bar(symbol: char) -> bool {
    "|¦‖[](){},\"'".contains(symbol) || is_box(symbol)
}

pub(super) fn is_box(symbol: char) -> bool {
    ('\u{2500}'..='\u{257f}').contains(&symbol)
}
