//! Reading records: JSON lines, whatever state they are in.
//!
//! A benchmark that is running, or was killed, leaves a last line without its end: that one is
//! left out with a warning. Anything else that is no record is refused, since a report that drops
//! lines silently is a report on something else. A run that stands twice counts once.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::record::{Record, RunOutcome};
use saut_base::BadInput;
use saut_task::encode::Encoding;

/// Records with what has to be said about them.
#[derive(Clone, Debug, Default)]
pub struct Runs {
    /// The records, in the order read, every run once.
    pub records: Vec<Record>,
    /// Warnings for the reader of the report.
    pub warnings: Vec<String>,
}

/// Reads the records of some texts, each with the name of its file.
///
/// # Errors
/// A line, other than an unfinished last one, that is no record; or no records at all.
pub fn read<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<Runs, BadInput> {
    let mut runs = Runs::default();
    let mut seen = HashMap::new();
    let mut places = Vec::new();
    for (place, text) in files {
        places.push(place);
        read_file(place, text, &mut runs, &mut seen)?;
    }
    if runs.records.is_empty() {
        let place = places.join(", ");
        return Err(BadInput::new(place, "there are no records")
            .remedy("`saut bench` writes them, one line a run"));
    }
    mixtures(&mut runs);
    Ok(runs)
}

/// Key of a run: machine, experiment, hash of the question.
type Key = (String, String, String);

fn read_file(
    place: &str,
    text: &str,
    runs: &mut Runs,
    seen: &mut HashMap<Key, usize>,
) -> Result<(), BadInput> {
    let (mut first, mut again, mut other, mut read) = (true, 0, 0, 0);
    for (index, line) in text.split_inclusive('\n').enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        let record = match record(line) {
            Ok(record) => record,
            Err(_) if !line.ends_with('\n') && read > 0 => {
                runs.warnings.push(format!(
                    "{place}: line {}, the last, is unfinished and left out; is the benchmark still running?",
                    index + 1
                ));
                break;
            }
            Err(bad) => return Err(bad.within(format!("line {}", index + 1)).within(place)),
        };
        read += 1;
        if std::mem::take(&mut first) {
            runs.warnings.extend(fields(place, line));
        }
        let key = (
            record.machine.clone(),
            record.experiment.clone(),
            record.run.clone(),
        );
        let next = runs.records.len();
        let earlier = if record.run.is_empty() {
            next
        } else {
            *seen.entry(key).or_insert(next)
        };
        match runs.records.get_mut(earlier) {
            None => runs.records.push(record),
            Some(kept) if *kept == record => again += 1,
            Some(kept) => {
                other += 1;
                if kept.outcome != RunOutcome::Wrong {
                    *kept = record;
                }
            }
        }
    }
    if read == 0 {
        runs.warnings.push(format!("{place}: there are no records"));
    }
    if again > 0 {
        let warning = format!("{place}: {again} of {read} lines stand twice and count once");
        runs.warnings.push(warning);
    }
    if other > 0 {
        runs.warnings.push(format!(
            "{place}: {other} of {read} runs were already there with other results; the last \
             counts, unless an earlier is wrong. To set two measurements against each other, use --compare"
        ));
    }
    Ok(())
}

fn record(line: &str) -> Result<Record, BadInput> {
    let remedy = "records are the lines that `saut bench` writes; a line that was cut off can be deleted, \
                  its run is then repeated";
    let bad = |fact: String| BadInput::new("", fact).remedy(remedy);
    let mut record: Record = serde_json::from_str(line.trim_end()).map_err(|error| {
        let why = error.to_string().replace(" at line 1 column", ", column");
        bad(format!("is no record ({why})"))
    })?;
    if let Ok(encoding) = record.encoding.parse::<Encoding>() {
        // Older records say every choice in words.
        record.encoding = encoding.to_string();
    }
    if record.puzzle.is_empty() || record.backend.is_empty() {
        return Err(bad(
            "is no record (it names no puzzle or no backend)".to_owned()
        ));
    }
    let times = [
        ("wall_seconds", record.wall_seconds),
        ("cpu_seconds", record.cpu_seconds),
        ("timeout_seconds", record.timeout_seconds),
        ("encode_seconds", record.encode_seconds),
        ("check_seconds", record.check_seconds),
        ("peak_mib", record.peak_mib),
    ];
    match times.iter().find(|(_, value)| *value < 0.0) {
        Some((name, value)) => Err(bad(format!("{name} is {value}, and cannot be negative"))),
        None => Ok(record),
    }
}

