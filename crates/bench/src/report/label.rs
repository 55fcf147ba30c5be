//! Labels: the names of solvers in tables and plots.
//!
//! A solver is a backend with an encoding, `batsat+r2-exists`. Its version and the choices of the encoding are left out
//! if they are the same in all records.

use std::collections::{BTreeMap, BTreeSet};

use itertools::Itertools as _;
use saut_plan::backend::IN_PROCESS;
use serde::Serialize;

use super::read::Runs;
use crate::record::Record;

/// Identity of a solver: backend, version and encoding.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Identity {
    /// The backend, planner or method.
    pub backend: String,
    /// Version of the backend.
    pub version: String,
    /// The encoding with all choices, or `-`.
    pub encoding: String,
}

impl From<&Record> for Identity {
    fn from(record: &Record) -> Self {
        Self {
            backend: record.backend.clone(),
            version: record.version.clone(),
            encoding: record.encoding.clone(),
        }
    }
}

impl Identity {
    /// Returns the name of the encoding without its choices, or `-` for a method without a formula.
    pub fn encoding_name(&self) -> &str {
        match parts(&self.encoding).next() {
            Some(name) if !name.is_empty() => name,
            _ => "-",
        }
    }

    /// Returns the place where the solver runs: in the measured process or in a child process. The time of a child
    /// process includes its start and its input.
    pub fn place(&self) -> &'static str {
        let backend = self.backend.as_str();
        if IN_PROCESS.contains(&backend) || backend == "saut" || self.backend.starts_with("method:")
        {
            "in process"
        } else {
            "child process"
        }
    }

    fn with_version(&self) -> String {
        format!("{} {}", self.backend, self.version)
    }
}

/// Returns short and unique labels of these solvers.
pub fn labels(identities: &BTreeSet<Identity>) -> BTreeMap<Identity, String> {
    let label = |one: &Identity| {
        let is_other = |it: &Identity| it.backend == one.backend && it.version != one.version;
        let backend = if identities.iter().any(is_other) {
            one.with_version()
        } else {
            one.backend.clone()
        };
        (one.clone(), join(&backend, &short(one, identities)))
    };
    let short: BTreeMap<Identity, String> = identities.iter().map(label).collect();
    let distinct: BTreeSet<&String> = short.values().collect();
    if distinct.len() == short.len() {
        return short;
    }
    let whole = |(number, one): (usize, &Identity)| {
        let label = join(&one.with_version(), &one.encoding);
        (one.clone(), format!("{label} ({})", number + 1))
    };
    identities.iter().enumerate().map(whole).collect()
}

/// Returns the name of the encoding, with the choices in which the records differ.
pub fn short(identity: &Identity, identities: &BTreeSet<Identity>) -> String {
    let name = identity.encoding_name();
    let lacks = |it: &Identity, part: &str| !parts(&it.encoding).contains(&part);
    let differs = |part: &&str| {
        let mut same_name = identities.iter().filter(|it| it.encoding_name() == name);
        same_name.any(|it| lacks(it, part))
    };
    let choices = parts(&identity.encoding).skip(1).filter(differs);
    std::iter::once(name).chain(choices).join("/")
}

fn parts(encoding: &str) -> impl Iterator<Item = &str> {
    encoding.split('/')
}

fn join(backend: &str, encoding: &str) -> String {
    match encoding {
        "-" | "" => backend.trim().to_owned(),
        encoding => format!("{}+{encoding}", backend.trim()),
    }
}

/// Number of digits of a key that labels show.
const DIGITS: usize = 6;

/// Gives each content its own name if puzzles with different contents share a name, and adds a warning to these runs. A
/// record without a content key keeps its name.
pub fn tell_apart(sides: &mut [&mut Runs]) {
    let mut contents: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for record in sides.iter().flat_map(|runs| &runs.records) {
        if !record.content.is_empty() {
            let of_name = contents.entry(record.puzzle.clone()).or_default();
            of_name.insert(record.content.clone());
        }
    }
    contents.retain(|_, contents| contents.len() > 1);
    for runs in sides {
        for record in &mut runs.records {
            if contents.contains_key(&record.puzzle) && !record.content.is_empty() {
                record.puzzle = called(&record.puzzle, &record.content);
            }
        }
        for (name, contents) in &contents {
            let names: Vec<String> = contents.iter().map(|one| called(name, one)).collect();
            runs.warnings.push(format!(
                "{name} names {} different solvers, which are shown separately: {}",
                contents.len(),
                names.join(", ")
            ));
        }
    }
}

