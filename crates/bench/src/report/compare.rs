//! Compares two sets of records: which solvers became faster or slower by more than the noise.
//!
//! Runs are matched by puzzle, encoding, horizon and backend. Their versions can differ, because the usual purpose is a
//! comparison of versions. Two samples differ only if two conditions hold. Their quartiles do not overlap (with at most
//! four runs: their ranges do not overlap), and their medians differ by more than a minimum. The noise of a single run
//! is not known, so a single run is never called faster or slower. A single run still counts in the geometric mean over
//! all pairs, which has its own confidence interval.

use std::collections::BTreeMap;
use std::fmt::Write;

use saut_base::lists::distinct;
use saut_base::words::{counted, grouped};
use serde::Serialize;
use serde_json::{Value as Json, json};
use strum::{Display, VariantArray};

use super::cell::{ResultCell, Sample, mean, real};
use super::label::{Identity, labels, tell_apart};
use super::read::Runs;
use super::summary::notes;
use super::table::{self, Table, maybe, percent, ratio_text, seconds_text};
use crate::record::{Record, RunOutcome};

/// Medians that differ by a smaller share are called equal.
pub const FLOOR_SHARE: f64 = 0.05;
/// Medians that differ by fewer seconds are also called equal: starting a process takes about this long.
pub const FLOOR_SECONDS: f64 = 0.005;
/// In ratios, shorter times count as this number of seconds.
const LEAST_SECONDS: f64 = 0.001;

/// Change of one solver on one formula from the old to the new records.
#[derive(Clone, Copy, Debug, Display, PartialEq, Eq, PartialOrd, Ord, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum Change {
    /// Solved in the old records, but not in the new records.
    Lost,
    /// Slower by more than the noise.
    Slower,
    /// Faster by more than the noise.
    Faster,
    /// Solved in the new records, but not in the old records.
    Gained,
    /// The difference is not greater than the noise.
    Same,
    /// One of the samples has only one run, so the noise is not known.
    #[strum(serialize = "noise unknown")]
    NoiseUnknown,
    /// Solved in neither set of records.
    Neither,
}

/// One solver on one formula, in the old and the new records.
#[derive(Clone, Debug, PartialEq)]
pub struct ComparedRow {
    /// The puzzle, with the horizon if there is one.
    pub instance: String,
    /// Label of the solver.
    pub solver: String,
    /// Times in the old records.
    pub old: Sample,
    /// Times in the new records.
    pub new: Sample,
    /// The new median divided by the old median.
    pub ratio: Option<f64>,
    /// Kind of the change from the old to the new median.
    pub change: Change,
}

/// Comparison of two sets of records.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The names of the old and the new records.
    pub names: [String; 2],
    /// Pairs of solver and formula in both records: lost pairs first, then by ratio, slower pairs first.
    pub rows: Vec<ComparedRow>,
    /// The mean ratio over the pairs that both records solved.
    pub overall: Option<GeometricMean>,
    /// The mean ratio for every solver.
    pub solvers: Vec<(String, GeometricMean)>,
    /// Numbers of pairs of solver and formula that are only in the old or only in the new records.
    pub only: [usize; 2],
    /// Numbers of wrong answers in the old and the new records.
    pub wrong: [usize; 2],
    /// Warnings for the reader of the records.
    pub warnings: Vec<String>,
}

/// Formula and solver: instance, horizon and identity.
type FormulaKey = (String, Option<usize>, Identity);

impl Comparison {
    /// Compares the new records with the old records.
    pub fn new(names: [String; 2], old: &Runs, new: &Runs) -> Self {
        let (mut old, mut new) = (old.clone(), new.clone());
        tell_apart(&mut [&mut old, &mut new]);
        let sides = [&old.records[..], &new.records[..]];
        let mut warnings = Vec::new();
        for (name, runs) in names.iter().zip([&old, &new]) {
            warnings.extend(runs.warnings.iter().map(|it| format!("{name}: {it}")));
        }
        warnings.extend(differences(sides));
        let by_version = sides.into_iter().any(several_versions);
        let [before, now] = sides.map(|records| cells(records, by_version));
        let all = before.keys().chain(now.keys()).map(|key| key.2.clone());
        let labels = labels(&all.collect());
        let both = before.iter();
        let both = both.filter_map(|(key, old)| Some((key, old, now.get(key)?)));
        let row = |(key, old, new): (&FormulaKey, &ResultCell, &ResultCell)| {
            ComparedRow::new(key, &labels[&key.2], &old.times, &new.times)
        };
        let mut rows: Vec<ComparedRow> = both.map(row).collect();
        let rank = |row: &ComparedRow| row.ratio.unwrap_or(0.0);
        rows.sort_by(|left, right| rank(right).total_cmp(&rank(left)));
        rows.sort_by_key(|row| row.change != Change::Lost);
        let mut ratios: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
        for row in &rows {
            ratios.entry(&row.solver).or_default().extend(row.ratio);
        }
        let mean =
            |(label, ratios): (&str, Vec<f64>)| Some((label.to_owned(), geometric_mean(&ratios)?));
        let is_wrong = |record: &&Record| record.outcome == RunOutcome::Wrong;
        let all: Vec<f64> = rows.iter().filter_map(|row| row.ratio).collect();
        Self {
            names,
            overall: geometric_mean(&all),
            solvers: ratios.into_iter().filter_map(mean).collect(),
            only: [before.len() - rows.len(), now.len() - rows.len()],
            wrong: sides.map(|records| records.iter().filter(is_wrong).count()),
            warnings,
            rows,
        }
    }

