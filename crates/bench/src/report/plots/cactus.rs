//! The cactus plot: how many instances each solver solves within a time.

use super::super::Report;
use super::super::number::seconds;
use super::super::statistics::real;
use super::super::svg::{Axis, Chart, ChartPoint, Series};
use super::conventions::{LEAST_SECONDS, MOST_LINES, clamped, limit_at, limits, shown_of};

/// The style of the virtual best.
const BEST_STYLE: usize = 8;
/// Marks on one line.
const MARKS: usize = 12;

/// Cactus plot: instances solved (across) within a time limit for each (up).
pub fn cactus(report: &Report) -> Chart {
    let mut series = Vec::new();
    if report.ranked().count() > 1 {
        let medians = report.best.medians.iter().flatten().copied();
        series.push(quantiles("virtual best", BEST_STYLE, medians.collect()));
    }
    for index in report.ranked().take(MOST_LINES) {
        let medians = report
            .cells_of(index)
            .filter_map(|(_, cell)| cell.times.median());
        let label = &report.solvers[index].label;
        series.push(quantiles(label, index, medians.collect()));
    }
    let limits = limits(report);
    let corners = || series.iter().flat_map(|one| &one.line);
    let most = series.iter().map(|one| one.line.len()).max().unwrap_or(0);
    let times = corners()
        .map(|corner| corner.1)
        .chain(limits.iter().copied());
    let y = Axis::logarithmic("seconds for each", times);
    let x = Axis::counts("instances solved", most);
    let guide = |&limit: &f64| limit_at(limit, [(x.from, limit), (x.to, limit)]);
    let guides = limits.iter().map(guide).take(3).collect();
    let (shown, clamped) = (shown_of(report), clamped(report));
    Chart {
        key: "cactus".to_owned(),
        title: "Instances solved within a time".to_owned(),
        note: format!("{shown}; times of child processes include their start{clamped}"),
        x,
        y,
        series,
        guides,
        ..Chart::default()
    }
}

fn quantiles(label: &str, style: usize, mut times: Vec<f64>) -> Series {
    times.sort_by(f64::total_cmp);
    let step = times.len().div_ceil(MARKS).max(1);
    let corner = |(index, time): (usize, f64)| (real(index + 1), time.max(LEAST_SECONDS));
    let line: Vec<(f64, f64)> = times.into_iter().enumerate().map(corner).collect();
    let marked = line.iter().enumerate();
    let marked = marked.filter(|(index, _)| (index + 1) % step == 0 || index + 1 == line.len());
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
        label: label.to_owned(),
        style,
        line,
    }
}
