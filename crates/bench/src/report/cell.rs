//! Cells of a report, and the scores of solvers. A cell has the runs of one solver on one instance, with all seeds.
//!
//! Run times of SAT solvers have heavy tails, and a time limit cuts them off. A sample therefore consists of the times
//! of the solved runs and the number of all runs. An unsolved run counts as slower than any solved run. The median is
//! known if more than half of the runs were solved.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::label::Identity;
use crate::record::{Record, RunOutcome};

/// A puzzle at a horizon.
///
/// Horizons of different encodings cannot be compared as numbers. The largest horizon of an encoding on a puzzle gets
/// depth 0, the next lower horizon gets depth 1, and so on. Runs of the same depth belong to the same instance.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Instance {
    /// The family of the puzzle.
    pub family: String,
    /// Number of holes of the board.
    pub holes: usize,
    /// Name of the puzzle.
    pub puzzle: String,
    /// Number of larger horizons at which the same encoding was run.
    pub depth: usize,
    /// The horizons of the runs in ascending order, if the puzzle has more than one instance.
    pub horizons: Vec<usize>,
}

impl Instance {
    /// Returns the name in tables: `central`, or `central, horizon 5` or `central, horizons 6, 31` if the puzzle has
    /// several instances.
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

/// Returns the sorted instances of the records, and the number of the instance of each record.
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

/// Run times of one solver on one instance, over seeds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sample {
    /// Seconds of the solved runs, ascending.
    solved: Vec<f64>,
    runs: usize,
}

impl Sample {
    /// Creates a sample of `runs` runs. `solved` has the seconds of the solved runs.
    pub fn new(mut solved: Vec<f64>, runs: usize) -> Self {
        solved.sort_by(f64::total_cmp);
        let runs = runs.max(solved.len());
        Self { solved, runs }
    }

    pub fn solved(&self) -> usize {
        self.solved.len()
    }

    pub const fn runs(&self) -> usize {
        self.runs
    }

    /// Returns the seconds of the fastest solved run.
    pub fn min(&self) -> Option<f64> {
        self.solved.first().copied()
    }

    /// Returns the seconds of the slowest run, or `None` if a run was not solved.
    pub fn max(&self) -> Option<f64> {
        self.rank(self.runs.checked_sub(1)?)
    }

    /// Returns the median in seconds. For an even number of runs, it is the mean of the two runs in the middle. Returns
    /// `None` if a run in the middle is unsolved.
    pub fn median(&self) -> Option<f64> {
        let upper = self.rank(self.runs / 2)?;
        if self.runs % 2 == 1 {
            return Some(upper);
        }
        let lower = self.rank((self.runs / 2).checked_sub(1)?)?;
        Some(f64::midpoint(lower, upper))
    }

    /// Returns the first and third quartile by nearest rank. A quartile is `None` if its run is unsolved. With at most
    /// four runs, the quartiles are the fastest and the slowest run.
    pub fn quartiles(&self) -> (Option<f64>, Option<f64>) {
        let cut = self.runs.div_ceil(4).saturating_sub(1);
        let last = self.runs.checked_sub(cut + 1);
        (self.rank(cut), last.and_then(|last| self.rank(last)))
    }

    /// Returns the noise of the sample: half the distance between the quartiles, divided by the median. Returns `None`
    /// for fewer than two runs or an unsolved quartile.
    pub fn noise(&self) -> Option<f64> {
        let (low, high) = self.quartiles();
        let (half, median) = ((high? - low?) / 2.0, self.median()?);
        (self.runs > 1 && median > 0.0).then(|| half / median)
    }

    fn rank(&self, index: usize) -> Option<f64> {
        self.solved.get(index).copied()
    }
}

/// Returns the mean, or `None` without values.
pub fn mean(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let values: Vec<f64> = values.into_iter().collect();
    let sum: f64 = values.iter().sum();
    (!values.is_empty()).then(|| sum / real(values.len()))
}

/// Returns the median of numbers, or `None` without values.
pub fn median(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let values: Vec<f64> = values.into_iter().collect();
    let runs = values.len();
    Sample::new(values, runs).median()
}

#[expect(
    clippy::cast_precision_loss,
    reason = "counts of runs are far below 2^52, and only averages are made of them"
)]
pub const fn real(count: usize) -> f64 {
    count as f64
}

/// Median seconds over the seeds, if the median run is solved, and PAR-2 in seconds, if it is known.
pub type Measures = (Option<f64>, Option<f64>);

