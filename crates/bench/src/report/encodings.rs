//! Encodings: the best that any backend makes of each, its size, and every pair of the two.

use std::collections::{BTreeMap, BTreeSet};

use super::label::{Identity, short};
use super::statistics::median;
use super::table::{Column, Table, TableValue};
use super::{Report, VirtualBest};

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
    let mut rows = Vec::new();
    for (name, solvers) in by_encoding(report) {
        let cells = || solvers.iter().flat_map(|&solver| report.cells_of(solver));
        let asked: BTreeSet<usize> = cells().map(|(instance, _)| instance).collect();
        let best = VirtualBest::of(cells(), report.instances.len());
        let runs = || {
            cells()
                .flat_map(|(_, cell)| &cell.runs)
                .map(|&run| &report.runs[run])
        };
        let of = |size: Vec<usize>| size.into_iter().map(super::statistics::real);
        let variables = median(of(runs().filter_map(|run| run.variables).collect()));
        let clauses = median(of(runs().filter_map(|run| run.clauses).collect()));
        let has_formula = variables.is_some();
        let written = runs()
            .filter(|run| run.variables.is_some())
            .map(|run| run.encode_seconds);
        let first = solvers
            .first()
            .map(|&solver| report.solvers[solver].label.clone());
        let size = |median: Option<f64>| match median {
            Some(size) => TableValue::text(super::number::whole(size)),
            None => TableValue::Empty,
        };
        rows.push(vec![
            TableValue::text(name),
            TableValue::Count(solvers.len()),
            TableValue::Of(best.solved(), asked.len()),
            TableValue::Seconds(best.par2),
            TableValue::text(first.unwrap_or_default()),
            size(variables),
            size(clauses),
            if has_formula {
                TableValue::Seconds(median(written))
            } else {
                TableValue::Empty
            },
        ]);
    }
    Table {
        key: "encodings".to_owned(),
        title: "Encodings".to_owned(),
        note:
            "Each as the virtual best of the backends that were given it. Sizes and writing time \
               are medians over its runs, and so depend on the instances it was asked."
                .to_owned(),
        columns: vec![
            Column::words("encoding", "encoding"),
            Column::numbers("backends", "backends"),
            Column::numbers("solved by any", "solved_by_any"),
            Column::numbers("PAR-2 of the best (s)", "best_par2_seconds"),
            Column::words("best backend", "best_backend"),
            Column::numbers("variables", "variables"),
            Column::numbers("clauses", "clauses"),
            Column::numbers("written in (s)", "encode_seconds"),
        ],
        rows,
    }
}

/// Encodings against backends: coverage, and PAR-2 in brackets.
pub fn against_backends(report: &Report) -> Table {
    let backend = |index: usize| {
        let solver = &report.solvers[index];
        let (label, _) = solver.label.split_once('+').unwrap_or((&solver.label, ""));
        label.to_owned()
    };
    let backends: BTreeSet<String> = (0..report.solvers.len()).map(backend).collect();
    let mut columns = vec![Column::words("encoding", "encoding")];
    columns.extend(backends.iter().map(|name| Column::numbers(name, name)));
    let mut rows = Vec::new();
    for (name, solvers) in by_encoding(report) {
        let mut row = vec![TableValue::text(name)];
        for wanted in &backends {
            let found = solvers.iter().find(|&&solver| backend(solver) == *wanted);
            row.push(found.map_or(TableValue::Empty, |&index| {
                let solver = &report.solvers[index];
                TableValue::Scored(solver.solved, solver.instances, solver.par2)
            }));
        }
        rows.push(row);
    }
    Table {
        key: "encodings-backends".to_owned(),
        title: "Encodings against backends".to_owned(),
        note: "Instances solved of those asked, and PAR-2 in seconds.".to_owned(),
        columns,
        rows,
    }
}
