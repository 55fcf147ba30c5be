//! Comparison: what got faster or slower between two sets of records, and what is only noise.
//!
//! Runs are matched by puzzle, encoding, horizon and backend; versions may differ, they are what is
//! usually compared. Two samples are told apart only if their quartiles do not overlap (of fewer
//! than four runs: if their ranges do not), and their medians differ by more than a floor besides.
//! Of a single run the noise is not known, so it is never called faster or slower; it does count in
//! the geometric mean over all, which has an interval of its own.

mod text;

use std::collections::{BTreeMap, BTreeSet};

use strum::IntoStaticStr;

use crate::record::{Record, RunOutcome};

use super::cell::ResultCell;
use super::contents;
use super::label::{Identity, labels};
use super::read::{Runs, distinct};
use super::statistics::{GeometricMean, Sample, geometric_mean};

pub use text::{json, markdown};

/// Medians that differ by a smaller share than this are called equal.
pub const FLOOR_SHARE: f64 = 0.05;
/// And so are those that differ by fewer seconds than this: starting a process takes about as long.
pub const FLOOR_SECONDS: f64 = 0.005;
/// Times below this, in seconds, count as this in ratios.
const LEAST_SECONDS: f64 = 0.001;

/// Change of one solver on one formula, from the old records to the new.
#[derive(Clone, Copy, Debug, IntoStaticStr, PartialEq, Eq, PartialOrd, Ord)]
#[strum(serialize_all = "lowercase")]
pub enum Change {
    /// Solved before, and not now.
    Lost,
    /// Slower beyond noise.
    Slower,
    /// Faster beyond noise.
    Faster,
    /// Solved now, and not before.
    Gained,
    /// No difference beyond noise.
    Same,
    /// One run on either side: the noise is not known.
    #[strum(serialize = "noise unknown")]
    NoiseUnknown,
    /// Solved neither before nor now.
    Neither,
}

impl Change {
    /// The word for it.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// One solver on one formula, before and now.
#[derive(Clone, Debug, PartialEq)]
pub struct ComparedRow {
    /// The puzzle, with the horizon if there is one.
    pub instance: String,
    /// The solver.
    pub solver: String,
    /// Before.
    pub old: Sample,
    /// Now.
    pub new: Sample,
    /// The median now over the median before.
    pub ratio: Option<f64>,
    /// Kind of the change.
    pub change: Change,
}

/// Two sets of records compared.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The names of the two.
    pub names: [String; 2],
    /// Pairs of solver and formula in both records: lost ones first, then by ratio, the slower first.
    pub rows: Vec<ComparedRow>,
    /// The mean ratio of what both solved.
    pub overall: Option<GeometricMean>,
    /// The mean ratio for every solver.
    pub solvers: Vec<(String, GeometricMean)>,
    /// Numbers of pairs of solver and formula that are in one of the records only.
    pub only: [usize; 2],
    /// Wrong answers in each.
    pub wrong: [usize; 2],
    /// Warnings for the reader of the records.
    pub warnings: Vec<String>,
}

/// A formula and who was given it.
type Key = (String, Option<usize>, Identity);

