//! The tables of a report: solvers, families, encodings, spread over seeds, tries, outcomes, and every cell.
//!
//! The run times of backtracking search have heavy tails (Gomes, Selman, Crato, Kautz: *Heavy-tailed phenomena in
//! satisfiability and constraint satisfaction problems*, J. Automated Reasoning 24, 2000). A mean or a single run is
//! therefore not reliable: all tables have medians, and the table of the spread over seeds shows how reliable they are.
//!
//! For random play, the report has the same numbers as older programs. These are the mean, deviation, minimum and
//! maximum of tries and of times, the tries per second, and the number of tries per success. Runs that a limit ended
//! only count in the last two numbers. If there are such runs, no mean is given, because the mean of the other runs
//! would be too small.

use std::collections::{BTreeMap, BTreeSet};

use itertools::Itertools as _;
use saut_base::lists::distinct;
use saut_task::encode::Encoding;

use super::cell::{Sample, mean, median, real, virtual_best};
use super::label::{Identity, short};
use super::table::{Table, TableValue, ratio, seconds, whole_text};
use super::{Instance, Report, ResultCell, Score, SolverScore};
use crate::record::{Record, RunOutcome};

/// Returns `None` for the virtual best, then the solvers, best first.
fn with_best(report: &Report) -> Vec<Option<&SolverScore>> {
    [None]
        .into_iter()
        .chain(report.solvers.iter().map(Some))
        .collect()
}

/// Returns the table of solvers, best first, with the virtual best.
pub fn solvers(report: &Report) -> Table {
    let note = "Solved: instances whose median run over the seeds has an answer with checked evidence from the \
        solver. PAR-2: mean seconds; an unsolved run counts twice its limit. Unique: instances that no other \
        solver solved. Fastest: smallest median of all. The virtual best uses the best solver on each instance. \
        A solver with a wrong answer or a wrong proof is not ranked. It is listed last, without a score, and the \
        virtual best does not use it. Times of child processes include their start.";
    let all: Vec<usize> = (0..report.instances.len()).collect();
    let score = |it: Option<&SolverScore>| report.score(it, &all);
    let ranked =
        |it: Option<&SolverScore>, of: fn(&SolverScore) -> usize| it.filter(|it| it.ranked).map(of);
    let wrong = |it: &SolverScore| it.outcomes.get(&RunOutcome::Wrong).copied().unwrap_or(0);
    Table::of("solvers", "Solvers", note, with_best(report))
        .words("solver", |it| it.map_or("virtual best", |it| &it.label))
        .numbers("solved", |it| {
            score(*it).map(|it| (it.solved, it.instances))
        })
        .numbers(("PAR-2 (s)", "par2_seconds"), |it| {
            score(*it).map(|it| seconds(it.par2))
        })
        .numbers("unique", |it| ranked(*it, |it| it.unique))
        .numbers("fastest", |it| ranked(*it, |it| it.fastest))
        .numbers("runs solved", |it| it.map(|it| (it.solved_runs, it.runs)))
        .numbers("wrong", |it| it.map(wrong))
        .words(("process", "works"), |it| it.map(|it| it.identity.place()))
        .table
}

/// Returns the table of outcomes for each solver.
pub fn outcomes(report: &Report) -> Table {
    let note = "Only solved, infeasible and refuted count: the solver gave a plan, a model, a proof or a \
               certificate, and its check accepted it. Unproved: a refutation without a proof from the solver. Unchecked: \
               a claim whose check reached a limit. Wrong: a claim or a proof that is false.";
    let rows: Vec<&SolverScore> = report.solvers.iter().collect();
    let occurring = report.solvers.iter().flat_map(|it| it.outcomes.keys());
    let occurring: BTreeSet<&RunOutcome> = occurring.collect();
    let names =
        Table::of("outcomes", "Outcomes of all runs", note, rows).words("solver", |it| &it.label);
    let counted = occurring.into_iter().fold(names, |table, outcome| {
        let count = |it: &&SolverScore| it.outcomes.get(outcome).copied().unwrap_or(0);
        table.numbers(outcome.to_string().as_str(), count)
    });
    counted.table
}

