//! A picture as its rows stand in a text.

use super::glyphs::{Glyph, Line};
use super::signs::Given;

/// Arrows between two pictures that stand side by side, or one below the other.
pub(super) const ARROWS: [&str; 10] = ["->", "-->", "--->", "=>", "==>", "→", "⇒", "⟶", "➜", "➔"];

/// A picture with its rows from the top.
#[derive(Clone, Debug)]
pub(super) struct Block {
    pub rows: Vec<Line>,
    /// The columns of the labels above or below it, where there are such.
    pub columns: Option<Vec<usize>>,
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
            has_bars: false,
            is_goal,
        }
    }

    /// All that is drawn, with the number of its row.
    pub fn marks(&self) -> impl Iterator<Item = (usize, &Glyph)> {
        let rows = self.rows.iter().enumerate();
        rows.flat_map(|(y, row)| row.glyphs.iter().map(move |glyph| (y, glyph)))
    }

    pub fn remove_bars(&mut self, given: Given) {
        for row in &mut self.rows {
            let all = row.glyphs.len();
            row.glyphs
                .retain(|glyph| !is_bar(glyph.symbol) || given.meaning(glyph.symbol).is_some());
            self.has_bars |= row.glyphs.len() < all;
        }
    }
}

/// Whether a character stands between holes or around them and is none.
fn is_bar(symbol: char) -> bool {
    "|¦‖[](){},\"'".contains(symbol) || is_box(symbol)
}

pub(super) fn is_box(symbol: char) -> bool {
    ('\u{2500}'..='\u{257f}').contains(&symbol)
}