impl Comparison {
    /// Compares the records before with those now.
    pub fn new(names: [String; 2], old: &Runs, new: &Runs) -> Self {
        let (mut old, mut new) = (old.clone(), new.clone());
        contents::tell_apart(&mut [&mut old, &mut new]);
        let [old, new] = [&old, &new];
        let mut warnings = Vec::new();
        for (name, runs) in names.iter().zip([old, new]) {
            warnings.extend(
                runs.warnings
                    .iter()
                    .map(|warning| format!("{name}: {warning}")),
            );
        }
        warnings.extend(differences(&old.records, &new.records));
        let by_version = [old, new]
            .into_iter()
            .any(|runs| several_versions(&runs.records));
        let [before, now] = [old, new].map(|runs| cells(&runs.records, by_version));
        let all: BTreeSet<Identity> = before
            .keys()
            .chain(now.keys())
            .map(|(_, _, identity)| identity.clone())
            .collect();
        let labels = labels(&all);
        let mut rows = Vec::new();
        for (key, old) in &before {
            if let Some(new) = now.get(key) {
                rows.push(row(key, &labels[&key.2], &old.times, &new.times));
            }
        }
        let rank = |row: &ComparedRow| row.ratio.unwrap_or(0.0);
        rows.sort_by(|left, right| {
            let change = (left.change == Change::Lost)
                .cmp(&(right.change == Change::Lost))
                .reverse();
            change.then(rank(right).total_cmp(&rank(left)))
        });
        let ratios = |label: Option<&str>| -> Vec<f64> {
            let of_solver = rows
                .iter()
                .filter(|row| label.is_none_or(|label| row.solver == label));
            of_solver.filter_map(|row| row.ratio).collect()
        };
        let solvers: BTreeSet<&str> = rows.iter().map(|row| row.solver.as_str()).collect();
        let solvers = solvers
            .into_iter()
            .filter_map(|label| Some((label.to_owned(), geometric_mean(&ratios(Some(label)))?)))
            .collect();
        let missing = |here: &BTreeMap<Key, ResultCell>, there: &BTreeMap<Key, ResultCell>| {
            here.keys().filter(|key| !there.contains_key(*key)).count()
        };
        let wrong = |runs: &Runs| {
            runs.records
                .iter()
                .filter(|record| record.outcome == RunOutcome::Wrong)
                .count()
        };
        Self {
            names,
            overall: geometric_mean(&ratios(None)),
            solvers,
            only: [missing(&before, &now), missing(&now, &before)],
            wrong: [wrong(old), wrong(new)],
            warnings,
            rows,
        }
    }

    /// Number of rows with a change.
    pub fn count(&self, change: Change) -> usize {
        self.rows.iter().filter(|row| row.change == change).count()
    }
}

/// Whether any backend is there in two versions: then these are not compared with each other.
fn several_versions(records: &[Record]) -> bool {
    let mut version: BTreeMap<&str, &str> = BTreeMap::new();
    records.iter().any(|record| {
        let known = version.entry(&record.backend).or_insert(&record.version);
        *known != record.version
    })
}

fn cells(records: &[Record], by_version: bool) -> BTreeMap<Key, ResultCell> {
    let mut runs: BTreeMap<Key, Vec<usize>> = BTreeMap::new();
    for (index, record) in records.iter().enumerate() {
        if record.outcome == RunOutcome::Missing {
            continue;
        }
        let mut identity = Identity::from(record);
        if !by_version {
            identity.version.clear();
        }
        let key = (record.puzzle.clone(), record.horizon, identity);
        runs.entry(key).or_default().push(index);
    }
    let cell = |(key, runs)| (key, ResultCell::new(runs, records));
    runs.into_iter().map(cell).collect()
}

fn row((puzzle, horizon, _): &Key, solver: &str, old: &Sample, new: &Sample) -> ComparedRow {
    let instance = match horizon {
        Some(steps) => format!("{puzzle}, horizon {steps}"),
        None => puzzle.clone(),
    };
    let medians = old.median().zip(new.median());
    let ratio = medians.map(|(old, new)| new.max(LEAST_SECONDS) / old.max(LEAST_SECONDS));
    ComparedRow {
        instance,
        solver: solver.to_owned(),
        change: change(old, new),
        ratio,
        old: old.clone(),
        new: new.clone(),
    }
}

/// Change between two samples.
pub fn change(old: &Sample, new: &Sample) -> Change {
    let (before, now) = match (old.median(), new.median()) {
        (None, None) => return Change::Neither,
        (Some(_), None) => return Change::Lost,
        (None, Some(_)) => return Change::Gained,
        (Some(before), Some(now)) => (before, now),
    };
    if old.runs() < 2 || new.runs() < 2 {
        return Change::NoiseUnknown;
    }
    let (less, more) = (before.min(now), before.max(now));
    if more - less < FLOOR_SECONDS || more < less * (1.0 + FLOOR_SHARE) {
        return Change::Same;
    }
    let below = |left: &Sample, right: &Sample| match (left.quartiles().1, right.quartiles().0) {
        (Some(high), Some(low)) => high < low,
        _ => false,
    };
    if below(new, old) {
        Change::Faster
    } else if below(old, new) {
        Change::Slower
    } else {
        Change::Same
    }
}