/// Returns two tables of solvers against families: coverage and PAR-2.
pub fn families(report: &Report) -> [Table; 2] {
    let table = |key, title, note, unit: &str, of: fn(&Score) -> TableValue| {
        let names = Table::of(key, title, note, with_best(report))
            .words("solver", |it| it.map_or("virtual best", |it| &it.label));
        let families = report.families().into_iter();
        let scored = families.fold(names, |table, (family, members)| {
            let column = format!("{family}{unit}");
            table.numbers((family, column.as_str()), |&solver| {
                let score = report.score(solver, &members);
                score.filter(|it| it.instances > 0).map(|it| of(&it))
            })
        });
        scored.table
    };
    let asked = "Number of solved instances, and of the instances that the solver was run on.";
    let mean = "Mean seconds; an unsolved run counts twice its limit.";
    [
        table("families", "Coverage by family", asked, "", |it| {
            (it.solved, it.instances).into()
        }),
        table("families-par2", "PAR-2 by family", mean, "_seconds", |it| {
            seconds(it.par2)
        }),
    ]
}

/// The short name of an encoding, and the solvers that use it.
type UsersOf<'a> = (String, Vec<&'a SolverScore>);

fn by_encoding(report: &Report) -> Vec<UsersOf<'_>> {
    let identities = report.solvers.iter().map(|solver| solver.identity.clone());
    let identities: BTreeSet<Identity> = identities.collect();
    let mut encodings: BTreeMap<String, Vec<&SolverScore>> = BTreeMap::new();
    for solver in &report.solvers {
        let name = short(&solver.identity, &identities);
        let name = if name == "-" { "none".to_owned() } else { name };
        encodings.entry(name).or_default().push(solver);
    }
    encodings.into_iter().collect()
}

/// Returns the table of encodings: the best result with any backend, and the size of the formulas.
pub fn encodings(report: &Report) -> Table {
    let note = "The score of an encoding is the score of the virtual best of its backends. Sizes and writing times \
        are medians over its runs, so they depend on its instances.";
    let median = |row: &UsersOf<'_>, of: fn(&Record) -> Option<f64>| {
        let cells = row.1.iter().flat_map(|solver| solver.cells.values());
        median(cells.flat_map(|cell| report.runs_of(cell)).filter_map(of))
    };
    let best = |row: &UsersOf<'_>| Score::over(virtual_best(row.1.iter().copied()).into_values());
    Table::of("encodings", "Encodings", note, by_encoding(report))
        .words("encoding", |(name, _)| name.clone())
        .numbers("backends", |(_, solvers)| solvers.len())
        .numbers("solved by any", |row| {
            (best(row).solved, best(row).instances)
        })
        .seconds(("PAR-2 of the best (s)", "best_par2_seconds"), |row| {
            best(row).par2
        })
        .words("best backend", |(_, solvers)| {
            solvers.iter().find(|it| it.ranked).map(|it| &it.label)
        })
        .whole("variables", |row| {
            median(row, |run| run.variables.map(real))
        })
        .whole("clauses", |row| median(row, |run| run.clauses.map(real)))
        .numbers(("writing time (s)", "encode_seconds"), |row| {
            let written = median(row, |run| run.variables.map(|_| run.encode_seconds));
            written.map(|_| seconds(written))
        })
        .table
}

/// Returns the table of encodings against backends: coverage, with PAR-2 in brackets.
pub fn against_backends(report: &Report) -> Table {
    let backend = |solver: &SolverScore| {
        let label = solver.label.split('+').next();
        label.unwrap_or_default().to_owned()
    };
    let backends: BTreeSet<String> = report.solvers.iter().map(backend).collect();
    let note = "Number of solved instances, number of instances, and PAR-2 in seconds.";
    let (key, title) = ("encodings-backends", "Encodings against backends");
    let names = Table::of(key, title, note, by_encoding(report))
        .words("encoding", |(name, _)| name.clone());
    let scored = backends.iter().fold(names, |table, wanted| {
        table.numbers((wanted.as_str(), wanted.as_str()), |(_, solvers)| {
            let found = solvers.iter().find(|it| backend(it) == *wanted)?;
            found.ranked.then_some(found.score)
        })
    });
    scored.table
}

