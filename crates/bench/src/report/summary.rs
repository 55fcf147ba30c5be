//! The summary of a report as Markdown and as JSON: doubts first, then the tables, then links. The runs are also
//! written as CSV.

use std::collections::BTreeMap;
use std::fmt::Write;

use saut_base::lists::distinct;
use saut_base::words::{counted, grouped};
use serde::Serialize;
use serde_json::{Value as Json, json};

use super::cell::{Score, outcome};
use super::table::{self, Table, markdown, plain};
use super::{LIMITS_FILE, Report, tables};
use crate::record::{Claimed, Record, RunOutcome, SOLVING};

/// Maximum number of doubts that are listed. Further doubts are only counted.
const MOST_DOUBTS: usize = 20;

/// The columns of a run in CSV, named like the fields of its record.
const COLUMNS: &str = "experiment run puzzle family holes jumps encoding horizon backend version seed outcome checked \
                       evidence check wall_seconds cpu_seconds peak_mib encode_seconds check_seconds timeout_seconds \
                       memory_mib plan_length cost variables clauses conflicts decisions propagations machine began \
                       phases found_horizon";

/// Returns the tables of the summary.
pub fn tables(report: &Report) -> Vec<Table> {
    let [coverage, par2] = tables::families(report);
    let mut tables = vec![tables::solvers(report), coverage, par2];
    tables.extend([tables::encodings(report), tables::against_backends(report)]);
    tables.extend(tables::spread(report));
    tables.extend(tables::tries(report));
    tables.push(tables::outcomes(report));
    tables
}

/// Returns the whole summary as Markdown.
pub fn summary(report: &Report) -> String {
    let mut text = format!("# Report: {}\n\n", markdown(&report.title()));
    let doubts = doubts(report);
    if !doubts.is_empty() {
        let number = counted(doubts.len(), "answer");
        let _ = writeln!(text, "> **WRONG: {number} that must not be trusted.**\n>");
        for doubt in doubts.iter().take(MOST_DOUBTS) {
            let (puzzle, sentence) = (markdown(&doubt.puzzle), markdown(&doubt.sentence));
            let _ = writeln!(text, "> - **{puzzle}**: {sentence}");
        }
        if let Some(more @ 1..) = doubts.len().checked_sub(MOST_DOUBTS) {
            let _ = writeln!(text, "> - and {} more", grouped(more));
        }
        text.push('\n');
    }
    let _ = writeln!(text, "{}\n", facts(report));
    text += &notes(&report.warnings);
    for table in tables(report) {
        let (title, note) = (markdown(&table.title), markdown(&table.note));
        let _ = writeln!(text, "## {title}\n\n{note}\n\n{}", table.markdown());
    }
    for machine in &report.machines {
        let _ = writeln!(text, "## The machine: {}\n", markdown(&machine.name));
        for line in machine.text.lines() {
            let _ = writeln!(text, "    {line}");
        }
        text.push('\n');
    }
    let _ = writeln!(text, "[Limits of the numbers]({LIMITS_FILE})");
    text
}

/// Returns the warnings as a list in Markdown.
pub fn notes(warnings: &[String]) -> String {
    let lines = warnings
        .iter()
        .map(|it| format!("- note: {}\n", markdown(it)));
    let end = if warnings.is_empty() { "" } else { "\n" };
    lines.collect::<String>() + end
}

/// Returns the number of runs, solvers and instances, and the measured phases, in words.
pub fn facts(report: &Report) -> String {
    let phases = report.runs.iter().map(|run| match run.phases.as_str() {
        "" => SOLVING,
        phases => phases,
    });
    let phases = distinct(phases).join("; or ");
    format!(
        "{} of {} on {}. Times are wall-clock seconds of {phases}.",
        counted(report.runs.len(), "run"),
        counted(report.solvers.len(), "solver"),
        counted(report.instances.len(), "instance")
    )
}

/// Returns solvers, families, doubts and warnings as one JSON document.
pub fn json(report: &Report) -> Json {
    let best = Score::over(report.best.values().copied());
    let [coverage, par2] = tables::families(report);
    json!({
        "report": report.title(),
        "summary": facts(report),
        "runs": report.runs.len(),
        "instances": report.instances.len(),
        "wrong": doubts(report),
        "warnings": report.warnings,
        "solvers": report.solvers,
        "virtual_best": {"solved": best.solved, "par2_seconds": best.par2},
        "families": coverage.json(),
        "families_par2": par2.json(),
    })
}

