//! Tries: how often random play began anew until it won, and what a try cost.
//!
//! The older programs told of their runs so: mean, deviation, least and greatest, of tries and of times,
//! tries a second by the size of the game, and how often a try succeeds. Runs that a limit ended count
//! for the last two; a mean over the others would be too small, so none is given then.

use super::Report;
use super::statistics::{mean, real};
use super::table::{Table, TableValue, seconds, whole};
use crate::record::Record;

/// Several runs of random play by one solver on one instance, summed up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tries {
    /// The number of the instance.
    pub instance: usize,
    /// The number of the solver.
    pub solver: usize,
    /// The jumps of a won game, if all have the same number.
    pub jumps: Option<usize>,
    /// All runs.
    pub runs: usize,
    /// The runs that won.
    pub solved: usize,
    /// Tries of a run; `None` where not all runs won.
    pub tries: Option<Spread>,
    /// Wall-clock seconds of a run; `None` where not all runs won.
    pub seconds: Option<Spread>,
    /// All tries over all wins.
    pub tries_a_success: Option<f64>,
    /// The wall-clock seconds of all runs over all wins.
    pub seconds_a_success: Option<f64>,
    /// All tries over the processor time of all runs.
    pub tries_a_second: Option<f64>,
}

/// Mean, standard deviation and extremes of a sample.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// The mean.
    pub mean: f64,
    /// The standard deviation of the sample itself: squares over their number, not one less.
    pub deviation: f64,
    /// The least.
    pub least: f64,
    /// The greatest.
    pub most: f64,
}

/// The cells in which games were counted, by instance.
pub fn cells(report: &Report) -> Vec<Tries> {
    let cells = report.by_instance().filter_map(|(instance, solver, cell)| {
        let runs = report.runs_of(cell).filter(|run| run.tries.is_some());
        Tries::of(instance, solver, &runs.collect::<Vec<_>>())
    });
    cells.collect()
}

/// One row for each instance and each solver that plays at random; `None` if there is none.
pub fn tries(report: &Report) -> Option<Table> {
    let note = "A try is a game from the start until it wins or is stuck. Tries a success are all tries over \
               all wins, tries a second are of processor time. Means, standard deviations and extremes are \
               over the runs, and are given where all of them won.";
    let rows = cells(report);
    let is_any = !rows.is_empty();
    let of_tries = |it: &Tries, part: fn(Spread) -> f64| whole(it.tries.map(part));
    let of_time = |it: &Tries, part: fn(Spread) -> f64| seconds(it.seconds.map(part));
    let table = Table::of("tries", "Tries of random play", note, rows)
        .words("instance", "instance", |it| report.instance(it.instance))
        .words("solver", "solver", |it| {
            report.solvers[it.solver].label.as_str()
        })
        .numbers("jumps", "jumps", |it| it.jumps)
        .numbers("runs solved", "runs_solved", |it| {
            TableValue::Of(it.solved, it.runs)
        })
        .numbers("tries a success", "tries_a_success", |it| {
            whole(it.tries_a_success)
        })
        .numbers("tries, mean", "tries_mean", |it| of_tries(it, |it| it.mean))
        .numbers("deviation", "tries_deviation", |it| {
            of_tries(it, |it| it.deviation)
        })
        .numbers("least", "least_tries", |it| of_tries(it, |it| it.least))
        .numbers("most", "most_tries", |it| of_tries(it, |it| it.most))
        .numbers("tries a second", "tries_a_second", |it| {
            whole(it.tries_a_second)
        })
        .numbers("seconds, mean", "mean_seconds", |it| {
            of_time(it, |it| it.mean)
        })
        .numbers("deviation", "seconds_deviation", |it| {
            of_time(it, |it| it.deviation)
        })
        .numbers("least", "least_seconds", |it| of_time(it, |it| it.least))
        .numbers("most", "most_seconds", |it| of_time(it, |it| it.most));
    is_any.then_some(table.table)
}