/// The instances of one solver with at least two runs.
struct Repeated<'a> {
    solver: &'a str,
    instances: usize,
    /// Number of instances that some, but not all runs solved.
    by_some: usize,
    /// Pairs for the instances whose runs are all solved: the time of the slowest run divided by the time of the
    /// fastest run, and the number of the instance. The largest ratio comes first.
    ratios: Vec<(f64, usize)>,
}

impl<'a> Repeated<'a> {
    fn new(solver: &'a SolverScore) -> Self {
        let times = solver
            .cells
            .iter()
            .map(|(&instance, cell)| (&cell.times, instance));
        let repeated = times.filter(|(times, _)| times.runs() > 1);
        let is_split = |(times, _): &(&Sample, usize)| (1..times.runs()).contains(&times.solved());
        let ratio = |(times, instance): (&Sample, usize)| {
            let (low, high) = (times.min()?, times.max()?);
            (low > 0.0).then(|| (high / low, instance))
        };
        let mut ratios: Vec<(f64, usize)> = repeated.clone().filter_map(ratio).collect();
        ratios.sort_by(|left, right| right.0.total_cmp(&left.0).then(left.1.cmp(&right.1)));
        Self {
            solver: &solver.label,
            instances: repeated.clone().count(),
            by_some: repeated.filter(is_split).count(),
            ratios,
        }
    }
}

/// Returns a table with a row for each solver, about its instances with at least two runs. Returns `None` if there are
/// no such instances.
pub fn spread(report: &Report) -> Option<Table> {
    let note = "Only instances with several runs. Solved by some seeds: number of instances that only some of \
        the runs solved. Ratio: slowest run over fastest run, if all runs solved the instance.";
    let mut rows: Vec<Repeated<'_>> = report.solvers.iter().map(Repeated::new).collect();
    rows.retain(|it| it.instances > 0);
    let is_any = !rows.is_empty();
    let table = Table::of("spread", "Spread over seeds", note, rows)
        .words("solver", |it| it.solver)
        .numbers("instances", |it| it.instances)
        .numbers(("solved by only some seeds", "solved_by_some"), |it| {
            it.by_some
        })
        .numbers(("slowest/fastest, median", "spread_median"), |it| {
            ratio(median(it.ratios.iter().map(|(ratio, _)| *ratio)))
        })
        .numbers(("slowest/fastest, largest", "spread_largest"), |it| {
            ratio(it.ratios.first().map(|(ratio, _)| *ratio))
        })
        .words(("largest at", "spread_largest_at"), |it| {
            let largest = it.ratios.first();
            largest.map(|&(_, instance)| report.instance(instance))
        });
    is_any.then_some(table.table)
}

/// Returns the horizons of some runs. If `decide` searched for a formula and no run has a horizon, these are `search`
/// and the horizons that it found, as in `search: 5, 6`.
fn horizons(runs: &[&Record]) -> String {
    let list = |of: fn(&Record) -> Option<usize>| {
        let horizons: BTreeSet<usize> = runs.iter().filter_map(|run| of(run)).collect();
        horizons.iter().join(", ")
    };
    let (asked, found) = (list(|run| run.horizon), list(|run| run.found_horizon));
    let is_formula = |run: &&Record| run.encoding.parse::<Encoding>().is_ok();
    match found.as_str() {
        _ if !asked.is_empty() || !runs.iter().any(is_formula) => asked,
        "" => "search".to_owned(),
        found => format!("search: {found}"),
    }
}

/// One solver on one instance, with its runs.
struct Row<'a> {
    number: usize,
    instance: &'a Instance,
    solver: &'a str,
    cell: &'a ResultCell,
    times: &'a Sample,
    runs: Vec<&'a Record>,
}

impl Row<'_> {
    /// Returns the median over the runs that have a value.
    fn median(&self, of: impl Fn(&Record) -> Option<usize>) -> Option<f64> {
        median(self.runs.iter().filter_map(|run| of(run)).map(real))
    }

    fn counting(&self) -> impl Iterator<Item = &Record> {
        self.runs.iter().copied().filter(|run| run.counts())
    }
}

