//! Cells: what one solver did on one instance, over all seeds.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::label::Identity;
use super::statistics::{Sample, mean};
use crate::record::{Record, RunOutcome};

/// A puzzle at a horizon.
///
/// Horizons of different encodings do not mean the same, so they are not compared as numbers: the
/// largest at which an encoding was asked about a puzzle counts as the puzzle itself (depth 0), the
/// next lower one as depth 1, and so on. What is shown is the horizon.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Instance {
    /// The family of the puzzle.
    pub family: String,
    /// The holes of its board.
    pub holes: usize,
    /// The puzzle.
    pub puzzle: String,
    /// Number of larger horizons at which the same encoding was run.
    pub depth: usize,
    /// These horizons, in order, where the puzzle has more than one instance.
    pub horizons: Vec<usize>,
}

impl Instance {
    /// `central`, or of several instances `central, horizon 5`, `central, horizons 6, 31`.
    pub fn name(&self) -> String {
        let puzzle = &self.puzzle;
        let horizons: Vec<String> = self.horizons.iter().map(usize::to_string).collect();
        match &horizons[..] {
            [] => puzzle.clone(),
            [one] => format!("{puzzle}, horizon {one}"),
            several => format!("{puzzle}, horizons {}", several.join(", ")),
        }
    }
}

/// The instances of the records in order, and for each record the number of its own.
pub fn instances(records: &[Record]) -> (Vec<Instance>, Vec<usize>) {
    let mut horizons: BTreeMap<(&str, &str), BTreeSet<Option<usize>>> = BTreeMap::new();
    for record in records {
        let asked = (record.puzzle.as_str(), record.encoding.as_str());
        horizons.entry(asked).or_default().insert(record.horizon);
    }
    let depth = |record: &Record| {
        let asked = &horizons[&(record.puzzle.as_str(), record.encoding.as_str())];
        match record.horizon {
            None => 0,
            Some(horizon) => asked.range(Some(horizon + 1)..).count(),
        }
    };
    let of = |record: &Record| Instance {
        family: record.family.clone(),
        holes: record.holes,
        puzzle: record.puzzle.clone(),
        depth: depth(record),
        horizons: Vec::new(),
    };
    let numbered: BTreeSet<Instance> = records.iter().map(of).collect();
    let mut instances: Vec<Instance> = numbered.into_iter().collect();
    let number = |record| instances.binary_search(&of(record)).unwrap_or_default();
    let numbers: Vec<usize> = records.iter().map(number).collect();
    let several = instances.iter().filter(|instance| instance.depth > 0);
    let several: BTreeSet<String> = several.map(|instance| instance.puzzle.clone()).collect();
    for (record, &number) in records.iter().zip(&numbers) {
        let instance = &mut instances[number];
        if let Some(horizon) = record.horizon
            && several.contains(&record.puzzle)
            && let Err(place) = instance.horizons.binary_search(&horizon)
        {
            instance.horizons.insert(place, horizon);
        }
    }
    (instances, numbers)
}

/// Result of one solver on one instance.
#[derive(Clone, Debug, PartialEq)]
pub struct ResultCell {
    /// Its runs, by their numbers in the report.
    pub runs: Vec<usize>,
    /// Wall-clock seconds of the runs that count.
    pub times: Sample,
    /// The mean of the runs' PAR-2 scores in seconds; `None` if an unsolved run had no limit.
    pub par2: Option<f64>,
    /// Number of runs for each outcome.
    pub outcomes: BTreeMap<RunOutcome, usize>,
}

impl ResultCell {
    /// The cell of these runs.
    pub fn new(runs: Vec<usize>, records: &[Record]) -> Self {
        let mut outcomes = BTreeMap::new();
        for &run in &runs {
            *outcomes.entry(outcome(&records[run])).or_default() += 1;
        }
        let of_run = |&run: &usize| &records[run];
        let counting = runs.iter().map(of_run).filter(|record| record.counts());
        let solved = counting.map(|record| record.wall_seconds).collect();
        let scores: Option<Vec<f64>> = runs.iter().map(of_run).map(par2).collect();
        Self {
            times: Sample::new(solved, runs.len()),
            par2: scores.and_then(mean),
            outcomes,
            runs,
        }
    }

    /// Whether the median run is solved.
    pub fn solved(&self) -> bool {
        self.times.median().is_some()
    }