    /// Returns the number of rows with a change.
    pub fn count(&self, change: Change) -> usize {
        self.rows.iter().filter(|row| row.change == change).count()
    }
}

/// Whether the records have several versions of a backend. In this case, each version is only compared with itself.
fn several_versions(records: &[Record]) -> bool {
    let mut version: BTreeMap<&str, &str> = BTreeMap::new();
    records.iter().any(|record| {
        let known = version.entry(&record.backend).or_insert(&record.version);
        *known != record.version
    })
}

fn cells(records: &[Record], by_version: bool) -> BTreeMap<FormulaKey, ResultCell> {
    let mut runs: BTreeMap<FormulaKey, Vec<usize>> = BTreeMap::new();
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

impl ComparedRow {
    fn new((puzzle, horizon, _): &FormulaKey, solver: &str, old: &Sample, new: &Sample) -> Self {
        let horizon = horizon.map(|steps| format!(", horizon {steps}"));
        let medians = old.median().zip(new.median());
        Self {
            instance: format!("{puzzle}{}", horizon.unwrap_or_default()),
            solver: solver.to_owned(),
            change: change(old, new),
            ratio: medians.map(|(old, new)| new.max(LEAST_SECONDS) / old.max(LEAST_SECONDS)),
            old: old.clone(),
            new: new.clone(),
        }
    }
}

/// Returns the change between two samples.
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
    let is_below = |left: &Sample, right: &Sample| {
        let ends = left.quartiles().1.zip(right.quartiles().0);
        ends.is_some_and(|(high, low)| high < low)
    };
    match (is_below(new, old), is_below(old, new)) {
        (true, _) => Change::Faster,
        (false, true) => Change::Slower,
        (false, false) => Change::Same,
    }
}

/// Returns warnings about differences between the two sets of records that make a comparison unreliable.
fn differences(sides: [&[Record]; 2]) -> Vec<String> {
    let differ = |what: &str, of: fn(&Record) -> String| {
        let [old, new] = sides.map(|records| distinct(records.iter().map(of)).join(", "));
        (old != new).then(|| format!("{what} differ: \"{old}\" before, \"{new}\" now"))
    };
    let found = [
        differ("the machines", |record| record.machine.clone()),
        differ("the time limits in seconds", |record| {
            record.timeout_seconds.to_string()
        }),
        differ("the seeds", |record| record.seed.to_string()),
    ];
    found.into_iter().flatten().collect()
}

/// Changes that are listed row by row. Other changes are only counted.
const LISTED: [Change; 4] = [Change::Lost, Change::Slower, Change::Faster, Change::Gained];

/// Returns the comparison as Markdown.
pub fn markdown(both: &Comparison) -> String {
    let [old, new] = both.names.each_ref().map(|name| table::markdown(name));
    let mut text = format!("# Compared: {old} before, {new} now\n\n");
    for (name, wrong) in [&old, &new].into_iter().zip(both.wrong) {
        if wrong > 0 {
            let wrong = counted(wrong, "answer");
            let _ = writeln!(text, "> **WRONG: {wrong} in {name}.**\n");
        }
    }
    text += &notes(&both.warnings);
    let _ = writeln!(text, "{}\n", counts(both));
    let _ = writeln!(
        text,
        "A ratio is the median now divided by the median before. A difference is only reported if the quartiles \
         of the two samples (with at most four runs, the ranges) do not overlap, and it is more than {} and \
         {} ms. With three runs on each side, chance separates one pair in ten; the noise of single runs is \
         unknown. ± is half the interquartile range, relative to the median.\n",
        percent(FLOOR_SHARE),
        FLOOR_SECONDS * 1000.0
    );
    text += &means(both);
    let listed = both.rows.iter().filter(|row| LISTED.contains(&row.change));
    let listed: Vec<&ComparedRow> = listed.collect();
    if !listed.is_empty() {
        let table = Table::of("", "", "", listed)
            .words("instance", |row| &row.instance)
            .words("solver", |row| &row.solver)
            .numbers("before (s)", |row| measured(&row.old))
            .numbers("now (s)", |row| measured(&row.new))
            .numbers("ratio", |row| table::ratio(row.ratio))
            .words("", |row| row.change.to_string())
            .table;
        let _ = writeln!(text, "## Differences beyond noise\n\n{}", table.markdown());
    }
    text
}