/// Fields of a line that this version does not know, and those it misses.
fn fields(place: &str, line: &str) -> Vec<String> {
    let object =
        |text: &str| serde_json::from_str::<BTreeMap<String, serde_json::Value>>(text).ok();
    let names = |text: &str| -> BTreeSet<String> {
        object(text).map_or_else(BTreeSet::new, |object| object.into_keys().collect())
    };
    let written = |record: Record| serde_json::to_string(&record).unwrap_or_default();
    let needed = names(&written(Record::default()));
    let known = names(&written(Record {
        content: "c".to_owned(),
        tries: Some(1),
        ..Record::default()
    }));
    let here = names(line);
    let list = |names: Vec<&String>, what: &str| {
        let names: Vec<&str> = names.into_iter().map(String::as_str).collect();
        (!names.is_empty()).then(|| format!("{place}: {what}: {}", names.join(", ")))
    };
    let unknown = list(
        here.difference(&known).collect(),
        "fields that this version does not know, and leaves out",
    );
    let missing = list(
        needed.difference(&here).collect(),
        "fields that are absent, and taken as empty",
    );
    unknown.into_iter().chain(missing).collect()
}

/// The different values of all records, in order.
pub(super) fn distinct(records: &[Record], of: impl Fn(&Record) -> String) -> Vec<String> {
    let values: BTreeSet<String> = records.iter().map(of).collect();
    values.into_iter().collect()
}

/// Warns of what should not be averaged over.
fn mixtures(runs: &mut Runs) {
    let records = &runs.records;
    let mut say = Vec::new();
    let experiments = distinct(records, |record| record.experiment.clone());
    if experiments.len() > 1 {
        say.push(format!(
            "records of {} experiments: {}",
            experiments.len(),
            experiments.join(", ")
        ));
    }
    let limits = distinct(records, |record| {
        let memory = record
            .memory_mib
            .map_or_else(|| "no memory limit".to_owned(), |mib| format!("{mib} MiB"));
        format!("{} s and {memory}", record.timeout_seconds)
    });
    if limits.len() > 1 {
        say.push(format!(
            "records under {} limits ({}): coverage and PAR-2 mix them",
            limits.len(),
            limits.join("; ")
        ));
    }
    let early = records.iter().filter(|it| it.counts_without_evidence());
    if let early @ 1.. = early.count() {
        say.push(format!(
            "{early} runs count by records without evidence of the solver: another may have given or proved their answers"
        ));
    }
    if records
        .iter()
        .any(|record| record.timeout_seconds == 0.0 && !record.counts())
    {
        say.push("unsolved runs without a time limit have no PAR-2".to_owned());
    }
    runs.warnings.extend(say);
}

#[cfg(test)]
mod tests {
    use super::{Runs, read};
    use crate::record::{Record, RunOutcome};

    fn line(run: &str, seconds: f64) -> String {
        let record = Record {
            run: run.to_owned(),
            puzzle: "central".to_owned(),
            backend: "batsat".to_owned(),
            wall_seconds: seconds,
            timeout_seconds: 10.0,
            ..Record::default()
        };
        serde_json::to_string(&record).unwrap() + "\n"
    }

    fn one(text: &str) -> Runs {
        read([("a.jsonl", text)]).unwrap_or_else(|bad| panic!("{bad}"))
    }

    fn refused(text: &str) -> String {
        read([("a.jsonl", text)]).unwrap_err().to_string()
    }

