//! Solvers against families: coverage, and PAR-2.

use super::table::{Column, Table, TableValue};
use super::{Report, VirtualBest, standing};

/// How a solver did on a family.
struct Score {
    solved: usize,
    asked: usize,
    par2: Option<f64>,
}

/// The table of coverage, and that of PAR-2.
pub fn families(report: &Report) -> [Table; 2] {
    let mut rows = vec![("virtual best".to_owned(), best(report))];
    for (index, solver) in report.solvers.iter().enumerate() {
        rows.push((solver.label.clone(), scores(report, index)));
    }
    let coverage = |score: &Score| TableValue::Of(score.solved, score.asked);
    let par2 = |score: &Score| TableValue::Seconds(score.par2);
    let note = "Mean seconds, an unsolved run counting twice its limit.";
    [
        Table {
            key: "families".to_owned(),
            title: "Coverage by family".to_owned(),
            note: "Instances solved, of those asked.".to_owned(),
            columns: columns(report, ""),
            rows: values(&rows, coverage),
        },
        Table {
            key: "families-par2".to_owned(),
            title: "PAR-2 by family".to_owned(),
            note: note.to_owned(),
            columns: columns(report, "_seconds"),
            rows: values(&rows, par2),
        },
    ]
}

fn columns(report: &Report, unit: &str) -> Vec<Column> {
    let families = report.families();
    let family = |name: &&str| Column::numbers(*name, format!("{name}{unit}"));
    std::iter::once(Column::words("solver", "solver"))
        .chain(families.keys().map(family))
        .collect()
}

fn values(
    rows: &[(String, Vec<Score>)],
    of: impl Fn(&Score) -> TableValue,
) -> Vec<Vec<TableValue>> {
    let value = |score: &Score| match score.asked {
        0 => TableValue::Empty,
        _ => of(score),
    };
    let row = |(name, scores): &(String, Vec<Score>)| {
        let scores = scores.iter().map(value);
        std::iter::once(TableValue::text(name))
            .chain(scores)
            .collect()
    };
    rows.iter().map(row).collect()
}

/// The scores of a solver, by family.
fn scores(report: &Report, solver: usize) -> Vec<Score> {
    let score = |members: &Vec<usize>| {
        let cells = members
            .iter()
            .filter_map(|&instance| report.cell(solver, instance));
        Score {
            solved: cells.clone().filter(|cell| cell.solved()).count(),
            asked: cells.clone().count(),
            par2: standing::par2(cells),
        }
    };
    report.families().values().map(score).collect()
}

/// The scores of the virtual best, by family.
fn best(report: &Report) -> Vec<Score> {
    let score = |members: &Vec<usize>| {
        let cells = (0..report.solvers.len()).flat_map(|solver| {
            let here = move |&instance: &usize| Some((instance, report.cell(solver, instance)?));
            members.iter().filter_map(here)
        });
        let best = VirtualBest::of(cells, report.instances.len());
        Score {
            solved: best.solved(),
            asked: members.len(),
            par2: best.par2,
        }
    };
    report.families().values().map(score).collect()
}
