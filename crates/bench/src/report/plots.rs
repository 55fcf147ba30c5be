//! The plots: cactus, scatter, scaling, every run, and those of random play.

mod cactus;
mod conventions;
mod runs;
mod scaling;
mod scatter;
mod tries;

use super::Report;
use super::svg::Chart;

pub use cactus::cactus;
pub use conventions::{MOST_LINES, file_name};
pub use runs::runs;
pub use scaling::scaling;
pub use scatter::scatter;
pub use tries::tries;

/// All plots of the report: the cactus plot, one scatter plot, scaling by family, every run where there
/// are few instances, random play.
pub fn all(report: &Report, pair: Option<(usize, usize)>) -> Vec<Chart> {
    let mut charts = vec![cactus(report)];
    let best_two = (report.ranked().count() > 1).then_some((0, 1));
    charts.extend(pair.or(best_two).map(|pair| scatter(report, pair)));
    charts.extend(scaling(report));
    charts.extend(runs(report));
    charts.extend(tries(report));
    charts
}
