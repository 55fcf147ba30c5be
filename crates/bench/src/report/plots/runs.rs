//! The plot of runs: every run of every solver on one instance, so that the spread over seeds is seen.

use super::super::Report;
use super::super::number::seconds;
use super::super::statistics::real;
use super::super::svg::{Axis, Chart, ChartPoint, Series};
use super::conventions::{LEAST_SECONDS, MOST_LINES, file_name, limit_at, limits};
use crate::record::Record;

/// Reports of more instances get no such plots.
const MOST_INSTANCES: usize = 6;

/// One chart an instance, of reports with few.
pub fn runs(report: &Report) -> Vec<Chart> {
    let number = Some(report.instances.len()).filter(|&number| number <= MOST_INSTANCES);
    let instances = 0..number.unwrap_or(0);
    instances
        .map(|instance| of_instance(report, instance))
        .collect()
}

/// Seconds of each run (across), a row a solver, the best at the top; a run without a checked answer
/// stands back at its limit.
fn of_instance(report: &Report, instance: usize) -> Chart {
    let asked = (0..report.solvers.len()).filter_map(|it| Some((it, report.cell(it, instance)?)));
    let asked: Vec<_> = asked.collect();
    let shown = &asked[..asked.len().min(MOST_LINES)];
    let mut series = Vec::new();
    for (row, &(solver, cell)) in shown.iter().enumerate() {
        let label = report.solvers[solver].label.clone();
        let y = real(shown.len() - row);
        let point = |record: &Record| {
            let Record {
                seed, wall_seconds, ..
            } = *record;
            let faint = !record.counts();
            let limit = if faint { record.timeout_seconds } else { 0.0 };
            let (outcome, time) = (record.outcome.name(), seconds(wall_seconds));
            ChartPoint {
                x: wall_seconds.max(limit).max(LEAST_SECONDS),
                y,
                title: format!("{label}, seed {seed}: {outcome} after {time} s"),
                faint,
            }
        };
        let points: Vec<ChartPoint> = report.runs_of(cell).map(point).collect();
        let times = || points.iter().map(|point| point.x);
        let ends = [
            times().fold(f64::INFINITY, f64::min),
            times().fold(0.0, f64::max),
        ];
        series.push(Series {
            style: row,
            line: ends.map(|x| (x, y)).to_vec(),
            points,
            label,
        });
    }
    let limits = limits(report);
    let times = series
        .iter()
        .flat_map(|one| &one.points)
        .map(|point| point.x);
    let x = Axis::logarithmic("seconds of a run", times.chain(limits.iter().copied()));
    let y = Axis::even("rank from below", 0.0, real(shown.len() + 1));
    let guide = |&limit: &f64| limit_at(limit, [(limit, y.from), (limit, y.to)]);
    let guides = limits.iter().take(3).map(guide).collect();
    let more = match asked.len() - shown.len() {
        0 => String::new(),
        more => format!("; {more} more solvers are in the tables"),
    };
    let note = format!(
        "a mark a run, a row a solver, the best at the top{more}\na run without a checked answer stands back at its limit"
    );
    let name = report.instances[instance].name();
    Chart {
        key: format!("runs-{}", file_name(&name)),
        title: format!("Every run on {name}"),
        note,
        x,
        y,
        series,
        guides,
        ..Chart::default()
    }
}

#[cfg(test)]
mod tests {
    use super::runs;
    use crate::record::{Record, RunOutcome};
    use crate::report::{Report, Runs};

    fn report(puzzles: usize) -> Report {
        let record = |(puzzle, seed): (usize, u64)| Record {
            puzzle: format!("p{puzzle}"),
            backend: "b".to_owned(),
            seed,
            outcome: if seed == 2 {
                RunOutcome::Timeout
            } else {
                RunOutcome::Solved
            },
            checked: seed != 2,
            wall_seconds: 0.5,
            timeout_seconds: 10.0,
            ..Record::default()
        };
        let pairs = (0..puzzles).flat_map(|puzzle| [(puzzle, 1), (puzzle, 2)]);
        Report::new(Runs {
            records: pairs.map(record).collect(),
            warnings: Vec::new(),
        })
    }

    #[test]
    fn every_run_has_its_mark_and_an_unsolved_one_stands_at_the_limit() {
        let charts = runs(&report(2));
        assert_eq!(charts.len(), 2);
        assert_eq!(charts[0].key, "runs-p0");
        let points = &charts[0].series[0].points;
        let marks: Vec<(f64, bool)> = points.iter().map(|point| (point.x, point.faint)).collect();
        assert_eq!(marks, [(0.5, false), (10.0, true)]);
        assert!(charts[0].file().contains("b, seed 2: timeout after 0.5"));
    }

    #[test]
    fn a_report_of_many_instances_has_none() {
        assert!(runs(&report(7)).is_empty());
    }
}
