//! Machine files: what the records were measured on, quoted as it stands.
//!
//! A benchmark writes `NAME.machine.toml` beside `NAME.jsonl`. A report only quotes it, so any text
//! will do.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::record::Record;

use saut_formats::markup::escaped;

/// The largest part of a machine file that is quoted, in characters.
const LONGEST: usize = 20_000;

/// A machine file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MachineFile {
    /// Its name.
    pub name: String,
    /// Its text.
    pub text: String,
}

impl MachineFile {
    /// A machine file with that text, cut off if it is very long.
    pub fn new(name: impl Into<String>, text: &str) -> Self {
        let text: String = text.chars().take(LONGEST).collect();
        Self {
            name: name.into(),
            text: text.trim().to_owned(),
        }
    }

    /// The value of a key anywhere in it: `"AMD EPYC"` of `processor = "AMD EPYC"`, unquoted.
    pub fn value(&self, keys: &[&str]) -> Option<String> {
        let lines = self.text.lines().filter_map(|line| line.split_once('='));
        let found = lines
            .map(|(key, value)| (key.trim(), value.trim().trim_matches('"')))
            .find(|(key, _)| keys.contains(key));
        found.map(|(_, value)| value.to_owned())
    }

    /// As a quotation for HTML.
    pub(super) fn html(&self) -> String {
        let (name, lines) = (escaped(&self.name), self.text.lines());
        let lines: Vec<String> = lines.map(escaped).collect();
        format!(
            "<details><summary>The machine: {name}</summary>\n<pre>{}</pre></details>\n",
            lines.join("\n")
        )
    }
}

/// Facts about a machine that make times comparable. Dates and lists of solvers do not matter.
const STATE: [&str; 7] = [
    "processor",
    "cores",
    "memory_mib",
    "rustc",
    "saut",
    "profile",
    "jobs",
];

/// The warning that the runs were not made on one machine in one state, as their machine files say; one that is
/// not there may say anything.
pub fn mixture(runs: &[Record], machines: &[MachineFile]) -> Option<String> {
    let names: BTreeSet<&str> = runs.iter().map(|run| run.machine.as_str()).collect();
    let unknown = |name: &&&str| !machines.iter().any(|machine| machine.name == **name);
    let unknown = names.iter().filter(unknown).count();
    let of = |machine: &MachineFile| STATE.map(|key| machine.value(&[key]));
    let used = machines
        .iter()
        .filter(|one| names.contains(one.name.as_str()));
    let states: BTreeSet<_> = used.map(of).collect();
    if states.len() + unknown < 2 {
        return None;
    }
    let differs = |at: &usize| {
        let values: BTreeSet<_> = states.iter().map(|state| &state[*at]).collect();
        values.len() > 1
    };
    let mut what: Vec<&str> = (0..STATE.len())
        .filter(differs)
        .map(|at| STATE[at])
        .collect();
    if unknown > 0 {
        what.push("machine files that are not here");
    }
    Some(format!(
        "records of several machines or states ({}), which differ in {}: times are not comparable",
        names.into_iter().collect::<Vec<_>>().join(", "),
        what.join(", ")
    ))
}

/// The places where machine files of a record file may be: those that its records name, or else
/// those called like it. A name with a folder in it is none of ours, and left out.
pub fn beside(records: &Path, runs: &[Record]) -> Vec<PathBuf> {
    let ours = |name: &&str| {
        let plain = Path::new(name)
            .file_name()
            .is_some_and(|last| last == *name);
        plain && Path::new(name).extension().is_some_and(|it| it == "toml")
    };
    let names: BTreeSet<&str> = runs
        .iter()
        .map(|run| run.machine.as_str())
        .filter(ours)
        .collect();
    let mut whole = records.as_os_str().to_owned();
    whole.push(".machine.toml");
    let mut places: Vec<PathBuf> = names
        .iter()
        .map(|name| records.with_file_name(name))
        .collect();
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

    use super::{MachineFile, beside, mixture};
    use crate::record::Record;

    #[test]
    fn machine_files_lie_beside_their_records() {
        let places = beside(Path::new("results/a.jsonl"), &[]);
        assert_eq!(places[0], Path::new("results/a.machine.toml"));
        assert_eq!(places[1], Path::new("results/a.jsonl.machine.toml"));
    }

    #[test]
    fn records_may_name_their_machine_files_but_no_file_elsewhere() {
        let run = |machine: &str| Record {
            machine: machine.to_owned(),
            ..Record::default()
        };
        let runs = ["a.machine-2.toml", "../b.toml", "/c.toml", "d", ""].map(run);
        let places = beside(Path::new("results/a.jsonl"), &runs);
        assert_eq!(places[0], Path::new("results/a.machine-2.toml"));
        assert_eq!(places.len(), 3);
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
        assert!(of("date = 1\ncores = 4").is_some_and(|said| said.contains("differ in cores")));
        let one = [file("a", "cores = 2")];
        assert!(mixture(&runs, &one).is_some_and(|said| said.contains("not here")));
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
