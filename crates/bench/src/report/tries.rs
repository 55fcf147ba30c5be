//! Tries: how often random play began anew until it won, and what a try cost.
//!
//! The older programs told of their runs so: tries a second, the mean, least and greatest time over the
//! runs, and how often a try succeeds. Runs that a limit ended count for the last and for the speed; a
//! mean over the others would be too small, so none is given then.

use super::Report;
use super::statistics::mean;
use super::table::{Column, Table, TableValue};
use crate::record::Record;

/// One row for each instance and each solver that plays at random; `None` if there is none.
pub fn tries(report: &Report) -> Option<Table> {
    let mut rows = Vec::new();
    for (number, instance) in report.instances.iter().enumerate() {
        for (index, solver) in report.solvers.iter().enumerate() {
            let Some(cell) = report.cell(index, number) else {
                continue;
            };
            let runs = cell.runs.iter().map(|&run| &report.runs[run]);
            let runs: Vec<&Record> = runs.filter(|run| run.tries.is_some()).collect();
            if runs.is_empty() {
                continue;
            }
            let statistics = Statistics::of(&runs);
            let [least, mean, most] = statistics.seconds;
            rows.push(vec![
                TableValue::Instance(instance.name(), number),
                TableValue::text(&solver.label),
                TableValue::Of(statistics.solved, runs.len()),
                TableValue::Whole(statistics.mean_tries),
                TableValue::Whole(statistics.tries_a_second),
                TableValue::Seconds(least),
                TableValue::Seconds(mean),
                TableValue::Seconds(most),
                TableValue::Whole(statistics.tries_a_success),
            ]);
        }
    }
    (!rows.is_empty()).then(|| Table {
        key: "tries".to_owned(),
        title: "Tries of random play".to_owned(),
        note: "A try is a game from the start until it wins or is stuck. Means and extremes are over the \
               runs, and are given where all of them won; tries a success are all tries over all wins."
            .to_owned(),
        columns: vec![
            Column::words("instance", "instance"),
            Column::words("solver", "solver"),
            Column::numbers("runs solved", "runs_solved"),
            Column::numbers("tries, mean", "tries_mean"),
            Column::numbers("tries a second", "tries_a_second"),
            Column::numbers("least seconds", "least_seconds"),
            Column::numbers("mean", "mean_seconds"),
            Column::numbers("most", "most_seconds"),
            Column::numbers("tries a success", "tries_a_success"),
        ],
        rows,
    })
}

/// What several runs of random play come to.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Statistics {
    solved: usize,
    mean_tries: Option<f64>,
    tries_a_second: Option<f64>,
    /// Least, mean and most.
    seconds: [Option<f64>; 3],
    tries_a_success: Option<f64>,
}

impl Statistics {
    fn of(runs: &[&Record]) -> Self {
        let solved = runs.iter().filter(|run| run.counts()).count();
        let tries = runs.iter().filter_map(|run| run.tries);
        let tries: Vec<f64> = tries.map(as_number).collect();
        let seconds: Vec<f64> = runs.iter().map(|run| run.wall_seconds).collect();
        let (all, time): (f64, f64) = (tries.iter().sum(), seconds.iter().sum());
        let if_all = |value: Option<f64>| value.filter(|_| solved == runs.len());
        let wins = as_number(u64::try_from(solved).unwrap_or(u64::MAX));
        Self {
            solved,
            mean_tries: if_all(mean(tries.iter().copied())),
            tries_a_second: (time > 0.0).then(|| all / time),
            seconds: [
                if_all(seconds.iter().copied().reduce(f64::min)),
                if_all(mean(seconds.iter().copied())),
                if_all(seconds.iter().copied().reduce(f64::max)),
            ],
            tries_a_success: (solved > 0).then(|| all / wins),
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "means are rounded anyway")]
fn as_number(count: u64) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::Statistics;
    use crate::record::{Record, RunOutcome};

    fn run(outcome: RunOutcome, tries: u64, wall_seconds: f64) -> Record {
        Record {
            outcome,
            checked: outcome == RunOutcome::Solved,
            tries: Some(tries),
            wall_seconds,
            ..Record::default()
        }
    }

    #[test]
    fn means_and_extremes_are_over_the_runs() {
        let (first, second) = (
            run(RunOutcome::Solved, 100, 1.0),
            run(RunOutcome::Solved, 300, 3.0),
        );
        let statistics = Statistics::of(&[&first, &second]);
        assert_eq!(statistics.mean_tries, Some(200.0));
        assert_eq!(statistics.tries_a_second, Some(100.0));
        assert_eq!(statistics.seconds, [Some(1.0), Some(2.0), Some(3.0)]);
        assert_eq!(statistics.tries_a_success, Some(200.0));
    }

    #[test]
    fn no_mean_is_given_where_a_run_did_not_win() {
        let (first, second) = (
            run(RunOutcome::Solved, 100, 1.0),
            run(RunOutcome::Timeout, 300, 3.0),
        );
        let statistics = Statistics::of(&[&first, &second]);
        assert_eq!((statistics.solved, statistics.mean_tries), (1, None));
        assert_eq!(statistics.seconds, [None; 3]);
        assert_eq!(statistics.tries_a_success, Some(400.0));
    }
}
