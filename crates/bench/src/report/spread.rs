//! Spread of the runs of one solver on one instance, over seeds: their times, and the tries of random play.
//!
//! The run times of backtracking search have heavy tails (Gomes, Selman, Crato, Kautz: *Heavy-tailed
//! phenomena in satisfiability and constraint satisfaction problems*, J. Automated Reasoning 24,
//! 2000): a mean or a single run says little, so all tables take medians, and this one shows how
//! little even those may say.
//!
//! The older programs report their runs of random play so: mean, deviation, least and greatest, of tries and of times,
//! tries a second by the size of the game, and how often a try succeeds. Runs that a limit ended count
//! for the last two; a mean over the others would be too small, so none is given then.

use std::collections::BTreeSet;

use saut_task::encode::Encoding;

use super::statistics::{mean, median, real};
use super::table::{Table, TableValue, ratio, seconds, whole};
use super::{Report, ResultCell};
use crate::record::{Evidence, Record};

/// The instances of one solver with at least two runs.
struct Repeated<'a> {
    solver: &'a str,
    cells: Vec<&'a ResultCell>,
    /// The slowest run over the fastest if all are solved, with the instance; the largest first.
    ratios: Vec<(f64, usize)>,
}

impl<'a> Repeated<'a> {
    fn of(report: &'a Report, solver: usize) -> Self {
        let cells = report.cells_of(solver);
        let cells: Vec<_> = cells.filter(|(_, cell)| cell.times.runs() > 1).collect();
        let ratio = |&(instance, cell): &(usize, &ResultCell)| {
            let (low, high) = (cell.times.min()?, cell.times.max()?);
            (low > 0.0).then(|| (high / low, instance))
        };
        let mut ratios: Vec<(f64, usize)> = cells.iter().filter_map(ratio).collect();
        ratios.sort_by(|left, right| right.0.total_cmp(&left.0).then(left.1.cmp(&right.1)));
        Self {
            solver: &report.solvers[solver].label,
            cells: cells.into_iter().map(|(_, cell)| cell).collect(),
            ratios,
        }
    }

    /// The instances that only some of the runs solved.
    fn lucky(&self) -> usize {
        let split = |cell: &&&ResultCell| (1..cell.times.runs()).contains(&cell.times.solved());
        self.cells.iter().filter(split).count()
    }
}

/// One row a solver, of its instances with at least two runs; `None` if there are none.
pub fn spread(report: &Report) -> Option<Table> {
    let note = "Of instances with several runs: those that only some of the runs solved, and the \
               slowest run over the fastest where all are solved.";
    let solvers = (0..report.solvers.len()).map(|solver| Repeated::of(report, solver));
    let rows: Vec<Repeated<'_>> = solvers.filter(|it| !it.cells.is_empty()).collect();
    let is_any = !rows.is_empty();
    let table = Table::of("spread", "Spread over seeds", note, rows)
        .words("solver", |it| it.solver)
        .numbers("instances", |it| it.cells.len())
        .numbers(
            ("solved by some seeds only", "solved_by_some"),
            Repeated::lucky,
        )
        .numbers(("slowest/fastest, median", "spread_median"), |it| {
            ratio(median(it.ratios.iter().map(|(ratio, _)| *ratio)))
        })
        .numbers(("slowest/fastest, largest", "spread_largest"), |it| {
            ratio(it.ratios.first().map(|(ratio, _)| *ratio))
        })
        .words(("at", "spread_largest_at"), |it| {
            let largest = it.ratios.first();
            largest.map(|&(_, instance)| report.instance(instance))
        });
    is_any.then_some(table.table)
}

/// Words with commas.
fn joined<T: ToString>(words: BTreeSet<T>) -> String {
    let words: Vec<String> = words.into_iter().map(|word| word.to_string()).collect();
    words.join(", ")
}

/// The horizons of some runs, or `search` if a formula was searched for and none has one.
fn horizons(runs: &[&Record]) -> String {
    let horizons: BTreeSet<usize> = runs.iter().filter_map(|run| run.horizon).collect();
    let is_formula = |run: &&Record| run.encoding.parse::<Encoding>().is_ok();
    if horizons.is_empty() && runs.iter().any(is_formula) {
        return "search".to_owned();
    }
    joined(horizons)
}

/// One solver on one instance, with its runs.
struct Row<'a> {
    instance: usize,
    solver: &'a str,
    cell: &'a ResultCell,
    runs: Vec<&'a Record>,
}

impl Row<'_> {
    /// The median over the runs that have it.
    fn median(&self, of: impl Fn(&Record) -> Option<usize>) -> TableValue {
        whole(median(self.runs.iter().filter_map(|run| of(run)).map(real)))
    }

    fn counting(&self) -> impl Iterator<Item = &Record> {
        self.runs.iter().copied().filter(|run| run.counts())
    }
}

