//! Solvers against families: coverage, and PAR-2.

use super::table::{Table, TableValue, seconds};
use super::{Report, VirtualBest, standing};

/// Score of a solver on a family.
struct Score {
    solved: usize,
    asked: usize,
    par2: Option<f64>,
}

/// The table of coverage, and that of PAR-2.
pub fn families(report: &Report) -> [Table; 2] {
    let coverage = |score: &Score| TableValue::Of(score.solved, score.asked);
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
                (score.asked > 0).then(|| of(&score))
            })
        });
    scored.table
}

/// The score of a solver, or of the virtual best, on these instances.
fn score(report: &Report, solver: Option<usize>, members: &[usize]) -> Score {
    if let Some(solver) = solver {
        let cells = || {
            members
                .iter()
                .filter_map(|&instance| report.cell(solver, instance))
        };
        return Score {
            solved: cells().filter(|cell| cell.solved()).count(),
            asked: cells().count(),
            par2: standing::par2(cells()),
        };
    }
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
}