/// Returns every instance with every solver that was run on it: verdict, time and cost.
pub fn cells(report: &Report) -> Table {
    let note = "Seconds over the seeds; an unsolved run counts as slower than all others, and is shown as a \
        dash. Time of: the phases in these seconds. Processor: median processor time over the runs that count. \
        Evidence: from the solver itself; it counts only if it was checked. Checked by: the check that accepted \
        the evidence. Length and cost are medians over the plans of planning tasks. Variables, clauses and \
        conflicts are medians, MiB is the maximum over all runs; a dash means that the solver does not report \
        the number.";
    let rows = report.by_instance().map(|(number, solver, cell)| Row {
        number,
        instance: &report.instances[number],
        solver: &report.solvers[solver].label,
        cell,
        times: &cell.times,
        runs: report.runs_of(cell).collect(),
    });
    Table::of(
        "cells",
        "Every instance with every solver",
        note,
        rows.collect(),
    )
    .words("instance", |it| report.instance(it.number))
    .words("family", |it| &it.instance.family)
    .numbers("holes", |it| it.instance.holes)
    .words("solver", |it| it.solver)
    .words("outcome", |it| it.cell.outcome().to_string())
    .numbers("runs solved", |it| (it.times.solved(), it.times.runs()))
    .seconds(("median", "median_seconds"), |it| it.times.median())
    .seconds(("fastest", "fastest_seconds"), |it| it.times.min())
    .seconds(("1st quartile", "quartile1_seconds"), |it| {
        it.times.quartiles().0
    })
    .seconds(("3rd quartile", "quartile3_seconds"), |it| {
        it.times.quartiles().1
    })
    .seconds(("slowest", "slowest_seconds"), |it| it.times.max())
    .words(("time of", "phases"), |it| {
        let phases = it.runs.iter().map(|run| run.phases.as_str());
        distinct(phases).iter().join("; ")
    })
    .seconds(("processor", "median_cpu_seconds"), |it| {
        median(it.counting().map(|run| run.cpu_seconds))
    })
    .words("horizon", |it| horizons(&it.runs))
    .words("evidence", |it| {
        let evidence = it.runs.iter().filter_map(|run| run.evidence);
        distinct(evidence).iter().join(", ")
    })
    .words("checked by", |it| {
        let checks = it.counting().map(|run| &run.check);
        distinct(checks).iter().join(", ")
    })
    .whole(("length", "plan_length"), |it| {
        it.median(|run| run.plan_length)
    })
    .numbers(("cost", "plan_cost"), |it| {
        let costs = it.counting().filter_map(|run| run.cost);
        TableValue::measure(median(costs), |cost| match cost.fract() {
            0.0 => whole_text(cost),
            _ => cost.to_string(),
        })
    })
    .whole("variables", |it| it.median(|run| run.variables))
    .whole("clauses", |it| it.median(|run| run.clauses))
    .whole("conflicts", |it| {
        it.median(|run| usize::try_from(run.conflicts?).ok())
    })
    .whole(("MiB", "peak_mib"), |it| {
        let peak = it.runs.iter().map(|run| run.peak_mib).fold(0.0, f64::max);
        (peak > 0.0).then_some(peak)
    })
    .table
}

/// Summary of the runs of random play by one solver on one instance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tries {
    /// The number of the instance.
    pub instance: usize,
    /// The number of the solver.
    pub solver: usize,
    /// Number of jumps of a won game, if all won games have the same number.
    pub jumps: Option<usize>,
    /// Number of all runs.
    pub runs: usize,
    /// Number of runs that won.
    pub solved: usize,
    /// Tries per run, as [`moments`], or `None` if not all runs won.
    attempts: Option<[f64; 4]>,
    /// Wall-clock seconds per run, as [`moments`], or `None` if not all runs won.
    seconds: Option<[f64; 4]>,
    /// All tries divided by all wins.
    pub tries_a_success: Option<f64>,
    /// The wall-clock seconds of all runs divided by all wins.
    pub seconds_a_success: Option<f64>,
    /// All tries divided by the processor time of all runs.
    pub tries_a_second: Option<f64>,
}

/// Returns the cells of random play, by instance.
pub fn games(report: &Report) -> Vec<Tries> {
    let cells = report.by_instance().filter_map(|(instance, solver, cell)| {
        let runs = report.runs_of(cell).filter(|run| run.tries.is_some());
        Tries::of(instance, solver, &runs.collect::<Vec<_>>())
    });
    cells.collect()
}

