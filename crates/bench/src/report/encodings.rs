//! Encodings: the best that any backend makes of each, its size, and every pair of the two.

use std::collections::{BTreeMap, BTreeSet};

use super::label::{Identity, short};
use super::statistics::{median, real};
use super::table::{Table, TableValue, seconds};
use super::{Report, VirtualBest, number};
use crate::record::Record;

/// The encodings in short, each with the numbers of the solvers that use it.
fn by_encoding(report: &Report) -> BTreeMap<String, Vec<usize>> {
    let identities: BTreeSet<Identity> = report
        .solvers
        .iter()
        .map(|solver| solver.identity.clone())
        .collect();
    let mut encodings: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (index, solver) in report.solvers.iter().enumerate() {
        let name = short(&solver.identity, &identities);
        let name = if name == "-" { "none".to_owned() } else { name };
        encodings.entry(name).or_default().push(index);
    }
    encodings
}

/// One row an encoding.
pub fn encodings(report: &Report) -> Table {
    let note = "Each as the virtual best of the backends that were given it. Sizes and writing time \
               are medians over its runs, and so depend on the instances it was asked.";
    let cells = |solvers: &[usize]| -> Vec<_> {
        solvers
            .iter()
            .flat_map(|&solver| report.cells_of(solver))
            .collect()
    };
    let median = |solvers: &[usize], of: fn(&Record) -> Option<f64>| {
        let runs = cells(solvers)
            .into_iter()
            .flat_map(|(_, cell)| report.runs_of(cell));
        median(runs.filter_map(of))
    };
    let size = |solvers: &[usize], of| median(solvers, of).map(number::whole);
    let ranked = |solvers: &[usize]| -> Vec<usize> {
        let solvers = solvers.iter().copied();
        solvers.filter(|&it| report.solvers[it].ranked).collect()
    };
    let best =
        |solvers: &[usize]| VirtualBest::of(cells(&ranked(solvers)), report.instances.len()).score;
    Table::of(
        "encodings",
        "Encodings",
        note,
        by_encoding(report).into_iter().collect(),
    )
    .words("encoding", "encoding", |(name, _)| name.clone())
    .numbers("backends", "backends", |(_, solvers)| solvers.len())
    .numbers("solved by any", "solved_by_any", |(_, solvers)| {
        let best = best(solvers);
        TableValue::Of(best.solved, best.instances)
    })
    .numbers(
        "PAR-2 of the best (s)",
        "best_par2_seconds",
        |(_, solvers)| seconds(best(solvers).par2),
    )
    .words("best backend", "best_backend", |(_, solvers)| {
        ranked(solvers)
            .first()
            .map(|&solver| report.solvers[solver].label.as_str())
    })
    .numbers("variables", "variables", |(_, solvers)| {
        size(solvers, |run| run.variables.map(real))
    })
    .numbers("clauses", "clauses", |(_, solvers)| {
        size(solvers, |run| run.clauses.map(real))
    })
    .numbers("written in (s)", "encode_seconds", |(_, solvers)| {
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
    let rows = by_encoding(report).into_iter().collect();
    let names = Table::of(
        "encodings-backends",
        "Encodings against backends",
        note,
        rows,
    )
    .words("encoding", "encoding", |(name, _)| name.clone());
    let scored = backends.into_iter().fold(names, |table, wanted| {
        table.numbers(wanted, wanted, |(_, solvers)| {
            let found = solvers.iter().find(|&&solver| backend(solver) == wanted)?;
            let found = &report.solvers[*found];
            found.ranked.then_some(TableValue::Scored(found.score))
        })
    });
    scored.table
}
