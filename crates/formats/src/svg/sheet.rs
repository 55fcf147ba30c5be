//! A sheet: many boards in rows and columns, each with its caption.

use super::diagram::Diagram;
use super::document::document;
use super::layout::{MARGIN, Point};
use super::text;

/// Draws a sheet of boards in `columns` columns (at least one), with its title on top. The first line
/// of the title is its name for readers of screens.
///
/// All places are as large as the largest board with its caption.
pub fn sheet(title: &str, description: &str, columns: usize, diagrams: &[Diagram<'_>]) -> String {
    sheet_with_legend(title, description, columns, diagrams, "")
}

/// A [`sheet`] with a legend of its marks at the foot.
pub fn sheet_with_legend(
    title: &str,
    description: &str,
    columns: usize,
    diagrams: &[Diagram<'_>],
    legend: &str,
) -> String {
    let columns = columns.clamp(1, diagrams.len().max(1));
    let rows = diagrams.len().div_ceil(columns);
    let sizes = || diagrams.iter().map(Diagram::size);
    let place = Point {
        x: sizes().map(|size| size.x).max().unwrap_or(0) + MARGIN / 2,
        y: sizes().map(|size| size.y).max().unwrap_or(0) + MARGIN / 2,
    };
    let wide = place.x.saturating_mul(count(columns)).max(200);
    let heading = text::wrapped(title, wide - MARGIN);
    let top = text::height(heading.len());
    let foot = top + place.y.saturating_mul(count(rows));
    let legend = text::wrapped(legend, wide - MARGIN);
    let size = Point {
        x: wide,
        y: foot + text::height(legend.len()),
    };
    let name = title.lines().next().unwrap_or_default();
    document(name, description, size, |body| {
        let middle = Point {
            x: wide / 2,
            y: MARGIN / 2,
        };
        text::draw_lines(body, middle, &heading);
        for (index, diagram) in diagrams.iter().enumerate() {
            let at = Point {
                x: place.x * count(index % columns),
                y: top + place.y * count(index / columns),
            };
            diagram.draw(body, at, place.x);
        }
        let at = Point {
            x: wide / 2,
            y: foot,
        };
        text::draw_lines(body, at, &legend);
    })
}

fn count(number: usize) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}
