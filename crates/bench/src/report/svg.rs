//! Plots as SVG, without a plotting library: a chart is a few paths and words, and written by hand
//! it can have tooltips, take the colours of the page that it stands in, and be the same bytes
//! every time.
//!
//! Colours are those of Okabe and Ito, which people who see colours differently can tell apart
//! (*Color universal design*, 2008); every series has a mark and a dash of its own besides.

pub mod axis;
pub mod chart;
mod mark;

pub use axis::{Axis, Scale};
pub use chart::{Chart, ChartPoint, Guide, Series};

/// Colours and strokes, for light and for dark surroundings; a page with charts in it has this in
/// its own style.
pub const STYLE: &str = include_str!("svg/style.css");

/// A coordinate in the picture, to a tenth.
fn place(value: f64) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}
