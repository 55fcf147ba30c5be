//! Cells: what one solver did on one instance, over all seeds.

use std::collections::{BTreeMap, BTreeSet};

use crate::record::{Record, RunOutcome};

use super::statistics::{Sample, mean};

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
        let asked = horizons
            .entry((&record.puzzle, &record.encoding))
            .or_default();
        asked.insert(record.horizon);
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
    let several: BTreeSet<String> = instances
        .iter()
        .filter(|instance| instance.depth > 0)
        .map(|instance| instance.puzzle.clone())
        .collect();
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

#[cfg(test)]
mod tests {
    use super::{ResultCell, instances, outcome, par2};
    use crate::record::{Record, RunOutcome};

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
}
