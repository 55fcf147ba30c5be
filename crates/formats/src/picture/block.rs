//! A picture as its rows stand in a text.

use super::glyphs::{Glyph, Line};
use super::signs::{Assignment, Given, Meaning};

/// Arrows between two pictures that stand side by side, or one below the other.
pub(super) const ARROWS: [&str; 10] = ["->", "-->", "--->", "=>", "==>", "→", "⇒", "⟶", "➜", "➔"];

/// A picture with its rows from the top.
#[derive(Clone, Debug)]
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
    pub fn new(is_goal: Option<bool>) -> Self {
        Self {
            rows: Vec::new(),
            columns: None,
            is_labelled: false,
            is_list: false,
            is_table: false,
            has_bars: false,
            is_goal,
        }
    }

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
        let cells_of = |(y, row): (usize, &'a Line)| {
            let cells = row.glyphs.chunk_by(|one, next| one.bars == next.bars);
            cells.map(move |cell| (y, cell))
        };
        let rows = self.rows.iter().enumerate();
        let cells: Vec<(usize, &[Glyph])> = rows.flat_map(cells_of).collect();
        let holes = |cell: &[Glyph]| cell.iter().filter(|glyph| !is_wall(glyph)).count();
        let has_columns = cells.windows(2).any(|pair| pair[0].0 == pair[1].0);
        if !has_columns || cells.iter().any(|(_, cell)| holes(cell) > 1) {
            return self.marks().filter(|(_, glyph)| is_wall(glyph)).collect();
        }
        cells
            .into_iter()
            .filter(|(_, cell)| holes(cell) == 0 && cell.len() % 2 == 1)
            .map(|(y, cell)| (y, &cell[cell.len() / 2]))
            .collect()
    }
}

/// Whether a character stands between holes or around them and is none.
fn is_bar(symbol: char) -> bool {
    "|¦‖[](){},\"'".contains(symbol) || is_box(symbol)
}

pub(super) fn is_box(symbol: char) -> bool {
    ('\u{2500}'..='\u{257f}').contains(&symbol)
}
