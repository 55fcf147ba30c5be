//! The tables of a report: solvers, families, encodings and outcomes.

use std::collections::{BTreeMap, BTreeSet};

use super::label::{Identity, short};
use super::statistics::{median, real};
use super::table::{Table, TableValue, seconds, whole_text};
use super::{Report, Score, Standing, VirtualBest};
use crate::record::{Record, RunOutcome};

/// The solvers, best first, with the virtual best.
pub fn solvers(report: &Report) -> Table {
    let note = "Solved: instances of which the median run over seeds has an answer with checked evidence of the solver. PAR-2: \
               mean seconds, an unsolved run counting twice its limit. Unique: solved by no other. \
               Fastest: smallest median of all. The virtual best takes every instance from whoever \
               is best on it. A solver with a wrong answer or a wrong proof is out of the ranking: it stands last, \
               without a score, and the virtual best does not take it. A child process is started for every run, \
               which counts.";
    let best = Score {
        instances: report.instances.len(),
        ..report.best.score
    };
    let rows = [None].into_iter().chain(report.solvers.iter().map(Some));
    let score = |it: Option<&Standing>| match it {
        Some(solver) => solver.ranked.then_some(solver.score),
        None => Some(best),
    };
    let ranked =
        |it: Option<&Standing>, of: fn(&Standing) -> usize| it.filter(|it| it.ranked).map(of);
    let wrong = |it: &Standing| it.outcomes.get(&RunOutcome::Wrong).copied().unwrap_or(0);
    Table::of("solvers", "Solvers", note, rows.collect())
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
        .words("works", |it| it.map(|it| it.identity.place()))
        .table
}

/// Table of outcomes by solver.
pub fn outcomes(report: &Report) -> Table {
    let note = "Only solved, infeasible and refuted count: the solver gave a plan, a model, a proof or a \
               certificate, and its check accepts it. Unproved is a refutation without a proof of the solver, unchecked \
               a claim whose check was ended by its limits, wrong a claim or a proof that is false.";
    let rows: Vec<&Standing> = report.solvers.iter().collect();
    let occurring = report.solvers.iter().flat_map(|it| it.outcomes.keys());
    let occurring: BTreeSet<&RunOutcome> = occurring.collect();
    let names =
        Table::of("outcomes", "Outcomes of all runs", note, rows).words("solver", |it| &it.label);
    let counted = occurring.into_iter().fold(names, |table, outcome| {
        let count = |it: &&Standing| it.outcomes.get(outcome).copied().unwrap_or(0);
        table.numbers(outcome.name(), count)
    });
    counted.table
}

/// Solvers against families: the table of coverage, and that of PAR-2.
pub fn families(report: &Report) -> [Table; 2] {
    let table = |key, title, note, unit: &str, of: fn(&Score) -> TableValue| {
        let rows = [None]
            .into_iter()
            .chain((0..report.solvers.len()).map(Some));
        let names = Table::of(key, title, note, rows.collect()).words("solver", |solver| {
            solver.map_or("virtual best", |solver| &report.solvers[solver].label)
        });
        let families = report.families().into_iter();
        let scored = families.fold(names, |table, (family, members)| {
            let column = format!("{family}{unit}");
            table.numbers((family, column.as_str()), |&solver| {
                let score = score_on(report, solver, &members);
                let is_ranked = solver.is_none_or(|solver| report.solvers[solver].ranked);
                (is_ranked && score.instances > 0).then(|| of(&score))
            })
        });
        scored.table
    };
    let asked = "Instances solved, of those asked.";
    let mean = "Mean seconds, an unsolved run counting twice its limit.";
    [
        table("families", "Coverage by family", asked, "", |it| {
            TableValue::Of(it.solved, it.instances)
        }),
        table("families-par2", "PAR-2 by family", mean, "_seconds", |it| {
            seconds(it.par2)
        }),
    ]
}

