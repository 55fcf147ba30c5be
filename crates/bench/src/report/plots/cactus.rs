//! The cactus plot: how many instances each solver solves within a time.

use super::super::Report;
use super::super::number::seconds;
use super::super::statistics::real;
use super::super::svg::{Axis, Chart, ChartPoint, Guide, Series};
use super::{LEAST_SECONDS, MOST_LINES, clamped, limits, shown_of};

/// The style of the virtual best.
const BEST_STYLE: usize = 8;
/// Marks on one line.
const MARKS: usize = 12;

/// How many instances (across) a solver solves when each may take so many seconds (up).
pub fn cactus(report: &Report) -> Chart {
    let limits = limits(report);
    let ascending = |times: Vec<Option<f64>>| {
        let mut times: Vec<f64> = times.into_iter().flatten().collect();
        times.sort_by(f64::total_cmp);
        times
            .iter()
            .map(|time| time.max(LEAST_SECONDS))
            .collect::<Vec<f64>>()
    };
    let mut lines: Vec<(String, usize, Vec<f64>)> = Vec::new();
    if report.solvers.len() > 1 {
        lines.push((
            "virtual best".to_owned(),
            BEST_STYLE,
            ascending(report.best.medians.clone()),
        ));
    }
    for (index, solver) in report.solvers.iter().enumerate().take(MOST_LINES) {
        let medians = report
            .cells_of(index)
            .map(|(_, cell)| cell.times.median())
            .collect();
        lines.push((solver.label.clone(), index, ascending(medians)));
    }
    let most = lines
        .iter()
        .map(|(_, _, times)| times.len())
        .max()
        .unwrap_or(0);
    let times = lines
        .iter()
        .flat_map(|(_, _, times)| times)
        .chain(&limits)
        .copied();
    let y = Axis::logarithmic("seconds for each", times);
    let x = Axis::counts("instances solved", most);
    let guides = limits.iter().map(|&limit| Guide {
        ends: [(x.from, limit), (x.to, limit)],
        label: format!("limit: {} s", seconds(limit)),
    });
    Chart {
        key: "cactus".to_owned(),
        title: "Instances solved within a time".to_owned(),
        note: format!(
            "{}; times of child processes include their start{}",
            shown_of(report),
            clamped(report)
        ),
        square: false,
        guides: guides.take(3).collect(),
        series: lines
            .into_iter()
            .map(|(label, style, times)| quantiles(label, style, &times))
            .collect(),
        x,
        y,
    }
}

fn quantiles(label: String, style: usize, times: &[f64]) -> Series {
    let step = times.len().div_ceil(MARKS).max(1);
    let line: Vec<(f64, f64)> = times
        .iter()
        .enumerate()
        .map(|(index, &time)| (real(index + 1), time))
        .collect();
    let marked = line
        .iter()
        .enumerate()
        .filter(|(index, _)| (index + 1) % step == 0 || index + 1 == line.len());
    let points = marked.map(|(index, &(x, y))| ChartPoint {
        x,
        y,
        title: format!(
            "{label}: {} instances within {} s each",
            index + 1,
            seconds(y)
        ),
        faint: false,
    });
    Series {
        points: points.collect(),
        label,
        style,
        line,
    }
}