/// Every instance with every solver that was asked: verdict, time and cost.
pub fn cells(report: &Report) -> Table {
    let note = "Seconds over the seeds; an unsolved run is slower than any, and shown as a dash. Processor: \
               the median of its time over the runs that count. Evidence: of the solver itself; only checked counts. Checked by: \
               what accepted these. Variables, clauses and conflicts are medians, \
               MiB is the largest of all runs; a dash where the solver does not tell.";
    let row = |(instance, solver, cell): (usize, usize, _)| Row {
        instance,
        solver: &report.solvers[solver].label,
        cell,
        runs: report.runs_of(cell).collect(),
    };
    let rows = report.by_instance().map(row).collect();
    let facts = |it: &Row<'_>| &report.instances[it.instance];
    Table::of("cells", "Every instance with every solver", note, rows)
        .words("instance", |it| report.instance(it.instance))
        .words("family", |it| &facts(it).family)
        .numbers("holes", |it| facts(it).holes)
        .words("solver", |it| it.solver)
        .words("outcome", |it| it.cell.outcome().name())
        .numbers("runs solved", |it| {
            (it.cell.times.solved(), it.cell.times.runs())
        })
        .numbers(("median", "median_seconds"), |it| {
            seconds(it.cell.times.median())
        })
        .numbers(("fastest", "fastest_seconds"), |it| {
            seconds(it.cell.times.min())
        })
        .numbers(("1st quartile", "quartile1_seconds"), |it| {
            seconds(it.cell.times.quartiles().0)
        })
        .numbers(("3rd quartile", "quartile3_seconds"), |it| {
            seconds(it.cell.times.quartiles().1)
        })
        .numbers(("slowest", "slowest_seconds"), |it| {
            seconds(it.cell.times.max())
        })
        .numbers(("processor", "median_cpu_seconds"), |it| {
            seconds(median(it.counting().map(|run| run.cpu_seconds)))
        })
        .words("horizon", |it| horizons(&it.runs))
        .words("evidence", |it| {
            let given = it.runs.iter().filter_map(|run| run.evidence);
            joined(given.map(Evidence::name).collect())
        })
        .words("checked by", |it| {
            joined(it.counting().map(|run| &run.check).collect())
        })
        .numbers("variables", |it| it.median(|run| run.variables))
        .numbers("clauses", |it| it.median(|run| run.clauses))
        .numbers("conflicts", |it| {
            it.median(|run| usize::try_from(run.conflicts?).ok())
        })
        .numbers(("MiB", "peak_mib"), |it| {
            let peak = it.runs.iter().map(|run| run.peak_mib).fold(0.0, f64::max);
            whole((peak > 0.0).then_some(peak))
        })
        .table
}

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
    /// Tries of a run, as [`moments`]; `None` if not all runs won.
    attempts: Option<[f64; 4]>,
    /// Wall-clock seconds of a run; `None` if not all runs won.
    seconds: Option<[f64; 4]>,
    /// All tries over all wins.
    pub tries_a_success: Option<f64>,
    /// The wall-clock seconds of all runs over all wins.
    pub seconds_a_success: Option<f64>,
    /// All tries over the processor time of all runs.
    pub tries_a_second: Option<f64>,
}

/// The cells in which games were counted, by instance.
pub fn games(report: &Report) -> Vec<Tries> {
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
    let rows = games(report);
    let is_any = !rows.is_empty();
    let mut table = Table::of("tries", "Tries of random play", note, rows)
        .words("instance", |it| report.instance(it.instance))
        .words("solver", |it| &report.solvers[it.solver].label)
        .numbers("jumps", |it| it.jumps)
        .numbers("runs solved", |it| (it.solved, it.runs))
        .numbers("tries a success", |it| whole(it.tries_a_success));
    let of_tries = [
        ("tries, mean", "tries_mean"),
        ("deviation", "tries_deviation"),
        ("least", "least_tries"),
        ("most", "most_tries"),
    ];
    for (at, column) in of_tries.into_iter().enumerate() {
        table = table.numbers(column, |it| whole(it.attempts.map(|of| of[at])));
    }
    table = table.numbers("tries a second", |it| whole(it.tries_a_second));
    let of_time = [
        ("seconds, mean", "mean_seconds"),
        ("deviation", "seconds_deviation"),
        ("least", "least_seconds"),
        ("most", "most_seconds"),
    ];
    for (at, column) in of_time.into_iter().enumerate() {
        table = table.numbers(column, |it| seconds(it.seconds.map(|of| of[at])));
    }
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
        let moments_if_all = |values| moments(values).filter(|_| wins == runs.len());
        Some(Self {
            instance,
            solver,
            jumps: runs.first()?.jumps,
            runs: runs.len(),
            solved: wins,
            attempts: moments_if_all(&tries),
            seconds: moments_if_all(&seconds),
            tries_a_success: (wins > 0).then(|| all / real(wins)),
            seconds_a_success: (wins > 0).then(|| time / real(wins)),
            tries_a_second: (busy > 0.0).then(|| all / busy),
        })
    }
}

/// Mean, standard deviation, least and greatest of a sample; the deviation is that of the sample itself: squares over
/// their number, not one less.
fn moments(values: &[f64]) -> Option<[f64; 4]> {
    let all = || values.iter().copied();
    let centre = mean(all())?;
    let deviation = mean(all().map(|value| (value - centre).powi(2)))?.sqrt();
    Some([
        centre,
        deviation,
        all().reduce(f64::min)?,
        all().reduce(f64::max)?,
    ])
}

#[cfg(test)]
mod tests {
    use super::{Tries, moments};
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
        assert_eq!(statistics.attempts, Some([200.0, 100.0, 100.0, 300.0]));
        assert_eq!(statistics.seconds, Some([2.0, 1.0, 1.0, 3.0]));
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
        assert_eq!((statistics.attempts, statistics.seconds), (None, None));
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
        let [mean, deviation, ..] = moments(&seconds).unwrap();
        assert_eq!(format!("{mean:.2}"), "3.84");
        assert_eq!(format!("{deviation:.1}"), "3.3");
    }
}