/// Result of one solver on one instance.
#[derive(Clone, Debug, PartialEq)]
pub struct ResultCell {
    /// Indices of the runs in the records of the report.
    pub runs: Vec<usize>,
    /// Wall-clock seconds of the runs that count.
    pub times: Sample,
    /// The mean of the runs' PAR-2 scores in seconds, or `None` if an unsolved run had no limit.
    pub par2: Option<f64>,
    /// Number of runs for each outcome.
    pub outcomes: BTreeMap<RunOutcome, usize>,
}

impl ResultCell {
    /// Creates the cell of the runs with these indices.
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

    /// Returns the median and the PAR-2 score of the cell.
    pub fn measures(&self) -> Measures {
        (self.times.median(), self.par2)
    }

    /// Returns `Wrong` if any run was wrong, otherwise the most frequent outcome.
    pub fn outcome(&self) -> RunOutcome {
        if self.outcomes.contains_key(&RunOutcome::Wrong) {
            return RunOutcome::Wrong;
        }
        let most = self.outcomes.iter().rev().max_by_key(|&(_, count)| *count);
        most.map_or(RunOutcome::GaveUp, |(&outcome, _)| outcome)
    }
}

/// Returns the outcome of a run. An answer without accepted evidence becomes `Unchecked`.
pub fn outcome(record: &Record) -> RunOutcome {
    match record.outcome {
        RunOutcome::Solved | RunOutcome::Infeasible | RunOutcome::Refuted if !record.counts() => {
            RunOutcome::Unchecked
        }
        outcome => outcome,
    }
}

/// Returns the PAR-2 score of a run in seconds: its time, or twice the limit if it is not solved. Returns `None` if an
/// unsolved run had no limit.
pub fn par2(record: &Record) -> Option<f64> {
    if record.counts() {
        return Some(record.wall_seconds);
    }
    (record.timeout_seconds > 0.0).then_some(2.0 * record.timeout_seconds)
}

/// A solver with its results.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SolverScore {
    /// Backend, version and encoding.
    #[serde(flatten)]
    pub identity: Identity,
    /// Name of the solver in tables.
    #[serde(rename = "solver")]
    pub label: String,
    /// Whether the solver is in the ranking: this version of its backend has given no wrong answer and no wrong
    /// evidence.
    pub ranked: bool,
    /// Score over all instances.
    #[serde(flatten)]
    pub score: Score,
    /// Number of instances that no other solver solved.
    pub unique: usize,
    /// Number of instances on which the solver has the smallest median time.
    pub fastest: usize,
    /// Number of runs of the solver.
    pub runs: usize,
    /// Number of runs of the solver that count as solved.
    #[serde(rename = "runs_solved")]
    pub solved_runs: usize,
    /// Number of runs for each outcome.
    pub outcomes: BTreeMap<RunOutcome, usize>,
    /// Results, by the number of the instance.
    #[serde(skip)]
    pub cells: BTreeMap<usize, ResultCell>,
}

impl SolverScore {
    /// Creates the score of a solver from its cells. [`compete`] counts `unique` and `fastest` later.
    pub(super) fn new(
        identity: Identity,
        label: String,
        ranked: bool,
        cells: BTreeMap<usize, ResultCell>,
    ) -> Self {
        let mut outcomes = BTreeMap::new();
        for (outcome, count) in cells.values().flat_map(|cell| &cell.outcomes) {
            *outcomes.entry(*outcome).or_default() += count;
        }
        let times = cells.values().map(|cell| &cell.times);
        Self {
            identity,
            label,
            ranked,
            score: Score::over(cells.values().map(ResultCell::measures)),
            unique: 0,
            fastest: 0,
            runs: times.clone().map(Sample::runs).sum(),
            solved_runs: times.map(Sample::solved).sum(),
            outcomes,
            cells,
        }
    }

    /// Compares two solvers for the ranking. Ranked solvers come first, then solvers with more solved instances, then
    /// solvers with a smaller PAR-2. Ties are broken by the label.
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
    /// Number of instances with runs.
    pub instances: usize,
    /// Number of instances whose median run is solved.
    pub solved: usize,
    /// Mean PAR-2 over these instances in seconds. `None` if there are no instances, or if an unsolved run had no
    /// limit.
    #[serde(rename = "par2_seconds")]
    pub par2: Option<f64>,
}

impl Score {
    /// Returns the score over instances.
    pub fn over(instances: impl IntoIterator<Item = Measures>) -> Self {
        let (medians, scores): (Vec<_>, Vec<_>) = instances.into_iter().unzip();
        let known: Option<Vec<f64>> = scores.into_iter().collect();
        Self {
            instances: medians.len(),
            solved: medians.iter().flatten().count(),
            par2: known.and_then(mean),
        }
    }
}

