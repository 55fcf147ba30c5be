//! The ranking of the solvers, and how often each outcome occurred.

use std::collections::BTreeSet;

use super::table::{Table, TableValue, seconds};
use super::{Report, Score, Standing};
use crate::record::RunOutcome;

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
    let score = |it: Option<&Standing>| it.map_or(best, |it| it.score);
    let is_ranked = |it: Option<&Standing>| it.is_none_or(|it| it.ranked);
    let solvers = report.solvers.iter().map(Some);
    Table::of(
        "solvers",
        "Solvers",
        note,
        [None].into_iter().chain(solvers).collect(),
    )
    .words("solver", "solver", |it| {
        it.map_or("virtual best", |it| &it.label)
    })
    .numbers("solved", "solved", |it| {
        let score = score(*it);
        is_ranked(*it).then_some(TableValue::Of(score.solved, score.instances))
    })
    .numbers("PAR-2 (s)", "par2_seconds", |it| {
        is_ranked(*it).then(|| seconds(score(*it).par2))
    })
    .numbers("unique", "unique", |it| {
        it.filter(|it| it.ranked).map(|it| it.unique)
    })
    .numbers("fastest", "fastest", |it| {
        it.filter(|it| it.ranked).map(|it| it.fastest)
    })
    .numbers("runs solved", "runs_solved", |it| {
        it.map(|it| TableValue::Of(it.solved_runs, it.runs))
    })
    .numbers("wrong", "wrong", |it| {
        it.map(|it| it.outcomes.get(&RunOutcome::Wrong).copied().unwrap_or(0))
    })
    .words("works", "works", |it| it.map(|it| it.identity.place()))
    .table
}

/// Table of outcomes by solver.
pub fn outcomes(report: &Report) -> Table {
    let note = "Only solved, infeasible and refuted count: the solver gave a plan, a model, a proof or a \
               certificate, and its check accepts it. Unproved is a refutation without a proof of the solver, unchecked \
               a claim whose check was ended by its limits, wrong a claim or a proof that is false.";
    let solvers = || report.solvers.iter();
    let occurring: BTreeSet<&RunOutcome> = solvers().flat_map(|it| it.outcomes.keys()).collect();
    let names = Table::of(
        "outcomes",
        "Outcomes of all runs",
        note,
        solvers().collect(),
    )
    .words("solver", "solver", |it| it.label.as_str());
    let counted = occurring.into_iter().fold(names, |table, outcome| {
        table.numbers(outcome.name(), outcome.name(), |it| {
            it.outcomes.get(outcome).copied().unwrap_or(0)
        })
    });
    counted.table
}