/// Differences that make the two records hard to compare.
fn differences(old: &[Record], new: &[Record]) -> Vec<String> {
    let mut found = Vec::new();
    let mut differ = |what: &str, of: &dyn Fn(&Record) -> String| {
        let [old, new] = [old, new].map(|records| distinct(records, of).join(", "));
        if old != new {
            found.push(format!("{what} differ: \"{old}\" before, \"{new}\" now"));
        }
    };
    differ("the machines", &|record| record.machine.clone());
    differ("the time limits in seconds", &|record| {
        record.timeout_seconds.to_string()
    });
    differ("the seeds", &|record| record.seed.to_string());
    found
}

#[cfg(test)]
mod tests {
    use super::{Change, Comparison, change, markdown};
    use crate::record::{Record, RunOutcome};
    use crate::report::Runs;
    use crate::report::statistics::Sample;

    fn sample(times: &[f64], runs: usize) -> Sample {
        Sample::new(times.to_vec(), runs)
    }

    #[test]
    fn only_samples_that_lie_apart_are_called_faster_or_slower() {
        let old = sample(&[1.0, 1.1, 1.2], 3);
        assert_eq!(change(&old, &sample(&[0.5, 0.6, 0.7], 3)), Change::Faster);
        assert_eq!(change(&old, &sample(&[1.5, 1.6, 1.7], 3)), Change::Slower);
        assert_eq!(change(&old, &sample(&[0.5, 0.6, 1.15], 3)), Change::Same);
        assert_eq!(
            change(&old, &sample(&[1.21, 1.22, 1.23], 3)),
            Change::Slower
        );
    }

    #[test]
    fn what_is_below_the_floor_or_ran_once_is_not_called() {
        let old = sample(&[1.0, 1.001, 1.002], 3);
        assert_eq!(change(&old, &sample(&[1.01, 1.02, 1.03], 3)), Change::Same);
        let short = sample(&[0.001, 0.001], 2);
        assert_eq!(change(&short, &sample(&[0.003, 0.003], 2)), Change::Same);
        assert_eq!(
            change(&sample(&[1.0], 1), &sample(&[9.0], 1)),
            Change::NoiseUnknown
        );
    }

    #[test]
    fn what_only_one_of_them_solves_is_lost_or_gained() {
        let (solved, unsolved) = (sample(&[1.0, 1.0], 2), sample(&[], 2));
        assert_eq!(change(&solved, &unsolved), Change::Lost);
        assert_eq!(change(&unsolved, &solved), Change::Gained);
        assert_eq!(change(&unsolved, &unsolved), Change::Neither);
    }

    fn runs(times: &[f64], version: &str) -> Runs {
        let record = |(seed, &wall_seconds): (usize, &f64)| Record {
            puzzle: "p|q".to_owned(),
            backend: "b".to_owned(),
            version: version.to_owned(),
            seed: seed as u64,
            outcome: RunOutcome::Solved,
            checked: true,
            wall_seconds,
            ..Record::default()
        };
        Runs {
            records: times.iter().enumerate().map(record).collect(),
            warnings: Vec::new(),
        }
    }

    #[test]
    fn versions_of_one_backend_are_compared() {
        let names = ["old".to_owned(), "new".to_owned()];
        let both = Comparison::new(
            names,
            &runs(&[2.0, 2.1, 2.2], "1"),
            &runs(&[1.0, 1.1, 1.0], "2"),
        );
        assert_eq!((both.count(Change::Faster), both.only), (1, [0, 0]));
        assert!((both.overall.unwrap().mean - 1.0 / 2.1).abs() < 1e-9);
        let text = markdown(&both);
        assert!(
            text.contains("| p\\|q | b | 2.10 ± 5 % | 1.00 ± 5 % | 0.48× | faster |"),
            "{text}"
        );
    }

    #[test]
    fn the_same_records_have_no_difference() {
        let names = ["a".to_owned(), "b".to_owned()];
        let both = Comparison::new(names, &runs(&[2.0, 2.1], "1"), &runs(&[2.0, 2.1], "1"));
        assert_eq!(both.count(Change::Same), 1);
        assert!(markdown(&both).contains("no difference beyond noise"));
    }
}