/// Returns the virtual best solver: on every instance, the smallest measures of the ranked solvers.
pub fn virtual_best<'a>(
    solvers: impl IntoIterator<Item = &'a SolverScore>,
) -> BTreeMap<usize, Measures> {
    let smaller =
        |one: Option<f64>, other: Option<f64>| one.into_iter().chain(other).reduce(f64::min);
    let mut best: BTreeMap<usize, Measures> = BTreeMap::new();
    let ranked = solvers.into_iter().filter(|solver| solver.ranked);
    for (&instance, cell) in ranked.flat_map(|solver| &solver.cells) {
        let (median, par2) = cell.measures();
        let kept = best.entry(instance).or_default();
        *kept = (smaller(kept.0, median), smaller(kept.1, par2));
    }
    best
}

/// For each ranked solver, counts the instances that no other solver solves, and the instances on which it is the
/// fastest.
pub(super) fn compete(solvers: &mut [SolverScore], instances: usize) {
    for instance in 0..instances {
        let ranked = solvers.iter().enumerate().filter(|(_, it)| it.ranked);
        let median = |(number, solver): (usize, &SolverScore)| {
            Some((number, solver.cells.get(&instance)?.times.median()?))
        };
        let medians: Vec<(usize, f64)> = ranked.filter_map(median).collect();
        if let [(solver, _)] = medians[..]
            && solvers.len() > 1
        {
            solvers[solver].unique += 1;
        }
        let least = medians.iter().map(|it| it.1).fold(f64::INFINITY, f64::min);
        for &(solver, _) in medians.iter().filter(|it| it.1 <= least) {
            solvers[solver].fastest += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{ResultCell, Sample, Score, SolverScore, instances, mean, median, outcome, par2};
    use crate::record::tests::run;
    use crate::record::{Record, RunOutcome};
    use crate::report::{Report, Runs};

    #[test]
    fn an_unsolved_run_is_slower_than_any() {
        let sample = Sample::new(vec![3.0, 1.0], 3);
        assert_eq!((sample.min(), sample.median()), (Some(1.0), Some(3.0)));
        assert_eq!(sample.max(), None);
        assert_eq!(Sample::new(vec![1.0], 3).median(), None);
        assert_eq!(Sample::new(vec![1.0], 2).median(), None);
        assert_eq!(Sample::new(vec![], 0).median(), None);
        assert_eq!(Sample::new(vec![], 0).quartiles(), (None, None));
    }

    #[test]
    fn the_median_of_an_even_number_lies_between_the_two_in_the_middle() {
        assert_eq!(median([4.0, 1.0, 2.0, 8.0]), Some(3.0));
        assert_eq!(median([4.0, 1.0, 2.0]), Some(2.0));
        assert_eq!((median([]), mean([])), (None, None));
    }

    #[test]
    fn quartiles_are_the_extremes_of_few_runs_and_inner_ranks_of_many() {
        let few = Sample::new(vec![1.0, 2.0, 9.0], 3);
        assert_eq!(few.quartiles(), (Some(1.0), Some(9.0)));
        assert_eq!(few.noise(), Some(2.0));
        let many = Sample::new((1..=8).map(f64::from).collect(), 8);
        assert_eq!(many.quartiles(), (Some(2.0), Some(7.0)));
        let cut = Sample::new(vec![1.0, 2.0, 3.0], 5);
        assert_eq!(cut.quartiles(), (Some(2.0), None));
        assert_eq!(cut.noise(), None);
        assert_eq!(Sample::new(vec![1.0], 1).noise(), None);
    }

    fn of(outcome: RunOutcome, seconds: f64) -> Record {
        run("b", "p", outcome, seconds)
    }

    #[test]
    fn an_unsolved_run_scores_twice_its_limit() {
        assert_eq!(par2(&of(RunOutcome::Solved, 3.0)), Some(3.0));
        assert_eq!(par2(&of(RunOutcome::Timeout, 10.0)), Some(20.0));
        assert_eq!(par2(&of(RunOutcome::Crashed, 0.1)), Some(20.0));
        let (mut unchecked, unlimited) = (of(RunOutcome::Solved, 3.0), Record::default());
        unchecked.checked = false;
        assert_eq!(par2(&unchecked), Some(20.0));
        assert_eq!(outcome(&unchecked), RunOutcome::Unchecked);
        assert_eq!(par2(&unlimited), None);
    }

    #[test]
    fn a_cell_takes_the_median_and_never_hides_what_is_wrong() {
        let mut records = [
            of(RunOutcome::Solved, 4.0),
            of(RunOutcome::Solved, 2.0),
            of(RunOutcome::Timeout, 10.0),
        ];
        let cell = ResultCell::new(vec![0, 1, 2], &records);
        assert_eq!(cell.measures(), (Some(4.0), Some(26.0 / 3.0)));
        assert_eq!(cell.outcome(), RunOutcome::Solved);
        assert_eq!(ResultCell::new(vec![1, 2], &records).times.median(), None);
        records[2].outcome = RunOutcome::Wrong;
        let cell = ResultCell::new(vec![0, 1, 2], &records);
        assert_eq!(cell.outcome(), RunOutcome::Wrong);
    }

    #[test]
    fn horizons_are_compared_by_rank_within_an_encoding() {
        let asked = |encoding: &str, horizon| Record {
            encoding: encoding.to_owned(),
            horizon,
            ..of(RunOutcome::Solved, 1.0)
        };
        let (instances, numbers) = instances(&[
            asked("sequential", Some(31)),
            asked("r2-exists", Some(5)),
            asked("r2-exists", Some(6)),
            asked("-", None),
        ]);
        let names: Vec<String> = instances.iter().map(super::Instance::name).collect();
        assert_eq!(names, ["p, horizons 6, 31", "p, horizon 5"]);
        assert_eq!(numbers, [0, 1, 0, 0]);
    }

    /// Returns a report and the medians of its virtual best solver. For each solver, returns its name, whether it is
    /// ranked, and the numbers of instances that it solved, solved alone and solved fastest.
    fn report(records: Vec<Record>) -> (Report, String, String) {
        let report = Report::new(Runs::from(records));
        let medians: Vec<Option<f64>> = report.best.values().map(|it| it.0).collect();
        let solver = |it: &SolverScore| {
            let counts = (it.score.solved, it.unique, it.fastest);
            format!("{} {} {counts:?}", it.label, it.ranked)
        };
        let solvers: Vec<String> = report.solvers.iter().map(solver).collect();
        (report, format!("{medians:?}"), solvers.join(", "))
    }

    #[test]
    fn the_virtual_best_takes_each_instance_from_its_best_solver() {
        let (report, medians, solvers) = report(vec![
            run("a", "p", RunOutcome::Solved, 1.0),
            run("a", "q", RunOutcome::Timeout, 10.0),
            run("a", "r", RunOutcome::Timeout, 10.0),
            run("b", "p", RunOutcome::Solved, 3.0),
            run("b", "q", RunOutcome::Refuted, 5.0),
            run("b", "r", RunOutcome::Crashed, 0.1),
        ]);
        assert_eq!(medians, "[Some(1.0), Some(5.0), None]");
        let best = Score::over(report.best.values().copied());
        assert_eq!((best.solved, best.par2), (2, Some(26.0 / 3.0)));
        assert_eq!(solvers, "b true (2, 1, 1), a true (1, 0, 1)");
        assert_eq!(report.solvers[0].score.par2, Some(28.0 / 3.0));
    }

    #[test]
    fn a_wrong_answer_takes_a_solver_out_of_the_ranking_with_all_its_encodings() {
        let liar = |encoding: &str, puzzle: &str, outcome| Record {
            encoding: encoding.to_owned(),
            ..run("liar", puzzle, outcome, 0.1)
        };
        let (_, medians, solvers) = report(vec![
            run("slow", "p", RunOutcome::Solved, 9.0),
            run("slow", "q", RunOutcome::Timeout, 10.0),
            liar("sequential", "p", RunOutcome::Solved),
            liar("sequential", "q", RunOutcome::Solved),
            liar("forall", "p", RunOutcome::Wrong),
        ]);
        let liars = "liar+sequential false (2, 0, 0), liar+forall false (0, 0, 0)";
        assert_eq!(solvers, format!("slow true (1, 1, 1), {liars}"));
        assert_eq!(medians, "[Some(9.0), None]");
    }

    #[test]
    fn a_program_that_is_not_here_is_no_solver() {
        let (report, _, solvers) = report(vec![
            run("a", "p", RunOutcome::Solved, 1.0),
            run("b", "p", RunOutcome::Missing, 0.0),
        ]);
        assert_eq!(solvers, "a true (1, 0, 1)");
        assert!(report.warnings[0].contains("b was not installed"));
    }
}
