//! Solvers against families: coverage, and PAR-2.

use super::table::{Table, TableValue, seconds};
use super::{Report, Score, VirtualBest};

/// The table of coverage, and that of PAR-2.
pub fn families(report: &Report) -> [Table; 2] {
    let coverage = |score: &Score| TableValue::Of(score.solved, score.instances);
    let par2 = |score: &Score| seconds(score.par2);
    let asked = "Instances solved, of those asked.";
    let mean = "Mean seconds, an unsolved run counting twice its limit.";
    [
        table(
            report,
            ("families", "Coverage by family", asked),
            "",
            coverage,
        ),
        table(
            report,
            ("families-par2", "PAR-2 by family", mean),
            "_seconds",
            par2,
        ),
    ]
}

fn table(
    report: &Report,
    (key, title, note): (&str, &str, &str),
    unit: &str,
    of: impl Fn(&Score) -> TableValue,
) -> Table {
    let solvers = (0..report.solvers.len()).map(Some);
    let rows = [None].into_iter().chain(solvers).collect();
    let names = Table::of(key, title, note, rows).words("solver", "solver", |solver| {
        solver.map_or("virtual best", |solver| &report.solvers[solver].label)
    });
    let scored = report
        .families()
        .into_iter()
        .fold(names, |table, (family, members)| {
            table.numbers(family, &format!("{family}{unit}"), |&solver| {
                let score = score(report, solver, &members);
                let is_ranked = solver.is_none_or(|solver| report.solvers[solver].ranked);
                (is_ranked && score.instances > 0).then(|| of(&score))
            })
        });
    scored.table
}

/// The score of a solver, or of the virtual best, on these instances.
fn score(report: &Report, solver: Option<usize>, members: &[usize]) -> Score {
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
