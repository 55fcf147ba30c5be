//! Reads records from files of JSON lines, which may end in an incomplete line.
//!
//! A benchmark that is running, or was killed, leaves an incomplete last line, which is left out with a warning. Any
//! other line that is not a record is an error, since a report must not drop lines silently. A run that occurs twice
//! counts once.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use itertools::Itertools as _;
use saut_base::BadInput;
use saut_base::lists::distinct;
use saut_formats::markup::escaped;
use saut_task::encode::Encoding;
use serde_json::{Value as Json, json};

use crate::record::{Record, RunOutcome};

/// Records with warnings about them.
#[derive(Clone, Debug, Default)]
pub struct Runs {
    /// The records in the order of the files, without duplicate runs.
    pub records: Vec<Record>,
    /// Warnings for the reader of the report.
    pub warnings: Vec<String>,
}

impl From<Vec<Record>> for Runs {
    fn from(records: Vec<Record>) -> Self {
        let warnings = Vec::new();
        Self { records, warnings }
    }
}

/// Reads the records of several texts, each given with the name of its file.
///
/// # Errors
/// [`BadInput`] if a line is not a record (except an incomplete last line), or if there are no records.
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
            .remedy("`saut bench` writes them, one line per run"));
    }
    mixtures(&mut runs);
    Ok(runs)
}

/// Key of a run: its machine, its experiment, and its identity within the experiment.
type RunKey = [String; 3];

fn read_file(
    place: &str,
    text: &str,
    runs: &mut Runs,
    seen: &mut HashMap<RunKey, usize>,
) -> Result<(), BadInput> {
    let (mut again, mut other, mut read) = (0, 0, 0);
    let lines = text.split_inclusive('\n').zip(1..);
    for (line, number) in lines.filter(|(line, _)| !line.trim().is_empty()) {
        let record = match record(line) {
            Ok(record) => record,
            Err(_) if !line.ends_with('\n') && read > 0 => {
                runs.warnings.push(format!(
                    "{place}: the last line ({number}) is incomplete and left out; is the benchmark still running?"
                ));
                break;
            }
            Err(bad) => return Err(bad.within(format!("line {number}")).within(place)),
        };
        if read == 0 {
            runs.warnings.extend(fields(place, line));
        }
        read += 1;
        let key = [&record.machine, &record.experiment, &record.run].map(String::clone);
        let mut earlier = runs.records.len();
        if !record.run.is_empty() {
            earlier = *seen.entry(key).or_insert(earlier);
        }
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
        let warning =
            format!("{place}: {again} of {read} lines are duplicates, and count only once");
        runs.warnings.push(warning);
    }
    if other > 0 {
        runs.warnings.push(format!(
            "{place}: {other} of {read} runs occur again with other results; the last result counts, unless an \
             earlier result is wrong. To compare two measurements, use --compare"
        ));
    }
    Ok(())
}

