//! A comparison for people, and as JSON.

use std::fmt::Write;

use serde_json::{Value as Json, json};

use super::super::markup;
use super::super::number::{counted, grouped, maybe, percent, ratio, seconds};
use super::super::statistics::{GeometricMean, Sample};
use super::super::table::{self, Table};
use super::{Change, ComparedRow, Comparison, FLOOR_SECONDS, FLOOR_SHARE};

/// Changes that are listed row by row; all others are only counted.
const LISTED: [Change; 4] = [Change::Lost, Change::Slower, Change::Faster, Change::Gained];

/// The comparison as Markdown.
pub fn markdown(both: &Comparison) -> String {
    let [old, new] = both.names.each_ref().map(|name| markup::markdown(name));
    let mut text = format!("# Compared: {old} before, {new} now\n\n");
    for (name, wrong) in [&old, &new].into_iter().zip(both.wrong) {
        if wrong > 0 {
            let _ = writeln!(
                text,
                "> **WRONG: {} in {name}.**\n",
                counted(wrong, "answer")
            );
        }
    }
    for warning in &both.warnings {
        let _ = writeln!(text, "- note: {}", markup::markdown(warning));
    }
    if !both.warnings.is_empty() {
        text.push('\n');
    }
    let _ = writeln!(text, "{}\n", counts(both));
    let _ = writeln!(
        text,
        "Ratios are medians now over medians before. A difference is called one only if the quartiles \
         of the two samples (of fewer than four runs, their ranges) do not overlap, and it is more than \
         {} and {} ms. With three runs on either side chance alone separates one pair in ten; of single \
         runs the noise is not known. ± is half the distance of the quartiles.\n",
        percent(FLOOR_SHARE),
        FLOOR_SECONDS * 1000.0
    );
    means(both, &mut text);
    let listed: Vec<&ComparedRow> = both
        .rows
        .iter()
        .filter(|row| LISTED.contains(&row.change))
        .collect();
    if !listed.is_empty() {
        let table = Table::of("", "", "", listed)
            .words("instance", "", |row| row.instance.as_str())
            .words("solver", "", |row| row.solver.as_str())
            .numbers("before (s)", "", |row| measured(&row.old))
            .numbers("now (s)", "", |row| measured(&row.new))
            .numbers("ratio", "", |row| table::ratio(row.ratio))
            .words("", "", |row| row.change.name())
            .table;
        let _ = writeln!(text, "## Differences beyond noise\n\n{}", table.markdown());
    }
    text
}

/// Number of rows for each change, in words.
fn counts(both: &Comparison) -> String {
    let [lost, slower, faster, gained, same, unknown, neither] = [
        Change::Lost,
        Change::Slower,
        Change::Faster,
        Change::Gained,
        Change::Same,
        Change::NoiseUnknown,
        Change::Neither,
    ]
    .map(|change| grouped(both.count(change)));
    let [only_old, only_new] = both.only.map(grouped);
    format!(
        "{} pairs of formula and solver in both: {faster} faster, {slower} slower, {gained} solved only \
         now, {lost} solved only before, {same} with no difference beyond noise, {unknown} of single runs, \
         {neither} solved by neither. In one only, and not compared: {only_old} before, {only_new} now.",
        grouped(both.rows.len())
    )
}

fn means(both: &Comparison, text: &mut String) {
    if both.overall.is_none() {
        text.push_str("Nothing is solved in both, so there is no mean ratio.\n\n");
        return;
    }
    text.push_str(
        "## Mean ratios\n\nGeometric means over what both solved, with their 95 % intervals.\n\n",
    );
    let all = both.overall.iter().map(|mean| ("all", mean));
    let each = both
        .solvers
        .iter()
        .map(|(label, mean)| (label.as_str(), mean));
    let interval = |mean: &GeometricMean| match mean.interval {
        Some((low, high)) => format!("{} to {}", ratio(low), ratio(high)),
        None => "–".to_owned(),
    };
    let table = Table::of("", "", "", all.chain(each).collect())
        .words("solver", "", |(label, _)| *label)
        .numbers("pairs", "", |(_, mean)| mean.count)
        .numbers("ratio", "", |(_, mean)| table::ratio(Some(mean.mean)))
        .words("interval", "", |(_, mean)| interval(mean))
        .words("", "", |(_, mean)| said(mean))
        .table;
    text.push_str(&table.markdown());
    text.push('\n');
}

/// Verdict on a mean from its confidence interval, if that is known.
fn said(mean: &GeometricMean) -> &'static str {
    match mean.interval {
        Some((_, high)) if high < 1.0 / (1.0 + FLOOR_SHARE) => "faster",
        Some((low, _)) if low > 1.0 + FLOOR_SHARE => "slower",
        Some(_) => "no difference beyond noise",
        None => "a single pair",
    }
}

/// `1.23 ± 5 %`, and how many runs solved it if not all did.
fn measured(sample: &Sample) -> String {
    let noise = sample
        .noise()
        .map_or_else(String::new, |noise| format!(" ± {}", percent(noise)));
    let runs = if sample.solved() < sample.runs() {
        format!(" ({} of {} runs)", sample.solved(), sample.runs())
    } else {
        String::new()
    };
    format!("{}{noise}{runs}", maybe(sample.median(), seconds))
}

/// The comparison as one JSON document, with every row.
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
            "now": sample(&row.new), "ratio": row.ratio, "change": row.change.name(),
        })
    };
    let mean = |mean: &GeometricMean| {
        let (low, high) = mean.interval.unzip();
        json!({
            "ratio": mean.mean, "low": low, "high": high, "pairs": mean.count, "says": said(mean),
        })
    };
    let solvers: Vec<Json> = both
        .solvers
        .iter()
        .map(|(label, of_solver)| json!({"solver": label, "mean": mean(of_solver)}))
        .collect();
    json!({
        "before": both.names[0],
        "now": both.names[1],
        "faster": both.count(Change::Faster),
        "slower": both.count(Change::Slower),
        "gained": both.count(Change::Gained),
        "lost": both.count(Change::Lost),
        "same": both.count(Change::Same),
        "noise_unknown": both.count(Change::NoiseUnknown),
        "neither": both.count(Change::Neither),
        "only_before": both.only[0],
        "only_now": both.only[1],
        "wrong_before": both.wrong[0],
        "wrong_now": both.wrong[1],
        "overall": both.overall.as_ref().map(mean),
        "solvers": solvers,
        "rows": both.rows.iter().map(row).collect::<Vec<_>>(),
        "warnings": both.warnings,
    })
}
