//! Spread: how far the runs of one solver on one instance lie apart, over seeds.
//!
//! The run times of backtracking search have heavy tails (Gomes, Selman, Crato, Kautz: *Heavy-tailed
//! phenomena in satisfiability and constraint satisfaction problems*, J. Automated Reasoning 24,
//! 2000): a mean or a single run says little, so all tables take medians, and this one says how
//! little even those may say.

use std::collections::BTreeSet;

use super::statistics::{Sample, median, real};
use super::table::{Table, TableValue, ratio, seconds, whole};
use super::{Report, ResultCell, Standing};
use crate::record::{Evidence, Record};
use saut_task::encode::Encoding;

/// The instances of one solver with at least two runs.
struct Repeated<'a> {
    solver: &'a Standing,
    cells: Vec<&'a ResultCell>,
    /// The slowest run over the fastest where all are solved, with the instance; the largest first.
    ratios: Vec<(f64, usize)>,
}

impl<'a> Repeated<'a> {
    fn of(report: &'a Report, solver: usize) -> Self {
        let cells = || {
            report
                .cells_of(solver)
                .filter(|(_, cell)| cell.times.runs() > 1)
        };
        let ratio = |(instance, cell): (usize, &ResultCell)| {
            let (low, high) = (cell.times.min()?, cell.times.max()?);
            (low > 0.0).then(|| (high / low, instance))
        };
        let mut ratios: Vec<(f64, usize)> = cells().filter_map(ratio).collect();
        ratios.sort_by(|left, right| right.0.total_cmp(&left.0).then(left.1.cmp(&right.1)));
        Self {
            solver: &report.solvers[solver],
            cells: cells().map(|(_, cell)| cell).collect(),
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
        .words("solver", "solver", |it| it.solver.label.as_str())
        .numbers("instances", "instances", |it| it.cells.len())
        .numbers(
            "solved by some seeds only",
            "solved_by_some",
            Repeated::lucky,
        )
        .numbers("slowest/fastest, median", "spread_median", |it| {
            ratio(median(it.ratios.iter().map(|(ratio, _)| *ratio)))
        })
        .numbers("slowest/fastest, largest", "spread_largest", |it| {
            ratio(it.ratios.first().map(|(ratio, _)| *ratio))
        })
        .words("at", "spread_largest_at", |it| {
            it.ratios
                .first()
                .map(|&(_, instance)| report.instance(instance))
        });
    is_any.then_some(table.table)
}

/// Words with commas.
fn joined<T: ToString>(words: BTreeSet<T>) -> String {
    let words: Vec<String> = words.into_iter().map(|word| word.to_string()).collect();
    words.join(", ")
}

/// The horizons of some runs, or `search` where a formula was searched for and none has one.
fn horizons(runs: &[&Record]) -> String {
    let horizons: BTreeSet<usize> = runs.iter().filter_map(|run| run.horizon).collect();
    let searched = || {
        runs.iter()
            .any(|run| run.encoding.parse::<Encoding>().is_ok())
    };
    if horizons.is_empty() && searched() {
        return "search".to_owned();
    }
    joined(horizons)
}

/// One solver on one instance, with its runs.
struct Row<'a> {
    instance: usize,
    solver: &'a Standing,
    cell: &'a ResultCell,
    times: &'a Sample,
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
    let row = |(instance, solver, cell)| Row {
        instance,
        solver: &report.solvers[solver],
        cell,
        times: &cell.times,
        runs: report.runs_of(cell).collect(),
    };
    let rows = report.by_instance().map(row).collect();
    Table::of("cells", "Every instance with every solver", note, rows)
        .words("instance", "instance", |it| report.instance(it.instance))
        .words("family", "family", |it| {
            report.instances[it.instance].family.as_str()
        })
        .numbers("holes", "holes", |it| report.instances[it.instance].holes)
        .words("solver", "solver", |it| it.solver.label.as_str())
        .words("outcome", "outcome", |it| it.cell.outcome().name())
        .numbers("runs solved", "runs_solved", |it| {
            TableValue::Of(it.times.solved(), it.times.runs())
        })
        .numbers("median", "median_seconds", |it| seconds(it.times.median()))
        .numbers("fastest", "fastest_seconds", |it| seconds(it.times.min()))
        .numbers("1st quartile", "quartile1_seconds", |it| {
            seconds(it.times.quartiles().0)
        })
        .numbers("3rd quartile", "quartile3_seconds", |it| {
            seconds(it.times.quartiles().1)
        })
        .numbers("slowest", "slowest_seconds", |it| seconds(it.times.max()))
        .numbers("processor", "median_cpu_seconds", |it| {
            seconds(median(it.counting().map(|run| run.cpu_seconds)))
        })
        .words("horizon", "horizon", |it| horizons(&it.runs))
        .words("evidence", "evidence", |it| {
            let given = it.runs.iter().filter_map(|run| run.evidence);
            joined(given.map(Evidence::name).collect())
        })
        .words("checked by", "checked_by", |it| {
            joined(it.counting().map(|run| &run.check).collect())
        })
        .numbers("variables", "variables", |it| {
            it.median(|run| run.variables)
        })
        .numbers("clauses", "clauses", |it| it.median(|run| run.clauses))
        .numbers("conflicts", "conflicts", |it| {
            it.median(|run| usize::try_from(run.conflicts?).ok())
        })
        .numbers("MiB", "peak_mib", |it| {
            let peak = it.runs.iter().map(|run| run.peak_mib).fold(0.0, f64::max);
            whole((peak > 0.0).then_some(peak))
        })
        .table
}
