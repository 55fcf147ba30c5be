//! The ranking of the solvers, and how often each outcome occurred.

use super::table::{Column, Table, TableValue};
use super::{Report, Standing};

/// The solvers, best first, with the virtual best.
pub fn solvers(report: &Report) -> Table {
    let mut rows = vec![vec![
        TableValue::text("virtual best"),
        TableValue::Of(report.best.solved(), report.instances.len()),
        TableValue::Seconds(report.best.par2),
        TableValue::Empty,
        TableValue::Empty,
        TableValue::Empty,
        TableValue::Empty,
    ]];
    rows.extend(report.solvers.iter().map(|solver| {
        vec![
            TableValue::text(&solver.label),
            TableValue::Of(solver.solved, solver.instances),
            TableValue::Seconds(solver.par2),
            TableValue::Count(solver.unique),
            TableValue::Count(solver.fastest),
            TableValue::Of(solver.solved_runs, solver.runs),
            TableValue::text(solver.identity.place()),
        ]
    }));
    Table {
        key: "solvers".to_owned(),
        title: "Solvers".to_owned(),
        note: "Solved: instances of which the median run over seeds has a checked answer. PAR-2: \
               mean seconds, an unsolved run counting twice its limit. Unique: solved by no other. \
               Fastest: smallest median of all. The virtual best takes every instance from whoever \
               is best on it. A child process is started for every run, which counts."
            .to_owned(),
        columns: vec![
            Column::words("solver", "solver"),
            Column::numbers("solved", "solved"),
            Column::numbers("PAR-2 (s)", "par2_seconds"),
            Column::numbers("unique", "unique"),
            Column::numbers("fastest", "fastest"),
            Column::numbers("runs solved", "runs_solved"),
            Column::words("works", "works"),
        ],
        rows,
    }
}

/// How often each outcome occurred, by solver.
pub fn outcomes(report: &Report) -> Table {
    let mut occurring: Vec<_> = report
        .solvers
        .iter()
        .flat_map(|solver| solver.outcomes.keys())
        .collect();
    occurring.sort_unstable();
    occurring.dedup();
    let mut columns = vec![Column::words("solver", "solver")];
    columns.extend(
        occurring
            .iter()
            .map(|outcome| Column::numbers(outcome.name(), outcome.name())),
    );
    let row = |solver: &Standing| {
        let count = |outcome| TableValue::Count(solver.outcomes.get(outcome).copied().unwrap_or(0));
        let counts = occurring.iter().map(|outcome| count(*outcome));
        std::iter::once(TableValue::text(&solver.label))
            .chain(counts)
            .collect()
    };
    Table {
        key: "outcomes".to_owned(),
        title: "Outcomes of all runs".to_owned(),
        note: "Only solved, infeasible and refuted count; each was checked by something other than \
               the solver. Unchecked is a claim that nothing could check within its limits, wrong a \
               claim that is false."
            .to_owned(),
        columns,
        rows: report.solvers.iter().map(row).collect(),
    }
}
