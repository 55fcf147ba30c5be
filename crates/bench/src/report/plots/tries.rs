//! Plots of random play: time and speed over the size of the game, tries over time.
//!
//! The same three that a French study of the 37-hole board draws or tells of. A point is an instance:
//! all tries, or all seconds, over all wins; one of which some runs did not win stands back.

use super::super::Report;
use super::super::number::{maybe, seconds, whole};
use super::super::statistics::real;
use super::super::svg::{Axis, Chart, ChartPoint, Series};
use super::super::tries::{self, Tries};
use super::MOST_LINES;

/// Label of an axis, and the value of a point on it.
type Shown = (&'static str, fn(&Tries) -> Option<f64>);

const SIZE: Shown = ("jumps of a won game", |it| it.jumps.map(real));
const TIME: Shown = ("seconds until a game is won, mean", |it| {
    it.seconds_a_success
});
const SPEED: Shown = ("tries a second of processor time", |it| it.tries_a_second);
const TRIES: Shown = ("tries until a game is won, mean", |it| it.tries_a_success);

/// The plots, where games were counted and there is something to draw.
pub fn tries(report: &Report) -> Vec<Chart> {
    let cells = tries::cells(report);
    let charts = [
        ("tries-time", "Random play: time over size", SIZE, TIME),
        ("tries-speed", "Random play: speed over size", SIZE, SPEED),
        ("tries", "Random play: tries over time", TIME, TRIES),
    ];
    let chart = |(key, title, (across, x), (up, y)): (&str, &str, Shown, Shown)| {
        let series = series(report, &cells, |it| Some((x(it)?, y(it)?)));
        let points = || series.iter().flat_map(|series| &series.points);
        let places = || points().map(|point| point.x);
        let (least, most) = (places().reduce(f64::min)?, places().reduce(f64::max)?);
        let x = if across == SIZE.0 {
            Axis::linear(across, least, most)
        } else {
            Axis::logarithmic(across, places())
        };
        let y = Axis::logarithmic(up, points().map(|point| point.y));
        let note =
            "all tries, or all seconds, over all wins of an instance; faint: not every run won";
        Some(Chart {
            key: key.to_owned(),
            title: title.to_owned(),
            note: note.to_owned(),
            x,
            y,
            series,
            ..Chart::default()
        })
    };
    charts.into_iter().filter_map(chart).collect()
}

/// A series for each solver that plays at random, of the instances that have a place.
fn series(
    report: &Report,
    cells: &[Tries],
    place: impl Fn(&Tries) -> Option<(f64, f64)>,
) -> Vec<Series> {
    let point = |it: &Tries| {
        let (x, y) = place(it)?;
        let jumps = it
            .jumps
            .map_or(String::new(), |jumps| format!(", {jumps} jumps"));
        Some(ChartPoint {
            x,
            y,
            title: format!(
                "{}, {}{jumps}: {} tries, {} s a win, {} of {} runs won",
                report.solvers[it.solver].label,
                report.instances[it.instance].name(),
                maybe(it.tries_a_success, whole),
                maybe(it.seconds_a_success, seconds),
                it.solved,
                it.runs
            ),
            faint: it.solved < it.runs,
        })
    };
    let of_solver = |(number, solver): (usize, &super::super::Standing)| {
        let own = cells.iter().filter(|cell| cell.solver == number);
        Series {
            label: solver.label.clone(),
            style: number % MOST_LINES,
            points: own.filter_map(point).collect(),
            line: Vec::new(),
        }
    };
    let series = report.solvers.iter().enumerate().map(of_solver);
    series.filter(|series| !series.points.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::tries;
    use crate::record::{Record, RunOutcome};
    use crate::report::{Report, Runs};

    fn report(tries: [Option<u64>; 2]) -> Report {
        let run = |(number, tries): (usize, Option<u64>)| Record {
            run: number.to_string(),
            puzzle: format!("p{number}"),
            backend: "method:random-order".to_owned(),
            jumps: Some(20 + number),
            outcome: RunOutcome::Solved,
            checked: true,
            wall_seconds: 1.0,
            cpu_seconds: 0.5,
            tries,
            ..Record::default()
        };
        Report::new(Runs {
            records: tries.into_iter().enumerate().map(run).collect(),
            warnings: Vec::new(),
        })
    }

    #[test]
    fn every_instance_is_a_point_of_all_three_plots() {
        let charts = tries(&report([Some(100), Some(3_000)]));
        let keys: Vec<&str> = charts.iter().map(|chart| chart.key.as_str()).collect();
        assert_eq!(keys, ["tries-time", "tries-speed", "tries"]);
        let places = charts.iter().map(|chart| {
            let points = &chart.series[0].points;
            points.iter().map(|point| (point.x, point.y)).collect()
        });
        let places: Vec<Vec<(f64, f64)>> = places.collect();
        assert_eq!(places[0], [(20.0, 1.0), (21.0, 1.0)]);
        assert_eq!(places[1], [(20.0, 200.0), (21.0, 6_000.0)]);
        assert_eq!(places[2], [(1.0, 100.0), (1.0, 3_000.0)]);
        assert!(
            charts[2]
                .file()
                .contains("p1, 21 jumps: 3,000 tries, 1.00 s a win, 1 of 1 runs won")
        );
    }

    #[test]
    fn without_games_there_is_no_plot() {
        assert_eq!(tries(&report([None, None])), []);
    }
}