    #[test]
    fn a_torn_last_line_is_left_out_and_a_torn_line_before_it_is_refused() {
        let whole = line("a", 1.0);
        let runs = one(&format!("{whole}{}", &whole[..40]));
        assert_eq!(runs.records.len(), 1);
        assert!(runs.warnings[0].contains("a.jsonl: line 2, the last, is unfinished"));
        assert_eq!(one(whole.trim_end()).records.len(), 1);
        assert!(one(whole.trim_end()).warnings.is_empty());
        let message = refused(&format!("{whole}{}\n{whole}", &whole[..40]));
        assert!(
            message.starts_with("a.jsonl: line 2: is no record (EOF"),
            "{message}"
        );
        assert!(refused(&whole[..40]).contains("line 1: is no record"));
    }

    #[test]
    fn what_holds_no_records_is_said_to() {
        assert!(refused("").starts_with("a.jsonl: there are no records; `saut bench`"));
        assert!(refused("{}\n").contains("names no puzzle"));
        assert!(refused("puzzle,backend\n").contains("is no record"));
        assert!(refused("[1]\n").contains("is no record"));
        assert!(refused(&line("a", -1.0)).contains("wall_seconds is -1"));
        let runs = read([("a", ""), ("b", line("a", 1.0).as_str())]).unwrap();
        assert_eq!(runs.warnings, ["a: there are no records"]);
    }

    #[test]
    fn an_encoding_has_one_name_however_the_record_says_it() {
        let of = |encoding: &str| {
            let said = format!("\"encoding\":{encoding:?}");
            let line = line("a", 1.0).replace("\"encoding\":\"\"", &said);
            one(&line).records.remove(0).encoding
        };
        assert_eq!(of("smt, form disjunction"), "smt");
        assert_eq!(of("sequential, at most one ladder"), "sequential/ladder");
        assert_eq!(of("sequential/ladder"), "sequential/ladder");
        assert_eq!(of("smt, form integer"), "smt, form integer");
        let words = "r2-exists, order direction, folded, not packed";
        assert_eq!(of(words), "r2-exists");
        assert_eq!(of("pddl"), "pddl");
        assert_eq!(of("theirs, odd"), "theirs, odd");
    }

    #[test]
    fn a_run_that_stands_twice_counts_once_and_a_wrong_one_is_kept() {
        let runs = one(&format!("{0}{0}", line("a", 1.0)));
        assert_eq!(runs.records.len(), 1);
        assert!(runs.warnings[0].contains("1 of 2 lines stand twice"));
        let wrong = line("a", 2.0).replace("gave-up", "wrong");
        let runs = one(&format!("{}{wrong}", line("a", 1.0)));
        assert_eq!(runs.records[0].outcome, RunOutcome::Wrong);
        assert!(runs.warnings[0].contains("--compare"));
        let runs = one(&format!("{wrong}{}", line("a", 1.0)));
        assert_eq!(runs.records[0].outcome, RunOutcome::Wrong);
        let runs = one(&format!("{}{}", line("a", 1.0), line("a", 3.0)));
        assert!(runs.records[0].wall_seconds > 2.0);
        assert_eq!(one(&format!("{0}{0}", line("", 1.0))).records.len(), 2);
    }

    #[test]
    fn unknown_and_absent_fields_and_mixtures_are_told() {
        let odd = r#"{"puzzle":"p","backend":"b","flavour":1,"machine":"m","timeout_seconds":1}"#;
        let runs = one(&format!("{odd}\n{}", line("a", 1.0)));
        let said = runs.warnings.join("\n");
        assert!(
            said.contains("does not know, and leaves out: flavour"),
            "{said}"
        );
        assert!(said.contains("absent, and taken as empty: began, check,"));
        assert!(said.contains("under 2 limits"));
        let new = line("a", 1.0).replace("\"family\"", "\"content\":\"c\",\"tries\":1,\"family\"");
        assert!(one(&new).warnings.is_empty());
        assert!(one(&line("a", 1.0)).warnings.is_empty());
    }
}