/// Returns a sentence with the number of rows for each change.
fn counts(both: &Comparison) -> String {
    let number = |change| grouped(both.count(change));
    let (faster, slower) = (number(Change::Faster), number(Change::Slower));
    let (gained, lost) = (number(Change::Gained), number(Change::Lost));
    let (same, unknown) = (number(Change::Same), number(Change::NoiseUnknown));
    let neither = number(Change::Neither);
    let [only_old, only_new] = both.only.map(grouped);
    format!(
        "{} pairs of formula and solver are in both files: {faster} faster, {slower} slower, {gained} solved \
         only now, {lost} solved only before, {same} without a difference beyond noise, {unknown} with single \
         runs, {neither} solved in neither. Pairs in only one file are not compared: {only_old} before, \
         {only_new} now.",
        grouped(both.rows.len())
    )
}

fn means(both: &Comparison) -> String {
    if both.overall.is_none() {
        return "No pair was solved on both sides, so there is no mean ratio.\n\n".to_owned();
    }
    let all = both.overall.iter().map(|mean| ("all", mean));
    let each = both
        .solvers
        .iter()
        .map(|(label, mean)| (label.as_str(), mean));
    let interval = |mean: &GeometricMean| match mean.low.zip(mean.high) {
        Some((low, high)) => format!("{} to {}", ratio_text(low), ratio_text(high)),
        None => "–".to_owned(),
    };
    let table = Table::of("", "", "", all.chain(each).collect())
        .words("solver", |(label, _)| *label)
        .numbers("pairs", |(_, mean)| mean.pairs)
        .numbers("ratio", |(_, mean)| table::ratio(Some(mean.ratio)))
        .words("interval", |(_, mean)| interval(mean))
        .words("", |(_, mean)| mean.says)
        .table;
    let note = "Geometric means over the pairs solved in both files, with 95 % intervals.";
    format!("## Mean ratios\n\n{note}\n\n{}\n", table.markdown())
}

/// A geometric mean with its confidence interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct GeometricMean {
    /// Geometric mean of the ratios.
    pub ratio: f64,
    /// Lower end of the 95 % interval, by the normal approximation of the logarithms, or `None` for a single value.
    pub low: Option<f64>,
    /// Upper end of the 95 % interval, or `None` for a single value.
    pub high: Option<f64>,
    /// Number of values.
    pub pairs: usize,
    /// Conclusion from the interval, in words.
    pub says: &'static str,
}

/// Returns the geometric mean of positive ratios, or `None` without ratios.
pub fn geometric_mean(ratios: &[f64]) -> Option<GeometricMean> {
    let logarithms: Vec<f64> = ratios.iter().map(|ratio| ratio.ln()).collect();
    let centre = mean(logarithms.iter().copied())?;
    let pairs = logarithms.len();
    let interval = (pairs > 1).then(|| {
        let squares: f64 = logarithms.iter().map(|log| (log - centre).powi(2)).sum();
        let error = 1.96 * (squares / real(pairs - 1) / real(pairs)).sqrt();
        ((centre - error).exp(), (centre + error).exp())
    });
    let (low, high) = interval.unzip();
    Some(GeometricMean {
        ratio: centre.exp(),
        low,
        high,
        pairs,
        says: match interval {
            Some((_, high)) if high < 1.0 / (1.0 + FLOOR_SHARE) => "faster",
            Some((low, _)) if low > 1.0 + FLOOR_SHARE => "slower",
            Some(_) => "no difference beyond noise",
            None => "a single pair",
        },
    })
}

/// Returns the text `1.23 ± 5 %`, with the number of solved runs if not all were solved.
fn measured(sample: &Sample) -> String {
    let noise = sample.noise().map(|noise| format!(" ± {}", percent(noise)));
    let runs = (sample.solved() < sample.runs())
        .then(|| format!(" ({} of {} runs)", sample.solved(), sample.runs()));
    let [noise, runs] = [noise, runs].map(Option::unwrap_or_default);
    format!("{}{noise}{runs}", maybe(sample.median(), seconds_text))
}