fn called(name: &str, content: &str) -> String {
    let key = content.split_whitespace().next_back().unwrap_or(content);
    let digits: String = key.chars().take(DIGITS).collect();
    format!("{name} [{digits}]")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{Identity, labels, tell_apart};
    use crate::record::tests::run;
    use crate::record::{Record, RunOutcome};
    use crate::report::summary::doubts;
    use crate::report::{Instance, Report, Runs};

    fn identity(&(backend, version, encoding): &(&str, &str, &str)) -> Identity {
        Identity {
            backend: backend.to_owned(),
            version: version.to_owned(),
            encoding: encoding.to_owned(),
        }
    }

    #[test]
    fn what_all_have_in_common_is_left_out_and_what_tells_two_apart_is_shown() {
        let r2 = "r2-exists/fresh:1";
        let unfolded = "r2-exists/fresh:1/unfolded";
        for (solvers, wanted) in [
            (
                [("batsat", "0.6", r2), ("varisat", "0.2", "-")],
                ["batsat+r2-exists", "varisat"],
            ),
            (
                [("z3", "4.8", r2), ("z3", "4.9", unfolded)],
                ["z3 4.8+r2-exists", "z3 4.9+r2-exists/unfolded"],
            ),
            ([("a", "", "b"), ("a+b", "", "-")], ["a+b (1)", "a+b (2)"]),
        ] {
            let all = solvers.each_ref().map(identity);
            let labels = labels(&all.iter().cloned().collect::<BTreeSet<_>>());
            assert_eq!(all.map(|one| labels[&one].clone()), wanted);
        }
    }

    #[test]
    fn solvers_in_process_and_programs_are_told_apart() {
        let place = |backend: &str| identity(&(backend, "", "")).place();
        for own in ["batsat", "steered", "z3-crate", "saut", "method:gravity"] {
            assert_eq!(place(own), "in process", "{own}");
        }
        for program in ["cadical", "z3", "dimacs:minisat", "planner:x", "batsat2"] {
            assert_eq!(place(program), "child process", "{program}");
        }
    }

    /// Returns a plan and a refutation of two puzzles with one name and these contents.
    fn runs(contents: [&str; 2]) -> Runs {
        let outcomes = [RunOutcome::Solved, RunOutcome::Infeasible];
        let record = |(content, outcome): (&str, RunOutcome)| Record {
            content: content.to_owned(),
            ..run("b", "p", outcome, 1.0)
        };
        let records = contents.into_iter().zip(outcomes).map(record);
        Runs::from(records.collect::<Vec<_>>())
    }

    #[test]
    fn two_puzzles_of_one_name_do_not_contradict_each_other_and_one_does() {
        let report = Report::new(runs(["puzzle 1234567", "puzzle 89abcdef"]));
        let names: Vec<String> = report.instances.iter().map(Instance::name).collect();
        assert_eq!(names, ["p [123456]", "p [89abcd]"]);
        assert_eq!(doubts(&report), []);
        assert!(report.warnings[0].starts_with("p names 2 different solvers"));
        for keys in [["k", "k"], ["", "k"], ["", ""]] {
            let report = Report::new(runs(keys));
            assert_eq!((report.instances.len(), doubts(&report).len()), (1, 1));
        }
    }

    #[test]
    fn sides_of_a_comparison_are_told_apart_together() {
        let (mut old, mut new) = (runs(["a", "a"]), runs(["b", "b"]));
        tell_apart(&mut [&mut old, &mut new]);
        assert_ne!(old.records[0].puzzle, new.records[0].puzzle);
        assert_eq!((old.warnings.len(), new.warnings.len()), (1, 1));
    }
}
