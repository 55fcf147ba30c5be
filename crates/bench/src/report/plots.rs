//! The plots: cactus, scatter, scaling, every run, and those of random play.

mod cactus;
mod runs;
mod scaling;
mod scatter;
mod tries;

use super::Report;
use super::number::seconds;
use super::svg::{Chart, Guide};

pub use cactus::cactus;
pub use runs::runs;
pub use scaling::scaling;
pub use scatter::scatter;
pub use tries::tries;

/// Most solvers in one plot; more lines would be unreadable.
pub const MOST_LINES: usize = 8;
/// Times below this are drawn here, in seconds: a process cannot be timed more exactly.
const LEAST_SECONDS: f64 = 0.001;

/// All plots of the report: the cactus plot, one scatter plot, scaling by family, every run where there
/// are few instances, random play.
pub fn all(report: &Report, pair: Option<(usize, usize)>) -> Vec<Chart> {
    let mut charts = vec![cactus(report)];
    let best_two = (report.solvers.len() > 1).then_some((0, 1));
    charts.extend(pair.or(best_two).map(|pair| scatter(report, pair)));
    charts.extend(scaling(report));
    charts.extend(runs(report));
    charts.extend(tries(report));
    charts
}

/// The time limits of the records, ascending, in seconds.
fn limits(report: &Report) -> Vec<f64> {
    let mut limits: Vec<f64> = report.runs.iter().map(|run| run.timeout_seconds).collect();
    limits.retain(|limit| *limit > 0.0);
    limits.sort_by(f64::total_cmp);
    limits.dedup();
    limits
}

/// The guide at a time limit.
fn limit_at(limit: f64, ends: [(f64, f64); 2]) -> Guide {
    let label = format!("limit: {} s", seconds(limit));
    Guide { ends, label }
}

/// The line that says where short times are drawn, if there are any.
fn clamped(report: &Report) -> String {
    let mut medians = report
        .by_instance()
        .filter_map(|(_, _, cell)| cell.times.median());
    if medians.any(|median| median < LEAST_SECONDS) {
        format!("\ntimes below {LEAST_SECONDS} s are drawn at {LEAST_SECONDS} s")
    } else {
        String::new()
    }
}

fn shown_of(report: &Report) -> String {
    match report.solvers.len() {
        all if all <= MOST_LINES => "medians over seeds".to_owned(),
        all => format!("medians over seeds; the best {MOST_LINES} of {all} solvers"),
    }
}

fn told(time: Option<f64>) -> String {
    time.map_or_else(
        || "not solved".to_owned(),
        |time| format!("{} s", seconds(time)),
    )
}

/// A name of which a file can be called.
pub fn file_name(name: &str) -> String {
    let safe = |symbol: char| {
        if symbol.is_ascii_alphanumeric() || "-.".contains(symbol) {
            symbol
        } else {
            '_'
        }
    };
    let name: String = name.chars().map(safe).take(80).collect();
    name.trim_start_matches('.').to_owned()
}
