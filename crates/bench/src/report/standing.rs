//! Standings: coverage, PAR-2, unique solves, and the virtual best solver.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use serde::Serialize;

use crate::record::{Record, RunOutcome};

use super::cell::ResultCell;
use super::label::Identity;
use super::statistics::mean;

/// A solver and how it did.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// Backend, version, encoding.
    #[serde(flatten)]
    pub identity: Identity,
    /// Name of the solver in tables.
    #[serde(rename = "solver")]
    pub label: String,
    /// Whether it is in the ranking: its backend, of this version, has given no wrong answer and no wrong evidence.
    pub ranked: bool,
    /// Its score over all instances.
    #[serde(flatten)]
    pub score: Score,
    /// Number of instances that it alone solved.
    pub unique: usize,
    /// Number of instances of which its median time is the smallest of all solvers.
    pub fastest: usize,
    /// Number of its runs.
    pub runs: usize,
    /// Number of its runs that count as solved.
    #[serde(rename = "runs_solved")]
    pub solved_runs: usize,
    /// Number of runs for each outcome.
    pub outcomes: BTreeMap<RunOutcome, usize>,
}

impl Standing {
    /// A solver by its cells; uniqueness is not known before all are there.
    pub(super) fn new(
        identity: Identity,
        label: String,
        ranked: bool,
        cells: &BTreeMap<usize, ResultCell>,
        records: &[Record],
    ) -> Self {
        let mut outcomes = BTreeMap::new();
        for (outcome, count) in cells.values().flat_map(|cell| &cell.outcomes) {
            *outcomes.entry(*outcome).or_default() += count;
        }
        let runs = cells.values().flat_map(|cell| &cell.runs);
        Self {
            identity,
            label,
            ranked,
            score: Score::of(cells.values()),
            unique: 0,
            fastest: 0,
            runs: runs.clone().count(),
            solved_runs: runs.filter(|&&run| records[run].counts()).count(),
            outcomes,
        }
    }

    /// Those in the ranking first; more solved first, then the smaller PAR-2, then the label.
    pub(super) fn rank(&self, other: &Self) -> Ordering {
        let par2 = |solver: &Self| solver.score.par2.unwrap_or(f64::INFINITY);
        let solved = other.score.solved.cmp(&self.score.solved);
        let ranked = other.ranked.cmp(&self.ranked);
        ranked
            .then(solved)
            .then(par2(self).total_cmp(&par2(other)))
            .then_with(|| self.label.cmp(&other.label))
    }
}

/// Score over some instances.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Score {
    /// Number of instances that were asked.
    pub instances: usize,
    /// Number of these of which the median run is solved.
    pub solved: usize,
    /// The mean PAR-2 over them in seconds; `None` of nothing, or if an unsolved run had no limit.
    #[serde(rename = "par2_seconds")]
    pub par2: Option<f64>,
}

impl Score {
    /// The score of one solver, by its cells.
    pub fn of<'a>(cells: impl IntoIterator<Item = &'a ResultCell>) -> Self {
        Self::over(cells.into_iter().map(|cell| (cell.solved(), cell.par2)))
    }

    /// The score over instances, each with whether it is solved and its PAR-2.
    fn over(instances: impl IntoIterator<Item = (bool, Option<f64>)>) -> Self {
        let (solved, scores): (Vec<bool>, Vec<Option<f64>>) = instances.into_iter().unzip();
        let known: Option<Vec<f64>> = scores.into_iter().collect();
        Self {
            instances: solved.len(),
            solved: solved.into_iter().filter(|&is_solved| is_solved).count(),
            par2: known.and_then(mean),
        }
    }
}

/// The virtual best solver: for every instance the best of all, as if one had known.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct VirtualBest {
    /// The smallest median in seconds, by instance.
    pub medians: Vec<Option<f64>>,
    /// Its score, of the smallest PAR-2 of each instance.
    pub score: Score,
}

impl VirtualBest {
    /// The best over these cells, each with the number of its instance, of `instances` instances.
    pub fn of<'a>(
        cells: impl IntoIterator<Item = (usize, &'a ResultCell)>,
        instances: usize,
    ) -> Self {
        let mut medians = vec![None; instances];
        let mut scores: Vec<Option<Option<f64>>> = vec![None; instances];
        for (instance, cell) in cells {
            if let Some(median) = cell.times.median() {
                least(&mut medians[instance], median);
            }
            let score = scores[instance].get_or_insert(cell.par2);
            if let Some(par2) = cell.par2 {
                least(score, par2);
            }
        }
        let both = medians.iter().zip(scores);
        let asked = both.filter_map(|(median, score)| Some((median.is_some(), score?)));
        Self {
            score: Score::over(asked),
            medians,
        }
    }
}