    /// The most frequent outcome; what is wrong goes before everything.
    pub fn outcome(&self) -> RunOutcome {
        if self.outcomes.contains_key(&RunOutcome::Wrong) {
            return RunOutcome::Wrong;
        }
        let most = self.outcomes.iter().rev().max_by_key(|&(_, count)| *count);
        most.map_or(RunOutcome::GaveUp, |(&outcome, _)| outcome)
    }
}

/// Outcome of a run: an answer whose check does not hold is unchecked, whatever the record calls it.
pub fn outcome(record: &Record) -> RunOutcome {
    match record.outcome {
        RunOutcome::Solved | RunOutcome::Infeasible | RunOutcome::Refuted if !record.counts() => {
            RunOutcome::Unchecked
        }
        outcome => outcome,
    }
}

/// The PAR-2 score of a run in seconds: its time, or twice the limit if it is not solved.
pub fn par2(record: &Record) -> Option<f64> {
    if record.counts() {
        return Some(record.wall_seconds);
    }
    (record.timeout_seconds > 0.0).then_some(2.0 * record.timeout_seconds)
}

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
        let ranked = (other.ranked, other.score.solved).cmp(&(self.ranked, self.score.solved));
        let par2 = par2(self).total_cmp(&par2(other));
        ranked.then(par2).then_with(|| self.label.cmp(&other.label))
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
    use super::{ResultCell, instances, outcome, par2};
    use crate::record::{Record, RunOutcome};
    use crate::report::{Report, Runs};

    fn run(outcome: RunOutcome, seconds: f64) -> Record {
        Record {
            outcome,
            checked: true,
            wall_seconds: seconds,
            timeout_seconds: 10.0,
            ..Record::default()
        }
    }

    #[test]
    fn an_unsolved_run_scores_twice_its_limit() {
        assert_eq!(par2(&run(RunOutcome::Solved, 3.0)), Some(3.0));
        assert_eq!(par2(&run(RunOutcome::Timeout, 10.0)), Some(20.0));
        assert_eq!(par2(&run(RunOutcome::Crashed, 0.1)), Some(20.0));
        let unchecked = Record {
            checked: false,
            ..run(RunOutcome::Solved, 3.0)
        };
        assert_eq!(
            (par2(&unchecked), outcome(&unchecked)),
            (Some(20.0), RunOutcome::Unchecked)
        );
        let unlimited = Record {
            timeout_seconds: 0.0,
            ..run(RunOutcome::GaveUp, 3.0)
        };
        assert_eq!(par2(&unlimited), None);
    }

    #[test]
    fn a_cell_takes_the_median_and_never_hides_what_is_wrong() {
        let records = [
            run(RunOutcome::Solved, 4.0),
            run(RunOutcome::Solved, 2.0),
            run(RunOutcome::Timeout, 10.0),
        ];
        let cell = ResultCell::new(vec![0, 1, 2], &records);
        assert_eq!(
            (cell.times.median(), cell.outcome()),
            (Some(4.0), RunOutcome::Solved)
        );
        assert_eq!(cell.par2, Some(26.0 / 3.0));
        assert!(!ResultCell::new(vec![1, 2], &records).solved());
        let wrong = [
            run(RunOutcome::Solved, 1.0),
            run(RunOutcome::Solved, 1.0),
            run(RunOutcome::Wrong, 1.0),
        ];
        assert_eq!(
            ResultCell::new(vec![0, 1, 2], &wrong).outcome(),
            RunOutcome::Wrong
        );
    }

    #[test]
    fn horizons_are_compared_by_rank_within_an_encoding() {
        let asked = |encoding: &str, horizon| Record {
            puzzle: "central".to_owned(),
            encoding: encoding.to_owned(),
            horizon,
            ..Record::default()
        };
        let (instances, numbers) = instances(&[
            asked("sequential", Some(31)),
            asked("r2-exists", Some(5)),
            asked("r2-exists", Some(6)),
            asked("-", None),
        ]);
        let names: Vec<String> = instances.iter().map(super::Instance::name).collect();
        assert_eq!(names, ["central, horizons 6, 31", "central, horizon 5"]);
        assert_eq!(numbers, [0, 1, 0, 0]);
    }

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
        Report::new(Runs::from(runs.iter().map(record).collect::<Vec<_>>()))
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
        let report = Report::new(Runs::from(records));
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
