//! The ranking of the solvers, and how often each outcome occurred.

use super::table::{Column, Table, Value};
use super::{Report, Solver};

/// The solvers, best first, with the virtual best.
pub fn solvers(report: &Report) -> Table {
    let mut rows = vec![vec![
        Value::text("virtual best"),
        Value::Of(report.best.solved(), report.instances.len()),
        Value::Seconds(report.best.par2),
        Value::Empty,
        Value::Empty,
        Value::Empty,
    ]];
    rows.extend(report.solvers.iter().map(|solver| {
        vec![
            Value::text(&solver.label),
            Value::Of(solver.solved, solver.instances),
            Value::Seconds(solver.par2),
            Value::Count(solver.unique),
            Value::Count(solver.fastest),
            Value::Of(solver.solved_runs, solver.runs),
        ]
    }));
    Table {
        key: "solvers".to_owned(),
        title: "Solvers".to_owned(),
        note: "Solved: instances of which the median run over seeds has a checked answer. PAR-2: \
               mean seconds, an unsolved run counting twice its limit. Unique: solved by no other. \
               Fastest: smallest median of all. The virtual best takes every instance from whoever \
               is best on it."
            .to_owned(),
        columns: vec![
            Column::words("solver", "solver"),
            Column::numbers("solved", "solved"),
            Column::numbers("PAR-2 (s)", "par2_seconds"),
            Column::numbers("unique", "unique"),
            Column::numbers("fastest", "fastest"),
            Column::numbers("runs solved", "runs_solved"),
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
    let row = |solver: &Solver| {
        let count = |outcome| Value::Count(solver.outcomes.get(outcome).copied().unwrap_or(0));
        let counts = occurring.iter().map(|outcome| count(*outcome));
        std::iter::once(Value::text(&solver.label))
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