fn record(line: &str) -> Result<Record, BadInput> {
    let remedy = "records are the lines that `saut bench` writes; delete an incomplete line, and its run is repeated";
    let bad = |fact: String| BadInput::new("", fact).remedy(remedy);
    let mut record: Record = serde_json::from_str(line.trim_end()).map_err(|error| {
        let why = error.to_string().replace(" at line 1 column", ", column");
        bad(format!("is not a record ({why})"))
    })?;
    if let Ok(encoding) = record.encoding.parse::<Encoding>() {
        // Older records name every choice.
        record.encoding = encoding.to_string();
    }
    if record.puzzle.is_empty() || record.backend.is_empty() {
        let fact = "is not a record (it lacks the puzzle or the backend)";
        return Err(bad(fact.to_owned()));
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

/// Returns warnings about the unknown and the missing fields of a line.
fn fields(place: &str, line: &str) -> Vec<String> {
    let required = json!(Record::default());
    let known = json!(Record {
        content: "c".to_owned(),
        phases: "p".to_owned(),
        command: Some(String::new()),
        exit_status: Some(1),
        proof_bytes: Some(1),
        plan_length: Some(1),
        cost: Some(1.0),
        tries: Some(1),
        ..Record::default()
    });
    let here: Json = serde_json::from_str(line).unwrap_or_default();
    let lacks = |one: &Json, other: &Json| -> Vec<String> {
        let names = one.as_object().into_iter().flat_map(|fields| fields.keys());
        names
            .filter(|name| other.get(name).is_none())
            .cloned()
            .collect()
    };
    let (unknown, absent) = (lacks(&here, &known), lacks(&required, &here));
    let warnings = [
        ("unknown fields, which are ignored", unknown),
        ("missing fields, which count as empty", absent),
    ];
    let warnings = warnings.into_iter().filter(|(_, names)| !names.is_empty());
    let warnings = warnings.map(|(what, names)| format!("{place}: {what}: {}", names.join(", ")));
    warnings.collect()
}

/// Adds warnings about differences between runs whose times should not be averaged.
fn mixtures(runs: &mut Runs) {
    let records = &runs.records;
    let mut found = Vec::new();
    let experiments = distinct(records.iter().map(|record| record.experiment.as_str()));
    if let number @ 2.. = experiments.len() {
        let experiments = experiments.join(", ");
        found.push(format!(
            "the records are of {number} experiments: {experiments}"
        ));
    }
    let limits = distinct(records.iter().map(|record| {
        let memory = record.memory_mib.map(|mib| format!("{mib} MiB"));
        let memory = memory.unwrap_or_else(|| "no memory limit".to_owned());
        format!("{} s and {memory}", record.timeout_seconds)
    }));
    if let number @ 2.. = limits.len() {
        let limits = limits.join("; ");
        found.push(format!(
            "the records have {number} different limits ({limits}), and coverage and PAR-2 mix these limits"
        ));
    }
    let early = records.iter().filter(|it| it.counts_without_evidence());
    if let early @ 1.. = early.count() {
        found.push(format!(
            "runs that count without evidence from their own solver: {early}; another solver may have given or \
                proved their answers"
        ));
    }
    let is_unlimited = |it: &Record| it.timeout_seconds == 0.0 && !it.counts();
    if records.iter().any(is_unlimited) {
        found
            .push("a solver has no PAR-2 if one of its unsolved runs had no time limit".to_owned());
    }
    runs.warnings.extend(found);
}

/// Maximum number of characters that are quoted from a machine file.
const LONGEST: usize = 20_000;

/// A file that describes the machine of some records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MachineFile {
    /// Name of the file.
    pub name: String,
    /// Text of the file.
    pub text: String,
}

impl MachineFile {
    /// Creates a machine file with this text. A very long text is cut off.
    pub fn new(name: impl Into<String>, text: &str) -> Self {
        let text: String = text.chars().take(LONGEST).collect();
        Self {
            name: name.into(),
            text: text.trim().to_owned(),
        }
    }

    /// Returns the value of the first line with one of these keys, without quotes: `AMD EPYC` for `processor = "AMD
    /// EPYC"`.
    pub fn value(&self, keys: &[&str]) -> Option<String> {
        let mut lines = self.text.lines().filter_map(|line| line.split_once('='));
        let (_, value) = lines.find(|(name, _)| keys.contains(&name.trim()))?;
        Some(value.trim().trim_matches('"').to_owned())
    }

    /// Returns the file as a quotation in HTML.
    pub(super) fn html(&self) -> String {
        let (name, lines) = (escaped(&self.name), self.text.lines());
        let lines: Vec<String> = lines.map(escaped).collect();
        format!(
            "<details><summary>The machine: {name}</summary>\n<pre>{}</pre></details>\n",
            lines.join("\n")
        )
    }
}

/// The keys of a machine file whose values must be equal if times are compared. Dates and lists of solvers do not
/// matter.
const STATE: [&str; 7] = [
    "processor",
    "cores",
    "memory_mib",
    "rustc",
    "saut",
    "profile",
    "jobs",
];

/// Returns a warning if the machine files show that the runs were not made on one machine in one state. Each missing
/// machine file counts as another machine.
pub fn mixture(runs: &[Record], machines: &[MachineFile]) -> Option<String> {
    let names: BTreeSet<&str> = runs.iter().map(|run| run.machine.as_str()).collect();
    let unknown = |name: &&&str| !machines.iter().any(|machine| machine.name == **name);
    let unknown = names.iter().filter(unknown).count();
    let used = machines
        .iter()
        .filter(|it| names.contains(it.name.as_str()));
    let states = used.map(|machine| STATE.map(|key| machine.value(&[key])));
    let states: BTreeSet<_> = states.collect();
    if states.len() + unknown < 2 {
        return None;
    }
    let differs = |&(at, _): &(usize, &str)| !states.iter().map(|state| &state[at]).all_equal();
    let differing = STATE.into_iter().enumerate().filter(differs);
    let mut what: Vec<&str> = differing.map(|(_, key)| key).collect();
    if unknown > 0 {
        what.push("missing machine files");
    }
    Some(format!(
        "records of several machines or states ({}): times are not comparable; differences: {}",
        names.into_iter().join(", "),
        what.join(", ")
    ))
}

/// Returns the possible paths of machine files for a file of records: the names in the records, then the names derived
/// from the name of the file. A name in the records that contains a folder, or does not end in `.toml`, is ignored.
pub fn beside(records: &Path, runs: &[Record]) -> Vec<PathBuf> {
    let is_ours = |name: &&str| {
        let path = Path::new(name);
        let is_plain = path.file_name().is_some_and(|last| last == *name);
        is_plain && path.extension().is_some_and(|it| it == "toml")
    };
    let names = runs.iter().map(|run| run.machine.as_str()).filter(is_ours);
    let names: BTreeSet<&str> = names.collect();
    let mut whole = records.as_os_str().to_owned();
    whole.push(".machine.toml");
    let places = names.iter().map(|name| records.with_file_name(name));
    let mut places: Vec<PathBuf> = places.collect();
    for place in [records.with_extension("machine.toml"), PathBuf::from(whole)] {
        if !places.contains(&place) {
            places.push(place);
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{MachineFile, Runs, beside, mixture, read};
    use crate::record::{self, Record, RunOutcome};

    fn line(run: &str, seconds: f64) -> String {
        let record = Record {
            run: run.to_owned(),
            checked: false,
            ..record::tests::run("batsat", "central", RunOutcome::GaveUp, seconds)
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
        assert!(runs.warnings[0].contains("a.jsonl: the last line (2) is incomplete"));
        assert_eq!(one(whole.trim_end()).records.len(), 1);
        assert!(one(whole.trim_end()).warnings.is_empty());
        let message = refused(&format!("{whole}{}\n{whole}", &whole[..40]));
        assert!(message.starts_with("a.jsonl: line 2: is not a record (EOF"));
        assert!(refused(&whole[..40]).contains("line 1: is not a record"));
    }

    #[test]
    fn what_holds_no_records_is_said_to() {
        assert!(refused("").starts_with("a.jsonl: there are no records; `saut bench`"));
        assert!(refused("{}\n").contains("lacks the puzzle"));
        assert!(refused("puzzle,backend\n").contains("is not a record"));
        assert!(refused("[1]\n").contains("is not a record"));
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
        let direction = "r2-exists, order direction, folded, not packed";
        for (said, name) in [
            ("smt, form disjunction", "smt"),
            ("sequential, at most one ladder", "sequential/ladder"),
            (direction, "r2-exists"),
        ] {
            assert_eq!([of(said), of(name)], [name; 2]);
        }
        for other in ["smt, form integer", "pddl", "theirs, odd"] {
            assert_eq!(of(other), other);
        }
    }

    #[test]
    fn a_run_that_stands_twice_counts_once_and_a_wrong_one_is_kept() {
        let runs = one(&format!("{0}{0}", line("a", 1.0)));
        assert_eq!(runs.records.len(), 1);
        assert!(runs.warnings[0].contains("1 of 2 lines are duplicates"));
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
        assert!(said.contains("unknown fields, which are ignored: flavour"));
        assert!(said.contains("missing fields, which count as empty: began, check,"));
        assert!(said.contains("have 2 different limits"));
        let new = line("a", 1.0).replace("\"family\"", "\"content\":\"c\",\"tries\":1,\"family\"");
        assert!(one(&new).warnings.is_empty());
        assert!(one(&line("a", 1.0)).warnings.is_empty());
    }

    #[test]
    fn machine_files_are_beside_their_records_and_records_name_no_file_elsewhere() {
        let run = |machine: &str| Record {
            machine: machine.to_owned(),
            ..Record::default()
        };
        let runs = ["a.machine-2.toml", "../b.toml", "/c.toml", "d", ""].map(run);
        let wanted = ["a.machine-2.toml", "a.machine.toml", "a.jsonl.machine.toml"];
        let wanted = wanted.map(|name| Path::new("results").join(name));
        assert_eq!(beside(Path::new("results/a.jsonl"), &runs), wanted);
        assert_eq!(beside(Path::new("results/a.jsonl"), &[]), wanted[1..]);
    }

    #[test]
    fn machines_are_other_machines_by_what_makes_times_differ_only() {
        let runs = ["a", "b"].map(|machine| Record {
            machine: machine.to_owned(),
            ..Record::default()
        });
        let file = |name: &str, text: &str| MachineFile::new(name, text);
        let of = |b: &str| mixture(&runs, &[file("a", "date = 1\ncores = 2"), file("b", b)]);
        assert_eq!(of("date = 2\ncores = 2\n[[solver]]\nname = \"x\""), None);
        assert!(of("date = 1\ncores = 4").is_some_and(|said| said.ends_with("differences: cores")));
        let one = [file("a", "cores = 2")];
        assert!(mixture(&runs, &one).is_some_and(|said| said.contains("missing machine files")));
        assert_eq!(mixture(&runs[..1], &one), None);
    }

    #[test]
    fn values_are_found_by_key_and_others_are_not() {
        let machine = MachineFile::new("m", "[cpu]\nprocessor = \"A <1>\"\ncores = 2\n");
        assert_eq!(
            machine.value(&["cpu", "processor"]).as_deref(),
            Some("A <1>")
        );
        assert_eq!(machine.value(&["memory"]), None);
        assert!(machine.html().contains("&quot;A &lt;1&gt;&quot;"));
    }
}
