//! The conventions of all plots: how much one shows, how short times, limits and names are drawn.

use super::super::Report;
use super::super::number::seconds;
use super::super::svg::Guide;

/// Solvers in one plot; more lines than this nobody reads.
pub const MOST_LINES: usize = 8;

/// Times below this are drawn here, in seconds: a process cannot be timed more exactly.
pub(super) const LEAST_SECONDS: f64 = 0.001;

/// The time limits of the records, ascending, in seconds.
pub(super) fn limits(report: &Report) -> Vec<f64> {
    let mut limits: Vec<f64> = report.runs.iter().map(|run| run.timeout_seconds).collect();
    limits.retain(|limit| *limit > 0.0);
    limits.sort_by(f64::total_cmp);
    limits.dedup();
    limits
}

/// The guide at a time limit.
pub(super) fn limit_at(limit: f64, ends: [(f64, f64); 2]) -> Guide {
    let label = format!("limit: {} s", seconds(limit));
    Guide { ends, label }
}

/// The line that says where short times are drawn, if there are any.
pub(super) fn clamped(report: &Report) -> String {
    let mut medians = report
        .by_instance()
        .filter_map(|(_, _, cell)| cell.times.median());
    if medians.any(|median| median < LEAST_SECONDS) {
        format!("\ntimes below {LEAST_SECONDS} s are drawn at {LEAST_SECONDS} s")
    } else {
        String::new()
    }
}

pub(super) fn shown_of(report: &Report) -> String {
    match report.ranked().count() {
        all if all <= MOST_LINES => "medians over seeds".to_owned(),
        all => format!("medians over seeds; the best {MOST_LINES} of {all} solvers"),
    }
}

pub(super) fn told(time: Option<f64>) -> String {
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