/// Keeps the smaller of the two.
fn least(kept: &mut Option<f64>, value: f64) {
    *kept = Some(kept.map_or(value, |kept| kept.min(value)));
}

/// Sets what solvers are only in comparison: unique and fastest; gives the virtual best.
pub(super) fn compete(
    solvers: &mut [Standing],
    cells: &BTreeMap<(usize, usize), ResultCell>,
    instances: usize,
) -> VirtualBest {
    let ranked: Vec<bool> = solvers.iter().map(|solver| solver.ranked).collect();
    let ranked = || cells.iter().filter(|((solver, _), _)| ranked[*solver]);
    let of_instance = ranked().map(|(&(_, instance), cell)| (instance, cell));
    let best = VirtualBest::of(of_instance, instances);
    let mut solved_by: Vec<Vec<usize>> = vec![Vec::new(); instances];
    for (&(solver, instance), cell) in ranked() {
        let Some(median) = cell.times.median() else {
            continue;
        };
        solved_by[instance].push(solver);
        if best.medians[instance].is_some_and(|least| median <= least) {
            solvers[solver].fastest += 1;
        }
    }
    if solvers.len() > 1 {
        for by in solved_by {
            if let [solver] = by[..] {
                solvers[solver].unique += 1;
            }
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use crate::record::{Record, RunOutcome};
    use crate::report::{Report, Runs};

    fn record(&(backend, puzzle, outcome, wall_seconds): &(&str, &str, RunOutcome, f64)) -> Record {
        Record {
            backend: backend.to_owned(),
            puzzle: puzzle.to_owned(),
            outcome,
            checked: true,
            wall_seconds,
            timeout_seconds: 10.0,
            ..Record::default()
        }
    }

    fn report(runs: &[(&str, &str, RunOutcome, f64)]) -> Report {
        Report::new(Runs {
            records: runs.iter().map(record).collect(),
            warnings: Vec::new(),
        })
    }

    #[test]
    fn the_virtual_best_takes_each_instance_from_its_best_solver() {
        let report = report(&[
            ("a", "p", RunOutcome::Solved, 1.0),
            ("a", "q", RunOutcome::Timeout, 10.0),
            ("a", "r", RunOutcome::Timeout, 10.0),
            ("b", "p", RunOutcome::Solved, 3.0),
            ("b", "q", RunOutcome::Refuted, 5.0),
            ("b", "r", RunOutcome::Crashed, 0.1),
        ]);
        assert_eq!(report.best.medians, [Some(1.0), Some(5.0), None]);
        let best = report.best.score;
        assert_eq!((best.solved, best.par2), (2, Some(26.0 / 3.0)));
        let facts = |index: usize| {
            let solver = &report.solvers[index];
            (
                solver.label.as_str(),
                solver.score.solved,
                solver.unique,
                solver.fastest,
            )
        };
        assert_eq!(facts(0), ("b", 2, 1, 1));
        assert_eq!(facts(1), ("a", 1, 0, 1));
        assert_eq!(report.solvers[0].score.par2, Some(28.0 / 3.0));
    }

    #[test]
    fn a_wrong_answer_takes_a_solver_out_of_the_ranking_with_all_its_encodings() {
        let liar = |encoding: &str, puzzle: &str, outcome| Record {
            encoding: encoding.to_owned(),
            ..record(&("liar", puzzle, outcome, 0.1))
        };
        let records = vec![
            record(&("slow", "p", RunOutcome::Solved, 9.0)),
            record(&("slow", "q", RunOutcome::Timeout, 10.0)),
            liar("sequential", "p", RunOutcome::Solved),
            liar("sequential", "q", RunOutcome::Solved),
            liar("forall", "p", RunOutcome::Wrong),
        ];
        let report = Report::new(Runs {
            records,
            warnings: Vec::new(),
        });
        let solvers = report.solvers.iter();
        let ranks: Vec<(&str, bool)> = solvers.map(|it| (it.label.as_str(), it.ranked)).collect();
        let wanted = [
            ("slow", true),
            ("liar+sequential", false),
            ("liar+forall", false),
        ];
        assert_eq!(ranks, wanted);
        assert_eq!(report.best.medians, [Some(9.0), None]);
        let slow = &report.solvers[0];
        assert_eq!((slow.unique, slow.fastest), (1, 1));
        assert_eq!(
            (report.solvers[1].unique, report.solvers[1].fastest),
            (0, 0)
        );
    }

    #[test]
    fn a_program_that_is_not_here_is_no_solver() {
        let report = report(&[
            ("a", "p", RunOutcome::Solved, 1.0),
            ("b", "p", RunOutcome::Missing, 0.0),
        ]);
        assert_eq!(report.solvers.len(), 1);
        assert!(report.warnings[0].contains("b was not there"));
        assert_eq!(report.solvers[0].unique, 0);
    }
}
