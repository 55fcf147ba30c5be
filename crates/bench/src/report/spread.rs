//! Spread: how far the runs of one solver on one instance lie apart, over seeds.
//!
//! The run times of backtracking search have heavy tails (Gomes, Selman, Crato, Kautz: *Heavy-tailed
//! phenomena in satisfiability and constraint satisfaction problems*, J. Automated Reasoning 24,
//! 2000): a mean or a single run says little, so all tables take medians, and this one says how
//! little even those may say.

use super::statistics::median;
use super::table::{Column, Table, TableValue};
use super::{Report, ResultCell};

/// One row a solver, of its instances with at least two runs; `None` if there are none.
pub fn spread(report: &Report) -> Option<Table> {
    let mut rows = Vec::new();
    for (index, solver) in report.solvers.iter().enumerate() {
        let repeated: Vec<(usize, &ResultCell)> = report
            .cells_of(index)
            .filter(|(_, cell)| cell.times.runs() > 1)
            .collect();
        if repeated.is_empty() {
            continue;
        }
        let split = |cell: &&ResultCell| (1..cell.times.runs()).contains(&cell.times.solved());
        let lucky = repeated.iter().map(|(_, cell)| *cell).filter(split).count();
        let mut ratios: Vec<(f64, usize)> = repeated
            .iter()
            .filter_map(|(instance, cell)| Some((ratio(cell)?, *instance)))
            .collect();
        ratios.sort_by(|left, right| right.0.total_cmp(&left.0).then(left.1.cmp(&right.1)));
        let worst = ratios.first();
        rows.push(vec![
            TableValue::text(&solver.label),
            TableValue::Count(repeated.len()),
            TableValue::Count(lucky),
            TableValue::Ratio(median(ratios.iter().map(|(ratio, _)| *ratio))),
            TableValue::Ratio(worst.map(|(ratio, _)| *ratio)),
            worst.map_or(TableValue::Empty, |&(_, instance)| {
                TableValue::Instance(report.instances[instance].name(), instance)
            }),
        ]);
    }
    (!rows.is_empty()).then(|| Table {
        key: "spread".to_owned(),
        title: "Spread over seeds".to_owned(),
        note: "Of instances with several runs: those that only some of the runs solved, and the \
               slowest run over the fastest where all are solved."
            .to_owned(),
        columns: vec![
            Column::words("solver", "solver"),
            Column::numbers("instances", "instances"),
            Column::numbers("solved by some seeds only", "solved_by_some"),
            Column::numbers("slowest/fastest, median", "spread_median"),
            Column::numbers("slowest/fastest, largest", "spread_largest"),
            Column::words("at", "spread_largest_at"),
        ],
        rows,
    })
}

/// The slowest run over the fastest, if all are solved.
fn ratio(cell: &ResultCell) -> Option<f64> {
    let (low, high) = (cell.times.min()?, cell.times.max()?);
    (low > 0.0).then(|| high / low)
}

/// Every instance with every solver that was asked.
pub fn cells(report: &Report) -> Table {
    let mut rows = Vec::new();
    for (number, instance) in report.instances.iter().enumerate() {
        for (index, solver) in report.solvers.iter().enumerate() {
            let Some(cell) = report.cell(index, number) else {
                continue;
            };
            let (low, high) = cell.times.quartiles();
            rows.push(vec![
                TableValue::Instance(instance.name(), number),
                TableValue::text(&instance.family),
                TableValue::Count(instance.holes),
                TableValue::text(&solver.label),
                TableValue::text(cell.outcome().name()),
                TableValue::Of(cell.times.solved(), cell.times.runs()),
                TableValue::Seconds(cell.times.median()),
                TableValue::Seconds(cell.times.min()),
                TableValue::Seconds(low),
                TableValue::Seconds(high),
                TableValue::Seconds(cell.times.max()),
            ]);
        }
    }
    Table {
        key: "cells".to_owned(),
        title: "Every instance with every solver".to_owned(),
        note: "Seconds over the seeds; an unsolved run is slower than any, and shown as a dash."
            .to_owned(),
        columns: vec![
            Column::words("instance", "instance"),
            Column::words("family", "family"),
            Column::numbers("holes", "holes"),
            Column::words("solver", "solver"),
            Column::words("outcome", "outcome"),
            Column::numbers("runs solved", "runs_solved"),
            Column::numbers("median", "median_seconds"),
            Column::numbers("fastest", "fastest_seconds"),
            Column::numbers("1st quartile", "quartile1_seconds"),
            Column::numbers("3rd quartile", "quartile3_seconds"),
            Column::numbers("slowest", "slowest_seconds"),
        ],
        rows,
    }
}