/// Returns the runs as CSV, one line for each run. The names of the columns contain the units.
pub fn csv(report: &Report) -> String {
    let names = || COLUMNS.split(' ');
    let values = |record: &Record| -> Vec<String> {
        let outcome = outcome(record);
        let fields = json!(Record {
            outcome,
            ..record.clone()
        });
        names().map(|name| plain(&fields[name])).collect()
    };
    let title = names().map(str::to_owned).collect();
    table::csv(std::iter::once(title).chain(report.runs.iter().map(values)))
}

/// A contradiction or a wrong answer, which a report must not hide.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Inconsistency {
    /// Name of the puzzle.
    pub puzzle: String,
    /// The contradiction in one sentence.
    #[serde(rename = "what")]
    pub sentence: String,
}

/// Returns every wrong answer, and every puzzle on which two checked answers contradict each other.
pub fn doubts(report: &Report) -> Vec<Inconsistency> {
    let wrong = report
        .runs
        .iter()
        .filter(|run| run.outcome == RunOutcome::Wrong);
    let mut wrong: Vec<Inconsistency> = wrong.map(|run| wrong_answer(report, run)).collect();
    wrong.sort();
    wrong.extend(contradictions(&report.runs));
    wrong
}

fn wrong_answer(report: &Report, record: &Record) -> Inconsistency {
    let identity = record.into();
    let mut solvers = report.solvers.iter();
    let solver = solvers.find(|solver| solver.identity == identity);
    let label = solver.map_or(&record.backend, |solver| &solver.label);
    let claim = match record.claim {
        Claimed::Sat => "claimed a plan",
        Claimed::Unsat => "claimed that there is no solution",
        Claimed::Nothing => "answered",
    };
    let horizon = record
        .horizon
        .map_or_else(String::new, |it| format!(" at horizon {it}"));
    let why = match record.check.as_str() {
        "" => String::new(),
        check => format!(" ({check})"),
    };
    let seed = record.seed;
    Inconsistency {
        puzzle: record.puzzle.clone(),
        sentence: format!("{label} {claim}{horizon} with seed {seed}, which is wrong{why}"),
    }
}

/// Finds puzzles that are solved and infeasible, and formulas that are solved and refuted.
fn contradictions(records: &[Record]) -> Vec<Inconsistency> {
    // The key has the puzzle and, for a formula, the encoding and the horizon. The values are a record with a plan and
    // a record with a refutation.
    let mut claims: BTreeMap<_, [Option<&Record>; 2]> = BTreeMap::new();
    for record in records.iter().filter(|record| record.counts()) {
        let side = usize::from(record.outcome != RunOutcome::Solved);
        let is_general = record.outcome != RunOutcome::Refuted;
        let formula = record
            .horizon
            .map(|horizon| Some((record.encoding.as_str(), horizon)));
        for formula in is_general.then_some(None).into_iter().chain(formula) {
            let sides = claims.entry((record.puzzle.as_str(), formula)).or_default();
            sides[side].get_or_insert(record);
        }
    }
    let doubt = |sides: &[Option<&Record>; 2]| {
        let [Some(solved), Some(refuted)] = sides else {
            return None;
        };
        let sentence = format!(
            "{} has a checked plan, but {} a checked refutation, so one of the checks is wrong",
            solved.backend, refuted.backend
        );
        let puzzle = solved.puzzle.clone();
        Some(Inconsistency { puzzle, sentence })
    };
    distinct(claims.values().filter_map(doubt))
}

#[cfg(test)]
mod tests {
    use super::doubts;
    use crate::record::{Claimed, Record, RunOutcome};
    use crate::report::{Report, Runs};

    fn sentences(outcomes: &[(RunOutcome, Option<usize>)]) -> Vec<String> {
        let record = |&(outcome, horizon): &(RunOutcome, Option<usize>)| Record {
            puzzle: "p".to_owned(),
            backend: "b".to_owned(),
            claim: Claimed::Unsat,
            outcome,
            horizon,
            checked: true,
            check: "a plan is known".to_owned(),
            ..Record::default()
        };
        let report = Report::new(Runs::from(outcomes.iter().map(record).collect::<Vec<_>>()));
        doubts(&report).into_iter().map(|it| it.sentence).collect()
    }

    #[test]
    fn wrong_answers_and_contradictions_are_reported() {
        let wrong = "b claimed that there is no solution at horizon 3 with seed 0, which is wrong (a plan is known)";
        assert_eq!(sentences(&[(RunOutcome::Wrong, Some(3))]), [wrong]);
        for (other, horizon, number) in [
            (RunOutcome::Infeasible, None, 1),
            (RunOutcome::Refuted, Some(6), 1),
            (RunOutcome::Refuted, Some(5), 0),
            (RunOutcome::Timeout, None, 0),
        ] {
            let pair = [(RunOutcome::Solved, Some(6)), (other, horizon)];
            assert_eq!(sentences(&pair).len(), number, "{other:?} {horizon:?}");
        }
    }
}