impl Tries {
    /// `None` of no runs.
    fn of(instance: usize, solver: usize, runs: &[&Record]) -> Option<Self> {
        let wins = runs.iter().filter(|run| run.counts()).count();
        let tries = runs
            .iter()
            .filter_map(|run| usize::try_from(run.tries?).ok());
        let tries: Vec<f64> = tries.map(real).collect();
        let seconds: Vec<f64> = runs.iter().map(|run| run.wall_seconds).collect();
        let [all, time] = [&tries, &seconds].map(|values| values.iter().sum::<f64>());
        let busy: f64 = runs.iter().map(|run| run.cpu_seconds).sum();
        let spread_if_all = |values| Spread::of(values).filter(|_| wins == runs.len());
        Some(Self {
            instance,
            solver,
            jumps: runs.first()?.jumps,
            runs: runs.len(),
            solved: wins,
            tries: spread_if_all(&tries),
            seconds: spread_if_all(&seconds),
            tries_a_success: (wins > 0).then(|| all / real(wins)),
            seconds_a_success: (wins > 0).then(|| time / real(wins)),
            tries_a_second: (busy > 0.0).then(|| all / busy),
        })
    }
}

impl Spread {
    fn of(values: &[f64]) -> Option<Self> {
        let all = || values.iter().copied();
        let centre = mean(all())?;
        Some(Self {
            mean: centre,
            deviation: mean(all().map(|value| (value - centre).powi(2)))?.sqrt(),
            least: all().reduce(f64::min)?,
            most: all().reduce(f64::max)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Spread, Tries};
    use crate::record::{Record, RunOutcome};

    fn run(outcome: RunOutcome, tries: u64, wall_seconds: f64) -> Record {
        Record {
            outcome,
            checked: outcome == RunOutcome::Solved,
            tries: Some(tries),
            wall_seconds,
            cpu_seconds: wall_seconds / 2.0,
            ..Record::default()
        }
    }

    #[test]
    fn means_deviations_and_extremes_are_over_the_runs() {
        let (first, second) = (
            run(RunOutcome::Solved, 100, 1.0),
            run(RunOutcome::Solved, 300, 3.0),
        );
        let statistics = Tries::of(0, 0, &[&first, &second]).unwrap();
        let spread = |mean, deviation, least, most| Spread {
            mean,
            deviation,
            least,
            most,
        };
        assert_eq!(statistics.tries, Some(spread(200.0, 100.0, 100.0, 300.0)));
        assert_eq!(statistics.seconds, Some(spread(2.0, 1.0, 1.0, 3.0)));
        assert_eq!(statistics.tries_a_second, Some(200.0));
        assert_eq!(statistics.tries_a_success, Some(200.0));
        assert_eq!(statistics.seconds_a_success, Some(2.0));
    }

    #[test]
    fn no_mean_is_given_where_a_run_did_not_win() {
        let (first, second) = (
            run(RunOutcome::Solved, 100, 1.0),
            run(RunOutcome::Timeout, 300, 3.0),
        );
        let statistics = Tries::of(0, 0, &[&first, &second]).unwrap();
        assert_eq!((statistics.solved, statistics.runs), (1, 2));
        assert_eq!((statistics.tries, statistics.seconds), (None, None));
        assert_eq!(statistics.tries_a_success, Some(400.0));
        let lost = Tries::of(0, 0, &[&second]).unwrap();
        assert_eq!(lost.tries_a_success, None);
        assert_eq!(lost.tries_a_second, Some(200.0));
    }

    #[test]
    fn the_deviation_is_that_of_the_fifteen_times_that_a_study_prints() {
        let seconds = [
            0.3, 0.4, 0.6, 0.7, 1.5, 1.5, 1.8, 3.1, 4.6, 5.0, 5.2, 6.3, 6.7, 7.6, 12.3,
        ];
        let spread = Spread::of(&seconds).unwrap();
        assert_eq!(format!("{:.2}", spread.mean), "3.84");
        assert_eq!(format!("{:.1}", spread.deviation), "3.3");
    }
}