/// The score of a solver, or of the virtual best, on these instances.
fn score_on(report: &Report, solver: Option<usize>, members: &[usize]) -> Score {
    let cells_of = |solver| {
        let here = move |&instance: &usize| Some((instance, report.cell(solver, instance)?));
        members.iter().filter_map(here)
    };
    if let Some(solver) = solver {
        return Score::of(cells_of(solver).map(|(_, cell)| cell));
    }
    let cells = report.ranked().flat_map(cells_of);
    Score {
        instances: members.len(),
        ..VirtualBest::of(cells, report.instances.len()).score
    }
}

/// The encodings in short, each with the numbers of the solvers that use it.
fn by_encoding(report: &Report) -> Vec<(String, Vec<usize>)> {
    let identities = report.solvers.iter().map(|solver| solver.identity.clone());
    let identities: BTreeSet<Identity> = identities.collect();
    let mut encodings: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (index, solver) in report.solvers.iter().enumerate() {
        let name = short(&solver.identity, &identities);
        let name = if name == "-" { "none".to_owned() } else { name };
        encodings.entry(name).or_default().push(index);
    }
    encodings.into_iter().collect()
}

/// One row an encoding: the best that any backend makes of it, and its size.
pub fn encodings(report: &Report) -> Table {
    let note = "Each as the virtual best of the backends that were given it. Sizes and writing time \
               are medians over its runs, and so depend on the instances it was asked.";
    let median = |solvers: &[usize], of: fn(&Record) -> Option<f64>| {
        let runs = solvers.iter().flat_map(|&solver| report.runs_by(solver));
        median(runs.filter_map(|(_, run)| of(run)))
    };
    let size = |solvers: &[usize], of| median(solvers, of).map(whole_text);
    let ranked = |solvers: &[usize]| {
        let ranked = |it: &usize| report.solvers[*it].ranked;
        solvers.iter().copied().filter(ranked).collect::<Vec<_>>()
    };
    let best = |solvers: &[usize]| {
        let cells = ranked(solvers)
            .into_iter()
            .flat_map(|it| report.cells_of(it));
        VirtualBest::of(cells, report.instances.len()).score
    };
    let rows = by_encoding(report);
    Table::of("encodings", "Encodings", note, rows)
        .words("encoding", |(name, _)| name.clone())
        .numbers("backends", |(_, solvers)| solvers.len())
        .numbers("solved by any", |(_, solvers)| {
            let best = best(solvers);
            (best.solved, best.instances)
        })
        .numbers(
            ("PAR-2 of the best (s)", "best_par2_seconds"),
            |(_, solvers)| seconds(best(solvers).par2),
        )
        .words("best backend", |(_, solvers)| {
            ranked(solvers)
                .first()
                .map(|&solver| &report.solvers[solver].label)
        })
        .numbers("variables", |(_, solvers)| {
            size(solvers, |run| run.variables.map(real))
        })
        .numbers("clauses", |(_, solvers)| {
            size(solvers, |run| run.clauses.map(real))
        })
        .numbers(("written in (s)", "encode_seconds"), |(_, solvers)| {
            let written = median(solvers, |run| run.variables.map(|_| run.encode_seconds));
            written.map(|_| seconds(written))
        })
        .table
}

/// Encodings against backends: coverage, and PAR-2 in brackets.
pub fn against_backends(report: &Report) -> Table {
    let backend = |index: usize| {
        let label = &report.solvers[index].label;
        label
            .split_once('+')
            .map_or(label.as_str(), |(backend, _)| backend)
    };
    let backends: BTreeSet<&str> = (0..report.solvers.len()).map(backend).collect();
    let note = "Instances solved of those asked, and PAR-2 in seconds.";
    let (key, title) = ("encodings-backends", "Encodings against backends");
    let names = Table::of(key, title, note, by_encoding(report))
        .words("encoding", |(name, _)| name.clone());
    let scored = backends.into_iter().fold(names, |table, wanted| {
        table.numbers((wanted, wanted), |(_, solvers)| {
            let found = solvers.iter().find(|&&solver| backend(solver) == wanted)?;
            let found = &report.solvers[*found];
            found.ranked.then_some(TableValue::Scored(found.score))
        })
    });
    scored.table
}