/// Returns a table with a row for each instance and each solver that plays at random. Returns `None` if there are no
/// such solvers.
pub fn tries(report: &Report) -> Option<Table> {
    let note = "A try is a game from the start until it is won or stuck. Tries per success: all tries divided by \
               all wins. Tries per second: tries in a second of processor time. Means, standard deviations, minima and \
               maxima are over the runs. They are only given if all runs won.";
    let rows = games(report);
    let is_any = !rows.is_empty();
    let mut table = Table::of("tries", "Tries of random play", note, rows)
        .words("instance", |it| report.instance(it.instance))
        .words("solver", |it| &report.solvers[it.solver].label)
        .numbers("jumps", |it| it.jumps)
        .numbers("runs solved", |it| (it.solved, it.runs))
        .whole(("tries per success", "tries_a_success"), |it| {
            it.tries_a_success
        });
    let of_tries = [
        ("tries, mean", "tries_mean"),
        ("deviation", "tries_deviation"),
        ("minimum", "least_tries"),
        ("maximum", "most_tries"),
    ];
    for (at, column) in of_tries.into_iter().enumerate() {
        table = table.whole(column, |it| it.attempts.map(|of| of[at]));
    }
    table = table.whole(("tries per second", "tries_a_second"), |it| {
        it.tries_a_second
    });
    let of_time = [
        ("seconds, mean", "mean_seconds"),
        ("deviation", "seconds_deviation"),
        ("minimum", "least_seconds"),
        ("maximum", "most_seconds"),
    ];
    for (at, column) in of_time.into_iter().enumerate() {
        table = table.seconds(column, |it| it.seconds.map(|of| of[at]));
    }
    is_any.then_some(table.table)
}

impl Tries {
    /// Summarises the runs of a cell. Returns `None` if there are no runs.
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

/// Returns the mean, standard deviation, minimum and maximum of a sample. The deviation is the population standard
/// deviation: the sum of squares is divided by the number of values, not by one less.
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
    use super::{Tries, horizons, moments};
    use crate::record::{self, Record, RunOutcome};

    fn run(outcome: RunOutcome, tries: u64, wall_seconds: f64) -> Record {
        Record {
            tries: Some(tries),
            cpu_seconds: wall_seconds / 2.0,
            ..record::tests::run("b", "p", outcome, wall_seconds)
        }
    }

    #[test]
    fn horizons_that_were_searched_are_shown_as_found() {
        let run = |horizon, found_horizon| Record {
            encoding: "exists".to_owned(),
            horizon,
            found_horizon,
            ..run(RunOutcome::Solved, 1, 1.0)
        };
        for (runs, wanted) in [
            ([run(None, Some(7)), run(None, Some(5))], "search: 5, 7"),
            ([run(None, None), run(None, None)], "search"),
            ([run(Some(6), None), run(Some(6), None)], "6"),
        ] {
            assert_eq!(horizons(&[&runs[0], &runs[1]]), wanted);
        }
    }

    #[test]
    fn means_deviations_and_extremes_are_over_the_runs_if_all_have_won() {
        let won = [
            run(RunOutcome::Solved, 100, 1.0),
            run(RunOutcome::Solved, 300, 3.0),
        ];
        let of = |runs: &[&Record]| Tries::of(0, 0, runs).unwrap();
        let all = of(&[&won[0], &won[1]]);
        assert_eq!(all.attempts, Some([200.0, 100.0, 100.0, 300.0]));
        assert_eq!(all.seconds, Some([2.0, 1.0, 1.0, 3.0]));
        assert_eq!(
            (all.tries_a_success, all.tries_a_second),
            (Some(200.0), Some(200.0))
        );
        assert_eq!(all.seconds_a_success, Some(2.0));
        let lost = run(RunOutcome::Timeout, 300, 3.0);
        let some = of(&[&won[0], &lost]);
        assert_eq!((some.solved, some.runs), (1, 2));
        assert_eq!((some.attempts, some.seconds), (None, None));
        assert_eq!(some.tries_a_success, Some(400.0));
        let none = of(&[&lost]);
        assert_eq!(
            (none.tries_a_success, none.tries_a_second),
            (None, Some(200.0))
        );
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