/// Returns the comparison as one JSON document with every row.
pub fn json(both: &Comparison) -> Json {
    let sample = |sample: &Sample| {
        let (low, high) = sample.quartiles();
        json!({
            "runs": sample.runs(), "solved": sample.solved(), "median_seconds": sample.median(),
            "quartile1_seconds": low, "quartile3_seconds": high, "noise": sample.noise(),
        })
    };
    let row = |row: &ComparedRow| {
        json!({
            "instance": row.instance, "solver": row.solver, "before": sample(&row.old),
            "now": sample(&row.new), "ratio": row.ratio, "change": row.change.to_string(),
        })
    };
    let solver = |(label, mean): &(String, GeometricMean)| json!({"solver": label, "mean": mean});
    let mut document = json!({
        "before": both.names[0],
        "now": both.names[1],
        "only_before": both.only[0],
        "only_now": both.only[1],
        "wrong_before": both.wrong[0],
        "wrong_now": both.wrong[1],
        "overall": both.overall,
        "solvers": both.solvers.iter().map(solver).collect::<Vec<_>>(),
        "rows": both.rows.iter().map(row).collect::<Vec<_>>(),
        "warnings": both.warnings,
    });
    for &change in Change::VARIANTS {
        document[change.to_string().replace(' ', "_")] = both.count(change).into();
    }
    document
}

#[cfg(test)]
mod tests {
    use super::{Change, Comparison, change, geometric_mean, markdown};
    use crate::record::tests::run;
    use crate::record::{Record, RunOutcome};
    use crate::report::Runs;
    use crate::report::cell::Sample;

    fn sample(times: &[f64], runs: usize) -> Sample {
        Sample::new(times.to_vec(), runs)
    }

    #[test]
    fn only_samples_that_lie_apart_and_above_the_floor_are_called_faster_or_slower() {
        let (old, close) = (sample(&[1.0, 1.1, 1.2], 3), sample(&[1.0, 1.001, 1.002], 3));
        let short = sample(&[0.001, 0.001], 2);
        let (solved, unsolved) = (sample(&[1.0, 1.0], 2), sample(&[], 2));
        for (old, new, wanted) in [
            (&old, sample(&[0.5, 0.6, 0.7], 3), Change::Faster),
            (&old, sample(&[1.5, 1.6, 1.7], 3), Change::Slower),
            (&old, sample(&[0.5, 0.6, 1.15], 3), Change::Same),
            (&old, sample(&[1.21, 1.22, 1.23], 3), Change::Slower),
            (&close, sample(&[1.01, 1.02, 1.03], 3), Change::Same),
            (&short, sample(&[0.003, 0.003], 2), Change::Same),
            (&sample(&[1.0], 1), sample(&[9.0], 1), Change::NoiseUnknown),
            (&solved, unsolved.clone(), Change::Lost),
            (&unsolved, solved.clone(), Change::Gained),
            (&unsolved, unsolved.clone(), Change::Neither),
        ] {
            assert_eq!(change(old, &new), wanted, "{old:?} {new:?}");
        }
    }

    fn runs(times: &[f64], version: &str) -> Runs {
        let record = |(seed, &seconds): (usize, &f64)| Record {
            version: version.to_owned(),
            seed: seed as u64,
            ..run("b", "p|q", RunOutcome::Solved, seconds)
        };
        let records = times.iter().enumerate().map(record);
        Runs::from(records.collect::<Vec<_>>())
    }

    #[test]
    fn versions_of_one_backend_are_compared() {
        let names = ["old".to_owned(), "new".to_owned()];
        let (old, new) = (runs(&[2.0, 2.1, 2.2], "1"), runs(&[1.0, 1.1, 1.0], "2"));
        let both = Comparison::new(names, &old, &new);
        assert_eq!((both.count(Change::Faster), both.only), (1, [0, 0]));
        assert!((both.overall.unwrap().ratio - 1.0 / 2.1).abs() < 1e-9);
        let text = markdown(&both);
        let row = "| p\\|q | b | 2.10 ± 5 % | 1.00 ± 5 % | 0.48× | faster |";
        assert!(text.contains(row), "{text}");
    }

    #[test]
    fn ratios_that_cancel_have_the_geometric_mean_one() {
        let both = geometric_mean(&[0.5, 2.0]).unwrap();
        assert!((both.ratio - 1.0).abs() < 1e-12);
        assert!(both.low.unwrap() < 1.0 && both.high.unwrap() > 1.0);
        assert_eq!(geometric_mean(&[2.0]).unwrap().low, None);
        assert_eq!(geometric_mean(&[]), None);
        let same = geometric_mean(&[2.0, 2.0, 2.0]).unwrap();
        assert!((same.low.unwrap() - 2.0).abs() < 1e-9);
    }

    #[test]
    fn the_same_records_have_no_difference() {
        let names = ["a".to_owned(), "b".to_owned()];
        let both = Comparison::new(names, &runs(&[2.0, 2.1], "1"), &runs(&[2.0, 2.1], "1"));
        assert_eq!(both.count(Change::Same), 1);
        assert!(markdown(&both).contains("1 without a difference beyond noise"));
    }
}
